//! Reads the tables.

use super::{Blueprint, Catalog, Class, Confidence, Edition, Effect, NonPlayer, Part, Species, Technology};
use crate::rules::table::{fold, rows, split_aliases, yes};
use crate::spec::eclipse::Dice;
use serde::Deserialize;
use std::collections::HashMap;

const PARTS: &str = include_str!("parts.csv");
const CLASSES: &str = include_str!("classes.csv");
const BLUEPRINTS: &str = include_str!("blueprints.csv");
const SPECIES: &str = include_str!("species.csv");
const NON_PLAYERS: &str = include_str!("npc.csv");
const TECHNOLOGIES: &str = include_str!("technologies.csv");
const REPUTATION: &str = include_str!("reputation.csv");

#[derive(Deserialize)]
struct PartRow {
    name: String,
    title: String,
    aliases: String,
    edition: String,
    set: String,
    cannons: String,
    missiles: String,
    computer: u8,
    shield: u8,
    hull: u8,
    initiative: u8,
    movement: u8,
    energy: i8,
    drive: String,
    outside: String,
    repair: u8,
    confidence: String,
    note: String,
}

#[derive(Deserialize)]
struct ClassRow {
    name: String,
    title: String,
    aliases: String,
    size: u8,
    drive: String,
    tiles: u8,
    most: u8,
    confidence: String,
}

#[derive(Deserialize)]
struct BlueprintRow {
    species: String,
    editions: String,
    class: String,
    slots: u8,
    initiative: u8,
    energy: u8,
    computer: u8,
    shield: u8,
    hull: u8,
    cost: u32,
    parts: String,
    confidence: String,
}

#[derive(Deserialize)]
struct SpeciesRow {
    name: String,
    title: String,
    aliases: String,
    editions: String,
    lacks: String,
    start: String,
    technologies: String,
    confidence: String,
    note: String,
}

#[derive(Deserialize)]
struct NonPlayerRow {
    name: String,
    title: String,
    aliases: String,
    editions: String,
    size: u8,
    cannons: String,
    missiles: String,
    computer: u8,
    shield: u8,
    hull: u8,
    initiative: u8,
    tiles: u8,
    confidence: String,
}

#[derive(Deserialize)]
struct TechnologyRow {
    name: String,
    title: String,
    aliases: String,
    editions: String,
    effect: String,
    confidence: String,
    meaning: String,
}

#[derive(Deserialize)]
struct TileRow {
    edition: String,
    value: usize,
    tiles: u32,
    #[serde(rename = "confidence")]
    _confidence: String,
}

/// One edition's part of the tables.
pub(super) fn read_catalog(edition: Edition) -> Catalog {
    let here = |editions: &str| editions.split(' ').any(|word| Edition::parse(word) == Some(edition));
    let mut catalog = Catalog {
        edition,
        parts: Vec::new(),
        classes: Vec::new(),
        blueprints: Vec::new(),
        species: Vec::new(),
        non_players: Vec::new(),
        technologies: Vec::new(),
        reputation: Vec::new(),
        part_index: HashMap::new(),
        class_index: HashMap::new(),
        species_index: HashMap::new(),
        non_player_index: HashMap::new(),
        technology_index: HashMap::new(),
    };
    for row in rows::<PartRow>("parts.csv", PARTS).filter(|row| here(&row.edition)) {
        enter(
            &mut catalog.part_index,
            catalog.parts.len(),
            [&row.name, &row.title],
            &row.aliases,
        );
        catalog.parts.push(part(row));
    }
    for row in rows::<ClassRow>("classes.csv", CLASSES) {
        enter(
            &mut catalog.class_index,
            catalog.classes.len(),
            [&row.name, &row.title],
            &row.aliases,
        );
        catalog.classes.push(Class {
            confidence: confidence(&row.confidence),
            drive: yes(&row.drive),
            name: row.name,
            title: row.title,
            size: row.size,
            tiles: row.tiles,
            most: row.most,
        });
    }
    let blueprints = rows::<BlueprintRow>("blueprints.csv", BLUEPRINTS).filter(|row| here(&row.editions));
    catalog.blueprints = blueprints.map(blueprint).collect();
    for row in rows::<SpeciesRow>("species.csv", SPECIES).filter(|row| here(&row.editions)) {
        enter(
            &mut catalog.species_index,
            catalog.species.len(),
            [&row.name, &row.title],
            &row.aliases,
        );
        catalog.species.push(Species {
            lacks: words(&row.lacks),
            technologies: words(&row.technologies),
            confidence: confidence(&row.confidence),
            name: row.name,
            title: row.title,
            start: row.start,
            note: row.note,
        });
    }
    for row in rows::<NonPlayerRow>("npc.csv", NON_PLAYERS).filter(|row| here(&row.editions)) {
        enter(
            &mut catalog.non_player_index,
            catalog.non_players.len(),
            [&row.name, &row.title],
            &row.aliases,
        );
        catalog.non_players.push(non_player(row));
    }
    for row in rows::<TechnologyRow>("technologies.csv", TECHNOLOGIES).filter(|row| here(&row.editions)) {
        enter(
            &mut catalog.technology_index,
            catalog.technologies.len(),
            [&row.name, &row.title],
            &row.aliases,
        );
        catalog.technologies.push(Technology {
            effect: effect(&row.effect),
            confidence: confidence(&row.confidence),
            name: row.name,
            title: row.title,
            meaning: row.meaning,
        });
    }
    for row in rows::<TileRow>("reputation.csv", REPUTATION).filter(|row| here(&row.edition)) {
        let values = catalog.reputation.len().max(row.value);
        catalog.reputation.resize(values, 0);
        catalog.reputation[row.value - 1] = row.tiles;
    }
    catalog
}

/// Enters a row's names into an index.
fn enter(index: &mut HashMap<String, usize>, row: usize, names: [&String; 2], aliases: &str) {
    let names = names.into_iter().map(String::as_str);
    index.extend(split_aliases(aliases).chain(names).map(|name| (fold(name), row)));
}

fn part(row: PartRow) -> Part {
    Part {
        cannons: dice(&row.cannons),
        missiles: dice(&row.missiles),
        drive: yes(&row.drive),
        outside: yes(&row.outside),
        confidence: confidence(&row.confidence),
        name: row.name,
        title: row.title,
        set: row.set,
        computer: row.computer,
        shield: row.shield,
        hull: row.hull,
        initiative: row.initiative,
        movement: row.movement,
        energy: row.energy,
        repair: row.repair,
        note: row.note,
    }
}

fn blueprint(row: BlueprintRow) -> Blueprint {
    Blueprint {
        parts: words(&row.parts),
        confidence: confidence(&row.confidence),
        species: row.species,
        class: row.class,
        slots: row.slots,
        initiative: row.initiative,
        energy: row.energy,
        computer: row.computer,
        shield: row.shield,
        hull: row.hull,
        cost: row.cost,
    }
}

fn non_player(row: NonPlayerRow) -> NonPlayer {
    NonPlayer {
        cannons: dice(&row.cannons),
        missiles: dice(&row.missiles),
        confidence: confidence(&row.confidence),
        name: row.name,
        title: row.title,
        size: row.size,
        computer: row.computer,
        shield: row.shield,
        hull: row.hull,
        initiative: row.initiative,
        tiles: row.tiles,
    }
}

fn words(cell: &str) -> Vec<String> {
    cell.split_whitespace().map(str::to_owned).collect()
}

fn dice(cell: &str) -> Dice {
    Dice::parse(cell).unwrap_or_else(|why| panic!("a table says {cell:?}, which {why}"))
}

fn confidence(cell: &str) -> Confidence {
    match cell {
        "high" => Confidence::High,
        "med" => Confidence::Medium,
        "low" => Confidence::Low,
        other => panic!("a table says {other:?} where a confidence belongs"),
    }
}

fn effect(cell: &str) -> Effect {
    match cell {
        "splitter" => Effect::Splitter,
        "distortion" => Effect::Distortion,
        "point-defence" => Effect::PointDefence,
        "neutron-bombs" => Effect::NeutronBombs,
        "neutron-absorber" => Effect::NeutronAbsorber,
        "defenceless" => Effect::Defenceless,
        "" => Effect::None,
        other => panic!("technologies.csv: {other:?} is no effect"),
    }
}
