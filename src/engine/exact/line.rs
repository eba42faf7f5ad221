//! One unit row's ships as a number: every condition they can come to be in, and what a hit, a
//! departure or a split makes of it.

use super::space::damages;
use crate::engine::plan::{Leave, Plan, ScreenEntry};
use std::collections::HashMap;

/// Ships of one slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Part {
    /// Ships in the hex.
    pub ships: u8,
    /// Damage on the wounded one.
    pub hurt: u8,
    /// Ships that left the hex alive.
    pub gone: u8,
}

impl Part {
    /// Hit points left in the hex.
    fn points(self, hull: u8) -> u32 {
        u32::from(self.ships) * u32::from(hull) - u32::from(self.hurt)
    }

    /// After a hit (5.6); `None` if there is no ship.
    fn hit(self, damage: u8, hull: u8) -> Option<Part> {
        let ships = self.ships.checked_sub(1)?;
        let hurt = self.hurt + damage;
        Some(if hurt >= hull {
            Part { ships, hurt: 0, ..self }
        } else {
            Part { hurt, ..self }
        })
    }

    /// After its ships left as their step says (5.9); `None` if nobody does.
    fn left(self, leave: Leave) -> Option<Part> {
        let leaving = match leave {
            Leave::Never => 0,
            Leave::Wounded => u8::from(self.hurt > 0),
            Leave::WithSide | Leave::Always => self.ships,
        };
        (leaving > 0).then(|| Part {
            ships: self.ships - leaving,
            hurt: 0,
            gone: self.gone + leaving,
        })
    }
}

/// More conditions than this of one unit row are too many for any solver.
const MOST_CONDITIONS: usize = 1 << 20;

/// All conditions of a unit row's ships, numbered so that a hit, a departure or a split always leads
/// to a smaller number: by hit points, and among equals those split off first.
#[derive(Clone, Debug)]
pub struct Line {
    /// The row's slots in the plan.
    pub slots: Vec<usize>,
    /// One part a slot, condition after condition.
    parts: Vec<Part>,
    numbers: HashMap<Vec<Part>, u32>,
}

impl Line {
    /// Everything that can come of the ships in `start`, one part for each of the plan's slots.
    /// `None` if there is too much of it.
    #[must_use]
    pub fn new(plan: &Plan, unit: usize, start: &[Part]) -> Option<Line> {
        let slots = plan.units[unit].slots.clone();
        let moves = Moves::of(plan, &slots);
        let first: Vec<Part> = slots.iter().map(|&slot| start[slot]).collect();
        let mut numbers = HashMap::from([(first.clone(), 0)]);
        let mut found = vec![first];
        let mut next = 0;
        while next < found.len() {
            let condition = found[next].clone();
            moves.each(plan, &slots, &condition, |changed| {
                if !numbers.contains_key(&changed) {
                    numbers.insert(changed.clone(), 0);
                    found.push(changed);
                }
            });
            next += 1;
            if found.len() > MOST_CONDITIONS {
                return None;
            }
        }
        let points = |condition: &[Part]| -> u32 {
            let each = condition.iter().zip(&slots);
            each.map(|(part, &slot)| part.points(plan.slots[slot].hull)).sum()
        };
        let split = |condition: &[Part]| -> usize {
            let each = condition.iter().enumerate();
            each.map(|(place, part)| place * usize::from(part.ships)).sum()
        };
        let gone = |condition: &[Part]| -> Vec<u8> { condition.iter().map(|part| part.gone).collect() };
        found.sort_by_cached_key(|condition| {
            let ships: Vec<u8> = condition.iter().map(|part| part.ships).collect();
            (
                points(condition),
                std::cmp::Reverse(split(condition)),
                gone(condition),
                ships,
            )
        });
        for (number, condition) in found.iter().enumerate() {
            numbers.insert(condition.clone(), number as u32);
        }
        Some(Line {
            slots,
            parts: found.concat(),
            numbers,
        })
    }

    /// Number of conditions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts.len() / self.slots.len()
    }

    /// The parts of a condition, in the order of [`Line::slots`].
    #[must_use]
    pub fn condition(&self, number: usize) -> &[Part] {
        &self.parts[number * self.slots.len()..][..self.slots.len()]
    }

    /// The number of a condition.
    #[must_use]
    pub fn number(&self, condition: &[Part]) -> Option<u32> {
        self.numbers.get(condition).copied()
    }

    /// The condition after a hit on a slot, by its place in [`Line::slots`].
    #[must_use]
    pub fn hit(&self, plan: &Plan, number: usize, place: usize, damage: u8) -> Option<u32> {
        let mut condition = self.condition(number).to_vec();
        condition[place] = condition[place].hit(damage, plan.slots[self.slots[place]].hull)?;
        self.number(&condition)
    }

    /// The condition after a slot's ships left.
    #[must_use]
    pub fn left(&self, number: usize, place: usize, leave: Leave) -> Option<u32> {
        let mut condition = self.condition(number).to_vec();
        condition[place] = condition[place].left(leave)?;
        self.number(&condition)
    }
}

/// What may happen to the ships of a unit row.
struct Moves {
    /// Damages of the hits that they may take.
    damages: Vec<u8>,
    /// How each slot's ships leave.
    leave: Vec<Leave>,
    /// Place of a slot, the damage of its wounded ship, and the place that it is split off to.
    splits: Vec<(usize, u8, usize)>,
}

impl Moves {
    fn of(plan: &Plan, slots: &[usize]) -> Moves {
        let place = |slot: usize| slots.iter().position(|&s| s == slot);
        let leave = |&slot: &usize| {
            let step = plan.steps.iter().find(|step| step.shooter == slot);
            step.map_or(Leave::Never, |step| step.leave)
        };
        let split = |entry: &ScreenEntry| match *entry {
            ScreenEntry::Ships(_) => None,
            ScreenEntry::Wounded { slot, damage, to } => Some((place(slot)?, damage, place(to)?)),
        };
        Moves {
            damages: damages(plan),
            leave: slots.iter().map(leave).collect(),
            splits: plan
                .orders
                .iter()
                .flat_map(|orders| &orders.screen)
                .filter_map(split)
                .collect(),
        }
    }

    /// Calls `found` with everything that one move makes of a condition.
    fn each(&self, plan: &Plan, slots: &[usize], condition: &[Part], mut found: impl FnMut(Vec<Part>)) {
        let mut changed = |place: usize, part: Option<Part>| {
            if let Some(part) = part {
                let mut condition = condition.to_vec();
                condition[place] = part;
                found(condition);
            }
        };
        for (place, part) in condition.iter().enumerate() {
            for &damage in &self.damages {
                changed(place, part.hit(damage, plan.slots[slots[place]].hull));
            }
            changed(place, part.left(self.leave[place]));
        }
        for &(from, damage, to) in &self.splits {
            if condition[from].hurt == damage {
                let mut condition = condition.to_vec();
                condition[from].ships -= 1;
                condition[from].hurt = 0;
                condition[to].ships += 1;
                found(condition);
            }
        }
    }
}
