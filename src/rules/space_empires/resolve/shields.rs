//! Whom Shield Projectors protect (41.0): settled before the battle, since nothing is re-assigned in it.

use super::Resolver;
use crate::rules::space_empires::amoeba::price;
use crate::rules::space_empires::battle::{Ability, Fleet, Group, Shield};
use crate::rules::space_empires::catalog::Role;
use crate::rules::space_empires::terrain::{Part, Terrain};
use crate::spec::{self, MAX_GROUPS_PER_SIDE, Spanned};
use std::cmp::Reverse;

/// What a protected group's label ends with.
pub(super) const SHIELDED: &str = " shielded";

/// Whom a side protects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Protect {
    /// The dearest ships that may be: the default.
    Dearest,
    /// Nobody.
    Nobody,
    /// Ships of these units, in this order.
    Units(Vec<String>),
}

impl Resolver<'_> {
    /// Whom a side protects, by its policy.
    pub(super) fn protect(&mut self, written: &spec::Fleet, own: &Fleet) -> Protect {
        let projects = own.groups.iter().any(projects);
        let protect = match written.policy.protect.as_ref().map(|protect| &protect.value) {
            None | Some(spec::Protect::Costliest) => Protect::Dearest,
            Some(spec::Protect::None) => Protect::Nobody,
            Some(spec::Protect::Units(names)) => Protect::Units(self.protected_units(names, own)),
        };
        if let (Some(asked), false) = (&written.policy.protect, projects) {
            let message = format!("nobody in {} has a Shield Projector to protect ships with", own.name);
            self.note(Some(&asked.place), message);
        }
        protect
    }

    /// A side has only so many groups, those too that protected ships become.
    pub(super) fn room_to_protect(&mut self, terrain: Terrain, written: &spec::Fleet, own: &Fleet, protect: &Protect) {
        let mut split = own.clone();
        project(&mut split, &mut vec![0; own.groups.len()], terrain, protect);
        let groups = split.groups.len();
        if groups > MAX_GROUPS_PER_SIDE && !split.shields.is_empty() {
            let message = format!("{groups} group lines with every protected ship by itself");
            let help = format!("a side has up to {MAX_GROUPS_PER_SIDE}: let fewer ships be protected");
            self.fault(written.place.clone(), message, help);
        }
    }

    /// Units that may be protected; others are a fault.
    fn protected_units(&mut self, written: &[Spanned<String>], own: &Fleet) -> Vec<String> {
        self.names(written, own, |resolver, unit, name| {
            let why = if unit.traits.never_screened {
                "Titans can't be protected"
            } else if unit.role != Role::Combat {
                "ships without weapons are never fired at (5.7.1)"
            } else if !unit.moves {
                "only ships are protected"
            } else {
                if !own.groups.iter().any(|group| group.unit.name == unit.name) {
                    resolver.note(Some(&name.place), format!("no {} to protect in this fleet", unit.name));
                }
                return true;
            };
            let message = format!("no Shield Projector protects {}", unit.name);
            resolver.fault(name.place.clone(), message, why);
            false
        })
    }
}

fn projects(group: &Group) -> bool {
    group.gear.abilities.has(Ability::ShieldProjector)
}

/// Gives every projector a ship to protect, each another as long as there are ships, then a second one to the
/// first of them. Protected ships become groups of their own, and so do projectors' ships that protect different
/// ones. `lines` are the group lines that the groups come from.
pub(super) fn project(fleet: &mut Fleet, lines: &mut Vec<usize>, terrain: Terrain, protect: &Protect) {
    let fights = |group: &Group| terrain.part(&group.unit) == Part::Fights;
    let projectors = ships(fleet, &|group| projects(group) && fights(group));
    let may_be =
        |group: &Group| !projects(group) && fights(group) && group.unit.moves && !group.unit.traits.never_screened;
    let mut protected = ships(fleet, &may_be);
    let unit = |&(group, _): &(usize, u8)| &fleet.groups[group].unit;
    match protect {
        Protect::Nobody => return,
        Protect::Dearest => protected.sort_by_key(|ship| Reverse(price(unit(ship)))),
        Protect::Units(names) => {
            let place = |ship: &(usize, u8)| names.iter().position(|name| *name == unit(ship).name);
            protected.retain(|ship| place(ship).is_some());
            protected.sort_by_key(place);
        }
    }
    protected.truncate(projectors.len());
    if protected.is_empty() {
        return;
    }
    let apart = protected.len() > 1;
    let (groups, from) = (std::mem::take(&mut fleet.groups), std::mem::take(lines));
    // The number that the group of a ship has now: ships that stay together keep one.
    let mut numbers: Vec<Vec<usize>> = Vec::new();
    for (at, (group, line)) in groups.into_iter().zip(from).enumerate() {
        let own = protected.iter().filter(|ship| ship.0 == at).count() as u8;
        let mut parts = Vec::new();
        if projects(&group) && apart && fights(&group) {
            parts.resize(usize::from(group.count), (1, false));
        } else {
            parts.extend((group.count > own).then_some((group.count - own, false)));
            parts.extend((0..own).map(|_| (1, true)));
        }
        let mut of_ships = Vec::new();
        for (count, shielded) in parts {
            let number = fleet.groups.len();
            of_ships.resize(of_ships.len() + usize::from(count), number);
            let label = if shielded {
                format!("{}{SHIELDED}", group.label)
            } else {
                group.label.clone()
            };
            fleet.groups.push(Group {
                count,
                label,
                ..group.clone()
            });
            lines.push(line);
        }
        numbers.push(of_ships);
    }
    // Of a group the last ships are those protected.
    let shielded = |&(group, ship): &(usize, u8)| {
        let of_group = &numbers[group];
        of_group[of_group.len() - 1 - usize::from(ship)]
    };
    let pairs = projectors.iter().zip(protected.iter().cycle());
    fleet.shields = pairs
        .map(|(&(group, ship), protected)| Shield {
            projector: numbers[group][usize::from(ship)],
            protected: shielded(protected),
        })
        .collect();
    fleet
        .shields
        .sort_unstable_by_key(|shield| (shield.protected, shield.projector));
    fleet.shields.dedup();
}

/// All ships of the groups of a kind, as the group's number and the ship's within it.
fn ships(fleet: &Fleet, kind: &dyn Fn(&Group) -> bool) -> Vec<(usize, u8)> {
    let groups = fleet.groups.iter().enumerate().filter(|(_, group)| kind(group));
    groups
        .flat_map(|(at, group)| (0..group.count).map(move |ship| (at, ship)))
        .collect()
}
