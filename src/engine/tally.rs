//! Counts of what happened, all integers, so that they add up to the same sum in any order.

use super::plan::{Plan, UnitRow};
use crate::spec::Side;

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Only the attacker has combat-capable ships left in the hex.
    Attacker,
    /// Only the defender has combat-capable ships left in the hex.
    Defender,
    /// Everything else: both gone, a stalemate, or stopped while both still fight.
    Neither,
}

impl Outcome {
    /// All three, in the order of every array indexed by outcome.
    pub const ALL: [Outcome; 3] = [Outcome::Attacker, Outcome::Defender, Outcome::Neither];

    /// The outcome, given which sides have combat-capable ships left in the hex.
    #[must_use]
    pub fn of(alive: [bool; 2]) -> Outcome {
        match alive {
            [true, false] => Outcome::Attacker,
            [false, true] => Outcome::Defender,
            _ => Outcome::Neither,
        }
    }

    /// Position in arrays indexed by outcome.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// What a battle left, one entry a row of [`Plan::units`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remains {
    /// Ships left in the hex; escorted ones are already taken off if their escort is gone (5.4).
    pub survived: Vec<u8>,
    /// Ships that left the hex alive.
    pub retreated: Vec<u8>,
    /// How it ended.
    pub outcome: Outcome,
    /// Both sides could still fight when it was stopped.
    pub stopped: bool,
}

impl Remains {
    /// Reads the final counts of the slots: ships in the hex, and ships that left it.
    #[must_use]
    pub fn of(plan: &Plan, ships: impl Fn(usize) -> u8, gone: impl Fn(usize) -> u8) -> Remains {
        let mut alive = Side::BOTH.map(|side| plan.slots_of[side.index()].clone().any(|slot| ships(slot) > 0));
        let sum = |unit: &UnitRow, of: &dyn Fn(usize) -> u8| unit.slots.iter().map(|&slot| of(slot)).sum();
        let mut survived: Vec<u8> = plan.units.iter().map(|unit| sum(unit, &ships)).collect();
        let mut retreated: Vec<u8> = plan.units.iter().map(|unit| sum(unit, &gone)).collect();
        let stopped = alive == [true, true];
        if plan.features.carried {
            for side in Side::BOTH {
                let room = |of: &dyn Fn(usize) -> u8| -> u32 {
                    let carriers = plan.carriers(side.index());
                    carriers
                        .map(|slot| u32::from(of(slot)) * u32::from(plan.slots[slot].berths))
                        .sum()
                };
                let rooms = [room(&ships), room(&gone)];
                carry(plan, side, stopped, rooms, &mut survived, &mut retreated);
                let mut own = plan.units.iter().zip(&survived);
                alive[side.index()] = own.any(|(unit, &left)| unit.side == side && !unit.slots.is_empty() && left > 0);
            }
        }
        for (unit, left) in plan.units.iter().zip(&mut survived) {
            if unit.escorted && alive[unit.side.index()] {
                *left = unit.fielded;
            }
        }
        for (unit, left) in plan.units.iter().zip(&mut retreated) {
            if unit.slipped {
                *left = unit.fielded;
            }
        }
        Remains {
            survived,
            retreated,
            outcome: Outcome::of(alive),
            stopped,
        }
    }

    /// What is left where nobody fought.
    #[must_use]
    pub fn unfought(plan: &Plan) -> Remains {
        Remains::of(plan, |slot| plan.slots[slot].start, |_| 0)
    }

    /// What a side lost, in CP: of the ships that it brought those destroyed and captured, not those that
    /// left.
    #[must_use]
    pub fn loss(&self, units: &[UnitRow], side: Side) -> u32 {
        let rows = units.iter().zip(self.survived.iter().zip(&self.retreated));
        rows.filter(|(unit, _)| unit.side == side && unit.captured.is_none())
            .map(|(unit, (survived, retreated))| unit.cost * u32::from(unit.fielded - survived - retreated))
            .sum()
    }
}

/// What becomes of a side's carried ships (15.2), given the room on its ships in the hex and on those that
/// left it. Those that took part in the battle are lost without room once it is over, the last row first;
/// those that did not go with the ships that leave, and the rest needs room at any time.
fn carry(
    plan: &Plan,
    side: Side,
    goes_on: bool,
    [mut here, mut gone]: [u32; 2],
    survived: &mut [u8],
    retreated: &mut [u8],
) {
    for (row, unit) in plan.units.iter().enumerate() {
        if unit.side != side || !unit.carried {
            continue;
        }
        let passenger = unit.slots.is_empty();
        if passenger {
            retreated[row] = gone.min(u32::from(unit.fielded)) as u8;
            gone -= u32::from(retreated[row]);
            survived[row] = unit.fielded - retreated[row];
        }
        if !plan.home[side.index()] && (passenger || !goes_on) {
            survived[row] = here.min(u32::from(survived[row])) as u8;
            here -= u32::from(survived[row]);
        }
    }
}

/// Everything counted over a number of battles. Arrays of three are indexed by [`Outcome`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Battles by outcome; their sum is the number of battles.
    pub outcomes: [u64; 3],
    /// Battles that were stopped although both sides could still fight. If [`Plan::stop`] says so
    /// they are stalemates, otherwise the reader asked for an early look.
    pub stopped: u64,
    /// `rounds[outcome][r]`: battles that lasted `r` rounds (as long as needed, index 0 unused).
    pub rounds: [Vec<u64>; 3],
    /// One a row of [`Plan::units`].
    pub units: Vec<UnitTally>,
    /// The attacker's and the defender's totals.
    pub sides: [SideTally; 2],
    /// Battles in which the attacker lost fewer CP than the defender, as many, or more.
    pub ahead: [u64; 3],
    /// Battles by the attacker's CP swing, which is what the defender lost less what the attacker
    /// lost: the entry is the swing less [`least_swing`].
    pub swing: Vec<u64>,
}

/// Counts of one unit row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitTally {
    /// `survivors[outcome][k]`: battles that left `k` of them in the hex.
    pub survivors: [Vec<u64>; 3],
    /// `retreated[outcome]`: ships that left the hex alive, summed over battles.
    pub retreated: [u64; 3],
}

/// Counts of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideTally {
    /// `left[outcome][k]`: battles that left `k` combat-capable ships in the hex.
    pub left: [Vec<u64>; 3],
    /// `loss[outcome][cp]`: battles in which the side lost ships worth `cp` CP.
    pub loss: [Vec<u64>; 3],
}

/// All that a side can lose, in CP.
fn most_loss(units: &[UnitRow], side: Side) -> usize {
    let own = units.iter().filter(|unit| unit.side == side);
    own.map(|unit| unit.cost as usize * usize::from(unit.fielded)).sum()
}

/// The attacker's CP swing if he loses everything and the defender nothing: what entry 0 of
/// [`Tally::swing`] stands for.
#[must_use]
pub fn least_swing(units: &[UnitRow]) -> i64 {
    -(most_loss(units, Side::Attacker) as i64)
}

/// Entry of [`Tally::swing`] for what both sides lost; `most` is all that the attacker can lose.
pub(super) fn swing_entry(most: usize, [attacker, defender]: [u32; 2]) -> usize {
    most - attacker as usize + defender as usize
}

fn zeros(largest: usize) -> [Vec<u64>; 3] {
    std::array::from_fn(|_| vec![0; largest + 1])
}

fn add(into: &mut [Vec<u64>; 3], from: &[Vec<u64>; 3]) {
    for (into, from) in into.iter_mut().zip(from) {
        if into.len() < from.len() {
            into.resize(from.len(), 0);
        }
        for (a, b) in into.iter_mut().zip(from) {
            *a += b;
        }
    }
}

impl Tally {
    /// An empty tally with room for every result of a plan with these rows.
    #[must_use]
    pub fn new(rows: &[UnitRow]) -> Tally {
        let side = |side: Side| {
            let units = || rows.iter().filter(move |unit| unit.side == side);
            let ships: usize = units()
                .filter(|unit| !unit.slots.is_empty())
                .map(|unit| usize::from(unit.most()))
                .sum();
            SideTally {
                left: zeros(ships),
                loss: zeros(most_loss(rows, side)),
            }
        };
        Tally {
            outcomes: [0; 3],
            stopped: 0,
            rounds: zeros(0),
            units: rows
                .iter()
                .map(|unit| UnitTally {
                    survivors: zeros(usize::from(unit.most())),
                    retreated: [0; 3],
                })
                .collect(),
            sides: Side::BOTH.map(side),
            ahead: [0; 3],
            swing: vec![0; Side::BOTH.map(|side| most_loss(rows, side)).iter().sum::<usize>() + 1],
        }
    }

    /// Counts `times` battles that left the same; [`Tally::rounds`] is counted apart.
    pub fn count(&mut self, units: &[UnitRow], remains: &Remains, times: u64) {
        let outcome = remains.outcome.index();
        self.outcomes[outcome] += times;
        if remains.stopped {
            self.stopped += times;
        }
        let mut left = [0; 2];
        for (row, unit) in units.iter().enumerate() {
            let survived = usize::from(remains.survived[row]);
            self.units[row].survivors[outcome][survived] += times;
            self.units[row].retreated[outcome] += u64::from(remains.retreated[row]) * times;
            if !unit.slots.is_empty() {
                left[unit.side.index()] += survived;
            }
        }
        let loss = Side::BOTH.map(|side| remains.loss(units, side));
        for side in 0..2 {
            self.sides[side].left[outcome][left[side]] += times;
            self.sides[side].loss[outcome][loss[side] as usize] += times;
        }
        self.ahead[(loss[0].cmp(&loss[1]) as i8 + 1) as usize] += times;
        self.swing[swing_entry(self.sides[0].loss[0].len() - 1, loss)] += times;
    }

    /// So many battles of a plan in which a side has nothing that fights: they are over before the first
    /// round.
    #[must_use]
    pub fn unfought(plan: &Plan, battles: u64) -> Tally {
        let mut tally = Tally::new(&plan.units);
        let remains = Remains::unfought(plan);
        tally.count(&plan.units, &remains, battles);
        tally.rounds[remains.outcome.index()] = vec![battles];
        tally
    }

    /// Number of battles counted.
    #[must_use]
    pub fn battles(&self) -> u64 {
        self.outcomes.iter().sum()
    }

    /// Adds another tally of the same rows.
    pub fn merge(&mut self, other: &Tally) {
        for outcome in 0..3 {
            self.outcomes[outcome] += other.outcomes[outcome];
            self.ahead[outcome] += other.ahead[outcome];
        }
        self.stopped += other.stopped;
        add(&mut self.rounds, &other.rounds);
        for (into, from) in self.units.iter_mut().zip(&other.units) {
            add(&mut into.survivors, &from.survivors);
            for (a, b) in into.retreated.iter_mut().zip(from.retreated) {
                *a += b;
            }
        }
        for (into, from) in self.sides.iter_mut().zip(&other.sides) {
            add(&mut into.left, &from.left);
            add(&mut into.loss, &from.loss);
        }
        for (a, b) in self.swing.iter_mut().zip(&other.swing) {
            *a += b;
        }
    }
}
