//! Policies as text, the same on the command line and in files.

use super::list::{names, trimmed};
use super::problem::{Place, Problems, Spanned};
use super::suggest::{nearest, quoted};
use super::{Board, Protect, Retreat, Screen, Target, number};
use std::collections::HashSet;
use std::ops::Range;

/// The targeting policies that have a name.
pub const TARGETS: [&str; 7] = [
    "value",
    "weakest",
    "strongest",
    "easiest",
    "costliest",
    "random",
    "optimal",
];

/// The screening policies that have a name.
pub const SCREENS: [&str; 5] = ["none", "weakest", "costliest", "wounded", "optimal"];

/// What Shield Projectors may protect that has a name.
pub const PROTECTS: [&str; 2] = ["costliest", "none"];

/// The boarding policies that have a name.
pub const BOARDS: [&str; 2] = ["value", "never"];

/// The retreat policies; those with `=` need a value.
pub const RETREATS: [&str; 7] = [
    "never",
    "after-round=",
    "outnumbered=",
    "strength-below=",
    "wounded",
    "units=",
    "optimal",
];

/// Latest round that a retreat can be set for.
pub const MAX_RETREAT_ROUND: u16 = 999;

/// Names that will mean something one day and must not be taken for a unit's.
const NOT_YET: [(&str, &str); 4] = [
    ("npc", "it is a policy of Eclipse"),
    ("largest", "it is a policy of Eclipse"),
    ("smallest", "it is a policy of Eclipse"),
    ("threat", "it is a policy of Eclipse"),
];

/// Shortest word that can be a misspelt policy: shorter ones are units.
const MISSPELT_FROM: usize = 5;

/// Policies of one kind that are either a name or a list of units.
struct Kind {
    what: &'static str,
    names: &'static [&'static str],
}

const TARGET: Kind = Kind {
    what: "targeting policy",
    names: &TARGETS,
};
const SCREEN: Kind = Kind {
    what: "screening policy",
    names: &SCREENS,
};
const PROTECT: Kind = Kind {
    what: "protecting policy",
    names: &PROTECTS,
};

const BOARD: Kind = Kind {
    what: "boarding policy",
    names: &BOARDS,
};

/// A targeting policy: one of [`TARGETS`], or unit names in the order to shoot them
/// (`SC,DD,CA`; one name is an order too). `place` is where `text` was written. Units are not
/// looked up here.
pub fn target(text: &str, place: &Place, problems: &mut Problems) -> Option<Spanned<Target>> {
    let target = match keyword(text).as_str() {
        "value" => Target::Value,
        "weakest" => Target::Weakest,
        "strongest" => Target::Strongest,
        "easiest" => Target::Easiest,
        "costliest" => Target::Costliest,
        "random" => Target::Random,
        "optimal" => Target::Optimal,
        _ => Target::Order(TARGET.units_of_text(text, place, problems)?),
    };
    Some(Spanned::new(target, place.clone()))
}

/// A targeting policy written as an array of unit names.
pub(super) fn target_order(
    units: Vec<Spanned<String>>,
    place: &Place,
    problems: &mut Problems,
) -> Option<Spanned<Target>> {
    let units = TARGET.units(units, place, problems)?;
    Some(Spanned::new(Target::Order(units), place.clone()))
}

/// A screening policy (5.7): one of [`SCREENS`], or unit names (`CV,T`). `place` is where `text`
/// was written.
pub fn screen(text: &str, place: &Place, problems: &mut Problems) -> Option<Spanned<Screen>> {
    let screen = match keyword(text).as_str() {
        "none" => Screen::None,
        "weakest" => Screen::Weakest,
        "costliest" => Screen::Costliest,
        "wounded" => Screen::Wounded,
        "optimal" => Screen::Optimal,
        _ => Screen::Units(SCREEN.units_of_text(text, place, problems)?),
    };
    Some(Spanned::new(screen, place.clone()))
}

/// A screening policy written as an array of unit names.
pub(super) fn screen_units(
    units: Vec<Spanned<String>>,
    place: &Place,
    problems: &mut Problems,
) -> Option<Spanned<Screen>> {
    let units = SCREEN.units(units, place, problems)?;
    Some(Spanned::new(Screen::Units(units), place.clone()))
}

/// Whom Shield Projectors protect (41.0): one of [`PROTECTS`], or unit names. `place` is where `text` was
/// written.
pub fn protect(text: &str, place: &Place, problems: &mut Problems) -> Option<Spanned<Protect>> {
    let protect = match keyword(text).as_str() {
        "costliest" => Protect::Costliest,
        "none" => Protect::None,
        _ => Protect::Units(PROTECT.units_of_text(text, place, problems)?),
    };
    Some(Spanned::new(protect, place.clone()))
}

/// Ships to protect written as an array of unit names.
pub(super) fn protect_units(
    units: Vec<Spanned<String>>,
    place: &Place,
    problems: &mut Problems,
) -> Option<Spanned<Protect>> {
    let units = PROTECT.units(units, place, problems)?;
    Some(Spanned::new(Protect::Units(units), place.clone()))
}

/// A boarding policy (19.2): one of [`BOARDS`], or unit names in the order to board them (`CV,BB`). `place` is
/// where `text` was written.
pub fn board(text: &str, place: &Place, problems: &mut Problems) -> Option<Spanned<Board>> {
    let board = match keyword(text).as_str() {
        "value" => Board::Value,
        "never" => Board::Never,
        _ => Board::Order(BOARD.units_of_text(text, place, problems)?),
    };
    Some(Spanned::new(board, place.clone()))
}

/// A boarding policy written as an array of unit names.
pub(super) fn board_order(
    units: Vec<Spanned<String>>,
    place: &Place,
    problems: &mut Problems,
) -> Option<Spanned<Board>> {
    let units = BOARD.units(units, place, problems)?;
    Some(Spanned::new(Board::Order(units), place.clone()))
}

/// A retreat policy (5.9): `never`, `after-round=2`, `outnumbered=2` (or `2:1`, `1.5`),
/// `strength-below=0.5` (or `50%`), `wounded`, `optimal` or `units=T,CA`. `place` is where `text` was written.
pub fn retreat(text: &str, place: &Place, problems: &mut Problems) -> Option<Spanned<Retreat>> {
    let (name, value) = match text.find('=') {
        Some(at) => (&text[..at], Some(trimmed(text, at + 1..text.len()))),
        None => (text, None),
    };
    let retreat = match (keyword(name).as_str(), value) {
        ("never", None) => Retreat::Never,
        ("wounded", None) => Retreat::Wounded,
        ("optimal", None) => Retreat::Optimal,
        ("after-round", Some(at)) => Retreat::AfterRound(round(text, at, place, problems)?),
        ("outnumbered", Some(at)) => Retreat::Outnumbered {
            ratio_milli: ratio(text, at, place, problems)?,
        },
        ("strength-below", Some(at)) => Retreat::StrengthBelow {
            ratio_milli: ratio(text, at, place, problems)?,
        },
        ("units", Some(at)) => {
            let units = names(text, at, "unit name", place, problems);
            Retreat::Units(without_repeats(units, problems)?)
        }
        (word, value) => {
            let (message, help) = wrong_retreat(text, word, value.is_some());
            problems.add(place.inside(text, trimmed(text, 0..name.len())), message, help);
            return None;
        }
    };
    Some(Spanned::new(retreat, place.clone()))
}

/// Message and help for a retreat policy that is none.
fn wrong_retreat(text: &str, word: &str, has_value: bool) -> (String, String) {
    const FORMS: &str = "expected never, after-round=2, outnumbered=2:1, strength-below=50%, wounded, optimal, or units= and unit names";
    if word.is_empty() {
        return ("the retreat policy is empty".into(), FORMS.into());
    }
    let names = RETREATS.map(|form| form.trim_end_matches('='));
    match (names.contains(&word), has_value) {
        (true, true) => (
            format!("{} takes no value", quoted(word)),
            format!("write {word} alone"),
        ),
        (true, false) => (
            format!("{} needs a value", quoted(word)),
            format!("write it like {}", example(word)),
        ),
        (false, _) => {
            let near =
                nearest(word, names).map_or(String::new(), |near| format!("; did you mean \"{}\"?", example(near)));
            (
                format!("unknown retreat policy {}", quoted(text.trim())),
                format!("{FORMS}{near}"),
            )
        }
    }
}

fn example(retreat: &str) -> &str {
    match retreat {
        "after-round" => "after-round=2",
        "outnumbered" => "outnumbered=2:1",
        "strength-below" => "strength-below=50%",
        "units" => "units=T,CA",
        other => other,
    }
}

fn round(text: &str, at: Range<usize>, place: &Place, problems: &mut Problems) -> Option<u16> {
    let word = &text[at.clone()];
    let all_digits = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    match word.parse::<u16>() {
        Ok(round) if all_digits && (1..=MAX_RETREAT_ROUND).contains(&round) => Some(round),
        _ => {
            let message = format!("{} is no round to retreat after", quoted(word));
            problems.add(
                place.inside(text, at),
                message,
                format!("expected a whole number, 1 to {MAX_RETREAT_ROUND}"),
            );
            None
        }
    }
}

fn ratio(text: &str, at: Range<usize>, place: &Place, problems: &mut Problems) -> Option<u32> {
    let word = &text[at.clone()];
    match number::thousandths(word) {
        Ok(ratio) => Some(ratio),
        Err(why) => {
            problems.add(
                place.inside(text, at),
                format!("the ratio {} {why}", quoted(word)),
                "expected a number like 2, 1.5, 2:1 or 50%",
            );
            None
        }
    }
}

impl Kind {
    /// Unit names from a text that is no policy's name, unless it was meant to be one.
    fn units_of_text(&self, text: &str, place: &Place, problems: &mut Problems) -> Option<Vec<Spanned<String>>> {
        let word = keyword(text);
        if word.is_empty() {
            problems.add(place.clone(), format!("the {} is empty", self.what), self.expected());
            return None;
        }
        if word.chars().count() >= MISSPELT_FROM
            && !word.contains(',')
            && not_yet(&word).is_none()
            && let Some(near) = nearest(&word, self.names.iter().copied())
        {
            let message = format!("unknown {} {}", self.what, quoted(text.trim()));
            problems.add(
                place.inside(text, trimmed(text, 0..text.len())),
                message,
                format!("{}; did you mean \"{near}\"?", self.expected()),
            );
            return None;
        }
        let before = problems.count();
        let units = names(text, 0..text.len(), "unit name", place, problems);
        if units.is_empty() {
            return None;
        }
        let units = self.units(units, place, problems)?;
        (problems.count() == before).then_some(units)
    }

    /// Unit names, after a look for policies among them.
    fn units(
        &self,
        units: Vec<Spanned<String>>,
        place: &Place,
        problems: &mut Problems,
    ) -> Option<Vec<Spanned<String>>> {
        let before = problems.count();
        for unit in &units {
            let word = keyword(&unit.value);
            if let Some(why) = not_yet(&word) {
                let message = format!("{} {} is not available: {why}", self.what, quoted(&unit.value));
                problems.add(unit.place.clone(), message, self.expected());
            } else if self.names.contains(&word.as_str()) {
                let message = format!("{} is a {}, not a unit", quoted(&unit.value), self.what);
                problems.add(
                    unit.place.clone(),
                    message,
                    "a list holds unit names alone; a policy stands alone",
                );
            }
        }
        if units.is_empty() && problems.count() == before {
            problems.add(
                place.clone(),
                format!("the {} names no units", self.what),
                self.expected(),
            );
        }
        let units = without_repeats(units, problems)?;
        (problems.count() == before).then_some(units)
    }

    fn expected(&self) -> String {
        format!("expected {}, or unit names such as SC,DD,CA", self.names.join(", "))
    }
}

/// The units, if none stands twice; `None` too if there are none, which has been reported then.
fn without_repeats(units: Vec<Spanned<String>>, problems: &mut Problems) -> Option<Vec<Spanned<String>>> {
    let before = problems.count();
    let mut seen = HashSet::new();
    for unit in &units {
        if !seen.insert(unit.value.to_lowercase()) {
            problems.add(
                unit.place.clone(),
                format!("{} stands twice in the list", quoted(&unit.value)),
                "name each unit once",
            );
        }
    }
    (problems.count() == before && !units.is_empty()).then_some(units)
}

/// Why a policy that is known is not available.
fn not_yet(word: &str) -> Option<&'static str> {
    NOT_YET.iter().find(|(name, _)| *name == word).map(|&(_, why)| why)
}

/// How names of policies are compared: any case, `_` or `-`.
fn keyword(text: &str) -> String {
    text.trim().to_lowercase().replace('_', "-")
}
