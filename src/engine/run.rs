//! Runs a plan many times: batches over threads, streams keyed by (seed, batch).

use super::plan::Plan;
use super::tally::Tally;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How much to simulate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// This many battles.
    Battles(u64),
    /// Until the 95 % half-width of the attacker's win rate is at most `half_width`, looking only
    /// at planned numbers of battles, and never more than `cap` battles.
    Precision {
        /// Probability, such as 0.001.
        half_width: f64,
        /// Most battles.
        cap: u64,
    },
}

/// What a run needs to know besides the plan.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The same seed gives the same battles.
    pub seed: u64,
    /// How much to simulate.
    pub amount: Amount,
    /// Worker threads; 0: one for each processor.
    pub threads: usize,
}

/// Result of a run.
#[derive(Clone, Debug)]
pub struct Run {
    /// What happened.
    pub tally: Tally,
    /// Interrupted: the tally holds whole batches, but fewer battles than asked for.
    pub partial: bool,
    /// For [`Amount::Precision`]: the confidence level that each look's interval must use for the
    /// error over all planned looks to stay at 5 %; `None` for a fixed number of battles.
    pub look_level: Option<f64>,
    /// Wall time.
    pub elapsed: Duration,
}

/// Simulates. `progress` is told the number of battles done so far and the number expected, now
/// and then and from any thread; once `cancel` is set, the run ends soon with what is finished.
pub fn run(plan: &Plan, settings: &Settings, progress: &(dyn Fn(u64, u64) + Sync), cancel: &AtomicBool) -> Run {
    let _ = (plan, settings, progress, cancel);
    todo!()
}
