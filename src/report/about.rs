//! What a result is about, in words: the game, the hex, and what people call the sides and their
//! ships. Each game makes its own of what its rules know.

use super::summary;
use crate::engine::plan::{Plan, Stop, UnitRow};
use crate::engine::{end, volley};
use crate::rules::eclipse::{self, Hex};
use crate::rules::space_empires::Battle;
use crate::spec::{Game, Side};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// The words of a result.
#[derive(Clone, Debug)]
pub struct About {
    /// Which game is played.
    pub game: Game,
    /// Name of the edition for programs.
    pub edition: &'static str,
    /// Name of the edition for people.
    pub edition_title: &'static str,
    /// Names of the terrain, `space` for open space; empty in a game without terrain.
    pub terrain: Vec<&'static str>,
    /// Names and values of choices at doubtful points of the rules that are not the default.
    pub rules: Vec<(&'static str, &'static str)>,
    /// The attacker and the defender.
    pub sides: [AboutSide; 2],
    /// What resolving the fleets had to change.
    pub notes: Vec<String>,
}

/// The words of one side.
#[derive(Clone, Debug)]
pub struct AboutSide {
    /// Name of the fleet.
    pub name: String,
    /// What it cost to build.
    pub cost: u32,
    /// Its decisions.
    pub policy: Decisions,
    /// Its groups, in the order of the plan's rows.
    pub groups: Vec<AboutGroup>,
}

/// The words of one group.
#[derive(Clone, Debug)]
pub struct AboutGroup {
    /// Short name in the catalog.
    pub unit: String,
    /// The unit with what tells it from others of its kind.
    pub label: String,
}

/// A side's decisions, for people and for programs.
#[derive(Clone, Debug, PartialEq)]
pub struct Decisions {
    /// A sentence.
    pub words: String,
    /// Each decision by its name in files, in their order.
    pub entries: Vec<(&'static str, Choice)>,
}

/// One decision.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum Choice {
    /// A policy by its name.
    Word(String),
    /// Yes or no.
    Switch(bool),
}

impl Serialize for Decisions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.entries.len()))?;
        for (name, choice) in &self.entries {
            map.serialize_entry(name, choice)?;
        }
        map.end()
    }
}

/// What ships are paid with.
#[must_use]
pub fn currency(game: Game) -> &'static str {
    match game {
        Game::SpaceEmpires => "CP",
        Game::Eclipse => "materials",
    }
}

impl Decisions {
    /// Those of a side, which may have Boarding Ships to decide about.
    fn of(policy: &crate::rules::space_empires::Policy, boards: bool) -> Decisions {
        let mut decisions = Decisions {
            words: summary::policy_of(policy, boards),
            entries: vec![
                ("target", Choice::Word(policy.target.to_string())),
                ("finish_wounded", Choice::Switch(policy.finish_wounded)),
                ("screen", Choice::Word(policy.screen.to_string())),
                ("keep_bonus", Choice::Switch(policy.keep_bonus)),
                ("slip_away", Choice::Switch(policy.slip_away)),
                ("retreat", Choice::Word(policy.retreat.to_string())),
            ],
        };
        if boards {
            let board = Choice::Word(policy.board.to_string());
            decisions.entries.push(("board", board));
        }
        decisions
    }
}

impl From<&Battle> for About {
    fn from(battle: &Battle) -> About {
        About {
            game: Game::SpaceEmpires,
            edition: battle.edition.name(),
            edition_title: battle.edition.title(),
            terrain: battle.terrain.names(),
            rules: battle.rules.departures(),
            sides: battle.sides.each_ref().map(|fleet| AboutSide {
                name: fleet.name.clone(),
                cost: fleet.cost(),
                policy: Decisions::of(&fleet.policy, fleet.has_boarders()),
                groups: fleet
                    .groups
                    .iter()
                    .map(|group| AboutGroup {
                        unit: group.unit.name.clone(),
                        label: group.label.clone(),
                    })
                    .collect(),
            }),
            notes: super::odds::notes(&battle.notes),
        }
    }
}

impl From<&eclipse::Party> for Decisions {
    fn from(party: &eclipse::Party) -> Decisions {
        let policy = &party.policy;
        let (target, retreat) = (policy.target_name(), policy.retreat.name(&party.groups));
        let by_npc_rule = policy.target == crate::spec::eclipse::Target::Npc;
        let equals = match by_npc_rule {
            true => format!(", {} among equal ships", policy.equals_name()),
            false => String::new(),
        };
        let mut entries = vec![("target", Choice::Word(target.to_owned()))];
        if by_npc_rule {
            entries.push(("equals", Choice::Word(policy.equals_name().to_owned())));
        }
        entries.push(("retreat", Choice::Word(retreat.clone())));
        Decisions {
            words: format!("assigns hits by {target}{equals}; retreats {retreat}"),
            entries,
        }
    }
}

/// A hex with two parties.
impl From<&Hex> for About {
    fn from(hex: &Hex) -> About {
        About {
            game: Game::Eclipse,
            edition: hex.edition.name(),
            edition_title: hex.edition.title(),
            terrain: Vec::new(),
            rules: Vec::new(),
            sides: Side::BOTH.map(|side| {
                let party = hex.side(side);
                AboutSide {
                    name: party.name.clone(),
                    cost: party.cost(),
                    policy: Decisions::from(party),
                    groups: party
                        .groups
                        .iter()
                        .map(|group| AboutGroup {
                            unit: group.unit.clone(),
                            label: group.label.clone(),
                        })
                        .collect(),
                }
            }),
            notes: super::odds::notes(&hex.notes),
        }
    }
}

/// What a result tells of the plan that was fought, of whatever kind it is.
pub trait Fought {
    /// Rows of the results, the attacker's first.
    fn units(&self) -> &[UnitRow];

    /// When battles are stopped.
    fn stop(&self) -> Stop;

    /// A side leaves decisions to best play.
    fn needs_best_play(&self) -> bool;

    /// Ships of the row leave the hex in some battle.
    fn may_leave(&self, row: usize) -> bool;
}

impl Fought for Plan {
    fn units(&self) -> &[UnitRow] {
        &self.units
    }

    fn stop(&self) -> Stop {
        self.stop
    }

    fn needs_best_play(&self) -> bool {
        Plan::needs_best_play(self)
    }

    fn may_leave(&self, row: usize) -> bool {
        end::may_leave(self, row)
    }
}

impl Fought for volley::Plan {
    fn units(&self) -> &[UnitRow] {
        &self.units
    }

    fn stop(&self) -> Stop {
        self.stop
    }

    fn needs_best_play(&self) -> bool {
        volley::Plan::needs_best_play(self)
    }

    fn may_leave(&self, row: usize) -> bool {
        // Without cannons on either side, an attacker who has somewhere to go leaves.
        let stalemate = self.stalemate == volley::Stalemate::Retreats && self.units[row].side == Side::Attacker;
        stalemate
            || self.units[row]
                .slots
                .iter()
                .any(|&slot| self.slots[slot].leave_from.is_some())
    }
}
