//! The alternate empires (24.0) and special abilities (24.3, 41.0) as written: what names mean, who may have what.

use crate::written::{case, words};
use broadside::rules::space_empires::catalog::{abilities, ability};
use broadside::rules::space_empires::{Ability, Catalog, Edition};
use broadside::spec::{ABILITIES, Retreat, Screen, Target};

/// Short names of a side's units, with their labels' levels.
fn labels(case: &crate::written::Case, side: usize) -> Vec<String> {
    let battle = case.battle();
    battle.sides[side]
        .groups
        .iter()
        .map(|group| group.label.clone())
        .collect()
}

#[test]
fn plain_names_mean_their_own_ships() {
    let fleet = "2 CA a=1 + 3 Scouts + 1 Base";
    assert_eq!(labels(&case("1 SC", fleet), 1), ["CA a1", "SC", "Base"]);
    let mut theirs = case("1 SC", fleet);
    theirs.0.sides[1].empire = Some(crate::written::word("alternate"));
    assert_eq!(labels(&theirs, 1), ["AltCA a1", "AltSC", "Base"]);
    let base = case("2 CA", "1 SC").empire("base");
    assert_eq!(labels(&base, 0), ["CA"]);
    assert_eq!(labels(&case("2 AltCA", "1 SC").empire("alternate"), 0), ["AltCA"]);
}

#[test]
fn their_names_have_long_forms() {
    let catalog = Catalog::of(Edition::AllGoodThings);
    for (word, name) in [
        ("Alternate CA", "AltCA"),
        ("Alt CA", "AltCA"),
        ("alternate cruisers", "AltCA"),
        ("Alternate Dreadnought", "AltDN"),
        ("alternate F", "AltF"),
        ("Alternate Advanced Flagship", "AltAdvFlagship"),
        ("Missile Boats", "MB"),
    ] {
        assert_eq!(catalog.unit(word).map(|unit| unit.name.as_str()), Some(name), "{word}");
    }
}

#[test]
fn what_they_cannot_build() {
    let help = "what they can't build";
    case("1 CV", "1 SC")
        .empire("alternate")
        .fault("CV", "an alternate empire has no CV (Carrier)", help);
    case("1 Titan", "1 SC")
        .empire("alternate")
        .fault("Titan", "an alternate empire has no TN (Titan)", help);
    case("1 BV", "1 SC")
        .empire("alternate")
        .fault("BV", "an alternate empire has no BV (Battle Carrier)", help);
    case("1 BD", "1 SC")
        .empire("alternate")
        .fault("BD", "an alternate empire has no BD (Boarding Ship)", help);
    case("1 CA", "1 SC").empire("alternativ").fault(
        "alternativ",
        "unknown empire \"alternativ\"",
        "did you mean alternate?",
    );
    case("1 SC", "1 SC").empire("alternate").edition("base").fault(
        "alternate",
        "base has no alternate empires",
        "all-good-things",
    );
}

#[test]
fn a_missile_is_no_ship_of_a_fleet() {
    case("1 Missile", "1 SC").fault("Missile", "a Missile is part of no fleet (24.4.2)", "MB");
}

// 24.1.3: whatever of theirs can be boarded is lost by it.
#[test]
fn their_ships_are_lost_when_boarded() {
    let battle = case("1 CA + 1 T + 1 MB", "1 AltBB").empire("alternate").battle();
    let groups = battle.sides.iter().flat_map(|side| &side.groups);
    assert!(groups.clone().all(|group| group.unit.traits.lost_when_boarded));
    assert_eq!(groups.count(), 4);
    let catalog = Catalog::of(Edition::AllGoodThings);
    for unit in catalog.units.iter().filter(|unit| unit.traits.alternate) {
        assert_ne!(unit.traits.lost_when_boarded, unit.traits.unboardable, "{}", unit.name);
    }
}

// 24.1.2: no room is needed, and they leave by themselves.
#[test]
fn their_fighters_move_by_themselves() {
    let battle = case("3 F fighters=2", "1 SC")
        .empire("alternate")
        .retreat(Retreat::Units(words("F")))
        .battle();
    assert_eq!(battle.sides[0].groups[0].label, "AltF f2".replace("f2", "fighter2"));
    assert_eq!(battle.sides[0].groups[0].gear.evasion, 1);
    assert_eq!(battle.sides[0].policy.retreat.to_string(), "units=AltF");
    assert_eq!(battle.sides[0].fighters_and_room(), [0, 0]);
    // 25.5.1
    case("3 AltF", "1 SC").terrain("quantum-filament").fault(
        "3 AltF",
        "Fighters of an alternate empire in a quantum filament",
        "25.5.1",
    );
}

// A plain name in an order means what is there.
#[test]
fn orders_mean_the_ships_that_are_there() {
    let case = case("2 AltCA + 1 SC", "2 AltBB + 1 MB + 1 CA + 1 AltCA")
        .target(Target::Order(words("BB,CA,Missile")))
        .screen(Screen::Units(words("CA")))
        .retreat(Retreat::Units(words("SC")));
    let policy = &case.battle().sides[0].policy;
    assert_eq!(policy.target.to_string(), "AltBB,CA,Missile");
    assert_eq!(policy.screen.to_string(), "AltCA");
    case.notes(&[]);
    crate::written::case("1 CA", "1 SC")
        .target(Target::Order(words("Missile")))
        .notes(&[("Missile", "no Missile among the targets")]);
}

#[test]
fn levels_have_their_labels() {
    let battle = case("2 CA + 1 MB", "1 SC")
        .tech("jammer=2 missile-boat=2 attack=3 defense=2")
        .battle();
    let labels: Vec<&str> = battle.sides[0]
        .groups
        .iter()
        .map(|group| group.label.as_str())
        .collect();
    assert_eq!(labels, ["CA a2 d2 jam2", "MB a3 d1 missile2"]);
    assert_eq!(battle.sides[0].groups[1].unit.defense, 1);
}

// The words of the shorthand are those of the table, and a variant each.
#[test]
fn every_ability_is_a_word() {
    let names: Vec<&str> = abilities().iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ABILITIES);
    for (row, expected) in abilities().iter().zip(Ability::ALL) {
        assert_eq!(row.ability, expected);
        assert_eq!(expected.name(), row.name);
        assert_eq!(ability(&row.title).map(|found| found.ability), Some(expected));
        let catalog = Catalog::of(Edition::AllGoodThings);
        assert!(
            row.units.iter().all(|unit| catalog.any_unit(unit).is_some()),
            "{}",
            row.name
        );
    }
    assert_eq!(
        ability("construction").map(|row| row.name.as_str()),
        Some("construction-efficiency")
    );
}

#[test]
fn abilities_are_for_some() {
    let group = case("1 AltBC a=4", "1 SC")
        .abilities("Advanced-Munitions")
        .battle()
        .sides[0]
        .groups[0]
        .clone();
    assert_eq!((group.label.as_str(), group.attack), ("AltBC a3 advanced-munitions", 3));
    let both = case("1 AltAdvFlagship", "1 SC")
        .abilities("attack-large,second-salvo")
        .battle();
    assert_eq!(
        both.sides[0].groups[0].label,
        "AltAdvFlagship second-salvo attack-large"
    );
    case("1 CA", "1 SC").abilities("tractor-beam").fault(
        "tractor-beam",
        "CA cannot have tractor-beam (41.0)",
        "AdvFlagship",
    );
    case("1 AltBC", "1 SC").abilities("tractor-beem").fault(
        "tractor-beem",
        "unknown ability \"tractor-beem\"",
        "did you mean tractor-beam?",
    );
    case("1 AltBC", "1 SC").abilities("tractor-beam,second-salvo").fault(
        "second-salvo",
        "AltBC has too many special abilities",
        "one special ability",
    );
    case("1 AltAdvFlagship", "1 SC")
        .abilities("tractor-beam,tractor-beam")
        .fault("tractor-beam", "tractor-beam is given twice", "keep one");
}

#[test]
fn abilities_change_units() {
    let unit = |fleet: &str, ability: &str| {
        case(fleet, "1 SC").abilities(ability).battle().sides[0].groups[0]
            .unit
            .clone()
    };
    assert_eq!(unit("1 AltDN", "construction-efficiency").cost, 23);
    assert_eq!(unit("1 AdvFlagship", "mini-fighter-bay").traits.carries, 1);
    assert_eq!(unit("1 AdvFlagship", "point-defense").traits.point_defense, Some(5));
    // One Fighter has room, two have not.
    case("1 AdvFlagship + 1 F", "1 SC")
        .abilities("mini-fighter-bay")
        .battle();
    case("1 AdvFlagship + 2 F", "1 SC").abilities("mini-fighter-bay").fault(
        "F",
        "2 Fighters on the attacking side, and room for 1",
        "15.2.3",
    );
    case("1 AltBB", "1 SC")
        .abilities("fast")
        .notes(&[("fast", "AltBB: fast has no effect in these battles")]);
}
