//! Missile Boats, Missiles (24.4) and Jammers (24.5).

use crate::common::{Setup, battle, ratio, tally, units};
use broadside::engine::trace::{Event, tell};
use broadside::rules::space_empires::{Question, Retreat, Screen, Target, lower};
use broadside::spec::Side;

/// Both sides fire at these first.
fn firing_at(attacker: &str, defender: &str, names: &[&str]) -> Setup {
    let order = Target::Order(units(names));
    battle(attacker, defender)
        .attacker_target(order.clone())
        .defender_target(order)
}

/// The same, and the attacker leaves after the first round.
fn raid(attacker: &str, defender: &str, names: &[&str]) -> Setup {
    firing_at(attacker, defender, names).attacker_retreat(Retreat::AfterRound(1))
}

// The Scout, on 3, fires between the launch and the attack, which hits on 6 whether the boat is gone or not. Both
// miss with 7/10·4/10, and it starts again: the attacker wins 7/10·6/10 of 72/100, the defender 3/10·4/10, and
// 3/10·6/10 leave nobody.
#[test]
fn a_missile_attacks_after_its_boat_is_gone() {
    firing_at("1 MB", "1 SC", &["MB"])
        .attacker_wins(ratio(7, 12))
        .defender_wins(ratio(2, 12));
}

// Read the other way the Missile is gone with the last ship: 7/10·6/10 and 3/10 of 72/100.
#[test]
fn missiles_may_need_a_ship() {
    firing_at("1 MB", "1 SC", &["MB"])
        .rule("missiles-in-flight", "lost")
        .attacker_wins(ratio(7, 12))
        .defender_wins(ratio(5, 12));
    // A ship that is left is enough. Two have the fleet size bonus, so that the Missile hits on 7, and the Scout that
    // came with it on 4.
    raid("1 MB + 1 SC", "1 SC", &["MB"])
        .rule("missiles-in-flight", "lost")
        .defender_loses(6.0 * (1.0 - 0.6 * 0.3));
}

// The Scout fires at the Missile and nothing else, on 3; if it misses the Missile hits on 6.
#[test]
fn a_missile_can_be_shot_down() {
    raid("1 MB", "1 SC", &["Missile"])
        .defender_loses(6.0 * 0.7 * 0.6)
        .attacker_loses(0.0);
}

// One on 5, 6 − 1, destroys the Cruiser's two hull points.
#[test]
fn a_missile_does_two_damage() {
    raid("1 MB", "1 CA", &["MB"]).defender_loses(12.0 * 0.5);
    // A Battleship has three. With tactics the boat launches first; the Battleship hits it on 5, and the Missile
    // the Battleship on 4, 6 − 2. A stage ends with the Battleship hit and the boat alive with 2/10 of 7/10.
    firing_at("1 MB t1", "1 BB", &["MB"]).attacker_wins(ratio(4, 49));
}

// In an ion storm it does four: one stage.
#[test]
fn an_ion_storm_doubles_it() {
    firing_at("1 MB t1", "1 BB", &["MB"])
        .ion_storm()
        .attacker_wins(ratio(2, 7))
        .defender_wins(ratio(3, 7));
}

// A Titan takes one, so that it has five stages, with 3/10·3/10 of 1 − 3/10·7/10 each; in an ion storm two, three
// stages. A 1 is no automatic hit on it, but the Missile hits on 6 − 3.
#[test]
fn a_titan_takes_one_damage() {
    firing_at("1 MB t1", "1 TN", &["MB"]).attacker_wins(ratio(9, 79).powi(5));
    firing_at("1 MB t1", "1 TN", &["MB"])
        .ion_storm()
        .attacker_wins(ratio(9, 79).powi(3));
}

// Attack 3 is 9; Defense 1 and Missile Boat 2 make it 2, of boat and Missile, so that the Scout hits on 1.
#[test]
fn missiles_have_their_boats_technology() {
    firing_at("1 MB a3", "1 SC", &["MB"]).attacker_wins(ratio(63, 93));
    raid("1 MB mb2 d1", "1 SC", &["Missile"]).defender_loses(6.0 * 0.9 * 0.6);
    raid("1 MB mb2 d1", "1 SC", &["MB"]).attacker_loses(10.0 * 0.1);
}

// Two boats have the fleet size bonus against one Scout: on 7. One boat and its Missile have none: on 6.
#[test]
fn missiles_have_the_bonus_and_give_none() {
    raid("2 MB", "1 SC", &["MB"]).defender_loses(6.0 * (1.0 - 0.3 * 0.3));
    // Nor do the Missiles take the bonus of two Scouts, on 4: the boat lives with 6/10·6/10.
    raid("1 MB", "2 SC", &["MB"]).attacker_loses(10.0 * (1.0 - 0.6 * 0.6));
}

// The rest of the Missiles attack whoever is left, each once: two Scouts fire, on 3, both at Missiles, of which each
// that is left hits on 6 another Scout. Fleets are equal.
#[test]
fn each_missile_attacks_once() {
    // None, one or two Missiles are shot down with 49, 42 and 9 of 100.
    let hits = 0.49 * 1.2 + 0.42 * 0.6;
    raid("2 MB", "2 SC", &["Missile"]).defender_loses(6.0 * hits);
}

// E-Class all: the Scout, on 3, fires first, and at the boat in any case. Attack technology is nothing, so that the
// boat, if it lives, hits at once on 6.
#[test]
fn in_asteroids_missiles_hit_at_once() {
    firing_at("1 MB a3", "1 SC", &["Missile"])
        .asteroids()
        .attacker_wins(ratio(42, 72))
        .defender_wins(ratio(30, 72));
    // 12 CP for the two hull points of a Cruiser, which has lost nothing by that.
    raid("1 MB a3 t1", "1 CA", &["MB"])
        .asteroids()
        .defender_loses(12.0 * 0.5);
}

// As before, but with Attack 1 on 7, and Defense technology is nothing.
#[test]
fn in_a_nebula_missiles_hit_at_once() {
    firing_at("1 MB a1 d1", "1 SC", &["MB"])
        .nebula()
        .attacker_wins(ratio(49, 79));
}

// Attack 2: on 8 − 1, and on 6 − 1 if the Cruiser has a Jammer, of whichever level if it is alone.
#[test]
fn a_cruiser_jams_missiles() {
    raid("1 MB a2", "1 CA", &["MB"]).defender_loses(12.0 * 0.7);
    raid("1 MB a2", "1 CA jam1", &["MB"]).defender_loses(12.0 * 0.5);
    raid("1 MB a2", "1 CA jam2", &["MB"]).defender_loses(12.0 * 0.5);
    // What jams is the other side's. Two have the fleet size bonus.
    raid("1 MB a2 + 1 CA jam2", "1 CA", &["MB"])
        .attacker_retreat(Retreat::Units(units(&["MB", "CA"])))
        .defender_target(Target::Order(units(&["CA"])))
        .attacker_target(Target::Order(units(&["CA"])))
        .defender_loses(12.0 * 0.8);
}

// Two with Jammer 2 take the Attack technology as well: 6 − 2 − 1. Read the other way, that alone: 6 − 1. They have the
// fleet size bonus, on 5: if the first destroys the boat, the second fires at the Missile, which so attacks with 3/4.
#[test]
fn two_cruisers_jam_the_technology() {
    raid("1 MB a2", "2 CA jam2", &["MB"]).defender_loses(12.0 * 0.75 * 0.3);
    raid("1 MB a2", "2 CA jam1", &["MB"]).defender_loses(12.0 * 0.75 * 0.5);
    raid("1 MB a2", "1 CA jam2 + 1 CA jam1", &["MB"]).defender_loses(12.0 * 0.75 * 0.5);
    raid("1 MB a2", "2 CA jam2", &["MB"])
        .rule("jammer-2", "technology")
        .defender_loses(12.0 * 0.75 * 0.5);
}

// The Cruiser is screened, and jams: the Scout is hit on 4.
#[test]
fn a_screened_cruiser_jams() {
    raid("1 MB", "1 CA jam1 + 1 SC", &["MB"])
        .defender_screen(Screen::Units(units(&["CA"])))
        .defender_loses(6.0 * 0.4);
}

// The Battlecruisers, on 4 both, destroy the Cruiser before the Missile attacks, the Scout then, unjammed, on 6.
// Otherwise the Missile attacks the Cruiser, hurt or not, on 6 − 2 − 1.
#[test]
fn who_is_gone_when_missiles_attack_does_not_jam() {
    raid("2 BC + 1 MB", "1 CA jam1 + 1 SC", &["BC", "CA"])
        .defender_loses(0.16 * (12.0 + 6.0 * 0.6) + 0.84 * 12.0 * 0.3);
}

// The first Missile, of the boat with tactics, destroys the Cruiser on 3, and the second, of another line, is jammed all
// the same: on 4 against the Scout. If the first misses, the second attacks the Cruiser too.
#[test]
fn the_first_missile_settles_it_for_the_round() {
    let expected = 0.3 * (12.0 + 6.0 * 0.4) + 0.7 * (12.0 * 0.3);
    raid("1 MB t1 + 1 MB", "1 CA jam1 + 1 SC", &["MB", "CA"]).defender_loses(expected);
}

// In asteroids a shot is a Missile, and jammed: on 6 − 2 − 1.
#[test]
fn boats_that_fire_at_once_are_jammed() {
    raid("1 MB t1", "1 CA jam1", &["MB"])
        .asteroids()
        .defender_loses(12.0 * 0.3);
}

// A Scout that defends against a Missile of the same class and tactics fires first, and one that attacks fires last:
// the Missile hits on 6. As a ship of Replicators it has Tactics 3 against Missiles: it fires first, on 3.
#[test]
fn replicators_fire_at_missiles_before_they_attack() {
    let raid = || {
        battle("1 SC", "1 MB")
            .attacker_target(Target::Order(units(&["Missile"])))
            .defender_retreat(Retreat::AfterRound(1))
    };
    raid().attacker_loses(6.0 * 0.6);
    raid().attacking_replicators().attacker_loses(6.0 * 0.7 * 0.6);
}

/// The default, Missiles first, and Missiles last: how often the defender wins by each.
fn by_order(attacker: &str, defender: &str) -> [f64; 3] {
    let default = battle(attacker, defender).battle;
    let ships = { default.sides[0].groups.iter() }
        .map(|group| group.unit.name.clone())
        .collect::<Vec<_>>();
    let with = |target: Target| {
        let battle = battle(attacker, defender).defender_target(target).battle;
        let tally = tally(&battle, 7, 400_000, 0);
        tally.outcomes[1] as f64 / tally.battles() as f64
    };
    [
        with(Target::Value),
        with(Target::Order(units(&["Missile"]))),
        with(Target::Order(ships)),
    ]
}

// Shooting a Missile down saves its attack, and the shot is missing against ships: `value` weighs that. In none of
// these battles is it more than four points worse than the better of both, and in some it is better than either.
#[test]
fn value_knows_what_a_missile_is_worth() {
    for (attacker, defender) in BATTLES {
        let [value, first, last] = by_order(attacker, defender);
        let best = f64::max(first, last);
        assert!(
            value > best - 0.04,
            "{attacker} against {defender}: value {value:.3}, first {first:.3}, last {last:.3}"
        );
    }
}

const BATTLES: [(&str, &str); 16] = [
    ("1 MB + 2 AltBB", "8 CA a1"),
    ("2 MB a3 + 1 AltDN", "3 BC a1 t1 + 2 CA"),
    ("1 MB a3 + 5 AltSC", "6 CA"),
    ("3 MB a3 + 2 AltBB", "2 BB + 4 CA a1"),
    ("4 MB a3 + 1 AltBB", "4 BC a2 d1 t1"),
    ("2 MB a3", "3 AltSC + 3 AltDD"),
    ("3 MB", "4 SC"),
    ("6 MB", "6 SC"),
    ("3 MB", "2 CA"),
    ("6 MB a1", "4 CA a1"),
    ("2 MB a2 + 2 AltCA", "4 CA a1"),
    ("4 MB + 3 AltSC", "3 BC"),
    ("4 MB a2", "2 BB a1"),
    ("6 MB a1 + 2 AltBB", "3 DN a1 d1"),
    ("2 MB + 6 AltSC", "4 DD + 2 CA"),
    ("8 MB a3", "3 BB a2 d2 + 4 SC"),
];

// 24.4.4: whatever its policy, a Doomsday Machine fires at a Missile only if no ship is left.
#[test]
fn doomsday_machines_fire_at_ships_first() {
    for target in [Target::Order(units(&["Missile"])), Target::Random, Target::Value] {
        let battle = battle("3 MB", "1 DM").defender_target(target).battle;
        let plan = lower(&battle, Question::default());
        let machine = plan.slots_of[1].start;
        let mut at_missiles = 0;
        for number in 0..300 {
            let mut ships = 0;
            for event in tell(&plan, 3, number).events {
                match event {
                    Event::Round { slots, .. } => ships = slots[0].0,
                    Event::Shot {
                        shooter,
                        target,
                        destroyed,
                        ..
                    } if shooter == machine => match target {
                        0 => ships -= u8::from(destroyed),
                        _ => {
                            assert_eq!(ships, 0);
                            at_missiles += 1;
                        }
                    },
                    _ => {}
                }
            }
        }
        assert!(at_missiles > 20, "{at_missiles}");
    }
}

// No row of losses, and nothing in the price: the fleet is its ships.
#[test]
fn missiles_are_no_ships_of_the_results() {
    let battle = battle("2 MB", "2 MB").battle;
    let plan = lower(&battle, Question::default());
    assert_eq!((plan.units.len(), plan.ship_slots(), plan.slots.len()), (2, 2, 4));
    assert_eq!(battle.sides[Side::Attacker.index()].cost(), 20);
    let tally = tally(&battle, 1, 100_000, 0);
    assert_eq!(tally.sides[0].loss[0].len(), 21);
}

// What a battle tells: two launched, one shot down or not, and each Missile that is left attacks.
#[test]
fn a_trace_tells_of_missiles() {
    let battle = firing_at("2 MB", "1 CA jam1 + 1 SC", &["Missile", "CA"]).battle;
    let plan = lower(&battle, Question::default());
    let (mut jams, mut shot_down) = (0, 0);
    for number in 0..50 {
        let mut in_flight = 0i32;
        for event in tell(&plan, 5, number).events {
            match event {
                Event::Round { .. } => assert_eq!(in_flight, 0, "a Missile is gone after its attack"),
                Event::Launch { slot, ships } => {
                    assert_eq!(slot, 0);
                    in_flight += i32::from(ships);
                }
                Event::Jammed { slot, level } => {
                    assert_eq!((slot, level), (plan.ship_slots(), 1));
                    jams += 1;
                }
                Event::Shot {
                    shooter, target, hit, ..
                } => {
                    let missile = plan.ship_slots();
                    in_flight -= i32::from(shooter == missile) + i32::from(target == missile && hit);
                    shot_down += i32::from(target == missile && hit);
                }
                _ => {}
            }
            assert!(in_flight >= 0);
        }
    }
    assert!(jams > 20 && shot_down > 20, "{jams} {shot_down}");
}

// 37.4 gives ships of a Legendary Group one more hit, and a Missile is no ship (1.3). The Green Scout hits it on 3 less 1,
// and a Missile that is left the Scout on 6 more 1.
#[test]
fn legendary_missiles_are_no_tougher() {
    raid("1 MB legendary", "1 SC green", &["Missile"]).defender_loses(6.0 * 0.8 * 0.7);
}
