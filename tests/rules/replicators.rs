//! Replicators (40.0).

use crate::alone::alone;
use crate::common::ratio;
use broadside::engine::exact::Refusal;
use broadside::rules::space_empires::{Battle, Part, Ship, Terrain, resolve};
use broadside::spec::Side::{Attacker, Defender};
use broadside::spec::{Problems, Source, engagement_from_shorthand, parse_engagement};

// E2-0-x1 against a Scout, which defends and hits on 3: 7/10·2/10 / (1 − 7/10·8/10) = 7/22.
// IX has Tactics 1, D6-1: it fires before a Destroyer that defends, and is hit on 3: 6/10 / (1 − 4/10·7/10) = 5/6.
#[test]
fn types_have_their_own_numbers_and_tactics() {
    alone("1 Rep0", "1 SC").wins(Attacker, ratio(7, 22));
    alone("1 Type IX", "1 DD").wins(Attacker, ratio(5, 6));
    alone("1 Replicator IX", "1 DD t2").wins(Attacker, 0.7 * 0.6 / (1.0 - 0.7 * 0.4));
}

// 40.4: Hull Size 1 against a Titan, A7-3, which fires first, on 6 at IV, E5-1, and on 7 at 0, E2-0. IV hits on
// 5 + 1 − 3, 0 on a 1. In an ion storm three hits destroy it: (4/10·3/10 / (1 − 4/10·7/10))³ = 1/6³, and
// (3/10·1/10 / (1 − 3/10·9/10))³ = (3/73)³.
#[test]
fn small_ones_fire_at_titans_as_fighters() {
    let storm = |defender: &str| alone("1 TN", defender).in_hex(|terrain| terrain.ion_storm = true);
    storm("1 RepIV").wins(Defender, ratio(1, 216));
    storm("1 Rep0").wins(Defender, ratio(3, 73).powi(3));
    // With the fleet size bonus one more; VII, of Hull Size 2, has neither: C6 − 3.
    let needs = |ships: &str| alone("1 TN", ships).plan().steps[1].aims[0].need;
    assert_eq!((needs("2 RepIV"), needs("2 RepVII")), ([3, 4], [3, 3]));
    // Nor at anything else.
    assert_eq!(alone("1 BB", "1 RepIV").plan().steps[1].aims[0].need, [3, 4]);
}

// 40.7.1: A6 at Fighters, before their B5, and A7 later: 6/10 / (1 − 4/10·5/10) = 3/4, 7/10 / (1 − 3/10·5/10) = 14/17.
#[test]
fn point_defense_ships_improve() {
    alone("1 RepPD", "1 F")
        .refused(Refusal::TwoTurns)
        .wins(Attacker, ratio(3, 4));
    alone("1 RepPD pd2", "1 F").wins(Attacker, ratio(14, 17));
    // E1 at others: 7/10·1/10 / (1 − 7/10·9/10) = 7/37.
    alone("1 RepPD", "1 SC").wins(Attacker, ratio(7, 37));
    assert_eq!(alone("1 RepPD pd2", "1 F").battle.sides[0].groups[0].label, "RepPD pd2");
}

/// The chance of a ship with two hit points that fires first and hits with `own`, against one with two that hits with
/// `their`.
fn duel(own: f64, their: f64) -> f64 {
    let some = 1.0 - (1.0 - own) * (1.0 - their);
    // By hits that either still has to score: of both one, own two, theirs two.
    let one = own / some;
    let late = own * (1.0 - their) * one / some;
    let safe = (own + (1.0 - own) * their * one) / some;
    (own * (their * one + (1.0 - their) * safe) + (1.0 - own) * their * late) / some
}

// 40.7.2: Scanner 2 sees Raiders, which are D-Class then, and fires at them first as C6. A Destroyer that defends is
// hit on 1, after it hit on 4.
#[test]
fn scanner_ships_fire_better_at_raiders() {
    alone("1 RepScan", "1 R")
        .refused(Refusal::TwoTurns)
        .wins(Attacker, duel(0.6, 0.4));
    alone("1 RepScan", "1 R cloak2").wins(Attacker, duel(0.6, 0.5));
    let needs = |enemy: &str| alone("1 RepScan", enemy).plan().steps[1].aims[0].need[0];
    assert_eq!(needs("1 DD"), 1);
}

// All are E-Class in asteroids: one turn, and the strength stays. The Raider fires first as the defender:
// its chance is that of a duel in which it begins.
#[test]
fn in_asteroids_scanner_ships_have_one_turn() {
    let battle = alone("1 RepScan", "1 R").in_hex(|terrain| terrain.asteroids = true);
    battle.wins(Defender, duel(0.4, 0.6));
}

/// Class, Attack and Defense Strength of a Flagship.
fn flagship(points: u8) -> (u8, u8, u8, u8) {
    let battle = alone(&format!("1 RepFlagship rp{points}"), "1 SC").battle;
    let unit = &battle.sides[0].groups[0].unit;
    (unit.class, unit.attack, unit.defense, unit.hull)
}

// 40.7.5, with its examples.
#[test]
fn the_flagship_grows_with_research_points() {
    let found = [0, 1, 3, 5, 7, 15].map(flagship);
    assert_eq!(
        found,
        [
            (1, 1, 1, 3),
            (1, 1, 1, 3),
            (1, 3, 1, 3),
            (1, 5, 2, 3),
            (1, 7, 2, 3),
            (1, 15, 4, 3)
        ]
    );
}

#[test]
fn they_take_as_many_hits_as_printed_and_cost_hulls() {
    let group = |fleet: &str| alone(fleet, "1 SC").battle.sides[0].groups[0].clone();
    let [thirteen, seven, scan] = ["1 RepXIII", "1 RepVII", "1 RepScan"].map(group);
    assert_eq!((thirteen.unit.hull, thirteen.unit.cost), (4, 24));
    assert_eq!((seven.unit.hull, seven.unit.cost, seven.gear.jammer), (2, 16, 1));
    assert_eq!((scan.gear.scanners, scan.gear.jammer, scan.tactics), (2, 1, 0));
    assert!(thirteen.unit.traits.unboardable);
    // Technology is nothing to them (40.5).
    let with = group("1 RepXV a3 d3 t3");
    assert_eq!((with.attack, with.defense, with.tactics), (0, 0, 1));
}

// 25.1.2
#[test]
fn a_plasma_storm_destroys_the_smallest() {
    let storm = Terrain::default().with("plasma-storm").expect("a kind of terrain");
    let part = |name: &str| storm.part(&alone(&format!("1 {name}"), "1 CA").battle.sides[0].groups[0].unit);
    for lost in ["Rep0", "RepII"] {
        assert_eq!(part(lost), Part::Removed, "{lost}");
    }
    for fights in ["RepIV", "RepPD", "RepSW", "RepFlagship", "RepIX"] {
        assert_eq!(part(fights), Part::Fights, "{fights}");
    }
}

fn faults(text: &str) -> String {
    let mut problems = Problems::new();
    let engagement = parse_engagement(Source::new("battle.toml", text), &mut problems).expect("an engagement");
    resolve(&engagement, &mut problems);
    problems.render(false)
}

fn shorthand(attacker: &str, defender: &str) -> Result<Battle, String> {
    let mut problems = Problems::new();
    let engagement = engagement_from_shorthand(attacker, defender).expect("fleets");
    resolve(&engagement, &mut problems).ok_or_else(|| problems.render(false))
}

fn file(side: &str) -> String {
    format!("[attacker]\n{side}\n[defender]\n[[defender.group]]\nunit = \"SC\"\n")
}

#[test]
fn a_file_tells_the_empire_and_its_points() {
    let text = file("empire = \"replicators\"\nresearch-points = 7\n[[attacker.group]]\nunit = \"RepFlagship\"\n");
    let mut problems = Problems::new();
    let engagement = parse_engagement(Source::new("battle.toml", text), &mut problems).expect("an engagement");
    let battle = resolve(&engagement, &mut problems).expect("a battle");
    let group = &battle.sides[0].groups[0];
    assert_eq!(
        (group.label.as_str(), group.unit.attack, group.unit.defense),
        ("RepFlagship rp7", 7, 2)
    );
}

#[test]
fn they_stand_with_their_own_alone() {
    for (fleet, word) in [
        ("1 Rep0 + 1 SC", "SC in a fleet of Replicators"),
        ("1 RepFlagship rp16", "16 research points"),
        ("1 CA rp5", "Cruiser with research points"),
    ] {
        let told = shorthand(fleet, "1 SC").expect_err("a fault");
        assert!(told.contains(word), "{told}");
    }
    // They may hire Pirates, which attack alone.
    assert!(shorthand("2 CA", "1 Rep0 + 1 HiredPirate").is_ok());
    let told = shorthand("1 RepXI", "1 Amoeba").expect_err("a fault");
    assert!(told.contains("Amoeba6 and Replicators"), "{told}");
    let told = faults(&file("empire = \"replicator\"\n[[attacker.group]]\nunit = \"Rep0\"\n"));
    assert!(told.contains("did you mean replicators?"), "{told}");
    let told = faults(&file("empire = \"base\"\n[[attacker.group]]\nunit = \"Rep0\"\n"));
    assert!(told.contains("not of Replicators"), "{told}");
    let told = faults(&file("research-points = 3\n[[attacker.group]]\nunit = \"CA\"\n"));
    assert!(
        told.contains("research points in a fleet that is not of Replicators"),
        "{told}"
    );
    let told = faults(&file("tech = { rp = 3 }\n[[attacker.group]]\nunit = \"CA\"\n"));
    assert!(
        told.contains("research points in a fleet that is not of Replicators"),
        "{told}"
    );
    let told = faults(&file("empire = \"replicators\"\n[[attacker.group]]\nunit = \"CA\"\n"));
    assert!(told.contains("CA in a fleet of Replicators"), "{told}");
}

// 24.5: whether V has a Jammer is told in two ways.
#[test]
fn whether_type_v_jams_is_an_option() {
    let jammer = |rules: &str| {
        let text = format!("[rules]\n{rules}\n{}", file("[[attacker.group]]\nunit = \"RepV\"\n"));
        let mut problems = Problems::new();
        let engagement = parse_engagement(Source::new("battle.toml", text), &mut problems).expect("an engagement");
        let battle = resolve(&engagement, &mut problems).expect("a battle");
        battle.sides[0].groups[0].gear.jammer
    };
    assert_eq!((jammer(""), jammer("type-v-jammer = \"yes\"")), (0, 1));
}

// As a Scanner ship fires at what is equipped with Cloaking, cloaked or not.
#[test]
fn strength_against_cloaked_units() {
    let battle = alone("1 RepScan", "1 R").battle;
    let ship = Ship::against_cloaked(&battle.sides[0].groups[0], battle.terrain, battle.rules).expect("it has it");
    assert_eq!((ship.class, ship.attack), (2, 6));
    let other = Ship::against_cloaked(&battle.sides[1].groups[0], battle.terrain, battle.rules);
    assert!(other.is_none());
}
