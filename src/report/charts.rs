//! The catalog's charts and the policies as tables.

use super::figure::NONE;
use super::page::Section;
use crate::rules::space_empires::Catalog;
use crate::rules::space_empires::catalog::{Role, Technology, Unit, rule_rows, terrains};

/// The ship chart as it fits a terminal: the units and their notes.
#[must_use]
pub fn units(catalog: &Catalog) -> Vec<Section> {
    let title = format!("Units, {}", catalog.edition.title());
    let columns = [
        "unit",
        "name",
        "printed",
        ">CP",
        ">upkeep",
        "max a/d",
        "retreats",
        "needs",
        ">counters",
    ];
    let mut chart = Section::new(title, &columns);
    let mut notes = Section::new("Notes on units", &["unit", "note"]);
    for unit in &catalog.units {
        chart.row([
            unit.name.clone(),
            unit.title.clone(),
            unit.stats(),
            unit.cost.to_string(),
            unit.maintenance.to_string(),
            of_fighter(unit, format!("{}/{}", unit.max_attack, unit.max_defense)),
            yes(unit.can_retreat).to_owned(),
            unit.requires.clone(),
            counters(unit),
        ]);
        if !unit.note.is_empty() {
            notes.row([unit.name.as_str(), &unit.note]);
        }
    }
    vec![chart, notes]
}

/// The ship chart with a column for each value, for programs.
#[must_use]
pub fn units_in_full(catalog: &Catalog) -> Section {
    let columns = [
        "unit",
        "name",
        "class",
        ">attack",
        ">defense",
        ">hull",
        ">cost",
        ">maintenance",
        ">max_attack",
        ">max_defense",
        "can_retreat",
        "requires",
        ">counters",
        "note",
    ];
    let mut section = Section::new("", &columns);
    for unit in &catalog.units {
        section.row([
            unit.name.clone(),
            unit.title.clone(),
            unit.class_letter().to_string(),
            unit.attack.to_string(),
            unit.defense.to_string(),
            unit.hull.to_string(),
            unit.cost.to_string(),
            unit.maintenance.to_string(),
            unit.max_attack.to_string(),
            unit.max_defense.to_string(),
            unit.can_retreat.to_string(),
            unit.requires.clone(),
            if unit.counters == 0 {
                String::new()
            } else {
                unit.counters.to_string()
            },
            unit.note.clone(),
        ]);
    }
    section
}

/// The text, or a dash for a unit without weapons.
fn of_fighter(unit: &Unit, text: String) -> String {
    if unit.role == Role::Combat {
        text
    } else {
        NONE.to_owned()
    }
}

fn counters(unit: &Unit) -> String {
    if unit.counters == 0 {
        NONE.to_owned()
    } else {
        unit.counters.to_string()
    }
}

fn yes(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
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
            yes(technology.in_battle).to_owned(),
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
    let mut section = Section::new("Terrain", &["name", "what it does", "rule"]);
    for kind in terrains().iter().filter(|kind| kind.simulated) {
        section.row([kind.name.as_str(), &kind.effect, &kind.section]);
    }
    section
}

/// Special abilities that a unit of the edition may have.
#[must_use]
pub fn abilities(catalog: &Catalog) -> Section {
    let mut section = Section::new(
        "Special abilities (ability in files, a word after the unit in the shorthand)",
        &["name", "what it does", "who may have it", "in battle", "rule"],
    );
    for row in catalog.abilities() {
        section.row([
            row.name.clone(),
            row.effect.clone(),
            catalog.who_may_have(row).join(", "),
            yes(row.in_battle).to_owned(),
            row.section.clone(),
        ]);
    }
    section
}

/// Doubtful points of the rules: a row for each value, the default first.
#[must_use]
pub fn rules() -> Section {
    let mut section = Section::new("Doubtful rules", &["name", "value", "meaning", "rule"]);
    for rule in rule_rows() {
        for (at, (value, meaning)) in rule.values.iter().enumerate() {
            let value = if at == 0 {
                format!("{value} (default)")
            } else {
                value.clone()
            };
            section.row([&rule.name, &value, meaning, &rule.section]);
        }
    }
    section
}

/// How a side can decide: targets, screens, retreats.
#[must_use]
pub fn policies() -> Vec<Section> {
    POLICIES.iter().map(PolicyTable::section).collect()
}

/// What one kind of policy can be.
#[derive(Clone, Copy, Debug)]
pub struct PolicyTable {
    /// Name for programs.
    pub kind: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// Values and their meanings.
    pub rows: &'static [[&'static str; 2]],
}

impl PolicyTable {
    /// As a table for people.
    #[must_use]
    pub fn section(&self) -> Section {
        let mut section = Section::new(self.title, &["value", "meaning"]);
        self.rows.iter().for_each(|row| section.row(*row));
        section
    }
}

/// All kinds of policies.
pub const POLICIES: [PolicyTable; 6] = [
    PolicyTable {
        kind: "target",
        title: "Targets (--attacker-target, --defender-target; target in files)",
        rows: &TARGETS,
    },
    PolicyTable {
        kind: "screen",
        title: "Screens (--attacker-screen, --defender-screen; screen in files)",
        rows: &SCREENS,
    },
    PolicyTable {
        kind: "retreat",
        title: "Retreats (--attacker-retreat, --defender-retreat; retreat in files)",
        rows: &RETREATS,
    },
    PolicyTable {
        kind: "protect",
        title: "Shield Projectors (--attacker-protect, --defender-protect; protect in files)",
        rows: &PROTECTS,
    },
    PolicyTable {
        kind: "board",
        title: "Boarding (--attacker-board, --defender-board; board in files)",
        rows: &BOARDS,
    },
    PolicyTable {
        kind: "switch",
        title: "Switches",
        rows: &SWITCHES,
    },
];

const TARGETS: [[&str; 2]; 8] = [
    [
        "value",
        "in the order that wins most often, worked out for each group (default)",
    ],
    ["weakest", "smallest hull first"],
    ["strongest", "largest hull first"],
    ["easiest", "best chance to hit first"],
    ["costliest", "highest price first"],
    ["random", "every shot at a random ship"],
    ["optimal", "each shot as best play finds (exact solution only)"],
    ["SC,DD,CA", "units in this order, then those not named"],
];

const SCREENS: [[&str; 2]; 6] = [
    ["none", "nobody (default)"],
    ["weakest", "as many as allowed, smallest hull first"],
    ["costliest", "as many as allowed, highest price first"],
    ["wounded", "wounded ships only"],
    ["optimal", "whom best play finds, round by round (exact solution only)"],
    ["T,DD", "these units only, in this order"],
];

const RETREATS: [[&str; 2]; 7] = [
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
    ["optimal", "each ship when best play finds so (exact solution only)"],
    ["units=T,CA", "only these units leave, as soon as they may"],
];

const PROTECTS: [[&str; 2]; 3] = [
    [
        "costliest",
        "the dearest ships that may be protected, one each (default)",
    ],
    ["none", "nobody"],
    ["CA,SC", "ships of these units only, in this order"],
];

const BOARDS: [[&str; 2]; 3] = [
    [
        "value",
        "the ships that are worth most, times the chance to capture them (default)",
    ],
    [
        "never",
        "nobody: Boarding Ships fire at everybody as at what can't be boarded",
    ],
    ["CV,BB", "units in this order, then those not named"],
];

const SWITCHES: [[&str; 2]; 3] = [
    [
        "--attacker-finish-wounded BOOL",
        "shoot at wounded ships first, within the targeting policy",
    ],
    [
        "--attacker-keep-bonus BOOL",
        "screen only as many ships as leave the fleet size bonus untouched",
    ],
    ["--attacker-slip-away BOOL", "cloaked Raiders leave before the battle"],
];
