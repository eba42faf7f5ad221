//! What is not known of a fleet: read from files and from the shorthand, and a message for every fault.

use crate::*;
use broadside::spec::{Unknown, Weighted};

/// What a group line may stand for: `0.5 2 CA a1`, and a dash for nothing.
fn lists(group: &spec::Group) -> Vec<String> {
    let Some(Unknown::OneOf(lists)) = &group.unknown else {
        panic!("it is known")
    };
    let told = |list: &Weighted<Vec<spec::Group>>| {
        let fleet = Fleet {
            groups: list.value.clone(),
            ..Fleet::default()
        };
        let groups = groups(&fleet).join(" + ");
        let groups = if groups.is_empty() { "-".to_owned() } else { groups };
        format!("{:.3} {groups}", list.weight)
    };
    lists.iter().map(told).collect()
}

fn in_file(lines: &str) -> Vec<String> {
    lists(&sound(fleet(&format!("[[group]]\n{lines}\n"))).groups[0])
}

fn typed(text: &str) -> Vec<String> {
    lists(&sound(shorthand(text)).groups[0])
}

#[test]
fn counts_units_and_levels_may_be_open() {
    assert_eq!(typed("2-3 CA"), ["0.500 2 CA", "0.500 3 CA"]);
    assert_eq!(
        typed("2 CA|Battle Carrier a1"),
        ["0.500 2 CA a1", "0.500 2 Battle Carrier a1"]
    );
    assert_eq!(typed("CA a0-1 50%"), ["0.250 1 CA a0", "0.250 1 CA a1", "0.500 -"]);
    assert_eq!(in_file("unit = { CA = 3, BC = 1 }"), ["0.750 1 CA", "0.250 1 BC"]);
    assert_eq!(
        in_file("unit = [\"CA\", \"BC\"]\ncount = 2"),
        ["0.500 2 CA", "0.500 2 BC"]
    );
    assert_eq!(
        in_file("unit = \"CA\"\ncount = { 0 = 1, 4 = 1.5 }"),
        ["0.600 4 CA", "0.400 -"]
    );
    assert_eq!(
        in_file("unit = \"CA\"\nchance = \"1/4\"\ntech = { attack = \"1-2\" }"),
        ["0.125 1 CA attack1", "0.125 1 CA attack2", "0.750 -"]
    );
    assert_eq!(
        in_file(
            "one-of = [{ unit = \"CA\", weight = 3 }, { group = [{ unit = \"SC\" }, { unit = \"BB\" }] }, { group = [] }]"
        ),
        ["3.000 1 CA", "1.000 1 SC + 1 BB", "1.000 -"]
    );
    // An empire's level is open for all its groups together.
    let empire = sound(fleet("[tech]\nattack = { 0 = 1, 2 = 3 }\n[[group]]\nunit = \"CA\"\n"));
    assert_eq!(empire.tech[0].instead, [Weighted::new(1.0, 0), Weighted::new(3.0, 2)]);
    assert!(empire.groups[0].unknown.is_none());
    // What can be one thing alone is known.
    for known in ["3-3 CA", "3 CA 100%", "3 CA a1-1"] {
        assert!(sound(shorthand(known)).groups[0].unknown.is_none(), "{known}");
    }
}

// A case is a row.
#[rustfmt::skip]
#[test]
fn every_fault_of_what_is_open_has_its_message() {
    assert_each(
        fleet_problems,
        &[
            ("[[group]]\nunit = \"CA\"\ncount = \"4-2\"", (3, 9), "\"count\" is no range: \"4-2\"", "\"4-2\"", "\"2-4\""),
            ("[[group]]\nunit = \"CA\"\ncount = { x = 1 }", (3, 11), "\"x\" is no number", "x", "{ 2 = 1, 4 = 3 }"),
            ("[[group]]\nunit = \"CA\"\ncount = { 2 = 0 }", (3, 11), "no weight is more than 0", "2", "possible"),
            ("[[group]]\nunit = \"CA\"\ncount = { 200 = 1, 2 = 1 }", (3, 11), "too many ships in one group: 200", "200", "0 to 99"),
            ("[[group]]\nunit = { CA = -1 }", (2, 15), "the weight \"-1\" is not from 0 to 1000000000", "-1", "0.5"),
            ("[[group]]\nunit = { CA = nan }", (2, 15), "the weight \"nan\" is not from 0 to 1000000000", "nan", "0.5"),
            ("[[group]]\nunit = { CA = true }", (2, 15), "\"CA\" must be a number, not true or false", "true", "0.5"),
            ("[[group]]\nunit = []", (2, 8), "\"unit\" is empty", "[]", "unit = \"CA\""),
            ("[[group]]\nunit = \"CA\"\nchance = 1.5", (3, 10), "\"chance\" is no chance: \"1.5\"", "1.5", "at most 1"),
            ("[[group]]\none-of = []", (2, 10), "\"one-of\" lists nothing", "[]", "one-of = ["),
            ("[[group]]\none-of = 3", (2, 10), "\"one-of\" must be a list of groups, not a whole number", "3", "one-of = ["),
            ("[[group]]\ndraw = { count = 4 }", (2, 8), "the draw doesn't say what is drawn from", "{ count = 4 }", "npa"),
            ("[[group]]\nunit = \"CA\"\ndraw = { from = \"npa\" }", (2, 1), "\"unit\" beside \"draw\"", "unit", "chance"),
        ],
    );
    assert_each(
        shorthand_problems,
        &[
            ("3 CA|", (1, 3), "a unit is missing beside \"|\"", "CA|", "CA|BC"),
            ("3 CA 120%", (1, 6), "\"120%\" is no chance", "120%", "50%"),
            ("2-300 SC", (1, 1), "the range ends at 300", "2-300", "at most 99"),
            ("3 SC 50% 40%", (1, 10), "a second chance", "40%", "once"),
            ("3-2 SC", (1, 1), "the range \"3-2\" goes down", "3-2", "1 to 99"),
            ("1-99 CA|BC|BB a0-5", (1, 6), "the group has 1782 possibilities", "CA|BC|BB", "at most 1000"),
        ],
    );
}

#[test]
fn what_is_left_of_a_battle_is_known() {
    let mut problems = Problems::new();
    spec::parse_ships("1-2 CA", "--attacker-left", &mut problems);
    assert_eq!(problems.list[0].message, "an uncertain group");
    let mut problems = Problems::new();
    spec::parse_state("1 CA|BC / 1 SC", "--state", &mut problems);
    assert_eq!(problems.list[0].message, "an uncertain group");
}
