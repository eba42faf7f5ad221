//! How the values of options are read, what is said of wrong ones, and what a shell offers.

use crate::engine::plan::ROUND_CAP;
use crate::rules::eclipse;
use crate::rules::space_empires::Edition;
use crate::rules::space_empires::catalog::{rule_rows, terrains};
use crate::spec::MAX_POSSIBILITIES;
use crate::spec::eclipse::EQUALS;
use crate::spec::number::{count, probability};
use crate::spec::policy::{BOARDS, PROTECTS, RETREATS, SCREENS, TARGETS};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// Most worker threads.
const MAX_THREADS: u16 = 1024;

/// Most battles to pick one from: all their results are kept.
const MAX_AMONG: u64 = 10_000_000;

/// Words that help and shells can name. Any other text is taken as well: whether it means
/// something is found out together with all other faults.
#[derive(Clone)]
pub struct Words(fn() -> Vec<&'static str>);

impl TypedValueParser for Words {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

/// Editions of both games by name.
pub fn edition_names() -> Vec<&'static str> {
    let eclipse = eclipse::Edition::ALL.map(eclipse::Edition::name);
    Edition::ALL.map(Edition::name).into_iter().chain(eclipse).collect()
}

/// Editions by name.
pub fn editions() -> Words {
    Words(edition_names)
}

/// Kinds of terrain; several can be given.
pub fn terrain() -> Words {
    Words(|| {
        let simulated = terrains().iter().filter(|kind| kind.simulated);
        simulated.map(|kind| kind.name.as_str()).collect()
    })
}

/// Choices at doubtful points of the rules.
pub fn rules() -> Words {
    Words(|| {
        let choices = rule_choices().iter();
        choices.map(String::as_str).collect()
    })
}

fn rule_choices() -> &'static [String] {
    static CHOICES: LazyLock<Vec<String>> = LazyLock::new(|| {
        let choices = rule_rows().iter().flat_map(|row| {
            let values = row.values.iter();
            values.map(move |(value, _)| format!("{}={value}", row.name))
        });
        choices.collect()
    });
    &CHOICES
}

/// Targeting policies that have a name.
pub fn targets() -> Words {
    Words(|| [&TARGETS[..], &["threat", "largest", "smallest", "npc"]].concat())
}

/// Which of equal ships non-player ships damage.
pub fn equals() -> Words {
    Words(|| EQUALS.to_vec())
}

/// Screening policies that have a name.
pub fn screens() -> Words {
    Words(|| SCREENS.to_vec())
}

/// What Shield Projectors may protect that has a name.
pub fn protects() -> Words {
    Words(|| PROTECTS.to_vec())
}

/// Boarding policies that have a name.
pub fn boards() -> Words {
    Words(|| BOARDS.to_vec())
}

/// Retreat policies, those with `=` to be completed.
pub fn retreats() -> Words {
    Words(|| RETREATS.to_vec())
}

/// Battles to fight.
pub fn battles(text: &str) -> Result<u64, String> {
    match count(text)? {
        0 => Err("at least one battle must be fought".to_owned()),
        battles => Ok(battles),
    }
}

/// States to solve.
pub fn states(text: &str) -> Result<u64, String> {
    match count(text)? {
        0 => Err("at least one state must be allowed".to_owned()),
        states => Ok(states),
    }
}

/// Battles to pick one from.
pub fn among(text: &str) -> Result<u64, String> {
    match battles(text)? {
        many if many > MAX_AMONG => Err(format!("at most {MAX_AMONG} battles can be picked from")),
        battles => Ok(battles),
    }
}

/// Half-width of the attacker's interval.
pub fn precision(text: &str) -> Result<f64, String> {
    let half_width = probability(text)?;
    if half_width > 0.0 && half_width < 0.5 {
        Ok(half_width)
    } else {
        Err("the precision must be above 0 and below 0.5 (50%)".to_owned())
    }
}

/// A seed.
pub fn seed(text: &str) -> Result<u64, String> {
    whole(text, 0..=u64::MAX)
}

/// Worker threads.
pub fn threads(text: &str) -> Result<u16, String> {
    whole(text, 0..=MAX_THREADS)
}

/// Rows of a table.
pub fn rows(text: &str) -> Result<usize, String> {
    whole(text, 0..=usize::MAX)
}

/// A round to look at.
pub fn round(text: &str) -> Result<u16, String> {
    whole(text, 1..=ROUND_CAP)
}

/// Which of the possibilities of a battle.
pub fn possibility(text: &str) -> Result<u32, String> {
    whole(text, 1..=MAX_POSSIBILITIES as u32)
}

fn whole<T: std::str::FromStr + PartialOrd + std::fmt::Display>(
    text: &str,
    range: RangeInclusive<T>,
) -> Result<T, String> {
    let number = text.trim().parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("expected a whole number from {} to {}", range.start(), range.end()))
}
