//! Battles with Space Amoebae (SSB 3.6): whom they attack, and what some kinds of them can't stand.

use super::aim::{Enemy, Shooter};
use super::battle::{Battle, Fleet, Group};
use super::catalog::Unit;
use super::steps::Line;
use super::terrain::Part;
use crate::engine::Aim;
use std::collections::BTreeSet;

/// What a ship counts as having cost: a Flagship, which is never bought, more than all others.
pub(super) fn price(unit: &Unit) -> u32 {
    if unit.cost == 0 { u32::MAX } else { unit.cost }
}

/// An Amoeba's targets, the cheapest first.
pub(super) fn aims(shooter: &Shooter, enemies: &[Enemy]) -> Vec<Aim> {
    let mut enemies: Vec<&Enemy> = enemies.iter().collect();
    enemies.sort_by_key(|enemy| price(&enemy.group.unit));
    let aims = |enemy: &&Enemy| {
        let (need, bar) = (shooter.need_now(&enemy.ship), enemy.bar);
        let aim = |&(target, _): &(usize, u8)| Aim {
            target,
            min_damage: 0,
            need,
            bar,
            boards: false,
        };
        enemy.slots.iter().map(aim).collect::<Vec<_>>()
    };
    enemies.iter().flat_map(aims).collect()
}

/// Changes a line as the enemy's kind, or its own, makes it: one is weaker against Raiders alone, another is
/// attacked better by several types of ships. Both go by what is there when the battle starts.
pub(super) fn face(battle: &Battle, line: &mut Line) {
    let enemies = fighting(battle, &battle.sides[line.side.enemy().index()]);
    if let Some((attack, defense)) = line.ship.traits.against_raiders
        && enemies.iter().all(|group| group.unit.traits.cloaks)
    {
        (line.ship.attack, line.ship.defense) = (attack, defense);
    }
    if let Some(types) = enemies.iter().find_map(|group| group.unit.traits.weak_to_types) {
        let own = fighting(battle, &battle.sides[line.side.index()]);
        let names: BTreeSet<&str> = own.iter().map(|group| group.unit.name.as_str()).collect();
        let more = u8::from(names.len() >= usize::from(types));
        line.ship.attack += more;
        let others = [
            line.special.as_mut().map(|special| &mut special.ship),
            line.cloak.as_mut().map(|cloak| &mut cloak.ship),
        ];
        others.into_iter().flatten().for_each(|ship| ship.attack += more);
    }
}

fn fighting<'a>(battle: &Battle, fleet: &'a Fleet) -> Vec<&'a Group> {
    let fights = |group: &&Group| battle.terrain.part(&group.unit) == Part::Fights;
    fleet.groups.iter().filter(fights).collect()
}
