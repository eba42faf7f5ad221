//! Whole hexes fought with dice, one battle after the other.

use super::HexTally;
use super::state::{End, Record, Standing, Step};
use crate::engine::batch::Batch;
use crate::engine::dice::Stream;
use crate::engine::plan::UnitRow;
use crate::engine::run::{Settings, Simulated, simulate};
use crate::engine::tally::{Outcome, Tally};
use crate::engine::volley::fight::{Fighter, Until};
use crate::engine::volley::fleet::remains;
use crate::engine::volley::{Left, Plan, most_in_batch};
use crate::rules::eclipse::{Hex, lower};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Hexes in a batch.
const BATCH: u64 = 1 << 12;

/// Result of a run.
#[derive(Clone, Debug)]
pub struct Fought {
    /// What happened; weights are numbers of hexes.
    pub tally: HexTally,
    /// Hexes fought.
    pub battles: u64,
    /// Interrupted: fewer than asked for.
    pub partial: bool,
    /// As [`Run::look_level`](crate::engine::run::Run::look_level).
    pub look_level: Option<f64>,
    /// Wall time.
    pub elapsed: Duration,
}

/// Fights all battles of a hex, many times. `progress` and `cancel` are as in
/// [`run`](crate::engine::run()).
pub fn fight(hex: &Hex, settings: &Settings, progress: &(dyn Fn(u64, u64) + Sync), cancel: &AtomicBool) -> Fought {
    let fights = Fights::new(hex);
    let (run, ledger) = simulate(&fights, settings, progress, cancel);
    let battles = run.tally.battles();
    let mut tally = HexTally::new(hex, battles as f64);
    for (end, &times) in &ledger {
        tally.count(hex, end, times as f64);
    }
    tally.close(hex);
    Fought {
        tally,
        battles,
        partial: run.partial,
        look_level: run.look_level,
        elapsed: run.elapsed,
    }
}

/// How a hex ended.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct HexEnd {
    /// Who is left alone.
    left: Option<Standing>,
    /// What became of the others.
    settled: Vec<Standing>,
    /// Battles fought, by party.
    battles: Vec<u8>,
    record: Record,
    stopped: bool,
}

impl HexTally {
    /// Counts hexes that ended so.
    fn count(&mut self, hex: &Hex, end: &HexEnd, times: f64) {
        for settled in &end.settled {
            self.settle(hex, settled, times);
        }
        match end.stopped {
            true => self.undecided += times,
            false => self.finish(hex, end.left.as_ref(), times),
        }
        for (party, &battles) in self.parties.iter_mut().zip(&end.battles) {
            party.battles += f64::from(battles) * times;
        }
        self.record(hex, &end.record, times);
    }
}

/// A hex's battles: plans of all parties that may meet.
struct Fights<'h> {
    hex: &'h Hex,
    order: Vec<usize>,
    /// By the places of two parties in the order: attacker and defender, and their plan.
    plans: BTreeMap<(usize, usize), ([usize; 2], Plan)>,
}

impl Fights<'_> {
    fn new(hex: &Hex) -> Fights<'_> {
        let order = hex.order();
        let mut plans = BTreeMap::new();
        for (later, &next) in order.iter().enumerate() {
            for (earlier, &standing) in order[..later].iter().enumerate() {
                let sides = hex.sides(standing, next);
                plans.insert((earlier, later), (sides, lower(hex, sides, None)));
            }
        }
        Fights { hex, order, plans }
    }

    /// Fights one hex; if it is cancelled, what it comes to says nothing.
    fn hex<'f>(
        &'f self,
        fighters: &mut BTreeMap<(usize, usize), Fighter<'f>>,
        dice: &mut Stream,
        cancel: &AtomicBool,
    ) -> HexEnd {
        let hex = self.hex;
        let mut end = HexEnd {
            left: Some(Standing::fresh(hex, self.order[0])),
            settled: Vec::new(),
            battles: vec![0; hex.parties.len()],
            record: Record::new(hex),
            stopped: false,
        };
        let mut place = 0;
        for (later, &next) in self.order.iter().enumerate().skip(1) {
            let fresh = Standing::fresh(hex, next);
            let Some(standing) = end.left.take() else {
                (end.left, place) = (Some(fresh), later);
                continue;
            };
            let (sides, plan) = &self.plans[&(place, later)];
            let fighter = fighters.entry((place, later)).or_insert_with(|| Fighter::new(plan));
            if fighter.is_full() {
                fighter.forget();
            }
            let before = sides.map(|party| if party == next { &fresh.damage } else { &standing.damage });
            let start = [0, 1].map(|side: usize| fighter.fleet(side, before[side]));
            let ids = fighter.battle(start, dice, &mut Until(cancel)).ids;
            let fleets = fighter.fleets();
            let remains = remains(plan, fleets, ids);
            let damage = [0, 1].map(|side: usize| fleets[side].damage(plan, ids[side])).concat();
            let left = Left {
                remains: &remains,
                damage: &damage,
            };
            let mut battle = End::of(hex, *sides, before, &left);
            if sides[0] == next {
                battle.swap();
            }
            let step = Step::of(&standing, next, &battle);
            end.battles[standing.party] += 1;
            end.battles[next] += 1;
            end.record = step.record(&end.record);
            end.stopped = step.stopped;
            if step.left.as_ref().is_some_and(|left| left.party == next) {
                place = later;
            }
            end.left = step.left;
            end.settled.extend(step.settled);
            if end.stopped {
                let rest = self.order[later + 1..].iter();
                end.settled.extend(rest.map(|&party| Standing::fresh(hex, party)));
                break;
            }
        }
        end
    }
}

impl Simulated for Fights<'_> {
    type Ledger = BTreeMap<HexEnd, u64>;

    fn ledger(&self) -> Self::Ledger {
        BTreeMap::new()
    }

    fn battles_per_batch(&self) -> u64 {
        let plans = self.plans.values();
        plans.map(|(_, plan)| most_in_batch(plan)).fold(BATCH, u64::min)
    }

    fn fight(&self, batch: Batch, mut ledger: Self::Ledger, cancel: &AtomicBool) -> (Self::Ledger, bool) {
        let mut dice = Stream::new(batch.seed, batch.number);
        let mut fighters = BTreeMap::new();
        let mut ends: BTreeMap<HexEnd, u64> = BTreeMap::new();
        for _ in 0..batch.battles {
            let end = self.hex(&mut fighters, &mut dice, cancel);
            if cancel.load(Ordering::Relaxed) {
                return (ledger, false);
            }
            *ends.entry(end).or_default() += 1;
        }
        ledger = self.merged(ledger, &ends);
        (ledger, true)
    }

    fn merged(&self, mut into: Self::Ledger, from: &Self::Ledger) -> Self::Ledger {
        for (end, times) in from {
            match into.get_mut(end) {
                Some(sum) => *sum += times,
                None => {
                    into.insert(end.clone(), *times);
                }
            }
        }
        into
    }

    /// The party whose chance to be left is known least exactly, the one nearest to a half, is the attacker
    /// of the tally: a run for a precision goes on until that is known.
    fn tally(&self, ledger: &Self::Ledger) -> Tally {
        let mut wins = vec![0; self.hex.parties.len()];
        for (end, times) in ledger {
            if let Some(left) = end.left.as_ref().filter(|_| !end.stopped) {
                wins[left.party] += times;
            }
        }
        let battles: u64 = ledger.values().sum();
        let from_half = |&wins: &u64| battles.abs_diff(2 * wins);
        let least_known = wins.into_iter().min_by_key(from_half).unwrap_or(0);
        let rows: &[UnitRow] = &[];
        let mut tally = Tally::new(rows);
        tally.outcomes[Outcome::Attacker.index()] = least_known;
        tally.outcomes[Outcome::Neither.index()] = battles - least_known;
        tally
    }
}
