//! Walking a TOML document with its places, so that every fault is found and not only the first.

use super::problem::{Place, Problems, Source, Spanned};
use super::suggest::{expected_one_of, quoted};
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;
use toml::de::{DeArray, DeInteger, DeTable, DeValue};

/// A key of a table with its value.
pub(super) struct Field<'a> {
    /// The key, `_` written as `-`: files may use either.
    pub key: String,
    pub key_place: Place,
    pub value: &'a DeValue<'a>,
    /// Where the value stands; of a table the header.
    pub place: Place,
}

/// Parses a document. `None` after syntax errors: what a parser guesses behind them is noise.
pub(super) fn document<'a>(source: &'a Arc<Source>, problems: &mut Problems) -> Option<DeTable<'a>> {
    const DUPLICATE: &str = "duplicate key";
    let (table, errors) = DeTable::parse_recoverable(&source.text);
    let newlines: Vec<usize> = source.text.match_indices('\n').map(|(at, _)| at).collect();
    let mut faulty_lines = HashSet::new();
    let mut readable = true;
    for error in errors {
        let place = Place::new(source, error.span().unwrap_or(0..0));
        // One slip of the pen makes a parser complain several times about its line.
        if !faulty_lines.insert(newlines.partition_point(|&newline| newline < place.start)) {
            continue;
        }
        if error.message() == DUPLICATE {
            let message = format!("duplicate key {}", quoted(place.text()));
            problems.add(place, message, "each key may stand once in a table");
            continue;
        }
        readable = false;
        let (message, help) = syntax(error.message(), place.text());
        problems.add(place, format!("not valid TOML: {message}"), help);
    }
    readable.then(|| table.into_inner())
}

/// The parser's message in two parts, what is wrong and what was expected; in plainer words where
/// it speaks of its own inside.
fn syntax(message: &str, written: &str) -> (String, String) {
    if message.starts_with("string values must be quoted") {
        return match written.trim() {
            "" => (
                "a value is missing".into(),
                "write a number, or a text in quotes".into(),
            ),
            word => {
                let message = format!("{} is neither a number nor a text in quotes", quoted(word));
                (
                    message,
                    format!(
                        "a text stands in quotes, such as \"{}\"",
                        word.chars().take(20).collect::<String>()
                    ),
                )
            }
        };
    }
    match message.split_once(", expected ") {
        Some((message, expected)) if expected != "nothing" => (message.into(), format!("expected {expected}")),
        Some((message, _)) => (message.into(), String::new()),
        None => (message.into(), String::new()),
    }
}

/// Reads values of one source, and adds a fault for each that is not what it should be.
pub(super) struct Reader<'a> {
    pub source: &'a Arc<Source>,
    pub problems: &'a mut Problems,
}

impl Reader<'_> {
    /// A place in the source.
    pub fn place(&self, range: Range<usize>) -> Place {
        Place::new(self.source, range)
    }

    /// The fields of a table in the order written. A key that is not `known` is a fault and left
    /// out, and so is the second of two that differ in `_` and `-` alone; with no known keys, all
    /// are taken.
    pub fn fields<'t>(&mut self, table: &'t DeTable<'t>, known: &[&str]) -> Vec<Field<'t>> {
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let mut fields: Vec<Field<'t>> = Vec::new();
        let mut seen = HashSet::new();
        for (written, value) in entries {
            let key_place = self.place(written.span());
            let key = written.get_ref().replace('_', "-");
            if !known.is_empty() && !known.contains(&key.as_str()) {
                let message = format!("unknown key {}", quoted(written.get_ref()));
                self.problems.add(key_place, message, expected_one_of(&key, known));
            } else if !seen.insert(key.clone()) {
                let message = format!("duplicate key {}", quoted(written.get_ref()));
                self.problems
                    .add(key_place, message, "with _ and with - it is the same key");
            } else {
                let place = self.place(value.span());
                fields.push(Field {
                    key,
                    key_place,
                    value: value.get_ref(),
                    place,
                });
            }
        }
        fields
    }

    /// A fault of a value that has the wrong type.
    pub fn wrong_type(&mut self, field: &Field<'_>, expected: &str, help: &str) {
        let message = format!(
            "{} must be {expected}, not {}",
            quoted(&field.key),
            type_name(field.value)
        );
        self.problems.add(field.place.clone(), message, help);
    }

    /// A text that is not blank, without the blanks around it.
    pub fn text(&mut self, field: &Field<'_>, help: &str) -> Option<Spanned<String>> {
        let DeValue::String(text) = field.value else {
            self.wrong_type(field, "a text in quotes", help);
            return None;
        };
        self.not_blank(&field.key, text, &field.place, help)
    }

    fn not_blank(&mut self, key: &str, text: &str, place: &Place, help: &str) -> Option<Spanned<String>> {
        if text.trim().is_empty() {
            self.problems
                .add(place.clone(), format!("{} is empty", quoted(key)), help);
            return None;
        }
        Some(Spanned::new(text.trim().to_owned(), place.clone()))
    }

    /// `true` or `false`.
    pub fn boolean(&mut self, field: &Field<'_>) -> Option<bool> {
        if let DeValue::Boolean(value) = field.value {
            return Some(*value);
        }
        self.wrong_type(field, "true or false", "write it without quotes");
        None
    }

    /// A whole number that is not negative.
    pub fn whole(&mut self, field: &Field<'_>) -> Option<Spanned<u32>> {
        let DeValue::Integer(number) = field.value else {
            self.wrong_type(field, "a whole number", "write digits without quotes, such as 3");
            return None;
        };
        match parse_integer(number) {
            Some(value) if value < 0 => {
                let message = format!("{} cannot be negative: {value}", quoted(&field.key));
                self.problems.add(field.place.clone(), message, "expected 0 or more");
            }
            Some(value) if value <= i128::from(u32::MAX) => {
                return Some(Spanned::new(value as u32, field.place.clone()));
            }
            _ => {
                let message = format!("{} is too large: {}", quoted(&field.key), quoted(field.place.text()));
                self.problems.add(field.place.clone(), message, "");
            }
        }
        None
    }

    /// A table.
    pub fn table<'t>(&mut self, field: &Field<'t>, help: &str) -> Option<&'t DeTable<'t>> {
        if let DeValue::Table(table) = field.value {
            return Some(table);
        }
        self.wrong_type(field, "a table", help);
        None
    }

    /// The texts of an array, none of them blank.
    pub fn texts(&mut self, key: &str, array: &DeArray<'_>) -> Vec<Spanned<String>> {
        let help = "each entry is a name in quotes";
        let mut texts = Vec::new();
        for item in array.iter() {
            let place = self.place(item.span());
            match item.get_ref() {
                DeValue::String(text) => texts.extend(self.not_blank(key, text, &place, help)),
                other => {
                    let message = format!("{} must hold names, not {}", quoted(key), type_name(other));
                    self.problems.add(place, message, help);
                }
            }
        }
        texts
    }
}

/// `None` beyond the range of `i128`.
fn parse_integer(number: &DeInteger<'_>) -> Option<i128> {
    i128::from_str_radix(number.as_str(), number.radix()).ok()
}

fn type_name(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with decimals",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "an array",
        DeValue::Table(_) => "a table",
    }
}
