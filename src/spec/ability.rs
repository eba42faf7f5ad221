//! Special abilities of a group (41.0, 24.3), as written.

use super::problem::Spanned;
use super::table::{Field, Reader};
use toml::de::DeValue;

/// Words of the shorthand that are abilities and no part of a unit's name. What they mean, and who may have them, is
/// the rules' affair.
pub const ABILITIES: [&str; 19] = [
    "second-salvo",
    "heavy-warheads",
    "tractor-beam",
    "shield-projector",
    "anti-sensor-hull",
    "attack-large",
    "attack-small",
    "defense-large",
    "defense-small",
    "advanced-munitions",
    "mini-fighter-bay",
    "point-defense",
    "scanners",
    "exploration",
    "fast",
    "space-pilgrim",
    "construction-efficiency",
    "construction-bay",
    "warp-gates",
];

/// A word of the shorthand, in lower case, is an ability.
pub(super) fn is_ability(word: &str) -> bool {
    ABILITIES.contains(&word)
}

/// The value of `ability`: one name, or a list of them.
pub(super) fn abilities(reader: &mut Reader<'_>, field: &Field<'_>) -> Vec<Spanned<String>> {
    match field.value {
        DeValue::Array(array) => reader.texts(&field.key, array),
        _ => { reader.text(field, "write ability = \"second-salvo\"") }
            .into_iter()
            .collect(),
    }
}
