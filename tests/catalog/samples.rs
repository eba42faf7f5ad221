//! The ready-made fleets: each says what it is for, and names only what the catalog has.

use std::fs;
use std::path::{Path, PathBuf};

use broadside::rules::space_empires::{Catalog, Edition};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fleets/space-empires")
}

/// The texts between quotes after `key =`, at the start of a line.
fn values<'a>(text: &'a str, key: &'a str) -> impl Iterator<Item = &'a str> {
    text.lines().filter_map(move |line| {
        let value = line.strip_prefix(key)?.trim_start().strip_prefix('=')?.trim();
        value.strip_prefix('"')?.strip_suffix('"')
    })
}

/// The units that a file names: in its groups, and in lines of the shorthand.
fn units(text: &str) -> Vec<&str> {
    let shorthand = values(text, "fleet").filter(|line| !line.ends_with(".toml"));
    let shorthand = shorthand.flat_map(|line| line.split('+').filter_map(|group| group.split_whitespace().nth(1)));
    values(text, "unit").chain(shorthand).collect()
}

#[test]
fn every_sample_says_what_it_answers_and_names_known_units() {
    let (mut fleets, mut engagements) = (0, 0);
    for entry in fs::read_dir(folder()).expect("the folder is there") {
        let path = entry.expect("readable").path();
        let name = path.display();
        let text = fs::read_to_string(&path).expect("a text");
        assert!(text.starts_with("# "), "{name} begins with a comment");
        assert!(
            text.lines()
                .take_while(|line| line.starts_with('#'))
                .any(|line| line.contains('?')),
            "{name} asks"
        );
        assert_eq!(values(&text, "game").collect::<Vec<_>>(), ["space-empires"], "{name}");
        assert!(
            values(&text, "name").next().is_some_and(|title| !title.is_empty()),
            "{name} has a name"
        );

        match text
            .lines()
            .filter(|line| ["[attacker]", "[defender]"].contains(line))
            .count()
        {
            0 => fleets += 1,
            2 => engagements += 1,
            _ => panic!("{name} has one side"),
        }
        let edition = values(&text, "edition")
            .next()
            .map_or(Some(Edition::default()), Edition::parse);
        let catalog = Catalog::of(edition.expect("a known edition"));
        for unit in units(&text) {
            assert!(catalog.unit(unit).is_some(), "{name}: {unit}");
        }
        for file in values(&text, "fleet").filter(|line| line.ends_with(".toml")) {
            assert!(folder().join(file).is_file(), "{name} names {file}");
        }
    }
    assert!(fleets >= 4, "{fleets} fleets");
    assert!(engagements >= 8, "{engagements} engagements");
}
