//! What people write of Eclipse: parties of ships and the hex they meet in.
//!
//! A hex is two fleets, in files or in the shorthand, or an engagement file, which may hold any
//! number of parties in the order in which they entered. As in the rest of [`crate::spec`], every
//! word keeps its place, and all faults are collected.

mod dice;
mod file;
mod party;
mod policy;
mod shorthand;

pub use dice::{Colour, Dice, MAX_DICE};
pub use file::{read, read_party};
pub use policy::{EQUALS, RETREATS, TARGETS, equals, retreat, target};
pub use shorthand::{parse_shorthand, units_written};

use super::{Place, Spanned};

/// The parties in a hex, as written.
#[derive(Clone, Debug, Default)]
pub struct Hex {
    /// What its file calls it, if it has a file that does.
    pub name: Option<String>,
    /// Edition of the rules, if a file or the command line names one.
    pub edition: Option<Spanned<String>>,
    /// In the order in which they entered the hex.
    pub parties: Vec<Party>,
    /// It was written as an attacker and a defender, who are parties 1 and 0: they fight one battle.
    pub two_sides: bool,
    /// Population cubes that can be destroyed in the hex.
    pub population: Option<Spanned<u32>>,
    /// Reputation tiles in the bag, of the values 1, 2, 3, ….
    pub reputation: Option<Spanned<Vec<u32>>>,
}

/// One party's fleet, as written.
#[derive(Clone, Debug, Default)]
pub struct Party {
    /// Name for tables; from the file's `name`, else the file's stem or the shorthand itself.
    pub name: String,
    /// Edition named by the fleet's own file.
    pub edition: Option<Spanned<String>>,
    /// Its species; without it the standard blueprints.
    pub species: Option<Spanned<String>>,
    /// Technologies besides ship parts.
    pub technologies: Vec<Spanned<String>>,
    /// Missed dice that it may roll again in a battle (colony ships of the Lyra).
    pub rerolls: Option<Spanned<u32>>,
    /// Ships by type, in the order written.
    pub groups: Vec<Group>,
    /// How it decides, as far as written.
    pub policy: Policy,
    /// It has an influence disc in the hex (`owner = true`).
    pub owner: Option<Spanned<bool>>,
    /// Where the fleet as a whole was written, for faults that no single word has.
    pub place: Option<Place>,
}

/// Ships of one type: of one class and one blueprint.
#[derive(Clone, Debug)]
pub struct Group {
    /// The class, perhaps after a species, or the name of a non-player ship.
    pub unit: Spanned<String>,
    /// Ships, 0 to [`super::MAX_SHIPS_PER_GROUP`].
    pub count: Spanned<u32>,
    /// What its ships are worth.
    pub design: Design,
}

/// What the ships of a group are worth, as written.
#[derive(Clone, Debug)]
pub enum Design {
    /// The blueprint that its owner starts with.
    Start,
    /// The blueprint with these parts; a number before a name says how many.
    Parts {
        /// The parts in order.
        parts: Vec<Spanned<Part>>,
        /// Where they were written.
        place: Place,
    },
    /// Values as they are, whatever gives them.
    Values(Values),
}

/// Parts of one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name as written.
    pub name: String,
    /// How many.
    pub count: u32,
}

/// Values of a ship type; what is not written is 0 or none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Values {
    /// Initiative.
    pub initiative: u8,
    /// Sum of the computers.
    pub computer: u8,
    /// Sum of the shields: what it takes off the enemy's dice.
    pub shield: u8,
    /// Damage that it absorbs; one more destroys it.
    pub hull: u8,
    /// Damage that it repairs in a round.
    pub repair: u8,
    /// Price in materials, if it is not that of the class.
    pub cost: Option<u32>,
    /// Cannon dice.
    pub cannons: Dice,
    /// Missile dice.
    pub missiles: Dice,
    /// What else it can do, by name.
    pub abilities: Vec<Spanned<String>>,
}

/// Largest value of an initiative, a computer, a shield or a hull.
pub const MAX_VALUE: u32 = 99;

/// A party's decisions as written; what is `None` was not said and takes the default.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// How its hits are assigned.
    pub target: Option<Spanned<Target>>,
    /// Which of equal ships the rule of non-player ships damages.
    pub equals: Option<Spanned<Equals>>,
    /// When it leaves.
    pub retreat: Option<Spanned<Retreat>>,
}

/// How hits are assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// What takes most expected damage off the enemy: the default of players.
    Threat,
    /// Largest ships first.
    Largest,
    /// Smallest ships first.
    Smallest,
    /// As non-player ships do: destroy, the largest possible first, else damage the largest.
    Npc,
    /// As best play finds, after the dice are seen.
    Optimal,
}

/// Which of equal ships takes damage that does not destroy it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equals {
    /// The most damaged one: the default.
    Focus,
    /// The least damaged one.
    Spread,
}

/// When ships leave.
#[derive(Clone, Debug, PartialEq)]
pub enum Retreat {
    /// Fight to the end: the default.
    Never,
    /// Fight this many rounds, then leave.
    AfterRound(u16),
    /// Only these ships leave, from the first round on.
    Units(Vec<Spanned<String>>),
}
