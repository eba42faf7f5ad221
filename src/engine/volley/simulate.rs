//! Many battles of a plan, counted.

use super::effort::most_in_batch;
use super::fight::{Fighter, Until};
use super::fleet::{Id, remains};
use super::hash::Mixed;
use super::plan::{Plan, Slot};
use crate::engine::batch::{Batch, MOST_BATTLES_PER_BATCH};
use crate::engine::dice::Stream;
use crate::engine::run::{Run, Settings, Simulated, simulate};
use crate::engine::tally::{Outcome, Tally};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Hit points of both sides together up to which battles are small.
const SMALL_BATTLE: u64 = 64;

/// Fewest battles in a batch of battles that are soon fought.
const FEWEST: u64 = 1024;

/// Simulates battles of a plan, as [`run`](crate::engine::run()) does for plans of slots. A side that
/// leaves assignment to best play, which only the solver finds, assigns by threat.
pub fn run(plan: &Plan, settings: &Settings, progress: &(dyn Fn(u64, u64) + Sync), cancel: &AtomicBool) -> Run {
    simulate(&Battles::new(plan), settings, progress, cancel).0
}

/// Battles of a plan, to be simulated batch by batch.
pub struct Battles<'p> {
    plan: &'p Plan,
    /// Those that are not at work; what they have worked out is of use to the next batch.
    fighters: Mutex<Vec<Fighter<'p>>>,
}

impl<'p> Battles<'p> {
    /// Nothing fought yet.
    #[must_use]
    pub fn new(plan: &'p Plan) -> Battles<'p> {
        Battles {
            plan,
            fighters: Mutex::new(Vec::new()),
        }
    }
}

impl Simulated for Battles<'_> {
    type Ledger = Tally;

    fn ledger(&self) -> Tally {
        Tally::new(&self.plan.units)
    }

    fn battles_per_batch(&self) -> u64 {
        let hit_points = |slot: &Slot| slot.ships() as u64 * (u64::from(slot.hull) + 1);
        let size = self.plan.slots.iter().map(hit_points).sum::<u64>();
        let size = size.div_ceil(SMALL_BATTLE).max(1).next_power_of_two();
        (MOST_BATTLES_PER_BATCH / size)
            .max(FEWEST)
            .min(most_in_batch(self.plan))
    }

    fn fight(&self, batch: Batch, mut ledger: Tally, cancel: &AtomicBool) -> (Tally, bool) {
        let waiting = self.fighters.lock().ok().and_then(|mut fighters| fighters.pop());
        let mut fighter = waiting.unwrap_or_else(|| Fighter::new(self.plan));
        let fought = fight(self.plan, &mut fighter, batch, cancel);
        if let Ok(mut fighters) = self.fighters.lock() {
            fighters.push(fighter);
        }
        match fought {
            Some(tally) => {
                ledger.merge(&tally);
                (ledger, true)
            }
            None => (ledger, false),
        }
    }

    fn merged(&self, mut into: Tally, from: &Tally) -> Tally {
        into.merge(from);
        into
    }

    fn tally(&self, ledger: &Tally) -> Tally {
        ledger.clone()
    }
}

/// Fights the battles of a batch, one after the other; none if it is cancelled.
fn fight(plan: &Plan, fighter: &mut Fighter<'_>, batch: Batch, cancel: &AtomicBool) -> Option<Tally> {
    let mut dice = Stream::new(batch.seed, batch.number);
    let mut tally = Tally::new(&plan.units);
    let mut ends = HashMap::<[Id; 2], u64, Mixed>::default();
    for _ in 0..batch.battles {
        let finish = fighter.battle([0, 0], &mut dice, &mut Until(cancel));
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        *ends.entry(finish.ids).or_default() += 1;
        let fleets = fighter.fleets();
        let alive = [0, 1].map(|side: usize| fleets[side].alive(finish.ids[side]));
        let rounds = &mut tally.rounds[Outcome::of(alive).index()];
        if rounds.len() <= usize::from(finish.rounds) {
            rounds.resize(usize::from(finish.rounds) + 1, 0);
        }
        rounds[usize::from(finish.rounds)] += 1;
        if fighter.is_full() {
            count(plan, fighter, &mut ends, &mut tally);
            fighter.forget();
        }
    }
    count(plan, fighter, &mut ends, &mut tally);
    Some(tally)
}

/// Counts what the battles left.
fn count(plan: &Plan, fighter: &Fighter<'_>, ends: &mut HashMap<[Id; 2], u64, Mixed>, tally: &mut Tally) {
    for (ids, times) in ends.drain() {
        tally.count(&plan.units, &remains(plan, fighter.fleets(), ids), times);
    }
}
