//! Solve or simulate: how the figures of a battle are found, for every command that asks for them.

mod best;
mod unsolved;
mod volleys;

pub use best::{best_play, needs_dice, small_game};
pub use unsolved::{Unsolved, game, refused};
pub use volleys::{HexFound, hex_time};

use super::args::{self, Method, MethodArgs, OutputArgs};
use super::failure::Failure;
use super::interrupt::Interrupt;
use super::progress::{Progress, speed};
use super::solving::Solving;
use crate::engine::exact::{self, ExactTally, Objective, Refusal};
use crate::engine::{Amount, End, Plan, Remains, Run, Settings, run_seeking};
use crate::report::{self, Odds, figure};
use std::time::{Duration, Instant};
use unsolved::{BYTES_A_STATE, raise, states};

/// Battles if nothing else is said.
const BATTLES: u64 = 1_000_000;

/// Most battles for a precision if nothing else is said.
const PRECISION_CAP: u64 = 1_000_000_000;

/// Most states of a battle that is solved unasked. Measured on one core of the reference machine: 1.5
/// million states take 10 ms, 7 million with wounded ships screened 80 ms; a million battles that large
/// take as long or longer.
const AUTO_STATES: u64 = 5_000_000;

/// The same where somebody shoots at random, which leads to every state: 20,000 states take 16 ms, 110,000
/// take 140 ms, 1.5 million 3.4 s, while a million battles of this size take half a second.
const AUTO_STATES_AT_RANDOM: u64 = 200_000;

/// All that could happen, and how often the end that was asked for.
pub enum Found {
    /// Worked out.
    Exact {
        tally: ExactTally,
        end: f64,
        elapsed: Duration,
    },
    /// Counted.
    Counted { run: Run, end: u64 },
}

impl From<args::Objective> for Objective {
    fn from(objective: args::Objective) -> Objective {
        match objective {
            args::Objective::Win => Objective::Win,
            args::Objective::CpSwing => Objective::CpSwing,
        }
    }
}

impl MethodArgs {
    /// Seed, amount and threads.
    pub fn settings(&self) -> Settings {
        Settings {
            seed: self.seed.unwrap_or(0),
            amount: match self.precision {
                Some(half_width) => Amount::Precision {
                    half_width,
                    cap: self.battles.unwrap_or(PRECISION_CAP),
                },
                None => Amount::Battles(self.battles.unwrap_or(BATTLES)),
            },
            threads: usize::from(self.threads),
        }
    }

    /// What best play is after.
    pub fn objective(&self) -> Objective {
        self.objective.map_or(Objective::Win, Objective::from)
    }

    /// Solves the battle or fights it many times, as the arguments say.
    pub fn find(&self, output: &OutputArgs, plan: &Plan, end: Option<&End>) -> Result<Found, Failure> {
        self.objective_is_of_use(plan)?;
        if self.solves(plan)? {
            return self.solved(output, plan, end);
        }
        let interrupt = Interrupt::fighting()?;
        let (run, end) = self.simulated(output, plan, end, &interrupt);
        Ok(Found::Counted { run, end })
    }

    /// How battles are solved.
    pub fn solving(&self, output: &OutputArgs) -> Solving {
        Solving {
            quiet: output.quiet,
            threads: self.threads,
        }
    }

    /// An objective that was asked for must be somebody's.
    pub fn objective_is_of_use(&self, plan: &Plan) -> Result<(), Failure> {
        match self.objective {
            Some(_) if !plan.needs_best_play() => Err(Failure::Usage(
                "`--objective` says what optimal policies are after, and no policy is `optimal`: make one so, such as \
                 with `--attacker-target optimal`, or leave it out"
                    .to_owned(),
            )),
            _ => Ok(()),
        }
    }

    /// Solves the battle.
    pub fn solved(&self, output: &OutputArgs, plan: &Plan, end: Option<&End>) -> Result<Found, Failure> {
        let start = Instant::now();
        let mut chance = 0.0;
        let mut show = |remains: &Remains, p: f64| {
            if end.is_some_and(|end| end.is(remains)) {
                chance += p;
            }
        };
        let tally = if plan.needs_best_play() {
            self.played_best(output, plan, &mut show)?
        } else {
            { self.solving(output).work(|| exact::solve_showing(plan, &mut show)) }?.map_err(refused)?
        };
        Ok(Found::Exact {
            tally,
            end: chance,
            elapsed: start.elapsed(),
        })
    }

    /// Battles are to be fought with dice, and nothing else.
    pub fn asks_for_dice(&self) -> bool {
        !self.dice_asked_for().is_empty()
    }

    /// Options that ask for dice, as they were typed.
    fn dice_asked_for(&self) -> Vec<&'static str> {
        let asked = [
            (self.method == Method::Simulate, "--method simulate"),
            (self.battles.is_some(), "--battles"),
            (self.precision.is_some(), "--precision"),
            (self.seed.is_some(), "--seed"),
        ];
        asked
            .iter()
            .filter(|(asked, _)| *asked)
            .map(|(_, name)| *name)
            .collect()
    }

    /// Whether a battle must be solved or simulated, as the arguments say; `None` if that is left open.
    fn must_solve(&self, best_play: bool) -> Result<Option<bool>, Failure> {
        let by_dice = self.dice_asked_for();
        match self.method {
            _ if best_play && by_dice.is_empty() => Ok(Some(true)),
            _ if best_play => Err(no_dice_for_best(&by_dice)),
            Method::Simulate => Ok(Some(false)),
            Method::Exact if by_dice.is_empty() => Ok(Some(true)),
            Method::Exact => Err(no_dice_for_exact()),
            Method::Auto => Ok((!by_dice.is_empty()).then_some(false)),
        }
    }

    /// Whether the battle is to be solved, not simulated.
    pub fn solves(&self, plan: &Plan) -> Result<bool, Failure> {
        match self.must_solve(plan.needs_best_play())? {
            Some(true) if plan.needs_best_play() => Ok(true),
            Some(false) => Ok(false),
            None => Ok(exact::size(plan, auto_states(plan)).is_ok()),
            Some(true) => match exact::size(plan, self.exact_limit) {
                Ok(_) => Ok(true),
                Err(Refusal::TooLarge(excess)) => {
                    let or = raise(&excess, excess.states.saturating_mul(BYTES_A_STATE));
                    let or = or.map_or_else(String::new, |or| format!(", or {or}"));
                    Err(Failure::Usage(format!(
                        "the battle has {}, more than the limit of {}: simulate it{or}",
                        states(&excess),
                        figure::whole(self.exact_limit),
                    )))
                }
                Err(refusal) => Err(Failure::Usage(format!("{refusal}: simulate the battle"))),
            },
        }
    }

    /// Whether all of several battles are to be solved, of which all are or none.
    pub fn solves_all(&self, plans: &[&Plan]) -> Result<bool, Failure> {
        let mut all = true;
        for plan in plans {
            all &= self.solves(plan)?;
        }
        if plans.iter().any(|plan| plan.needs_best_play()) {
            return self.affords(plans).map(|()| all);
        }
        if !all || self.method != Method::Auto {
            return Ok(all);
        }
        // Together they may not take longer than one battle may.
        let parts = plans.iter().map(|plan| match exact::size(plan, auto_states(plan)) {
            Ok(size) => size.states as f64 / auto_states(plan) as f64,
            Err(_) => f64::INFINITY,
        });
        Ok(parts.sum::<f64>() <= 1.0)
    }

    /// Why a battle that nobody asked to simulate is not solved, if it has what the solver doesn't know.
    pub fn refused(&self, plan: &Plan) -> Option<String> {
        let free = self.method == Method::Auto && !self.asks_for_dice();
        match exact::size(plan, auto_states(plan)) {
            Err(refusal @ (Refusal::TwoTurns | Refusal::CarriersLeave | Refusal::Boarding)) if free => {
                Some(format!("simulated and not solved exactly: {refusal}"))
            }
            _ => None,
        }
    }

    /// Fights the battles, with a bar, until they are fought or Ctrl-C.
    pub fn simulated(&self, output: &OutputArgs, plan: &Plan, end: Option<&End>, interrupt: &Interrupt) -> (Run, u64) {
        let progress = Progress::new(output.quiet, self.precision.is_some());
        let tell = |done, expected| progress.tell(done, expected);
        let run = run_seeking(plan, &self.settings(), end, &tell, &interrupt.cancel);
        progress.finish();
        run
    }
}

/// Most states of the battle that are solved unasked.
fn auto_states(plan: &Plan) -> u64 {
    match plan.steps.iter().any(|step| step.random) {
        true => AUTO_STATES_AT_RANDOM,
        false => AUTO_STATES,
    }
}

/// Dice were asked for where best play is solved.
fn no_dice_for_best(by_dice: &[&str]) -> Failure {
    Failure::Usage(format!(
        "best play is solved exactly and cannot be simulated: leave out `{}`, or give other policies than `optimal`",
        by_dice.join("` and `")
    ))
}

/// Dice were asked for beside an exact solution.
fn no_dice_for_exact() -> Failure {
    Failure::Usage(
        "`--battles`, `--precision` and `--seed` are about simulation, not about `--method exact`".to_owned(),
    )
}

/// How long it took, in words.
pub fn time(odds: &Odds) -> String {
    let seconds = odds.elapsed.as_secs_f64();
    if odds.method == report::Method::Exact {
        return solved_in(odds.elapsed);
    }
    let speed = odds
        .battles_per_second()
        .map_or_else(String::new, |battles| format!(", {}", speed(battles)));
    format!("{} in {seconds:.2} s{speed}", figure::battles(odds.battles))
}

/// `solved in 0.012 s`.
pub fn solved_in(elapsed: Duration) -> String {
    format!("solved in {:.3} s", elapsed.as_secs_f64())
}
