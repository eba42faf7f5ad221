//! What a fleet of Eclipse is: its cost, and what each ship type is worth.

use super::about::Decisions;
use super::figure::NONE;
use super::page::Section;
use crate::rules::eclipse::{Hex, Party};

/// A party's groups with what they are worth, and sums below. A party alone has no title.
#[must_use]
pub fn party(party: &Party, alone: bool) -> Section {
    let columns = [
        "group",
        ">ships",
        ">initiative",
        ">hull",
        ">computer",
        ">shield",
        "cannons",
        "missiles",
        ">materials",
        "",
    ];
    let title = if alone { String::new() } else { party.name.clone() };
    let mut section = Section::new(title, &columns);
    for group in &party.groups {
        let ship = &group.ship;
        let abilities = [
            (ship.splitter, "splitter".to_owned()),
            (ship.distortion, "distortion shield".to_owned()),
            (ship.repair > 0, format!("repairs {} a round", ship.repair)),
            (!group.moves && !party.npc, "cannot leave".to_owned()),
        ];
        let abilities: Vec<String> = abilities
            .into_iter()
            .filter(|(has, _)| *has)
            .map(|(_, name)| name)
            .collect();
        section.row([
            group.label.split('(').next().unwrap_or_default().to_owned(),
            group.count.to_string(),
            ship.initiative.to_string(),
            ship.hull.to_string(),
            format!("+{}", ship.computer),
            match ship.shield {
                0 => "0".to_owned(),
                shield => format!("-{shield}"),
            },
            ship.cannons.to_string(),
            ship.missiles.to_string(),
            if party.npc {
                NONE.to_owned()
            } else {
                (group.cost * u32::from(group.count)).to_string()
            },
            abilities.join(", "),
        ]);
    }
    let mut sums = vec!["total".to_owned(), party.ships().to_string()];
    sums.extend(vec![String::new(); 6]);
    sums.push(if party.npc {
        NONE.to_owned()
    } else {
        party.cost().to_string()
    });
    section.row(sums);
    section
}

/// How the parties decide, and whose rules hold.
#[must_use]
pub fn setting(hex: &Hex, shown: &[Party]) -> Section {
    let mut section = Section::new("", &["", ""]);
    for party in shown {
        let name = if shown.len() > 1 { party.name.as_str() } else { "policy" };
        section.row([name, &Decisions::from(party).words]);
    }
    if let Some(cubes) = hex.population {
        section.row(["population", &format!("{cubes} cubes")]);
    }
    section.row(["edition", hex.edition.title()]);
    section
}
