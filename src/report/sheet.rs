//! What a fleet is: its cost, and how each group fights.

use super::figure::NONE;
use super::page::Section;
use super::summary;
use crate::rules::space_empires::catalog::{Role, terrains};
use crate::rules::space_empires::{Battle, Experience, Group, Part, Ship};
use crate::spec::Side;

/// Where the column of Security Forces stands, if there are any.
const SECURITY: usize = 8;

/// The groups of a fleet with what they are worth in the hex, and sums below; if it is `unsure`, with the
/// most ships that each may have, and no sums, since not all may be there at once.
#[must_use]
pub fn fleet(side: Side, battle: &Battle, title: String, unsure: bool) -> Section {
    let fleet = &battle.sides[side.index()];
    let ships = if unsure { ">ships at most" } else { ">ships" };
    let mut columns = vec![
        "group", ships, "printed", "class", ">attack", ">defense", ">hull", ">tactics", ">CP", ">upkeep", "",
    ];
    let experienced = fleet.groups.iter().any(|group| group.experience.is_some());
    if experienced {
        columns.insert(EXPERIENCE, "experience");
    }
    // 20.0: of interest to those who have it.
    let secure = fleet.groups.iter().any(|group| group.gear.security > 0);
    if secure {
        columns.insert(SECURITY, ">security");
    }
    let mut section = Section::new(title, &columns);
    for group in &fleet.groups {
        let mut cells = row(group, battle);
        if experienced {
            let level = group.experience.map_or(NONE, Experience::name);
            cells.insert(EXPERIENCE, level.to_owned());
        }
        if secure {
            cells.insert(SECURITY, group.gear.security.to_string());
        }
        section.row(cells);
    }
    if unsure {
        return section;
    }
    let ships: u32 = fleet.groups.iter().map(|group| u32::from(group.count)).sum();
    let mut sums = vec!["total".to_owned(), ships.to_string()];
    sums.extend(vec![String::new(); 6 + usize::from(experienced) + usize::from(secure)]);
    sums.extend([fleet.cost().to_string(), fleet.maintenance().to_string()]);
    section.row(sums);
    section
}

/// Place of the column for levels of experience, where they count.
const EXPERIENCE: usize = 8;

fn row(group: &Group, battle: &Battle) -> Vec<String> {
    let ship = Ship::of(group, battle.terrain, battle.rules);
    let fights = group.unit.role == Role::Combat;
    let of_fighter = |value: String| if fights { value } else { NONE.to_owned() };
    let condition = match battle.part(group) {
        Part::Fights => {
            let supply = group.out_of_supply.then(|| "out of supply".to_owned());
            let boards = ship.boards.map(|strength| format!("boards with {strength}"));
            { supply.into_iter().chain(boards) }.collect::<Vec<_>>().join(", ")
        }
        Part::Escorted => "always screened".to_owned(),
        Part::Aboard => "stays aboard".to_owned(),
        Part::Removed => "removed before the battle".to_owned(),
        Part::Slips => "leaves before the battle".to_owned(),
    };
    vec![
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
        condition,
    ]
}

/// How the sides decide, what is in the hex and what that does. A side alone has no hex.
#[must_use]
pub fn setting(battle: &Battle, sides: &[Side]) -> Section {
    let mut section = Section::new("", &["", ""]);
    for side in sides {
        let policy = summary::policy_of(
            &battle.sides[side.index()].policy,
            battle.sides[side.index()].has_boarders(),
        );
        match sides {
            [_] => section.row(["policy".to_owned(), policy]),
            _ => section.row([format!("{} policy", side.name()), policy]),
        }
    }
    if sides.len() > 1 {
        for name in battle.terrain.names() {
            let kind = terrains().iter().find(|kind| kind.name == name);
            let effect = kind.map_or("", |kind| kind.effect.as_str());
            section.row(["hex".to_owned(), format!("{name}: {effect}")]);
        }
    }
    section.row(["edition", battle.edition.title()]);
    if sides.len() > 1 {
        for (name, value) in battle.rules.departures() {
            section.row(["rule", &format!("{name}: {value}")]);
        }
    }
    section
}
