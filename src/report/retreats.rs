//! When leaving the hex beats staying, by CP swing, state by state and as rules of thumb.

pub mod page;
mod rules;

pub use rules::{Rule, Who};

use super::odds::notes;
use crate::engine::Plan;
use crate::engine::exact::{self, RetreatRow};
use crate::rules::space_empires::battle::Fleet;
use crate::rules::space_empires::{Battle, Edition, Policy, Rules};
use crate::spec::Side;
use std::collections::HashMap;
use std::time::Duration;

/// When to leave, for one side or both.
#[derive(Clone, Debug)]
pub struct Retreats {
    /// Whose catalog and prices.
    pub edition: Edition,
    /// Names of the terrain; `space` for open space.
    pub terrain: Vec<&'static str>,
    /// How doubtful points of the rules were read.
    pub rules: Rules,
    /// Both sides' decisions but for the retreats that are looked for.
    pub policies: [Policy; 2],
    /// Those that were asked for.
    pub sides: Vec<SideRetreats>,
    /// States to show in tables.
    pub shown: usize,
    /// Values that choosing whom to screen would have taken, if it was left out for that.
    pub screens_left_out: Option<u64>,
    /// What the reader should know.
    pub notes: Vec<String>,
    /// Wall time of the solution.
    pub elapsed: Duration,
}

/// When one side leaves, against an enemy that keeps to its policy of retreats.
#[derive(Clone, Debug)]
pub struct SideRetreats {
    /// Whose.
    pub side: Side,
    /// Its own mean CP swing if it leaves as is best.
    pub leaving: f64,
    /// The same if it never leaves.
    pub staying: f64,
    /// Its groups that fight.
    pub own: Vec<Kind>,
    /// The enemy's.
    pub enemy: Vec<Kind>,
    /// States in which ships leave, those where it matters most first.
    pub rows: Vec<Row>,
    /// What holds in all of them.
    pub rules: Vec<Rule>,
}

impl SideRetreats {
    /// What it is worth that ships may leave, in CP.
    #[must_use]
    pub fn worth(&self) -> f64 {
        self.leaving - self.staying
    }
}

/// A group that fights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Short name, with its technology where the side has more of the kind.
    pub name: String,
    /// The unit with its technology.
    pub label: String,
    /// Ships brought into the hex.
    pub fielded: u8,
    /// Hits that destroy one ship.
    pub hull: u8,
    /// They may leave at all (5.9).
    pub may_leave: bool,
}

/// A group's ships in a state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ships {
    /// Ships in the hex.
    pub count: u8,
    /// Damage on those that are damaged.
    pub damage: Vec<u8>,
}

impl Ships {
    /// Hit points left.
    #[must_use]
    pub fn points(&self, hull: u8) -> u16 {
        let damage: u16 = self.damage.iter().copied().map(u16::from).sum();
        (u16::from(self.count) * u16::from(hull)).saturating_sub(damage)
    }
}

/// A state at the start of a round in which ships leave.
#[derive(Clone, Debug)]
pub struct Row {
    /// One a group of the side.
    pub own: Vec<Ships>,
    /// One a group of the enemy.
    pub enemy: Vec<Ships>,
    /// Ships that leave on their turn if nothing is hit before, one a group of the side.
    pub leaving: Vec<u8>,
    /// Whether the most damaged ship of a group is among them.
    pub damaged_leaves: Vec<bool>,
    /// `rounds[r]`: the chance that round `r` starts so.
    pub rounds: Vec<f64>,
    /// CP that it costs, on average, never to leave from there on.
    pub cost: f64,
}

impl Row {
    /// Chance that a battle comes to the state.
    #[must_use]
    pub fn chance(&self) -> f64 {
        self.rounds.iter().sum()
    }

    /// Its part in what the right to leave is worth.
    fn weight(&self) -> f64 {
        self.chance() * self.cost
    }
}

impl Retreats {
    /// What was found for some sides, each of a plan in which that side's retreats are left to best play.
    #[must_use]
    pub fn new(battle: &Battle, found: &[(Side, &Plan, &exact::Retreats)], shown: usize) -> Retreats {
        Retreats {
            edition: battle.edition,
            terrain: battle.terrain.names(),
            rules: battle.rules,
            policies: battle.sides.each_ref().map(|fleet| fleet.policy.clone()),
            sides: { found.iter() }
                .map(|(side, plan, found)| side_retreats(*side, battle, plan, found))
                .collect(),
            shown,
            screens_left_out: None,
            notes: notes(&battle.notes),
            elapsed: Duration::ZERO,
        }
    }
}

/// What is seen of a state and of what is done there: own ships, the enemy's, and those that leave.
type Looks = (Vec<Ships>, Vec<Ships>, Vec<u8>);

fn side_retreats(side: Side, battle: &Battle, plan: &Plan, found: &exact::Retreats) -> SideRetreats {
    let sign = if side == Side::Attacker { 1.0 } else { -1.0 };
    let groups = [side, side.enemy()].map(|side| Groups::new(side, battle, plan));
    let [own, enemy] = &groups;
    let mut rows: Vec<Row> = Vec::new();
    let mut places: HashMap<Looks, usize> = HashMap::new();
    for row in &found.rows {
        let row = told(row, sign, own, enemy);
        // In an ion storm a state is met before a side has rolled and after.
        let key = (row.own.clone(), row.enemy.clone(), row.leaving.clone());
        match places.get(&key) {
            Some(&place) => join(&mut rows[place], &row),
            None => {
                places.insert(key, rows.len());
                rows.push(row);
            }
        }
    }
    let stays: Vec<_> = { found.stays.iter() }
        .map(|ships| (own.ships(ships), enemy.ships(ships)))
        .collect();
    rows.sort_by(|a, b| b.weight().total_cmp(&a.weight()));
    SideRetreats {
        side,
        leaving: sign * found.value,
        staying: sign * found.staying,
        rules: rules::find([&own.kinds, &enemy.kinds], &rows, &stays),
        own: own.kinds.clone(),
        enemy: enemy.kinds.clone(),
        rows,
    }
}

/// A side's groups that fight, with their slots.
struct Groups {
    kinds: Vec<Kind>,
    slots: Vec<Vec<usize>>,
}

impl Groups {
    fn new(side: Side, battle: &Battle, plan: &Plan) -> Groups {
        let fleet = &battle.sides[side.index()];
        let rows = { plan.units.iter() }
            .filter(|unit| unit.side == side)
            .zip(&fleet.groups);
        let fighting = rows.filter(|(unit, _)| !unit.slots.is_empty());
        let (kinds, slots) = fighting
            .map(|(unit, group)| {
                let kind = Kind {
                    name: short(fleet, &group.unit.name, &group.label),
                    label: group.label.clone(),
                    fielded: group.count,
                    hull: group.hits(),
                    may_leave: group.unit.can_retreat,
                };
                (kind, unit.slots.clone())
            })
            .unzip();
        Groups { kinds, slots }
    }

    /// Ships of each group: its own slot has a wounded one at most, the next have those split off with 1, 2, …
    /// damage.
    fn ships(&self, ships: &[(u8, u8)]) -> Vec<Ships> {
        let of = |slots: &Vec<usize>| {
            let mut told = Ships::default();
            for (split, &slot) in slots.iter().enumerate() {
                let (count, hurt) = ships[slot];
                told.count += count;
                let wounded = if split == 0 { u8::from(hurt > 0) } else { count };
                for ship in 0..wounded {
                    let more = if ship == 0 { hurt } else { 0 };
                    told.damage.push(split as u8 + more);
                }
            }
            told.damage.sort_unstable();
            told
        };
        self.slots.iter().map(of).collect()
    }
}

/// The unit's name alone if the side has only one group of it.
fn short(fleet: &Fleet, name: &str, label: &str) -> String {
    let same = fleet.groups.iter().filter(|group| group.unit.name == name).count();
    if same == 1 { name.to_owned() } else { label.to_owned() }
}

fn told(row: &RetreatRow, sign: f64, own: &Groups, enemy: &Groups) -> Row {
    let sum = |slots: &Vec<usize>| slots.iter().map(|&slot| row.leaving[slot]).sum();
    let damaged = |slots: &Vec<usize>| {
        // The most wounded come last.
        let most = slots.iter().rposition(|&slot| row.ships[slot].0 > 0).unwrap_or(0);
        row.wounded[slots[most]] || (most > 0 && row.leaving[slots[most]] > 0)
    };
    Row {
        own: own.ships(&row.ships),
        enemy: enemy.ships(&row.ships),
        leaving: own.slots.iter().map(sum).collect(),
        damaged_leaves: own.slots.iter().map(damaged).collect(),
        rounds: row.rounds.clone(),
        cost: sign * (row.value - row.staying),
    }
}

/// One state of two that look the same: chances add, and costs are weighed by them.
fn join(row: &mut Row, other: &Row) {
    let (here, there) = (row.chance(), other.chance());
    if here + there > 0.0 {
        row.cost = (row.cost * here + other.cost * there) / (here + there);
    }
    row.rounds.resize(row.rounds.len().max(other.rounds.len()), 0.0);
    for (round, more) in row.rounds.iter_mut().zip(&other.rounds) {
        *round += more;
    }
}
