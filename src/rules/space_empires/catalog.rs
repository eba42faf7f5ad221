//! The printed values: ship chart, research chart and prices, by edition.
//!
//! They stand in tables under `catalog/`, one a subject, that can be laid beside the printed charts:
//! `units.csv`, `traits.csv`, `upgrades.csv`, `research.csv`, `terrain.csv`, `pools.csv`, `attributes.csv`; `abilities.csv`; `rules.csv` has
//! the doubtful points. Each is read once.

mod abilities;
mod neutrals;
mod tables;
mod traits;

pub use abilities::{AbilityRow, abilities, ability};
pub use neutrals::{Attribute, Pool, attribute, attributes};
pub use traits::{BonusAgainst, Neutral, OwnTechnology, Scans, Traits};

use super::ability::Ability;
use super::options::RuleRow;
use crate::rules::table::{find, fold};
use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

/// A printing of the game. Editions differ in what exists and what it costs, not in the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edition {
    /// The first printing of the base game.
    Base,
    /// The first expansion, Close Encounters.
    CloseEncounters,
    /// The second expansion, Replicators.
    Replicators,
    /// The third expansion, All Good Things, with the master rule book: the default.
    AllGoodThings,
    /// The version played on Board Game Arena.
    ///
    /// It plays the base game with its advanced unit types. No list of its prices was found, so the
    /// first printing's stand in, and those of Close Encounters for Move, which has a level 7 here too.
    Bga,
}

impl Edition {
    /// All editions, in order of publication.
    pub const ALL: [Edition; 5] = [
        Edition::Base,
        Edition::CloseEncounters,
        Edition::Replicators,
        Edition::AllGoodThings,
        Edition::Bga,
    ];

    /// The name in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Edition::Base => "base",
            Edition::CloseEncounters => "close-encounters",
            Edition::Replicators => "replicators",
            Edition::AllGoodThings => "all-good-things",
            Edition::Bga => "bga",
        }
    }

    /// The name in tables.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Edition::Base => "Space Empires 4X, first printing",
            Edition::CloseEncounters => "Close Encounters",
            Edition::Replicators => "Replicators",
            Edition::AllGoodThings => "All Good Things",
            Edition::Bga => "Board Game Arena",
        }
    }

    /// What a reader of its prices must know; empty if they are its own.
    #[must_use]
    pub fn note(self) -> &'static str {
        match self {
            Edition::Bga => {
                "no price list of this edition was found: prices are the first printing's, \
                 and those of Close Encounters for Move"
            }
            _ => "",
        }
    }

    /// Fighters 2 and 3 have +1 Defense Strength against Point Defense (15.2.7): new in the third expansion.
    #[must_use]
    pub fn fighters_evade(self) -> bool {
        self == Edition::AllGoodThings
    }

    /// The edition that a word means, in any case: its name, title or usual short form (`agt`).
    #[must_use]
    pub fn parse(word: &str) -> Option<Edition> {
        let word = fold(word);
        let named = |edition: &Edition| fold(edition.name()) == word || fold(edition.title()) == word;
        Edition::ALL.into_iter().find(named).or(match word.as_str() {
            "se" | "firstprinting" => Some(Edition::Base),
            "ce" => Some(Edition::CloseEncounters),
            "rep" => Some(Edition::Replicators),
            "agt" => Some(Edition::AllGoodThings),
            _ => None,
        })
    }
}

impl Default for Edition {
    /// The edition of the master rule book.
    fn default() -> Edition {
        Edition::AllGoodThings
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// What a unit does in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Has an Attack Strength: fires and is fired at.
    Combat,
    /// No Attack Strength: always screened, lost with its escort (5.4).
    NonCombat,
    /// Removed before the first shot (8.3).
    Decoy,
}

/// A row of the ship chart.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Short name on the counter: `CA`, `Base`, `CO`.
    pub name: String,
    /// Full name: `Cruiser`.
    pub title: String,
    /// What it does in a battle.
    pub role: Role,
    /// Weapon class A to F as 0 to 5 (2.3.2); irrelevant unless [`Role::Combat`].
    pub class: u8,
    /// Attack Strength (2.3.3).
    pub attack: u8,
    /// Defense Strength (2.3.4).
    pub defense: u8,
    /// Hull Size in hull points (2.3.5).
    pub hull: u8,
    /// Price in CP; 0 for a Flagship, which is never bought.
    pub cost: u32,
    /// Maintenance in CP an Economic Phase (7.3.1).
    pub maintenance: u32,
    /// Highest Attack technology it can carry: its Hull Size (9.2) unless the chart says otherwise.
    pub max_attack: u8,
    /// Highest Defense technology it can carry.
    pub max_defense: u8,
    /// May retreat (5.9).
    pub can_retreat: bool,
    /// Can move, and so be on the attacking side (4.1.3).
    pub moves: bool,
    /// What sets it apart.
    pub traits: Traits,
    /// Technology needed to build it, as the chart words it: `Ship Size 3`.
    pub requires: String,
    /// Group counters of one player in the box; 0 where the number was not found.
    pub counters: u8,
    /// What else matters, in our own words.
    pub note: String,
}

impl Unit {
    /// Whether a technology, by its key, can change anything for it in a battle, of those that only some units
    /// have a use for.
    #[must_use]
    pub fn uses(&self, technology: &str) -> bool {
        match technology {
            "fighters" => self.traits.fighter,
            "point-defense" => self.traits.point_defense.is_some(),
            "cloaking" => self.traits.cloaks,
            "scanners" => self.traits.scans != Scans::Never,
            "jammer" => self.traits.jams,
            "missile-boat" => self.traits.launches.is_some(),
            "military-academy" => self.role == Role::Combat && !self.traits.outside_experience,
            _ => Ability::of_trait(technology).is_none_or(|ability| self.traits.mounts.has(ability)),
        }
    }

    /// Weapon class as printed, `A` to `F`; `-` for a unit without weapons.
    #[must_use]
    pub fn class_letter(&self) -> char {
        match self.role {
            Role::Combat => char::from(b'A' + self.class.min(5)),
            Role::NonCombat | Role::Decoy => '-',
        }
    }

    /// The values as a counter prints them: `C4-1-x2`, or `x1` without weapons.
    #[must_use]
    pub fn stats(&self) -> String {
        match self.role {
            Role::Combat => format!("{}{}-{}-x{}", self.class_letter(), self.attack, self.defense, self.hull),
            Role::NonCombat | Role::Decoy => format!("x{}", self.hull),
        }
    }
}

/// A unit that an edition has and the simulator can't fight with yet.
#[derive(Clone, Debug)]
pub struct NotYet {
    /// Its row of the ship chart, without what technology or its own rules add.
    pub unit: Unit,
    /// The rules it waits for: `fighters`, `cloaking`, `titans`, …
    pub feature: String,
    /// Their section in the rule book.
    pub section: String,
}

/// What applies to a unit outside the dice.
#[derive(Clone, Debug)]
pub struct Placement {
    /// It is always in supply (36.5.3).
    pub supplied: bool,
    /// Most ships of it that one side may have in a hex, and the rule.
    pub most: Option<(u32, String)>,
}

/// Values that replace a unit's printed ones from a level of a technology on.
#[derive(Clone, Debug)]
pub struct Upgrade {
    /// Short name of the unit.
    pub unit: String,
    /// Key of the technology.
    pub technology: String,
    /// Lowest level that has the effect.
    pub level: u8,
    /// Weapon class, as in [`Unit::class`].
    pub class: u8,
    /// Attack Strength.
    pub attack: u8,
    /// Defense Strength.
    pub defense: u8,
    /// Hull Size.
    pub hull: u8,
    /// The rule.
    pub section: String,
}

/// A row of the research chart.
#[derive(Clone, Debug)]
pub struct Technology {
    /// Key in files: `attack`, `ship-size`.
    pub key: String,
    /// Short name in the shorthand: `a`, `d`, `t`, `pd`.
    pub short: String,
    /// Title in tables: `Attack`.
    pub title: String,
    /// Level every player starts with.
    pub start: u8,
    /// Price in CP of each level after the start, in order.
    pub costs: Vec<u32>,
    /// It changes dice in a battle that the catalog's units can fight.
    pub in_battle: bool,
}

impl Technology {
    /// The highest level there is.
    #[must_use]
    pub fn max_level(&self) -> u8 {
        self.start
            .saturating_add(u8::try_from(self.costs.len()).unwrap_or(u8::MAX))
    }
}

/// A row of the terrain table.
#[derive(Clone, Debug)]
pub struct TerrainKind {
    /// Name in files and on the command line: `ion-storm`.
    pub name: String,
    /// Title in tables.
    pub title: String,
    /// What it does to a battle, in our own words.
    pub effect: String,
    /// The rule.
    pub section: String,
    /// The simulator knows its rules.
    pub simulated: bool,
    /// Other names, folded.
    aliases: Vec<String>,
}

/// All kinds of terrain, open space first.
#[must_use]
pub fn terrains() -> &'static [TerrainKind] {
    static TERRAINS: LazyLock<Vec<TerrainKind>> = LazyLock::new(tables::read_terrains);
    &TERRAINS
}

/// The doubtful points of the rules and what can be chosen at each.
#[must_use]
pub fn rule_rows() -> &'static [RuleRow] {
    static RULES: LazyLock<Vec<RuleRow>> = LazyLock::new(tables::read_rules);
    &RULES
}

/// The doubtful point that a word names, in any case, as the number of its row.
#[must_use]
pub fn rule(word: &str) -> Option<usize> {
    let word = fold(word);
    rule_rows().iter().position(|row| fold(&row.name) == word)
}

/// The terrain that a word means, in any case.
#[must_use]
pub fn terrain(word: &str) -> Option<&'static TerrainKind> {
    let word = fold(word);
    terrains()
        .iter()
        .find(|kind| fold(&kind.name) == word || kind.aliases.contains(&word))
}

/// The units and technologies of one edition.
#[derive(Clone, Debug)]
pub struct Catalog {
    /// Whose values these are.
    pub edition: Edition,
    /// Units in the order of the chart.
    pub units: Vec<Unit>,
    /// Technologies in the order of the chart.
    pub technologies: Vec<Technology>,
    /// Units that the edition has and that can't fight here yet, in the order of the chart.
    pub not_yet: Vec<NotYet>,
    /// What technologies change in units.
    pub upgrades: Vec<Upgrade>,
    /// What may be drawn from the box.
    pub pools: Vec<Pool>,
    /// One for each of `units`.
    placements: Vec<Placement>,
    /// Row by folded name, title or alias.
    unit_index: HashMap<String, usize>,
    not_yet_index: HashMap<String, usize>,
    technology_index: HashMap<String, usize>,
}

impl Catalog {
    /// An edition's catalog.
    #[must_use]
    pub fn of(edition: Edition) -> &'static Catalog {
        static CATALOGS: LazyLock<[Catalog; 5]> = LazyLock::new(|| Edition::ALL.map(tables::read_catalog));
        &CATALOGS[edition as usize]
    }

    /// A unit by short name, title or common alias, in any case, singular or plural.
    #[must_use]
    pub fn unit(&self, word: &str) -> Option<&Unit> {
        find(&self.unit_index, word).map(|row| &self.units[row])
    }

    /// A unit that exists in the edition and whose rules are not simulated yet.
    #[must_use]
    pub fn not_yet(&self, word: &str) -> Option<&NotYet> {
        find(&self.not_yet_index, word).map(|row| &self.not_yet[row])
    }

    /// A unit's row whether it can fight here yet or not: for the names in a policy.
    #[must_use]
    pub fn any_unit(&self, word: &str) -> Option<&Unit> {
        self.unit(word)
            .or_else(|| self.not_yet(word).map(|waiting| &waiting.unit))
    }

    /// What applies to a unit of [`Catalog::units`] outside the dice, by its name.
    #[must_use]
    pub fn placement(&self, word: &str) -> Option<&Placement> {
        find(&self.unit_index, word).map(|row| &self.placements[row])
    }

    /// A technology by key, short name or alias, in any case.
    #[must_use]
    pub fn technology(&self, word: &str) -> Option<&Technology> {
        self.technology_index
            .get(&fold(word))
            .map(|&row| &self.technologies[row])
    }

    /// The counters that a word means, in any case.
    #[must_use]
    pub fn pool(&self, word: &str) -> Option<&Pool> {
        self.pools.iter().find(|pool| fold(&pool.name) == fold(word))
    }

    /// The unit as its owner's technology makes it: Transports gain Defense Strength (21.1.2).
    #[must_use]
    pub fn upgrade(&self, unit: &Unit, level: impl Fn(&str) -> u8) -> Option<&Upgrade> {
        let reached = |row: &&Upgrade| row.unit == unit.name && level(&row.technology) >= row.level;
        self.upgrades.iter().filter(reached).max_by_key(|row| row.level)
    }

    /// The editions that have a unit of this name, simulated or not.
    #[must_use]
    pub fn editions_with_unit(word: &str) -> Vec<Edition> {
        Edition::ALL
            .into_iter()
            .filter(|&edition| Catalog::of(edition).any_unit(word).is_some())
            .collect()
    }

    /// The editions that have a technology of this name.
    #[must_use]
    pub fn editions_with_technology(word: &str) -> Vec<Edition> {
        Edition::ALL
            .into_iter()
            .filter(|&edition| Catalog::of(edition).technology(word).is_some())
            .collect()
    }
}
