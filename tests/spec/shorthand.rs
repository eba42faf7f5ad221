//! The one-line shorthand.

use crate::*;
use broadside::spec::policy;

#[test]
fn the_shorthand_is_read() {
    let cases: [(&str, &[&str]); 9] = [
        ("3 CA a1 d1 t1 + 6 SC a1", &["3 CA a1 d1 t1", "6 SC a1"]),
        ("CA+dd", &["1 CA", "1 dd"]),
        ("3CA", &["3 CA"]),
        (
            "2 Colony Ship + 1 destroyer attack2",
            &["2 Colony Ship", "1 destroyer attack2"],
        ),
        (
            "3 SC pd2 move3 cloak1 ship_size3",
            &["3 SC pd2 move3 cloak1 ship-size3"],
        ),
        ("3 CA a1 oos + 2 BB out-of-supply", &["3 CA a1 oos", "2 BB oos"]),
        ("3 CA green a1", &["3 CA a1"]),
        ("10 F2", &["10 F2"]),
        ("  99\tSC \u{a0} a1  ", &["99 SC a1"]),
    ];
    for (text, expected) in cases {
        assert_eq!(groups(&sound(shorthand(text))), expected, "{text:?}");
    }
    let fleet = sound(shorthand(" 3 CA  a1 +\t6 SC"));
    assert_eq!(fleet.name, "3 CA a1 + 6 SC");
    let (unit, level) = (&fleet.groups[1].unit.place, &fleet.groups[0].tech[0]);
    assert_eq!((unit.line_column(), unit.text()), ((1, 15), "SC"));
    assert_eq!((level.name.place.text(), level.level.place.text()), ("a", "1"));
}

// A case is a row.
#[rustfmt::skip]
#[test]
fn every_fault_of_the_shorthand_has_its_message() {
    assert_each(
        shorthand_problems,
        &[
            ("", (1, 1), "the fleet is empty", "", "3 CA a1 d1 + 6 SC a1"),
            ("  ", (1, 1), "the fleet is empty", "  ", "3 CA a1 d1 + 6 SC a1"),
            ("+ +", (1, 1), "a group is missing before \"+\"", "+", "write a fleet like"),
            ("3 CA +", (1, 6), "a group is missing after \"+\"", "+", "write a fleet like"),
            ("3 CA + + 6 SC", (1, 6), "a group is missing after \"+\"", "+", "write a fleet like"),
            ("+ 3 CA", (1, 1), "a group is missing before \"+\"", "+", "write a fleet like"),
            ("0 SC", (1, 1), "a group of 0 ships", "0", "1 to 99"),
            ("6 SC + 300 SC", (1, 8), "too many ships in one group: \"300\"", "300", "1 to 99"),
            ("99999999999999999999 SC", (1, 1), "too many ships in one group: \"99999999999999999999\"", "99999999999999999999", "1 to 99"),
            ("-3 SC", (1, 1), "a count cannot be negative: \"-3\"", "-3", "1 to 99"),
            ("3.5 SC", (1, 1), "a count must be a whole number, not \"3.5\"", "3.5", "1 to 99"),
            (".5 SC", (1, 1), "a count must be a whole number, not \".5\"", ".5", "1 to 99"),
            ("3x CA", (1, 2), "unexpected \"x\"", "x", "3 CA"),
            ("3xCA", (1, 2), "unexpected \"xCA\"", "xCA", "3 CA"),
            ("3 × CA", (1, 3), "unexpected \"×\"", "×", "3 CA"),
            ("3", (1, 1), "a unit is missing after the count", "3", "write a fleet like"),
            ("3 \u{1f600}", (1, 3), "unexpected \"\u{1f600}\" in \"\u{1f600}\"", "\u{1f600}", "write a fleet like"),
            ("é + 2 S\u{1f600}C", (1, 8), "unexpected \"\u{1f600}\" in \"S\u{1f600}C\"", "\u{1f600}", "write a fleet like"),
            ("3 cruiser[hull]", (1, 10), "unexpected \"[\" in \"cruiser[hull]\"", "[", "Eclipse"),
            ("CA, DD", (1, 3), "unexpected \",\" in \"CA,\"", ",", "join groups by +"),
            ("3 CA 6 SC", (1, 6), "unexpected number \"6\"", "6", "join groups by +"),
            ("3 CA a 1", (1, 8), "unexpected number \"1\"", "1", "without a blank"),
            ("3 CA a1 foo", (1, 9), "unexpected word \"foo\"", "foo", "oos"),
            ("3 CA a1 A2", (1, 9), "\"A\" is given twice", "A2", "once"),
            ("3 CA a99999999999", (1, 7), "level \"99999999999\" is too large", "99999999999", ""),
            ("3 CA a1 vetran", (1, 9), "unexpected word \"vetran\"", "vetran", "veteran"),
        ],
    );
}

#[test]
fn a_text_beyond_all_sense_is_refused() {
    let text = "3 CA a1 ".repeat(2000);
    let problems = shorthand_problems(&text);
    assert_eq!(
        (problems.count(), problems.list[0].help.as_str()),
        (1, "at most 8192 bytes")
    );
    let mut problems = Problems::new();
    let text = "SC,".repeat(5000);
    assert!(policy::target(&text, &Place::argument("--attacker-target", &text), &mut problems).is_none());
    assert_eq!(
        (problems.count(), problems.list[0].message.as_str()),
        (1, "the text is too long: 15000 bytes")
    );
}

#[test]
fn special_abilities_are_words_after_the_unit() {
    let fleet = sound(shorthand(
        "2 Alternate BC second-salvo a2 + 1 AltAdvFlagship attack_large Scanners pd1",
    ));
    assert_eq!(groups(&fleet), ["2 Alternate BC a2", "1 AltAdvFlagship pd1"]);
    let abilities: Vec<Vec<&str>> = { fleet.groups.iter() }.map(|group| values(&group.abilities)).collect();
    assert_eq!(abilities, [vec!["second-salvo"], vec!["attack_large", "Scanners"]]);
    assert_eq!(fleet.groups[0].abilities[0].place.text(), "second-salvo");
}
