//! Looks names up in the catalog, caps levels (9.2) and fills in defaults: an engagement as
//! written becomes a [`Battle`].

mod empire;
mod experience;
mod fleet;
pub mod left;
mod levels;
mod neutral;
mod orders;
pub mod position;
mod replicators;
mod shields;
mod special;
mod unknown;

use super::battle::{Battle, Fleet, Note, Retreat};
use super::catalog::{self, Catalog, Edition};
use super::options::Rules;
use super::possibilities::{Possibilities, Possibility};
use super::terrain::{Part, Terrain};
use crate::rules::edition;
use crate::spec::{self, Engagement, MAX_POSSIBILITIES, Place, Problem, Problems, Side, nearest, quoted};

/// Resolves an engagement in which everything is known. `None` if anything was wrong; `problems` then says
/// what, all of it.
pub fn resolve(engagement: &Engagement, problems: &mut Problems) -> Option<Battle> {
    let mut all = possibilities(engagement, problems)?.list;
    if all.len() > 1 {
        let unsure = |fleet: &&spec::Fleet| {
            fleet.groups.iter().any(|group| group.unknown.is_some())
                || fleet.tech.iter().any(|level| !level.instead.is_empty())
        };
        let place = engagement
            .sides
            .iter()
            .find(unsure)
            .and_then(|fleet| fleet.place.clone());
        let message = format!("not everything is known: there are {} possible battles", all.len());
        problems.add(place, message, "only one of them can be looked at here");
        return None;
    }
    all.pop().map(|only| only.battle)
}

/// Resolves an engagement, into all battles that it may be. `None` if anything was wrong with any of them;
/// `problems` then says what, all of it.
pub fn possibilities(engagement: &Engagement, problems: &mut Problems) -> Option<Possibilities> {
    let before = problems.count();
    let mut notes = Vec::new();
    let terrain = terrain(engagement, problems);
    let rules = rules(engagement, problems);
    let edition = edition(engagement, problems, &mut notes)?;

    let mut resolver = Resolver {
        catalog: Catalog::of(edition),
        problems,
        notes,
        experienced: false,
    };
    let attributes = Side::BOTH.map(|side| resolver.attribute(side, &engagement.sides[side.index()]));
    let mut sides = Side::BOTH.map(|side| {
        let attribute = attributes[side.index()];
        resolver.fleets(side, &engagement.sides[side.index()], attribute)
    });
    if let Some(attribute) = attributes[Side::Defender.index()] {
        for attacker in &mut sides[Side::Attacker.index()] {
            attribute.ambush(&mut attacker.value.fleet.groups);
        }
    }
    for fleet in sides.iter_mut().flatten() {
        replicators::equip(&mut fleet.value.fleet.groups, rules);
    }
    let whole = sides.each_ref().map(|fleets| unknown::whole(fleets));
    resolver.meets_replicators(
        engagement.sides.each_ref(),
        whole.each_ref().map(|fleet| &fleet.groups[..]),
    );
    let protect = Side::BOTH.map(|side| {
        let (written, own) = (&engagement.sides[side.index()], &whole[side.index()]);
        let protect = resolver.protect(written, own);
        for fleet in &sides[side.index()] {
            resolver.room_to_protect(terrain, written, &fleet.value.fleet, &protect);
        }
        protect
    });
    if resolver.problems.count() == before {
        for side in Side::BOTH {
            resolver.fights_here(terrain, side, &engagement.sides[side.index()], &whole[side.index()]);
        }
    }
    let policies = Side::BOTH.map(|side| {
        let written = &engagement.sides[side.index()].policy;
        let (own, enemy) = (&whole[side.index()], &whole[side.enemy().index()]);
        let mut policy = resolver.policy(written, own, enemy);
        resolver.allowed_screen(&mut policy, rules, own, enemy);
        policy
    });
    let number = sides[0].len() * sides[1].len();
    if number > MAX_POSSIBILITIES {
        let message = format!("{number} possible battles");
        let help = format!("at most {MAX_POSSIBILITIES} are worked out: leave less open");
        resolver.fault(engagement.sides[1].place.clone(), message, help);
    }

    if terrain.pulsar && policies.iter().any(|policy| policy.retreat != Retreat::Never) {
        resolver.note(None, "nobody retreats from a battle in a pulsar (25.4.1)".to_owned());
    }
    let played = resolver.plays_experience(rules);
    let Resolver { problems, notes, .. } = resolver;
    if problems.count() > before {
        return None;
    }
    let mut list: Vec<Possibility> = Vec::new();
    for attacker in &sides[0] {
        for defender in &sides[1] {
            let known = [&attacker.value, &defender.value];
            let mut fleets = known.map(|known| known.fleet.clone());
            let mut lines = known.map(|known| known.lines.clone());
            for (fleet, policy) in fleets.iter_mut().zip(&policies) {
                fleet.policy = policy.clone();
            }
            for side in 0..2 {
                shields::project(&mut fleets[side], &mut lines[side], terrain, &protect[side]);
            }
            let note = experience::settle(&mut fleets, played, rules);
            let notes = notes.iter().cloned().chain(note).collect();
            list.push(Possibility {
                weight: attacker.weight * defender.weight,
                battle: Battle {
                    edition,
                    terrain,
                    rules,
                    sides: fleets,
                    notes,
                }
                .with_raiders_gone(),
                lines,
            });
        }
    }
    if list.iter().any(|one| experience::is_too_varied(&one.battle)) {
        let help =
            "`--rule promotions=no` leaves promotions out; so many groups also fit without screening the wounded";
        problems.add(None, "too many groups that may be promoted and split up", help);
        return None;
    }
    if let Some((conditions, most)) = { list.iter() }.find_map(|one| one.battle.too_many_conditions()) {
        let message = format!("too many groups beside Boarding Ships: ships can be in {conditions} conditions");
        let help = format!(
            "captured ships of each group are told apart by damage and time, and {most} conditions can be: join groups, \
             or give `never` as boarding policy"
        );
        problems.add(engagement.sides[1].place.clone(), message, help);
        return None;
    }
    Some(Possibilities { list })
}

/// What the steps of a resolution share.
struct Resolver<'a> {
    catalog: &'static Catalog,
    problems: &'a mut Problems,
    notes: Vec<Note>,
    /// A group has a level above Green, or an empire Military Academies.
    experienced: bool,
}

impl Resolver<'_> {
    /// Adds a fault, once: the possibilities of a fleet have most of their words in common.
    fn fault(&mut self, place: impl Into<Option<Place>>, message: impl Into<String>, help: impl Into<String>) {
        let (place, message) = (place.into(), message.into());
        let known = |problem: &Problem| problem.message == message && problem.place == place;
        if place.is_none() || !self.problems.list.iter().any(known) {
            self.problems.add(place, message, help);
        }
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

    /// A side must have a unit that fights in this hex, and none that can't be in it.
    fn fights_here(&mut self, terrain: Terrain, side: Side, written: &spec::Fleet, fleet: &Fleet) {
        let flies_alone = fleet.groups.iter().any(|group| group.unit.traits.flies_alone);
        if terrain.quantum_filament && flies_alone {
            let message = "Fighters of an alternate empire in a quantum filament";
            let help = "it is to them as a super nova, which nothing enters (25.5.1)";
            self.fault(written.place.clone(), message, help);
            return;
        }
        if fleet
            .groups
            .iter()
            .any(|group| terrain.part(&group.unit) == Part::Fights)
        {
            return;
        }
        let message = format!("no unit of the {}'s fleet can fight in this hex", side.name());
        let help = "a plasma storm destroys ships of 9 CP or less and Replicators 0 and II (25.1.2); in it and in a quantum filament Fighters \
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
    let unknown = |word: &str| {
        let names = || Edition::ALL.iter().map(|edition| edition.name());
        let help = suggest(nearest(word, names()), "editions", names());
        (format!("unknown edition {}", quoted(word)), help)
    };
    let words = edition::Words {
        other: "the other",
        all: "both",
    };
    let of_battle = engagement.edition.as_ref();
    let of_fleets = engagement.sides.iter().filter_map(|fleet| fleet.edition.as_ref());
    edition::edition(of_battle, of_fleets, Edition::parse, unknown, &words, (problems, notes))
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
