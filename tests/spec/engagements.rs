//! Engagement files.

use crate::*;
use broadside::spec::Target;

#[test]
fn an_engagement_file_is_read() {
    let text = r#"
game = "space-empires"
edition = "base"
name = "At the nebula"
terrain = "asteroids, nebula"
[attacker]
fleet = "3 CA a1 + 6 SC"
name = "Blue"
policy = { target = "weakest" }
[defender]
tech = { attack = 1 }
[[defender.group]]
unit = "BB"
count = 2
[defender.policy]
retreat = "never"
"#;
    let engagement = sound(engagement(text));
    assert_eq!(
        engagement.edition.as_ref().map(|edition| edition.value.as_str()),
        Some("base")
    );
    assert_eq!(values(&engagement.terrain), ["asteroids", "nebula"]);
    assert_eq!(engagement.terrain[1].place.text(), "nebula");
    let [attacker, defender] = &engagement.sides;
    assert_eq!(
        (attacker.name.as_str(), groups(attacker)),
        ("Blue", vec!["3 CA a1".into(), "6 SC".into()])
    );
    assert_eq!(
        attacker.policy.target.as_ref().map(|target| &target.value),
        Some(&Target::Weakest)
    );
    assert_eq!(
        (defender.name.as_str(), groups(defender)),
        ("defender", vec!["2 BB".into()])
    );
    assert_eq!((defender.tech.len(), defender.policy.retreat.is_some()), (1, true));
    // Words of a shorthand in a file are found in the file.
    let unit = &attacker.groups[1].unit.place;
    assert_eq!((unit.line_column(), unit.text()), ((7, 22), "SC"));
}

#[test]
fn readings_of_doubtful_rules_are_read() {
    let text = "[rules]\nout_of_supply = 'total'\n[attacker]\nfleet='SC'\n[defender]\nfleet='SC'\n";
    let rules = sound(engagement(text)).rules;
    assert_eq!(
        (rules[0].name.value.as_str(), rules[0].value.value.as_str()),
        ("out-of-supply", "total")
    );
    let mut problems = Problems::new();
    let place = |text: &str| Place::argument("--rule", text);
    let typed = " out-of-supply = total ";
    let choice = spec::rule(typed, &place(typed), &mut problems).expect("a choice");
    assert_eq!(
        (choice.name.place.text(), choice.value.place.text()),
        ("out-of-supply", "total")
    );
    for text in ["out-of-supply", "=total", "out-of-supply="] {
        assert!(spec::rule(text, &place(text), &mut problems).is_none());
    }
    assert_eq!(problems.count(), 3);
}

// A case is a row.
#[rustfmt::skip]
#[test]
fn every_fault_of_an_engagement_file_has_its_message() {
    let in_file =
        |text: &str| engagement_problems(&format!("{text}\n[attacker]\nfleet='SC'\n[defender]\nfleet='SC'\n"));
    assert_each(
        in_file,
        &[
            ("terain = 'nebula'", (1, 1), "unknown key \"terain\"", "terain", "did you mean \"terrain\"?"),
            ("terrain = 3", (1, 11), "\"terrain\" must be a terrain's name or an array of them, not a whole number", "3", "asteroids"),
            ("terrain = ['nebula', 3]", (1, 22), "\"terrain\" must hold names, not a whole number", "3", "quotes"),
            ("terrain = 'nebula,'", (1, 19), "a terrain is missing", "", "single commas"),
            ("rules = 'total'", (1, 9), "\"rules\" must be a table, not a text", "'total'", "[rules]"),
            ("rules = { out-of-supply = 3 }", (1, 27), "\"out-of-supply\" must be a text in quotes, not a whole number", "3", "in quotes"),
            ("game = 'eclipse'", (1, 8), "the game is Eclipse, where Space Empires is played", "'eclipse'", ""),
        ],
    );
    assert_each(
        engagement_problems,
        &[
            ("[[group]]\nunit='SC'", (1, 1), "this is not an engagement file", "", "[attacker] and [defender]"),
            ("[attacker]\nfleet='SC'", (1, 1), "the defender is missing", "", "add [defender]"),
            ("[defender]\nfleet='SC'", (1, 1), "the attacker is missing", "", "add [attacker]"),
            ("attacker='SC'\n[defender]\nfleet='SC'", (1, 10), "\"attacker\" must be a table, not a text", "'SC'", "[attacker]"),
            ("[defender]\nfleet='SC'\n[attacker]\n", (3, 1), "the fleet has no groups", "[attacker]", "[[group]]"),
            ("[defender]\nfleet='SC'\n[attacker]\nfleet=3", (4, 7), "\"fleet\" must be a text in quotes, not a whole number", "3", "3 CA a1 + 6 SC"),
            ("[defender]\nfleet='SC'\n[attacker]\nfleet='3 CA + 0 SC'", (4, 15), "a group of 0 ships", "0", "1 to 99"),
            ("[defender]\nfleet='SC'\n[attacker]\nflete='SC'", (4, 1), "unknown key \"flete\"", "flete", "did you mean \"fleet\"?"),
            ("[defender]\nfleet='SC'\n[attacker]\nfleet='SC'\ntech={}", (5, 1), "\"tech\" beside \"fleet\"", "tech", "either a fleet"),
        ],
    );
}

// A case is a row.
#[rustfmt::skip]
#[test]
fn a_fleet_and_an_engagement_are_not_mistaken_for_each_other() {
    assert_each(
        fleet_problems,
        &[(
            "[attacker]\nfleet='SC'",
            (1, 1),
            "this is an engagement file, where a fleet file is expected",
            "",
            "give it alone",
        )],
    );
}
