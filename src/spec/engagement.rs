//! Engagement files: both sides and the hex they meet in.

use super::fleet::{edition, fleet_field, has_groups, is_engagement, name};
use super::game::{Game, must_be};
use super::list::{names, trimmed};
use super::problem::{Place, Problems, Source, Spanned};
use super::read::{fleet_file, is_file};
use super::shorthand;
use super::suggest::quoted;
use super::table::{Field, Reader, document};
use super::{Engagement, Fleet, RuleChoice, Side};
use std::path::Path;
use std::sync::Arc;
use toml::de::{DeTable, DeValue};

/// Keys of an engagement file.
const ENGAGEMENT_KEYS: [&str; 7] = ["game", "edition", "name", "terrain", "rules", "attacker", "defender"];

/// Keys of `[attacker]` and `[defender]`.
const SIDE_KEYS: [&str; 8] = [
    "fleet",
    "name",
    "empire",
    "research-points",
    "attribute",
    "tech",
    "group",
    "policy",
];

/// Reads an engagement file; fleet files that it names are looked for from its own folder. The
/// answer may be `Some` although faults were added, see [`super::read_side`].
pub fn parse_engagement(source: Arc<Source>, problems: &mut Problems) -> Option<Engagement> {
    let table = document(&source, problems)?;
    if !is_engagement(&table) {
        let help = "an engagement has [attacker] and [defender]";
        problems.add(Place::new(&source, 0..0), "this is not an engagement file", help);
        return None;
    }
    engagement_of_document(&source, &table, problems)
}

/// Reads an engagement file that is parsed already.
pub(super) fn engagement_of_document(
    source: &Arc<Source>,
    table: &DeTable<'_>,
    problems: &mut Problems,
) -> Option<Engagement> {
    let mut reader = Reader { source, problems };
    let (mut own_name, mut own_edition) = (None, None);
    let (mut terrain, mut rules, mut sides) = (Vec::new(), Vec::new(), [None, None]);
    for field in &reader.fields(table, &ENGAGEMENT_KEYS) {
        match field.key.as_str() {
            "game" => must_be(Game::SpaceEmpires, &mut reader, field),
            "edition" => own_edition = edition(&mut reader, field),
            "name" => own_name = name(&mut reader, field).map(|name| name.value),
            "terrain" => terrain = terrain_field(&mut reader, field),
            "rules" => rules = rule_fields(&mut reader, field),
            "attacker" => sides[0] = side(&mut reader, field, Side::Attacker),
            "defender" => sides[1] = side(&mut reader, field, Side::Defender),
            _ => {}
        }
    }
    for side in Side::BOTH {
        if !table.contains_key(side.name()) {
            let message = format!("the {} is missing", side.name());
            let help = format!(
                "add [{}] with fleet = \"file.toml\", fleet = \"3 CA a1\" or its groups",
                side.name()
            );
            reader.problems.add(reader.place(0..0), message, help);
        }
    }
    let [Some(attacker), Some(defender)] = sides else {
        return None;
    };
    Some(Engagement {
        name: own_name,
        edition: own_edition,
        terrain,
        rules,
        sides: [attacker, defender],
    })
}

/// Terrain names in a text, separated by commas: `asteroids,nebula`. `place` is where the text was
/// written. The names are not looked up here.
pub fn terrain(text: &str, place: &Place, problems: &mut Problems) -> Vec<Spanned<String>> {
    names(text, 0..text.len(), "terrain", place, problems)
}

fn terrain_field(reader: &mut Reader<'_>, field: &Field<'_>) -> Vec<Spanned<String>> {
    match field.value {
        DeValue::Array(array) => reader.texts(&field.key, array),
        DeValue::String(text) => terrain(text, &field.place, reader.problems),
        _ => {
            reader.wrong_type(
                field,
                "a terrain's name or an array of them",
                "write terrain = \"asteroids\"",
            );
            Vec::new()
        }
    }
}

/// A choice at a doubtful point of the rules: `name=value`. `place` is where the text was written.
/// Neither word is looked up here.
pub fn rule(text: &str, place: &Place, problems: &mut Problems) -> Option<RuleChoice> {
    let help = "write the rule and what is chosen, such as out-of-supply=total";
    let Some(equals) = text.find('=') else {
        problems.add(place.clone(), format!("no = in {}", quoted(text)), help);
        return None;
    };
    let [name, value] = [0..equals, equals + 1..text.len()].map(|range| trimmed(text, range));
    if name.is_empty() || value.is_empty() {
        problems.add(place.clone(), format!("half of {} is missing", quoted(text)), help);
        return None;
    }
    let word = |range: std::ops::Range<usize>| Spanned::new(text[range.clone()].to_owned(), place.inside(text, range));
    Some(RuleChoice {
        name: word(name),
        value: word(value),
    })
}

fn rule_fields(reader: &mut Reader<'_>, field: &Field<'_>) -> Vec<RuleChoice> {
    let Some(table) = reader.table(field, "write [rules], then a line such as out-of-supply = \"total\"") else {
        return Vec::new();
    };
    let fields = reader.fields(table, &[]);
    let mut choice = |field: &Field<'_>| {
        let value = reader.text(field, "write the value in quotes, such as out-of-supply = \"total\"")?;
        Some(RuleChoice {
            name: Spanned::new(field.key.clone(), field.key_place.clone()),
            value,
        })
    };
    fields.iter().filter_map(&mut choice).collect()
}

/// One side: a fleet file or shorthand with perhaps another name and policy, or a fleet in place.
fn side(reader: &mut Reader<'_>, field: &Field<'_>, side: Side) -> Option<Fleet> {
    let help = format!("write [{}], then fleet = \"3 CA a1\" or its groups", side.name());
    let table = reader.table(field, &help)?;
    let before = reader.problems.count();
    let fields = reader.fields(table, &SIDE_KEYS);
    let mut fleet = Fleet {
        name: side.name().to_owned(),
        place: Some(field.place.clone()),
        ..Fleet::default()
    };
    let named = fields.iter().find(|field| field.key == "fleet");
    if let Some(named) = named {
        // What stands beside a fleet that cannot be read is read all the same, for its faults.
        fleet = named_fleet(reader, named).unwrap_or_default();
    }
    for field in &fields {
        if named.is_some() && matches!(field.key.as_str(), "empire" | "tech" | "group") {
            let message = format!("{} beside \"fleet\"", quoted(&field.key));
            let help = "a side has either a fleet or its own empire, tech and groups; name and policy may stand beside a fleet";
            reader.problems.add(field.key_place.clone(), message, help);
        } else {
            fleet_field(reader, field, &mut fleet);
        }
    }
    has_groups(fleet, before, reader.problems)
}

/// The fleet that `fleet = "…"` names or spells out.
fn named_fleet(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<Fleet> {
    let text = reader.text(field, "write a file's name, or a fleet such as \"3 CA a1 + 6 SC\"")?;
    let folder = Path::new(&reader.source.name).parent().unwrap_or(Path::new(""));
    if is_file(&text.value, folder) {
        return fleet_file(&folder.join(&text.value), Some(&text.place), reader.problems);
    }
    shorthand::fleet(&text.value, &text.place, reader.problems)
}
