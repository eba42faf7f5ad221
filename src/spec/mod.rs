//! What people write: fleets, hexes and engagements, as TOML files or as the one-line shorthand.
//!
//! Parsing keeps the place of every word, so that whoever finds a fault later (the rules, say,
//! when a unit does not exist) can still point at it. Faults are collected, not thrown: one run
//! reports all of them.

mod ability;
mod decisions;
pub mod eclipse;
mod engagement;
mod experience;
mod file;
mod fleet;
mod game;
mod list;
pub mod number;
pub mod policy;
pub mod problem;
mod read;
mod render;
mod rolls;
mod shorthand;
mod state;
mod suggest;
mod table;
mod unknown;
mod weights;
mod words;

pub use ability::ABILITIES;
pub use engagement::{parse_engagement, rule, terrain};
pub use experience::Experience;
pub use file::MAX_FILE_BYTES;
pub use fleet::{MAX_NAME_CHARS, parse_fleet};
pub use game::{Game, named as game_named};
pub use list::MAX_WORDS_BYTES;
pub use problem::{MAX_KEPT, Place, Problem, Problems, Source, Spanned};
pub use read::{engagement_from_shorthand, read, read_engagement, read_fleet, read_side};
pub use render::visible;
pub use rolls::parse_rolls;
pub use shorthand::{parse_ships, parse_shorthand};
pub use state::{ShipsLeft, SideLeft, TurnLeft, parse_state, parse_turn};
pub use suggest::{expected_one_of, nearest, quoted};
pub use unknown::{Draw, MAX_POSSIBILITIES, Unknown, Weighted, shares};

/// The two sides of a battle. The attacker moved into the hex, the defender was there (5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side that moved into the hex.
    Attacker,
    /// The side that was in the hex; it fires first in a tie of class and tactics (5.2).
    Defender,
}

impl Side {
    /// Both sides, the attacker first: the order of every table and array of the crate.
    pub const BOTH: [Side; 2] = [Side::Attacker, Side::Defender];

    /// The other side.
    #[must_use]
    pub fn enemy(self) -> Side {
        match self {
            Side::Attacker => Side::Defender,
            Side::Defender => Side::Attacker,
        }
    }

    /// 0 for the attacker, 1 for the defender.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    /// `"attacker"` or `"defender"`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Side::Attacker => "attacker",
            Side::Defender => "defender",
        }
    }
}

/// Two fleets and the hex they meet in, as written.
#[derive(Clone, Debug)]
pub struct Engagement {
    /// What its file calls it, if it has a file that does.
    pub name: Option<String>,
    /// Edition of the rules, if a file or the command line names one.
    pub edition: Option<Spanned<String>>,
    /// Terrain names as written; empty means open space.
    pub terrain: Vec<Spanned<String>>,
    /// How doubtful points of the rules are to be read; of two for one point the later counts.
    pub rules: Vec<RuleChoice>,
    /// The attacker's and the defender's fleet.
    pub sides: [Fleet; 2],
}

impl Engagement {
    /// Two fleets that meet where nothing else is.
    #[must_use]
    pub fn in_open_space(sides: [Fleet; 2]) -> Engagement {
        Engagement {
            name: None,
            edition: None,
            terrain: Vec::new(),
            rules: Vec::new(),
            sides,
        }
    }
}

/// A choice at a doubtful point of the rules, as written: `out-of-supply = "total"`.
#[derive(Clone, Debug)]
pub struct RuleChoice {
    /// The point's name, as written.
    pub name: Spanned<String>,
    /// The value's name, as written.
    pub value: Spanned<String>,
}

/// One side's fleet, as written.
#[derive(Clone, Debug, Default)]
pub struct Fleet {
    /// Name for tables; from the file's `name`, else the file's stem or the shorthand itself.
    pub name: String,
    /// Edition named by the fleet's own file.
    pub edition: Option<Spanned<String>>,
    /// The empire's technology levels (`[tech]`), by the name as written.
    pub tech: Vec<Level>,
    /// The groups in the order written, which is also the order in which they fire when
    /// class and tactics are equal (5.2: the owner decides).
    pub groups: Vec<Group>,
    /// The attribute of the planet that it defends (26.0), if it names one.
    pub attribute: Option<Spanned<String>>,
    /// How the side decides, as far as written.
    pub policy: Policy,
    /// The kind of empire that it is of, as written.
    pub empire: Option<Spanned<String>>,
    /// Research points of Replicators (40.5).
    pub research_points: Option<Spanned<u32>>,
    /// Where the fleet as a whole was written, for faults that no single word has.
    pub place: Option<Place>,
}

/// A technology and its level, as written: `attack = 2`, or `a2` in the shorthand.
#[derive(Clone, Debug)]
pub struct Level {
    /// The technology's name or short name, as written.
    pub name: Spanned<String>,
    /// The level, not yet compared with what the technology allows.
    pub level: Spanned<u32>,
    /// All levels that it may be, if it isn't known; else nothing.
    pub instead: Vec<Weighted<u32>>,
}

/// One line of a fleet: `count` ships of one unit with the same technology.
///
/// It may stand for several counters: a counter holds six ships (2.3), a group line up to
/// [`MAX_SHIPS_PER_GROUP`].
#[derive(Clone, Debug)]
pub struct Group {
    /// The unit's name as written, in any case.
    pub unit: Spanned<String>,
    /// Ships, 0 to [`MAX_SHIPS_PER_GROUP`].
    pub count: Spanned<u32>,
    /// Levels that differ from the fleet's.
    pub tech: Vec<Level>,
    /// Out of supply (36.5.5): −3 Attack Strength, −3 Defense Strength.
    pub out_of_supply: bool,
    /// What the line may stand for, if that isn't known; the other fields then are those of one of its
    /// possibilities.
    pub unknown: Option<Unknown>,
    /// Charged by a pulsar that it left this turn (25.4).
    pub charged: Option<Spanned<Charge>>,
    /// Special abilities (41.0, 24.3), by their names as written.
    pub abilities: Vec<Spanned<String>>,
    /// Its level of experience (37.1.1), if one is written.
    pub experience: Option<Spanned<Experience>>,
    /// A Transport with something aboard (21.1.1): where that is said.
    pub loaded: Option<Place>,
}

/// What a pulsar gives to ships that leave it (25.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charge {
    /// A red one: +1 Attack Strength.
    Red,
    /// A green one: +1 Defense Strength.
    Green,
}

impl Charge {
    /// Both.
    pub const ALL: [Charge; 2] = [Charge::Red, Charge::Green];

    /// `"red"` or `"green"`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Charge::Red => "red",
            Charge::Green => "green",
        }
    }
}

/// A side's decisions as written; what is `None` was not said and takes the default.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// Whom to shoot at.
    pub target: Option<Spanned<Target>>,
    /// Shoot at wounded ships first.
    pub finish_wounded: Option<bool>,
    /// Whom to keep out of the fight (5.7).
    pub screen: Option<Spanned<Screen>>,
    /// Screen only as many ships as leave the fleet size bonus (5.1.3) untouched.
    pub keep_bonus: Option<bool>,
    /// When to leave (5.9).
    pub retreat: Option<Spanned<Retreat>>,
    /// Cloaked Raiders leave before the battle (16.1.2).
    pub slip_away: Option<bool>,
    /// Whom Shield Projectors protect (41.0).
    pub protect: Option<Spanned<Protect>>,
    /// Whom to board (19.2).
    pub board: Option<Spanned<Board>>,
}

/// A targeting policy, as written.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// In the order that wins most often, worked out for each group: the default.
    Value,
    /// Smallest hull first.
    Weakest,
    /// Largest hull first.
    Strongest,
    /// Best chance to hit first.
    Easiest,
    /// Highest price first.
    Costliest,
    /// Every shot at a random ship.
    Random,
    /// Every shot as best play finds.
    Optimal,
    /// In the order of these unit names; units not named come last.
    Order(Vec<Spanned<String>>),
}

/// A screening policy (5.7), as written.
#[derive(Clone, Debug, PartialEq)]
pub enum Screen {
    /// Screen nobody: the default.
    None,
    /// As many as allowed, smallest hull first.
    Weakest,
    /// As many as allowed, highest price first.
    Costliest,
    /// Wounded ships only.
    Wounded,
    /// Whom best play finds, round by round.
    Optimal,
    /// These units only, in this order.
    Units(Vec<Spanned<String>>),
}

/// Whom Shield Projectors protect (41.0), as written.
#[derive(Clone, Debug, PartialEq)]
pub enum Protect {
    /// The dearest ships that may be: the default.
    Costliest,
    /// Nobody.
    None,
    /// Ships of these units, in this order.
    Units(Vec<Spanned<String>>),
}

/// A retreat policy (5.9), as written. Ratios are in thousandths, so that no float decides.
#[derive(Clone, Debug, PartialEq)]
pub enum Retreat {
    /// Fight to the end: the default.
    Never,
    /// Fight this many rounds (1 or more), then leave.
    AfterRound(u16),
    /// Leave when the enemy has at least this many combat-capable ships to one of ours.
    Outnumbered {
        /// Thousandths: 2000 is two to one.
        ratio_milli: u32,
    },
    /// Leave when the own strength is below this part of the enemy's.
    StrengthBelow {
        /// Thousandths: 500 is half the enemy's strength.
        ratio_milli: u32,
    },
    /// Only wounded ships leave.
    Wounded,
    /// Each ship when best play finds so.
    Optimal,
    /// Only these units leave, as soon as they may.
    Units(Vec<Spanned<String>>),
}

/// A boarding policy (19.2), as written.
#[derive(Clone, Debug, PartialEq)]
pub enum Board {
    /// The ships that are worth most, times the chance to capture them: the default.
    Value,
    /// Nobody.
    Never,
    /// In the order of these unit names; units not named come last.
    Order(Vec<Spanned<String>>),
}

/// Most ships that one group line may have.
pub const MAX_SHIPS_PER_GROUP: u32 = 99;

/// Most group lines that a side may have.
pub const MAX_GROUPS_PER_SIDE: usize = 24;
