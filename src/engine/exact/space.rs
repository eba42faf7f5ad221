//! All states that a battle can come to at the start of a round, as numbers without gaps: a mixed
//! radix over the unit rows' conditions and whether a side has rolled for the ion storm. Whatever
//! happens in a battle leads to a smaller number, so counting up is an order to solve them in.

use super::line::{Departing, Detail, Line, Part};
use super::refusal::{Refusal, can_be_solved};
use crate::engine::bars::{Bar, holds};
use crate::engine::plan::{Leave, Plan, Step};
use crate::engine::tally::Remains;
use crate::spec::Side;
use std::ops::Range;

/// Whether a side may leave an ion storm (25.1.3), lowest digit value first; the battle starts with
/// the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storm {
    /// Rolled, and must stay.
    Held,
    /// Rolled, and may leave.
    Free,
    /// Not rolled yet.
    Unrolled,
}

/// Number of [`Storm`]'s values.
const STORMS: usize = 3;

/// One side's part of a state.
#[derive(Clone, Debug)]
pub struct SideSpace {
    /// Its slots in the plan.
    pub slots: Range<usize>,
    lines: Vec<Line>,
    /// Worth of one more in each line's condition.
    strides: Vec<usize>,
    /// States without the storm's digit.
    calm: usize,
    /// States of this side.
    pub states: usize,
    /// Worth of one more of this side's part in the whole state.
    scale: usize,
    /// Ships of each slot, state after state.
    ships: Vec<u8>,
    /// Damage of each slot's wounded ship.
    hurt: Vec<u8>,
    /// The slot of the most wounded ships of each slot's row, if wounded ships are always split off;
    /// else the slot itself.
    most_wounded: Vec<usize>,
    /// What a hit on a slot takes off the state's number, for each of [`Space::damages`].
    hits: Vec<Vec<u32>>,
    /// What the departure of a slot's ships takes off the state's number, for each of
    /// [`Departing::EACH`]; 0 if there are none such, and empty if nobody of the plan leaves.
    departures: Vec<Vec<u32>>,
    /// Combat-capable ships.
    pub fleet: Vec<u16>,
    /// The plan's bars.
    bars: Vec<Bar>,
    /// The side still has ships in the hex when carried ones without room are lost (15.2).
    pub stays: Vec<bool>,
    /// Hit points left in the hex, and the storm's digit: whatever happens leaves less of them.
    pub points: Vec<u16>,
}

impl SideSpace {
    /// The side's lines, not yet spread out. `None` if there are too many conditions.
    fn lines(plan: &Plan, side: Side, start: &[Part], detail: Detail) -> Option<Vec<Line>> {
        let units = plan.units.iter().enumerate();
        let fighting = units.filter(|(_, unit)| unit.side == side && !unit.slots.is_empty());
        { fighting }
            .map(|(number, _)| Line::new(plan, number, start, detail))
            .collect()
    }

    fn new(plan: &Plan, side: Side, lines: Vec<Line>, scale: usize, damages: &[u8]) -> SideSpace {
        let slots = plan.slots_of[side.index()].clone();
        let mut strides = Vec::new();
        let mut calm = 1;
        for line in &lines {
            strides.push(calm);
            calm *= line.len();
        }
        let states = calm * storms(plan, side);
        let tables = if plan.features.retreat {
            Departing::EACH.len()
        } else {
            0
        };
        let mut space = SideSpace {
            ships: vec![0; states * slots.len()],
            hurt: vec![0; states * slots.len()],
            most_wounded: slots.clone().map(|slot| most_wounded(&lines, slot)).collect(),
            hits: vec![vec![0; states * slots.len()]; damages.len()],
            departures: vec![vec![0; states * slots.len()]; tables],
            fleet: vec![0; states],
            bars: plan.bars.clone(),
            stays: vec![false; states],
            points: (0..states).map(|state| (state / calm) as u16).collect(),
            slots,
            lines,
            strides,
            calm,
            states,
            scale,
        };
        space.spread(plan, damages, plan.home[side.index()]);
        space
    }

    /// Fills the tables.
    fn spread(&mut self, plan: &Plan, damages: &[u8], home: bool) {
        for (line, &stride) in self.lines.iter().zip(&self.strides) {
            for number in 0..line.len() {
                for (place, (&slot, part)) in line.slots.iter().zip(line.condition(number)).enumerate() {
                    let hull = u16::from(plan.slots[slot].hull);
                    let points = u16::from(part.ships) * hull - u16::from(part.hurt);
                    let lost = |&damage: &u8| {
                        let hit = line.hit(plan, number, place, damage);
                        hit.map_or(0, |hit| (number - hit as usize) * stride * self.scale)
                    };
                    let lost: Vec<usize> = damages.iter().map(lost).collect();
                    let departed = |departing| {
                        let left = line.left(number, place, departing);
                        left.map_or(0, |left| (number - left as usize) * stride * self.scale)
                    };
                    let departed: Vec<usize> = match self.departures.len() {
                        0 => Vec::new(),
                        _ => Departing::EACH.map(departed).to_vec(),
                    };
                    for state in with_digit(self.states, stride, line.len(), number) {
                        let entry = state * self.slots.len() + slot - self.slots.start;
                        self.ships[entry] = part.ships;
                        self.hurt[entry] = part.hurt;
                        for (table, &lost) in self.hits.iter_mut().zip(&lost) {
                            table[entry] = lost as u32;
                        }
                        for (table, &departed) in self.departures.iter_mut().zip(&departed) {
                            table[entry] = departed as u32;
                        }
                        self.fleet[state] += u16::from(part.ships);
                        self.stays[state] |= part.ships > 0 && (home || !plan.slots[slot].carried);
                        self.points[state] += points;
                    }
                }
            }
        }
    }

    #[inline]
    fn entry(&self, state: usize, slot: usize) -> usize {
        state * self.slots.len() + slot - self.slots.start
    }

    /// Ships of one of the side's slots.
    #[inline]
    #[must_use]
    pub fn ships(&self, state: usize, slot: usize) -> u8 {
        self.ships[self.entry(state, slot)]
    }

    /// Damage on the wounded ship of one of the side's slots.
    #[inline]
    #[must_use]
    pub fn hurt(&self, state: usize, slot: usize) -> u8 {
        self.hurt[self.entry(state, slot)]
    }

    /// Whether an aim at this side can't be taken because of the bar with this number.
    #[must_use]
    pub fn barred(&self, state: usize, bar: Option<usize>, back: impl Fn(usize) -> u8) -> bool {
        let front = |slot: usize| self.ships(state, slot) > back(slot);
        bar.is_some_and(|bar| holds(&self.bars, bar, &front, &|slot| back(slot) > 0))
    }

    /// What a hit on a slot takes off the number of the whole state, for one of [`Space::damages`].
    #[inline]
    #[must_use]
    pub fn hit(&self, state: usize, slot: usize, table: usize) -> u32 {
        self.hits[table][self.entry(state, slot)]
    }

    /// The slot that takes a hit on a slot, where `present` says which have ships in front: of a row
    /// whose wounded ships are always split off, that of the most wounded.
    #[inline(always)]
    pub fn hit_slot(&self, slot: usize, present: impl Fn(usize) -> bool) -> usize {
        let last = self.most_wounded[slot - self.slots.start];
        if last == slot {
            return slot;
        }
        (slot + 1..=last).rev().find(|&slot| present(slot)).unwrap_or(slot)
    }

    /// What the departure of a slot's ships takes off the number of the whole state; 0 if there are
    /// none such.
    #[inline]
    #[must_use]
    pub fn departure(&self, state: usize, slot: usize, departing: Departing) -> u32 {
        let table = self.departures.get(departing as usize);
        table.map_or(0, |table| table[self.entry(state, slot)])
    }

    /// The storm's digit.
    #[must_use]
    pub fn storm(&self, state: usize) -> Storm {
        match state / self.calm {
            0 if self.states > self.calm => Storm::Held,
            1 => Storm::Free,
            _ => Storm::Unrolled,
        }
    }

    /// What a roll takes off the number of the whole state of a side that has not rolled.
    #[must_use]
    pub fn roll(&self, storm: Storm) -> u32 {
        ((Storm::Unrolled as usize - storm as usize) * self.calm * self.scale) as u32
    }

    fn place(&self, slot: usize) -> (&Line, usize, usize) {
        let mut lines = self.lines.iter().zip(&self.strides);
        let found = lines.find_map(|(line, &stride)| {
            let place = line.slots.iter().position(|&s| s == slot)?;
            Some((line, stride, place))
        });
        found.expect("every slot belongs to a unit row")
    }

    fn part(&self, state: usize, slot: usize) -> Part {
        let (line, stride, place) = self.place(slot);
        line.condition(state / stride % line.len())[place]
    }

    /// The state of these ships, `(ships, damage on the wounded one)` a slot, and this storm's digit; of
    /// those that left nothing is known.
    #[must_use]
    pub fn of_ships(&self, part: impl Fn(usize) -> (u8, u8), storm: usize) -> usize {
        self.rearranged(self.states - 1, part) % self.calm + storm * self.calm
    }

    /// The storm's digit as a number.
    #[must_use]
    pub fn storm_digit(&self, state: usize) -> usize {
        state / self.calm
    }

    /// The state whose ships and damage are those told, and which else is like `state`.
    #[must_use]
    pub fn rearranged(&self, state: usize, part: impl Fn(usize) -> (u8, u8)) -> usize {
        let mut changed = state / self.calm * self.calm;
        for (line, &stride) in self.lines.iter().zip(&self.strides) {
            let old = state / stride % line.len();
            let number = line
                .rearranged(old, &part)
                .expect("a split is one of the moves that made the line");
            changed += number as usize * stride;
        }
        changed
    }
}

/// The last slot of a row whose wounded ships are always split off; else the slot itself.
fn most_wounded(lines: &[Line], slot: usize) -> usize {
    let line = lines.iter().find(|line| line.is_loose() && line.slots.contains(&slot));
    line.and_then(|line| line.slots.last().copied()).unwrap_or(slot)
}

/// Numbers below `states` whose digit of this stride and base has this value.
fn with_digit(states: usize, stride: usize, base: usize, value: usize) -> impl Iterator<Item = usize> {
    (value * stride..states)
        .step_by(stride * base)
        .flat_map(move |first| first..first + stride)
}

/// Values of a side's storm digit.
pub(super) fn storms(plan: &Plan, side: Side) -> usize {
    let leaves = |step: &Step| plan.slots[step.shooter].side == side && step.leave != Leave::Never;
    if plan.may_leave < 10 && plan.steps.iter().any(leaves) {
        STORMS
    } else {
        1
    }
}

/// All states of a battle, from a start.
#[derive(Clone, Debug)]
pub struct Space {
    /// The attacker's and the defender's parts.
    pub sides: [SideSpace; 2],
    /// Number of states.
    pub states: usize,
    /// The different damages of hits.
    pub damages: Vec<u8>,
    /// For dividing by the number of the defender's states.
    reciprocal: u128,
}

/// The different damages of a plan's hits.
#[must_use]
pub fn damages(plan: &Plan) -> Vec<u8> {
    let mut damages: Vec<u8> = plan.steps.iter().map(|step| step.damage).collect();
    damages.sort_unstable();
    damages.dedup();
    damages
}

/// The plan's own start.
#[must_use]
pub fn start(plan: &Plan) -> Vec<Part> {
    let part = |slot: &crate::engine::Slot| Part {
        ships: slot.start,
        ..Part::default()
    };
    plan.slots.iter().map(part).collect()
}

/// Either side's lines, and the number of states that their conditions multiply to.
///
/// # Errors
///
/// If the plan can't be solved at all.
pub fn lines(plan: &Plan, start: &[Part], detail: Detail) -> Result<([Vec<Line>; 2], u64), Refusal> {
    can_be_solved(plan)?;
    let of = |side: Side| SideSpace::lines(plan, side, start, detail).ok_or(Refusal::TooManyStates);
    let lines = [of(Side::Attacker)?, of(Side::Defender)?];
    let mut states = 1u64;
    for side in Side::BOTH {
        let conditions = lines[side.index()].iter().map(|line| line.len() as u64);
        for factor in conditions.chain([storms(plan, side) as u64]) {
            states = states
                .checked_mul(factor)
                .filter(|&states| u32::try_from(states).is_ok())
                .ok_or(Refusal::TooManyStates)?;
        }
    }
    Ok((lines, states))
}

impl Space {
    /// All that can come of a start, one part for each of the plan's slots.
    ///
    /// # Errors
    ///
    /// If the plan can't be solved at all.
    pub fn new(plan: &Plan, start: &[Part], detail: Detail) -> Result<Space, Refusal> {
        let (lines, states) = lines(plan, start, detail)?;
        Ok(Space::of(plan, lines, states))
    }

    /// All that these lines, listed already, multiply to.
    #[must_use]
    pub fn of(plan: &Plan, [attackers, defenders]: [Vec<Line>; 2], states: u64) -> Space {
        let damages = damages(plan);
        let defender = SideSpace::new(plan, Side::Defender, defenders, 1, &damages);
        let attacker = SideSpace::new(plan, Side::Attacker, attackers, defender.states, &damages);
        let reciprocal = (1u128 << 64) / defender.states as u128 + 1;
        Space {
            sides: [attacker, defender],
            states: states as usize,
            damages,
            reciprocal,
        }
    }

    /// The state that everything came from.
    #[must_use]
    pub fn first(&self, start: &[Part]) -> usize {
        let parts = self
            .sides
            .each_ref()
            .map(|side| side.rearranged(side.states - 1, |slot| (start[slot].ships, start[slot].hurt)));
        self.joined(parts)
    }

    /// The side that a slot belongs to.
    #[must_use]
    pub fn side_of(&self, slot: usize) -> &SideSpace {
        &self.sides[usize::from(slot >= self.sides[1].slots.start)]
    }

    /// A state's parts.
    #[inline]
    #[must_use]
    pub fn parts(&self, state: usize) -> [usize; 2] {
        // Exact for 32-bit numbers: the error of the reciprocal is below 2⁻³².
        let attacker = ((state as u128 * self.reciprocal) >> 64) as usize;
        [attacker, state - attacker * self.sides[1].states]
    }

    /// The state of these parts.
    #[inline]
    #[must_use]
    pub fn joined(&self, [attacker, defender]: [usize; 2]) -> usize {
        attacker * self.sides[1].states + defender
    }

    /// The number of a step's damage in [`Space::damages`].
    #[must_use]
    pub fn table(&self, step: &Step) -> usize {
        let found = self.damages.iter().position(|&damage| damage == step.damage);
        found.expect("the damages are those of all steps")
    }

    /// Both sides can still fight.
    #[inline]
    #[must_use]
    pub fn contested(&self, state: usize) -> bool {
        let [attacker, defender] = self.parts(state);
        self.sides[0].fleet[attacker] > 0 && self.sides[1].fleet[defender] > 0
    }

    /// What a battle that ends in this state leaves.
    #[must_use]
    pub fn remains(&self, plan: &Plan, state: usize) -> Remains {
        let parts = self.parts(state);
        let part = |slot: usize| {
            let side = plan.slots[slot].side.index();
            self.sides[side].part(parts[side], slot)
        };
        Remains::of(plan, |slot| part(slot).ships, |slot| part(slot).gone)
    }
}
