//! How much damage a fleet is still to be expected to do: what the `threat` policy makes least.
//!
//! The shooter's fire is taken as a steady stream of damage, spent on one enemy after the other. An
//! enemy does its damage a round until its turn to be destroyed has come; the order that keeps the sum
//! least is by damage a round over rounds to destroy (Smith's rule). What it still has of missiles
//! comes on top.

use super::fleet::{GONE, Layout};
use super::plan::{Dice, Die, Phase, Plan, Slot};
use crate::spec::Side;
use std::cmp::Ordering;

/// Weight of a round in which an enemy is left, beside the damage that it does: ships that do none
/// come last, and yet more damage on them is better.
const PRESENCE: f64 = 1e-3;

/// What a fleet of the enemy's is worth, as seen when a volley is dealt out.
#[derive(Clone, Debug)]
pub struct Threat {
    parts: Vec<Part>,
    /// The side's first slot.
    first: usize,
}

/// What a ship counts for.
#[derive(Clone, Copy, Debug)]
pub struct Steady {
    /// Damage that it does in a round.
    pub rate: f64,
    /// Rounds of the shooter's fire that destroy it.
    pub rounds: f64,
    /// Damage of its missiles that are still to be fired.
    pub missiles: f64,
}

impl Steady {
    /// Who is to be destroyed first: most damage a round for the rounds that it costs.
    #[must_use]
    pub fn order(&self, other: &Steady) -> Ordering {
        (other.rate * self.rounds).total_cmp(&(self.rate * other.rounds))
    }
}

/// Ships of one slot.
#[derive(Clone, Debug)]
struct Part {
    first: usize,
    end: usize,
    /// Damage that a ship does in a round.
    rate: f64,
    /// Damage of its missiles that are still to be fired.
    missiles: f64,
    /// Rounds of the shooter's fire that destroy it, by hit points left.
    rounds: Vec<f64>,
}

impl Threat {
    /// The threat of the fleet of `layout` to the other side. `to_fire`: slots with missiles yet to
    /// be fired.
    #[must_use]
    pub fn new(plan: &Plan, layout: &Layout, to_fire: &[usize]) -> Threat {
        let shooters = own(plan, other(layout.side));
        let part = |part: &super::fleet::Part| {
            let slot = &plan.slots[part.slot];
            Part {
                first: part.first,
                end: part.end,
                rate: expected(slot, Phase::Cannons, shooters),
                missiles: if to_fire.contains(&part.slot) {
                    expected(slot, Phase::Missiles, shooters)
                } else {
                    0.0
                },
                rounds: (0..=slot.hull + 1).map(|left| rounds(shooters, slot, left)).collect(),
            }
        };
        Threat {
            parts: layout.parts.iter().map(part).collect(),
            first: plan.slots_of[layout.side.index()].start,
        }
    }

    /// Damage that a ship of a slot does in a round.
    #[must_use]
    pub fn rate(&self, slot: usize) -> f64 {
        let part = &self.parts[slot - self.first];
        part.rate + part.missiles
    }

    /// What a ship counts for, by the place of its slot among those of its side and hit points left.
    #[must_use]
    pub fn steady(&self, place: usize, left: u8) -> Steady {
        let part = &self.parts[place];
        Steady {
            rate: part.rate + PRESENCE,
            rounds: part.rounds[usize::from(left)],
            missiles: part.missiles,
        }
    }

    /// The same for each round of fire that the ship costs, given its hit points left.
    #[must_use]
    pub fn per_round_of_fire(&self, slot: usize, left: u8) -> f64 {
        let part = &self.parts[slot - self.first];
        (part.rate + part.missiles + PRESENCE) / part.rounds[usize::from(left)]
    }

    /// Damage that a fleet is to be expected to do before it is destroyed.
    #[must_use]
    pub fn of(&self, fleet: &[u8]) -> f64 {
        let mut ships = Vec::with_capacity(fleet.len());
        let mut damage = 0.0;
        for (place, part) in self.parts.iter().enumerate() {
            for &left in fleet[part.first..part.end]
                .iter()
                .filter(|&&left| left > 0 && left != GONE)
            {
                damage += part.missiles;
                ships.push(self.steady(place, left));
            }
        }
        // The sort is stable.
        ships.sort_by(Steady::order);
        let mut time = 0.0;
        for ship in ships {
            time += ship.rounds;
            damage += ship.rate * time;
        }
        damage
    }
}

fn other(side: Side) -> Side {
    Side::BOTH[1 - side.index()]
}

fn own(plan: &Plan, side: Side) -> &[Slot] {
    &plan.slots[plan.slots_of[side.index()].clone()]
}

/// Chance that a die of a ship hits one of the slot's.
fn chance(die: Die, computer: u8, shield: u8) -> f64 {
    if die == Die::Rift {
        return 0.5;
    }
    let faces = (1 + i16::from(computer) - i16::from(shield)).clamp(1, 5);
    f64::from(faces) / 6.0
}

/// Mean damage of a rift die that hits.
const RIFT: u8 = 2;

/// Points that a hit of a die does at most.
fn points(die: Die) -> u8 {
    if die == Die::Rift { RIFT } else { die.damage() }
}

/// Damage that one ship does in a volley to a fleet at its full strength, hits spread evenly; what a
/// ship doesn't need is lost.
fn expected(slot: &Slot, phase: Phase, fleet: &[Slot]) -> f64 {
    let ships: usize = fleet.iter().map(Slot::ships).sum();
    let die = |dice: &Dice| {
        let on = |target: &Slot| {
            let points = points(dice.die).min(target.hull + 1);
            let damage = chance(dice.die, slot.computer, target.shield_in(phase)) * f64::from(points);
            damage * target.ships() as f64
        };
        f64::from(dice.count) * fleet.iter().map(on).sum::<f64>() / ships.max(1) as f64
    };
    slot.dice(phase).iter().map(die).sum()
}

/// Rounds in which all shooters together destroy a ship with so many hit points left.
fn rounds(shooters: &[Slot], target: &Slot, left: u8) -> f64 {
    let kills = |slot: &Slot| {
        let die = |dice: &Dice| {
            let hits = match dice.die {
                Die::Split(points) => f64::from(left) / f64::from(points.max(1)),
                die => f64::from(left.div_ceil(points(die).max(1))),
            };
            f64::from(dice.count) * chance(dice.die, slot.computer, target.shield) / hits.max(f64::MIN_POSITIVE)
        };
        slot.ships() as f64 * slot.cannons.iter().map(die).sum::<f64>()
    };
    let kills: f64 = shooters.iter().map(kills).sum();
    if kills > 0.0 { 1.0 / kills } else { f64::from(left) }
}
