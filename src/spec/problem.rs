//! Faults in what people write: where, which word, what was expected, and the nearest known word.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A text that was read: a file, or a command-line argument in the shorthand.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// The file's path as given, or for an argument what it is, such as `attacker`.
    pub name: String,
    /// The whole text.
    pub text: String,
}

impl Source {
    /// A source to share between the places that point into it.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Source> {
        Arc::new(Source {
            name: name.into(),
            text: text.into(),
        })
    }

    /// Line and column of a byte, both from 1; a column is a character, a tab is one.
    #[must_use]
    pub fn line_column(&self, byte: usize) -> (usize, usize) {
        let before = &self.text[..self.boundary(byte)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
        (line, before[line_start..].chars().count() + 1)
    }

    /// The nearest start of a character at or before `byte`, so that no place, however made, can
    /// split a character.
    pub(super) fn boundary(&self, byte: usize) -> usize {
        let mut at = byte.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }
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

impl Place {
    /// The bytes `range` of a source.
    #[must_use]
    pub fn new(source: &Arc<Source>, range: Range<usize>) -> Place {
        Place {
            source: Arc::clone(source),
            start: range.start,
            end: range.end,
        }
    }

    /// The whole of a command-line argument; `name` is what it is, such as `--attacker-target`.
    #[must_use]
    pub fn argument(name: &str, text: &str) -> Place {
        Place::new(&Source::new(name, text), 0..text.len())
    }

    /// The text that stands there.
    #[must_use]
    pub fn text(&self) -> &str {
        let start = self.source.boundary(self.start);
        let end = self.source.boundary(self.end.max(self.start));
        &self.source.text[start..end]
    }

    /// Line and column of the start, both from 1.
    #[must_use]
    pub fn line_column(&self) -> (usize, usize) {
        self.source.line_column(self.start)
    }

    /// The place of the bytes `range` of `text`, which was written here, perhaps in quotes. If the
    /// text was written with escapes, its words cannot be found again and the answer is the whole.
    #[must_use]
    pub fn inside(&self, text: &str, range: Range<usize>) -> Place {
        match self.text().find(text) {
            Some(offset) if !text.is_empty() => {
                let start = self.start + offset;
                Place::new(&self.source, start + range.start..start + range.end)
            }
            _ => self.clone(),
        }
    }
}

/// `file:line:column`, as editors and terminals understand it.
impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.line_column();
        write!(out, "{}:{line}:{column}", self.source.name)
    }
}

/// A value together with the place where it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it was written.
    pub place: Place,
}

impl<T> Spanned<T> {
    /// A value and its place.
    #[must_use]
    pub fn new(value: T, place: Place) -> Spanned<T> {
        Spanned { value, place }
    }
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

/// Most faults that are kept; the rest is only counted, so that a hostile file costs no memory.
pub const MAX_KEPT: usize = 1000;

/// All faults of one reading.
#[derive(Clone, Debug, Default)]
pub struct Problems {
    /// In the order found, the first [`MAX_KEPT`] of them.
    pub list: Vec<Problem>,
    /// Faults found after that.
    pub dropped: usize,
}

impl Problems {
    /// No faults yet.
    #[must_use]
    pub fn new() -> Problems {
        Problems::default()
    }

    /// Adds a fault. `place` is a [`Place`], or `None` where there is no text to point at; `help`
    /// may be empty. See [`Problem`] for how the two texts read.
    pub fn add(&mut self, place: impl Into<Option<Place>>, message: impl Into<String>, help: impl Into<String>) {
        if self.list.len() >= MAX_KEPT {
            self.dropped += 1;
            return;
        }
        self.list.push(Problem {
            place: place.into(),
            message: message.into(),
            help: help.into(),
        });
    }

    /// Nothing was wrong.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Faults found, kept or not. A reader compares it before and after to know if it added any.
    #[must_use]
    pub fn count(&self) -> usize {
        self.list.len() + self.dropped
    }

    /// All faults as text for people, with ANSI colours if asked for: each with its place, its
    /// source line, the wrong word underlined, and what would be right. A source's faults come in
    /// the order of its lines; after thirty faults the rest is only counted.
    #[must_use]
    pub fn render(&self, colour: bool) -> String {
        super::render::render(self, colour)
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.render(false))
    }
}

impl std::error::Error for Problems {}
