//! A point in the middle of a battle: `2 CA + 1 CA damaged 1 + 3 SC / 1 BB damaged 2`, and whose turn it
//! is there: `attacker CA:2`.

use super::list::{too_long, trimmed};
use super::problem::{Place, Problems, Spanned};
use super::shorthand::{NOTHING, Reader, Word, words};
use super::suggest::{nearest, quoted};
use super::{Group, MAX_GROUPS_PER_SIDE, Side};

/// What every fault of the shape of a state is answered with.
const EXAMPLE: &str = "write a state like \"2 CA + 1 CA damaged 1 / 1 BB\", the attacker's ships first";

/// What every fault of the shape of a turn is answered with.
const TURN_EXAMPLE: &str = "write a turn like \"CA\", \"CA:2\" if two of them are still to fire, or \"attacker CA:2\"";

/// The word before damage.
pub(super) const DAMAGED: &str = "damaged";

/// What people may write instead of it.
pub(super) const LIKE_DAMAGED: [&str; 6] = [DAMAGED, "damage", "hit", "hits", "hurt", "wounded"];

/// One side's ships at a point of a battle, as written.
#[derive(Clone, Debug)]
pub struct SideLeft {
    /// Ships that are in the hex.
    pub ships: Vec<ShipsLeft>,
    /// Where they are written.
    pub place: Place,
}

/// Ships of one unit in one condition, as written.
#[derive(Clone, Debug)]
pub struct ShipsLeft {
    /// How many of what.
    pub group: Group,
    /// Damage on each of them; without it they are unhurt.
    pub damage: Option<Spanned<u32>>,
}

/// Whose turn it is, as written.
#[derive(Clone, Debug)]
pub struct TurnLeft {
    /// Whose ships fire, if it is said.
    pub side: Option<Side>,
    /// Which; its count means nothing.
    pub group: Group,
    /// Shots that are still to come; all of the group's if it is not said.
    pub shots: Option<Spanned<u32>>,
}

/// Reads both sides' ships at a point of a battle, separated by `/`; `source_name` is what the text is,
/// such as `--state`. Units are not looked up here. The answer may be `Some` although faults were added.
pub fn parse_state(text: &str, source_name: &str, problems: &mut Problems) -> Option<[SideLeft; 2]> {
    let whole = Place::argument(source_name, text);
    if too_long(text, &whole, problems) {
        return None;
    }
    let halves: Vec<&str> = text.split('/').collect();
    let [attacker, defender] = halves[..] else {
        let message = match halves.len() {
            1 => "only one side's ships are named",
            _ => "more than two sides",
        };
        problems.add(whole, message, EXAMPLE);
        return None;
    };
    let sides = [
        (Side::Attacker, 0, attacker),
        (Side::Defender, attacker.len() + 1, defender),
    ];
    let [attacker, defender] = sides.map(|(side, start, half)| {
        let range = trimmed(text, start..start + half.len());
        let place = whole.inside(text, range.clone());
        let ships = ships(text, range, side, &whole, problems)?;
        Some(SideLeft { ships, place })
    });
    Some([attacker?, defender?])
}

/// One side's ships.
fn ships(
    text: &str,
    range: std::ops::Range<usize>,
    side: Side,
    whole: &Place,
    problems: &mut Problems,
) -> Option<Vec<ShipsLeft>> {
    let half = &text[range.clone()];
    if NOTHING.iter().any(|word| half.eq_ignore_ascii_case(word)) {
        return Some(Vec::new());
    }
    if half.is_empty() {
        problems.add(
            whole.clone(),
            format!("the {}'s ships are missing", side.name()),
            EXAMPLE,
        );
        return None;
    }
    let mut found = Vec::new();
    let mut start = range.start;
    for (index, part) in half.split('+').enumerate() {
        let words = words(part, start);
        let mut reader = Reader {
            text,
            place: whole,
            problems,
        };
        if index >= MAX_GROUPS_PER_SIDE {
            let message = format!("more than {MAX_GROUPS_PER_SIDE} groups on one side");
            reader.fault(
                words.first().copied()?,
                message,
                "name each group once, and its damaged ship once",
            );
            return None;
        }
        if words.is_empty() {
            let plus = whole.inside(text, trimmed(text, start..start + part.len()));
            problems.add(plus, "ships are missing beside \"+\"", EXAMPLE);
        } else {
            found.extend(one(&mut reader, &words));
        }
        start += part.len() + 1;
    }
    (!found.is_empty()).then_some(found)
}

/// Ships in one condition.
fn one(reader: &mut Reader<'_>, words: &[Word<'_>]) -> Option<ShipsLeft> {
    let at = (1..words.len()).find(|&at| {
        let word = words[at].text.trim_end_matches(|c: char| c.is_ascii_digit());
        nearest(word, LIKE_DAMAGED).is_some()
    });
    let Some(at) = at else {
        let group = reader.group(words)?;
        return Some(ShipsLeft { group, damage: None });
    };
    let word = words[at];
    let name = word.text.trim_end_matches(|c: char| c.is_ascii_digit());
    if !name.eq_ignore_ascii_case(DAMAGED) {
        let message = format!("unexpected word {}", quoted(word.text));
        reader.fault(
            word,
            message,
            "did you mean \"damaged\"? write damage like \"1 CA damaged 1\"",
        );
        return None;
    }
    // `damaged1` is taken as well.
    let numbers: Vec<Word<'_>> = match word.tail(name.len()) {
        rest if rest.text.is_empty() => words[at + 1..].to_vec(),
        rest => [&[rest], &words[at + 1..]].concat(),
    };
    let damage = match numbers[..] {
        [] => {
            let help = "write damage like \"1 CA damaged 1\"";
            reader.fault(word, "how much damage is missing".to_owned(), help);
            None
        }
        [number] => whole(reader, number, "damage"),
        [_, next, ..] => {
            let help = "the damage comes last; join groups by +";
            reader.fault(next, format!("unexpected word {}", quoted(next.text)), help);
            None
        }
    };
    let group = reader.group(&words[..at])?;
    Some(ShipsLeft {
        group,
        damage: Some(damage?),
    })
}

/// A number of 1 or more.
fn whole(reader: &mut Reader<'_>, word: Word<'_>, what: &str) -> Option<Spanned<u32>> {
    let digits = !word.text.is_empty() && word.text.bytes().all(|b| b.is_ascii_digit());
    // Whatever is too long to be a number here is too much for any ship.
    match word.text.parse::<u32>().unwrap_or(if digits { u32::MAX } else { 0 }) {
        number @ 1.. => Some(Spanned::new(number, reader.at(word))),
        0 => {
            let message = format!("{what} must be a whole number of 1 or more, not {}", quoted(word.text));
            reader.fault(word, message, "");
            None
        }
    }
}

/// Reads whose turn it is: a group, perhaps with its side before and the shots still to come behind;
/// `source_name` as in [`parse_state`].
pub fn parse_turn(text: &str, source_name: &str, problems: &mut Problems) -> Option<TurnLeft> {
    let place = Place::argument(source_name, text);
    if too_long(text, &place, problems) {
        return None;
    }
    let (name, shots) = match text.split_once(':') {
        Some((name, shots)) => (name, words(shots, name.len() + 1)),
        None => (text, Vec::new()),
    };
    let all = words(name, 0);
    let mut reader = Reader {
        text,
        place: &place,
        problems,
    };
    let side = { Side::BOTH.into_iter() }.find(|side| {
        all.first()
            .is_some_and(|word| word.text.eq_ignore_ascii_case(side.name()))
    });
    let rest = &all[usize::from(side.is_some())..];
    // `CA 2` is taken as well.
    let (rest, shots) = match rest {
        [group @ .., last]
            if shots.is_empty() && !group.is_empty() && last.text.bytes().all(|b| b.is_ascii_digit()) =>
        {
            (group, vec![*last])
        }
        _ => (rest, shots),
    };
    if let [count, group, ..] = rest
        && count.text.bytes().all(|b| b.is_ascii_digit())
    {
        let message = format!("a turn names a group, not {} ships of it", count.text);
        let help = format!("write \"{}:{}\" if so many are still to fire", group.text, count.text);
        reader.fault(*count, message, &help);
        return None;
    }
    if rest.is_empty() {
        problems.add(place, "no group is named", TURN_EXAMPLE);
        return None;
    }
    let shots = match shots[..] {
        [] if text.contains(':') => {
            problems.add(place, "how many shots are to come is missing", TURN_EXAMPLE);
            return None;
        }
        [] => None,
        [number] => Some(whole(&mut reader, number, "shots to come")?),
        [_, next, ..] => {
            reader.fault(next, format!("unexpected word {}", quoted(next.text)), TURN_EXAMPLE);
            return None;
        }
    };
    let group = reader.group(rest)?;
    Some(TurnLeft { side, group, shots })
}
