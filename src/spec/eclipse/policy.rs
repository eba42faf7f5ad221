//! Policies as text, the same on the command line and in files.

use super::{Equals, Retreat, Target};
use crate::spec::list::{names, trimmed};
use crate::spec::policy::MAX_RETREAT_ROUND;
use crate::spec::problem::{Place, Problems, Spanned};
use crate::spec::suggest::{expected_one_of, quoted};

/// The policies for assigning hits.
pub const TARGETS: [&str; 5] = ["threat", "largest", "smallest", "npc", "optimal"];

/// Which of equal ships non-player ships damage.
pub const EQUALS: [&str; 2] = ["focus", "spread"];

/// The retreat policies; those with `=` need a value.
pub const RETREATS: [&str; 3] = ["never", "after-round=", "units="];

/// A policy for assigning hits: one of [`TARGETS`]. `place` is where `text` was written.
pub fn target(text: &str, place: &Place, problems: &mut Problems) -> Option<Spanned<Target>> {
    let target = match keyword(text).as_str() {
        "threat" => Target::Threat,
        "largest" => Target::Largest,
        "smallest" => Target::Smallest,
        "npc" => Target::Npc,
        "optimal" => Target::Optimal,
        word => {
            let message = format!("unknown targeting policy of Eclipse {}", quoted(text.trim()));
            problems.add(place.clone(), message, expected_one_of(word, &TARGETS));
            return None;
        }
    };
    Some(Spanned::new(target, place.clone()))
}

/// One of [`EQUALS`]. `place` is where `text` was written.
pub fn equals(text: &str, place: &Place, problems: &mut Problems) -> Option<Spanned<Equals>> {
    let equals = match keyword(text).as_str() {
        "focus" => Equals::Focus,
        "spread" => Equals::Spread,
        word => {
            let message = format!("unknown choice among equal ships {}", quoted(text.trim()));
            problems.add(place.clone(), message, expected_one_of(word, &EQUALS));
            return None;
        }
    };
    Some(Spanned::new(equals, place.clone()))
}

/// A retreat policy: `never`, `after-round=2` or `units=cruiser,interceptor`. `place` is where
/// `text` was written. Units are not looked up here.
pub fn retreat(text: &str, place: &Place, problems: &mut Problems) -> Option<Spanned<Retreat>> {
    const FORMS: &str = "expected never, after-round=2, or units= and ship types";
    let (name, value) = match text.find('=') {
        Some(at) => (&text[..at], Some(trimmed(text, at + 1..text.len()))),
        None => (text, None),
    };
    let retreat = match (keyword(name).as_str(), value) {
        ("never", None) => Retreat::Never,
        ("after-round", Some(at)) => {
            let word = &text[at.clone()];
            let round = word.parse::<u16>().ok();
            let Some(round) = round.filter(|round| (1..=MAX_RETREAT_ROUND).contains(round)) else {
                let message = format!("{} is no round to retreat after", quoted(word));
                let help = format!("expected a whole number, 1 to {MAX_RETREAT_ROUND}");
                problems.add(place.inside(text, at), message, help);
                return None;
            };
            Retreat::AfterRound(round)
        }
        ("units", Some(at)) => {
            let before = problems.count();
            let units = names(text, at, "ship type", place, problems);
            if problems.count() > before {
                return None;
            }
            Retreat::Units(units)
        }
        (word, _) => {
            let names = RETREATS.map(|form| form.trim_end_matches('='));
            let message = match names.contains(&word) {
                true => format!("{} is not a whole retreat policy", quoted(text.trim())),
                false => format!("unknown retreat policy of Eclipse {}", quoted(text.trim())),
            };
            problems.add(place.clone(), message, FORMS);
            return None;
        }
    };
    Some(Spanned::new(retreat, place.clone()))
}

/// How names of policies are compared: any case, `_` or `-`.
fn keyword(text: &str) -> String {
    text.trim().to_lowercase().replace('_', "-")
}
