//! The lowering: a battle as the rules mean it becomes the engine's flat tables.

use super::aim::{Enemy, aims};
use super::battle::{Battle, Fleet, Group, Policy, Retreat, Screen, Target};
use super::catalog::Role;
use super::ship::Ship;
use super::value::{self, Fighter};
use crate::engine::plan::{BestPlay, Leave, Leaving, Orders, Plan, ROUND_CAP, ScreenEntry, Slot, Step, Stop, UnitRow};
use crate::spec::Side;
use std::cmp::Reverse;

/// What is asked of a battle besides its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Question {
    /// Stop after this many rounds and report the state then.
    pub after_round: Option<u16>,
}

/// A die of this or less lets ships leave an ion storm (25.1.3).
const LEAVE_ION_STORM: u8 = 8;

/// A combat-capable group on its way to a slot.
#[derive(Clone, Debug)]
struct Line<'a> {
    side: Side,
    group: &'a Group,
    ship: Ship,
    /// Its slot; the slots of ships split off wounded follow, one for each amount of damage.
    slot: usize,
    /// Number of slots for ships split off wounded.
    splits: usize,
}

impl Line<'_> {
    /// Slots of this line: that of the group, then those of ships split off with 1, 2, … damage.
    fn slots(&self) -> impl Iterator<Item = (usize, u8)> {
        (0..=self.splits).map(|damage| (self.slot + damage, damage as u8))
    }
}

/// Lowers a battle to a plan. Rows of [`Plan::units`] follow the battle's groups: the attacker's in
/// order, then the defender's.
#[must_use]
pub fn lower(battle: &Battle, question: Question) -> Plan {
    let mut slots = Vec::new();
    let mut units = Vec::new();
    let mut lines: Vec<Line> = Vec::new();
    for side in Side::BOTH {
        let fleet = &battle.sides[side.index()];
        for group in &fleet.groups {
            let mut row = UnitRow {
                side,
                fielded: group.count,
                cost: group.unit.cost,
                escorted: group.unit.role == Role::NonCombat,
                slots: Vec::new(),
            };
            if group.unit.role == Role::Combat {
                let line = line(side, battle, group, slots.len());
                row.slots = line.slots().map(|(slot, _)| slot).collect();
                slots.extend(line.slots().map(|(_, damage)| slot_of(&line, damage, units.len())));
                lines.push(line);
            }
            units.push(row);
        }
    }
    let orders = Side::BOTH.map(|side| orders(&battle.sides[side.index()].policy, side, &lines));
    // Nobody fires where a side has nothing that fights.
    let steps = if battle.is_walkover() {
        Vec::new()
    } else {
        steps(battle, &lines)
    };
    let may_leave = if battle.terrain.ion_storm { LEAVE_ION_STORM } else { 10 };
    let stop = match question.after_round {
        Some(round) => Stop {
            round: round.clamp(1, ROUND_CAP),
            stalemate: false,
        },
        None => Stop {
            round: ROUND_CAP,
            stalemate: true,
        },
    };
    Plan::new(slots, units, steps, orders, may_leave, stop)
}

fn line<'a>(side: Side, battle: &Battle, group: &'a Group, slot: usize) -> Line<'a> {
    let mut ship = Ship::of(group, battle.terrain, battle.rules);
    let enemies = &battle.sides[side.enemy().index()];
    // 5.7.2
    ship.traits.never_screened |= enemies
        .groups
        .iter()
        .any(|group| group.unit.traits.no_screening_against);
    let splits = if ship.traits.never_screened {
        0
    } else if matches!(
        battle.sides[side.index()].policy.screen,
        Screen::Wounded | Screen::Optimal
    ) {
        usize::from(ship.hull) - 1
    } else {
        0
    };
    Line {
        side,
        group,
        ship,
        slot,
        splits,
    }
}

/// The slot for a line's ships that start with this much damage.
fn slot_of(line: &Line, damage: u8, unit: usize) -> Slot {
    Slot {
        side: line.side,
        unit,
        start: if damage == 0 { line.group.count } else { 0 },
        capacity: line.group.count,
        hull: line.ship.hull - damage,
        strength: u32::from(line.ship.hull) * u32::from(line.ship.attack),
        may_screen: !line.ship.traits.never_screened,
    }
}

/// Turns to fire in the order of 5.2: class, tactics, defender first, the owner's order.
fn steps(battle: &Battle, lines: &[Line]) -> Vec<Step> {
    let mut firing: Vec<&Line> = lines.iter().collect();
    firing.sort_by_key(|line| {
        (
            line.ship.class,
            Reverse(line.group.tactics),
            line.side == Side::Attacker,
        )
    });
    // 25.1.3
    let damage = if battle.terrain.ion_storm { 2 } else { 1 };
    let mut steps = Vec::new();
    let value = value_orders(battle, &firing, damage);
    for (line, value) in firing.iter().zip(&value) {
        let policy = &battle.sides[line.side.index()].policy;
        let enemies: Vec<Enemy> = enemies(lines, line.side.enemy());
        let (aims, preferred) = aims(policy, &line.ship, value, &enemies);
        for (slot, wounds) in line.slots() {
            steps.push(Step {
                shooter: slot,
                attacks: line.ship.traits.attacks,
                damage: damage * line.ship.traits.damage,
                aims: aims.clone(),
                random: policy.target == Target::Random,
                preferred,
                leave: leave(&policy.retreat, line.group, wounds),
            });
        }
    }
    steps
}

/// By line that fires, its enemies in the order of [`Target::Value`], as places in the enemy's
/// lines; nothing if no policy asks for it.
fn value_orders(battle: &Battle, firing: &[&Line], damage: u8) -> Vec<Vec<usize>> {
    let asked = |fleet: &Fleet| matches!(fleet.policy.target, Target::Value | Target::Optimal | Target::Order(_));
    if !battle.sides.iter().any(asked) {
        return vec![Vec::new(); firing.len()];
    }
    let fighter = |line: &&Line| Fighter {
        side: line.side.index(),
        ships: u32::from(line.group.count),
        // Two damage of one hit are taken for those of two shots.
        shots: u32::from(line.ship.traits.attacks * line.ship.traits.damage),
        hits: u32::from(line.ship.hull.div_ceil(damage)),
        need: firing
            .iter()
            .map(|target| [false, true].map(|bonus| line.ship.need(&target.ship, bonus)))
            .collect(),
    };
    let fighters: Vec<Fighter> = firing.iter().map(fighter).collect();
    // Slots are numbered as the lines are.
    let earlier = |line: &Line| {
        firing
            .iter()
            .filter(|other| other.side == line.side && other.slot < line.slot)
            .count()
    };
    let places: Vec<usize> = firing.iter().map(|line| earlier(line)).collect();
    let orders = value::orders(&fighters).into_iter();
    orders
        .map(|order| order.into_iter().map(|target| places[target]).collect())
        .collect()
}

fn enemies<'a>(lines: &[Line<'a>], side: Side) -> Vec<Enemy<'a>> {
    let theirs = lines.iter().filter(|line| line.side == side);
    let enemy = |line: &Line<'a>| Enemy {
        group: line.group,
        ship: line.ship,
        slots: line.slots().collect(),
    };
    theirs.map(enemy).collect()
}

/// How a group's ships leave: those of its own slot, or those split off wounded.
fn leave(retreat: &Retreat, group: &Group, wounds: u8) -> Leave {
    if !group.unit.can_retreat {
        return Leave::Never;
    }
    match retreat {
        Retreat::Never => Leave::Never,
        Retreat::AfterRound(_) | Retreat::Outnumbered { .. } | Retreat::StrengthBelow { .. } => Leave::WithSide,
        Retreat::Optimal => Leave::Freely,
        Retreat::Wounded if wounds > 0 => Leave::Always,
        Retreat::Wounded if group.unit.hull > 1 => Leave::Wounded,
        Retreat::Wounded => Leave::Never,
        Retreat::Units(names) if names.contains(&group.unit.name) => Leave::Always,
        Retreat::Units(_) => Leave::Never,
    }
}

fn orders(policy: &Policy, side: Side, lines: &[Line]) -> Orders {
    Orders {
        screen: screen(&policy.screen, lines.iter().filter(|line| line.side == side).collect()),
        keep_bonus: policy.keep_bonus,
        leaving: match policy.retreat {
            Retreat::AfterRound(round) => Leaving::FromRound(round.saturating_add(1)),
            Retreat::Outnumbered { ratio_milli } => Leaving::Outnumbered { milli: ratio_milli },
            Retreat::StrengthBelow { ratio_milli } => Leaving::StrengthBelow { milli: ratio_milli },
            Retreat::Never | Retreat::Wounded | Retreat::Optimal | Retreat::Units(_) => Leaving::Never,
        },
        best: BestPlay {
            target: policy.target == Target::Optimal,
            screen: policy.screen == Screen::Optimal,
            retreat: policy.retreat == Retreat::Optimal,
        },
    }
}

/// Whom to screen first (5.7).
fn screen(policy: &Screen, mut own: Vec<&Line>) -> Vec<ScreenEntry> {
    own.retain(|line| !line.ship.traits.never_screened);
    match policy {
        Screen::None | Screen::Optimal => return Vec::new(),
        Screen::Weakest => own.sort_by_key(|line| (line.ship.hull, line.ship.attack)),
        Screen::Costliest => own.sort_by_key(|line| Reverse(line.group.unit.cost)),
        Screen::Units(names) => {
            let place = |line: &Line| names.iter().position(|name| *name == line.group.unit.name);
            own.retain(|line| place(line).is_some());
            own.sort_by_key(|line| place(line));
        }
        Screen::Wounded => return screen_wounded(&own),
    }
    own.iter().map(|line| ScreenEntry::Ships(line.slot)).collect()
}

/// Wounded ships, those with the fewest hits left first, then in the owner's order. A ship split off
/// and wounded since is split off again, to those with as much damage.
fn screen_wounded(own: &[&Line]) -> Vec<ScreenEntry> {
    let mut conditions: Vec<(u8, &Line, u8)> = Vec::new();
    for line in own {
        conditions.extend((1..line.ship.hull).map(|damage| (line.ship.hull - damage, *line, damage)));
    }
    conditions.sort_by_key(|&(hits_left, ..)| hits_left);
    let mut entries = Vec::new();
    for (_, line, damage) in conditions {
        let to = line.slot + usize::from(damage);
        entries.push(ScreenEntry::Ships(to));
        entries.extend((0..damage).rev().map(|before| ScreenEntry::Wounded {
            slot: line.slot + usize::from(before),
            damage: damage - before,
            to,
        }));
    }
    entries
}
