//! Texts that hold many words: comma-separated names such as `SC,DD,CA`, and their limits.

use super::problem::{Place, Problems, Spanned};
use std::ops::Range;

/// Longest text that is taken apart into words, in bytes; a full side in the shorthand has 2400.
pub const MAX_WORDS_BYTES: usize = 8192;

/// Adds a fault if the text is longer than any sensible one.
pub(super) fn too_long(text: &str, place: &Place, problems: &mut Problems) -> bool {
    let too_long = text.len() > MAX_WORDS_BYTES;
    if too_long {
        let message = format!("the text is too long: {} bytes", text.len());
        problems.add(place.clone(), message, format!("at most {MAX_WORDS_BYTES} bytes"));
    }
    too_long
}

/// The names in the bytes `range` of `text`, which was written at `place`; blanks around a name
/// are no part of it. A missing name (`SC,,CA`) is a fault and left out; `what` says what is
/// missing, such as `unit name`.
pub(super) fn names(
    text: &str,
    range: Range<usize>,
    what: &str,
    place: &Place,
    problems: &mut Problems,
) -> Vec<Spanned<String>> {
    let mut names = Vec::new();
    if too_long(text, place, problems) {
        return names;
    }
    let mut start = range.start;
    for part in text[range].split(',') {
        let at = trimmed(text, start..start + part.len());
        if at.is_empty() {
            // The blank itself is what is wrong: point at where the name should be.
            problems.add(
                place.inside(text, at),
                format!("a {what} is missing"),
                "separate names by single commas",
            );
        } else {
            names.push(Spanned::new(text[at.clone()].to_owned(), place.inside(text, at)));
        }
        start += part.len() + 1;
    }
    names
}

/// The range without the blanks at both ends.
pub(super) fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..start + part.trim().len()
}
