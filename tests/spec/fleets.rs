//! Fleet files: what is read, and a message for every fault.

use crate::*;
use broadside::spec::{Experience, Retreat, Screen, Target, Unknown};

pub(crate) const WHOLE_FLEET: &str = r#"
game = "space-empires"
edition = "all-good-things"
name = "Blue strike"

[tech]
attack = 2
ship_size = 3

[[group]]
unit = "CA"
count = 3
tech = { defense = 1, attack = 1 }
experience = "green"

[[group]]
unit = "SC"
out-of-supply = true

[policy]
target = ["F", "DD", "CA"]
finish_wounded = false
screen = "weakest"
keep-bonus = true
retreat = "after-round=2"
"#;

#[test]
fn a_fleet_file_is_read() {
    let fleet = sound(fleet(WHOLE_FLEET));
    assert_eq!(fleet.name, "Blue strike");
    assert_eq!(
        fleet.edition.as_ref().map(|edition| edition.value.as_str()),
        Some("all-good-things")
    );
    let tech: Vec<_> = fleet
        .tech
        .iter()
        .map(|level| (level.name.value.as_str(), level.level.value))
        .collect();
    assert_eq!(tech, [("attack", 2), ("ship-size", 3)]);
    assert_eq!(groups(&fleet), ["3 CA defense1 attack1", "1 SC oos"]);
    let policy = &fleet.policy;
    let Some(Target::Order(order)) = policy.target.as_ref().map(|target| &target.value) else {
        panic!("no order")
    };
    assert_eq!(values(order), ["F", "DD", "CA"]);
    assert_eq!(policy.finish_wounded, Some(false));
    assert_eq!(
        policy.screen.as_ref().map(|screen| &screen.value),
        Some(&Screen::Weakest)
    );
    assert_eq!(policy.keep_bonus, Some(true));
    assert_eq!(
        policy.retreat.as_ref().map(|retreat| &retreat.value),
        Some(&Retreat::AfterRound(2))
    );
}

#[test]
fn places_point_at_the_words() {
    let fleet = sound(fleet(WHOLE_FLEET));
    let unit = &fleet.groups[0].unit.place;
    assert_eq!((unit.line_column(), unit.text()), ((11, 8), "\"CA\""));
    let level = &fleet.groups[0].tech[1];
    assert_eq!((level.name.place.text(), level.level.place.text()), ("attack", "1"));
    assert_eq!(fleet.place.expect("a place").line_column(), (10, 1));
}

#[test]
fn what_may_be_left_out_has_its_default() {
    let fleet = sound(fleet(
        "[[group]]\nunit = 'Colony Ship'\n[[group]]\nunit = \"SC\"\ncount = 0",
    ));
    assert_eq!(fleet.name, "x");
    assert_eq!(groups(&fleet), ["1 Colony Ship", "0 SC"]);
    assert!(fleet.policy.target.is_none() && fleet.edition.is_none() && fleet.tech.is_empty());
}

#[test]
fn a_fault_shows_its_line_underlined_and_the_nearest_key() {
    let (_, faults) = fleet("[[group]]\nunit = \"CA\"\ncoutn = 3\n");
    assert_faults(
        &faults,
        &[
            "fleets/x.toml:3:1: unknown key \"coutn\"",
            " 3 | coutn = 3",
            "   | ^^^^^",
            "   = help: expected one of unit, count, tech, out-of-supply, charged, loaded, experience, ability, chance, one-of, draw; did you mean \"count\"?",
        ],
    );
}

#[test]
fn several_faults_are_told_at_once_in_the_order_of_lines() {
    let text = "nmae = 1\n[tech]\nattack = -1\n[[group]]\ncount = 300\nunit = \"CA\"\n[policy]\ntarget = \"weekest\"\n";
    let (_, faults) = fleet(text);
    assert_faults(
        &faults,
        &[
            "fleets/x.toml:1:1: unknown key \"nmae\"",
            " 1 | nmae = 1",
            "   | ^^^^",
            "   = help: expected one of game, edition, name, empire, research-points, attribute, tech, group, policy; did you mean \"name\"?",
            "fleets/x.toml:3:10: \"attack\" cannot be negative: -1",
            " 3 | attack = -1",
            "   |          ^^",
            "   = help: expected 0 or more",
            "fleets/x.toml:5:9: too many ships in one group: 300",
            " 5 | count = 300",
            "   |         ^^^",
            "   = help: expected 0 to 99 ships in a group",
            "fleets/x.toml:8:11: unknown targeting policy \"weekest\"",
            " 8 | target = \"weekest\"",
            "   |           ^^^^^^^",
            "   = help: expected value, weakest, strongest, easiest, costliest, random, optimal, or unit names such as SC,DD,CA; \
             did you mean \"weakest\"?",
        ],
    );
}

// A case is a row.
#[rustfmt::skip]
#[test]
fn every_fault_of_a_fleet_file_has_its_message() {
    let in_file = |text: &str| fleet_problems(&format!("{text}\n[[group]]\nunit = 'SC'\n"));
    assert_each(
        in_file,
        &[
            ("game = 'eclipse'", (1, 8), "the game is Eclipse, where Space Empires is played", "'eclipse'", "space-empires"),
            ("game = 'space-empire'", (1, 8), "unknown game \"space-empire\"", "'space-empire'", "did you mean \"space-empires\"?"),
            ("game = 4", (1, 8), "\"game\" must be a text in quotes, not a whole number", "4", "game = \"space-empires\""),
            ("edition = ' '", (1, 11), "\"edition\" is empty", "' '", "all-good-things"),
            ("name = true", (1, 8), "\"name\" must be a text in quotes, not true or false", "true", "name ="),
            ("name = \"a\\tb\"", (1, 8), "the name has a control character, an invisible one or a line break", "\"a\\tb\"", "one line"),
            ("tech = 3", (1, 8), "\"tech\" must be a table, not a whole number", "3", "{ attack = 1, defense = 1 }"),
            ("[tech]\nattack = 1.5", (2, 10), "\"attack\" must be a whole number, not a number with decimals", "1.5", "digits"),
            ("[tech]\nattack = 'x'", (2, 10), "\"attack\" must be a whole number, not a text", "'x'", "without quotes"),
            ("[tech]\nattack = 1979-05-27", (2, 10), "\"attack\" must be a whole number, not a date", "1979-05-27", ""),
            ("[tech]\nattack = 0xfffffffff", (2, 10), "\"attack\" is too large: \"0xfffffffff\"", "0xfffffffff", ""),
            ("[tech]\nship_size = 1\nship-size = 2", (3, 1), "duplicate key \"ship-size\"", "ship-size", "same key"),
            ("name = 'a'\nname = 'b'", (2, 1), "duplicate key \"name\"", "name", "once"),
            ("policy = 'value'", (1, 10), "\"policy\" must be a table, not a text", "'value'", "[policy]"),
            ("Name = 'a'", (1, 1), "unknown key \"Name\"", "Name", "did you mean \"name\"?"),
            ("zzz = 'a'", (1, 1), "unknown key \"zzz\"", "zzz", "expected one of game, edition, name, empire, research-points, attribute, tech, group, policy"),
        ],
    );
    let long = format!("name = '{}'\n[[group]]\nunit = 'SC'", "n".repeat(81));
    let problems = fleet_problems(&long);
    assert_eq!(problems.list[0].message, "the name is too long");
    assert_eq!(problems.list[0].help, "at most 80 characters");
}

// A case is a row.
#[rustfmt::skip]
#[test]
fn every_fault_of_a_group_has_its_message() {
    let in_group = |text: &str| fleet_problems(&format!("[[group]]\nunit = 'SC'\n{text}"));
    assert_each(
        in_group,
        &[
            ("count = '3'", (3, 9), "\"count\" must be a whole number, not a text", "'3'", "without quotes"),
            ("count = -3", (3, 9), "\"count\" cannot be negative: -3", "-3", "0 or more"),
            ("count = 100", (3, 9), "too many ships in one group: 100", "100", "0 to 99"),
            ("out_of_supply = 1", (3, 17), "\"out-of-supply\" must be true or false, not a whole number", "1", "quotes"),
            ("experience = 'vetran'", (3, 14), "unknown experience \"vetran\"", "'vetran'", "did you mean \"veteran\"?"),
            ("experience = 2", (3, 14), "\"experience\" must be a text in quotes, not a whole number", "2", "veteran"),
        ],
    );
    assert_each(
        fleet_problems,
        &[
            ("[[group]]\ncount = 3", (1, 1), "the group has no unit", "[[group]]", "unit = \"CA\""),
            ("[[group]]\nunit = 7", (2, 8), "\"unit\" must be a text in quotes, not a whole number", "7", "\"CA\""),
            ("[[group]]\nunit = ''", (2, 8), "\"unit\" is empty", "''", "\"CA\""),
            ("[group]\nunit = 'CA'", (1, 1), "\"group\" must be a list of groups, not a table", "[group]", "[[group]]"),
            ("group = ['CA']", (1, 10), "a group must be a table", "'CA'", "[[group]]"),
            ("group = []", (1, 9), "the fleet has no groups", "[]", "add a [[group]]"),
            ("name = 'a'", (1, 1), "the fleet has no groups", "", "add a [[group]]"),
            ("# nothing", (1, 1), "the fleet has no groups", "", "add a [[group]]"),
        ],
    );
}

// A case is a row.
#[rustfmt::skip]
#[test]
fn every_fault_of_a_policy_table_has_its_message() {
    let in_policy = |text: &str| fleet_problems(&format!("[[group]]\nunit = 'SC'\n[policy]\n{text}"));
    assert_each(
        in_policy,
        &[
            ("traget = 'value'", (4, 1), "unknown key \"traget\"", "traget", "did you mean \"target\"?"),
            ("target = 3", (4, 10), "\"target\" must be a policy's name or an array of unit names, not a whole number", "3", "[\"SC\", \"DD\"]"),
            ("target = ['SC', 3]", (4, 17), "\"target\" must hold names, not a whole number", "3", "in quotes"),
            ("target = ['SC', ' ']", (4, 17), "\"target\" is empty", "' '", "in quotes"),
            ("target = []", (4, 10), "the targeting policy names no units", "[]", "SC,DD,CA"),
            ("target = ['SC', 'sc']", (4, 17), "\"sc\" stands twice in the list", "'sc'", "once"),
            ("screen = ['CV', 'none']", (4, 17), "\"none\" is a screening policy, not a unit", "'none'", "unit names alone"),
            ("retreat = ['CV']", (4, 11), "\"retreat\" must be a text in quotes, not an array", "['CV']", "\"units=T,CA\""),
            ("finish-wounded = 'yes'", (4, 18), "\"finish-wounded\" must be true or false, not a text", "'yes'", "quotes"),
            ("keep_bonus = 0", (4, 14), "\"keep-bonus\" must be true or false, not a whole number", "0", "quotes"),
            ("target = 'SC,DD'\n'target' = 'value'", (5, 1), "duplicate key \"'target'\"", "'target'", "once"),
        ],
    );
}

// A case is a row.
#[rustfmt::skip]
#[test]
fn syntax_errors_have_their_place_and_plain_words() {
    assert_each(
        fleet_problems,
        &[
            ("[[group]]\nunit = CA\n", (2, 8), "not valid TOML: \"CA\" is neither a number nor a text in quotes", "CA", "\"CA\""),
            ("[[group]\nunit = 'CA'\n", (1, 9), "not valid TOML: unclosed array table", "", "`]`"),
            ("[[group]]\nunit = \"CA\n", (2, 11), "not valid TOML: invalid basic string", "", "`\"`"),
            ("[[group]]\ncount = \n", (2, 9), "not valid TOML: a value is missing", "", "in quotes"),
            ("[[group]]\ncount = 03\n", (2, 9), "not valid TOML: unexpected leading zero", "0", ""),
            ("name\n", (1, 5), "not valid TOML: key with no value", "", "`=`"),
            ("tech = { attack = 1\n", (1, 20), "not valid TOML: unclosed inline table", "", "`}`"),
        ],
    );
    // One for each line that is wrong, and no fault of what a parser guesses behind them.
    let problems = fleet_problems("[[group]]\nunit = CA\ncoutn = 3x\n");
    let lines: Vec<_> = problems
        .list
        .iter()
        .map(|p| p.place.as_ref().map(|place| place.line_column().0))
        .collect();
    assert_eq!(lines, [Some(2), Some(3)]);
    assert!(fleet("[[group]]\nunit = CA\n").0.is_none());
}

#[test]
fn limits_of_a_side_are_enforced_and_named() {
    let group = "[[group]]\nunit = 'SC'\ncount = 99\n";
    assert_eq!(sound(fleet(&group.repeat(24))).groups.len(), 24);
    let problems = fleet_problems(&group.repeat(25));
    assert_eq!(problems.list[0].message, "more than 24 groups on one side");
    assert_eq!(problems.list[0].place.as_ref().map(Place::line_column), Some((73, 1)));

    let fleet = sound(shorthand(&["99 SC"; 24].join("+")));
    assert_eq!(fleet.groups.len(), 24);
    let problems = shorthand_problems(&["99 SC"; 25].join("+"));
    assert_eq!(
        (problems.count(), problems.list[0].message.as_str()),
        (1, "more than 24 groups on one side")
    );
    assert_eq!(problems.list[0].help, "at most 24 are allowed");
}

#[test]
fn faults_leave_the_rest_readable_so_that_more_can_be_found() {
    let (fleet, _) = fleet("nmae = 1\n[[group]]\nunit = 'CA'\ncount = 300\n");
    assert_eq!(groups(&fleet.expect("a fleet")), ["1 CA"]);
}

#[test]
fn an_empire_and_special_abilities_are_read() {
    let text = "empire = 'alternate'\n[[group]]\nunit = 'BC'\nability = 'second-salvo'\n[[group]]\nunit = 'AdvFlagship'\n\
                ability = ['attack-large', 'scanners']\n";
    let fleet = sound(fleet(text));
    assert_eq!(
        fleet.empire.as_ref().map(|empire| empire.value.as_str()),
        Some("alternate")
    );
    let abilities: Vec<Vec<&str>> = { fleet.groups.iter() }.map(|group| values(&group.abilities)).collect();
    assert_eq!(abilities, [vec!["second-salvo"], vec!["attack-large", "scanners"]]);
    assert_eq!(fleet.groups[1].abilities[1].place.line_column(), (7, 28));
    let problems = fleet_problems("empire = 1\n[[group]]\nunit = 'SC'\nability = 2\n");
    let messages: Vec<&str> = problems.list.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "\"empire\" must be a text in quotes, not a whole number",
            "\"ability\" must be a text in quotes, not a whole number"
        ]
    );
}

// 37.1.1
#[test]
fn experience_is_read_in_any_case() {
    let of = |text: &str| {
        sound(shorthand(text)).groups[0]
            .experience
            .clone()
            .map(|level| level.value)
    };
    assert_eq!(of("3 CA a1 Veteran"), Some(Experience::Veteran));
    assert_eq!(of("3 CA legendary"), Some(Experience::Legendary));
    assert_eq!(of("3 CA"), None);
    // Of a line that may be one or the other both have it.
    let unsure = sound(shorthand("2-3 CA elite"));
    let Some(Unknown::OneOf(lists)) = &unsure.groups[0].unknown else {
        panic!("known")
    };
    let levels = lists
        .iter()
        .map(|list| list.value[0].experience.as_ref().map(|level| level.value));
    assert!(levels.eq([Some(Experience::Elite); 2]));
    let file = sound(fleet("[[group]]\nunit = 'CA'\nexperience = 'Skilled'"));
    let level = file.groups[0].experience.as_ref();
    assert_eq!(level.map(|level| level.value), Some(Experience::Skilled));
}
