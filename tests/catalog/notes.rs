//! Every remark beside a result.

use crate::written::{case, word, words};
use broadside::spec::{Retreat, Screen, Target};

#[test]
fn nothing_to_remark() {
    case("3 CA a=1 + 6 SC a=1", "2 BB a=1 d=1 + 3 DD a=1 d=1").notes(&[]);
}

// 9.2.
#[test]
fn capped_levels() {
    case("1 SC + 2 CA + 1 BB", "1 SC").tech("attack=3").notes(&[
        (
            "attack=3",
            "SC carries attack 1, not 3: Hull Size 1 allows no more (9.2)",
        ),
        (
            "attack=3",
            "CA carries attack 2, not 3: Hull Size 2 allows no more (9.2)",
        ),
    ]);
    case("1 DD d=2", "1 SC").notes(&[("d=2", "DD carries defense 1, not 2: Hull Size 1 allows no more (9.2)")]);
    // 38.1.1: Attack 4 is not for ships of Hull Size 3.
    case("1 DN a=4", "1 SC").notes(&[("a=4", "DN carries attack 3, not 4: Hull Size 3 allows no more (9.2)")]);
}

#[test]
fn capped_levels_are_told_once_a_unit() {
    case("1 SC + 2 SC tactics=1", "1 SC").tech("attack=2").notes(&[(
        "attack=2",
        "SC carries attack 1, not 2: Hull Size 1 allows no more (9.2)",
    )]);
}

#[test]
fn levels_on_ships_without_weapons() {
    // The empire's level is not meant for them, their own is.
    case("1 SC + 1 CO", "1 SC").tech("attack=1").notes(&[]);
    case("1 SC + 1 CO a=1", "1 SC").notes(&[("a=1", "CO carries attack 0, not 1: it has no use for it")]);
}

// 2.3, 2.6, 7.5.5.
#[test]
fn more_ships_than_counters() {
    case("36 SC", "1 SC").notes(&[]);
    case("37 SC", "1 SC").notes(&[("37 SC", "37 SC need 7 counters; a player has 6 (2.3, 7.5.5)")]);
    // Ships with other technology need counters of their own (9.11.1); equal ones share.
    let mixed = "30 SC + 6 SC t=1 + 1 SC t=2";
    case(mixed, "1 SC").notes(&[(mixed, "37 SC need 7 counters; a player has 6 (2.3, 7.5.5)")]);
    case("18 SC + 18 SC", "1 SC").notes(&[]);
    case("1 SC + 5 Miner", "1 SC").notes(&[("1 SC + 5 Miner", "5 Miner need 5 counters; a player has 4 (2.3, 7.5.5)")]);
    case("7 SCX", "1 SC").notes(&[("7 SCX", "7 SCX need 2 counters; a player has 1 (2.3, 7.5.5)")]);
    // The first printing has five counters of Dreadnaughts, the last has six.
    case("31 DN", "1 SC").notes(&[]);
    case("31 DN", "1 SC")
        .edition("base")
        .notes(&[("31 DN", "31 DN need 6 counters; a player has 5 (2.3, 7.5.5)")]);
    // How many Shipyards there are was not found.
    case("1 SC", "99 SY").notes(&[]);
}

// 36.5.3.
#[test]
fn scouts_out_of_supply() {
    let message = "SC is always in supply (36.5.3), so it fights at full strength";
    case("1 SC oos", "1 DD oos").notes(&[("SC", message)]);
}

#[test]
fn a_fleet_written_for_another_edition() {
    let mut engagement = case("1 SC", "1 SC").edition("bga");
    engagement.0.sides[0].edition = Some(word("base"));
    engagement.notes(&[("base", "this fleet was written for base; the battle is fought by bga")]);
}

#[test]
fn orders_for_units_that_are_not_there() {
    let engagement = || case("1 SC + 1 CO", "1 SC + 1 CO");
    engagement()
        .target(Target::Order(words("F,SC,CO")))
        .notes(&[("F", "no F among the targets"), ("CO", "CO is never fired at (5.7.1)")]);
    engagement().screen(Screen::Units(words("CA,CO,SC"))).notes(&[
        ("CA", "no CA to screen in this fleet"),
        ("CO", "CO is out of the fight anyway (5.7.1)"),
    ]);
    engagement()
        .retreat(Retreat::Units(words("CV,SC")))
        .notes(&[("CV", "no CV to retreat in this fleet")]);
}

// 5.9.
#[test]
fn a_retreat_of_units_that_stay() {
    let engagement = |retreat| case("1 SC", "1 Base + 2 SY").defender_retreat(retreat);
    let message = "no unit of 1 Base + 2 SY can retreat (5.9), so it fights to the end";
    engagement(Retreat::AfterRound(2)).notes(&[("retreat", message)]);
    engagement(Retreat::Outnumbered { ratio_milli: 2000 }).notes(&[("retreat", message)]);
    engagement(Retreat::StrengthBelow { ratio_milli: 500 }).notes(&[("retreat", message)]);
    engagement(Retreat::Wounded).notes(&[("retreat", message)]);
    engagement(Retreat::Never).notes(&[]);
    case("1 SC", "1 Base + 1 SC")
        .defender_retreat(Retreat::Wounded)
        .notes(&[]);
}
