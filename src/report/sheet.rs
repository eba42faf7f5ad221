//! What a fleet is: its cost, and how each group fights.

use super::figure::NONE;
use super::page::Section;
use crate::rules::space_empires::catalog::{Role, terrains};
use crate::rules::space_empires::{Battle, Fleet, Group};
use crate::spec::Side;

/// The groups of a fleet, with sums below; `named` says whose side it is.
#[must_use]
pub fn fleet(side: Side, fleet: &Fleet, named: bool) -> Section {
    let columns = [
        "group",
        ">ships",
        "class",
        ">attack",
        ">defense",
        ">hull",
        ">tactics",
        ">CP",
        ">upkeep",
        "condition",
    ];
    let title = if named {
        format!("{}: {}", side.name(), fleet.name)
    } else {
        fleet.name.clone()
    };
    let mut section = Section::new(title, &columns);
    for group in &fleet.groups {
        section.row(row(group));
    }
    let ships: u32 = fleet.groups.iter().map(|group| u32::from(group.count)).sum();
    let mut sums = vec!["total".to_owned(), ships.to_string()];
    sums.extend(vec![String::new(); 5]);
    sums.extend([fleet.cost().to_string(), fleet.maintenance().to_string()]);
    section.row(sums);
    section
}

fn row(group: &Group) -> [String; 10] {
    let unit = &group.unit;
    let fights = unit.role == Role::Combat;
    let with = |printed, technology| {
        if fights {
            sum(printed, technology)
        } else {
            NONE.to_owned()
        }
    };
    let condition = match unit.role {
        Role::Combat if group.out_of_supply => "out of supply",
        Role::Combat => "",
        Role::NonCombat => "always screened",
        Role::Decoy => "removed before the battle",
    };
    [
        group.label.clone(),
        group.count.to_string(),
        group.class_letter().to_string(),
        with(unit.attack, group.attack),
        with(unit.defense, group.defense),
        unit.hull.to_string(),
        if fights {
            group.tactics.to_string()
        } else {
            NONE.to_owned()
        },
        group.cost().to_string(),
        group.maintenance().to_string(),
        condition.to_owned(),
    ]
}

/// Printed value and technology: `4+1 = 5`, or `4` without technology.
fn sum(printed: u8, technology: u8) -> String {
    match technology {
        0 => printed.to_string(),
        _ => format!(
            "{printed}+{technology} = {}",
            u16::from(printed) + u16::from(technology)
        ),
    }
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
