//! The keys of a party: in a fleet file, or where an engagement file holds a party.

use super::{Design, Dice, Group, MAX_VALUE, Part, Party, Policy, Values, policy};
use crate::spec::fleet::{edition, groups, name, ship_count};
use crate::spec::game::{Game, must_be};
use crate::spec::list;
use crate::spec::problem::{Place, Problems, Spanned};
use crate::spec::suggest::quoted;
use crate::spec::table::{Field, Reader};
use toml::de::{DeTable, DeValue};

/// Keys of a fleet file.
pub(super) const FLEET_KEYS: [&str; 8] = [
    "game",
    "edition",
    "name",
    "species",
    "technologies",
    "rerolls",
    "group",
    "policy",
];

/// Keys of a `[[group]]`.
const GROUP_KEYS: [&str; 12] = [
    "unit",
    "count",
    "parts",
    "initiative",
    "computer",
    "shield",
    "hull",
    "repair",
    "cost",
    "cannons",
    "missiles",
    "abilities",
];

/// Keys of a `[policy]`.
const POLICY_KEYS: [&str; 3] = ["target", "equals", "retreat"];

/// Reads one key into the party.
pub(super) fn field(reader: &mut Reader<'_>, field: &Field<'_>, party: &mut Party) {
    match field.key.as_str() {
        "game" => must_be(Game::Eclipse, reader, field),
        "edition" => party.edition = edition(reader, field),
        "name" => {
            if let Some(name) = name(reader, field) {
                party.name = name.value;
            }
        }
        "species" => party.species = reader.text(field, "write species = \"orion\""),
        "technologies" => party.technologies = names_of(reader, field, "technology"),
        "rerolls" => party.rerolls = reader.whole(field),
        "group" => party.groups = groups(reader, field, group),
        "policy" => {
            if let Some(table) = reader.table(field, "write [policy], then a line for each key") {
                policy_fields(reader, table, &mut party.policy);
            }
        }
        "owner" => {
            let owner = reader.boolean(field);
            party.owner = owner.map(|owner| Spanned::new(owner, field.place.clone()));
        }
        _ => {}
    }
}

/// The party, if it has ships; a fault if it has none and nothing else was found that explains it.
pub(super) fn has_groups(party: Party, faults_before: usize, problems: &mut Problems) -> Option<Party> {
    if !party.groups.is_empty() {
        return Some(party);
    }
    if problems.count() == faults_before {
        let help = "add a [[group]] with unit = \"cruiser\" and count = 2";
        problems.add(party.place, "the fleet has no groups", help);
    }
    None
}

/// A text with commas, or an array of texts.
fn names_of(reader: &mut Reader<'_>, field: &Field<'_>, what: &str) -> Vec<Spanned<String>> {
    match field.value {
        DeValue::Array(array) => reader.texts(&field.key, array),
        DeValue::String(text) if text.trim().is_empty() => Vec::new(),
        DeValue::String(text) => list::names(text, 0..text.len(), what, &field.place, reader.problems),
        _ => {
            reader.wrong_type(
                field,
                "an array of names",
                "write names in quotes: [\"hull\", \"gauss-shield\"]",
            );
            Vec::new()
        }
    }
}

/// One group; `None` if it has no unit. A count that is wrong is read as 1.
fn group(reader: &mut Reader<'_>, table: &DeTable<'_>, place: Place) -> Option<Group> {
    let (mut unit, mut count, mut parts, mut values) = (None, None, None, Values::default());
    let mut valued: Option<Place> = None;
    let fields = reader.fields(table, &GROUP_KEYS);
    for field in &fields {
        match field.key.as_str() {
            "unit" => unit = reader.text(field, "write unit = \"cruiser\""),
            "count" => count = ship_count(reader, field),
            "parts" => parts = Some((parts_of(reader, field), field.place.clone(), field.key_place.clone())),
            _ => {
                value(reader, field, &mut values);
                valued.get_or_insert(field.key_place.clone());
            }
        }
    }
    if !fields.iter().any(|field| field.key == "unit") {
        let help = "add unit = \"cruiser\", or whatever its ships are";
        reader.problems.add(place, "the group has no unit", help);
    }
    let design = match (parts, valued) {
        (Some((_, _, key)), Some(_)) => {
            let help = "give the parts of the blueprint, or the values of the ships, not both";
            reader.problems.add(key, "\"parts\" beside values", help);
            Design::Start
        }
        (Some((parts, place, _)), None) => Design::Parts { parts, place },
        (None, Some(_)) => Design::Values(values),
        (None, None) => Design::Start,
    };
    let unit: Spanned<String> = unit?;
    let count = count.unwrap_or_else(|| Spanned::new(1, unit.place.clone()));
    Some(Group { unit, count, design })
}

/// Parts of a blueprint: `["ion-cannon", "2 hull"]`.
fn parts_of(reader: &mut Reader<'_>, field: &Field<'_>) -> Vec<Spanned<Part>> {
    let mut parts = Vec::new();
    for written in names_of(reader, field, "part") {
        let (number, name) = match written.value.split_once(char::is_whitespace) {
            Some((number, name)) if number.bytes().all(|b| b.is_ascii_digit()) => (number, name.trim()),
            _ => ("1", written.value.as_str()),
        };
        match number.parse::<u32>() {
            Ok(count @ 1..=20) => {
                let part = Part {
                    name: name.to_owned(),
                    count,
                };
                parts.push(Spanned::new(part, written.place));
            }
            _ => {
                let message = format!("that many parts don't fit a ship: {}", quoted(&written.value));
                reader.problems.add(written.place, message, "write \"2 hull\"");
            }
        }
    }
    parts
}

/// One of the values of a group's ships.
fn value(reader: &mut Reader<'_>, field: &Field<'_>, values: &mut Values) {
    match field.key.as_str() {
        "initiative" => values.initiative = number(reader, field),
        "computer" => values.computer = number(reader, field),
        "shield" => values.shield = number(reader, field),
        "hull" => values.hull = number(reader, field),
        "repair" => values.repair = number(reader, field),
        "cost" => values.cost = Some(u32::from(number(reader, field))),
        "cannons" => values.cannons = dice(reader, field),
        "missiles" => values.missiles = dice(reader, field),
        "abilities" => values.abilities = names_of(reader, field, "ability"),
        _ => {}
    }
}

fn number(reader: &mut Reader<'_>, field: &Field<'_>) -> u8 {
    let Some(number) = reader.whole(field) else { return 0 };
    if number.value > MAX_VALUE {
        let message = format!("{} is too large: {}", quoted(&field.key), number.value);
        reader
            .problems
            .add(number.place, message, format!("at most {MAX_VALUE}"));
        return 0;
    }
    number.value as u8
}

fn dice(reader: &mut Reader<'_>, field: &Field<'_>) -> Dice {
    const HELP: &str = "write dice by colour, such as \"2y 1o\": y, o, b, r for 1 to 4 damage, p for rift";
    let Some(text) = reader.text(field, HELP) else {
        return Dice::default();
    };
    match Dice::parse(&text.value) {
        Ok(dice) => dice,
        Err(why) => {
            let message = format!("{} {why}", quoted(&text.value));
            reader.problems.add(text.place, message, HELP);
            Dice::default()
        }
    }
}

/// Reads the keys of a `[policy]` over what the policy is so far.
fn policy_fields(reader: &mut Reader<'_>, table: &DeTable<'_>, written: &mut Policy) {
    for field in &reader.fields(table, &POLICY_KEYS) {
        let Some(text) = reader.text(field, "write a policy as on the command line") else {
            continue;
        };
        let (value, place) = (text.value.as_str(), &text.place);
        match field.key.as_str() {
            "target" => written.target = policy::target(value, place, reader.problems),
            "equals" => written.equals = policy::equals(value, place, reader.problems),
            "retreat" => written.retreat = policy::retreat(value, place, reader.problems),
            _ => {}
        }
    }
}
