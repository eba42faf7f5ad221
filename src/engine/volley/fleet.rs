//! What is left of one side in a battle, and every such remainder that has been met, numbered.
//!
//! Ships of a type are alike but for their damage, so a fleet is the hit points left of each ship,
//! sorted within a slot. Two fleets that differ only in the order of equal ships are one.

use super::hash::Mixed;
use super::plan::{Phase, Plan};
use crate::engine::plan::UnitRow;
use crate::engine::tally::{Outcome, Remains};
use crate::spec::Side;
use std::collections::HashMap;

/// Number of a fleet among those of its side.
pub type Id = u32;

/// Hit points of a ship that has left the hex alive; ships with damage have fewer than this.
pub const GONE: u8 = u8::MAX;

/// Most points of damage that a ship can survive: hit points fit a byte beside [`GONE`].
pub const MOST_HULL: u8 = 250;

/// A fleet: hit points of each ship, slot by slot and lowest first within a slot, 0 for a destroyed
/// one; then the dice that the side can still roll again.
pub type Fleet = Box<[u8]>;

/// Where the ships of a slot are in a fleet.
#[derive(Clone, Debug)]
pub struct Part {
    /// The slot.
    pub slot: usize,
    /// First ship.
    pub first: usize,
    /// The ship after its last.
    pub end: usize,
}

/// How a side's fleets are laid out.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Whose.
    pub side: Side,
    /// One for each slot of the side.
    pub parts: Vec<Part>,
}

impl Layout {
    /// The layout of a side.
    #[must_use]
    pub fn new(plan: &Plan, side: Side) -> Layout {
        let mut first = 0;
        let part = |slot: usize| {
            let end = first + plan.slots[slot].ships();
            let part = Part { slot, first, end };
            first = end;
            part
        };
        let parts = plan.slots_of[side.index()].clone().map(part).collect();
        Layout { side, parts }
    }

    /// Ships of the side.
    #[must_use]
    pub fn ships(&self) -> usize {
        self.parts.last().map_or(0, |part| part.end)
    }

    /// The fleet as the battle begins.
    #[must_use]
    pub fn start(&self, plan: &Plan) -> Fleet {
        let hit_points = |part: &Part| {
            let slot = &plan.slots[part.slot];
            slot.damage.iter().map(move |damage| slot.hull + 1 - damage)
        };
        let mut fleet: Vec<u8> = self.parts.iter().flat_map(hit_points).collect();
        fleet.push(plan.orders[self.side.index()].rerolls);
        self.sorted(fleet)
    }

    /// Puts the ships of each slot in order.
    #[must_use]
    pub fn sorted(&self, mut fleet: Vec<u8>) -> Fleet {
        for part in &self.parts {
            fleet[part.first..part.end].sort_unstable();
        }
        fleet.into_boxed_slice()
    }

    /// Ships of a part that are in the hex.
    pub fn in_hex<'f>(&self, part: &Part, fleet: &'f [u8]) -> impl Iterator<Item = u8> + 'f {
        fleet[part.first..part.end]
            .iter()
            .copied()
            .filter(|&left| left > 0 && left != GONE)
    }
}

/// What the resolvers ask about a fleet again and again.
#[derive(Clone, Debug)]
pub struct Known {
    /// The ships.
    pub fleet: Fleet,
    /// Ships in the hex, by the slot's place among those of its side.
    pub ships: Box<[u8]>,
    /// Some ship is in the hex.
    pub alive: bool,
    /// Some ship in the hex has cannons.
    pub armed: bool,
    /// Dice that can still be rolled again.
    pub rerolls: u8,
    /// Hit points and rerolls left: whatever happens but repair makes them fewer.
    pub level: u32,
}

/// The fleets of a side that have been met.
#[derive(Clone, Debug)]
pub struct Fleets {
    /// How they are laid out.
    pub layout: Layout,
    /// By number.
    pub known: Vec<Known>,
    ids: HashMap<Fleet, Id, Mixed>,
}

impl Fleets {
    /// The side's fleet at the start, which has number 0.
    #[must_use]
    pub fn new(plan: &Plan, side: Side) -> Fleets {
        let layout = Layout::new(plan, side);
        let start = layout.start(plan);
        let mut fleets = Fleets {
            layout,
            known: Vec::new(),
            ids: HashMap::default(),
        };
        fleets.id(plan, start);
        fleets
    }

    /// The number of a fleet whose slots are sorted.
    pub fn id(&mut self, plan: &Plan, fleet: Fleet) -> Id {
        if let Some(&id) = self.ids.get(&fleet) {
            return id;
        }
        let id = self.known.len() as Id;
        let parts = || self.layout.parts.iter();
        let ships: Box<[u8]> = parts()
            .map(|part| self.layout.in_hex(part, &fleet).count() as u8)
            .collect();
        let level = parts().flat_map(|part| self.layout.in_hex(part, &fleet));
        let rerolls = fleet[self.layout.ships()];
        self.known.push(Known {
            alive: ships.iter().any(|&ships| ships > 0),
            armed: parts()
                .zip(&ships)
                .any(|(part, &ships)| ships > 0 && plan.slots[part.slot].fires(Phase::Cannons)),
            level: level.map(u32::from).sum::<u32>() + u32::from(rerolls),
            rerolls,
            ships,
            fleet: fleet.clone(),
        });
        self.ids.insert(fleet, id);
        id
    }

    /// A fleet has ships in the hex.
    #[inline]
    #[must_use]
    pub fn alive(&self, id: Id) -> bool {
        self.known[id as usize].alive
    }

    /// Some of them have cannons.
    #[inline]
    #[must_use]
    pub fn armed(&self, id: Id) -> bool {
        self.known[id as usize].armed
    }

    /// What a fleet is after its side's repairs.
    pub fn repaired(&mut self, plan: &Plan, id: Id) -> Id {
        let mut fleet = self.known[id as usize].fleet.to_vec();
        for part in &self.layout.parts {
            let slot = &plan.slots[part.slot];
            for left in &mut fleet[part.first..part.end] {
                if *left > 0 && *left != GONE {
                    *left = left.saturating_add(slot.repair).min(slot.hull + 1);
                }
            }
        }
        self.id(plan, fleet.into_boxed_slice())
    }

    /// What it is when the ships of a slot leave the hex.
    pub fn without(&mut self, plan: &Plan, id: Id, slot: usize) -> Id {
        self.changed(plan, id, slot, GONE)
    }

    /// What it is after a stalemate that the side has to give way in: ships that have orders to
    /// leave have somewhere to go, and so have all if the plan says so.
    pub fn given_way(&mut self, plan: &Plan, id: Id) -> Id {
        let retreats = plan.stalemate == super::plan::Stalemate::Retreats;
        let slots: Vec<usize> = self.layout.parts.iter().map(|part| part.slot).collect();
        slots.into_iter().fold(id, |id, slot| {
            let goes = retreats || plan.slots[slot].leave_from.is_some();
            self.changed(plan, id, slot, if goes { GONE } else { 0 })
        })
    }

    /// Sets the ships of a slot that are in the hex to these hit points.
    fn changed(&mut self, plan: &Plan, id: Id, slot: usize, to: u8) -> Id {
        let mut fleet = self.known[id as usize].fleet.to_vec();
        for part in self.layout.parts.iter().filter(|part| part.slot == slot) {
            for left in &mut fleet[part.first..part.end] {
                if *left > 0 && *left != GONE {
                    *left = to;
                }
            }
        }
        let fleet = self.layout.sorted(fleet);
        self.id(plan, fleet)
    }

    /// The same fleet with fewer dice to roll again.
    pub fn with_rerolls(&mut self, plan: &Plan, id: Id, rerolls: u8) -> Id {
        let mut fleet = self.known[id as usize].fleet.clone();
        fleet[self.layout.ships()] = rerolls;
        self.id(plan, fleet)
    }

    /// Ships of a slot that have left the hex alive.
    fn gone(&self, id: Id, slot: usize) -> u8 {
        let fleet = &self.known[id as usize].fleet;
        let parts = self.layout.parts.iter().filter(|part| part.slot == slot);
        let ships = parts.flat_map(|part| &fleet[part.first..part.end]);
        ships.filter(|&&left| left == GONE).count() as u8
    }

    /// Ships of a slot that are in the hex.
    fn in_hex(&self, id: Id, slot: usize) -> u8 {
        let place = self.layout.parts.iter().position(|part| part.slot == slot);
        place.map_or(0, |place| self.known[id as usize].ships[place])
    }

    /// Damage on each ship of the side that is left in the hex, slot by slot.
    #[must_use]
    pub fn damage(&self, plan: &Plan, id: Id) -> Vec<Vec<u8>> {
        let fleet = &self.known[id as usize].fleet;
        let damage = |part: &Part| {
            let full = plan.slots[part.slot].hull + 1;
            self.layout.in_hex(part, fleet).map(|left| full - left).collect()
        };
        self.layout.parts.iter().map(damage).collect()
    }
}

/// What a battle left, by rows of the results.
#[must_use]
pub fn remains(plan: &Plan, fleets: &[Fleets; 2], ids: [Id; 2]) -> Remains {
    let alive = [0, 1].map(|side: usize| fleets[side].alive(ids[side]));
    let count = |unit: &UnitRow, ships: fn(&Fleets, Id, usize) -> u8| {
        let side = unit.side.index();
        unit.slots
            .iter()
            .map(|&slot| ships(&fleets[side], ids[side], slot))
            .sum()
    };
    Remains {
        survived: plan.units.iter().map(|unit| count(unit, Fleets::in_hex)).collect(),
        retreated: plan.units.iter().map(|unit| count(unit, Fleets::gone)).collect(),
        outcome: Outcome::of(alive),
        stopped: alive == [true, true],
    }
}
