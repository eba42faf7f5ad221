//! What the words of the shorthand are: names, levels, signs.

use super::ability::is_ability;
use super::experience::Experience;
use super::unknown;

/// What a word begins with that tells which pulsar charged a group (25.4): `charged-red`.
pub(super) const CHARGED: &str = "charged-";

/// What says that Transports have something aboard (21.1.1).
pub(super) const LOADED: &str = "loaded";

/// A character that a unit's name may have.
pub(super) fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | '\'' | '.')
}

/// The word, or its beginning, is the sign of `3x CA`, `3 × CA` or `3xCA`.
pub(super) fn is_times(word: &str) -> bool {
    let rest = word.strip_prefix(['x', '×']);
    matches!(word, "x" | "X") || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_uppercase))
}

/// A word after the first that still belongs to the unit's name.
pub(super) fn is_name(word: &str) -> bool {
    let lower = word.to_lowercase().replace('_', "-");
    let special = lower == "oos" || lower == "out-of-supply" || lower == LOADED || lower.starts_with(CHARGED);
    let special = special || is_experience(&lower) || is_ability(&lower);
    let number = word.bytes().all(|b| b.is_ascii_digit()) || word.ends_with('%');
    !special && level_digits(word).is_none() && !number
}

/// A level of experience (37.1.1).
pub(super) fn is_experience(word: &str) -> bool {
    Experience::parse(word).is_some()
}

/// Where the number of a level such as `a1` or `ship-size3` begins, or the range of `a1-3`; `None` if it
/// is no level.
pub(super) fn level_digits(word: &str) -> Option<usize> {
    let first = word.find(|c: char| c.is_ascii_digit())?;
    let is_number = word[first..].bytes().all(|b| b.is_ascii_digit()) || unknown::range(&word[first..]).is_some();
    if !is_number {
        return None;
    }
    let name = &word[..first];
    let named = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphabetic() || matches!(c, '-' | '_'));
    named.then_some(first)
}
