//! The ready-made fleets: each says what it is for, reads without a fault and leaves nothing to remark.

use std::fs;
use std::path::{Path, PathBuf};

use broadside::rules::space_empires::{Possibilities, possibilities};
use broadside::spec::{Problems, read};

fn samples() -> impl Iterator<Item = (PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fleets/space-empires");
    let entries = fs::read_dir(folder).expect("the folder is there");
    entries.map(|entry| {
        let path = entry.expect("readable").path();
        let text = fs::read_to_string(&path).expect("a text");
        (path, text)
    })
}

fn is_engagement(text: &str) -> bool {
    text.contains("[attacker]") && text.contains("[defender]")
}

/// An engagement file as it is; a fleet file as the defender against a Scout.
fn battle(path: &Path, text: &str) -> Possibilities {
    let path = path.to_str().expect("a name in letters");
    let mut problems = Problems::default();
    let engagement = if is_engagement(text) {
        read(path, None, &mut problems)
    } else {
        read("1 SC", Some(path), &mut problems)
    };
    let battle = engagement.and_then(|engagement| possibilities(&engagement, &mut problems));
    assert!(problems.list.is_empty(), "{path}: {problems}");
    battle.expect("no fault, so there is a battle")
}

#[test]
fn every_sample_asks_a_question_first() {
    for (path, text) in samples() {
        let comment: Vec<&str> = text.lines().take_while(|line| line.starts_with("# ")).collect();
        assert!(
            comment.iter().any(|line| line.contains('?')),
            "{}: {comment:?}",
            path.display()
        );
        assert!(text.contains("\nname = \""), "{} has a name", path.display());
    }
}

#[test]
fn every_sample_is_a_battle() {
    let (mut fleets, mut engagements) = (0, 0);
    for (path, text) in samples() {
        battle(&path, &text);
        *if is_engagement(&text) {
            &mut engagements
        } else {
            &mut fleets
        } += 1;
    }
    assert!(fleets >= 4, "{fleets} fleets");
    assert!(engagements >= 8, "{engagements} engagements");
}

/// The only remarks beside samples are of levels that an empire has and its small ships don't carry, and that
/// experience counts.
#[test]
fn samples_leave_nothing_else_to_remark() {
    for (path, text) in samples() {
        for note in &battle(&path, &text).list[0].battle.notes {
            assert!(
                note.message.contains("allows no more (9.2)") || note.message.starts_with("ship experience counts"),
                "{}: {}",
                path.display(),
                note.message
            );
        }
    }
}
