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

    /// After some of its ships left (5.9); `None` if there are none such.
    fn left(self, departing: Departing) -> Option<Part> {
        let (leaving, hurt) = match departing {
            Departing::All => (self.ships, 0),
            Departing::Wounded => (u8::from(self.hurt > 0), 0),
            Departing::Unhurt => (u8::from(self.ships > u8::from(self.hurt > 0)), self.hurt),
        };
        (leaving > 0).then(|| Part {
            ships: self.ships - leaving,
            hurt,
            gone: self.gone + leaving,
        })
    }
}

/// Which of a slot's ships leave at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departing {
    /// All of them.
    All,
    /// The wounded one.
    Wounded,
    /// One that is not wounded.
    Unhurt,
}

impl Departing {
    /// In the order of their numbers.
    pub const EACH: [Departing; 3] = [Departing::All, Departing::Wounded, Departing::Unhurt];

    /// What may happen to ships that leave so.
    #[must_use]
    pub fn of(leave: Leave) -> &'static [Departing] {
        match leave {
            Leave::Never | Leave::Carried => &[],
            Leave::WithSide | Leave::Always => &[Departing::All],
            Leave::Wounded => &[Departing::Wounded],
            Leave::Freely => &[Departing::Wounded, Departing::Unhurt],
        }
    }
}

/// What is told apart of a unit row's ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    /// Ships of a row that has slots for those split off wounded are always split off: a wounded ship
    /// goes to the slot of its damage at once. Best play to choose screens needs any mix of wounded
    /// and unhurt ships, and this is the shortest way to tell them apart. Who shoots at such a row
    /// hits the most wounded ship in front: within a group that is the rule (5.6), and elsewhere
    /// nothing is better.
    pub loose: bool,
    /// Ships that left are told apart from those destroyed.
    pub gone: bool,
}

impl Detail {
    /// For every figure of fixed policies.
    pub const FIXED: Detail = Detail {
        loose: false,
        gone: true,
    };
    /// For the values of best play.
    pub const GAME: Detail = Detail {
        loose: true,
        gone: false,
    };
    /// For following best play's decisions.
    pub const FOLLOWED: Detail = Detail {
        loose: true,
        gone: true,
    };
}

/// More conditions than this of one unit row are too many for any solver.
const MOST_CONDITIONS: usize = 1 << 20;

/// All conditions of a unit row's ships, numbered so that a hit, a departure or a split always leads
/// to a smaller number: by hit points, and among equals those split off first.
#[derive(Clone, Debug)]
pub struct Line {
    /// The row's slots in the plan.
    pub slots: Vec<usize>,
    /// Wounded ships are always split off ([`Detail::loose`]).
    loose: bool,
    /// Ships that left are counted ([`Detail::gone`]).
    gone: bool,
    /// One part a slot, condition after condition.
    parts: Vec<Part>,
    numbers: HashMap<Vec<Part>, u32>,
}

impl Line {
    /// Everything that can come of the ships in `start`, one part for each of the plan's slots.
    /// `None` if there is too much of it.
    #[must_use]
    pub fn new(plan: &Plan, unit: usize, start: &[Part], detail: Detail) -> Option<Line> {
        let slots = plan.units[unit].slots.clone();
        let mut line = Line {
            loose: detail.loose && slots.len() > 1,
            gone: detail.gone,
            slots,
            parts: Vec::new(),
            numbers: HashMap::new(),
        };
        let slots = &line.slots;
        let moves = Moves::of(plan, &line);
        let mut first: Vec<Part> = slots.iter().map(|&slot| start[slot]).collect();
        if line.loose {
            split_off(&mut first);
        }
        let mut numbers = HashMap::from([(first.clone(), 0)]);
        let mut found = vec![first];
        let mut next = 0;
        while next < found.len() {
            let condition = found[next].clone();
            moves.each(plan, &line, &condition, |changed| {
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
            let each = condition.iter().zip(slots);
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
        line.parts = found.concat();
        line.numbers = numbers;
        Some(line)
    }

    /// Wounded ships are always split off ([`Detail::loose`]).
    #[must_use]
    pub fn is_loose(&self) -> bool {
        self.loose
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
        self.number(&self.after_hit(plan, self.condition(number), place, damage)?)
    }

    /// The condition after some of a slot's ships left.
    #[must_use]
    pub fn left(&self, number: usize, place: usize, departing: Departing) -> Option<u32> {
        self.number(&self.after_leaving(self.condition(number), place, departing)?)
    }

    /// The condition of these ships, `(ships, damage on the wounded one)` a slot; those that left are
    /// as in another condition.
    #[must_use]
    pub fn rearranged(&self, old: usize, part: impl Fn(usize) -> (u8, u8)) -> Option<u32> {
        let parts = self.slots.iter().zip(self.condition(old));
        let mut new: Vec<Part> = parts
            .map(|(&slot, old)| {
                let (ships, hurt) = part(slot);
                Part { ships, hurt, ..*old }
            })
            .collect();
        if self.loose {
            split_off(&mut new);
        }
        self.number(&new)
    }

    fn after_hit(&self, plan: &Plan, condition: &[Part], place: usize, damage: u8) -> Option<Vec<Part>> {
        let mut condition = condition.to_vec();
        let hull = plan.slots[self.slots[place]].hull;
        if self.loose {
            condition[place].ships = condition[place].ships.checked_sub(1)?;
            if damage < hull {
                condition[place + usize::from(damage)].ships += 1;
            }
        } else {
            condition[place] = condition[place].hit(damage, hull)?;
        }
        Some(condition)
    }

    fn after_leaving(&self, condition: &[Part], place: usize, departing: Departing) -> Option<Vec<Part>> {
        let mut condition = condition.to_vec();
        condition[place] = condition[place].left(departing)?;
        // Nobody asks which of a row's slots a ship left from.
        let gone = std::mem::take(&mut condition[place].gone);
        if self.gone {
            condition[0].gone += gone;
        }
        Some(condition)
    }
}

/// Wounded ships go to the slots of their damage, which follow the row's first.
fn split_off(condition: &mut [Part]) {
    for place in 0..condition.len() {
        let hurt = usize::from(std::mem::take(&mut condition[place].hurt));
        if hurt > 0 {
            condition[place].ships -= 1;
            condition[place + hurt].ships += 1;
        }
    }
}

/// What may happen to the ships of a unit row.
struct Moves {
    /// Damages of the hits that they may take.
    damages: Vec<u8>,
    /// Which of each slot's ships may leave at once.
    departing: Vec<&'static [Departing]>,
    /// Place of a slot, the damage of its wounded ship, and the place that it is split off to.
    splits: Vec<(usize, u8, usize)>,
}

impl Moves {
    fn of(plan: &Plan, line: &Line) -> Moves {
        let slots = &line.slots;
        let place = |slot: usize| slots.iter().position(|&s| s == slot);
        let split = |entry: &ScreenEntry| match *entry {
            ScreenEntry::Ships(_) | ScreenEntry::Beside(_) => None,
            ScreenEntry::Wounded { slot, damage, to } => Some((place(slot)?, damage, place(to)?)),
        };
        Moves {
            damages: damages(plan),
            departing: slots.iter().map(|&slot| Departing::of(plan.leave(slot))).collect(),
            splits: plan
                .orders
                .iter()
                .flat_map(|orders| &orders.screen)
                .filter_map(split)
                .collect(),
        }
    }

    /// Calls `found` with everything that one move makes of a condition.
    fn each(&self, plan: &Plan, line: &Line, condition: &[Part], mut found: impl FnMut(Vec<Part>)) {
        for place in 0..condition.len() {
            for &damage in &self.damages {
                line.after_hit(plan, condition, place, damage)
                    .into_iter()
                    .for_each(&mut found);
            }
            for &departing in self.departing[place] {
                line.after_leaving(condition, place, departing)
                    .into_iter()
                    .for_each(&mut found);
            }
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
