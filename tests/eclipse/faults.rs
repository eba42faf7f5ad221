//! What is refused, and in which words.

use crate::parties;
use broadside::rules::eclipse::resolve;
use broadside::spec::Problems;
use broadside::spec::eclipse as written;
use proptest::prelude::*;

/// All faults of a fleet in the shorthand.
fn faults(fleet: &str) -> String {
    let mut problems = Problems::new();
    if let Some(party) = written::parse_shorthand(fleet, "fleet", &mut problems) {
        let hex = written::Hex {
            parties: vec![party, parties(&["1 interceptor"]).parties.remove(0)],
            two_sides: true,
            ..written::Hex::default()
        };
        resolve(&hex, &mut problems);
    }
    problems.to_string()
}

#[test]
fn every_fault_of_a_fleet_has_its_message() {
    for (fleet, message) in [
        ("", "the fleet is empty"),
        ("2 cruiser +", "a group is missing after \"+\""),
        ("2", "a ship type is missing after the count"),
        ("(i2)", "a ship type is missing before the bracket"),
        ("0 cruiser", "a group of 0 ships"),
        ("2 cruisr", "unknown ship type \"cruisr\""),
        ("2 cruisr", "did you mean cruiser?"),
        ("1 cruiser[hull", "the bracket is not closed: \"]\" is missing"),
        ("1 cruiser(i2 1y) hull", "unexpected \"hull\" after the bracket"),
        ("1 cruiser(i2 1x)", "\"1x\" is no number of dice"),
        ("1 cruiser(i2 z3)", "unknown value \"z3\""),
        ("1 cruiser(i2 i3)", "\"i\" is given twice"),
        ("1 cruiser(h200)", "\"h200\" is too large"),
        ("1 cruiser(i-5)", "\"i-5\" is below 0"),
        ("1 cruiser(computer-3)", "\"computer-3\" is below 0"),
        ("1 cruiser(c=−3)", "\"c=−3\" is below 0"),
        ("1 cruiser(s+-3)", "\"s+-3\" has more than one sign"),
        ("1 cruiser(splitr)", "did you mean \"splitter\"?"),
        (
            "1 cruiser[ion-canon nuclear-source nuclear-drive]",
            "did you mean ion-cannon?",
        ),
        (
            "1 cruiser[interceptor-bay nuclear-source nuclear-drive]",
            "it is in new-dawn",
        ),
        (
            "1 interceptor[3 hull nuclear-source nuclear-drive]",
            "5 parts on a blueprint of 4 spaces",
        ),
        (
            "1 cruiser[2 plasma-cannon nuclear-source nuclear-drive]",
            "use 5 energy and 3 is there: 2 is missing",
        ),
        ("1 cruiser[ion-cannon nuclear-source]", "the cruiser has no drive"),
        (
            "1 starbase[ion-cannon nuclear-drive]",
            "a drive on the starbase, which cannot move",
        ),
        ("1 cruiser[2]", "a number without a part"),
        ("1 orbital", "cannot build orbital ships"),
        ("1 exiles starbase", "The Exiles cannot build starbase ships"),
        ("1 ancient[hull]", "ancient has no blueprint to lay parts on"),
        ("1 ancient + 1 cruiser", "ships of players and of nobody in one party"),
    ] {
        let found = faults(fleet);
        assert!(found.contains(message), "{fleet}: {found}");
    }
}

#[test]
fn computers_have_a_plus_and_shields_a_minus_as_on_their_tiles() {
    let hex = crate::read(&parties(&["1 cruiser(i+3 c+2 s-1 h=1 1y)", "1 ancient"]));
    assert_eq!(hex.parties[0].groups[0].ship.to_string(), "i3 h1 c2 s1 1y");
}

#[test]
fn all_faults_are_told_at_once() {
    let found = faults("2 cruisr + 1 starbase[nuclear-drive 9 hul] + 1 cruiser(q7)");
    for message in ["cruisr", "\"hul\"", "unknown value \"q7\""] {
        assert!(found.contains(message), "{found}");
    }
}

#[test]
fn roles_in_the_hex() {
    let told = |hex: &written::Hex| {
        let mut problems = Problems::new();
        resolve(hex, &mut problems);
        problems.to_string()
    };
    assert!(told(&parties(&["1 ancient", "1 gcds", "1 cruiser"])).contains("two parties of non-player ships"));
    let mut attacking = parties(&["1 cruiser", "1 ancient"]);
    attacking.two_sides = true;
    assert!(told(&attacking).contains("non-player ships on the attacking side"));
    let mut owners = parties(&["1 ancient", "1 cruiser", "1 cruiser"]);
    for party in &mut owners.parties {
        let place = party.place.clone().unwrap();
        party.owner = Some(broadside::spec::Spanned::new(true, place));
    }
    let found = told(&owners);
    assert!(found.contains("non-player ships have no influence disc"), "{found}");
    assert!(found.contains("a second owner of the hex"), "{found}");
}

proptest! {
    #[test]
    fn no_text_is_too_strange(text in "\\PC{0,80}") {
        faults(&text);
    }

    #[test]
    fn nothing_in_brackets_is_too_strange(text in r"[0-9]{0,3} ?[a-z]{0,12}[\[\(]([a-z]{0,8}[0-9]{0,4}[-+:,. ]{0,2}){0,6}[\]\)]{0,2}") {
        faults(&text);
    }

    #[test]
    fn ships_are_read_as_they_are_shown(
        values in prop::array::uniform4(0..30u8),
        cannons in prop::array::uniform5(0..4u8),
        missiles in prop::array::uniform5(0..3u8),
    ) {
        let ship = broadside::rules::eclipse::Ship {
            initiative: values[0],
            computer: values[1],
            shield: values[2],
            hull: values[3],
            cannons: written::Dice(cannons),
            missiles: written::Dice(missiles),
            ..Default::default()
        };
        let hex = crate::read(&parties(&[&format!("1 cruiser({ship})"), "1 ancient"]));
        prop_assert_eq!(hex.parties[0].groups[0].ship, ship);
    }
}
