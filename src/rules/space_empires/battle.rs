//! An engagement as the rules mean it: names looked up, levels capped, policies resolved.

use super::catalog::{Edition, Unit};
use crate::spec::Place;

/// A battle ready to be lowered to a plan.
#[derive(Clone, Debug)]
pub struct Battle {
    /// Whose catalog and prices.
    pub edition: Edition,
    /// The hex.
    pub terrain: Terrain,
    /// The attacker's and the defender's fleet.
    pub sides: [Fleet; 2],
    /// What the reader should know: levels capped, more ships than counters.
    pub notes: Vec<Note>,
}

/// The hex's effects; several may be present.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terrain {
    /// Attack technology counts as 0, everyone is E-Class (5.8.1).
    pub asteroids: bool,
    /// Defense technology counts as 0, everyone is E-Class (5.8.2).
    pub nebula: bool,
    /// Defense Strength and Defense technology count as 0 (25.8).
    pub quasar: bool,
    /// Damage is doubled, and leaving fails on a 9 or 10, rolled once a side (25.1.3).
    pub ion_storm: bool,
}

/// One side's fleet.
#[derive(Clone, Debug)]
pub struct Fleet {
    /// Name for tables.
    pub name: String,
    /// Groups in firing order among equals; none has a count of 0.
    pub groups: Vec<Group>,
    /// The side's decisions, defaults filled in.
    pub policy: Policy,
}

/// Ships of one unit with the same technology.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its row of the ship chart.
    pub unit: Unit,
    /// How it is called in tables: `CA a1 d1`.
    pub label: String,
    /// Ships, 1 to 99.
    pub count: u8,
    /// Attack technology after capping (9.2).
    pub attack: u8,
    /// Defense technology after capping (9.2).
    pub defense: u8,
    /// Tactics technology (9.3).
    pub tactics: u8,
    /// Out of supply (36.5.5).
    pub out_of_supply: bool,
}

/// A side's decisions with the defaults filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// Whom to shoot at.
    pub target: Target,
    /// Shoot at wounded ships first.
    pub finish_wounded: bool,
    /// Whom to keep out of the fight (5.7).
    pub screen: Screen,
    /// Screen only as many ships as leave the fleet size bonus (5.1.3) untouched.
    pub keep_bonus: bool,
    /// When to leave (5.9).
    pub retreat: Retreat,
}

/// A targeting policy; units by their short names in the catalog.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// Take away the most enemy firepower per shot: the default.
    Value,
    /// Smallest hull first.
    Weakest,
    /// Largest hull first.
    Strongest,
    /// Best chance to hit first.
    Easiest,
    /// Highest price first.
    Costliest,
    /// Every shot at a random ship.
    Random,
    /// In this order; units not named come last, by value.
    Order(Vec<String>),
}

/// A screening policy (5.7).
#[derive(Clone, Debug, PartialEq)]
pub enum Screen {
    /// Screen nobody: the default.
    None,
    /// As many as allowed, smallest hull first.
    Weakest,
    /// As many as allowed, highest price first.
    Costliest,
    /// Wounded ships only.
    Wounded,
    /// These units only, in this order.
    Units(Vec<String>),
}

/// A retreat policy (5.9), decided for the whole side at the start of each round from the second
/// on; each unit then leaves when its turn to fire comes.
#[derive(Clone, Debug, PartialEq)]
pub enum Retreat {
    /// Fight to the end: the default.
    Never,
    /// Fight this many rounds, then leave.
    AfterRound(u16),
    /// Leave when the enemy has at least `ratio_milli`/1000 combat-capable ships to one of ours.
    Outnumbered {
        /// Thousandths: 2000 is two to one.
        ratio_milli: u32,
    },
    /// Leave when the own strength is below `ratio_milli`/1000 of the enemy's. Strength is the sum
    /// over combat-capable ships of Hull Size times (Attack Strength + Attack technology).
    StrengthBelow {
        /// Thousandths: 500 is half the enemy's strength.
        ratio_milli: u32,
    },
    /// Only wounded ships leave.
    Wounded,
    /// Only these units leave, as soon as they may.
    Units(Vec<String>),
}

/// Something that was changed or is unusual, told by `check` and beside results.
#[derive(Clone, Debug)]
pub struct Note {
    /// Where it was written.
    pub place: Option<Place>,
    /// What, in a sentence: `SC carries attack 1, not 3: Hull Size 1 allows no more (9.2)`.
    pub message: String,
}
