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
    let ranked = candidates
        .into_iter()
        .filter_map(|candidate| Some((rank(&word, &candidate.to_lowercase())?, candidate)));
    ranked.min_by_key(|&(rank, _)| rank).map(|(_, candidate)| candidate)
}

/// How far the candidate is from the word, both in small letters; the least is the nearest. Of
/// candidates at one distance, one with the same letters is nearer, then one with the same first
/// letter.
fn rank(word: &str, candidate: &str) -> Option<(usize, bool, bool)> {
    let length = word.chars().count();
    // A single letter is near to every other one: only the same letter counts.
    let allowed = if length < 2 { 0 } else { (length / 3).max(1) };
    // Also keeps a word as long as a file from being compared letter by letter.
    if candidate.chars().count().abs_diff(length) <= allowed {
        let distance = strsim::osa_distance(word, candidate);
        if distance <= allowed {
            let same_first = word.chars().next() == candidate.chars().next();
            return Some((distance, sorted(word) != sorted(candidate), !same_first));
        }
    }
    let begins = length >= 3 && candidate.starts_with(word);
    begins.then(|| (allowed + candidate.len(), true, false))
}

fn sorted(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters
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
