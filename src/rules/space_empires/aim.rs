//! Targeting policies as aim lists: whom a ship fires at, best first, wounded or not.

use super::battle::{Group, Policy, Target};
use super::ship::Ship;
use super::special::Special;
use crate::engine::Aim;
use crate::engine::plan::Share;
use std::cmp::Reverse;

/// A group that can be fired at.
pub(super) struct Enemy<'a> {
    pub group: &'a Group,
    pub ship: Ship,
    /// Place of the group in its side's list.
    pub place: usize,
    /// Number of the bar behind which it stands for the shooter.
    pub bar: Option<usize>,
    /// Its slot and those of ships split off wounded, or all those of captured ships: `(slot, damage they start
    /// with)`.
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

/// A ship on one of its turns.
pub(super) struct Shooter<'a> {
    /// Its numbers on this turn.
    pub ship: &'a Ship,
    /// For which of its ships the turn is.
    pub share: Share,
    /// How it fires at some kind of target.
    pub special: Option<&'a Special>,
    /// A roll of this or less hits, on whichever turn it fires at such a target.
    pub need: &'a dyn Fn(&Ship, bool) -> u8,
}

impl Shooter<'_> {
    /// Whether a target is of the kind at which it fires in another way than at others.
    fn preys_on(&self, target: &Ship) -> bool {
        self.special.is_some_and(|special| special.prey.is(&target.traits))
    }

    /// What a target needs on this turn. On the first of two turns ships fire at Fighters alone, and wait if
    /// they would rather fire at others.
    pub(super) fn need_now(&self, target: &Ship) -> [u8; 2] {
        let ship = match (self.share, self.special) {
            (Share::Early, _) if !self.preys_on(target) => return [0; 2],
            (Share::All, Some(special)) if self.preys_on(target) => &special.ship,
            _ => self.ship,
        };
        [false, true].map(|bonus| ship.need(target, bonus))
    }

    /// Whether a target belongs on the list of this turn.
    fn lists(&self, target: &Ship, policy: &Policy) -> bool {
        // A unit may always decide not to fire (5.3), and saves its shots at what it can't hit.
        // What it can hit on this turn alone, as cloaked Raiders in the first round (16.1.3), counts too.
        let can_hit = (self.need)(target, true) > 0 || self.need_now(target)[1] > 0;
        can_hit
            && match self.share {
                Share::All => true,
                Share::Early => self.preys_on(target) || policy.target != Target::Random,
                Share::Late => !self.preys_on(target),
            }
    }
}

/// The aim list of a ship under a policy, and how many of its first aims are preferred by random
/// fire. `value` are its enemies in the order of [`Target::Value`].
pub(super) fn aims(policy: &Policy, shooter: &Shooter, value: &[usize], enemies: &[Enemy]) -> (Vec<Aim>, usize) {
    let aim = |entry: &Entry| Aim {
        target: entry.slot,
        min_damage: entry.min_damage,
        need: shooter.need_now(&enemies[entry.enemy].ship),
        bar: enemies[entry.enemy].bar,
        boards: false,
    };
    let mut list = entries(enemies);
    list.retain(|entry| shooter.lists(&enemies[entry.enemy].ship, policy));
    match &policy.target {
        Target::Random => {
            let everybody = list.iter().filter(|entry| entry.min_damage == 0);
            let wounded = list
                .iter()
                .filter(|entry| policy.finish_wounded && entry.is_any_wounded());
            let preferred = wounded.clone().count();
            return (wounded.chain(everybody).map(aim).collect(), preferred);
        }
        listed => {
            let order = order(listed, shooter, value, enemies);
            let place = |enemy: usize| order.iter().position(|&e| e == enemy);
            // The orders of `value` are worked out for groups that stay with a target.
            let by_value = matches!(listed, Target::Value | Target::Optimal);
            let wounded_first = policy.finish_wounded && !by_value;
            let unhurt_last = |entry: &Entry| wounded_first && entry.wounds == 0;
            list.sort_by_key(|entry| (unhurt_last(entry), place(entry.enemy), Reverse(entry.wounds)));
        }
    }
    let mut aims: Vec<Aim> = without_redundant(list).iter().map(aim).collect();
    if shooter.share == Share::Early {
        // Whoever finds nobody on the list waits as well.
        let last = aims.iter().rposition(|aim| aim.need[1] > 0);
        aims.truncate(last.map_or(0, |last| last + 1));
    }
    (aims, 0)
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
fn order(target: &Target, shooter: &Shooter, value: &[usize], enemies: &[Enemy]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..enemies.len()).collect();
    let size = |i: usize| {
        (
            enemies[i].ship.hull,
            enemies[i].ship.defense,
            enemies[i].group.unit.cost,
        )
    };
    let need = |i: usize| (shooter.need)(&enemies[i].ship, false);
    match target {
        // Best play picks its own targets; its lists count where it is only followed.
        Target::Value | Target::Optimal => order = value.to_vec(),
        Target::Weakest => order.sort_by_key(|&i| size(i)),
        Target::Strongest => order.sort_by_key(|&i| Reverse(size(i))),
        Target::Easiest => order.sort_by_key(|&i| (Reverse(need(i)), enemies[i].ship.hull)),
        Target::Costliest => order.sort_by_key(|&i| Reverse(enemies[i].group.unit.cost)),
        Target::Order(names) => {
            let place = |i: usize| names.iter().position(|name| *name == enemies[i].group.unit.name);
            let by_value = |i: usize| value.iter().position(|&v| v == i);
            order.sort_by_key(|&i| match place(i) {
                Some(place) => (place, None),
                None => (names.len(), by_value(i)),
            });
        }
        Target::Random => {}
    }
    order
}
