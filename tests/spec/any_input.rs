//! No text whatever makes a reader panic.

use crate::fleets::WHOLE_FLEET;
use crate::*;
use broadside::spec::{number, policy};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Always the same inputs, so that a failure is there again on the next run.
fn runner() -> TestRunner {
    let config = Config {
        cases: 2000,
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

/// Nothing panics, no answer comes without a reason, and all places are in their texts.
fn read_everything(text: &str) -> Result<(), TestCaseError> {
    let mut problems = Problems::new();
    let place = Place::argument("option", text);
    let _ = (
        number::count(text),
        number::probability(text),
        number::thousandths(text),
    );
    let answers = [
        spec::parse_fleet(Source::new("x.toml", text), &mut problems).is_some(),
        spec::parse_shorthand(text, "attacker", &mut problems).is_some(),
        policy::target(text, &place, &mut problems).is_some(),
        policy::screen(text, &place, &mut problems).is_some(),
        policy::retreat(text, &place, &mut problems).is_some(),
    ];
    prop_assert!(!problems.is_empty() || answers.iter().all(|&sound| sound));
    spec::parse_engagement(Source::new("/nowhere/e.toml", text), &mut problems);
    spec::terrain(text, &place, &mut problems);
    for problem in &problems.list {
        let place = problem.place.as_ref();
        prop_assert!(place.is_none_or(|place| place.start <= place.end && place.end <= place.source.text.len()));
    }
    prop_assert!(problems.render(false).chars().all(|c| c == '\n' || !c.is_control()));
    Ok(())
}

#[test]
fn bytes() {
    let bytes = proptest::collection::vec(any::<u8>(), 0..200);
    runner()
        .run(&bytes, |bytes| read_everything(&String::from_utf8_lossy(&bytes)))
        .expect("no panic");
}

#[test]
fn words() {
    let word = proptest::sample::select(vec![
        "[[group]]",
        "[group]",
        "[attacker]",
        "[[defender.group]]",
        "unit",
        "count",
        "tech",
        "=",
        " = ",
        "\n",
        "\"CA\"",
        "'é'",
        "{",
        "}",
        "[",
        "]",
        ",",
        "3",
        "-1",
        "a1",
        "+",
        " ",
        "CA",
        "oos",
        "units=",
        "after-round=",
        ":",
        "%",
        ".",
        "\"",
        "'''",
        "\\",
        "\u{1f600}",
        "99999999999999999999",
        "true",
        "e6",
        "_",
        "#",
        "fleet",
        "policy",
        "target",
    ]);
    let words = proptest::collection::vec(word, 0..60);
    runner()
        .run(&words, |words| read_everything(&words.concat()))
        .expect("no panic");
}

#[test]
fn mutated_fleets() {
    let edit = (any::<prop::sample::Index>(), 0..4_usize, any::<char>());
    let edits = proptest::collection::vec(edit, 1..6);
    let texts = proptest::sample::select(vec![WHOLE_FLEET, "3 CA a1 d1 t1 + 6 SC a1 oos", "units=CA,BB"]);
    let mutated = (texts, edits).prop_map(|(text, edits)| {
        let mut chars: Vec<char> = text.chars().collect();
        for (at, cut, put) in edits {
            let at = at.index(chars.len() + 1);
            chars.splice(at..(at + cut).min(chars.len()), [put]);
        }
        chars.into_iter().collect::<String>()
    });
    runner().run(&mutated, |text| read_everything(&text)).expect("no panic");
}
