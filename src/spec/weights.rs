//! Values of a file that may be uncertain: a range, a table of weights, or several groups.

use super::fleet::{GROUP_KEYS, group_of};
use super::problem::{Problems, Spanned};
use super::suggest::quoted;
use super::table::{Field, Reader};
use super::unknown::{self, Draw, MAX_POSSIBILITIES, Unknown, Weighted};
use super::{Group, MAX_GROUPS_PER_SIDE};
use toml::de::{DeArray, DeTable, DeValue};

/// Largest weight.
const MAX_WEIGHT: f64 = 1e9;

/// Keys of `draw`.
const DRAW_KEYS: [&str; 2] = ["from", "count"];

/// Keys of an entry of `one-of`, besides those of a group.
const OWN_KEYS: [&str; 2] = ["weight", "group"];

const WEIGHT: &str = "write a weight such as 2 or 0.5";

/// Numbers that may be uncertain: `3`, `"2-4"` or `{ 2 = 1, 4 = 3 }`; `check` adds a fault to those that
/// can't be.
pub(super) fn numbers(
    reader: &mut Reader<'_>,
    field: &Field<'_>,
    check: impl Fn(&Spanned<u32>, &mut Problems) -> bool,
) -> Vec<Weighted<Spanned<u32>>> {
    let found = match field.value {
        DeValue::String(text) if text.contains('-') => match unknown::range(text) {
            Some(range) => unknown::each(range, &field.place, reader.problems),
            None => {
                let message = format!("{} is no range: {}", quoted(&field.key), quoted(text));
                let help = "write a number such as 3, a range such as \"2-4\", or weights such as { 2 = 1, 4 = 3 }";
                reader.problems.add(field.place.clone(), message, help);
                return Vec::new();
            }
        },
        DeValue::Table(table) => weights(reader, table, |reader, entry| {
            let number = entry
                .key
                .parse()
                .ok()
                .filter(|_| entry.key.bytes().all(|b| b.is_ascii_digit()));
            if number.is_none() {
                let message = format!("{} is no number", quoted(&entry.key));
                let help = "write the numbers before the =, their weights behind: { 2 = 1, 4 = 3 }";
                reader.problems.add(entry.key_place.clone(), message, help);
            }
            number.map(|number| Spanned::new(number, entry.key_place.clone()))
        }),
        _ => reader
            .whole(field)
            .map(|number| Weighted::new(1.0, number))
            .into_iter()
            .collect(),
    };
    let mut kept = found;
    kept.retain(|number| check(&number.value, reader.problems));
    kept
}

/// Names that may be uncertain: `"CA"`, `["CA", "BC"]` or `{ CA = 2, BC = 1 }`.
pub(super) fn names(reader: &mut Reader<'_>, field: &Field<'_>, help: &str) -> Vec<Weighted<Spanned<String>>> {
    match field.value {
        DeValue::Array(array) => {
            let names = reader.texts(&field.key, array).into_iter();
            let names: Vec<_> = names.map(|name| Weighted::new(1.0, name)).collect();
            if names.is_empty() && array.is_empty() {
                reader
                    .problems
                    .add(field.place.clone(), format!("{} is empty", quoted(&field.key)), help);
            }
            names
        }
        DeValue::Table(table) => weights(reader, table, |_, entry| {
            Some(Spanned::new(entry.key.clone(), entry.key_place.clone()))
        }),
        _ => reader
            .text(field, help)
            .map(|name| Weighted::new(1.0, name))
            .into_iter()
            .collect(),
    }
}

/// The entries of a table, whose values are their weights; those with weight 0 are left out.
fn weights<T>(
    reader: &mut Reader<'_>,
    table: &DeTable<'_>,
    key: impl Fn(&mut Reader<'_>, &Field<'_>) -> Option<T>,
) -> Vec<Weighted<T>> {
    let mut found = Vec::new();
    let fields = reader.fields(table, &[]);
    let before = reader.problems.count();
    for field in &fields {
        let (value, weight) = (key(reader, field), weight(reader, field));
        if let (Some(value), Some(weight)) = (value, weight)
            && weight > 0.0
        {
            found.push(Weighted::new(weight, value));
        }
    }
    if found.is_empty() && reader.problems.count() == before {
        let range = table.iter().map(|(key, _)| key.span().start..key.span().end).next();
        let place = reader.place(range.unwrap_or(0..0));
        reader
            .problems
            .add(place, "no weight is more than 0", "something must be possible");
    }
    found
}

/// A weight: 0 or more.
fn weight(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<f64> {
    let text = match field.value {
        DeValue::Integer(number) if number.radix() == 10 => number.as_str().replace('_', ""),
        DeValue::Float(number) => number.as_str().replace('_', ""),
        _ => {
            reader.wrong_type(field, "a number", WEIGHT);
            return None;
        }
    };
    match text.parse::<f64>() {
        Ok(weight) if (0.0..=MAX_WEIGHT).contains(&weight) => Some(weight),
        _ => {
            let message = format!("the weight {} is not from 0 to {MAX_WEIGHT}", quoted(&text));
            reader.problems.add(field.place.clone(), message, WEIGHT);
            None
        }
    }
}

/// The chance that a group is there: `0.5`, `"50%"`, `"1/3"`.
pub(super) fn chance(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<f64> {
    let text = match field.value {
        DeValue::Integer(number) => number.as_str().to_owned(),
        DeValue::Float(number) => number.as_str().to_owned(),
        DeValue::String(text) => text.to_string(),
        _ => {
            reader.wrong_type(field, "a chance", "write it as 0.5, \"50%\" or \"1/3\"");
            return None;
        }
    };
    let chance = unknown::chance(&text);
    if chance.is_none() {
        let message = format!("{} is no chance: {}", quoted(&field.key), quoted(&text));
        let help = "expected more than 0 and at most 1, such as 0.5, \"50%\" or \"1/3\"";
        reader.problems.add(field.place.clone(), message, help);
    }
    chance
}

/// What `draw` says.
pub(super) fn draw(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<Draw> {
    const HELP: &str = "write draw = { from = \"npa\", count = 4 }";
    let table = reader.table(field, HELP)?;
    let (mut from, mut count) = (None, None);
    let before = reader.problems.count();
    for entry in &reader.fields(table, &DRAW_KEYS) {
        match entry.key.as_str() {
            "from" => from = reader.text(entry, HELP),
            "count" => count = reader.whole(entry),
            _ => {}
        }
    }
    if from.is_none() && reader.problems.count() == before {
        let message = "the draw doesn't say what is drawn from";
        reader.problems.add(field.place.clone(), message, HELP);
    }
    Some(Draw { from: from?, count })
}

/// What `one-of` lists: groups with their weights, or lists of groups; `None` if nothing can be read of it.
pub(super) fn one_of(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<Unknown> {
    const HELP: &str = "write one-of = [{ unit = \"CA\", count = 3 }, { unit = \"BB\", weight = 2 }]";
    let DeValue::Array(array) = field.value else {
        reader.wrong_type(field, "a list of groups", HELP);
        return None;
    };
    let mut lists = Vec::new();
    let mut number: usize = 0;
    for item in array.iter() {
        let place = reader.place(item.span());
        let DeValue::Table(table) = item.get_ref() else {
            reader.problems.add(place, "an entry must be a table", HELP);
            continue;
        };
        let mut own = 1.0;
        let mut several = None;
        let keys: Vec<&str> = GROUP_KEYS.iter().chain(&OWN_KEYS).copied().collect();
        let fields = reader.fields(table, &keys);
        for entry in &fields {
            match entry.key.as_str() {
                "weight" => own = weight(reader, entry).unwrap_or(1.0),
                "group" => several = Some(groups(reader, entry)),
                _ => {}
            }
        }
        let of_group: Vec<&Field<'_>> = fields
            .iter()
            .filter(|field| !OWN_KEYS.contains(&field.key.as_str()))
            .collect();
        let list = match (several, of_group.first()) {
            (Some(_), Some(other)) => {
                let message = format!("{} beside \"group\"", quoted(&other.key));
                let help = "an entry is one group, or has a list of them: group = [{ unit = \"CA\" }, …]";
                reader.problems.add(other.key_place.clone(), message, help);
                continue;
            }
            (Some(list), None) => list,
            (None, _) => group_of(reader, &of_group, place).into_iter().collect(),
        };
        if own > 0.0 {
            number = list
                .iter()
                .map(Group::possibilities)
                .fold(1, usize::saturating_mul)
                .saturating_add(number);
            lists.push(Weighted::new(own, list));
        }
        if number > MAX_POSSIBILITIES {
            let message = format!("\"one-of\" has more than {MAX_POSSIBILITIES} possibilities");
            reader.problems.add(field.place.clone(), message, "leave less open");
            break;
        }
    }
    if lists.is_empty() && array.is_empty() {
        reader
            .problems
            .add(field.place.clone(), "\"one-of\" lists nothing", HELP);
    }
    (!lists.is_empty()).then_some(Unknown::OneOf(lists))
}

/// The groups of one entry; none if nothing is there then.
fn groups(reader: &mut Reader<'_>, field: &Field<'_>) -> Vec<Group> {
    const HELP: &str = "write group = [{ unit = \"CA\", count = 3 }, { unit = \"SC\" }], or [] for nothing";
    let DeValue::Array(array) = field.value else {
        reader.wrong_type(field, "a list of groups", HELP);
        return Vec::new();
    };
    groups_of(reader, array, HELP)
}

fn groups_of(reader: &mut Reader<'_>, array: &DeArray<'_>, help: &str) -> Vec<Group> {
    let mut groups = Vec::new();
    for item in array.iter().take(MAX_GROUPS_PER_SIDE) {
        let place = reader.place(item.span());
        match item.get_ref() {
            DeValue::Table(table) => {
                let fields = reader.fields(table, &GROUP_KEYS);
                groups.extend(group_of(reader, &fields.iter().collect::<Vec<_>>(), place));
            }
            _ => reader.problems.add(place, "a group must be a table", help),
        }
    }
    groups
}
