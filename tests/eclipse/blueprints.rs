//! What ships are worth, and how they reach the plan.

use crate::{battle, notation, parties, read};
use broadside::engine::volley::solve;
use broadside::rules::eclipse::lower;

fn ship(fleet: &str) -> String {
    read(&parties(&[fleet, "1 ancient"])).parties[0].groups[0]
        .ship
        .to_string()
}

#[test]
fn first_ships_of_the_species() {
    for (fleet, values) in [
        ("1 interceptor", "i3 h0 c0 1y"),
        ("1 cruiser", "i2 h1 c1 1y"),
        ("1 dreadnought", "i1 h2 c1 2y"),
        ("1 starbase", "i4 h2 c1 1y"),
        ("1 orion interceptor", "i4 h0 c0 s1 1y"),
        ("1 orion cruiser", "i3 h1 c1 s1 1y"),
        ("1 orion dreadnought", "i2 h2 c1 s1 2y"),
        ("1 orion starbase", "i5 h2 c1 s1 1y"),
        ("1 planta interceptor", "i1 h0 c1 1y"),
        ("1 planta cruiser", "i1 h1 c1 1y"),
        ("1 planta dreadnought", "i1 h2 c1 2y"),
        ("1 planta starbase", "i2 h2 c2 1y"),
        ("1 exiles interceptor", "i3 h0 c1 1y"),
        ("1 exiles cruiser", "i2 h1 c2 1y"),
        ("1 exiles dreadnought", "i1 h2 c2 2y"),
        ("1 exiles orbital", "i0 h3 c1 2y"),
        ("1 rho-indi interceptor", "i4 h0 c0 s1 1y"),
        ("1 Rho Indi cruiser", "i3 h1 c1 s1 1y"),
        ("2 MECHANEMA Cruisers", "i2 h1 c1 1y"),
        ("1 eridani dreadnought", "i1 h2 c1 2y"),
    ] {
        assert_eq!(ship(fleet), values, "{fleet}");
    }
}

#[test]
fn parts_add_up() {
    // Two antimatter cannons use 8 energy, the computer 1 and the drive 1; the source makes 12.
    let fleet = "1 dreadnought[2 antimatter-cannon positron-computer 2 improved-hull zero-point-source nuclear-drive \
                 gauss-shield]";
    assert_eq!(ship(fleet), "i1 h4 c2 s1 2r");
    // In New Dawn computers add to the initiative.
    let mut hex = parties(&[
        "1 cruiser[plasma-missile, positron-computer, fusion-source, fusion-drive]",
        "1 ancient",
    ]);
    hex.edition = Some(broadside::spec::Spanned::new(
        "new-dawn".into(),
        broadside::spec::Place::argument("--edition", "new-dawn"),
    ));
    assert_eq!(read(&hex).parties[0].groups[0].ship.to_string(), "i4 h0 c2 - m:2o");
    // A Muon source lies beside the four spaces of an interceptor.
    let fleet = "1 interceptor[2 ion-cannon nuclear-source nuclear-drive muon-source]";
    assert_eq!(ship(fleet), "i4 h0 c0 2y");
}

#[test]
fn costs_are_those_of_the_class_unless_given() {
    let hex = battle(
        "2 cruiser(i2 h1 c1 1y) + 1 dreadnought(1y cost11)",
        "2 mechanema cruiser + 1 starbase",
    );
    assert_eq!(hex.parties[1].cost(), 2 * 5 + 11);
    assert_eq!(hex.parties[0].cost(), 2 * 4 + 3);
}

/// The shorthand means what the notation of the reference tables means, which was read by another.
#[test]
fn the_battery_lowers_to_the_same_plans() {
    for row in include_str!("../volley/battery.txt").lines() {
        let cells: Vec<&str> = row.split(" | ").collect();
        let inner = |fleet: &str| match fleet.strip_suffix(" [splitter]") {
            Some(fleet) => fleet.replace(')', " splitter)"),
            None => fleet.to_owned(),
        };
        let hex = battle(&inner(cells[1]), &inner(cells[2]));
        let mut ours = lower(&hex, hex.sides(0, 1), None);
        let mut theirs = notation::plan(cells[1], cells[2]);
        // The notation has no sizes for non-player ships, whom players may assign by as they like.
        for plan in [&mut ours, &mut theirs] {
            plan.slots.iter_mut().for_each(|slot| slot.size = 0);
        }
        assert_eq!(ours, theirs, "{row}");
    }
}

#[test]
fn closed_forms() {
    for (attacker, defender, chance) in [
        // One die each that hits on a 6, the defender first on a tie: p = 5/6·1/6 + 25/36·p = 5/11.
        ("1 interceptor", "1 interceptor", 5.0 / 11.0),
        ("1 interceptor", "1 ancient", 9.0 / 289.0),
        ("1 cruiser", "1 ancient", 1168.0 / 6859.0),
        ("1 dreadnought", "1 ancient", 2_327_909.0 / 3_570_125.0),
        ("1 orion cruiser", "1 ancient", 13_635.0 / 24_389.0),
        ("1 cruiser", "1 starbase", 148.0 / 625.0),
        ("1 cruiser", "1 interceptor", 29.0 / 32.0),
        ("1 interceptor(i3 c6 1y)", "1 interceptor(i3 c6 1y)", 1.0 / 7.0),
        ("1 interceptor(i3 1p)", "1 interceptor(i3 1p)", 5.0 / 16.0),
    ] {
        let hex = battle(attacker, defender);
        let tally = solve(&lower(&hex, hex.sides(0, 1), None)).unwrap();
        let p = tally.outcomes[0];
        assert!(
            (p - chance).abs() < 1e-9,
            "{attacker} against {defender}: {p}, not {chance}"
        );
    }
}
