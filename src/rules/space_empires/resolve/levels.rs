//! Technology levels as written, compared with what the edition has and what a unit can carry.

use super::replicators::is_points;
use super::{Resolver, list, suggest};
use crate::rules::space_empires::catalog::{Catalog, OwnTechnology, Role, Technology, Unit};
use crate::spec::{Level, Place, nearest, quoted};

/// A technology of the edition at a level that it has.
pub(super) struct Known<'a> {
    technology: &'static Technology,
    level: u8,
    place: &'a Place,
}

/// A group's levels: its own where it has some, else its empire's.
pub(super) struct Levels<'a> {
    pub(super) own: Vec<Known<'a>>,
    pub(super) empire: &'a [Known<'a>],
    /// The unit's own technology instead of all that is written, if it carries no other.
    pub(super) instead: Option<OwnTechnology>,
}

impl Levels<'_> {
    fn find(&self, key: &str) -> Option<&Known<'_>> {
        if self.instead.is_some() {
            return None;
        }
        let wanted = |known: &&Known<'_>| known.technology.key == key;
        self.own.iter().find(wanted).or_else(|| self.empire.iter().find(wanted))
    }

    /// The level of a technology, 0 if nobody named it.
    pub(super) fn level(&self, key: &str) -> u8 {
        if let Some(own) = self.instead {
            return own.level(key);
        }
        self.find(key).map_or(0, |known| known.level)
    }

    fn is_own(&self, key: &str) -> bool {
        self.own.iter().any(|known| known.technology.key == key)
    }
}

impl Resolver<'_> {
    /// Looks up written levels; faulty ones are reported and left out.
    pub(super) fn levels<'w>(&mut self, written: &'w [Level]) -> Vec<Known<'w>> {
        let mut known: Vec<Known<'w>> = Vec::new();
        for level in written.iter().filter(|level| !is_points(level)) {
            let Some(technology) = self.technology(level) else {
                continue;
            };
            if known.iter().any(|other| other.technology.key == technology.key) {
                let message = format!("{} is given twice", technology.key);
                self.fault(level.name.place.clone(), message, "keep one of the two");
                continue;
            }
            let (lowest, highest) = (technology.start, technology.max_level());
            match u8::try_from(level.level.value) {
                Ok(value) if (lowest..=highest).contains(&value) => {
                    known.push(Known {
                        technology,
                        level: value,
                        place: &level.level.place,
                    });
                }
                _ => {
                    let message = format!("{} {}: no such level", technology.key, level.level.value);
                    let help = format!("expected {lowest} to {highest} in {}", self.catalog.edition);
                    self.fault(level.level.place.clone(), message, help);
                }
            }
        }
        known
    }

    fn technology(&mut self, level: &Level) -> Option<&'static Technology> {
        let word = &level.name.value;
        let known = self.catalog.technology(word);
        if known.is_none() {
            let edition = self.catalog.edition;
            let elsewhere = Catalog::editions_with_technology(word);
            let there = elsewhere.first().and_then(|&other| Catalog::of(other).technology(word));
            let (message, help) = if let Some(technology) = there {
                let help = format!("it is in {}", list(elsewhere.iter().map(|other| other.name())));
                (format!("technology {} is not in {edition}", technology.key), help)
            } else {
                let keys = || self.catalog.technologies.iter().map(|row| row.key.as_str());
                let shorts = self.catalog.technologies.iter().map(|row| row.short.as_str());
                let near = nearest(word, keys().chain(shorts));
                let help = suggest(near, &format!("technologies of {edition}"), keys());
                (format!("unknown technology {}", quoted(word)), help)
            };
            self.fault(level.name.place.clone(), message, help);
        }
        known
    }

    /// The Attack or Defense level that a unit carries (9.2). Says so if it is not the written one,
    /// except for units that carry none, such as those without weapons, when it was the empire's level: nobody meant
    /// them.
    pub(super) fn capped(&mut self, unit: &Unit, levels: &Levels<'_>, key: &str, most: u8) -> u8 {
        let Some(known) = levels.find(key).filter(|known| known.level > most) else {
            return levels.level(key);
        };
        if (unit.role == Role::Combat && most > 0) || levels.is_own(key) {
            let why = match most {
                0 => "it has no use for it".to_owned(),
                most if most == unit.hull => format!("Hull Size {} allows no more (9.2)", unit.hull),
                _ => "the chart allows no more".to_owned(),
            };
            self.note(
                Some(known.place),
                format!("{} carries {key} {most}, not {}: {why}", unit.name, known.level),
            );
        }
        most
    }
}
