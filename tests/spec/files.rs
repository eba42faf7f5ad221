//! Which texts are files, and what happens when they cannot be read.

use crate::*;
use broadside::spec::{Screen, Side, Spanned, Target};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A folder with some files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    folder
}

fn side_of(path: &Path) -> (Option<Fleet>, Problems) {
    let mut problems = Problems::new();
    let fleet = spec::read_side(path.to_str().expect("UTF-8"), Side::Attacker, &mut problems);
    (fleet, problems)
}

#[test]
fn sides_come_from_files_and_from_the_shorthand() {
    let folder = folder(&[
        ("blue.toml", "[[group]]\nunit='CA'\n"),
        ("plain", "name='p'\n[[group]]\nunit='SC'\n"),
    ]);
    let (blue, problems) = side_of(&folder.path().join("blue.toml"));
    assert!(problems.is_empty());
    assert_eq!(blue.map(|fleet| fleet.name), Some("blue".into()));
    let (plain, _) = side_of(&folder.path().join("plain"));
    assert_eq!(plain.map(|fleet| fleet.name), Some("p".into()));

    let mut problems = Problems::new();
    let path = folder.path().join("blue.toml");
    let both = spec::read(path.to_str().expect("UTF-8"), Some("6 SC"), &mut problems).expect("an engagement");
    assert_eq!(
        both.sides.each_ref().map(groups),
        [vec!["1 CA".to_owned()], vec!["6 SC".to_owned()]]
    );
    assert!(problems.is_empty() && both.terrain.is_empty() && both.edition.is_none());
    let both = spec::engagement_from_shorthand("3 CA", "SC").expect("sound");
    assert_eq!(both.sides[1].name, "SC");
    assert_eq!(
        spec::engagement_from_shorthand("0 CA", "-1 SC")
            .expect_err("faults")
            .count(),
        2
    );
}

#[test]
fn an_engagement_names_fleets_from_its_own_folder_and_may_change_name_and_policy() {
    let blue = "name='Blue'\n[[group]]\nunit='CA'\n[policy]\ntarget='weakest'\nscreen='wounded'\n";
    let text = "[attacker]\nfleet='blue.toml'\nname='Bluer'\npolicy.target='SC,DD'\n[defender]\nfleet='blue.toml'\n";
    let folder = folder(&[("blue.toml", blue), ("e.toml", text)]);
    let mut problems = Problems::new();
    let path = folder.path().join("e.toml");
    let engagement = spec::read(path.to_str().expect("UTF-8"), None, &mut problems).expect("an engagement");
    assert_eq!(problems.render(false), "");
    let [attacker, defender] = &engagement.sides;
    assert_eq!((attacker.name.as_str(), defender.name.as_str()), ("Bluer", "Blue"));
    assert!(matches!(&attacker.policy.target, Some(Spanned { value: Target::Order(order), .. }) if order.len() == 2));
    assert_eq!(
        attacker.policy.screen.as_ref().map(|screen| &screen.value),
        Some(&Screen::Wounded)
    );
    assert_eq!(
        defender.policy.target.as_ref().map(|target| &target.value),
        Some(&Target::Weakest)
    );
    assert!(spec::read_engagement(&path, &mut problems).is_some());
}

#[test]
fn a_file_that_an_engagement_names_and_that_is_missing_is_told_at_its_name() {
    let text = "[attacker]\nfleet='bleu.toml'\n[defender]\nfleet='SC'\n";
    let folder = folder(&[("blue.toml", "[[group]]\nunit='CA'\n"), ("e.toml", text)]);
    let mut problems = Problems::new();
    assert!(spec::read_engagement(&folder.path().join("e.toml"), &mut problems).is_none());
    let at = |name: &str| folder.path().join(name).display().to_string();
    assert_faults(
        &problems.render(false),
        &[
            &format!(
                "{}:2:7: cannot read \"{}\": no such file",
                at("e.toml"),
                at("bleu.toml")
            ),
            " 2 | fleet='bleu.toml'",
            "   |       ^^^^^^^^^^^",
            &format!("   = help: did you mean \"{}\"?", at("blue.toml")),
        ],
    );
}

#[test]
fn every_file_that_cannot_be_read_has_its_message() {
    let folder = folder(&[("blue.toml", "x"), ("empty.toml", " \n"), ("big.toml", "")]);
    let big = format!("name='a' #{}", "x".repeat(spec::MAX_FILE_BYTES as usize));
    fs::write(folder.path().join("big.toml"), big).expect("a file");
    fs::write(folder.path().join("latin.toml"), b"a = 1\nname = 'caf\xe9'\n").expect("a file");
    fs::create_dir(folder.path().join("sub.toml")).expect("a folder");
    let cases = [
        (
            "bleu.toml",
            "cannot read \"@bleu.toml\": no such file",
            "did you mean \"@blue.toml\"?",
        ),
        (
            "zzzzzzzzz",
            "cannot read \"@zzzzzzzzz\": no such file",
            "or a fleet such as \"3 CA a1 + 6 SC\"",
        ),
        (
            "no/x.toml",
            "cannot read \"@no/x.toml\": no such file",
            "there is no folder \"@no\"",
        ),
        (
            "sub.toml",
            "cannot read \"@sub.toml\": it is a directory",
            "give a file in it",
        ),
        (
            "big.toml",
            "cannot read \"@big.toml\": it is larger than 1 MiB",
            "a few hundred bytes",
        ),
        (
            "empty.toml",
            "\"@empty.toml\" is empty",
            "a fleet file names its groups",
        ),
        ("latin.toml", "not UTF-8 text: byte 0xe9", "save the file as UTF-8"),
    ];
    for (name, message, help) in cases {
        let (fleet, problems) = side_of(&folder.path().join(name));
        let at = format!("{}/", folder.path().display());
        assert!(fleet.is_none());
        assert_eq!(problems.count(), 1, "{problems}");
        assert_eq!(problems.list[0].message, message.replace('@', &at));
        assert!(problems.list[0].help.contains(&help.replace('@', &at)), "{problems}");
    }
    let (_, problems) = side_of(&folder.path().join("latin.toml"));
    assert_eq!(problems.list[0].place.as_ref().map(Place::line_column), Some((2, 12)));
}

#[cfg(unix)]
#[test]
fn devices_are_not_read() {
    let (_, problems) = side_of(Path::new("/dev/null"));
    let expected = "cannot read \"/dev/null\": it is not a regular file";
    assert_eq!(problems.list[0].message, expected);
    assert!(problems.list[0].help.contains("pipes and devices"));
}

#[test]
fn a_byte_order_mark_is_no_text() {
    let folder = folder(&[("bom.toml", "\u{feff}nmae = 1\n[[group]]\nunit='CA'\n")]);
    let (_, problems) = side_of(&folder.path().join("bom.toml"));
    assert_eq!(problems.list[0].place.as_ref().map(Place::line_column), Some((1, 1)));
    assert_eq!(problems.count(), 1);
}

#[test]
fn a_fault_of_a_file_that_both_sides_use_is_told_once() {
    let folder = folder(&[("blue.toml", "nmae = 1\n[[group]]\nunit='CA'\n")]);
    let path = folder.path().join("blue.toml").display().to_string();
    let mut problems = Problems::new();
    spec::read(&path, Some(&path), &mut problems);
    assert_eq!(problems.render(false).matches("unknown key \"nmae\"").count(), 1);
}

#[test]
fn an_engagement_is_no_side() {
    let folder = folder(&[("e.toml", "[attacker]\nfleet='e.toml'\n[defender]\nfleet='SC'\n")]);
    let path = folder.path().join("e.toml").display().to_string();
    for second in [None, Some("SC")] {
        let mut problems = Problems::new();
        assert!(spec::read(&path, second, &mut problems).is_none());
        assert_eq!(problems.count(), 1, "{problems}");
        assert_eq!(
            problems.list[0].message,
            "this is an engagement file, where a fleet file is expected"
        );
    }
}

#[test]
fn one_side_alone_is_not_enough() {
    let folder = folder(&[("blue.toml", "[[group]]\nunit='CA'\n")]);
    let path = folder.path().join("blue.toml");
    for argument in ["3 CA", path.to_str().expect("UTF-8")] {
        let mut problems = Problems::new();
        assert!(spec::read(argument, None, &mut problems).is_none());
        assert_faults(
            &problems.render(false),
            &[
                "error: only one side is given: the defender is missing",
                "   = help: give two fleets, or one engagement file, which holds both",
            ],
        );
    }
}

#[test]
fn editions_of_fleets_and_of_the_engagement_are_kept_apart() {
    let fleet = |edition: &str| format!("edition='{edition}'\n[[group]]\nunit='CA'\n");
    let sides = "[attacker]\nfleet='a.toml'\n[defender]\nfleet='d.toml'\n";
    let folder = folder(&[
        ("a.toml", &fleet("base")),
        ("d.toml", &fleet("replicators")),
        ("e.toml", &format!("edition='bga'\n{sides}")),
    ]);
    let at = |name: &str| folder.path().join(name).display().to_string();
    let mut problems = Problems::new();
    for (first, second, own) in [("a.toml", Some("d.toml"), None), ("e.toml", None, Some("bga"))] {
        let engagement = spec::read(&at(first), second.map(at).as_deref(), &mut problems).expect("an engagement");
        assert_eq!(engagement.edition.map(|edition| edition.value).as_deref(), own);
        let fleets = engagement.sides.map(|fleet| fleet.edition.map(|edition| edition.value));
        assert_eq!(fleets, [Some("base".into()), Some("replicators".into())]);
    }
    assert!(problems.is_empty(), "{problems}");
}
