//! How the figures of a battle of volleys, and of a hex with several, are found.

use super::super::args::{MethodArgs, OutputArgs};
use super::super::failure::Failure;
use super::super::interrupt::Interrupt;
use super::super::progress::Progress;
use super::Found;
use super::unsolved::BYTES_A_STATE;
use crate::engine::exact::{ExactTally, Objective, Refusal};
use crate::engine::volley::{self, Game, Left, Plan, Solver};
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

/// Most pairs of fleets, by a quick look, of a battle that is solved unasked.
const AUTO_STATES: f64 = 100_000.0;

/// Most states that the battles of a hex may have together to be solved unasked.
const AUTO_HEX_STATES: u64 = 500_000;

/// Most states of a battle whose best assignment is worked out unasked beside a result.
const CHEAP_STATES: f64 = 5_000.0;

impl MethodArgs {
    /// Solves the battle or fights it many times, as the arguments say.
    pub fn find_volleys(&self, output: &OutputArgs, plan: &Plan) -> Result<Found, Failure> {
        let must = self.must_solve(plan.needs_best_play())?;
        if must.unwrap_or_else(|| pairs(plan) <= AUTO_STATES) {
            let start = Instant::now();
            Interrupt::solving()?;
            match self.solve_volleys(plan, &mut |_, _| ()) {
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
        let progress = Progress::new(output.quiet, self.precision.is_some());
        let tell = |done, expected| progress.tell(done, expected);
        let run = volley::run(plan, &self.settings(), &tell, &interrupt.cancel);
        progress.finish();
        Ok(Found::Counted { run, end: 0 })
    }

    /// Every figure of a plan, exactly; `show` is shown all ends.
    fn solve_volleys(&self, plan: &Plan, show: &mut dyn FnMut(&Left<'_>, f64)) -> Result<ExactTally, Failure> {
        let refused = |refusal: Refusal| Failure::Usage(format!("{refusal}: {}", instead(plan)));
        if !plan.needs_best_play() && pairs(plan) <= AUTO_STATES {
            return volley::solve_showing(plan, show).map_err(refused);
        }
        let solver = Solver::new(plan).map_err(refused)?;
        let states = solver.size().states;
        let too_large = states > self.exact_limit
            || (plan.needs_best_play() && solver.best_bytes() > self.exact_limit.saturating_mul(BYTES_A_STATE));
        if too_large {
            return Err(Failure::Usage(format!(
                "the battle has {} states, more than the limit of {} allows: {}, or raise `--exact-limit`",
                figure::whole(states),
                figure::whole(self.exact_limit),
                instead(plan)
            )));
        }
        if plan.needs_best_play() {
            let game = Game::new(&solver, Objective::Win).map_err(refused)?;
            return Ok(game.tally(show));
        }
        volley::solve_showing(plan, show).map_err(refused)
    }

    /// The attacker's chance to win if both sides assigned every hit as is best for winning, if that is
    /// cheap to find out and somebody has a choice.
    pub fn best_assignment(&self, plan: &Plan) -> Option<f64> {
        let choice = plan.slots_of.iter().any(|slots| slots.len() > 1);
        if !choice || plan.needs_best_play() || !plan.stop.stalemate || pairs(plan) > CHEAP_STATES {
            return None;
        }
        let best = plan.with_best_play([true, true]);
        let solver = Solver::new(&best).ok()?;
        Some(Game::new(&solver, Objective::Win).ok()?.value())
    }

    /// What becomes of a hex with several parties.
    pub fn find_hex(&self, output: &OutputArgs, hex: &Hex) -> Result<HexFound, Failure> {
        let best = hex
            .parties
            .iter()
            .any(|party| party.policy.target == crate::spec::eclipse::Target::Optimal);
        if self.precision.is_some() {
            return Err(Failure::Usage(
                "`--precision` is about one win rate, and a hex has one for each party: give `--battles`".to_owned(),
            ));
        }
        let must = self.must_solve(best)?;
        let start = Instant::now();
        if must != Some(false) {
            let must = must == Some(true);
            let mut exactly = Exactly {
                args: self,
                most: if must { self.exact_limit } else { AUTO_HEX_STATES },
            };
            Interrupt::solving()?;
            match resolve(hex, 1.0, &mut exactly) {
                Ok(tally) => {
                    let run = HexRun {
                        method: report::Method::Exact,
                        battles: 0,
                        seed: 0,
                        partial: false,
                        elapsed: start.elapsed(),
                    };
                    return Ok(HexFound { tally, run });
                }
                Err(failure) if must => return Err(failure),
                Err(_) => {}
            }
        }
        let interrupt = Interrupt::fighting()?;
        let progress = Progress::new(output.quiet, false);
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
                elapsed: start.elapsed(),
            },
        })
    }
}

/// Weighs ends by their chances.
struct Exactly<'a> {
    args: &'a MethodArgs,
    /// States that may still be gone through.
    most: u64,
}

impl Weigh for Exactly<'_> {
    type Failed = Failure;

    fn weigh(&mut self, plan: &Plan, weight: f64, show: &mut dyn FnMut(&Left<'_>, f64)) -> Result<f64, Failure> {
        let states = pairs(plan).min(u64::MAX as f64) as u64;
        self.most = self.most.checked_sub(states).ok_or_else(|| {
            Failure::Usage(format!(
                "the battles of the hex have too many states together: {}, or raise `--exact-limit`",
                instead(plan)
            ))
        })?;
        let tally = self.args.solve_volleys(plan, &mut |left, p| show(left, p * weight))?;
        Ok(tally.tail * weight)
    }
}

/// Pairs of fleets that a battle can leave at most: those of each side are the ways to share damage out
/// among its ships.
fn pairs(plan: &Plan) -> f64 {
    let fleets = plan.slots.iter().map(|slot| {
        let (ships, conditions) = (slot.ships() as u32, u32::from(slot.hull) + 2);
        (1..conditions).fold(1.0, |ways, k| ways * f64::from(ships + k) / f64::from(k))
    });
    fleets.product()
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
