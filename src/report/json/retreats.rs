//! When to leave, as JSON.

use super::figures::{Number, numbers};
use super::{BothSides, HeadPart, PolicyPart, SolvedInPart, both, head, policy, solved_in, written};
use crate::report::Failed;
use crate::report::retreats::{Kind, Retreats, Row, Rule, Ships, SideRetreats, Who, page};
use serde::Serialize;

/// The result as JSON with a line end; with `timing` also how long it took.
///
/// # Errors
///
/// If it cannot be written, which a string in memory does not give cause for.
pub fn render(retreats: &Retreats, timing: bool) -> Result<String, Failed> {
    written(&Document {
        head: head(retreats.edition, &retreats.terrain, retreats.rules),
        policies: both(retreats.policies.each_ref().map(policy)),
        retreats: retreats.sides.iter().map(side).collect(),
        notes: &retreats.notes,
        timing: timing.then(|| solved_in(retreats.elapsed)),
    })
}

#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    head: HeadPart<'a>,
    policies: BothSides<PolicyPart>,
    retreats: Vec<SidePart<'a>>,
    notes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    timing: Option<SolvedInPart>,
}

/// Swings from the side's own view, in CP; `right_to_leave` is their difference.
#[derive(Serialize)]
struct SidePart<'a> {
    side: &'static str,
    right_to_leave: Number,
    swing_leaving: Number,
    swing_staying: Number,
    rules: Vec<RulePart<'a>>,
    states: Vec<StatePart<'a>>,
}

/// With so many hit points of every own group and so many of the enemy's, `who` leaves;
/// the words say so in ships.
#[derive(Serialize)]
struct RulePart<'a> {
    leave: String,
    when_you_have: String,
    while_they_have: String,
    who: &'static str,
    unit: Option<&'a str>,
    damage_at_least: Option<u8>,
    own_points_at_least: Vec<PointsPart<'a>>,
    own_points_at_most: Vec<PointsPart<'a>>,
    enemy_points_at_least: Vec<PointsPart<'a>>,
    enemy_points_at_most: Vec<PointsPart<'a>>,
    chance: Number,
    cost_cp: Number,
}

#[derive(Serialize)]
struct CountPart<'a> {
    unit: &'a str,
    ships: u8,
}

#[derive(Serialize)]
struct PointsPart<'a> {
    unit: &'a str,
    points: u16,
}

/// `rounds` are the chances that round 1, 2, … starts so.
#[derive(Serialize)]
struct StatePart<'a> {
    own: Vec<ShipsPart<'a>>,
    enemy: Vec<ShipsPart<'a>>,
    leaving: Vec<CountPart<'a>>,
    chance: Number,
    rounds: Vec<Number>,
    cost_cp: Number,
}

#[derive(Serialize)]
struct ShipsPart<'a> {
    unit: &'a str,
    ships: u8,
    damage: &'a [u8],
}

fn side(side: &SideRetreats) -> SidePart<'_> {
    SidePart {
        side: side.side.name(),
        right_to_leave: Number(side.worth()),
        swing_leaving: Number(side.leaving),
        swing_staying: Number(side.staying),
        rules: side.rules.iter().map(|of| rule(side, of)).collect(),
        states: side.rows.iter().map(|row| state(side, row)).collect(),
    }
}

fn counts<'a>(kinds: &'a [Kind], ships: &[u8]) -> Vec<CountPart<'a>> {
    let counted = kinds.iter().zip(ships);
    counted
        .map(|(kind, &ships)| CountPart {
            unit: &kind.label,
            ships,
        })
        .collect()
}

fn points<'a>(kinds: &'a [Kind], points: &[u16]) -> Vec<PointsPart<'a>> {
    let counted = kinds.iter().zip(points);
    counted
        .map(|(kind, &points)| PointsPart {
            unit: &kind.label,
            points,
        })
        .collect()
}

fn rule<'a>(side: &'a SideRetreats, rule: &Rule) -> RulePart<'a> {
    let (who, group, damage) = match rule.who {
        Who::All => ("all", None, None),
        Who::Group(group) => ("group", Some(group), None),
        Who::Damaged(group, least) => ("damaged", Some(group), Some(least)),
    };
    RulePart {
        leave: page::who(&side.own, rule.who),
        who,
        unit: group.map(|group| side.own[group].label.as_str()),
        damage_at_least: damage,
        when_you_have: page::own(side, rule),
        while_they_have: page::enemy(side, rule),
        own_points_at_least: points(&side.own, &rule.own_least),
        own_points_at_most: points(&side.own, &rule.most),
        enemy_points_at_least: points(&side.enemy, &rule.least),
        enemy_points_at_most: points(&side.enemy, &rule.enemy_most),
        chance: Number(rule.chance),
        cost_cp: Number(rule.cost),
    }
}

fn state<'a>(side: &'a SideRetreats, row: &'a Row) -> StatePart<'a> {
    let ships = |kinds: &'a [Kind], ships: &'a [Ships]| {
        let told = kinds.iter().zip(ships);
        told.map(|(kind, ships)| ShipsPart {
            unit: &kind.label,
            ships: ships.count,
            damage: &ships.damage,
        })
        .collect()
    };
    StatePart {
        own: ships(&side.own, &row.own),
        enemy: ships(&side.enemy, &row.enemy),
        leaving: counts(&side.own, &row.leaving),
        chance: Number(row.chance()),
        rounds: numbers(row.rounds.get(1..).unwrap_or_default()),
        cost_cp: Number(row.cost),
    }
}
