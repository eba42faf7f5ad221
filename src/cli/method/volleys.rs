//! How the figures of a battle of volleys, and of a hex with several, are found.

use super::super::args::{MethodArgs, OutputArgs};
use super::super::failure::Failure;
use super::super::interrupt::Interrupt;
use super::super::progress::Progress;
use super::Found;
use super::unsolved::{BYTES_A_STATE, memory, raise, refused, states};
use crate::engine::Amount;
use crate::engine::exact::{ExactTally, Excess, Objective, Refusal};
use crate::engine::run::looks;
use crate::engine::volley::{self, Game, Left, Limit, Plan, Solver, fleets};
use crate::lab::hex::{HexTally, Weigh, fight, resolve};
use crate::report::hex::HexRun;
use crate::report::{self, HexOdds, figure};
use crate::rules::eclipse::Hex;
use std::time::Instant;

/// A hex's figures, and how they were found.
pub struct HexFound {
    pub tally: HexTally,
    pub run: HexRun,
}

/// Most pairs of fleets, by a quick look, of a battle that is laid out unasked. Few of them are ever met:
/// of the 1.8 million of full starting fleets against the same 3,700, of 7.8 thousand million with two dice
/// a ship 107,000.
const AUTO_PAIRS: f64 = 1e11;

/// What a battle may take that is solved unasked. Measured on one core of the reference machine: a unit of
/// work takes 30 to 120 ns, with rerolls 280, so that this is a second at most with few exceptions, also for
/// a battle that is given up then.
const AUTO: Limit = Limit {
    work: 6_000_000,
    states: 2_000_000,
    bytes: 500_000_000,
};

/// Most rolls of a round, from all states, of a battle that is solved unasked: 30 to 170 ns each for all
/// rounds together, measured likewise, and a second at most.
const AUTO_NODES: u64 = 8_000_000;

/// What a battle may take whose best assignment is worked out unasked beside a result.
const CHEAP: Limit = Limit {
    work: 1_000_000,
    states: 5_000,
    bytes: 100_000_000,
};

impl MethodArgs {
    /// Solves the battle or fights it many times, as the arguments say.
    pub fn find_volleys(&self, output: &OutputArgs, plan: &Plan) -> Result<Found, Failure> {
        self.volleys_have_an_objective(plan.needs_best_play())?;
        let must = self.must_solve(plan.needs_best_play())?;
        if must != Some(false) {
            let start = Instant::now();
            Interrupt::solving()?;
            let mut budget = Budget::new(self, must.is_some());
            match budget.solve(plan, &mut |_, _| ()) {
                Ok(tally) => {
                    return Ok(Found::Exact {
                        tally,
                        end: 0.0,
                        elapsed: start.elapsed(),
                    });
                }
                Err(failure) if must == Some(true) => return Err(failure),
                // Larger than it looked: fight it.
                Err(_) => {}
            }
        }
        let interrupt = Interrupt::fighting()?;
        let progress = self.fight_bar(output);
        let tell = |done, expected| progress.tell(done, expected);
        let run = volley::run(plan, &self.settings(), &tell, &interrupt.cancel);
        progress.finish();
        Ok(Found::Counted { run, end: 0 })
    }

    /// A bar that knows from the start how many battles there are to be: a first batch may take a while.
    fn fight_bar(&self, output: &OutputArgs) -> Progress {
        let progress = Progress::new(output.quiet, self.precision.is_some());
        let expected = match self.settings().amount {
            Amount::Battles(battles) => battles,
            Amount::Precision { cap, .. } => looks(cap)[0],
        };
        progress.tell(0, expected);
        progress
    }

    /// An objective that was asked for must be that of best play, and one that Eclipse has.
    pub fn volleys_have_an_objective(&self, best_play: bool) -> Result<(), Failure> {
        match self.objective() {
            Objective::CpSwing => Err(Failure::Usage(
                "`--objective cp-swing` is about Space Empires: optimal assignment of hits is for winning the hex"
                    .to_owned(),
            )),
            Objective::Win if self.objective.is_some() && !best_play => Err(Failure::Usage(
                "`--objective` says what optimal policies are after, and no policy is `optimal`: leave it out"
                    .to_owned(),
            )),
            Objective::Win => Ok(()),
        }
    }

    /// The attacker's chance to win if both sides assigned every hit as is best for winning, if that is
    /// cheap to find out and somebody has a choice.
    pub fn best_assignment(&self, plan: &Plan) -> Option<f64> {
        let choice = plan.slots_of.iter().any(|slots| slots.len() > 1);
        if !choice || plan.needs_best_play() || !plan.stop.stalemate || pairs(plan) > CHEAP.states as f64 {
            return None;
        }
        let best = plan.with_best_play([true, true]);
        let solver = Solver::within(&best, &CHEAP).ok()?;
        Some(Game::new(&solver, Objective::Win).ok()?.value())
    }

    /// What becomes of a hex with several parties.
    pub fn find_hex(&self, output: &OutputArgs, hex: &Hex) -> Result<HexFound, Failure> {
        let best = hex
            .parties
            .iter()
            .any(|party| party.policy.target == crate::spec::eclipse::Target::Optimal);
        self.volleys_have_an_objective(best)?;
        let must = self.must_solve(best)?;
        let start = Instant::now();
        if must != Some(false) {
            Interrupt::solving()?;
            match resolve(hex, 1.0, &mut Budget::new(self, must.is_some())) {
                Ok(tally) => {
                    let run = HexRun {
                        method: report::Method::Exact,
                        battles: 0,
                        seed: 0,
                        partial: false,
                        precision: None,
                        look_level: None,
                        elapsed: start.elapsed(),
                    };
                    return Ok(HexFound { tally, run });
                }
                Err(failure) if must == Some(true) => return Err(failure),
                Err(_) => {}
            }
        }
        let interrupt = Interrupt::fighting()?;
        let progress = self.fight_bar(output);
        let tell = |done, expected| progress.tell(done, expected);
        let settings = self.settings();
        let fought = fight(hex, &settings, &tell, &interrupt.cancel);
        progress.finish();
        Ok(HexFound {
            tally: fought.tally,
            run: HexRun {
                method: report::Method::Simulate,
                battles: fought.battles,
                seed: settings.seed,
                partial: fought.partial,
                precision: self.precision,
                look_level: fought.look_level,
                elapsed: fought.elapsed,
            },
        })
    }
}

/// What the battles of a result may still take together.
struct Budget {
    limit: Limit,
    /// Rolls of a round from all states.
    nodes: u64,
    /// What `--exact-limit` says, if a battle is solved because it must be.
    asked: Option<u64>,
}

impl Budget {
    /// Of battles that must be solved, or that are solved unasked.
    fn new(args: &MethodArgs, must: bool) -> Budget {
        match must {
            true => Budget {
                limit: Limit {
                    work: args.exact_limit.saturating_mul(2) / 5,
                    states: args.exact_limit,
                    bytes: args.exact_limit.saturating_mul(BYTES_A_STATE),
                },
                nodes: u64::MAX,
                asked: Some(args.exact_limit),
            },
            false => Budget {
                limit: AUTO,
                nodes: AUTO_NODES,
                asked: None,
            },
        }
    }

    /// Every figure of a plan, exactly; `show` is shown all ends. What it takes is taken off.
    fn solve(&mut self, plan: &Plan, show: &mut dyn FnMut(&Left<'_>, f64)) -> Result<ExactTally, Failure> {
        if self.asked.is_none() && pairs(plan) > AUTO_PAIRS {
            return Err(self.too_large(
                plan,
                &Excess {
                    states: pairs(plan) as u64,
                    at_least: false,
                    bytes: None,
                },
            ));
        }
        let solver = Solver::within(plan, &self.limit).map_err(|refusal| self.refused(plan, refusal))?;
        let size = solver.size();
        let bytes = match plan.needs_best_play() {
            true => size.bytes.saturating_add(solver.best_bytes()),
            false => size.bytes,
        };
        if bytes > self.limit.bytes || size.nodes > self.nodes {
            let excess = Excess {
                states: size.states,
                at_least: false,
                bytes: (bytes > self.limit.bytes).then_some(bytes),
            };
            return Err(self.too_large(plan, &excess));
        }
        self.limit.work = self.limit.work.saturating_sub(solver.work());
        self.limit.states = self.limit.states.saturating_sub(size.states);
        self.nodes = self.nodes.saturating_sub(size.nodes);
        if !plan.needs_best_play() {
            return Ok(solver.tally(show));
        }
        let game = Game::new(&solver, Objective::Win).map_err(|refusal| self.refused(plan, refusal))?;
        Ok(game.tally(show))
    }

    fn refused(&self, plan: &Plan, refusal: Refusal) -> Failure {
        match refusal {
            Refusal::TooLarge(excess) => self.too_large(plan, &excess),
            Refusal::NoMemory { .. } => refused(refusal),
            _ => Failure::Usage(format!("{refusal}: {}", instead(plan))),
        }
    }

    fn too_large(&self, plan: &Plan, excess: &Excess) -> Failure {
        let limit = self.asked.unwrap_or(self.limit.states);
        let why = match excess.bytes {
            Some(bytes) => format!(", which take {} of memory,", memory(bytes)),
            None if excess.states <= limit => ", and its volleys have".to_owned(),
            None => ",".to_owned(),
        };
        let what = if excess.bytes.is_none() && excess.states <= limit {
            " rolls"
        } else {
            ""
        };
        let bytes = excess.bytes.unwrap_or(excess.states.saturating_mul(BYTES_A_STATE));
        let or = raise(excess, bytes).map_or_else(String::new, |or| format!(", or {or}"));
        Failure::Usage(format!(
            "the battle has {}{why} more{what} than the limit of {} allows: {}{or}",
            states(excess),
            figure::whole(limit),
            instead(plan)
        ))
    }
}

/// Weighs ends by their chances.
impl Weigh for Budget {
    type Failed = Failure;

    fn weigh(&mut self, plan: &Plan, weight: f64, show: &mut dyn FnMut(&Left<'_>, f64)) -> Result<f64, Failure> {
        let tally = self.solve(plan, &mut |left, p| show(left, p * weight))?;
        Ok(tally.tail * weight)
    }
}

/// Pairs of fleets that a battle can leave at most: those of each side are the ways to share damage out
/// among its ships, and dice that it may still roll again.
fn pairs(plan: &Plan) -> f64 {
    let rerolls = plan.orders.iter().map(|orders| f64::from(orders.rerolls) + 1.0);
    fleets(&plan.slots) * rerolls.product::<f64>()
}

/// What to do about a battle that is too large to solve.
fn instead(plan: &Plan) -> &'static str {
    match plan.needs_best_play() {
        true => "give another policy than `optimal`",
        false => "simulate it",
    }
}

/// How long a hex took, in words.
pub fn hex_time(odds: &HexOdds) -> String {
    match odds.run.method {
        report::Method::Exact => super::solved_in(odds.run.elapsed),
        report::Method::Simulate => {
            let speed = odds.battles_per_second();
            let speed = speed.map_or_else(String::new, |battles| format!(", {}", super::speed(battles)));
            let seconds = odds.run.elapsed.as_secs_f64();
            format!("{} in {seconds:.2} s{speed}", figure::battles(odds.run.battles))
        }
    }
}
