//! Looks names up in the catalog, caps levels (9.2) and fills in defaults: an engagement as
//! written becomes a [`Battle`].

mod fleet;
pub mod left;
mod levels;
mod orders;
pub mod position;

use super::battle::{Battle, Fleet, Note, Retreat};
use super::catalog::{self, Catalog, Edition};
use super::options::Rules;
use super::terrain::{Part, Terrain};
use crate::spec::{self, Engagement, Place, Problems, Side, nearest, quoted};

/// Resolves an engagement. `None` if anything was wrong; `problems` then says what, all of it.
pub fn resolve(engagement: &Engagement, problems: &mut Problems) -> Option<Battle> {
    let before = problems.count();
    let mut notes = Vec::new();
    let terrain = terrain(engagement, problems);
    let rules = rules(engagement, problems);
    let edition = edition(engagement, problems, &mut notes)?;

    let mut resolver = Resolver {
        catalog: Catalog::of(edition),
        problems,
        notes,
    };
    let mut sides = Side::BOTH.map(|side| resolver.fleet(side, &engagement.sides[side.index()]));
    if resolver.problems.count() == before {
        for side in Side::BOTH {
            resolver.fights_here(terrain, side, &engagement.sides[side.index()], &sides[side.index()]);
        }
    }
    for side in Side::BOTH {
        let written = &engagement.sides[side.index()].policy;
        let policy = resolver.policy(written, &sides[side.index()], &sides[side.enemy().index()]);
        sides[side.index()].policy = policy;
    }

    if terrain.pulsar && sides.iter().any(|fleet| fleet.policy.retreat != Retreat::Never) {
        resolver.note(None, "nobody retreats from a battle in a pulsar (25.4.1)".to_owned());
    }
    let Resolver { problems, notes, .. } = resolver;
    (problems.count() == before).then_some(Battle {
        edition,
        terrain,
        rules,
        sides,
        notes,
    })
}

/// What the steps of a resolution share.
struct Resolver<'a> {
    catalog: &'static Catalog,
    problems: &'a mut Problems,
    notes: Vec<Note>,
}

impl Resolver<'_> {
    fn fault(&mut self, place: impl Into<Option<Place>>, message: impl Into<String>, help: impl Into<String>) {
        self.problems.add(place, message, help);
    }

    /// Adds a note, once: an empire's level caps all groups of a unit in the same words.
    fn note(&mut self, place: Option<&Place>, message: String) {
        let place = place.cloned();
        let known = self
            .notes
            .iter()
            .any(|note| note.message == message && note.place == place);
        if !known {
            self.notes.push(Note { place, message });
        }
    }

    /// A side must have a unit that fights in this hex.
    fn fights_here(&mut self, terrain: Terrain, side: Side, written: &spec::Fleet, fleet: &Fleet) {
        if fleet
            .groups
            .iter()
            .any(|group| terrain.part(&group.unit) == Part::Fights)
        {
            return;
        }
        let message = format!("no unit of the {}'s fleet can fight in this hex", side.name());
        let help = "a plasma storm destroys ships of 9 CP or less (25.1.2); in it and in a quantum filament Fighters \
                    stay aboard (25.5.2)";
        self.fault(written.place.clone(), message, help);
    }

    /// The fault of a name that is no unit of the edition's catalog.
    fn unknown_unit(&mut self, word: &str, place: &Place) {
        let edition = self.catalog.edition;
        let elsewhere = Catalog::editions_with_unit(word);
        if let Some(unit) = elsewhere.first().and_then(|&other| Catalog::of(other).any_unit(word)) {
            let message = format!("{} ({}) is not in {edition}", unit.name, unit.title);
            self.fault(
                place.clone(),
                message,
                format!("it is in {}", list(elsewhere.iter().map(|e| e.name()))),
            );
            return;
        }
        let names = || self.catalog.units.iter().map(|unit| unit.name.as_str());
        let waiting = self.catalog.not_yet.iter().map(|row| &row.unit);
        let titles = self
            .catalog
            .units
            .iter()
            .chain(waiting)
            .flat_map(|unit| [unit.name.as_str(), &unit.title]);
        let help = suggest(nearest(word, titles), &format!("units of {edition}"), names());
        self.fault(place.clone(), format!("unknown unit {}", quoted(word)), help);
    }
}

/// The edition that the engagement names, else its fleets' files, else the default.
fn edition(engagement: &Engagement, problems: &mut Problems, notes: &mut Vec<Note>) -> Option<Edition> {
    let fleets = engagement.sides.iter().filter_map(|fleet| fleet.edition.as_ref());
    let mut chosen: Option<Edition> = None;
    let mut faulty = false;
    for written in engagement.edition.iter().chain(fleets) {
        let Some(edition) = Edition::parse(&written.value) else {
            let names = || Edition::ALL.iter().map(|edition| edition.name());
            let help = suggest(nearest(&written.value, names()), "editions", names());
            problems.add(
                written.place.clone(),
                format!("unknown edition {}", quoted(&written.value)),
                help,
            );
            faulty = true;
            continue;
        };
        match chosen {
            Some(other) if other != edition && engagement.edition.is_some() => notes.push(Note {
                place: Some(written.place.clone()),
                message: format!("this fleet was written for {edition}; the battle is fought by {other}"),
            }),
            Some(other) if other != edition => {
                let message = format!("one fleet is of edition {other}, the other of {edition}");
                problems.add(
                    written.place.clone(),
                    message,
                    "name one edition for both, as with --edition",
                );
                faulty = true;
            }
            _ => chosen = Some(edition),
        }
    }
    (!faulty).then(|| chosen.unwrap_or_default())
}

/// What is in the hex.
fn terrain(engagement: &Engagement, problems: &mut Problems) -> Terrain {
    let mut terrain = Terrain::default();
    for written in &engagement.terrain {
        let place = written.place.clone();
        let simulated = || {
            catalog::terrains()
                .iter()
                .filter(|kind| kind.simulated)
                .map(|kind| kind.name.as_str())
        };
        match catalog::terrain(&written.value) {
            None => {
                let help = suggest(nearest(&written.value, simulated()), "terrain", simulated());
                problems.add(place, format!("unknown terrain {}", quoted(&written.value)), help);
            }
            Some(kind) if kind.name == "space" && engagement.terrain.len() > 1 => {
                problems.add(
                    place,
                    "open space beside other terrain",
                    "leave \"space\" out: it means that nothing is there",
                );
            }
            Some(kind) => match terrain.with(&kind.name) {
                Some(more) => terrain = more,
                None => {
                    let message = format!("{} ({}) is not simulated yet", kind.name, kind.section);
                    problems.add(place, message, format!("terrain: {}", list(simulated())));
                }
            },
        }
    }
    terrain
}

/// How doubtful points of the rules are read.
fn rules(engagement: &Engagement, problems: &mut Problems) -> Rules {
    let mut rules = Rules::default();
    for written in &engagement.rules {
        let word = &written.name;
        let names = || catalog::rule_rows().iter().map(|row| row.name.as_str());
        let Some(row) = catalog::rule(&word.value) else {
            let help = suggest(nearest(&word.value, names()), "rules with a choice", names());
            problems.add(
                word.place.clone(),
                format!("unknown rule {}", quoted(&word.value)),
                help,
            );
            continue;
        };
        let rule = &catalog::rule_rows()[row];
        let values = || rule.values.iter().map(|(value, _)| value.as_str());
        let value = written.value.value.to_lowercase().replace('_', "-");
        match values().position(|known| known == value) {
            Some(chosen) => rules = rules.with(row, chosen),
            None => {
                let message = format!("{} has no value {}", rule.name, quoted(&written.value.value));
                let help = suggest(nearest(&value, values()), "values", values());
                problems.add(written.value.place.clone(), message, help);
            }
        }
    }
    rules
}

/// Names in a sentence: `a, b, c`.
fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// The nearest known word, if any is near, and all that would be right.
fn suggest<'a>(near: Option<&str>, what: &str, all: impl Iterator<Item = &'a str>) -> String {
    let all = list(all);
    match near {
        Some(near) => format!("did you mean {near}? {what}: {all}"),
        None => format!("{what}: {all}"),
    }
}
