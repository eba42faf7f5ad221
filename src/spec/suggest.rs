//! "Did you mean …?": the nearest known word, and how wrong words are quoted.

use super::render::visible;

/// Longest word that is quoted whole.
const QUOTED_CHARS: usize = 40;

/// The candidate that `word` was most likely meant to be: at most one letter in three wrong,
/// missing, extra or swapped with its neighbour, or else the shortest that begins with it. The
/// case of letters does not matter. `None` if nothing is near.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let length = word.chars().count();
    let allowed = (length / 3).max(1);
    // A single letter is near to every other one: only the same letter counts.
    let allowed = if length < 2 { 0 } else { allowed };
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let lower = candidate.to_lowercase();
        // Also keeps a word as long as a file from being compared letter by letter.
        let distance = if lower.chars().count().abs_diff(length) <= allowed {
            strsim::osa_distance(&word, &lower)
        } else {
            usize::MAX
        };
        let begins = length >= 3 && lower.starts_with(&word);
        let rank = match (distance <= allowed, begins) {
            (true, _) => distance,
            (false, true) => allowed + lower.len(),
            (false, false) => continue,
        };
        if best.is_none_or(|(least, _)| rank < least) {
            best = Some((rank, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// A help text for a wrong word: `expected one of a, b, c; did you mean "b"?`
#[must_use]
pub fn expected_one_of(word: &str, known: &[&str]) -> String {
    let expected = match known {
        [only] => format!("expected {only}"),
        _ => format!("expected one of {}", known.join(", ")),
    };
    match nearest(word, known.iter().copied()) {
        Some(near) => format!("{expected}; did you mean \"{near}\"?"),
        None => expected,
    }
}

/// A word as people wrote it, in quotes, control characters visible and the end of a very long
/// one cut off.
#[must_use]
pub fn quoted(word: &str) -> String {
    match word.char_indices().nth(QUOTED_CHARS) {
        Some((cut, _)) => format!("\"{}…\"", visible(&word[..cut])),
        None => format!("\"{}\"", visible(word)),
    }
}
