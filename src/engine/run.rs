//! Runs a plan many times: batches over threads, streams keyed by (seed, batch).

use super::batch::{Batch, MOST_BATTLES_PER_BATCH, battles_per_batch, run_batch};
use super::end::End;
use super::ledger::Ledger;
use super::path::CodePath;
use super::plan::Plan;
use super::statistics::share_interval;
use super::tally::{Outcome, Tally};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How much to simulate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// This many battles.
    Battles(u64),
    /// Until the half-width of the attacker's win rate is at most `half_width`, looking only at
    /// planned numbers of battles (see [`looks`]), and never more than `cap` battles.
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

/// Numbers of battles at which a run for a precision looks at its result: 65,536, then twice as
/// many each time, up to the cap. With an error of 5 % divided equally among the planned looks
/// (Bonferroni), the interval at whichever look the run stops covers the truth at least 95 times
/// in 100, although the data decided when to stop.
#[must_use]
pub fn looks(cap: u64) -> Vec<u64> {
    let doubled = std::iter::successors(Some(MOST_BATTLES_PER_BATCH), |n| n.checked_mul(2));
    let mut looks: Vec<u64> = doubled.take_while(|&n| n < cap).collect();
    looks.push(cap);
    looks
}

/// Simulates. `progress` is told the number of battles done so far and the number expected, now
/// and then and from any thread; once `cancel` is set, the run ends soon with what is finished.
pub fn run(plan: &Plan, settings: &Settings, progress: &(dyn Fn(u64, u64) + Sync), cancel: &AtomicBool) -> Run {
    run_seeking(plan, settings, None, progress, cancel).0
}

/// As [`run`]; counts also the battles that come to an end that is asked for.
pub fn run_seeking(
    plan: &Plan,
    settings: &Settings,
    end: Option<&End>,
    progress: &(dyn Fn(u64, u64) + Sync),
    cancel: &AtomicBool,
) -> (Run, u64) {
    let best = *CodePath::available().last().unwrap_or(&CodePath::Baseline);
    fought(best, plan, settings, end, progress, cancel)
}

/// [`run`] on a given code path: for tests and benches, since the result is the same on each.
pub fn run_on(
    path: CodePath,
    plan: &Plan,
    settings: &Settings,
    progress: &(dyn Fn(u64, u64) + Sync),
    cancel: &AtomicBool,
) -> Run {
    fought(path, plan, settings, None, progress, cancel).0
}

/// The run, and how many of its battles came to the end asked for.
fn fought(
    path: CodePath,
    plan: &Plan,
    settings: &Settings,
    end: Option<&End>,
    progress: &(dyn Fn(u64, u64) + Sync),
    cancel: &AtomicBool,
) -> (Run, u64) {
    let (run, ledger) = simulate(&Lanes { path, plan, end }, settings, progress, cancel);
    (run, ledger.found(plan))
}

/// Battles that can be simulated batch by batch, in any order and on any thread.
pub trait Simulated: Sync {
    /// Where they are counted.
    type Ledger: Send;

    /// An empty ledger.
    fn ledger(&self) -> Self::Ledger;

    /// Battles in a batch: a power of two, at most [`MOST_BATTLES_PER_BATCH`].
    fn battles_per_batch(&self) -> u64;

    /// Fights a batch and adds it to the ledger. If it is cancelled the ledger comes back as it was,
    /// and `false`.
    fn fight(&self, batch: Batch, ledger: Self::Ledger, cancel: &AtomicBool) -> (Self::Ledger, bool);

    /// Adds one ledger to another.
    fn merged(&self, into: Self::Ledger, from: &Self::Ledger) -> Self::Ledger;

    /// Works the figures out.
    fn tally(&self, ledger: &Self::Ledger) -> Tally;
}

/// A plan whose battles are fought in lanes.
struct Lanes<'a> {
    path: CodePath,
    plan: &'a Plan,
    end: Option<&'a End>,
}

/// Ledgers of small battles are shared by batches that run to their end, which takes milliseconds.
static NEVER: AtomicBool = AtomicBool::new(false);

impl Simulated for Lanes<'_> {
    type Ledger = Ledger;

    fn ledger(&self) -> Ledger {
        Ledger::seeking(self.plan, self.end)
    }

    fn battles_per_batch(&self) -> u64 {
        battles_per_batch(self.plan)
    }

    fn fight(&self, batch: Batch, mut ledger: Ledger, cancel: &AtomicBool) -> (Ledger, bool) {
        if ledger.is_table() {
            run_batch(self.path, self.plan, batch, &mut ledger, &NEVER);
            return (ledger, true);
        }
        let mut own = self.ledger();
        if !run_batch(self.path, self.plan, batch, &mut own, cancel) {
            return (ledger, false);
        }
        (ledger.merged(&own), true)
    }

    fn merged(&self, into: Ledger, from: &Ledger) -> Ledger {
        into.merged(from)
    }

    fn tally(&self, ledger: &Ledger) -> Tally {
        ledger.tally(self.plan)
    }
}

/// Simulates battles, as [`run`] does those of a plan; returns their ledger too.
pub fn simulate<S: Simulated>(
    battles: &S,
    settings: &Settings,
    progress: &(dyn Fn(u64, u64) + Sync),
    cancel: &AtomicBool,
) -> (Run, S::Ledger) {
    let start = Instant::now();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(workers(settings.threads))
        .build();
    let work = Work {
        battles,
        seed: settings.seed,
        progress,
        cancel,
        parallel: pool.is_ok(),
        done: AtomicU64::new(0),
    };
    let simulate = || match settings.amount {
        Amount::Battles(battles) => (work.extend(work.battles.ledger(), 0..battles, battles), None, battles),
        Amount::Precision { half_width, cap } => work.until_precise(half_width, cap),
    };
    // Where no threads can be had, the caller's does the work.
    let (ledger, look_level, wanted) = pool.map_or_else(|_| simulate(), |pool| pool.install(simulate));
    let tally = battles.tally(&ledger);
    let partial = tally.battles() < wanted;
    let run = Run {
        tally,
        partial,
        look_level,
        elapsed: start.elapsed(),
    };
    (run, ledger)
}

/// Threads to start: what was asked for, but no more than help; 0 is one for each processor.
fn workers(asked: usize) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    asked.min(4 * processors.max(4))
}

/// What all batches of a run share.
struct Work<'a, S> {
    battles: &'a S,
    seed: u64,
    progress: &'a (dyn Fn(u64, u64) + Sync),
    cancel: &'a AtomicBool,
    parallel: bool,
    done: AtomicU64,
}

impl<S: Simulated> Work<'_, S> {
    /// Adds the battles of a range that starts at a batch's first to the ledger.
    fn extend(&self, ledger: S::Ledger, battles: Range<u64>, expected: u64) -> S::Ledger {
        let a_batch = self.battles.battles_per_batch();
        debug_assert!(battles.start.is_multiple_of(a_batch) || battles.is_empty());
        let batches = battles.start / a_batch..battles.end.div_ceil(a_batch);
        let one = |ledger: S::Ledger, number: u64| {
            let first = number * a_batch;
            let batch = Batch {
                seed: self.seed,
                number,
                battles: (battles.end - first).min(a_batch),
            };
            self.batch(ledger, batch, expected)
        };
        if !self.parallel {
            return batches.fold(ledger, one);
        }
        let new = batches
            .into_par_iter()
            .take_any_while(|_| !self.cancel.load(Ordering::Relaxed))
            .fold(|| self.battles.ledger(), one)
            .reduce_with(|a, b| self.battles.merged(a, &b));
        match new {
            Some(new) => self.battles.merged(ledger, &new),
            None => ledger,
        }
    }

    /// Fights a batch, or leaves the ledger as it is if cancelled.
    fn batch(&self, ledger: S::Ledger, batch: Batch, expected: u64) -> S::Ledger {
        if self.cancel.load(Ordering::Relaxed) {
            return ledger;
        }
        let (ledger, fought) = self.battles.fight(batch, ledger, self.cancel);
        if fought {
            let done = self.done.fetch_add(batch.battles, Ordering::Relaxed) + batch.battles;
            (self.progress)(done, expected);
        }
        ledger
    }

    /// Goes on from look to look until the interval is narrow enough. Returns also the level of the
    /// looks' intervals and the number of battles that was called for.
    fn until_precise(&self, half_width: f64, cap: u64) -> (S::Ledger, Option<f64>, u64) {
        let looks = looks(cap);
        let level = 1.0 - 0.05 / looks.len() as f64;
        let mut ledger = self.battles.ledger();
        let mut fought = 0;
        for look in looks {
            ledger = self.extend(ledger, fought..look, look);
            fought = look;
            let tally = self.battles.tally(&ledger);
            let wins = tally.outcomes[Outcome::Attacker.index()];
            if share_interval(wins, tally.battles(), level).half_width() <= half_width || tally.battles() < fought {
                break;
            }
        }
        (ledger, Some(level), fought)
    }
}
