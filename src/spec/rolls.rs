//! Dice as people note them down: `3, 7, 1, 10`.

use super::list::too_long;
use super::problem::{Place, Problems, Spanned};
use super::suggest::quoted;

/// Faces of a die, 1 to 10, separated by commas or blanks; `source_name` is what the text is, such as
/// `--rolls`. What is no face is a fault and left out.
pub fn parse_rolls(text: &str, source_name: &str, problems: &mut Problems) -> Vec<Spanned<u8>> {
    let place = Place::argument(source_name, text);
    let mut rolls = Vec::new();
    if too_long(text, &place, problems) {
        return rolls;
    }
    let entries = text.split(',');
    let nothing = text.trim().is_empty();
    for entry in entries.clone().filter(|entry| !nothing && entry.trim().is_empty()) {
        let start = entry.as_ptr() as usize - text.as_ptr() as usize;
        let place = Place::new(&place.source, start..start + entry.len());
        problems.add(
            place,
            "a roll is missing beside a comma",
            "leave the comma out, or write the roll",
        );
    }
    for word in entries.flat_map(str::split_whitespace) {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let place = Place::new(&place.source, start..start + word.len());
        match word.parse::<u8>() {
            Ok(face @ 1..=10) => rolls.push(Spanned::new(face, place)),
            Ok(0) => problems.add(
                place,
                "a die never shows less than 1",
                "a 0 on a ten-sided die is a 10: write 10",
            ),
            _ => problems.add(
                place,
                format!("{} is no roll of a die", quoted(word)),
                "expected 1 to 10, such as \"3, 7, 1, 10\"",
            ),
        }
    }
    if rolls.is_empty() && problems.is_empty() {
        problems.add(place, "no rolls are given", "write them like \"3, 7, 1, 10\"");
    }
    rolls
}
