//! The one-line shorthand: `3 CA a1 d1 t1 + 6 SC a1`.

use super::ability::is_ability;
use super::experience::experience;
use super::fleet::charge;
use super::problem::{Place, Problems, Source, Spanned};
use super::state::{DAMAGED, LIKE_DAMAGED};
use super::suggest::{nearest, quoted};
use super::unknown::{self, Line, Weighted};
use super::words::{CHARGED, LOADED, is_experience, is_letter, is_name, is_times, level_digits};
use super::{Fleet, Group, Level, MAX_GROUPS_PER_SIDE, MAX_SHIPS_PER_GROUP, list};
use std::sync::Arc;

/// What every fault of the shape of a fleet is answered with.
const EXAMPLE: &str = "write a fleet like \"3 CA a1 d1 + 6 SC a1\"";

/// Reads a fleet in the shorthand; `source_name` is what the text is, such as `attacker`. The
/// answer may be `Some` although faults were added, see [`super::read_side`].
pub fn parse_shorthand(text: &str, source_name: &str, problems: &mut Problems) -> Option<Fleet> {
    let source: Arc<Source> = Source::new(source_name, text);
    fleet(text, &Place::new(&source, 0..text.len()), problems)
}

/// What may be written where nothing is left.
pub(super) const NOTHING: [&str; 2] = ["none", "0"];

/// Reads ships that a battle left, in the shorthand, or `none`; `source_name` as in
/// [`parse_shorthand`]. The answer may be `Some` although faults were added.
pub fn parse_ships(text: &str, source_name: &str, problems: &mut Problems) -> Option<Vec<Group>> {
    if NOTHING.iter().any(|word| text.trim().eq_ignore_ascii_case(word)) {
        return Some(Vec::new());
    }
    if text.trim().is_empty() {
        let place = Place::argument(source_name, text);
        problems.add(place, "no ships are named", "write ships like \"2 CA + 1 SC\", or none");
        return None;
    }
    let fleet = parse_shorthand(text, source_name, problems)?;
    fleet.groups.iter().for_each(|group| known(group, problems));
    Some(fleet.groups)
}

/// A fault if the group is uncertain where everything is known.
fn known(group: &Group, problems: &mut Problems) {
    if group.unknown.is_some() {
        let help = "what is left of a battle is known: name one unit and one number";
        problems.add(group.unit.place.clone(), "an uncertain group", help);
    }
}

/// Reads a fleet from `text`, which was written at `place`.
pub(super) fn fleet(text: &str, place: &Place, problems: &mut Problems) -> Option<Fleet> {
    if text.trim().is_empty() {
        problems.add(place.clone(), "the fleet is empty", EXAMPLE);
        return None;
    }
    if list::too_long(text, place, problems) {
        return None;
    }
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut fleet = Fleet {
        name,
        place: Some(place.clone()),
        ..Fleet::default()
    };
    let mut start = 0;
    let mut missing_before = false;
    for (index, part) in text.split('+').enumerate() {
        let words = words(part, start);
        if index == MAX_GROUPS_PER_SIDE {
            let at = place.inside(text, start..start + part.len());
            problems.add(
                at,
                format!("more than {MAX_GROUPS_PER_SIDE} groups on one side"),
                format!("at most {MAX_GROUPS_PER_SIDE} are allowed"),
            );
            break;
        }
        let mut reader = Reader { text, place, problems };
        match words.as_slice() {
            // In `+ +` three groups are missing, but it is one slip.
            [] if missing_before => {}
            [] => reader.missing_group(start, part, EXAMPLE),
            words => fleet.groups.extend(reader.line(words)),
        }
        missing_before = words.is_empty();
        start += part.len() + 1;
    }
    (!fleet.groups.is_empty()).then_some(fleet)
}

/// A word and its first byte in the whole text.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    pub text: &'a str,
    pub start: usize,
}

impl<'a> Word<'a> {
    /// The part from byte `at` on.
    pub fn tail(self, at: usize) -> Word<'a> {
        Word {
            text: &self.text[at..],
            start: self.start + at,
        }
    }
}

/// The words of a part of the text that begins at byte `start`.
pub(super) fn words(part: &str, start: usize) -> Vec<Word<'_>> {
    let offset = |word: &str| word.as_ptr() as usize - part.as_ptr() as usize;
    part.split_whitespace()
        .map(|word| Word {
            text: word,
            start: start + offset(word),
        })
        .collect()
}

/// Reads groups of one text.
pub(super) struct Reader<'a> {
    pub text: &'a str,
    pub place: &'a Place,
    pub problems: &'a mut Problems,
}

impl Reader<'_> {
    pub fn at(&self, word: Word<'_>) -> Place {
        self.place.inside(self.text, word.start..word.start + word.text.len())
    }

    pub fn fault(&mut self, word: Word<'_>, message: String, help: &str) {
        let place = self.at(word);
        self.problems.add(place, message, help);
    }

    /// Nothing stands between two `+`, or before or after one: point at the `+`.
    pub fn missing_group(&mut self, start: usize, part: &str, example: &str) {
        let plus = if start == 0 { part.len() } else { start - 1 };
        let place = self.place.inside(self.text, plus..plus + 1);
        let side = if start == 0 { "before" } else { "after" };
        self.problems
            .add(place, format!("a group is missing {side} \"+\""), example);
    }

    /// One group in which everything is known; `None` if it has no unit that could be looked up.
    pub fn group(&mut self, words: &[Word<'_>]) -> Option<Group> {
        let group = self.line(words)?;
        known(&group, self.problems);
        Some(group)
    }

    /// One group; `None` if it has no unit that could be looked up.
    pub fn line(&mut self, words: &[Word<'_>]) -> Option<Group> {
        let (counts, words) = self.count(words);
        let Some(&first) = words.first() else {
            let place = counts.first().map_or(self.place, |count| &count.value.place);
            self.problems
                .add(place.clone(), "a unit is missing after the count", EXAMPLE);
            return None;
        };
        if !counts.is_empty() && is_times(first.text) {
            self.fault(
                first,
                format!("unexpected {}", quoted(first.text)),
                "write count and unit alone: 3 CA",
            );
            return None;
        }
        let named = 1 + words[1..].iter().take_while(|word| is_name(word.text)).count();
        let last = words[named - 1];
        let mut readable = true;
        for &word in &words[..named] {
            readable &= self.check_characters(word);
        }
        let unit: Vec<&str> = words[..named].iter().map(|word| word.text).collect();
        let place = self.place.inside(self.text, first.start..last.start + last.text.len());
        let mut line = Line {
            units: Vec::new(),
            counts,
            tech: Vec::new(),
            out_of_supply: false,
            charged: None,
            experience: None,
            loaded: None,
            chance: 1.0,
            place: place.clone(),
            abilities: Vec::new(),
        };
        // `CA|BC` is one or the other.
        for name in unit.join(" ").split('|').map(str::trim) {
            let at = place.text().find(name).filter(|_| !name.is_empty());
            let at = at.map(|at| place.start + at..place.start + at + name.len());
            let at = at.map_or(place.clone(), |range| Place::new(&place.source, range));
            if name.is_empty() {
                let message = "a unit is missing beside \"|\"";
                self.problems
                    .add(place.clone(), message, "write units that it may be as CA|BC");
                readable = false;
            } else {
                line.units.push(Weighted::new(1.0, Spanned::new(name.to_owned(), at)));
            }
        }
        if line.counts.is_empty() {
            line.counts.push(Weighted::new(1.0, Spanned::new(1, place)));
        }
        for &word in &words[named..] {
            if !self.attribute(word, &mut line) {
                return None;
            }
        }
        line.group(self.problems).filter(|_| readable)
    }

    /// The count, if there is one, which must be known, and the words after it.
    pub fn known_count<'w>(&mut self, words: &[Word<'w>]) -> (Option<Spanned<u32>>, Vec<Word<'w>>) {
        let (counts, words) = self.count(words);
        if let [first, _, ..] = &counts[..] {
            let place = first.value.place.clone();
            self.problems
                .add(place, "a range of ships", "write one number: it must be known here");
        }
        (counts.into_iter().next().map(|count| count.value), words)
    }

    /// The count, if there is one, and the words after it. A wrong count is read as 1.
    fn count<'w>(&mut self, words: &[Word<'w>]) -> (Vec<Weighted<Spanned<u32>>>, Vec<Word<'w>>) {
        let first = words[0];
        let unsigned = first.text.trim_start_matches(['-', '−', '.', ',']);
        if !unsigned.starts_with(|c: char| c.is_ascii_digit()) {
            return (Vec::new(), words.to_vec());
        }
        let is_number = |c: char| c.is_ascii_digit() || matches!(c, '-' | '−' | '.' | ',' | '_');
        let length = first.text.find(|c| !is_number(c)).unwrap_or(first.text.len());
        let number = Word {
            text: &first.text[..length],
            start: first.start,
        };
        let rest = first.tail(length);
        let mut after = words.to_vec();
        if rest.text.is_empty() {
            after.remove(0);
        } else {
            after[0] = rest;
        }
        let Some(range) = unknown::range(number.text) else {
            return (vec![Weighted::new(1.0, self.ships(number))], after);
        };
        let place = self.at(number);
        let mut counts = unknown::each(range, &place, self.problems);
        if counts.is_empty() {
            counts.push(Weighted::new(1.0, Spanned::new(1, place)));
        }
        (counts, after)
    }

    fn ships(&mut self, number: Word<'_>) -> Spanned<u32> {
        let place = self.at(number);
        let range = format!("expected 1 to {MAX_SHIPS_PER_GROUP} ships in a group");
        let shown = quoted(number.text);
        let message = if number.text.starts_with(['-', '−']) {
            format!("a count cannot be negative: {shown}")
        } else if unknown::falls(number.text) {
            format!("the range {shown} goes down")
        } else if !number.text.bytes().all(|b| b.is_ascii_digit()) {
            format!("a count must be a whole number, not {shown}")
        } else {
            match number.text.parse::<u32>() {
                Ok(0) => "a group of 0 ships".into(),
                Ok(count @ 1..=MAX_SHIPS_PER_GROUP) => return Spanned::new(count, place),
                _ => format!("too many ships in one group: {shown}"),
            }
        };
        self.problems.add(place.clone(), message, range);
        Spanned::new(1, place)
    }

    /// A word after the unit's name: a level, supply or experience. `false` if it shows that the
    /// words are cut into groups wrongly, so that faults of the others would mislead.
    fn attribute(&mut self, word: Word<'_>, group: &mut Line) -> bool {
        let lower = word.text.to_lowercase().replace('_', "-");
        if lower == "oos" || lower == "out-of-supply" {
            group.out_of_supply = true;
        } else if lower == LOADED {
            group.loaded = Some(self.at(word));
        } else if let Some(colour) = lower.strip_prefix(CHARGED) {
            group.charged = charge(colour, &self.at(word), self.problems);
        } else if is_ability(&lower) {
            group.abilities.push(Spanned::new(word.text.to_owned(), self.at(word)));
        } else if is_experience(&lower) {
            let level = experience(word.text, &self.at(word), self.problems);
            if group.experience.is_some() {
                let help = "a group has one level of experience (37.1.1)";
                self.fault(word, "a second level of experience".to_owned(), help);
            }
            group.experience = level;
        } else if nearest(lower.trim_end_matches(|c: char| c.is_ascii_digit()), LIKE_DAMAGED) == Some(DAMAGED) {
            let help = "ships are counted here, hurt or not: leave the damage out";
            self.fault(word, format!("unexpected word {}", quoted(word.text)), help);
            return false;
        } else if let Some(digits) = level_digits(word.text) {
            self.level(word, digits, group);
        } else if word.text.ends_with('%') {
            match unknown::chance(word.text) {
                Some(_) if group.chance < 1.0 => {
                    let help = "give the chance that these ships are there once";
                    self.fault(word, "a second chance".to_owned(), help);
                }
                Some(chance) => group.chance = chance,
                None => {
                    let message = format!("{} is no chance", quoted(word.text));
                    self.fault(word, message, "expected more than 0 % and at most 100 %, such as 50%");
                }
            }
        } else if word.text.bytes().all(|b| b.is_ascii_digit()) {
            let help = "join groups by +, and write a level without a blank: 3 CA a1 + 6 SC";
            self.fault(word, format!("unexpected number {}", quoted(word.text)), help);
            return false;
        } else {
            let help =
                "after the unit come levels such as a1 d1 t1 pd2, veteran, or oos (out of supply); join groups by +";
            self.fault(word, format!("unexpected word {}", quoted(word.text)), help);
        }
        true
    }

    fn level(&mut self, word: Word<'_>, digits: usize, group: &mut Line) {
        let name = word.text[..digits].replace('_', "-");
        let number = word.tail(digits);
        if group
            .tech
            .iter()
            .any(|level| level.name.value.eq_ignore_ascii_case(&name))
        {
            self.fault(
                word,
                format!("{} is given twice", quoted(&name)),
                "give each level once in a group",
            );
            return;
        }
        let range = unknown::range(number.text);
        let Ok(level) = range.map_or_else(|| number.text.parse::<u32>(), |(low, _)| Ok(low)) else {
            self.fault(number, format!("level {} is too large", quoted(number.text)), "");
            return;
        };
        let name_place = self.at(Word {
            text: &word.text[..digits],
            start: word.start,
        });
        let level = Spanned::new(level, self.at(number));
        let range = range.filter(|(low, high)| low < high);
        let values = range.map(|range| unknown::each(range, &level.place, self.problems));
        let instead = values.unwrap_or_default().into_iter();
        group.tech.push(Level {
            name: Spanned::new(name, name_place),
            level,
            instead: instead
                .map(|value| Weighted::new(value.weight, value.value.value))
                .collect(),
        });
    }

    /// Units are made of letters, digits and a few signs: whatever else stands there is a slip, and `false`.
    fn check_characters(&mut self, word: Word<'_>) -> bool {
        let Some((at, c)) = { word.text.char_indices() }.find(|&(_, c)| !is_letter(c) && c != '|') else {
            return true;
        };
        let wrong = Word {
            text: &word.text[at..at + c.len_utf8()],
            start: word.start + at,
        };
        let help = match c {
            '[' | ']' | '(' | ')' => "parts and values in brackets belong to Eclipse: --game eclipse",
            ',' | ';' | '&' => "join groups by +",
            _ => EXAMPLE,
        };
        self.fault(
            wrong,
            format!("unexpected {} in {}", quoted(wrong.text), quoted(word.text)),
            help,
        );
        false
    }
}
