//! Every fault that the resolving of an engagement finds: where it points, what it says, what helps.

use crate::written::{case, word, words};
use broadside::rules::space_empires::resolve;
use broadside::spec::{Problems, Retreat, Screen, Target};

#[test]
fn unknown_units() {
    case("1 SC", "2 Cruisr").fault("Cruisr", "unknown unit \"Cruisr\"", "did you mean Cruiser?");
    case("1 SC", "2 QQQQQQQQ").fault(
        "QQQQQQQQ",
        "unknown unit \"QQQQQQQQ\"",
        "units of all-good-things: SC, SCX, DD",
    );
}

#[test]
fn units_of_other_editions() {
    case("1 SC", "1 T").edition("base").fault(
        "T",
        "T (Transport) is not in base",
        "it is in close-encounters, replicators, all-good-things",
    );
    case("1 SC", "1 DSN").edition("bga").fault(
        "DSN",
        "DSN (Defense Satellite Network) is not in bga",
        "all-good-things",
    );
    case("1 SC", "1 Titan")
        .edition("base")
        .fault("Titan", "TN (Titan) is not in base", "close-encounters");
}

#[test]
fn units_whose_rules_are_missing() {
    case("1 SC", "1 Facility").fault(
        "Facility",
        "Facility (Facility) is not simulated yet",
        "(36.0, facilities)",
    );
}

#[test]
fn rules_without_a_choice() {
    case("1 SC", "1 SC").rule("out-of-suply", "total").fault(
        "out-of-suply",
        "unknown rule \"out-of-suply\"",
        "did you mean out-of-supply?",
    );
    case("1 SC", "1 SC").rule("Out of Supply", "totl").fault(
        "totl",
        "out-of-supply has no value \"totl\"",
        "did you mean total? values: strength, total",
    );
}

#[test]
fn levels_that_do_not_exist() {
    let engagement = |tech| case("1 SC", "1 SC").edition("ce").tech(tech);
    engagement("attack=9").fault(
        "attack=9",
        "attack 9: no such level",
        "expected 0 to 3 in close-encounters",
    );
    engagement("d=4").fault("d=4", "defense 4: no such level", "expected 0 to 3");
    engagement("move=0").fault("move=0", "move 0: no such level", "expected 1 to 7");
    engagement("tactics=4294967295").fault(
        "tactics=4294967295",
        "tactics 4294967295: no such level",
        "expected 0 to 3",
    );
    case("1 SC a=5", "1 SC").fault("a=5", "attack 5: no such level", "expected 0 to 4 in all-good-things");
}

#[test]
fn unknown_technologies() {
    let engagement = |tech| case("1 SC", "1 SC").tech(tech);
    engagement("atack=1").fault("atack", "unknown technology \"atack\"", "did you mean attack?");
    engagement("zzzzzzzz=1").fault(
        "zzzzzzzz",
        "unknown technology \"zzzzzzzz\"",
        "technologies of all-good-things: ship-size",
    );
    engagement("jammer=1").edition("base").fault(
        "jammer",
        "technology jammer is not in base",
        "it is in all-good-things",
    );
}

#[test]
fn technologies_given_twice() {
    case("1 SC", "1 SC")
        .tech("attack=1 a=1")
        .fault("a", "attack is given twice", "keep one");
}

#[test]
fn editions() {
    case("1 SC", "1 SC").edition("all-god-things").fault(
        "all-god-things",
        "unknown edition \"all-god-things\"",
        "did you mean all-good-things?",
    );
    let mut engagement = case("1 SC", "1 SC");
    engagement.0.sides[0].edition = Some(word("base"));
    engagement.0.sides[1].edition = Some(word("agt"));
    let message = "one fleet is of edition base, the other of all-good-things";
    engagement.fault("agt", message, "--edition");
}

// 4.1.3.
#[test]
fn attackers_that_cannot_move() {
    for unit in ["Base", "DSN", "SY"] {
        let message = format!("{unit} on the attacking side, although it cannot move (4.1.3)");
        case(&format!("1 {unit}"), "1 SC").fault(unit, &message, "were the sides swapped?");
    }
}

// 15.2.2, 15.2.3.
#[test]
fn fighters_without_room() {
    let message = "7 Fighters on the attacking side, and room for 6";
    case("7 F + 2 CV", "1 SC").fault("F", message, "a CV 3, a BV 6, a TN 3");
    case("6 F + 1 BV", "7 F").battle();
}

#[test]
fn terrain() {
    let hex = |names| case("1 SC", "1 SC").terrain(names);
    hex("nebular").fault("nebular", "unknown terrain \"nebular\"", "did you mean nebula?");
    hex("nebula,space").fault("space", "open space beside other terrain", "leave \"space\" out");
    hex("plasma-storm").faults();
    case("1 CA", "2 SC + 1 T").terrain("plasma-storm").fault(
        "2 SC + 1 T",
        "no unit of the defender's fleet can fight in this hex",
        "ships of 9 CP or less",
    );
    case("1 CA", "2 F").terrain("quantum-filament").fault(
        "2 F",
        "no unit of the defender's fleet can fight in this hex",
        "stay aboard",
    );
}

#[test]
fn too_many_ships() {
    case("300 SC", "1 SC").fault("300", "300 ships in one group line", "expected 0 to 99");
    case("100 SC", "1 SC").fault("100", "100 ships in one group line", "expected 0 to 99");
    let lines = ["1 SC"; 25].join(" + ");
    case(&lines, "1 SC").fault(&lines, "25 group lines on the attacker's side", "up to 24 group lines");
}

// 8.1, 14.2, 23.0.
#[test]
fn units_of_which_a_hex_has_one() {
    case("1 SC", "2 Base").fault("2", "2 Base on one side", "at most 1 in a hex (8.1)");
    case("1 SC", "1 Base a=1 + 1 Base").fault("1", "2 Base on one side", "(8.1)");
    case("1 SC", "3 DSN").fault("3", "3 DSN on one side", "(14.2)");
    case("1 SC", "2 Flagship").fault("2", "2 Flagship on one side", "(23.0)");
    case("1 Flagship", "1 Flagship").battle();
}

// 5.4.
#[test]
fn fleets_that_cannot_fight() {
    let help = "units without weapons are lost without a battle (5.4)";
    for fleet in ["3 CO", "2 Miner + 1 Pipeline", "4 Decoy", "0 CA", ""] {
        case(fleet, "1 SC").fault(fleet, "the attacker's fleet has no unit that can fight", help);
    }
    case("1 SC", "1 CO").fault("1 CO", "the defender's fleet has no unit that can fight", help);
    case("1 T + 1 CO", "1 SC").battle();
    // One of unknown kind may be the one that fights.
    assert_eq!(case("1 CO + 1 Cruisr", "1 SC").faults().len(), 1);
}

#[test]
fn orders_that_name_no_unit() {
    let engagement = || case("1 SC", "1 SC");
    engagement()
        .target(Target::Order(words("SC,Cruisr")))
        .fault("Cruisr", "unknown unit \"Cruisr\"", "Cruiser");
    engagement()
        .screen(Screen::Units(words("Cruisr")))
        .fault("Cruisr", "unknown unit \"Cruisr\"", "Cruiser");
    engagement()
        .retreat(Retreat::Units(words("Cruisr")))
        .fault("Cruisr", "unknown unit \"Cruisr\"", "Cruiser");
    engagement().edition("base").target(Target::Order(words("BD"))).fault(
        "BD",
        "BD (Boarding Ship) is not in base",
        "close-encounters",
    );
}

// 5.9, 5.4.
#[test]
fn retreats_of_units_that_never_can() {
    let engagement = |names| case("1 SC", "1 SC + 1 Base + 1 CO").defender_retreat(Retreat::Units(words(names)));
    engagement("SC,Base").fault("Base", "Base can never retreat (5.9)", "leave it out");
    engagement("F").fault(
        "F",
        "F cannot retreat by itself (15.2.5)",
        "name those, such as units=CV",
    );
    for unit in ["CO", "Miner", "Pipeline", "Decoy", "DSN", "SY", "TN"] {
        engagement(unit).fault(unit, &format!("{unit} can never retreat (5.9)"), "leave it out");
    }
}

#[test]
fn all_faults_are_told_at_once() {
    let engagement = case("300 Cruisr a=9", "2 Base").terrain("swamp").tech("atack=1");
    let messages: Vec<String> = engagement.faults().into_iter().map(|fault| fault.message).collect();
    let expected = [
        "unknown terrain \"swamp\"",
        "unknown technology \"atack\"",
        "300 ships in one group line",
        "unknown unit \"Cruisr\"",
        "attack 9: no such level",
        "2 Base on one side",
    ];
    assert_eq!(messages, expected);
}

/// Faults found by somebody earlier are not the resolving's own.
#[test]
fn earlier_faults_do_not_count() {
    let mut problems = Problems::default();
    problems.add(None, "an earlier fault", "");
    assert!(resolve(&case("1 SC", "1 SC").0, &mut problems).is_some());
    assert_eq!(problems.list.len(), 1);
}
