//! Where the lanes write ended battles down, fast.
//!
//! A battle's figures follow from how many ships each slot has left. Where all combinations fit a
//! small table, a battle is counted with one increment of its combination, and the figures are
//! worked out once at the end. Otherwise each battle goes to the tally by itself; such battles are
//! long, and their counting is a small part of them.

use super::lanes::State;
use super::plan::{Leave, Plan};
use super::row::{LANES, WideRow};
use super::tally::{Outcome, Remains, Tally};

/// Most combinations that are counted in a table: they are numbered in 16 bits, and the table should
/// stay in a processor's second-level cache.
const MOST_COMBINATIONS: u32 = 1 << 15;

/// Counts of a thread, mergeable in any order.
#[derive(Clone, Debug)]
pub struct Ledger {
    /// Rounds by outcome, and all else if there are too many combinations.
    tally: Tally,
    table: Option<Table>,
}

/// Counts by combination of final slot counts.
#[derive(Clone, Debug)]
struct Table {
    digits: Vec<Digit>,
    counts: Vec<u64>,
}

/// One number of a combination: the ships of a slot that are left, or that went.
#[derive(Clone, Copy, Debug)]
struct Digit {
    slot: usize,
    gone: bool,
    stride: u16,
    base: u16,
}

impl Table {
    /// The table of a plan, if it is small enough.
    fn new(plan: &Plan) -> Option<Table> {
        let mut digits = Vec::new();
        let mut combinations = 1u32;
        let mut push = |slot: usize, gone: bool| {
            let base = u32::from(plan.slots[slot].capacity) + 1;
            digits.push(Digit {
                slot,
                gone,
                stride: combinations as u16,
                base: base as u16,
            });
            combinations = combinations.checked_mul(base).filter(|&n| n <= MOST_COMBINATIONS)?;
            Some(())
        };
        for slot in 0..plan.slots.len() {
            push(slot, false)?;
        }
        for step in plan.steps.iter().filter(|step| step.leave != Leave::Never) {
            push(step.shooter, true)?;
        }
        Some(Table {
            digits,
            counts: vec![0; combinations as usize],
        })
    }

    /// Each lane's combination.
    #[inline(always)]
    fn numbers(&self, state: &State) -> WideRow {
        let mut number = WideRow::ZERO;
        for digit in &self.digits {
            let row = if digit.gone {
                &state.gone[digit.slot]
            } else {
                &state.front[digit.slot]
            };
            number = number.plus_times(row, digit.stride);
        }
        number
    }

    /// What the battles of a combination left.
    fn remains(&self, plan: &Plan, number: usize) -> Remains {
        let read = |slot: usize, gone: bool| {
            let digit = self
                .digits
                .iter()
                .find(|digit| digit.slot == slot && digit.gone == gone);
            digit.map_or(0, |digit| {
                (number / usize::from(digit.stride) % usize::from(digit.base)) as u8
            })
        };
        Remains::of(plan, |slot| read(slot, false), |slot| read(slot, true))
    }
}

impl Ledger {
    /// An empty ledger.
    #[must_use]
    pub fn new(plan: &Plan) -> Ledger {
        let mut tally = Tally::new(plan);
        for rounds in &mut tally.rounds {
            rounds.resize(usize::from(plan.stop.round) + 1, 0);
        }
        Ledger {
            tally,
            table: Table::new(plan),
        }
    }

    /// Battles are counted by combination, which is the case for small ones.
    #[must_use]
    pub fn is_table(&self) -> bool {
        self.table.is_some()
    }

    /// Numbers the lanes' combinations; to be asked once before [`count`](Self::count).
    #[inline(always)]
    pub fn numbers(&self, state: &State) -> WideRow {
        self.table.as_ref().map_or(WideRow::ZERO, |table| table.numbers(state))
    }

    /// Counts the battle that ended in a lane.
    #[inline(always)]
    pub fn count(&mut self, plan: &Plan, state: &State, numbers: &WideRow, lane: usize, outcome: Outcome) {
        debug_assert!(lane < LANES);
        self.tally.rounds[outcome.index()][usize::from(state.round.0[lane])] += 1;
        match &mut self.table {
            Some(table) => table.counts[usize::from(numbers.0[lane])] += 1,
            None => self.tally.count(plan, &remains(plan, state, lane), 1),
        }
    }

    /// Adds another ledger of the same plan.
    #[must_use]
    pub fn merged(mut self, other: &Ledger) -> Ledger {
        self.tally.merge(&other.tally);
        if let (Some(into), Some(from)) = (&mut self.table, &other.table) {
            for (a, b) in into.counts.iter_mut().zip(&from.counts) {
                *a += b;
            }
        }
        self
    }

    /// Works the figures out.
    #[must_use]
    pub fn tally(&self, plan: &Plan) -> Tally {
        let mut tally = self.tally.clone();
        if let Some(table) = &self.table {
            for (number, &times) in table.counts.iter().enumerate().filter(|&(_, &times)| times > 0) {
                tally.count(plan, &table.remains(plan, number), times);
            }
        }
        for rounds in &mut tally.rounds {
            let used = rounds.iter().rposition(|&n| n > 0).map_or(1, |last| last + 1);
            rounds.truncate(used);
        }
        tally
    }
}

/// What the battle in a lane leaves.
#[must_use]
pub fn remains(plan: &Plan, state: &State, lane: usize) -> Remains {
    Remains::of(
        plan,
        |slot| state.front[slot].0[lane] + state.back[slot].0[lane],
        |slot| state.gone[slot].0[lane],
    )
}
