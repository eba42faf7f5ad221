//! The one edition that a battle is played by, of all that its files name.

use super::Note;
use crate::spec::{Place, Problems, Spanned};
use std::fmt::Display;

/// How a game speaks of its fleets.
pub struct Words {
    /// Another fleet than one: `the other`.
    pub other: &'static str,
    /// The fleets together: `both`.
    pub all: &'static str,
}

/// The edition that the battle names, else its fleets' files, else the default. `None` if anything was
/// wrong; `problems` then says what. `unknown` tells of a word that `parse` knows no edition by.
pub fn edition<'w, E: Copy + PartialEq + Default + Display>(
    of_battle: Option<&'w Spanned<String>>,
    of_fleets: impl Iterator<Item = &'w Spanned<String>>,
    parse: impl Fn(&str) -> Option<E>,
    unknown: impl Fn(&str) -> (String, String),
    words: &Words,
    (problems, notes): (&mut Problems, &mut Vec<Note>),
) -> Option<E> {
    let mut chosen: Option<E> = None;
    let mut faulty = false;
    let mut fault = |place: &Place, message: String, help: String| {
        problems.add(place.clone(), message, help);
        faulty = true;
    };
    for written in of_battle.into_iter().chain(of_fleets) {
        let Some(edition) = parse(&written.value) else {
            let (message, help) = unknown(&written.value);
            fault(&written.place, message, help);
            continue;
        };
        match chosen {
            Some(other) if other != edition && of_battle.is_some() => notes.push(Note {
                place: Some(written.place.clone()),
                message: format!("this fleet was written for {edition}; the battle is fought by {other}"),
            }),
            Some(other) if other != edition => {
                let message = format!("one fleet is of edition {other}, {} of {edition}", words.other);
                let help = format!("name one edition for {}, as with --edition", words.all);
                fault(&written.place, message, help);
            }
            _ => chosen = Some(edition),
        }
    }
    (!faulty).then(|| chosen.unwrap_or_default())
}
