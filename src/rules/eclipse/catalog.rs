//! The printed values: ship parts, classes and blueprints, species, non-player ships, technologies
//! and the bag of reputation tiles, by edition.
//!
//! They stand in tables under `catalog/`, one a subject, that can be laid beside the printed tiles
//! and boards. Each is read once.

mod tables;

use crate::rules::table::{find, fold};
use crate::spec::eclipse::Dice;
use serde::Deserialize;
use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

/// A printing of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Edition {
    /// The first edition, New Dawn for the Galaxy (2011), with Rise of the Ancients.
    NewDawn,
    /// The second edition, Second Dawn for the Galaxy (2020): the default.
    #[default]
    SecondDawn,
}

impl Edition {
    /// All editions, in order of publication.
    pub const ALL: [Edition; 2] = [Edition::NewDawn, Edition::SecondDawn];

    /// The name in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Edition::NewDawn => "new-dawn",
            Edition::SecondDawn => "second-dawn",
        }
    }

    /// The name in tables.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Edition::NewDawn => "New Dawn for the Galaxy",
            Edition::SecondDawn => "Second Dawn for the Galaxy",
        }
    }

    /// The edition that a word means, in any case: its name, title or usual short form (`1e`).
    #[must_use]
    pub fn parse(word: &str) -> Option<Edition> {
        let word = fold(word);
        let named = |edition: &Edition| fold(edition.name()) == word || fold(edition.title()) == word;
        Edition::ALL.into_iter().find(named).or(match word.as_str() {
            "1e" | "first" | "firstedition" => Some(Edition::NewDawn),
            "2e" | "second" | "secondedition" => Some(Edition::SecondDawn),
            _ => None,
        })
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// How well a row is attested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    /// A rulebook, a printed component, or two sources that know nothing of each other.
    High,
    /// One unofficial source.
    #[serde(rename = "med")]
    Medium,
    /// Inferred.
    Low,
}

impl Confidence {
    /// The word in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Confidence::High => "high",
            Confidence::Medium => "medium",
            Confidence::Low => "low",
        }
    }
}

/// A ship part.
#[derive(Clone, Debug, Deserialize)]
pub struct Part {
    /// Name in files: `ion-cannon`.
    pub name: String,
    /// Title in tables.
    pub title: String,
    /// Where it comes from: `start`, `base`, `rare`, `discovery`, an expansion or a species.
    pub set: String,
    /// Cannon dice.
    #[serde(deserialize_with = "tables::dice")]
    pub cannons: Dice,
    /// Missile dice.
    #[serde(deserialize_with = "tables::dice")]
    pub missiles: Dice,
    /// Added to the ship's rolls.
    pub computer: u8,
    /// Taken off the rolls at the ship.
    pub shield: u8,
    /// Damage that it absorbs.
    pub hull: u8,
    /// Added to the ship's initiative.
    pub initiative: u8,
    /// Hexes that the ship moves by it in an activation.
    pub movement: u8,
    /// Energy that it makes, less what it uses.
    pub energy: i8,
    /// It is a drive.
    #[serde(deserialize_with = "tables::switch")]
    pub drive: bool,
    /// It takes no space of the blueprint.
    #[serde(deserialize_with = "tables::switch")]
    pub outside: bool,
    /// Damage that it takes off its ship in each round.
    pub repair: u8,
    /// How well this is attested.
    pub confidence: Confidence,
    /// What else matters, in our own words.
    pub note: String,
}

/// A class of players' ships.
#[derive(Clone, Debug, Deserialize)]
pub struct Class {
    /// Name in files: `cruiser`.
    pub name: String,
    /// Title in tables.
    pub title: String,
    /// The larger ship has the larger number.
    pub size: u8,
    /// A blueprint needs a drive; otherwise it must have none.
    #[serde(deserialize_with = "tables::switch")]
    pub drive: bool,
    /// Reputation tiles for its destruction.
    pub tiles: u8,
    /// Most ships that a player has; 0 where that is not known.
    pub most: u8,
    /// How well this is attested.
    pub confidence: Confidence,
}

/// What a species' blueprint of a class gives.
#[derive(Clone, Debug, Deserialize)]
pub struct Blueprint {
    /// Key of the species, `standard` for all that have none of their own.
    pub species: String,
    /// Key of the class.
    pub class: String,
    /// Spaces for parts.
    pub slots: u8,
    /// Initiative before parts.
    pub initiative: u8,
    /// Energy before parts.
    pub energy: u8,
    /// Computer before parts.
    pub computer: u8,
    /// Shield before parts.
    pub shield: u8,
    /// Hull before parts.
    pub hull: u8,
    /// Price of a ship in materials.
    pub cost: u32,
    /// Keys of the parts that it starts with.
    #[serde(deserialize_with = "tables::words")]
    pub parts: Vec<String>,
    /// How well this is attested.
    pub confidence: Confidence,
}

/// A species.
#[derive(Clone, Debug, Deserialize)]
pub struct Species {
    /// Name in files: `rho-indi`.
    pub name: String,
    /// Title in tables.
    pub title: String,
    /// Keys of the classes that it cannot build.
    #[serde(deserialize_with = "tables::words")]
    pub lacks: Vec<String>,
    /// Its ships at the start of the game, in the shorthand.
    pub start: String,
    /// Keys of technologies that it starts with and that matter here.
    #[serde(deserialize_with = "tables::words")]
    pub technologies: Vec<String>,
    /// How well this is attested.
    pub confidence: Confidence,
    /// What else matters, in our own words.
    pub note: String,
}

/// A ship that no player has.
#[derive(Clone, Debug, Deserialize)]
pub struct NonPlayer {
    /// Name in files: `advanced-ancient`.
    pub name: String,
    /// Title in tables.
    pub title: String,
    /// The larger ship has the larger number.
    pub size: u8,
    /// Cannon dice.
    #[serde(deserialize_with = "tables::dice")]
    pub cannons: Dice,
    /// Missile dice.
    #[serde(deserialize_with = "tables::dice")]
    pub missiles: Dice,
    /// Added to its rolls.
    pub computer: u8,
    /// Taken off the rolls at it.
    pub shield: u8,
    /// Damage that it absorbs.
    pub hull: u8,
    /// Initiative.
    pub initiative: u8,
    /// Reputation tiles for its destruction.
    pub tiles: u8,
    /// How well this is attested.
    pub confidence: Confidence,
}

/// What a technology does, where it does something here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// Damage of antimatter cannons may be split.
    Splitter,
    /// Missiles at its owner's ships throw 2 less.
    Distortion,
    /// Cannons fire at missiles.
    PointDefence,
    /// Population is destroyed without dice.
    NeutronBombs,
    /// Neutron bombs don't work.
    NeutronAbsorber,
    /// Population falls to any enemy ship left, without dice.
    Defenceless,
    /// Nothing in a battle.
    #[serde(rename = "")]
    None,
}

/// A technology that matters besides ship parts.
#[derive(Clone, Debug, Deserialize)]
pub struct Technology {
    /// Name in files: `neutron-bombs`.
    pub name: String,
    /// Title in tables.
    pub title: String,
    /// What it does here.
    pub effect: Effect,
    /// How well this is attested.
    pub confidence: Confidence,
    /// What it does, in our own words.
    pub meaning: String,
}

/// All of one edition.
#[derive(Clone, Debug)]
pub struct Catalog {
    /// Whose values these are.
    pub edition: Edition,
    /// Ship parts.
    pub parts: Vec<Part>,
    /// Classes, the smallest first.
    pub classes: Vec<Class>,
    /// Blueprints of all species.
    pub blueprints: Vec<Blueprint>,
    /// Species.
    pub species: Vec<Species>,
    /// Non-player ships.
    pub non_players: Vec<NonPlayer>,
    /// Technologies.
    pub technologies: Vec<Technology>,
    /// Reputation tiles in the bag, of the values 1, 2, 3, ….
    pub reputation: Vec<u32>,
    part_index: HashMap<String, usize>,
    class_index: HashMap<String, usize>,
    species_index: HashMap<String, usize>,
    non_player_index: HashMap<String, usize>,
    technology_index: HashMap<String, usize>,
}

impl Catalog {
    /// An edition's catalog.
    #[must_use]
    pub fn of(edition: Edition) -> &'static Catalog {
        static CATALOGS: LazyLock<[Catalog; 2]> = LazyLock::new(|| Edition::ALL.map(tables::read_catalog));
        &CATALOGS[edition as usize]
    }

    /// A part by name, title or common alias, in any case.
    #[must_use]
    pub fn part(&self, word: &str) -> Option<&Part> {
        find(&self.part_index, word).map(|row| &self.parts[row])
    }

    /// A class of ships, in any case, singular or plural.
    #[must_use]
    pub fn class(&self, word: &str) -> Option<&Class> {
        find(&self.class_index, word).map(|row| &self.classes[row])
    }

    /// A species, in any case.
    #[must_use]
    pub fn species(&self, word: &str) -> Option<&Species> {
        find(&self.species_index, word).map(|row| &self.species[row])
    }

    /// A non-player ship, in any case, singular or plural.
    #[must_use]
    pub fn non_player(&self, word: &str) -> Option<&NonPlayer> {
        find(&self.non_player_index, word).map(|row| &self.non_players[row])
    }

    /// A technology, in any case.
    #[must_use]
    pub fn technology(&self, word: &str) -> Option<&Technology> {
        find(&self.technology_index, word).map(|row| &self.technologies[row])
    }

    /// A class, and the species whose name stands before it: `orion cruiser`.
    #[must_use]
    pub fn class_of_species(&self, word: &str) -> Option<(Option<&Species>, &Class)> {
        if let Some(class) = self.class(word) {
            return Some((None, class));
        }
        let (species, class) = word.trim().rsplit_once(char::is_whitespace)?;
        Some((Some(self.species(species)?), self.class(class)?))
    }

    /// The blueprint of a class; `None` if the species does not have it.
    #[must_use]
    pub fn blueprint(&self, species: Option<&Species>, class: &Class) -> Option<&Blueprint> {
        let of = |name: &str| {
            let named = |row: &&Blueprint| row.species == name && row.class == class.name;
            self.blueprints.iter().find(named)
        };
        match species {
            Some(species) if species.lacks.contains(&class.name) => None,
            Some(species) => of(&species.name).or_else(|| of(STANDARD)),
            None => of(STANDARD),
        }
    }

    /// The editions that have something of this name.
    pub fn editions_with(known: impl Fn(&Catalog) -> bool) -> Vec<Edition> {
        let has = |edition: &Edition| known(Catalog::of(*edition));
        Edition::ALL.into_iter().filter(has).collect()
    }

    /// The name is that of a ship of some edition.
    #[must_use]
    pub fn any_ship(word: &str) -> bool {
        let known = |catalog: &Catalog| catalog.class_of_species(word).is_some() || catalog.non_player(word).is_some();
        !Catalog::editions_with(known).is_empty()
    }
}

/// Key of the blueprints of species that have none of their own.
pub const STANDARD: &str = "standard";
