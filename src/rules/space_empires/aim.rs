//! Targeting policies as aim lists: whom a ship fires at, best first, wounded or not.

use super::battle::{Group, Policy, Target};
use super::lower::Ship;
use crate::engine::Aim;
use std::cmp::{Ordering, Reverse};

/// A group that can be fired at.
pub(super) struct Enemy<'a> {
    pub group: &'a Group,
    pub ship: Ship,
    /// Its slot and those of ships split off wounded: `(slot, damage they start with)`.
    pub slots: Vec<(usize, u8)>,
}

/// A target in a condition: an entry of the list to be.
#[derive(Clone, Copy)]
struct Entry {
    /// Index of the enemy.
    enemy: usize,
    slot: usize,
    /// Damage that the slot's wounded ship must have at least.
    min_damage: u8,
    /// All damage on the ship that would be hit: with what the slot's ships start with.
    wounds: u8,
}

impl Entry {
    /// The weakest condition that only wounded ships of the slot fulfil: all of those split off
    /// wounded, the wounded one of a group.
    fn is_any_wounded(&self) -> bool {
        self.wounds > 0 && (self.min_damage == 0 || self.wounds == 1)
    }
}

/// The aim list of a ship under a policy, and how many of its first aims are preferred by random
/// fire. `own` are the side's kinds of ships with their hull points, for the worth of a target.
pub(super) fn aims(policy: &Policy, shooter: &Ship, own: &[(Ship, u32)], enemies: &[Enemy]) -> (Vec<Aim>, usize) {
    let value = Value {
        shooter,
        own,
        enemies,
        finish_wounded: policy.finish_wounded,
    };
    let aim = |entry: &Entry| {
        let target = &enemies[entry.enemy].ship;
        let need = [false, true].map(|bonus| shooter.need(target, bonus));
        Aim {
            target: entry.slot,
            min_damage: entry.min_damage,
            need,
        }
    };
    let mut list = entries(enemies);
    match &policy.target {
        Target::Value | Target::Optimal => list.sort_by(|a, b| value.compare(a, b)),
        Target::Random => {
            let everybody = list.iter().filter(|entry| entry.min_damage == 0);
            let wounded = list
                .iter()
                .filter(|entry| policy.finish_wounded && entry.is_any_wounded());
            let preferred = wounded.clone().count();
            return (wounded.chain(everybody).map(aim).collect(), preferred);
        }
        listed => {
            let order = order(listed, &value);
            let place = |enemy: usize| order.iter().position(|&e| e == enemy);
            let unhurt_last = |entry: &Entry| policy.finish_wounded && entry.wounds == 0;
            list.sort_by_key(|entry| (unhurt_last(entry), place(entry.enemy), Reverse(entry.wounds)));
        }
    }
    (without_redundant(list).iter().map(aim).collect(), 0)
}

/// Every condition that a target can be in.
fn entries(enemies: &[Enemy]) -> Vec<Entry> {
    let mut list = Vec::new();
    for (index, enemy) in enemies.iter().enumerate() {
        for &(slot, start) in &enemy.slots {
            list.extend((0..enemy.ship.hull - start).map(|min_damage| Entry {
                enemy: index,
                slot,
                min_damage,
                wounds: start + min_damage,
            }));
        }
    }
    list
}

/// Drops entries that change nothing: one directly followed by the same slot with a weaker
/// condition, and one whose slot an earlier entry takes in any case.
fn without_redundant(list: Vec<Entry>) -> Vec<Entry> {
    let mut kept: Vec<Entry> = Vec::new();
    for entry in list {
        if kept
            .iter()
            .any(|earlier| earlier.slot == entry.slot && earlier.min_damage <= entry.min_damage)
        {
            continue;
        }
        if kept.last().is_some_and(|last| last.slot == entry.slot) {
            kept.pop();
        }
        kept.push(entry);
    }
    kept
}

/// Enemies in the order of a list policy, ties in the enemy's own order.
fn order(target: &Target, value: &Value) -> Vec<usize> {
    let enemies = value.enemies;
    let mut order: Vec<usize> = (0..enemies.len()).collect();
    let size = |i: usize| {
        (
            enemies[i].ship.hull,
            enemies[i].ship.defense,
            enemies[i].group.unit.cost,
        )
    };
    let need = |i: usize| value.shooter.need(&enemies[i].ship, false);
    match target {
        Target::Weakest => order.sort_by_key(|&i| size(i)),
        Target::Strongest => order.sort_by_key(|&i| Reverse(size(i))),
        Target::Easiest => order.sort_by_key(|&i| (Reverse(need(i)), enemies[i].ship.hull)),
        Target::Costliest => order.sort_by_key(|&i| Reverse(enemies[i].group.unit.cost)),
        Target::Order(names) => {
            let place = |i: usize| names.iter().position(|name| *name == enemies[i].group.unit.name);
            let whole = |i: usize| Entry {
                enemy: i,
                slot: 0,
                min_damage: 0,
                wounds: 0,
            };
            order.sort_by(|&a, &b| {
                let listed = place(a).unwrap_or(names.len()).cmp(&place(b).unwrap_or(names.len()));
                let by_value = || match (place(a), place(b)) {
                    (None, None) => value.compare(&whole(a), &whole(b)),
                    _ => Ordering::Equal,
                };
                listed.then_with(by_value)
            });
        }
        Target::Value | Target::Random | Target::Optimal => {}
    }
    order
}

/// The default policy: the most enemy firepower taken away per shot.
///
/// A target is worth the hits it can expect to score per shot at our fleet; a shot at it brings that
/// nearer by the chance to hit over the hits still needed. To serve jobs by worth × rate is optimal
/// where each job's cost accrues until it is done (the c·μ rule of scheduling), which a battle is in
/// the first approximation.
struct Value<'a> {
    shooter: &'a Ship,
    own: &'a [(Ship, u32)],
    enemies: &'a [Enemy<'a>],
    finish_wounded: bool,
}

impl Value<'_> {
    /// The index as a fraction: worth × need, over hits still needed.
    fn index(&self, entry: &Entry) -> (u64, u64) {
        let target = &self.enemies[entry.enemy].ship;
        let worth: u64 = self
            .own
            .iter()
            .map(|(ship, hull)| u64::from(target.need(ship, false)) * u64::from(*hull))
            .sum();
        let wounds = if self.finish_wounded { entry.wounds } else { 0 };
        (
            worth * u64::from(self.shooter.need(target, false)),
            u64::from(target.hull - wounds),
        )
    }

    /// Highest index first; ties: smaller hull, the enemy's order, most wounded.
    fn compare(&self, a: &Entry, b: &Entry) -> Ordering {
        let ((gain_a, hits_a), (gain_b, hits_b)) = (self.index(a), self.index(b));
        let hull = |entry: &Entry| self.enemies[entry.enemy].ship.hull;
        (gain_b * hits_a)
            .cmp(&(gain_a * hits_b))
            .then(hull(a).cmp(&hull(b)))
            .then(a.enemy.cmp(&b.enemy))
            .then(b.wounds.cmp(&a.wounds))
    }
}
