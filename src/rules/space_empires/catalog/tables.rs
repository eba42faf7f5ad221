//! Reads the tables.

use std::collections::HashMap;

use serde::Deserialize;

use super::{
    AbilityRow, Attribute, Catalog, Edition, NotYet, Placement, Pool, Role, Technology, TerrainKind, Traits, Unit,
    Upgrade,
};
use crate::rules::space_empires::ability::Ability;
use crate::rules::space_empires::options::{Rule, RuleRow};
use crate::rules::table::{fold, rows, split_aliases, yes};

const UNITS: &str = include_str!("units.csv");
const UPGRADES: &str = include_str!("upgrades.csv");
const RESEARCH: &str = include_str!("research.csv");
const ATTRIBUTES: &str = include_str!("attributes.csv");
const POOLS: &str = include_str!("pools.csv");
const TERRAIN: &str = include_str!("terrain.csv");
const TRAITS: &str = include_str!("traits.csv");
const RULES: &str = include_str!("rules.csv");
const ABILITIES: &str = include_str!("abilities.csv");

#[derive(Deserialize)]
struct UnitRow {
    name: String,
    title: String,
    aliases: String,
    editions: String,
    needs: String,
    section: String,
    role: String,
    class: String,
    attack: u8,
    defense: u8,
    hull: u8,
    cost: u32,
    maintenance: u32,
    max_attack: u8,
    max_defense: u8,
    retreats: String,
    moves: String,
    supplied: String,
    most: Option<u32>,
    most_section: String,
    requires: String,
    counters: u8,
    note: String,
}

#[derive(Deserialize)]
struct UpgradeRow {
    unit: String,
    technology: String,
    level: u8,
    class: String,
    attack: u8,
    defense: u8,
    hull: u8,
    section: String,
}

#[derive(Deserialize)]
struct AttributeRow {
    name: String,
    title: String,
    ships: u32,
    class: u8,
    attack: u8,
    defense: u8,
    hull: u8,
    tactics: u8,
    ambush: String,
    needs: String,
}

#[derive(Deserialize)]
struct PoolRow {
    pool: String,
    editions: String,
    unit: String,
    counters: u32,
}

#[derive(Deserialize)]
struct ResearchRow {
    key: String,
    short: String,
    title: String,
    aliases: String,
    start: u8,
    in_battle: String,
    #[serde(rename = "SE")]
    base: String,
    #[serde(rename = "CE")]
    close_encounters: String,
    #[serde(rename = "REP")]
    replicators: String,
    #[serde(rename = "AGT")]
    all_good_things: String,
    #[serde(rename = "BGA")]
    bga: String,
}

#[derive(Deserialize)]
struct TerrainRow {
    name: String,
    title: String,
    aliases: String,
    needs: String,
    section: String,
    effect: String,
}

#[derive(Deserialize)]
struct TraitRow {
    unit: String,
    #[serde(rename = "trait")]
    name: String,
    value: Option<u8>,
}

#[derive(Deserialize)]
struct RuleLine {
    name: String,
    values: String,
    section: String,
    meaning: String,
}

#[derive(Deserialize)]
struct AbilityLine {
    name: String,
    title: String,
    aliases: String,
    section: String,
    units: String,
    in_battle: String,
    effect: String,
}

/// One edition's part of the tables.
pub(super) fn read_catalog(edition: Edition) -> Catalog {
    let mut catalog = Catalog {
        edition,
        units: Vec::new(),
        technologies: Vec::new(),
        not_yet: Vec::new(),
        upgrades: rows("upgrades.csv", UPGRADES).map(upgrade).collect(),
        pools: Vec::new(),
        placements: Vec::new(),
        unit_index: HashMap::new(),
        not_yet_index: HashMap::new(),
        technology_index: HashMap::new(),
    };
    let in_edition = |editions: &str| editions.split(' ').any(|word| Edition::parse(word) == Some(edition));
    for row in rows("units.csv", UNITS).filter(|row: &UnitRow| in_edition(&row.editions)) {
        add_unit(&mut catalog, row);
    }
    for row in rows("traits.csv", TRAITS) {
        add_trait(&mut catalog, &row);
    }
    for row in rows("pools.csv", POOLS).filter(|row: &PoolRow| in_edition(&row.editions)) {
        let counter = (row.unit, row.counters);
        match catalog.pools.iter_mut().find(|pool| pool.name == row.pool) {
            Some(pool) => pool.counters.push(counter),
            None => catalog.pools.push(Pool {
                name: row.pool,
                counters: vec![counter],
            }),
        }
    }
    for row in rows("research.csv", RESEARCH) {
        add_technology(&mut catalog, row);
    }
    catalog.upgrades.retain(|upgrade| {
        let has_unit = catalog.unit_index.contains_key(&fold(&upgrade.unit))
            || catalog.not_yet_index.contains_key(&fold(&upgrade.unit));
        let technology = catalog.technology_index.get(&fold(&upgrade.technology));
        has_unit && technology.is_some_and(|&row| catalog.technologies[row].max_level() >= upgrade.level)
    });
    catalog
}

/// The attributes of planets.
pub(super) fn read_attributes() -> Vec<Attribute> {
    let attribute = |row: AttributeRow| Attribute {
        name: row.name,
        title: row.title,
        ships: row.ships,
        class: row.class,
        attack: row.attack,
        defense: row.defense,
        hull: row.hull,
        tactics: row.tactics,
        ambush: yes(&row.ambush),
        needs: row.needs,
    };
    rows("attributes.csv", ATTRIBUTES).map(attribute).collect()
}

/// The terrain table.
pub(super) fn read_terrains() -> Vec<TerrainKind> {
    let kind = |row: TerrainRow| TerrainKind {
        aliases: split_aliases(&row.aliases).map(fold).collect(),
        name: row.name,
        title: row.title,
        effect: row.effect,
        section: row.section,
        simulated: row.needs.is_empty(),
    };
    rows("terrain.csv", TERRAIN).map(kind).collect()
}

/// The table of doubtful points.
pub(super) fn read_rules() -> Vec<RuleRow> {
    let row = |line: RuleLine| {
        let [values, meanings] = [&line.values, &line.meaning].map(|cell| split_aliases(cell).map(str::to_owned));
        RuleRow {
            values: values.zip(meanings).collect(),
            name: line.name,
            section: line.section,
        }
    };
    let rows: Vec<RuleRow> = rows("rules.csv", RULES).map(row).collect();
    assert_eq!(rows.len(), Rule::ALL.len(), "rules.csv: a row for each rule");
    rows
}

/// The table of special abilities.
pub(super) fn read_abilities() -> Vec<AbilityRow> {
    let lines: Vec<AbilityLine> = rows("abilities.csv", ABILITIES).collect();
    assert_eq!(lines.len(), Ability::ALL.len(), "abilities.csv: a row for each ability");
    let row = |(line, ability): (AbilityLine, Ability)| AbilityRow {
        ability,
        aliases: split_aliases(&line.aliases).map(fold).collect(),
        units: line.units.split(' ').map(str::to_owned).collect(),
        in_battle: yes(&line.in_battle),
        name: line.name,
        title: line.title,
        section: line.section,
        effect: line.effect,
    };
    lines.into_iter().zip(Ability::ALL).map(row).collect()
}

fn add_unit(catalog: &mut Catalog, row: UnitRow) {
    let names: Vec<String> = split_aliases(&row.aliases)
        .chain([row.name.as_str(), row.title.as_str()])
        .map(fold)
        .collect();
    let placement = Placement {
        supplied: yes(&row.supplied),
        most: row.most.map(|most| (most, row.most_section)),
    };
    let unit = Unit {
        name: row.name,
        title: row.title,
        role: role(&row.role),
        class: class(&row.class),
        attack: row.attack,
        defense: row.defense,
        hull: row.hull,
        cost: row.cost,
        maintenance: row.maintenance,
        max_attack: row.max_attack,
        max_defense: row.max_defense,
        can_retreat: yes(&row.retreats),
        moves: yes(&row.moves),
        traits: Traits::default(),
        requires: row.requires,
        counters: row.counters,
        note: row.note,
    };
    if row.needs.is_empty() {
        catalog
            .unit_index
            .extend(names.into_iter().map(|name| (name, catalog.units.len())));
        catalog.units.push(unit);
        catalog.placements.push(placement);
    } else {
        catalog
            .not_yet_index
            .extend(names.into_iter().map(|name| (name, catalog.not_yet.len())));
        catalog.not_yet.push(NotYet {
            unit,
            feature: row.needs,
            section: row.section,
        });
    }
}

/// Gives a unit of the edition a trait.
fn add_trait(catalog: &mut Catalog, row: &TraitRow) {
    let waiting = catalog.not_yet.iter_mut().map(|waiting| &mut waiting.unit);
    for unit in catalog
        .units
        .iter_mut()
        .chain(waiting)
        .filter(|unit| unit.name == row.unit)
    {
        assert!(
            unit.traits.take(&row.name, row.value),
            "traits.csv: no trait {:?}",
            row.name
        );
    }
}

fn add_technology(catalog: &mut Catalog, row: ResearchRow) {
    let costs = match catalog.edition {
        Edition::Base => &row.base,
        Edition::CloseEncounters => &row.close_encounters,
        Edition::Replicators => &row.replicators,
        Edition::AllGoodThings => &row.all_good_things,
        Edition::Bga => &row.bga,
    };
    if costs == "-" {
        return;
    }
    let costs = costs
        .split(' ')
        .map(|cost| cost.parse().expect("research.csv: a price is a number"))
        .collect();
    let names = split_aliases(&row.aliases)
        .chain([row.key.as_str(), row.short.as_str(), row.title.as_str()])
        .map(fold);
    catalog
        .technology_index
        .extend(names.map(|name| (name, catalog.technologies.len())));
    catalog.technologies.push(Technology {
        in_battle: yes(&row.in_battle),
        start: row.start,
        key: row.key,
        short: row.short,
        title: row.title,
        costs,
    });
}

fn upgrade(row: UpgradeRow) -> Upgrade {
    Upgrade {
        class: class(&row.class),
        unit: row.unit,
        technology: row.technology,
        level: row.level,
        attack: row.attack,
        defense: row.defense,
        hull: row.hull,
        section: row.section,
    }
}

fn role(cell: &str) -> Role {
    match cell {
        "combat" => Role::Combat,
        "non-combat" => Role::NonCombat,
        "decoy" => Role::Decoy,
        other => panic!("units.csv: {other:?} is no role"),
    }
}

/// A to F as 0 to 5; `-`, no weapon, as 0.
fn class(cell: &str) -> u8 {
    match cell.as_bytes() {
        [letter @ b'A'..=b'F'] => letter - b'A',
        b"-" => 0,
        _ => panic!("a table says {cell:?} where a weapon class belongs"),
    }
}
