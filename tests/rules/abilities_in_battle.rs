//! Abilities of ships (38.0, 41.0): Heavy Warheads, Second Salvo, Shield Projectors, Tractor Beams.

use crate::alone::{Alone, alone, protecting};
use crate::common::{ratio, units};
use broadside::engine::exact::Refusal;
use broadside::rules::space_empires::{Ability, Retreat, Screen, Shield, Target};
use broadside::spec::Side::{Attacker, Defender};

fn order(names: &[&str]) -> Target {
    Target::Order(units(names))
}

/// The attacker's first choices of targets, and he leaves after a round.
fn raid(battle: Alone, names: &[&str]) -> Alone {
    battle.with(Attacker, |policy| {
        policy.target = order(names);
        policy.retreat = Retreat::AfterRound(1);
    })
}

// Fighters 4 with Defense 1 have 3 in all, and fire first, on 8. A Destroyer hits them on 1:
// 2/10·1/10 / (1 − 2/10·9/10) = 1/41; a DestroyerX on 1 and 2: 2/10·2/10 / (1 − 2/10·8/10) = 1/21.
#[test]
fn heavy_warheads_hit_on_1_and_2() {
    alone("1 DD", "1 F f4 d1").wins(Attacker, ratio(1, 41));
    alone("1 DDX", "1 F f4 d1").wins(Attacker, ratio(1, 21));
    // Where more is needed anyway they do nothing: a Scout on 4, 6/10·3/10 / (1 − 6/10·7/10) with it first.
    alone("1 SC", "1 DDX").wins(Defender, 0.4 / (1.0 - 0.6 * 0.7));
}

// A Titan with Defense 1 has 4: nothing of a Destroyer hits it, a 1 of a DestroyerX does. In an ion storm three
// hits destroy it; it fires first, on 7: (3/10·1/10 / (1 − 3/10·9/10))³ = (3/73)³.
#[test]
fn heavy_warheads_against_titans_hit_on_1() {
    let storm = |ships: &str| alone(ships, "1 TN d1").in_hex(|terrain| terrain.ion_storm = true);
    storm("1 DD").wins(Attacker, 0.0);
    storm("1 DDX").wins(Attacker, ratio(3, 73).powi(3));
}

// The ninth Doomsday Machine has Defense 4, and no roll hits it for certain.
#[test]
fn heavy_warheads_do_nothing_to_doomsday_machines() {
    assert!(alone("1 DDX", "1 DM9").plan().steps.iter().all(|step| {
        // Only the Machine's own shots hit.
        step.shooter != 0 || step.aims.is_empty()
    }));
    // In games of several players a 1 hits it, and so a 2 does.
    let against = |ships: &str| alone(ships, "1 DM").plan().steps[1].aims[0].need;
    assert_eq!((against("1 DDX"), against("1 DD")), ([2, 2], [2, 2]));
    assert_eq!(against("1 DDX oos"), [2, 2], "a Destroyer out of supply has 1 − 2");
    assert_eq!(against("1 DD oos"), [1, 1]);
}

/// A Battleship with Second Salvo that fires at these, once.
fn salvo(defender: &str, names: &[&str]) -> Alone {
    raid(alone("1 BB", defender).ability(Attacker, Ability::SecondSalvo), names)
}

// On 5: the first shot hits with 5/10, and then a second with 5/10, whatever is left of the type.
#[test]
fn a_hit_is_followed_by_one_shot_at_the_same_type() {
    let scouts = 0.5 + 0.5 * 0.5;
    salvo("2 SC", &["SC"])
        .refused(Refusal::SecondSalvo)
        .loses(Defender, 6.0 * scouts);
    salvo("3 SC", &["SC"]).loses(Defender, 6.0 * scouts);
    // Another group of Scouts is of the same type, a Destroyer is not.
    salvo("1 SC a1 + 1 SC", &["SC"]).loses(Defender, 6.0 * scouts);
    salvo("1 DD + 1 SC", &["DD", "SC"]).loses(Defender, 9.0 * 0.5);
    // Two hits, on 4, destroy a Cruiser.
    salvo("1 CA", &["CA"]).loses(Defender, 12.0 * 0.4 * 0.4);
}

// At random: half the shots are at the Destroyer. With two Scouts and a Destroyer a Scout is shot at twice in three,
// and after a hit the other one.
#[test]
fn second_shots_at_random_ships_stay_with_the_type() {
    let random = |defender: &str| {
        salvo(defender, &[]).with(Attacker, |policy| {
            policy.target = Target::Random;
            policy.finish_wounded = false;
        })
    };
    random("1 DD + 1 SC").loses(Defender, 0.5 * 0.5 * 9.0 + 0.5 * 0.5 * 6.0);
    random("1 DD + 2 SC").loses(Defender, 0.5 * 9.0 / 3.0 + 0.75 * 6.0 * 2.0 / 3.0);
}

// The Battleship would shoot at the Scout, on 5, but can't while the Dreadnaught is in front; three hits are more
// than it has.
#[test]
fn a_shield_projector_protects_one_ship() {
    let raid = |protect: &str| raid(protecting("1 BB", "1 DN shield1 + 1 SC", protect), &["SC", "DN"]);
    raid("none").loses(Defender, 6.0 * 0.5);
    raid("costliest").loses(Defender, 0.0);
    raid("SC").loses(Defender, 0.0);
    // One of two Scouts can be shot at.
    let two = |protect: &str| self::raid(protecting("2 BB", "1 DN shield1 + 2 SC", protect), &["SC", "DN"]);
    // Two shots on 5 at two Scouts, or at one: the second Battleship fires in any case.
    two("none").loses(Defender, 6.0 * (0.5 + 0.5));
    two("SC").loses(Defender, 6.0 * (1.0 - 0.5 * 0.5));
}

// A screened projector protects nobody.
#[test]
fn a_screened_projector_protects_nobody() {
    raid(alone("1 BB", "1 DN shield1 + 1 SC"), &["SC", "DN"])
        .with(Defender, |policy| policy.screen = Screen::Units(units(&["DN"])))
        .loses(Defender, 6.0 * 0.5);
}

// Three Titans fire at the Dreadnaught, on 4, until it is destroyed by two hits, then at the Scout, on 7. Both hits
// come first with .16, and one of them with the third shot with 2·.4·.6·.4.
#[test]
fn a_ship_can_be_fired_at_when_its_projector_is_gone() {
    let (first, later) = (0.16, 2.0 * 0.4 * 0.6 * 0.4);
    alone("3 TN", "1 DN shield1 + 1 SC")
        .with(Attacker, |policy| policy.target = order(&["SC", "DN"]))
        .after_round(1)
        .loses(Defender, 24.0 * (first + later) + 6.0 * first * 0.7);
}

// 15.1.1: the Fighter is protected, and still shields the Carrier: nobody but the Dreadnaught is fired at.
#[test]
fn a_protected_fighter_shields_its_carrier() {
    let defender = "1 DN shield1 + 1 CV + 1 F";
    raid(protecting("1 BB", defender, "F"), &["CV", "F", "DN"]).loses(Defender, 0.0);
    // A Carrier that is protected stands behind both: after the Fighter, on 5, it is not yet open.
    let two = raid(protecting("2 BB", defender, "CV"), &["CV", "F", "DN"]);
    two.loses(Defender, 5.0 * (1.0 - 0.5 * 0.5));
    let two = raid(protecting("2 BB", defender, "none"), &["CV", "F", "DN"]);
    two.loses(Defender, 5.0 * (1.0 - 0.5 * 0.5) + 12.0 * 0.5 * 0.5);
}

/// Labels and numbers of the defender's groups, and who protects whom.
fn protected(fleet: &str, protect: &str) -> (Vec<String>, Vec<(usize, usize)>) {
    let battle = protecting("1 SC", fleet, protect).battle;
    let of = |shield: &Shield| (shield.projector, shield.protected);
    let groups = { battle.sides[1].groups.iter() }.map(|group| format!("{} {}", group.count, group.label));
    (groups.collect(), battle.sides[1].shields.iter().map(of).collect())
}

#[test]
fn protected_ships_and_their_projectors_stand_by_themselves() {
    let groups = |names: &[&str]| units(names);
    // The dearest, and of several the last.
    let (found, shields) = protected("1 DN shield1 + 3 CA + 2 SC", "costliest");
    assert_eq!(found, groups(&["1 DN shield1", "2 CA", "1 CA shielded", "2 SC"]));
    assert_eq!(shields, [(0, 2)]);
    // Those named, one each as long as there are any, then two over one.
    let (found, shields) = protected("2 DN shield1 + 3 CA + 2 SC", "SC,CA");
    assert_eq!(
        found,
        groups(&["1 DN shield1", "1 DN shield1", "3 CA", "1 SC shielded", "1 SC shielded"])
    );
    assert_eq!(shields, [(1, 3), (0, 4)]);
    let (found, shields) = protected("3 DN shield1 + 2 SC", "costliest");
    assert_eq!(
        found,
        groups(&[
            "1 DN shield1",
            "1 DN shield1",
            "1 DN shield1",
            "1 SC shielded",
            "1 SC shielded"
        ])
    );
    assert_eq!(shields, [(1, 3), (0, 4), (2, 4)]);
    // Over one ship all together, so they stay together.
    let (found, shields) = protected("2 DN shield1 + 1 SC", "costliest");
    assert_eq!(found, groups(&["2 DN shield1", "1 SC shielded"]));
    assert_eq!(shields, [(0, 1)]);
    // A Flagship, which can't be bought, comes first.
    let (found, _) = protected("1 DN shield1 + 1 CA + 1 Flagship", "costliest");
    assert_eq!(found, groups(&["1 DN shield1", "1 CA", "1 Flagship shielded"]));
    // Neither Titans nor each other, nor what is no ship.
    let (found, shields) = protected("1 DN shield1 + 1 TN + 1 Base", "costliest");
    assert_eq!(found, groups(&["1 DN shield1", "1 TN", "1 Base"]));
    assert!(shields.is_empty());
    let (found, _) = protected("1 DN shield1 + 1 CA", "none");
    assert_eq!(found, groups(&["1 DN shield1", "1 CA"]));
}

// Two Dreadnaughts are over one Scout: while either lives it is safe.
#[test]
fn two_projectors_over_one_ship() {
    // Four Titans: two hits, on 4, destroy one Dreadnaught, four both. The Scout is never open within four shots.
    alone("4 TN", "2 DN shield1 + 1 SC")
        .with(Attacker, |policy| policy.target = order(&["SC", "DN"]))
        .after_round(1)
        .loses(
            Defender,
            24.0 * (1.0 - 0.6f64.powi(4) - 4.0 * 0.4 * 0.6f64.powi(3)) + 24.0 * 0.4f64.powi(4),
        );
}

// The Battleship, on 4, fires at the Cruiser, twice before the attacker's second turn, and holds it. The Scout leaves
// then, unless the Battleship is gone: by three hits, of the Cruiser on 3 and the Scout on 2 with the fleet size bonus
// of two to one, and of the Cruiser again if it still lives.
#[test]
fn a_tractor_beam_holds_the_dearest_ship() {
    let gone = 0.3 * 0.2 * (1.0 - 0.4 * 0.4) * 0.3;
    let raid = |defender: &str| {
        raid(alone("1 CA + 1 SC", defender), &["BB"]).with(Defender, |policy| policy.target = order(&["CA", "SC"]))
    };
    raid("1 BB tractor1")
        .refused(Refusal::TractorBeams)
        .retreats(Attacker, 0, 0.0)
        .retreats(Attacker, 1, 1.0 - gone);
    // Without it the Cruiser leaves first, if it lives.
    raid("1 BB")
        .retreats(Attacker, 0, 1.0 - 0.4 * 0.4)
        .retreats(Attacker, 1, 1.0);
}

// Of three Scouts one is held. The Battleship destroys one with 5/10 in either round. In the first round it is itself
// destroyed, if it missed, by three hits on 2. Then two or one leave, or one or none.
#[test]
fn a_tractor_beam_holds_one_ship_of_a_group() {
    let leave = 0.5 * (1.0 - 0.2f64.powi(3)) * 1.5 + 0.5 * 0.5;
    raid(alone("3 SC", "1 BB tractor1"), &["BB"]).retreats(Attacker, 0, leave);
}

// A cloaked Raider is held only if it is scanned. It fires first on 5, then on 4, or uncloaked on 4; it leaves in
// the second round when its turn comes, before the Battleship's if it is cloaked and has tactics.
#[test]
fn cloaked_ships_are_not_held() {
    raid(alone("1 R t1", "1 BB tractor1"), &["BB"]).retreats(Attacker, 0, 1.0);
    // Scanned it does not leave in the second round, nor has it destroyed the Battleship by then.
    let scanned = raid(alone("1 R t1", "1 BB tractor1 + 1 DD scan1"), &["BB"]);
    scanned.after_round(2).retreats(Attacker, 0, 0.0);
}

// The Titan, on 5, takes two hit points of the Battleship and the Scout, on 1, one, after the Minesweeper fired at the
// Scout on 1. If the Battleship is gone when the second round starts, with .5·.1, the Titan fires at the Minesweeper, on
// 8, and unless that ends the battle the Scout leaves. Otherwise the beam holds the Scout, until the Titan destroys the
// Battleship before the Scout's turn: with 5/10, if it was hit at all in the first round.
#[test]
fn a_beam_is_lost_with_its_ship() {
    let (gone, hit) = (0.5 * 0.1, 0.5 * 0.9 + 0.5 * 0.1);
    let lives = 0.9 * 0.9;
    alone("1 TN + 1 SC", "1 BB tractor1 + 1 SW")
        .with(Attacker, |policy| {
            policy.target = order(&["BB", "SW"]);
            policy.retreat = Retreat::Units(units(&["SC"]));
        })
        .with(Defender, |policy| policy.target = order(&["TN", "SC"]))
        .after_round(2)
        .retreats(Attacker, 1, lives * (gone * 0.2 + hit * 0.5));
}

// Nobody leaves, so a Tractor Beam changes nothing.
#[test]
fn beams_on_ships_that_stay_change_nothing() {
    let wins = |defender: &str| {
        let odds = broadside::engine::exact::solve(&alone("4 SC", defender).plan());
        odds.expect("a small battle").outcomes[0]
    };
    assert!((wins("1 BB tractor1") - wins("1 BB")).abs() < 1e-12);
}
