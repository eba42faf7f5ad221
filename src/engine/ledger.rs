//! Where the lanes write ended battles down, fast.
//!
//! A battle's figures follow from how many ships each slot has left. Where all combinations fit a
//! small table, a battle is counted with one increment of its combination, and the figures are
//! worked out once at the end. Otherwise each battle goes to the tally by itself; such battles are
//! long, and their counting is a small part of them.

use super::end::End;
use super::lanes::State;
use super::plan::{Leave, Plan};
use super::row::{Row, WideRow};
use super::tally::{Outcome, Remains, Tally};

/// Most combinations that are counted in a table: they are numbered in 16 bits, and the table should
/// stay in a processor's second-level cache.
const MOST_COMBINATIONS: u32 = 1 << 15;

/// Counts of a thread, mergeable in any order.
#[derive(Clone, Debug)]
pub struct Ledger {
    /// All but the rounds, if there are too many combinations for a table.
    tally: Tally,
    table: Option<Table>,
    /// Battles by outcome and rounds: [`Outcome`] times [`Ledger::stride`] plus rounds.
    rounds: Vec<u64>,
    /// An end to count by itself, and, if there is no table, the battles that came to it.
    sought: Option<(End, u64)>,
}

/// Where the lanes' battles are counted, should they end now.
pub struct Entries {
    /// Combination of the table.
    number: WideRow,
    /// Entry of the rounds.
    rounds: WideRow,
    /// Outcome.
    outcome: Row,
}

impl Entries {
    /// Outcome of the battle in a lane.
    #[inline(always)]
    #[must_use]
    pub fn outcome(&self, lane: usize) -> Outcome {
        Outcome::ALL[usize::from(self.outcome.0[lane])]
    }
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
    /// The number is the slot's; else it is a part of that of another one.
    told: bool,
}

impl Table {
    /// The table of a plan, if it is small enough.
    fn new(plan: &Plan) -> Option<Table> {
        let mut digits = Vec::new();
        let mut combinations = 1u32;
        let mut push = |slots: &[usize], most: u8, gone: bool| {
            let base = u32::from(most) + 1;
            digits.extend(slots.iter().enumerate().map(|(place, &slot)| Digit {
                slot,
                gone,
                stride: combinations as u16,
                base: base as u16,
                told: place == 0,
            }));
            combinations = combinations.checked_mul(base).filter(|&n| n <= MOST_COMBINATIONS)?;
            Some(())
        };
        let leaves = |slot: usize| plan.leave(slot) != Leave::Never;
        if plan.features.captures {
            // Captured ships are spread over many slots, and all that is asked of them is how many there are.
            let rows = || plan.units.iter().filter(|row| !row.slots.is_empty());
            for row in rows() {
                push(&row.slots, row.most(), false)?;
            }
            for row in rows().filter(|row| row.slots.iter().any(|&slot| leaves(slot))) {
                push(&row.slots, row.most(), true)?;
            }
        } else {
            for slot in 0..plan.ship_slots() {
                push(&[slot], plan.slots[slot].capacity, false)?;
            }
            for slot in (0..plan.ship_slots()).filter(|&slot| leaves(slot)) {
                push(&[slot], plan.slots[slot].capacity, true)?;
            }
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
                .find(|digit| digit.told && digit.slot == slot && digit.gone == gone);
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
        Ledger::seeking(plan, None)
    }

    /// An empty ledger that counts one end by itself.
    #[must_use]
    pub fn seeking(plan: &Plan, end: Option<&End>) -> Ledger {
        let rounds = vec![0; 3 * Ledger::stride(plan)];
        Ledger {
            tally: Tally::new(&plan.units),
            table: Table::new(plan),
            rounds,
            sought: end.map(|end| (end.clone(), 0)),
        }
    }

    /// Entries of [`Ledger::rounds`] an outcome.
    #[inline(always)]
    fn stride(plan: &Plan) -> usize {
        usize::from(plan.stop.round) + 1
    }

    /// Battles are counted by combination, which is the case for small ones.
    #[must_use]
    pub fn is_table(&self) -> bool {
        self.table.is_some()
    }

    /// Where the lanes' battles are to be counted, given who still has ships.
    #[inline(always)]
    #[must_use]
    pub fn entries(&self, plan: &Plan, state: &State, alive: &[Row; 2]) -> Entries {
        let outcome = alive[0]
            .equal(&alive[1])
            .choose(2, 0)
            .or(&alive[1].and_not(&alive[0]).choose(1, 0));
        // Not `map_or`: it would be left standing, compiled for the baseline.
        let number = match &self.table {
            Some(table) => table.numbers(state),
            None => WideRow::ZERO,
        };
        Entries {
            number,
            rounds: state.round.plus_times(&outcome, Ledger::stride(plan) as u16),
            outcome,
        }
    }

    /// Counts the battle that ended in a lane.
    #[inline(always)]
    pub fn count(&mut self, plan: &Plan, state: &State, entries: &Entries, lane: usize) {
        self.rounds[usize::from(entries.rounds.0[lane])] += 1;
        match &mut self.table {
            Some(table) => table.counts[usize::from(entries.number.0[lane])] += 1,
            None => {
                let remains = remains(plan, state, lane);
                self.tally.count(&plan.units, &remains, 1);
                if let Some((end, found)) = &mut self.sought {
                    *found += u64::from(end.is(&remains));
                }
            }
        }
    }

    /// Adds another ledger of the same plan.
    #[must_use]
    pub fn merged(mut self, other: &Ledger) -> Ledger {
        self.tally.merge(&other.tally);
        for (a, b) in self.rounds.iter_mut().zip(&other.rounds) {
            *a += b;
        }
        if let (Some(into), Some(from)) = (&mut self.table, &other.table) {
            for (a, b) in into.counts.iter_mut().zip(&from.counts) {
                *a += b;
            }
        }
        if let (Some((_, into)), Some((_, from))) = (&mut self.sought, &other.sought) {
            *into += from;
        }
        self
    }

    /// Battles that came to the end that is counted by itself; 0 if none is.
    #[must_use]
    pub fn found(&self, plan: &Plan) -> u64 {
        let Some((end, found)) = &self.sought else { return 0 };
        let in_table = self.table.iter().flat_map(|table| {
            let happened = table.counts.iter().enumerate().filter(|&(_, &times)| times > 0);
            happened.filter(|&(number, _)| end.is(&table.remains(plan, number)))
        });
        found + in_table.map(|(_, times)| times).sum::<u64>()
    }

    /// Works the figures out.
    #[must_use]
    pub fn tally(&self, plan: &Plan) -> Tally {
        let mut tally = self.tally.clone();
        if let Some(table) = &self.table {
            for (number, &times) in table.counts.iter().enumerate().filter(|&(_, &times)| times > 0) {
                tally.count(&plan.units, &table.remains(plan, number), times);
            }
        }
        for (into, rounds) in tally.rounds.iter_mut().zip(self.rounds.chunks(Ledger::stride(plan))) {
            let used = rounds.iter().rposition(|&n| n > 0).map_or(1, |last| last + 1);
            *into = rounds[..used].to_vec();
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
