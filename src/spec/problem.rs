//! Faults in what people write: where, which word, what was expected, and the nearest known word.

use std::sync::Arc;

/// A text that was read: a file, or a command-line argument in the shorthand.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// The file's path as given, or for an argument what it is, such as `attacker`.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// A stretch of a source, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Where it stands.
    pub source: Arc<Source>,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// A value together with the place where it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it was written.
    pub place: Place,
}

/// One fault.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Where, if a place is known.
    pub place: Option<Place>,
    /// What is wrong, naming the wrong word; lower case, no full stop: it reads after "error:".
    pub message: String,
    /// What would be right, and the nearest known word; empty if the message says it all.
    pub help: String,
}

/// All faults of one reading.
#[derive(Clone, Debug, Default)]
pub struct Problems {
    /// In the order found.
    pub list: Vec<Problem>,
}

impl Problems {
    /// Adds a fault.
    pub fn add(&mut self, place: impl Into<Option<Place>>, message: impl Into<String>, help: impl Into<String>) {
        self.list.push(Problem {
            place: place.into(),
            message: message.into(),
            help: help.into(),
        });
    }

    /// Faults found.
    #[must_use]
    pub fn count(&self) -> usize {
        self.list.len()
    }
}

/// The candidate most like a word, if one is like it at all.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let likeness = |candidate: &str| strsim::jaro_winkler(&word.to_lowercase(), &candidate.to_lowercase());
    let rated = candidates.into_iter().map(|candidate| (likeness(candidate), candidate));
    rated
        .filter(|(score, _)| *score > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}
