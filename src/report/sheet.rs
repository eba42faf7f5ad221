//! What a fleet is: its cost, and how each group fights.

use super::figure::NONE;
use super::page::Section;
use crate::rules::space_empires::catalog::{Role, terrains};
use crate::rules::space_empires::{Battle, Group, Ship, Terrain};
use crate::spec::Side;

/// The groups of a fleet with what they are worth in the hex, and sums below; `named` says whose
/// side it is.
#[must_use]
pub fn fleet(side: Side, battle: &Battle, named: bool) -> Section {
    let fleet = &battle.sides[side.index()];
    let columns = [
        "group", ">ships", "printed", "class", ">attack", ">defense", ">hull", ">tactics", ">CP", ">upkeep", "",
    ];
    let title = if named {
        format!("{}: {}", side.name(), fleet.name)
    } else {
        fleet.name.clone()
    };
    let mut section = Section::new(title, &columns);
    for group in &fleet.groups {
        section.row(row(group, battle.terrain));
    }
    let ships: u32 = fleet.groups.iter().map(|group| u32::from(group.count)).sum();
    let mut sums = vec!["total".to_owned(), ships.to_string()];
    sums.extend(vec![String::new(); 6]);
    sums.extend([fleet.cost().to_string(), fleet.maintenance().to_string()]);
    section.row(sums);
    section
}

fn row(group: &Group, terrain: Terrain) -> [String; 11] {
    let ship = Ship::of(group, terrain);
    let fights = group.unit.role == Role::Combat;
    let of_fighter = |value: String| if fights { value } else { NONE.to_owned() };
    let condition = match group.unit.role {
        Role::Combat if group.out_of_supply => "out of supply",
        Role::Combat => "",
        Role::NonCombat => "always screened",
        Role::Decoy => "removed before the battle",
    };
    [
        group.label.clone(),
        group.count.to_string(),
        group.unit.stats(),
        of_fighter(char::from(b'A' + ship.class.min(5)).to_string()),
        of_fighter(ship.attack.to_string()),
        of_fighter(ship.defense.to_string()),
        ship.hull.to_string(),
        of_fighter(group.tactics.to_string()),
        group.cost().to_string(),
        group.maintenance().to_string(),
        condition.to_owned(),
    ]
}

/// What is in the hex, and what that does.
#[must_use]
pub fn hex(battle: &Battle) -> Section {
    let mut section = Section::new("hex", &["", ""]);
    for name in battle.terrain.names() {
        let effect = terrains()
            .iter()
            .find(|kind| kind.name == name)
            .map_or("", |kind| kind.effect.as_str());
        section.row([name, effect]);
    }
    section.row(["edition", battle.edition.title()]);
    section
}
