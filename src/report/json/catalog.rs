//! The catalog as JSON: arrays of objects, an object a row.

use crate::report::{Failed, charts};
use crate::rules::space_empires::Catalog;
use crate::rules::space_empires::catalog::{AbilityRow, Role, Technology, TerrainKind, Unit, rule_rows, terrains};
use crate::rules::space_empires::options::RuleRow;
use serde::Serialize;

/// A list of the catalog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// The ship chart.
    Units,
    /// The research chart.
    Technologies,
    /// What can be in a hex.
    Terrain,
    /// How a side can decide.
    Policies,
    /// Special abilities of ships.
    Abilities,
    /// Doubtful points of the rules.
    Rules,
}

impl List {
    /// All lists, in the order in which they are shown.
    pub const ALL: [List; 6] = [
        List::Units,
        List::Technologies,
        List::Terrain,
        List::Policies,
        List::Abilities,
        List::Rules,
    ];

    fn name(self) -> &'static str {
        match self {
            List::Units => "units",
            List::Technologies => "technologies",
            List::Terrain => "terrain",
            List::Policies => "policies",
            List::Abilities => "abilities",
            List::Rules => "rules",
        }
    }

    fn rows(self, catalog: &Catalog) -> Result<Vec<String>, Failed> {
        match self {
            List::Units => lines(catalog.units.iter().map(unit)),
            List::Technologies => lines(catalog.technologies.iter().map(technology)),
            List::Terrain => lines(terrains().iter().filter(|kind| kind.simulated).map(terrain)),
            List::Policies => lines(charts::POLICIES.iter().flat_map(policies)),
            List::Abilities => lines(catalog.abilities().map(|row| ability(catalog, row))),
            List::Rules => lines(rule_rows().iter().flat_map(rules)),
        }
    }
}

/// One list as an array of objects, or all as an object of such arrays; a line a row.
///
/// # Errors
///
/// If it cannot be written, which strings in memory do not give cause for.
pub fn render(catalog: &Catalog, list: Option<List>) -> Result<String, Failed> {
    if let Some(list) = list {
        return Ok(format!("[\n  {}\n]\n", list.rows(catalog)?.join(",\n  ")));
    }
    let mut arrays = vec![format!("  \"edition\": \"{}\"", catalog.edition)];
    for list in List::ALL {
        let rows = list.rows(catalog)?.join(",\n    ");
        arrays.push(format!("  \"{}\": [\n    {rows}\n  ]", list.name()));
    }
    Ok(format!("{{\n{}\n}}\n", arrays.join(",\n")))
}

fn lines<T: Serialize>(rows: impl Iterator<Item = T>) -> Result<Vec<String>, Failed> {
    rows.map(|row| Ok(serde_json::to_string(&row)?)).collect()
}

#[derive(Serialize)]
struct UnitRow<'a> {
    unit: &'a str,
    name: &'a str,
    /// Weapon class, `null` without weapons.
    class: Option<char>,
    attack: u8,
    defense: u8,
    hull: u8,
    cost: u32,
    maintenance: u32,
    max_attack: u8,
    max_defense: u8,
    can_retreat: bool,
    requires: &'a str,
    /// `null` where the number was not found.
    counters: Option<u8>,
    note: &'a str,
}

#[derive(Serialize)]
struct TechnologyRow<'a> {
    technology: &'a str,
    name: &'a str,
    short: &'a str,
    start: u8,
    highest: u8,
    /// Price in CP of each level after the start.
    costs: &'a [u32],
    in_battle: bool,
}

#[derive(Serialize)]
struct TerrainRow<'a> {
    terrain: &'a str,
    name: &'a str,
    effect: &'a str,
    rule: &'a str,
}

#[derive(Serialize)]
struct AbilityEntry {
    ability: &'static str,
    name: &'static str,
    effect: &'static str,
    units: Vec<&'static str>,
    in_battle: bool,
    rule: &'static str,
}

#[derive(Serialize)]
struct PolicyRow {
    kind: &'static str,
    value: &'static str,
    meaning: &'static str,
}

#[derive(Serialize)]
struct ChoiceRow<'a> {
    name: &'a str,
    value: &'a str,
    default: bool,
    meaning: &'a str,
    rule: &'a str,
}

fn unit(unit: &Unit) -> UnitRow<'_> {
    UnitRow {
        unit: &unit.name,
        name: &unit.title,
        class: Some(unit.class_letter()).filter(|_| unit.role == Role::Combat),
        attack: unit.attack,
        defense: unit.defense,
        hull: unit.hull,
        cost: unit.cost,
        maintenance: unit.maintenance,
        max_attack: unit.max_attack,
        max_defense: unit.max_defense,
        can_retreat: unit.can_retreat,
        requires: &unit.requires,
        counters: Some(unit.counters).filter(|&counters| counters > 0),
        note: &unit.note,
    }
}

fn technology(technology: &Technology) -> TechnologyRow<'_> {
    TechnologyRow {
        technology: &technology.key,
        name: &technology.title,
        short: &technology.short,
        start: technology.start,
        highest: technology.max_level(),
        costs: &technology.costs,
        in_battle: technology.in_battle,
    }
}

fn terrain(kind: &TerrainKind) -> TerrainRow<'_> {
    TerrainRow {
        terrain: &kind.name,
        name: &kind.title,
        effect: &kind.effect,
        rule: &kind.section,
    }
}

fn ability(catalog: &Catalog, row: &'static AbilityRow) -> AbilityEntry {
    AbilityEntry {
        ability: &row.name,
        name: &row.title,
        effect: &row.effect,
        units: catalog.who_may_have(row),
        in_battle: row.in_battle,
        rule: &row.section,
    }
}

fn policies(table: &charts::PolicyTable) -> impl Iterator<Item = PolicyRow> + '_ {
    table.rows.iter().map(|&[value, meaning]| PolicyRow {
        kind: table.kind,
        value,
        meaning,
    })
}

fn rules(row: &RuleRow) -> impl Iterator<Item = ChoiceRow<'_>> {
    row.values.iter().enumerate().map(|(at, (value, meaning))| ChoiceRow {
        name: &row.name,
        value,
        default: at == 0,
        meaning,
        rule: &row.section,
    })
}
