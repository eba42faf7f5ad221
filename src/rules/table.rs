//! How the games' catalogs are read: tables that are part of the program. A test compares every row
//! with a list of its own, so a fault in them is a fault of the program and stops it.

use serde::de::DeserializeOwned;
use std::collections::HashMap;

/// The rows of a table; lines that begin with `#` are its explanation.
///
/// # Panics
///
/// If a row is not what it should be.
pub fn rows<T: DeserializeOwned>(name: &'static str, text: &'static str) -> impl Iterator<Item = T> {
    let reader = csv::ReaderBuilder::new()
        .comment(Some(b'#'))
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    reader
        .into_deserialize()
        .map(move |row| row.unwrap_or_else(|fault| panic!("{name}: {fault}")))
}

/// Other names in a cell, separated by `|`.
pub fn split_aliases(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('|').map(str::trim).filter(|alias| !alias.is_empty())
}

/// A cell that says yes or no.
///
/// # Panics
///
/// If it says anything else.
pub fn yes(cell: &str) -> bool {
    match cell {
        "yes" => true,
        "no" => false,
        other => panic!("a table says {other:?} where yes or no belongs"),
    }
}

/// A word as names are compared: lower case, letters and digits alone, so that `ship-size`,
/// `Ship Size` and `ship_size` are one.
#[must_use]
pub fn fold(word: &str) -> String {
    word.chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// The row of a name, or of a plural's singular: people write `6 Scouts`.
#[must_use]
pub fn find(index: &HashMap<String, usize>, word: &str) -> Option<usize> {
    let word = fold(word);
    let singular = || word.strip_suffix('s').and_then(|word| index.get(word));
    index.get(&word).or_else(singular).copied()
}
