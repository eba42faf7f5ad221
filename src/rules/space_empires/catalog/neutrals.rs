//! What belongs to no player besides its units: counters in the box, and attributes of planets.

use super::{fold, tables};
use std::sync::LazyLock;

/// Counters that are drawn blindly.
#[derive(Clone, Debug)]
pub struct Pool {
    /// What they are called: `npa`.
    pub name: String,
    /// Short names of the units, and how many counters of each are in the box.
    pub counters: Vec<(String, u32)>,
}

/// An attribute of a Deep Space planet (26.0): what it adds to the Aliens there.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Name in files: `military-geniuses`.
    pub name: String,
    /// Title in tables.
    pub title: String,
    /// Aliens that are drawn for the planet.
    pub ships: u32,
    /// Letters by which their weapon class is better, never above A.
    pub class: u8,
    /// More Attack Strength.
    pub attack: u8,
    /// More Defense Strength.
    pub defense: u8,
    /// More hull points.
    pub hull: u8,
    /// More Tactics.
    pub tactics: u8,
    /// All attackers in the hex fire as E-Class.
    pub ambush: bool,
    /// Why it can't be simulated; empty if it can.
    pub needs: String,
}

/// All attributes of Deep Space planets.
#[must_use]
pub fn attributes() -> &'static [Attribute] {
    static ATTRIBUTES: LazyLock<Vec<Attribute>> = LazyLock::new(tables::read_attributes);
    &ATTRIBUTES
}

/// The attribute that a word means, in any case.
#[must_use]
pub fn attribute(word: &str) -> Option<&'static Attribute> {
    let word = fold(word);
    { attributes().iter() }.find(|row| fold(&row.name) == word || fold(&row.title) == word)
}
