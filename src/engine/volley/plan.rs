//! A battle of volleys lowered to tables: ships of a type roll all their dice together, and the hits
//! are dealt out after the roll. Made once, never changed; knows no name of a game, species or part.
//!
//! ```
//! use broadside::engine::plan::{Stop, UnitRow};
//! use broadside::engine::volley::{Dice, Die, Orders, Plan, Slot, Stalemate};
//! use broadside::spec::Side;
//! // One fast ship without armour against a slower one that takes two hits.
//! let one_die = vec![Dice { die: Die::Whole(1), count: 1 }];
//! let fast = Slot { initiative: 3, cannons: one_die.clone(), ..Slot::new(Side::Attacker, 0, 1) };
//! let slow = Slot { initiative: 2, computer: 1, hull: 1, cannons: one_die, ..Slot::new(Side::Defender, 1, 1) };
//! let units = vec![UnitRow::of_slot(Side::Attacker, 1, 3, 0), UnitRow::of_slot(Side::Defender, 1, 5, 1)];
//! let plan = Plan::new(vec![fast, slow], units, [Orders::default(); 2], Stalemate::Destroyed, Stop::CAP);
//! assert_eq!(plan.turns, [0, 1]);
//! ```

use crate::engine::plan::{Stop, UnitRow};
use crate::spec::Side;
use std::ops::Range;

/// What one die does when it hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Die {
    /// So many points of damage to one ship; what it doesn't need is lost.
    Whole(u8),
    /// So many points of damage, each to any ship that the die hits (antimatter splitter).
    Split(u8),
    /// The rift die, whatever computers and shields: faces of 1, 2, and 3 points to one ship, the
    /// last also with 1 point to the shooter's own ships with rift dice, one with that point alone,
    /// and two blank ones.
    Rift,
}

impl Die {
    /// Most points of damage that a hit does to the enemy.
    #[must_use]
    pub fn damage(self) -> u8 {
        match self {
            Die::Whole(damage) | Die::Split(damage) => damage,
            Die::Rift => 3,
        }
    }
}

/// Some equal dice of one ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice {
    /// What each does.
    pub die: Die,
    /// How many a ship has.
    pub count: u8,
}

impl Dice {
    /// There are some, and a hit does damage.
    #[must_use]
    pub fn can_hit(&self) -> bool {
        self.count > 0 && self.die.damage() > 0
    }
}

/// One side's ships of one type: they are activated together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Whose ships.
    pub side: Side,
    /// Row of [`Plan::units`] they are counted in.
    pub unit: usize,
    /// Damage on each ship at the start of the battle: as many entries as ships, each at most
    /// [`Slot::hull`].
    pub damage: Vec<u8>,
    /// Points of damage that a ship survives; one more destroys it.
    pub hull: u8,
    /// The highest is activated first, ties go to the defender, then to the earlier slot.
    pub initiative: i16,
    /// Added to the rolls of its dice.
    pub computer: u8,
    /// Taken off the rolls of the enemy's cannons.
    pub shield: u8,
    /// Taken off the rolls of the enemy's missiles.
    pub missile_shield: u8,
    /// Dice of one ship in an engagement round.
    pub cannons: Vec<Dice>,
    /// Dice of one ship before the first round, once a battle.
    pub missiles: Vec<Dice>,
    /// Points of damage that each ship repairs at the start of every round but the first.
    pub repair: u8,
    /// The larger ship has the larger number: for assignment by size.
    pub size: u8,
    /// The round from which on its ships retreat on their activation instead of firing: they go to
    /// the edge of the hex, where they can still be hit, and leave on their next activation.
    pub leave_from: Option<u16>,
}

impl Slot {
    /// Unhurt ships that can do nothing: the rest is filled in by whoever makes a plan.
    #[must_use]
    pub fn new(side: Side, unit: usize, ships: u8) -> Slot {
        Slot {
            side,
            unit,
            damage: vec![0; usize::from(ships)],
            hull: 0,
            initiative: 0,
            computer: 0,
            shield: 0,
            missile_shield: 0,
            cannons: Vec::new(),
            missiles: Vec::new(),
            repair: 0,
            size: 0,
            leave_from: None,
        }
    }

    /// Ships at the start of the battle.
    #[must_use]
    pub fn ships(&self) -> usize {
        self.damage.len()
    }

    /// Dice of one ship in a phase.
    #[must_use]
    pub fn dice(&self, phase: Phase) -> &[Dice] {
        match phase {
            Phase::Missiles => &self.missiles,
            Phase::Cannons => &self.cannons,
        }
    }

    /// What is taken off the enemy's rolls in a phase.
    #[must_use]
    pub fn shield_in(&self, phase: Phase) -> u8 {
        match phase {
            Phase::Missiles => self.missile_shield,
            Phase::Cannons => self.shield,
        }
    }

    /// It can fire in a phase.
    #[must_use]
    pub fn fires(&self, phase: Phase) -> bool {
        self.dice(phase).iter().any(Dice::can_hit)
    }

    /// Its ships have rift dice, so that they may be hit by their own side's.
    #[must_use]
    pub fn has_rift(&self) -> bool {
        let dice = || self.cannons.iter().chain(&self.missiles);
        dice().any(|dice| dice.die == Die::Rift && dice.count > 0)
    }
}

/// Which weapons are fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Missiles, once before the first round.
    Missiles,
    /// Cannons, in every round.
    Cannons,
}

/// How a side deals the hits of a volley out, once it sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Assignment {
    /// The rule of non-player ships: destroy the largest ship that can be destroyed, then the next;
    /// what is left does as much damage as possible to the largest.
    NonPlayer(Equals),
    /// All on the largest ship until it is destroyed, then on the next.
    Largest,
    /// All on the smallest ship until it is destroyed, then on the next.
    Smallest,
    /// Take away most of the damage that the enemy is to be expected to do.
    #[default]
    Threat,
    /// The best assignment, looking ahead to the end of the battle. Only the exact solver takes
    /// such decisions.
    Optimal,
}

/// Which of several ships of one type takes damage that destroys none of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Equals {
    /// The one with most damage.
    #[default]
    Focus,
    /// The one with least damage.
    Spread,
}

/// One side's standing orders and what its whole fleet has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Orders {
    /// How it assigns hits.
    pub assignment: Assignment,
    /// Its cannons fire at every volley of missiles before that hits: a die that hits, without
    /// shields, takes one of the strongest missiles out. Rift dice take no part.
    pub point_defence: bool,
    /// Dice that it can roll again in the battle: it does so with those that hit nothing, the
    /// strongest first.
    pub rerolls: u8,
}

/// What becomes of the attacker once neither side has a ship with cannons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stalemate {
    /// He has nowhere to retreat to: his ships are destroyed.
    #[default]
    Destroyed,
    /// He retreats.
    Retreats,
}

/// A whole battle between two sides as tables. Made by a game's lowering, read by the resolvers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Ship types, the attacker's first.
    pub slots: Vec<Slot>,
    /// Rows of the results, the attacker's first.
    pub units: Vec<UnitRow>,
    /// The attacker's and the defender's orders.
    pub orders: [Orders; 2],
    /// How a battle without cannons ends.
    pub stalemate: Stalemate,
    /// When a battle is stopped that has not ended by itself.
    pub stop: Stop,
    /// Slots in the order of their activation.
    pub turns: Vec<usize>,
    /// The attacker's and the defender's slots.
    pub slots_of: [Range<usize>; 2],
}

impl Plan {
    /// Puts the tables together and orders the activations: highest initiative first, ties in the
    /// defender's favour, then as the slots are given.
    #[must_use]
    pub fn new(slots: Vec<Slot>, units: Vec<UnitRow>, orders: [Orders; 2], stalemate: Stalemate, stop: Stop) -> Plan {
        let attackers = slots.iter().take_while(|slot| slot.side == Side::Attacker).count();
        debug_assert!(slots[attackers..].iter().all(|slot| slot.side == Side::Defender));
        debug_assert!(
            slots
                .iter()
                .all(|slot| slot.damage.iter().all(|&damage| damage <= slot.hull))
        );
        let mut turns: Vec<usize> = (0..slots.len()).collect();
        turns.sort_by_key(|&slot| (-slots[slot].initiative, slots[slot].side == Side::Attacker));
        let slots_of = [0..attackers, attackers..slots.len()];
        Plan {
            slots,
            units,
            orders,
            stalemate,
            stop,
            turns,
            slots_of,
        }
    }

    /// The same battle with other ships: those left of an earlier one, damage on each. Rows of the
    /// results keep the number of ships fielded.
    #[must_use]
    pub fn with_damage(&self, damage: &[Vec<u8>]) -> Plan {
        let mut plan = self.clone();
        for (slot, damage) in plan.slots.iter_mut().zip(damage) {
            slot.damage.clone_from(damage);
        }
        plan
    }

    /// A side leaves the assignment of hits to best play: the plan can be solved, but not simulated.
    #[must_use]
    pub fn needs_best_play(&self) -> bool {
        self.orders
            .iter()
            .any(|orders| orders.assignment == Assignment::Optimal)
    }
}
