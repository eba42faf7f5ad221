//! Fleet files, and the same keys where an engagement file holds a fleet.

use super::ability::abilities;
use super::decisions::policy_fields;
use super::experience::experience;
use super::game::{Game, must_be};
use super::problem::{Place, Problems, Source, Spanned};
use super::render::visible;
use super::suggest::quoted;
use super::table::{Field, Reader, document};
use super::unknown::{Line, Unknown, Weighted};
use super::weights;
use super::{Charge, Fleet, Group, Level, MAX_GROUPS_PER_SIDE, MAX_SHIPS_PER_GROUP};
use std::path::Path;
use std::sync::Arc;
use toml::de::{DeTable, DeValue};

/// Keys of a fleet file.
const FLEET_KEYS: [&str; 9] = [
    "game",
    "edition",
    "name",
    "empire",
    "research-points",
    "attribute",
    "tech",
    "group",
    "policy",
];

/// Keys of a `[[group]]`.
pub(super) const GROUP_KEYS: [&str; 11] = [
    "unit",
    "count",
    "tech",
    "out-of-supply",
    "charged",
    "loaded",
    "experience",
    "ability",
    "chance",
    "one-of",
    "draw",
];

/// Longest name of a fleet, in characters: it must fit a table.
pub const MAX_NAME_CHARS: usize = 80;

/// Reads a fleet file. The answer may be `Some` although faults were added, see
/// [`super::read_side`].
pub fn parse_fleet(source: Arc<Source>, problems: &mut Problems) -> Option<Fleet> {
    let table = document(&source, problems)?;
    fleet_of_document(&source, &table, problems)
}

/// Reads a fleet file that is parsed already.
pub(super) fn fleet_of_document(source: &Arc<Source>, table: &DeTable<'_>, problems: &mut Problems) -> Option<Fleet> {
    if is_engagement(table) {
        let message = "this is an engagement file, where a fleet file is expected";
        problems.add(
            Place::new(source, 0..0),
            message,
            "an engagement holds both sides: give it alone",
        );
        return None;
    }
    let before = problems.count();
    let mut reader = Reader { source, problems };
    let mut fleet = Fleet {
        name: stem(source),
        place: Some(reader.place(0..0)),
        ..Fleet::default()
    };
    for field in &reader.fields(table, &FLEET_KEYS) {
        if field.key == "group" {
            fleet.place = Some(field.place.clone());
        }
        fleet_field(&mut reader, field, &mut fleet);
    }
    has_groups(fleet, before, problems)
}

/// The fleet, if it has groups; a fault if it has none and nothing else was found that explains it.
pub(super) fn has_groups(fleet: Fleet, faults_before: usize, problems: &mut Problems) -> Option<Fleet> {
    if !fleet.groups.is_empty() {
        return Some(fleet);
    }
    if problems.count() == faults_before {
        problems.add(
            fleet.place,
            "the fleet has no groups",
            "add a [[group]] with unit = \"CA\" and count = 3",
        );
    }
    None
}

/// A file that holds a side is an engagement.
pub(super) fn is_engagement(table: &DeTable<'_>) -> bool {
    table.contains_key("attacker") || table.contains_key("defender")
}

pub(super) fn stem(source: &Source) -> String {
    let stem = Path::new(&source.name).file_stem();
    stem.map_or_else(|| source.name.clone(), |stem| stem.to_string_lossy().into_owned())
}

/// Reads one key of a fleet file, or of a side of an engagement, into the fleet.
pub(super) fn fleet_field(reader: &mut Reader<'_>, field: &Field<'_>, fleet: &mut Fleet) {
    match field.key.as_str() {
        "game" => must_be(Game::SpaceEmpires, reader, field),
        "edition" => fleet.edition = edition(reader, field),
        "name" => {
            if let Some(name) = name(reader, field) {
                fleet.name = name.value;
            }
        }
        "empire" => {
            fleet.empire = reader.text(
                field,
                "write empire = \"alternate\" or \"replicators\", or leave it out",
            )
        }
        "attribute" => fleet.attribute = reader.text(field, "write the planet's attribute, such as \"giant\""),
        "research-points" => fleet.research_points = reader.whole(field),
        "tech" => fleet.tech = levels(reader, field),
        "group" => fleet.groups = groups(reader, field, group),
        "policy" => {
            if let Some(table) = reader.table(field, "write [policy], then a line for each key") {
                policy_fields(reader, table, &mut fleet.policy);
            }
        }
        _ => {}
    }
}

/// The edition as written.
pub(super) fn edition(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<Spanned<String>> {
    reader.text(field, "write an edition such as \"all-good-things\"")
}

/// A name for tables: short, and nothing in it that would not print.
pub(super) fn name(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<Spanned<String>> {
    let name = reader.text(field, "write name = \"Blue strike\"")?;
    if visible(&name.value) != name.value {
        reader.problems.add(
            name.place,
            "the name has a control character, an invisible one or a line break",
            "write it on one line",
        );
        return None;
    }
    if name.value.chars().count() > MAX_NAME_CHARS {
        reader.problems.add(
            name.place,
            "the name is too long",
            format!("at most {MAX_NAME_CHARS} characters"),
        );
        return None;
    }
    Some(name)
}

/// A table of levels: `{ attack = 1 }`. What the names and numbers mean is the rules' affair.
fn levels(reader: &mut Reader<'_>, field: &Field<'_>) -> Vec<Level> {
    let Some(table) = reader.table(field, "write levels by name, such as { attack = 1, defense = 1 }") else {
        return Vec::new();
    };
    let mut levels = Vec::new();
    for field in reader.fields(table, &[]) {
        let values = weights::numbers(reader, &field, |_, _| true);
        let Some(first) = values.first() else { continue };
        levels.push(Level {
            level: first.value.clone(),
            instead: match values.len() {
                1 => Vec::new(),
                _ => { values.iter() }
                    .map(|value| Weighted::new(value.weight, value.value.value))
                    .collect(),
            },
            name: Spanned::new(field.key, field.key_place),
        });
    }
    levels
}

/// The groups of a side, each read by `group`.
pub(super) fn groups<G>(
    reader: &mut Reader<'_>,
    field: &Field<'_>,
    group: impl Fn(&mut Reader<'_>, &DeTable<'_>, Place) -> Option<G>,
) -> Vec<G> {
    const HELP: &str = "write [[group]], in double brackets, before each group";
    let DeValue::Array(array) = field.value else {
        reader.wrong_type(field, "a list of groups", HELP);
        return Vec::new();
    };
    let mut groups = Vec::new();
    for (index, item) in array.iter().enumerate() {
        let place = reader.place(item.span());
        if index == MAX_GROUPS_PER_SIDE {
            let message = format!("more than {MAX_GROUPS_PER_SIDE} groups on one side");
            reader
                .problems
                .add(place, message, format!("at most {MAX_GROUPS_PER_SIDE} are allowed"));
            break;
        }
        match item.get_ref() {
            DeValue::Table(table) => groups.extend(group(reader, table, place)),
            _ => reader.problems.add(place, "a group must be a table", HELP),
        }
    }
    groups
}

/// One group; `None` if it has no unit. A count that is wrong is read as 1.
fn group(reader: &mut Reader<'_>, table: &DeTable<'_>, place: Place) -> Option<Group> {
    let fields = reader.fields(table, &GROUP_KEYS);
    group_of(reader, &fields.iter().collect::<Vec<_>>(), place)
}

/// As [`group`], of fields that are read already; others than a group's are passed over.
pub(super) fn group_of(reader: &mut Reader<'_>, fields: &[&Field<'_>], place: Place) -> Option<Group> {
    const UNIT: &str = "write unit = \"CA\"";
    if let Some(list) = fields
        .iter()
        .find(|field| matches!(field.key.as_str(), "one-of" | "draw"))
    {
        return unlisted(reader, fields, list);
    }
    let (mut units, mut counts, mut tech) = (Vec::new(), Vec::new(), Vec::new());
    let (mut out_of_supply, mut charged, mut level) = (false, None, None);
    let (mut special, mut loaded) = (Vec::new(), None);
    let mut chance = 1.0;
    for field in fields {
        match field.key.as_str() {
            "unit" => units = weights::names(reader, field, UNIT),
            "count" => counts = weights::numbers(reader, field, ships),
            "tech" => tech = levels(reader, field),
            "out-of-supply" => out_of_supply = reader.boolean(field).unwrap_or(false),
            "charged" => {
                let word = reader.text(field, "write charged = \"red\"");
                charged = word.and_then(|word| charge(&word.value, &word.place, reader.problems));
            }
            "experience" => {
                let word = reader.text(field, "write experience = \"veteran\"");
                level = word.and_then(|word| experience(&word.value, &word.place, reader.problems));
            }
            "ability" => special = abilities(reader, field),
            "loaded" => {
                loaded = reader
                    .boolean(field)
                    .filter(|&loaded| loaded)
                    .map(|_| field.place.clone())
            }
            "chance" => chance = weights::chance(reader, field).unwrap_or(1.0),
            _ => {}
        }
    }
    if !fields.iter().any(|field| field.key == "unit") {
        reader.problems.add(
            place.clone(),
            "the group has no unit",
            "add unit = \"CA\", or whatever its ships are",
        );
    }
    let first = units.first()?;
    if counts.is_empty() {
        counts.push(Weighted::new(1.0, Spanned::new(1, first.value.place.clone())));
    }
    let line = Line {
        place,
        units,
        counts,
        tech,
        out_of_supply,
        charged,
        experience: level,
        loaded,
        chance,
        abilities: special,
    };
    line.group(reader.problems)
}

/// A group line that says `one-of` or `draw` where others name a unit.
fn unlisted(reader: &mut Reader<'_>, fields: &[&Field<'_>], list: &Field<'_>) -> Option<Group> {
    let mut there = 1.0;
    for field in fields {
        match field.key.as_str() {
            key if key == list.key => {}
            "chance" => there = weights::chance(reader, field).unwrap_or(1.0),
            _ => {
                let message = format!("{} beside {}", quoted(&field.key), quoted(&list.key));
                let help = "only chance may stand beside it: what is there is said in it";
                reader.problems.add(field.key_place.clone(), message, help);
            }
        }
    }
    let unknown = match list.key.as_str() {
        "draw" => Unknown::Draw(weights::draw(reader, list)?),
        _ => weights::one_of(reader, list)?,
    };
    let group = Group {
        unit: Spanned::new(list.key.clone(), list.key_place.clone()),
        count: Spanned::new(1, list.key_place.clone()),
        tech: Vec::new(),
        out_of_supply: false,
        charged: None,
        experience: None,
        loaded: None,
        unknown: Some(unknown),
        abilities: Vec::new(),
    };
    if there >= 1.0 {
        return Some(group);
    }
    let lists = vec![
        Weighted::new(there, vec![group.clone()]),
        Weighted::new(1.0 - there, Vec::new()),
    ];
    Some(Group {
        unknown: Some(Unknown::OneOf(lists)),
        ..group
    })
}

/// The pulsar that charged a group: `red` or `green`.
pub(super) fn charge(word: &str, place: &Place, problems: &mut Problems) -> Option<Spanned<Charge>> {
    let found = Charge::ALL
        .into_iter()
        .find(|charge| charge.name() == word.to_lowercase());
    if found.is_none() {
        let message = format!("no ship is charged {}", quoted(word));
        let help = "a red pulsar gives +1 Attack Strength, a green one +1 Defense Strength (25.4)";
        problems.add(place.clone(), message, help);
    }
    Some(Spanned::new(found?, place.clone()))
}

/// A number of ships that must be known.
pub(super) fn ship_count(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<Spanned<u32>> {
    let count = reader.whole(field)?;
    ships(&count, reader.problems).then_some(count)
}

/// Whether a count is one that a group may have.
fn ships(count: &Spanned<u32>, problems: &mut Problems) -> bool {
    let fits = count.value <= MAX_SHIPS_PER_GROUP;
    if !fits {
        let message = format!("too many ships in one group: {}", count.value);
        let help = format!("expected 0 to {MAX_SHIPS_PER_GROUP} ships in a group");
        problems.add(count.place.clone(), message, help);
    }
    fits
}
