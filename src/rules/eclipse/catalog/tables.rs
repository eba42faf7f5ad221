//! Reads the tables.

use super::{Catalog, Edition};
use crate::rules::table::{fold, rows, split_aliases, yes};
use crate::spec::eclipse::Dice;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use std::collections::HashMap;

const PARTS: &str = include_str!("parts.csv");
const CLASSES: &str = include_str!("classes.csv");
const BLUEPRINTS: &str = include_str!("blueprints.csv");
const SPECIES: &str = include_str!("species.csv");
const NON_PLAYERS: &str = include_str!("npc.csv");
const TECHNOLOGIES: &str = include_str!("technologies.csv");
const REPUTATION: &str = include_str!("reputation.csv");

/// What a row is found by, where the table has such columns.
#[derive(Deserialize)]
struct Key {
    #[serde(default)]
    name: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    aliases: String,
    #[serde(default = "all_editions", alias = "edition")]
    editions: String,
}

impl Key {
    fn is_of(&self, edition: Edition) -> bool {
        let mut words = self.editions.split(' ');
        words.any(|word| Edition::parse(word) == Some(edition))
    }
}

fn all_editions() -> String {
    Edition::ALL.map(Edition::name).join(" ")
}

#[derive(Deserialize)]
struct TileRow {
    value: usize,
    tiles: u32,
}

/// One edition's part of the tables.
pub(super) fn read_catalog(edition: Edition) -> Catalog {
    let (parts, part_index) = read("parts.csv", PARTS, edition);
    let (classes, class_index) = read("classes.csv", CLASSES, edition);
    let (blueprints, _) = read("blueprints.csv", BLUEPRINTS, edition);
    let (species, species_index) = read("species.csv", SPECIES, edition);
    let (non_players, non_player_index) = read("npc.csv", NON_PLAYERS, edition);
    let (technologies, technology_index) = read("technologies.csv", TECHNOLOGIES, edition);
    let (tiles, _) = read::<TileRow>("reputation.csv", REPUTATION, edition);
    let mut reputation = Vec::new();
    for row in tiles {
        let values = reputation.len().max(row.value);
        reputation.resize(values, 0);
        reputation[row.value - 1] = row.tiles;
    }
    Catalog {
        edition,
        parts,
        classes,
        blueprints,
        species,
        non_players,
        technologies,
        reputation,
        part_index,
        class_index,
        species_index,
        non_player_index,
        technology_index,
    }
}

/// An edition's rows of a table, and their places by name, title and alias.
fn read<T: DeserializeOwned>(
    file: &'static str,
    text: &'static str,
    edition: Edition,
) -> (Vec<T>, HashMap<String, usize>) {
    let (mut list, mut index) = (Vec::new(), HashMap::new());
    let keys = rows::<Key>(file, text);
    for (key, row) in keys.zip(rows(file, text)).filter(|(key, _)| key.is_of(edition)) {
        let names = [key.name.as_str(), &key.title];
        let names = split_aliases(&key.aliases).chain(names);
        index.extend(names.map(|name| (fold(name), list.len())));
        list.push(row);
    }
    (list, index)
}

/// A cell, read by `parse`.
fn cell<'de, D: Deserializer<'de>, T>(cells: D, parse: impl Fn(&str) -> T) -> Result<T, D::Error> {
    String::deserialize(cells).map(|cell| parse(&cell))
}

pub(super) fn switch<'de, D: Deserializer<'de>>(cells: D) -> Result<bool, D::Error> {
    cell(cells, yes)
}

pub(super) fn words<'de, D: Deserializer<'de>>(cells: D) -> Result<Vec<String>, D::Error> {
    cell(cells, |cell| cell.split_whitespace().map(str::to_owned).collect())
}

pub(super) fn dice<'de, D: Deserializer<'de>>(cells: D) -> Result<Dice, D::Error> {
    cell(cells, |cell| {
        Dice::parse(cell).unwrap_or_else(|why| panic!("a table says {cell:?}, which {why}"))
    })
}
