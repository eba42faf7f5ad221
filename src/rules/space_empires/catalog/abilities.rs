//! The table of special abilities: `abilities.csv`.

use super::{Catalog, tables};
use crate::rules::space_empires::ability::Ability;
use crate::rules::table::fold;
use std::sync::LazyLock;

/// A row of the table of special abilities.
#[derive(Clone, Debug)]
pub struct AbilityRow {
    /// What it is.
    pub ability: Ability,
    /// Name in files and in the shorthand: `second-salvo`.
    pub name: String,
    /// Title in tables.
    pub title: String,
    /// Other names, folded.
    pub(super) aliases: Vec<String>,
    /// The rule.
    pub section: String,
    /// Short names of the units that may have it.
    pub units: Vec<String>,
    /// It changes dice or firing order in a battle.
    pub in_battle: bool,
    /// What it does, in our own words.
    pub effect: String,
}

/// All special abilities.
#[must_use]
pub fn abilities() -> &'static [AbilityRow] {
    static ABILITIES: LazyLock<Vec<AbilityRow>> = LazyLock::new(tables::read_abilities);
    &ABILITIES
}

/// The ability that a word names, in any case.
#[must_use]
pub fn ability(word: &str) -> Option<&'static AbilityRow> {
    let word = fold(word);
    abilities()
        .iter()
        .find(|row| fold(&row.name) == word || fold(&row.title) == word || row.aliases.contains(&word))
}

impl Catalog {
    /// The short names of the edition's units that may have an ability, waiting or not.
    #[must_use]
    pub fn who_may_have(&self, row: &'static AbilityRow) -> Vec<&'static str> {
        let units = row.units.iter().map(String::as_str);
        units.filter(|unit| self.any_unit(unit).is_some()).collect()
    }

    /// The special abilities that units of the edition may have.
    pub fn abilities(&self) -> impl Iterator<Item = &'static AbilityRow> {
        abilities().iter().filter(|row| !self.who_may_have(row).is_empty())
    }
}

impl Ability {
    /// Name in files and in the shorthand: `second-salvo`.
    #[must_use]
    pub fn name(self) -> &'static str {
        &abilities()[self as usize].name
    }
}
