//! An engagement as the rules mean it: names looked up, levels capped, policies resolved.

use std::fmt;

pub use super::ability::{Abilities, Ability, Shield};
pub use super::boarding::Board;
use super::catalog::{Edition, Role, Unit};
use super::options::{Rule, Rules};
pub use super::policy::{Retreat, Screen};
use super::terrain::{Part, Terrain};
pub use crate::rules::Note;
pub use crate::spec::Experience;
use crate::spec::{Charge, Side};

/// A battle ready to be lowered to a plan.
#[derive(Clone, Debug)]
pub struct Battle {
    /// Whose catalog and prices.
    pub edition: Edition,
    /// The hex.
    pub terrain: Terrain,
    /// How doubtful points of the rules are read.
    pub rules: Rules,
    /// The attacker's and the defender's fleet.
    pub sides: [Fleet; 2],
    /// What the reader should know: levels capped, more ships than counters.
    pub notes: Vec<Note>,
}

impl Battle {
    /// The part that a group takes in the battle.
    #[must_use]
    pub fn part(&self, group: &Group) -> Part {
        match self.terrain.part(&group.unit) {
            Part::Fights if group.slips => Part::Slips,
            part => part,
        }
    }

    /// Lets the Raiders leave that their side wants to leave, and that no enemy scans: after the fleets are
    /// revealed, before the first shot (16.1.2). Nobody retreats from a battle in a pulsar (25.4.1).
    #[must_use]
    pub fn with_raiders_gone(mut self) -> Battle {
        for side in Side::BOTH {
            let scanners = { self.sides[side.enemy().index()].groups.iter() }
                .filter(|enemy| self.terrain.part(&enemy.unit) == Part::Fights && self.rules.lets_scan(&enemy.unit))
                .map(|enemy| enemy.gear.scanners)
                .max();
            let fleet = &mut self.sides[side.index()];
            for group in &mut fleet.groups {
                group.slips = fleet.policy.slip_away
                    && group.unit.traits.cloaks
                    && self.terrain.part(&group.unit) == Part::Fights
                    && !self.terrain.uncloaks()
                    && !self.terrain.pulsar
                    && scanners.unwrap_or(0) < group.gear.cloaking;
            }
        }
        self
    }

    /// Whether a side's Fighters are based in the hex, so that they need no room on ships to stay there
    /// (15.2.6). Units that cannot move are at a Colony, and so are Fighters without room on ships.
    #[must_use]
    pub fn fighters_at_home(&self, side: Side) -> bool {
        let fleet = &self.sides[side.index()];
        let [fighters, room] = fleet.fighters_and_room();
        side == Side::Defender
            && !self.terrain.keeps_fighters_aboard()
            && match self.rules {
                rules if rules.is(Rule::Colony, "auto") => {
                    fighters > room || fleet.groups.iter().any(|group| !group.unit.moves)
                }
                rules => rules.is(Rule::Colony, "yes"),
            }
    }
}

/// One side's fleet.
#[derive(Clone, Debug)]
pub struct Fleet {
    /// Name for tables.
    pub name: String,
    /// Groups in firing order among equals; none has a count of 0.
    pub groups: Vec<Group>,
    /// The side's decisions, defaults filled in.
    pub policy: Policy,
    /// Which group's Shield Projectors protect which.
    pub shields: Vec<Shield>,
}

impl Fleet {
    /// What its ships cost to build, in CP.
    #[must_use]
    pub fn cost(&self) -> u32 {
        self.groups.iter().map(Group::cost).sum()
    }

    /// What its ships cost to keep, in CP an Economic Phase (7.3.1). Out of supply a group costs
    /// nothing (36.5.5).
    #[must_use]
    pub fn maintenance(&self) -> u32 {
        self.groups.iter().map(Group::maintenance).sum()
    }

    /// Fighters that need room on ships, and how many have it (15.2.3).
    #[must_use]
    pub fn fighters_and_room(&self) -> [u32; 2] {
        let of = |each: fn(&Group) -> u32| {
            self.groups
                .iter()
                .map(|group| u32::from(group.count) * each(group))
                .sum()
        };
        [
            of(|group| u32::from(group.unit.traits.carried())),
            of(|group| u32::from(group.unit.traits.carries)),
        ]
    }

    /// Ships of all kinds.
    #[must_use]
    pub fn ships(&self) -> u32 {
        self.groups.iter().map(|group| u32::from(group.count)).sum()
    }

    /// Ships that count for screening (5.7) and fleet size (5.1.3) at the start.
    #[must_use]
    pub fn combat_ships(&self) -> u32 {
        let combat = self
            .groups
            .iter()
            .filter(|group| group.unit.role == Role::Combat && !group.slips);
        combat.map(|group| u32::from(group.count)).sum()
    }
}

/// Ships of one unit with the same technology.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its row of the ship chart.
    pub unit: Unit,
    /// How it is called in tables: `CA a1 d1`.
    pub label: String,
    /// Ships, 1 to 99.
    pub count: u8,
    /// Attack technology after capping (9.2).
    pub attack: u8,
    /// Defense technology after capping (9.2).
    pub defense: u8,
    /// Tactics technology (9.3).
    pub tactics: u8,
    /// What its unit has special use for.
    pub gear: Gear,
    /// Out of supply (36.5.5).
    pub out_of_supply: bool,
    /// Charged by a pulsar that it left this turn (25.4).
    pub charge: Option<Charge>,
    /// Its level of experience (37.1.1); `None` if the battle is played without, or the unit is outside
    /// experience (37.4.1).
    pub experience: Option<Experience>,
    /// A Transport with something aboard, which can't be boarded (21.1.1).
    pub loaded: bool,
    /// Its cloaked Raiders leave before the battle (16.1.2).
    pub slips: bool,
}

/// Technologies that only some units have a use for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gear {
    /// Level of Point Defense (15.3).
    pub point_defense: u8,
    /// More Defense Strength against Point Defense (15.2.7).
    pub evasion: u8,
    /// Level of Cloaking (16.1).
    pub cloaking: u8,
    /// Level of Scanners (16.2).
    pub scanners: u8,
    /// Level of Jammers (24.5).
    pub jammer: u8,
    /// Level of its empire's Security Forces (20.0).
    pub security: u8,
    /// Level of its empire's Military Academies (37.2).
    pub academy: u8,
    /// Special abilities: table 3 of unique ships (41.0), and the alternate empires' (24.3).
    pub abilities: Abilities,
}

impl Group {
    /// What its ships cost to build, in CP.
    #[must_use]
    pub fn cost(&self) -> u32 {
        u32::from(self.count) * self.unit.cost
    }

    /// What its ships cost to keep, in CP an Economic Phase (7.3.1); nothing out of supply (36.5.5), half for Elite
    /// and Legendary groups (37.4).
    #[must_use]
    pub fn maintenance(&self) -> u32 {
        let whole = u32::from(self.count) * self.unit.maintenance;
        match self.experience {
            _ if self.out_of_supply => 0,
            Some(Experience::Elite | Experience::Legendary) => whole / 2,
            _ => whole,
        }
    }

    /// Hits that destroy one of its ships: as many as its Hull Size, of a Legendary group one more (37.4).
    #[must_use]
    pub fn hits(&self) -> u8 {
        // 37.4 gives it to ships, and a Missile is a unit that is none (1.3).
        let tougher = self.experience == Some(Experience::Legendary) && !self.unit.traits.missile;
        self.unit.hull + u8::from(tougher)
    }

    /// Weapon class as printed, `A` to `F`, before terrain; `-` for a unit without weapons.
    #[must_use]
    pub fn class_letter(&self) -> char {
        self.unit.class_letter()
    }
}

/// A side's decisions with the defaults filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// Whom to shoot at.
    pub target: Target,
    /// Shoot at wounded ships first.
    pub finish_wounded: bool,
    /// Whom to keep out of the fight (5.7).
    pub screen: Screen,
    /// Screen only as many ships as leave the fleet size bonus (5.1.3) untouched.
    pub keep_bonus: bool,
    /// When to leave (5.9).
    pub retreat: Retreat,
    /// Cloaked Raiders leave before the battle (16.1.2).
    pub slip_away: bool,
    /// Whom to board (19.2).
    pub board: Board,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            target: Target::Value,
            finish_wounded: true,
            screen: Screen::None,
            keep_bonus: false,
            retreat: Retreat::Never,
            slip_away: false,
            board: Board::Value,
        }
    }
}

impl Policy {
    /// The same decisions but for whom to shoot at. Whether wounded ships come first stays as it is if
    /// it departs from the default, which is another for random fire.
    #[must_use]
    pub fn aiming(&self, target: Target) -> Policy {
        let by_default = |target: &Target| *target != Target::Random;
        let departs = self.finish_wounded != by_default(&self.target);
        Policy {
            finish_wounded: if departs {
                self.finish_wounded
            } else {
                by_default(&target)
            },
            target,
            ..self.clone()
        }
    }
}

/// `target SC,DD, screen none, retreat after-round=2`, and what departs from the default.
impl fmt::Display for Policy {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "target {}", self.target)?;
        match (self.finish_wounded, &self.target) {
            (true, Target::Random) => out.write_str(" finishing the wounded")?,
            (false, target) if *target != Target::Random && target.minds_wounded() => {
                out.write_str(" without finishing the wounded")?;
            }
            _ => {}
        }
        write!(out, ", screen {}", self.screen)?;
        if self.keep_bonus && !matches!(self.screen, Screen::None | Screen::Optimal) {
            out.write_str(" keeping the fleet size bonus")?;
        }
        write!(out, ", retreat {}", self.retreat)?;
        if self.slip_away {
            out.write_str(", cloaked Raiders slip away")?;
        }
        match &self.board {
            Board::Value => Ok(()),
            board => write!(out, ", board {board}"),
        }
    }
}

/// A targeting policy; units by their short names in the catalog.
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
    /// Every shot as best play finds; by exact solution alone.
    Optimal,
    /// In this order; units not named come last, by value.
    Order(Vec<String>),
}

impl Target {
    /// Those that have a name and need no best play.
    pub const NAMED: [Target; 6] = [
        Target::Value,
        Target::Weakest,
        Target::Strongest,
        Target::Easiest,
        Target::Costliest,
        Target::Random,
    ];
}

impl Target {
    /// Whether it makes a difference to shoot at wounded ships first: not where every shot or every
    /// order of targets is found by what it is worth.
    #[must_use]
    pub fn minds_wounded(&self) -> bool {
        !matches!(self, Target::Value | Target::Optimal)
    }
}

/// As on the command line: `value`, `SC,DD,CA`.
impl fmt::Display for Target {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Value => out.write_str("value"),
            Target::Weakest => out.write_str("weakest"),
            Target::Strongest => out.write_str("strongest"),
            Target::Easiest => out.write_str("easiest"),
            Target::Costliest => out.write_str("costliest"),
            Target::Random => out.write_str("random"),
            Target::Optimal => out.write_str("optimal"),
            Target::Order(units) => out.write_str(&units.join(",")),
        }
    }
}
