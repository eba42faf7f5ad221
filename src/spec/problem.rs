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
