//! Entry points: arguments and files in, the parties of a hex out.

use super::party::{FLEET_KEYS, field, has_groups};
use super::{Hex, Party, shorthand};
use crate::spec::fleet::{edition, is_engagement, name, stem};
use crate::spec::game::{Game, must_be};
use crate::spec::problem::{Place, Problems, Source, Spanned};
use crate::spec::read::is_file;
use crate::spec::suggest::quoted;
use crate::spec::table::{Field, Reader, document};
use crate::spec::{Side, file};
use std::path::Path;
use std::sync::Arc;
use toml::de::{DeTable, DeValue};

/// Keys of an engagement file.
const HEX_KEYS: [&str; 8] = [
    "game",
    "edition",
    "name",
    "attacker",
    "defender",
    "party",
    "population",
    "reputation",
];

/// Keys of `[attacker]` and `[defender]`.
const SIDE_KEYS: [&str; 7] = ["fleet", "name", "species", "technologies", "rerolls", "group", "policy"];

/// Keys of a `[[party]]`.
const PARTY_KEYS: [&str; 8] = [
    "fleet",
    "name",
    "species",
    "technologies",
    "rerolls",
    "group",
    "policy",
    "owner",
];

/// Most parties in a hex: every player of a large game, and a non-player party.
pub(super) const MAX_PARTIES: usize = 10;

/// Most population cubes that a hex can have.
const MAX_POPULATION: u32 = 20;

/// Most tiles of one value in the bag.
const MAX_TILES: u32 = 99;

/// Highest value of a reputation tile, with room for a house's own.
const MAX_TILE_VALUE: usize = 10;

/// Reads what `odds` is given: two sides, or one engagement file. The answer may be `Some` although
/// faults were added, if enough could be read for the rules to find more of them.
pub fn read(first: &str, second: Option<&str>, problems: &mut Problems) -> Option<Hex> {
    let Some(second) = second else {
        return read_alone(first, problems);
    };
    let attacker = read_party(first, Side::Attacker.name(), problems);
    let defender = read_party(second, Side::Defender.name(), problems);
    Some(Hex {
        parties: vec![defender?, attacker?],
        two_sides: true,
        ..Hex::default()
    })
}

/// Reads a party given on the command line: a fleet file or the shorthand, whose faults are in what
/// `name` says.
pub fn read_party(argument: &str, name: &str, problems: &mut Problems) -> Option<Party> {
    match is_file(argument, Path::new("")) {
        true => party_file(Path::new(argument), None, problems),
        false => shorthand::parse_shorthand(argument, name, problems),
    }
}

/// Reads a single argument, which must be an engagement file.
fn read_alone(argument: &str, problems: &mut Problems) -> Option<Hex> {
    const HELP: &str = "give two fleets, or one engagement file, which holds the parties";
    let missing = "only one side is given: the defender is missing";
    if !is_file(argument, Path::new("")) {
        shorthand::parse_shorthand(argument, Side::Attacker.name(), problems);
        problems.add(None, missing, HELP);
        return None;
    }
    let source = file::read(Path::new(argument), None, problems)?;
    let table = document(&source, problems)?;
    if holds_parties(&table) {
        return hex(&source, &table, problems);
    }
    party_of_document(&source, &table, problems);
    problems.add(None, missing, HELP);
    None
}

/// The file is an engagement, not a fleet.
fn holds_parties(table: &DeTable<'_>) -> bool {
    is_engagement(table) || table.contains_key("party")
}

fn party_file(path: &Path, named_at: Option<&Place>, problems: &mut Problems) -> Option<Party> {
    let source = file::read(path, named_at, problems)?;
    let table = document(&source, problems)?;
    if holds_parties(&table) {
        let message = "this is an engagement file, where a fleet file is expected";
        let help = "an engagement holds all parties: give it alone";
        problems.add(Place::new(&source, 0..0), message, help);
        return None;
    }
    party_of_document(&source, &table, problems)
}

fn party_of_document(source: &Arc<Source>, table: &DeTable<'_>, problems: &mut Problems) -> Option<Party> {
    let before = problems.count();
    let mut reader = Reader { source, problems };
    let mut party = Party {
        name: stem(source),
        place: Some(reader.place(0..0)),
        ..Party::default()
    };
    for found in &reader.fields(table, &FLEET_KEYS) {
        if found.key == "group" {
            party.place = Some(found.place.clone());
        }
        field(&mut reader, found, &mut party);
    }
    has_groups(party, before, problems)
}

/// An engagement file.
fn hex(source: &Arc<Source>, table: &DeTable<'_>, problems: &mut Problems) -> Option<Hex> {
    let mut reader = Reader { source, problems };
    let mut hex = Hex::default();
    let (mut sides, mut parties) = ([None, None], None);
    for field in &reader.fields(table, &HEX_KEYS) {
        match field.key.as_str() {
            "game" => must_be(Game::Eclipse, &mut reader, field),
            "edition" => hex.edition = edition(&mut reader, field),
            "name" => hex.name = name(&mut reader, field).map(|name| name.value),
            "attacker" => sides[0] = side(&mut reader, field, Side::Attacker.name()),
            "defender" => sides[1] = side(&mut reader, field, Side::Defender.name()),
            "party" => parties = Some(parties_of(&mut reader, field)),
            "population" => hex.population = population(&mut reader, field),
            "reputation" => hex.reputation = tiles(&mut reader, field),
            _ => {}
        }
    }
    if let Some(parties) = parties {
        if is_engagement(table) {
            let help = "write either [attacker] and [defender], or a [[party]] for each in the order of their entry";
            reader
                .problems
                .add(reader.place(0..0), "[[party]] beside [attacker] or [defender]", help);
        }
        hex.parties = parties?;
        names_differ(&hex.parties, reader.problems);
        return Some(hex);
    }
    for side in Side::BOTH {
        if !table.contains_key(side.name()) {
            let message = format!("the {} is missing", side.name());
            let help = format!(
                "add [{}] with fleet = \"file.toml\", fleet = \"2 cruiser\" or its groups",
                side.name()
            );
            reader.problems.add(reader.place(0..0), message, help);
        }
    }
    let [attacker, defender] = sides;
    hex.parties = vec![defender?, attacker?];
    hex.two_sides = true;
    if hex.population.is_some() || hex.reputation.is_some() {
        // Told party by party, not as attacker and defender.
        names_differ(&hex.parties, reader.problems);
    }
    Some(hex)
}

/// Parties are told apart by their names.
fn names_differ(parties: &[Party], problems: &mut Problems) {
    for (at, party) in parties.iter().enumerate() {
        let same = |other: &&Party| other.name.trim().to_lowercase() == party.name.trim().to_lowercase();
        if parties[..at].iter().find(same).is_some() {
            let message = format!("two parties are called {}", quoted(&party.name));
            let help = "give each of them a name of its own: name = \"Blue\"";
            problems.add(party.place.clone(), message, help);
        }
    }
}

/// All parties; `None` if one of them could not be read.
fn parties_of(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<Vec<Party>> {
    const HELP: &str = "write [[party]], in double brackets, before each party";
    let DeValue::Array(array) = field.value else {
        reader.wrong_type(field, "a list of parties", HELP);
        return None;
    };
    if !(2..=MAX_PARTIES).contains(&array.len()) {
        let message = format!("{} parties in the hex", array.len());
        let help = format!("expected 2 to {MAX_PARTIES}");
        reader.problems.add(field.place.clone(), message, help);
        return None;
    }
    let mut parties = Vec::new();
    for (index, item) in array.iter().enumerate() {
        let place = reader.place(item.span());
        match item.get_ref() {
            DeValue::Table(table) => {
                let name = format!("party {}", index + 1);
                parties.push(party(reader, table, place, &name, &PARTY_KEYS));
            }
            _ => reader.problems.add(place, "a party must be a table", HELP),
        }
    }
    let whole = parties.len() == array.len();
    parties.into_iter().collect::<Option<Vec<_>>>().filter(|_| whole)
}

fn side(reader: &mut Reader<'_>, field: &Field<'_>, name: &str) -> Option<Party> {
    let table = reader.table(
        field,
        &format!("write [{name}], then fleet = \"2 cruiser\" or its groups"),
    )?;
    party(reader, table, field.place.clone(), name, &SIDE_KEYS)
}

/// One party: a fleet file or shorthand with perhaps another name and policy, or a fleet in place.
fn party(reader: &mut Reader<'_>, table: &DeTable<'_>, place: Place, name: &str, keys: &[&str]) -> Option<Party> {
    let before = reader.problems.count();
    let fields = reader.fields(table, keys);
    let mut party = Party {
        name: name.to_owned(),
        place: Some(place),
        ..Party::default()
    };
    let named = fields.iter().find(|field| field.key == "fleet");
    if let Some(named) = named {
        // What stands beside a fleet that cannot be read is read all the same, for its faults.
        party = named_fleet(reader, named).unwrap_or_default();
    }
    for found in &fields {
        if named.is_some() && found.key == "group" {
            let message = format!("{} beside \"fleet\"", quoted(&found.key));
            let help = "a party has either a fleet or its own groups; all else may stand beside a fleet";
            reader.problems.add(found.key_place.clone(), message, help);
        } else {
            field(reader, found, &mut party);
        }
    }
    has_groups(party, before, reader.problems)
}

/// The fleet that `fleet = "…"` names or spells out.
fn named_fleet(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<Party> {
    let text = reader.text(field, "write a file's name, or a fleet such as \"2 cruiser\"")?;
    let folder = Path::new(&reader.source.name).parent().unwrap_or(Path::new(""));
    if is_file(&text.value, folder) {
        return party_file(&folder.join(&text.value), Some(&text.place), reader.problems);
    }
    shorthand::party(&text.value, &text.place, reader.problems)
}

fn population(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<Spanned<u32>> {
    let cubes = reader.whole(field)?;
    if cubes.value <= MAX_POPULATION {
        return Some(cubes);
    }
    let message = format!("too many population cubes: {}", cubes.value);
    reader
        .problems
        .add(cubes.place, message, format!("at most {MAX_POPULATION}"));
    None
}

/// Tiles in the bag: how many of the values 1, 2, 3, ….
fn tiles(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<Spanned<Vec<u32>>> {
    const HELP: &str = "write how many tiles of value 1, 2, 3 and 4 are in the bag: [9, 8, 8, 8]";
    let DeValue::Array(array) = field.value else {
        reader.wrong_type(field, "an array of whole numbers", HELP);
        return None;
    };
    let mut tiles = Vec::new();
    for item in array.iter() {
        let entry = Field {
            key: field.key.clone(),
            key_place: field.key_place.clone(),
            place: reader.place(item.span()),
            value: item.get_ref(),
        };
        tiles.push(reader.whole(&entry)?.value);
    }
    let sensible = tiles.len() <= MAX_TILE_VALUE && tiles.iter().all(|&tiles| tiles <= MAX_TILES);
    if !sensible || tiles.iter().sum::<u32>() < 5 {
        let message = "the bag of reputation tiles must hold 5 or more, of values up to 10, at most 99 of each";
        reader.problems.add(field.place.clone(), message, HELP);
        return None;
    }
    Some(Spanned::new(tiles, field.place.clone()))
}
