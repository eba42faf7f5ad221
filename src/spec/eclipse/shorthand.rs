//! The one-line shorthand: `2 cruiser + 1 dreadnought[plasma-cannon hull fusion-drive fusion-source]`,
//! `3 interceptor(i3 1y)`.

use super::{Design, Dice, Group, MAX_VALUE, Part, Party, Values};
use crate::spec::problem::{Place, Problems, Source, Spanned};
use crate::spec::read::is_file;
use crate::spec::shorthand::{Reader, Word, words};
use crate::spec::suggest::{nearest, quoted};
use crate::spec::{MAX_GROUPS_PER_SIDE, list};
use std::path::Path;
use std::sync::Arc;

/// What every fault of the shape of a fleet is answered with.
const EXAMPLE: &str = "write a fleet like \"2 cruiser + 3 interceptor[ion-cannon hull nuclear-source nuclear-drive] + 1 cruiser(i2 h1 c1 1y)\"";

/// What stands between the round brackets.
const VALUES: &str = "values are i3 (initiative), c1 (computer), s1 (shield), h2 (hull), 1y (cannon dice: y o b r p), \
                      m:2o (missile dice), repair1, cost5, splitter, distortion, point-defence";

/// Reads a fleet in the shorthand; `source_name` is what the text is, such as `attacker`. The
/// answer may be `Some` although faults were added.
pub fn parse_shorthand(text: &str, source_name: &str, problems: &mut Problems) -> Option<Party> {
    let source: Arc<Source> = Source::new(source_name, text);
    party(text, &Place::new(&source, 0..text.len()), problems)
}

/// Reads a fleet from `text`, which was written at `place`.
pub(super) fn party(text: &str, place: &Place, problems: &mut Problems) -> Option<Party> {
    if text.trim().is_empty() {
        problems.add(place.clone(), "the fleet is empty", EXAMPLE);
        return None;
    }
    if list::too_long(text, place, problems) {
        return None;
    }
    let mut party = Party {
        name: text.split_whitespace().collect::<Vec<_>>().join(" "),
        place: Some(place.clone()),
        ..Party::default()
    };
    let mut missing_before = false;
    for (index, (start, part)) in parts(text).into_iter().enumerate() {
        let mut reader = Reader { text, place, problems };
        if index == MAX_GROUPS_PER_SIDE {
            let message = format!("more than {MAX_GROUPS_PER_SIDE} groups on one side");
            let at = place.inside(text, start..start + part.len());
            problems.add(at, message, format!("at most {MAX_GROUPS_PER_SIDE} are allowed"));
            break;
        }
        let missing = part.trim().is_empty();
        match missing {
            true if missing_before => {}
            true => reader.missing_group(start, part, EXAMPLE),
            false => party.groups.extend(group(&mut reader, part, start)),
        }
        missing_before = missing;
    }
    (!party.groups.is_empty()).then_some(party)
}

/// The parts between the `+` that stand outside of brackets, each with its first byte.
fn parts(text: &str) -> Vec<(usize, &str)> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_i32);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = (depth - 1).max(0),
            '+' if depth == 0 => {
                parts.push((start, &text[start..at]));
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push((start, &text[start..]));
    parts
}

/// One group; `None` if it has no unit that could be looked up.
fn group(reader: &mut Reader<'_>, part: &str, start: usize) -> Option<Group> {
    let open = part.find(['(', '[']).unwrap_or(part.len());
    let named = words(&part[..open], start);
    let bracket = Word {
        text: &part[open..],
        start: start + open,
    };
    if named.is_empty() {
        reader.fault(bracket, "a ship type is missing before the bracket".into(), EXAMPLE);
        return None;
    }
    let (count, named) = reader.known_count(&named);
    let (Some(first), Some(last)) = (named.first(), named.last()) else {
        let place = count.map_or_else(|| reader.place.clone(), |count| count.place);
        reader
            .problems
            .add(place, "a ship type is missing after the count", EXAMPLE);
        return None;
    };
    if let Some(wrong) = named.iter().find(|word| !word.text.chars().all(is_letter)) {
        let message = format!("unexpected {}", quoted(wrong.text));
        reader.fault(*wrong, message, EXAMPLE);
        return None;
    }
    let unit: Vec<&str> = named.iter().map(|word| word.text).collect();
    let place = reader
        .place
        .inside(reader.text, first.start..last.start + last.text.len());
    let unit = Spanned::new(unit.join(" "), place);
    let count = count.unwrap_or_else(|| Spanned::new(1, unit.place.clone()));
    let design = design(reader, bracket)?;
    Some(Group { unit, count, design })
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | '\'')
}

/// What stands in brackets.
fn design(reader: &mut Reader<'_>, bracket: Word<'_>) -> Option<Design> {
    let written = bracket.text.trim_end();
    let close = match written.chars().next() {
        None => return Some(Design::Start),
        Some('(') => ')',
        Some(_) => ']',
    };
    let Some(end) = written.find(close) else {
        let open = Word {
            text: &bracket.text[..1],
            ..bracket
        };
        reader.fault(
            open,
            format!("the bracket is not closed: {} is missing", quoted(&close.to_string())),
            EXAMPLE,
        );
        return None;
    };
    if end + 1 < written.len() {
        let rest = bracket.tail(end + 1);
        let words = words(rest.text, rest.start);
        let wrong = words.first().copied().unwrap_or(rest);
        let message = format!("unexpected {} after the bracket", quoted(wrong.text));
        reader.fault(wrong, message, "join groups by +");
        return None;
    }
    let inner = &written[1..end];
    let words = separated(inner, bracket.start + 1);
    Some(match close {
        ')' => Design::Values(values(reader, &words)),
        _ => Design::Parts {
            parts: parts_of(reader, &words),
            place: reader
                .place
                .inside(reader.text, bracket.start..bracket.start + written.len()),
        },
    })
}

/// Words between blanks and commas.
fn separated(text: &str, start: usize) -> Vec<Word<'_>> {
    let offset = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text.split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty())
        .map(|word| Word {
            text: word,
            start: start + offset(word),
        })
        .collect()
}

/// `ion-cannon 2 hull`.
fn parts_of(reader: &mut Reader<'_>, words: &[Word<'_>]) -> Vec<Spanned<Part>> {
    let mut parts = Vec::new();
    let mut count: Option<(u32, Word<'_>)> = None;
    for &word in words {
        let number = word.text.parse::<u32>().ok();
        match (number, count) {
            (Some(_), Some((_, before))) => reader.fault(before, "a number without a part".into(), "write 2 hull"),
            (Some(0 | 21..), None) => reader.fault(word, "that many parts don't fit a ship".into(), "write 2 hull"),
            (Some(number), None) => count = Some((number, word)),
            (None, _) => {
                let name = word.text.to_owned();
                let many = count.take().map_or(1, |(number, _)| number);
                parts.push(Spanned::new(Part { name, count: many }, reader.at(word)));
            }
        }
    }
    if let Some((_, word)) = count {
        reader.fault(
            word,
            "a number without a part".into(),
            "write the part after it: 2 hull",
        );
    }
    parts
}

/// `i3 h1 c+1 s1 1y m:2o`.
fn values(reader: &mut Reader<'_>, words: &[Word<'_>]) -> Values {
    let mut values = Values::default();
    let mut seen: Vec<String> = Vec::new();
    for &word in words {
        let lower = word.text.to_lowercase().replace('_', "-");
        if let Some(dice) = lower.strip_prefix("m:").or(lower.strip_prefix("m=")) {
            add_dice(reader, word, dice, &mut values.missiles);
        } else if lower == "-" || lower == "−" || lower.starts_with(|c: char| c.is_ascii_digit()) {
            add_dice(reader, word, &lower, &mut values.cannons);
        } else if let Some((name, sign, number)) = named_number(&lower) {
            if seen.iter().any(|seen| seen == name) {
                let message = format!("{} is given twice", quoted(name));
                reader.fault(word, message, "give each value once");
                continue;
            }
            seen.push(name.to_owned());
            if has_sign(reader, word, name, sign) {
                number_of(reader, word, name, number, &mut values);
            }
        } else {
            values.abilities.push(Spanned::new(lower, reader.at(word)));
        }
    }
    values
}

fn add_dice(reader: &mut Reader<'_>, word: Word<'_>, text: &str, sum: &mut Dice) {
    match Dice::parse(text) {
        Ok(dice) => *sum = sum.plus(dice),
        Err(why) => reader.fault(word, format!("{} {why}", quoted(word.text)), VALUES),
    }
}

/// The name, what stands between, and the number of `c1`, `c+1`, `s-1`, `repair=1`.
fn named_number(word: &str) -> Option<(&str, &str, &str)> {
    let digits = word.find(|c: char| c.is_ascii_digit())?;
    let (before, number) = word.split_at(digits);
    let name = before.trim_end_matches(['+', '-', '−', '=', ':']);
    let sign = before[name.len()..].trim_start_matches(['=', ':']);
    (!name.is_empty() && number.bytes().all(|b| b.is_ascii_digit())).then_some((name, sign, number))
}

/// Whether a number may have such a sign: computers are printed with a plus and shields with a minus, and
/// nothing has less than nothing.
fn has_sign(reader: &mut Reader<'_>, word: Word<'_>, name: &str, sign: &str) -> bool {
    let is_shield = matches!(name, "s" | "shield");
    match sign {
        "" | "+" => true,
        "-" | "−" if is_shield => true,
        "-" | "−" => {
            let message = format!("{} is below 0", quoted(word.text));
            reader.fault(
                word,
                message,
                "only a shield is written with a minus, as on its tile: s-1 is s1",
            );
            false
        }
        _ => {
            let message = format!("{} has more than one sign", quoted(word.text));
            reader.fault(word, message, "write c1 or c+1");
            false
        }
    }
}

fn number_of(reader: &mut Reader<'_>, word: Word<'_>, name: &str, number: &str, values: &mut Values) {
    let number = number.parse::<u32>().ok().filter(|&number| number <= MAX_VALUE);
    let Some(number) = number else {
        let message = format!("{} is too large", quoted(word.text));
        reader.fault(word, message, &format!("at most {MAX_VALUE}"));
        return;
    };
    let small = number as u8;
    match name {
        "i" | "initiative" => values.initiative = small,
        "c" | "computer" => values.computer = small,
        "s" | "shield" => values.shield = small,
        "h" | "hull" => values.hull = small,
        "repair" => values.repair = small,
        "cost" => values.cost = Some(number),
        _ => {
            let near = nearest(name, ["initiative", "computer", "shield", "hull", "repair", "cost"]);
            let near = near.map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
            let message = format!("unknown value {}", quoted(word.text));
            reader.fault(word, message, &format!("{VALUES}{near}"));
        }
    }
}

/// The ship types that a fleet in the shorthand names, as written; `None` for a file. What is wrong
/// with it is told when it is read.
#[must_use]
pub fn units_written(argument: &str) -> Option<Vec<String>> {
    if is_file(argument, Path::new("")) {
        return None;
    }
    let party = parse_shorthand(argument, "", &mut Problems::default());
    let groups = party.map(|party| party.groups).unwrap_or_default();
    Some(groups.into_iter().map(|group| group.unit.value).collect())
}
