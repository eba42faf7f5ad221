//! How the figures of a battle of volleys, and of a hex with several, are found.

use super::super::args::{Method, MethodArgs, OutputArgs};
use super::super::failure::Failure;
use super::Found;
use crate::engine::volley::{self, Left, Plan};
use crate::lab::hex::{HexTally, Weigh, resolve};
use crate::report::hex::HexRun;
use crate::report::{self, HexOdds, figure};
use crate::rules::eclipse::Hex;
use std::time::{Duration, Instant};

/// A hex's figures, and how they were found.
pub struct HexFound {
    pub tally: HexTally,
    pub run: HexRun,
}

/// Most states of a battle that is solved unasked.
const AUTO_STATES: u64 = 2_000_000;

impl MethodArgs {
    /// Solves the battle or fights it many times, as the arguments say.
    pub fn find_volleys(&self, output: &OutputArgs, plan: &Plan) -> Result<Found, Failure> {
        let _ = output;
        let start = Instant::now();
        let tally = volley::solve(plan).map_err(|refusal| Failure::Usage(refusal.to_string()))?;
        Ok(Found::Exact {
            tally,
            end: 0.0,
            elapsed: start.elapsed(),
        })
    }

    /// What becomes of a hex with several parties.
    pub fn find_hex(&self, output: &OutputArgs, hex: &Hex) -> Result<HexFound, Failure> {
        let _ = output;
        let start = Instant::now();
        let tally = resolve(hex, 1.0, &mut Exactly)?;
        Ok(HexFound {
            tally,
            run: HexRun {
                method: report::Method::Exact,
                battles: 0,
                seed: 0,
                partial: false,
                elapsed: start.elapsed(),
            },
        })
    }
}

/// Weighs ends by their chances.
struct Exactly;

impl Weigh for Exactly {
    type Failed = Failure;

    fn weigh(&mut self, plan: &Plan, weight: f64, show: &mut dyn FnMut(&Left<'_>, f64)) -> Result<f64, Failure> {
        let tally = volley::solve_showing(plan, &mut |left, p| show(left, p * weight))
            .map_err(|refusal| Failure::Usage(refusal.to_string()))?;
        Ok(tally.tail * weight)
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
