//! Looks names up in the catalog, adds blueprints up and fills in defaults: a hex as written becomes
//! a [`Hex`].

mod blueprint;
mod policy;

use super::catalog::{Catalog, Confidence, Edition, Effect, Species};
use super::hex::{Group, Hex, Party, Ship};
use crate::rules::{Note, edition};
use crate::spec::eclipse::{self as written, Design, Values};
use crate::spec::{Place, Problems, Spanned, expected_one_of, nearest, quoted};
use std::collections::BTreeMap;

/// Most dice that a party may roll again in a battle: more than any species has colony ships.
const MAX_REROLLS: u32 = 20;

/// Most names that a fault lists.
const MOST_LISTED: usize = 20;

/// Resolves a hex. `None` if anything was wrong; `problems` then says what, all of it.
pub fn resolve(hex: &written::Hex, problems: &mut Problems) -> Option<Hex> {
    let before = problems.count();
    let mut notes = Vec::new();
    let edition = edition(hex, problems, &mut notes)?;
    let mut resolver = Resolver {
        catalog: Catalog::of(edition),
        problems,
        notes,
    };
    let parties: Vec<Party> = hex.parties.iter().map(|party| resolver.party(party)).collect();
    resolver.roles(hex, &parties);
    let catalog = resolver.catalog;
    let Resolver { problems, notes, .. } = resolver;
    (problems.count() == before).then(|| Hex {
        edition,
        parties,
        population: hex.population.as_ref().map(|cubes| cubes.value),
        reputation: match &hex.reputation {
            Some(tiles) => tiles.value.clone(),
            None => catalog.reputation.clone(),
        },
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

    fn note(&mut self, place: Option<&Place>, message: String) {
        if !self.notes.iter().any(|note| note.message == message) {
            let place = place.cloned();
            self.notes.push(Note { place, message });
        }
    }

    /// What is said of a row of the catalog that is not well attested.
    fn unsure(&mut self, place: &Place, what: &str, confidence: Confidence) {
        if confidence != Confidence::High {
            let message = format!("{what}: confidence in its values is {}", confidence.name());
            self.note(Some(place), message);
        }
    }

    /// The fault of a name that the edition's catalog does not have.
    fn unknown<'n>(
        &mut self,
        what: &str,
        word: &Spanned<String>,
        known: &dyn Fn(&Catalog) -> bool,
        names: impl Iterator<Item = &'n str>,
    ) {
        let edition = self.catalog.edition;
        let elsewhere = Catalog::editions_with(known);
        if let Some(other) = elsewhere.first() {
            let message = format!("{} is not in {edition}", quoted(&word.value));
            self.fault(
                word.place.clone(),
                message,
                format!("it is in {other}: --edition {other}"),
            );
            return;
        }
        let names: Vec<&str> = names.collect();
        let near = nearest(&word.value, names.iter().copied());
        let near = near.map_or_else(String::new, |near| format!("did you mean {near}? "));
        // Where there are dozens, they are for the catalog to list.
        let help = match names.len() > MOST_LISTED {
            true => format!("{near}broadside catalog --edition {edition} lists them"),
            false => format!("{near}expected one of {}", names.join(", ")),
        };
        self.fault(
            word.place.clone(),
            format!("unknown {what} {}", quoted(&word.value)),
            help,
        );
    }

    fn party(&mut self, party: &written::Party) -> Party {
        let species = party.species.as_ref().and_then(|word| self.species(word));
        let mut effects: Vec<Effect> = Vec::new();
        let start = species.map_or(&[][..], |species| &species.technologies);
        effects.extend(
            start
                .iter()
                .filter_map(|key| self.catalog.technology(key))
                .map(|row| row.effect),
        );
        for word in &party.technologies {
            effects.extend(self.technology(word));
        }
        let before = self.problems.count();
        let mut npc = Vec::new();
        let mut groups: Vec<Group> = Vec::new();
        for group in &party.groups {
            if let Some((resolved, is_npc)) = self.group(group, species, &mut effects) {
                npc.push((is_npc, &group.unit.place));
                groups.extend(Some(resolved).filter(|group| group.count > 0));
            }
        }
        let all_known = self.problems.count() == before;
        let is_npc = npc.first().is_some_and(|first| first.0);
        if let Some((_, place)) = npc.iter().find(|(other, _)| *other != is_npc) {
            let help = "non-player ships are a party of their own: give them as the defender, or as a [[party]]";
            self.fault((*place).clone(), "ships of players and of nobody in one party", help);
        }
        if all_known && groups.is_empty() {
            let help = "a party has one ship or more, such as 1 interceptor";
            self.fault(party.place.clone(), "the party has no ships", help);
        }
        self.box_limits(party, &groups);
        let policy = self.policy(&party.policy, is_npc, &groups);
        Party {
            name: party.name.clone(),
            npc: is_npc,
            owner: party.owner.as_ref().is_some_and(|owner| owner.value),
            rerolls: self.rerolls(party),
            groups,
            effects,
            policy,
        }
    }

    fn rerolls(&mut self, party: &written::Party) -> u8 {
        let Some(written) = &party.rerolls else { return 0 };
        if written.value > MAX_REROLLS {
            let message = format!("too many rerolls: {}", written.value);
            self.fault(
                written.place.clone(),
                message,
                format!("at most {MAX_REROLLS} in a battle"),
            );
        }
        written.value.min(MAX_REROLLS) as u8
    }

    fn species(&mut self, word: &Spanned<String>) -> Option<&'static Species> {
        let catalog = self.catalog;
        let found = catalog.species(&word.value);
        match found {
            Some(species) => self.unsure(&word.place, &species.title, species.confidence),
            None => self.unknown(
                "species",
                word,
                &|catalog| catalog.species(&word.value).is_some(),
                catalog.species.iter().map(|species| species.name.as_str()),
            ),
        }
        found
    }

    /// What a technology does; nothing, with a fault or a note, if it does nothing.
    fn technology(&mut self, word: &Spanned<String>) -> Option<Effect> {
        let catalog = self.catalog;
        if let Some(row) = catalog.technology(&word.value) {
            if row.effect == Effect::None {
                self.note(Some(&word.place), format!("{} has no effect in a battle", row.name));
            }
            self.unsure(&word.place, &row.title, row.confidence);
            return Some(row.effect);
        }
        if let Some(part) = catalog.part(&word.value) {
            let message = format!("{} is a ship part, not a technology that acts by itself", part.name);
            self.fault(
                word.place.clone(),
                message,
                "give it among the parts of the ships that have it",
            );
            return None;
        }
        self.unknown(
            "technology",
            word,
            &|catalog| catalog.technology(&word.value).is_some(),
            catalog.technologies.iter().map(|row| row.name.as_str()),
        );
        None
    }

    /// A group, and whether its ships are no player's; `None` if it has a fault that leaves no ship.
    fn group(
        &mut self,
        group: &written::Group,
        species: Option<&'static Species>,
        effects: &mut Vec<Effect>,
    ) -> Option<(Group, bool)> {
        let catalog = self.catalog;
        let count = u8::try_from(group.count.value).unwrap_or(u8::MAX);
        let word = &group.unit.value;
        if let Some(row) = catalog.non_player(word) {
            self.unsure(&group.unit.place, &row.title, row.confidence);
            let (ship, label) = match &group.design {
                Design::Start => (Ship::from(row), row.name.clone()),
                Design::Values(values) => {
                    let ship = self.valued(values, effects);
                    (ship, format!("{}({ship})", row.name))
                }
                Design::Parts { place, .. } => {
                    let message = format!("{} has no blueprint to lay parts on", row.name);
                    self.fault(
                        place.clone(),
                        message,
                        "give its values in round brackets: (i2 h1 c1 2y)",
                    );
                    return None;
                }
            };
            let resolved = Group {
                unit: row.name.clone(),
                label,
                count,
                ship,
                cost: 0,
                size: row.size,
                moves: false,
                tiles: row.tiles,
            };
            return Some((resolved, true));
        }
        let Some((named, class)) = catalog.class_of_species(word) else {
            let known =
                |catalog: &Catalog| catalog.non_player(word).is_some() || catalog.class_of_species(word).is_some();
            let classes = catalog.classes.iter().map(|class| class.name.as_str());
            let others = catalog.non_players.iter().map(|row| row.name.as_str());
            self.unknown("ship type", &group.unit, &known, classes.chain(others));
            return None;
        };
        let blueprint = catalog.blueprint(named.or(species), class);
        let own = named.map_or_else(
            || class.name.clone(),
            |species| format!("{} {}", species.name, class.name),
        );
        if blueprint.is_none() && !matches!(group.design, Design::Values(_)) {
            let who = named
                .or(species)
                .map_or("the standard species", |species| species.title.as_str());
            let message = format!("{who} cannot build {} ships", class.name);
            let help = "give another class, another species, or bare values: orbital(i0 h3 c1 2y)";
            self.fault(group.unit.place.clone(), message, help);
            return None;
        }
        let (mut ship, label) = match (&group.design, blueprint) {
            (Design::Values(values), _) => {
                let ship = self.valued(values, effects);
                (ship, format!("{own}({ship})"))
            }
            (Design::Parts { parts, place }, Some(blueprint)) => {
                let ship = self.built(blueprint, class, parts, place)?;
                (ship, format!("{own}({ship})"))
            }
            (_, Some(blueprint)) => (self.start(blueprint), own),
            (_, None) => return None,
        };
        ship.splitter |= effects.contains(&Effect::Splitter);
        ship.distortion |= effects.contains(&Effect::Distortion);
        let cost = match &group.design {
            Design::Values(Values { cost: Some(cost), .. }) => *cost,
            _ => blueprint.map_or(0, |blueprint| blueprint.cost),
        };
        let resolved = Group {
            unit: class.name.clone(),
            label,
            count,
            ship,
            cost,
            size: class.size,
            moves: class.drive,
            tiles: class.tiles,
        };
        Some((resolved, false))
    }

    /// A ship with bare values.
    fn valued(&mut self, values: &Values, effects: &mut Vec<Effect>) -> Ship {
        let mut ship = Ship {
            initiative: values.initiative,
            computer: values.computer,
            shield: values.shield,
            hull: values.hull,
            repair: values.repair,
            cannons: values.cannons,
            missiles: values.missiles,
            splitter: false,
            distortion: false,
        };
        for word in &values.abilities {
            const ABILITIES: [&str; 3] = ["splitter", "distortion", "point-defence"];
            // Abilities are the same in every edition: whoever gives bare values mixes as he likes.
            let named = |catalog: &Catalog| catalog.technology(&word.value).map(|row| row.effect);
            let effect = Edition::ALL.into_iter().find_map(|edition| named(Catalog::of(edition)));
            match effect {
                Some(Effect::Splitter) => ship.splitter = true,
                Some(Effect::Distortion) => ship.distortion = true,
                Some(Effect::PointDefence) => effects.push(Effect::PointDefence),
                _ => {
                    let near = nearest(&word.value, ABILITIES);
                    let near = near.map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
                    let help = format!(
                        "values are i3 h1 c1 s1 1y m:2o repair1 cost5; abilities are {}{near}",
                        ABILITIES.join(", ")
                    );
                    self.fault(
                        word.place.clone(),
                        format!("unknown value or ability {}", quoted(&word.value)),
                        help,
                    );
                }
            }
        }
        ship
    }

    /// More ships than a player has: a note, since a house may own more than one box.
    fn box_limits(&mut self, party: &written::Party, groups: &[Group]) {
        let mut ships: BTreeMap<&str, u32> = BTreeMap::new();
        for group in groups {
            *ships.entry(&group.unit).or_default() += u32::from(group.count);
        }
        for (unit, count) in ships {
            let most = self.catalog.class(unit).map_or(0, |class| u32::from(class.most));
            if most > 0 && count > most {
                let message = format!("{count} ships of class {unit}; a player has {most}");
                self.note(party.place.as_ref(), message);
            }
        }
    }

    /// Who defends, who owns the hex: only one party can.
    fn roles(&mut self, hex: &written::Hex, parties: &[Party]) {
        let place = |party: usize| hex.parties[party].place.clone();
        let npcs: Vec<usize> = (0..parties.len()).filter(|&party| parties[party].npc).collect();
        if let Some(&second) = npcs.get(1) {
            let help = "non-player ships in a hex are one party";
            self.fault(place(second), "two parties of non-player ships", help);
        } else if hex.two_sides && npcs == [1] {
            let help = "non-player ships always defend: swap the sides";
            self.fault(place(1), "non-player ships on the attacking side", help);
        }
        let owners: Vec<usize> = (0..parties.len()).filter(|&party| parties[party].owner).collect();
        for &party in &owners {
            let owner = hex.parties[party].owner.as_ref().map(|owner| owner.place.clone());
            if parties[party].npc {
                self.fault(owner, "non-player ships have no influence disc", "leave owner out");
            } else if party != owners[0] {
                self.fault(owner, "a second owner of the hex", "one party has its disc there");
            }
        }
    }
}

/// The edition that the hex names, else its fleets' files, else the default.
fn edition(hex: &written::Hex, problems: &mut Problems, notes: &mut Vec<Note>) -> Option<Edition> {
    let unknown = |word: &str| {
        let help = expected_one_of(word, &Edition::ALL.map(Edition::name));
        (format!("unknown edition of Eclipse {}", quoted(word)), help)
    };
    let words = edition::Words {
        other: "another",
        all: "all",
    };
    let of_fleets = hex.parties.iter().filter_map(|party| party.edition.as_ref());
    edition::edition(
        hex.edition.as_ref(),
        of_fleets,
        Edition::parse,
        unknown,
        &words,
        (problems, notes),
    )
}
