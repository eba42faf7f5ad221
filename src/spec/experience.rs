//! Levels of experience (37.1.1), as written.

use super::problem::{Place, Problems, Spanned};
use super::suggest::{expected_one_of, quoted};

/// Levels of experience, in their order (37.1.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Experience {
    /// As built without a Military Academy.
    #[default]
    Green,
    /// As built with one.
    Skilled,
    /// Third of the five.
    Veteran,
    /// Fourth of the five.
    Elite,
    /// The highest: one more hit destroys its ships.
    Legendary,
}

impl Experience {
    /// All of them, lowest first.
    pub const ALL: [Experience; 5] = [
        Experience::Green,
        Experience::Skilled,
        Experience::Veteran,
        Experience::Elite,
        Experience::Legendary,
    ];

    /// The level that a word means, in any case.
    #[must_use]
    pub fn parse(word: &str) -> Option<Experience> {
        let lower = word.to_lowercase();
        Experience::ALL.into_iter().find(|level| level.name() == lower)
    }

    /// The next level, if there is one.
    #[must_use]
    pub fn next(self) -> Option<Experience> {
        Experience::ALL.get(self as usize + 1).copied()
    }

    /// As written in files: `veteran`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Experience::Green => "green",
            Experience::Skilled => "skilled",
            Experience::Veteran => "veteran",
            Experience::Elite => "elite",
            Experience::Legendary => "legendary",
        }
    }
}

/// The level of a group as written.
pub(super) fn experience(word: &str, place: &Place, problems: &mut Problems) -> Option<Spanned<Experience>> {
    let found = Experience::parse(word);
    if found.is_none() {
        let names = Experience::ALL.map(Experience::name);
        let message = format!("unknown experience {}", quoted(word));
        problems.add(place.clone(), message, expected_one_of(&word.to_lowercase(), &names));
    }
    Some(Spanned::new(found?, place.clone()))
}
