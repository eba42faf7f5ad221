//! A hex as the rules mean it: names looked up, blueprints added up, policies resolved.

use super::catalog::{Edition, Effect};
use crate::rules::Note;
use crate::spec::Side;
use crate::spec::eclipse::{Dice, Equals, Target};
use std::fmt;

/// The parties in a hex, ready for their battles.
#[derive(Clone, Debug)]
pub struct Hex {
    /// Whose catalog and prices.
    pub edition: Edition,
    /// In the order in which they entered the hex.
    pub parties: Vec<Party>,
    /// Population cubes that the last party left may destroy, if they were told.
    pub population: Option<u32>,
    /// Reputation tiles in the bag, of the values 1, 2, 3, ….
    pub reputation: Vec<u32>,
    /// What the reader should know: more ships than a box holds, parts of an unsure source.
    pub notes: Vec<Note>,
}

impl Hex {
    /// The parties in the order in which they fight: the first two meet, who is left meets the
    /// third, and so on. Players fight in reverse order of entry, the owner of the hex last of them;
    /// non-player ships come at the end.
    #[must_use]
    pub fn order(&self) -> Vec<usize> {
        let rank = |&party: &usize| match &self.parties[party] {
            Party { npc: true, .. } => 2,
            Party { owner: true, .. } => 1,
            _ => 0,
        };
        let mut order: Vec<usize> = (0..self.parties.len()).rev().collect();
        order.sort_by_key(rank);
        order
    }

    /// The attacker and the defender of two parties that meet: non-player ships always defend, then
    /// the owner of the hex does, else who entered first.
    #[must_use]
    pub fn sides(&self, one: usize, other: usize) -> [usize; 2] {
        let claim = |party: usize| (!self.parties[party].npc, !self.parties[party].owner, party);
        match claim(one) > claim(other) {
            true => [one, other],
            false => [other, one],
        }
    }

    /// The party on a side of a hex that was written as two: the defender was there first.
    #[must_use]
    pub fn side(&self, side: Side) -> &Party {
        let [attacker, defender] = self.sides(0, 1);
        &self.parties[[attacker, defender][side.index()]]
    }
}

/// One party's ships and decisions.
#[derive(Clone, Debug)]
pub struct Party {
    /// Name for tables.
    pub name: String,
    /// Its ships are no player's.
    pub npc: bool,
    /// It has an influence disc in the hex.
    pub owner: bool,
    /// Ships by type, in the order in which ties of initiative are broken; none has a count of 0.
    pub groups: Vec<Group>,
    /// What its technologies do here.
    pub effects: Vec<Effect>,
    /// Missed dice that it may roll again in a battle.
    pub rerolls: u8,
    /// Its decisions, defaults filled in.
    pub policy: Policy,
}

impl Party {
    /// What its ships cost to build, in materials.
    #[must_use]
    pub fn cost(&self) -> u32 {
        self.groups
            .iter()
            .map(|group| u32::from(group.count) * group.cost)
            .sum()
    }

    /// Ships of all types.
    #[must_use]
    pub fn ships(&self) -> u32 {
        self.groups.iter().map(|group| u32::from(group.count)).sum()
    }

    /// It has a technology with this effect.
    #[must_use]
    pub fn has(&self, effect: Effect) -> bool {
        self.effects.contains(&effect)
    }
}

/// Ships of one type: of one class and one blueprint.
#[derive(Clone, Debug)]
pub struct Group {
    /// Key of the class or of the non-player ship.
    pub unit: String,
    /// How it is called in tables: `cruiser`, `cruiser(i2 h1 c1 1y)`.
    pub label: String,
    /// Ships, 1 to 99.
    pub count: u8,
    /// What each is worth.
    pub ship: Ship,
    /// Price of one in materials; 0 for non-player ships.
    pub cost: u32,
    /// The larger ship has the larger number.
    pub size: u8,
    /// It can leave the hex: neither starbases nor orbitals nor non-player ships do.
    pub moves: bool,
    /// Reputation tiles for its destruction.
    pub tiles: u8,
}

/// What a ship is worth in a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ship {
    /// The highest is activated first.
    pub initiative: u8,
    /// Added to its rolls.
    pub computer: u8,
    /// Taken off the rolls at it.
    pub shield: u8,
    /// Damage that it survives; one more destroys it.
    pub hull: u8,
    /// Damage that it repairs in a round.
    pub repair: u8,
    /// Cannon dice.
    pub cannons: Dice,
    /// Missile dice.
    pub missiles: Dice,
    /// Damage of its antimatter cannons may be split.
    pub splitter: bool,
    /// Missiles at it throw 2 less.
    pub distortion: bool,
}

/// `i2 h1 c1 s1 1y m:2o`: as in the shorthand.
impl fmt::Display for Ship {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "i{} h{} c{}", self.initiative, self.hull, self.computer)?;
        if self.shield > 0 {
            write!(out, " s{}", self.shield)?;
        }
        write!(out, " {}", self.cannons)?;
        if !self.missiles.is_empty() {
            write!(out, " m:{}", self.missiles.to_string().replace(' ', ""))?;
        }
        if self.repair > 0 {
            write!(out, " repair{}", self.repair)?;
        }
        for (has, name) in [(self.splitter, "splitter"), (self.distortion, "distortion")] {
            if has {
                write!(out, " {name}")?;
            }
        }
        Ok(())
    }
}

/// A party's decisions with the defaults filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// How its hits are assigned.
    pub target: Target,
    /// Which of equal ships the rule of non-player ships damages.
    pub equals: Equals,
    /// When it leaves.
    pub retreat: Retreat,
}

impl Policy {
    /// The default of a player, and of non-player ships.
    #[must_use]
    pub fn of(npc: bool) -> Policy {
        Policy {
            target: if npc { Target::Npc } else { Target::Threat },
            equals: Equals::Focus,
            retreat: Retreat::Never,
        }
    }

    /// How hits are assigned, as on the command line.
    #[must_use]
    pub fn target_name(&self) -> &'static str {
        match self.target {
            Target::Threat => "threat",
            Target::Largest => "largest",
            Target::Smallest => "smallest",
            Target::Npc => "npc",
            Target::Optimal => "optimal",
        }
    }

    /// Which of equal ships are damaged, as on the command line.
    #[must_use]
    pub fn equals_name(&self) -> &'static str {
        match self.equals {
            Equals::Focus => "focus",
            Equals::Spread => "spread",
        }
    }
}

/// When ships leave; types by their place in [`Party::groups`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Retreat {
    /// Fight to the end: the default.
    Never,
    /// Fight this many rounds, then leave.
    AfterRound(u16),
    /// Only these types leave, from the first round on.
    Groups(Vec<usize>),
}

impl Retreat {
    /// As on the command line, given the party's groups.
    #[must_use]
    pub fn name(&self, groups: &[Group]) -> String {
        match self {
            Retreat::Never => "never".to_owned(),
            Retreat::AfterRound(round) => format!("after-round={round}"),
            Retreat::Groups(leaving) => {
                let mut units: Vec<&str> = leaving.iter().map(|&group| groups[group].unit.as_str()).collect();
                units.dedup();
                format!("units={}", units.join(","))
            }
        }
    }
}
