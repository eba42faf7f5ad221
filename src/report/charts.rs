//! The catalog's charts and the policies as tables.

use super::figure::NONE;
use super::page::Section;
use crate::rules::space_empires::Catalog;
use crate::rules::space_empires::catalog::{Role, Technology, Unit, terrains};

/// The ship chart.
#[must_use]
pub fn units(catalog: &Catalog) -> Section {
    let columns = [
        "unit",
        "name",
        "class",
        ">attack",
        ">defense",
        ">hull",
        ">CP",
        ">upkeep",
        ">max a",
        ">max d",
        "retreats",
        "needs",
        ">counters",
        "note",
    ];
    let mut section = Section::new(format!("Units, {}", catalog.edition.title()), &columns);
    for unit in &catalog.units {
        section.row(unit_row(unit));
    }
    section
}

fn unit_row(unit: &Unit) -> [String; 14] {
    let fights = unit.role == Role::Combat;
    let of_fighter = |value: u8| if fights { value.to_string() } else { NONE.to_owned() };
    [
        unit.name.clone(),
        unit.title.clone(),
        unit.class_letter().to_string(),
        of_fighter(unit.attack),
        of_fighter(unit.defense),
        unit.hull.to_string(),
        unit.cost.to_string(),
        unit.maintenance.to_string(),
        of_fighter(unit.max_attack),
        of_fighter(unit.max_defense),
        if unit.can_retreat { "yes" } else { "no" }.to_owned(),
        unit.requires.clone(),
        if unit.counters == 0 {
            NONE.to_owned()
        } else {
            unit.counters.to_string()
        },
        unit.note.clone(),
    ]
}

/// The research chart.
#[must_use]
pub fn technologies(catalog: &Catalog) -> Section {
    let columns = [
        "technology",
        "in files",
        "short",
        ">start",
        ">highest",
        "CP a level",
        "in battle",
    ];
    let mut section = Section::new(format!("Technologies, {}", catalog.edition.title()), &columns);
    for technology in &catalog.technologies {
        section.row([
            technology.title.clone(),
            technology.key.clone(),
            technology.short.clone(),
            technology.start.to_string(),
            (usize::from(technology.start) + technology.costs.len()).to_string(),
            prices(technology),
            if technology.in_battle { "yes" } else { "no" }.to_owned(),
        ]);
    }
    section
}

/// `1: 20, 2: 30`.
fn prices(technology: &Technology) -> String {
    let first = usize::from(technology.start) + 1;
    let prices = technology
        .costs
        .iter()
        .enumerate()
        .map(|(at, cost)| format!("{}: {cost}", first + at));
    prices.collect::<Vec<_>>().join(", ")
}

/// What can be in a hex.
#[must_use]
pub fn terrain() -> Section {
    let mut section = Section::new("Terrain", &["name", "what it does", "rule", "simulated"]);
    for kind in terrains() {
        let simulated = if kind.simulated { "yes" } else { "not yet" };
        section.row([kind.name.as_str(), &kind.effect, &kind.section, simulated]);
    }
    section
}

/// How a side can decide: targets, screens, retreats.
#[must_use]
pub fn policies() -> Vec<Section> {
    let tables: [(&str, &[[&str; 2]]); 4] = [
        (
            "Targets (--attacker-target, --defender-target; target in files)",
            &TARGETS,
        ),
        (
            "Screens (--attacker-screen, --defender-screen; screen in files)",
            &SCREENS,
        ),
        (
            "Retreats (--attacker-retreat, --defender-retreat; retreat in files)",
            &RETREATS,
        ),
        ("Switches", &SWITCHES),
    ];
    let section = |(title, rows): (&str, &[[&'static str; 2]])| {
        let mut section = Section::new(title, &["value", "meaning"]);
        rows.iter().for_each(|row| section.row(*row));
        section
    };
    tables.into_iter().map(section).collect()
}

const TARGETS: [[&str; 2]; 7] = [
    ["value", "what takes away the most enemy firepower a shot (default)"],
    ["weakest", "smallest hull first"],
    ["strongest", "largest hull first"],
    ["easiest", "best chance to hit first"],
    ["costliest", "highest price first"],
    ["random", "every shot at a random ship"],
    ["SC,DD,CA", "units in this order, then those not named"],
];

const SCREENS: [[&str; 2]; 5] = [
    ["none", "nobody (default)"],
    ["weakest", "as many as allowed, smallest hull first"],
    ["costliest", "as many as allowed, highest price first"],
    ["wounded", "wounded ships only"],
    ["CV,BV", "these units only, in this order"],
];

const RETREATS: [[&str; 2]; 6] = [
    ["never", "fight to the end (default)"],
    ["after-round=N", "fight N rounds, then leave"],
    [
        "outnumbered=R",
        "leave while the enemy has at least R combat ships to one of ours",
    ],
    [
        "strength-below=X",
        "leave while the own strength is below X times the enemy's",
    ],
    ["wounded", "only wounded ships leave, as soon as they may"],
    ["units=CV,BV", "only these units leave, as soon as they may"],
];

const SWITCHES: [[&str; 2]; 2] = [
    [
        "--attacker-finish-wounded=BOOL",
        "shoot at wounded ships first, within the targeting policy",
    ],
    [
        "--attacker-keep-bonus=BOOL",
        "screen only as many ships as leave the fleet size bonus untouched",
    ],
];
