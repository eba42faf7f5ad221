//! Space Amoebae (SSB 3.5, 3.6).

use crate::alone::{Alone, alone};
use crate::common::ratio;
use broadside::engine::exact::Refusal;
use broadside::engine::trace::{Event, tell};
use broadside::spec::Side::{Attacker, Defender};

/// What the first ships of a fleet and an Amoeba need against each other, without a fleet size bonus.
fn needs(ship: &str, amoeba: &str) -> [u8; 2] {
    let plan = alone(ship, amoeba).plan();
    [0, 1].map(|side| {
        let own = plan.slots_of[side].start;
        let step = plan.steps.iter().find(|step| step.shooter == own).expect("it fires");
        step.aims.first().map_or(0, |aim| aim.need[0])
    })
}

// C7-1-x1 with Tactics 2. It needs 7 against a Scout, which needs 3 − 1: 3/10·2/10 / (1 − 3/10·8/10) = 3/38.
// A Cruiser has 1 and one more for its hull, so 5, and is swallowed whole; it hits on 3:
// 5/10·3/10 / (1 − 5/10·7/10) = 3/13.
#[test]
fn a_hit_swallows_a_ship_whole() {
    alone("1 SC", "1 Amoeba1")
        .refused(Refusal::Amoebae)
        .wins(Attacker, ratio(3, 38));
    alone("1 CA", "1 Amoeba1").wins(Attacker, ratio(3, 13));
}

// The test vector of the scenario book: kind 4 needs 6 against a Scout with Defense 1, 2 against a Battleship with
// Defense 1, which has two more for its hull; and a 1 always swallows, a Titan too.
#[test]
fn larger_ships_are_harder_to_swallow() {
    assert_eq!(needs("1 SC d1", "1 Amoeba4")[1], 6);
    assert_eq!(needs("1 BB d1", "1 Amoeba4")[1], 2);
    assert_eq!(needs("1 TN d3", "1 Amoeba4")[1], 1);
}

// With 1 to 5 it attacks the Scout, on 7, and again if it rolled 5 or less, then the Cruiser, on 5. With 6 to 10 it
// attacks the Cruiser, and again, on 3 or less, the Scout.
#[test]
fn a_die_picks_the_ship_and_a_low_roll_is_followed_by_another_attack() {
    let cheap = 0.7 * 6.0 + 0.5 * 0.5 * 12.0;
    let dear = 0.5 * 12.0 + 0.3 * 0.7 * 6.0;
    alone("1 SC + 1 CA", "1 Amoeba1")
        .after_round(1)
        .loses(Attacker, (cheap + dear) / 2.0);
    // A Flagship, which cost nothing, is the dearest: swallowed on 7 − 1 − 2, which is worth nothing in CP. It fires
    // first, and destroys the Amoeba on 4 − 1.
    let flagship = 0.7 * (0.7 * 6.0 + 0.2 * 0.7 * 6.0);
    alone("1 SC + 1 Flagship", "1 Amoeba1")
        .after_round(1)
        .loses(Attacker, flagship / 2.0);
}

// Two attacks on 5 at one Scout.
#[test]
fn the_fifth_kind_attacks_twice() {
    alone("1 SC", "1 Amoeba5")
        .after_round(1)
        .loses(Attacker, 6.0 * (1.0 - 0.5 * 0.5));
}

// B5-1: the Fighter needs 5 − 1 against it, and does nothing to others than the third kind, A7-2.
#[test]
fn fighters_hurt_the_third_kind_alone() {
    let carrier = |amoeba: &str| {
        let plan = alone("1 CV + 1 F", amoeba).plan();
        let step = plan.steps.iter().find(|step| step.shooter == 1).expect("the Fighter's");
        step.aims.first().map_or(0, |aim| aim.need[0])
    };
    assert_eq!((carrier("1 Amoeba1"), carrier("1 Amoeba3")), (0, 3));
}

// A7-2 hits a Raider on 6; against Raiders alone it is A5-1, which hits on 4 and is hit on 3 and not on 2.
#[test]
fn the_fourth_kind_is_weak_against_raiders_alone() {
    assert_eq!(needs("1 R + 1 SC", "1 Amoeba4"), [2, 7], "the cheapest first");
    assert_eq!(needs("1 R", "1 Amoeba4"), [3, 4]);
    assert_eq!(needs("1 R", "1 Amoeba3"), [2, 6]);
    // It is not cloaked, and so has no more in the first round.
    alone("1 R", "1 Amoeba4").after_round(1).loses(Attacker, 12.0 * 0.4);
}

#[test]
fn three_types_of_ships_attack_the_sixth_kind_better() {
    assert_eq!(needs("1 CA + 1 SC", "1 Amoeba6")[0], 2);
    assert_eq!(needs("1 CA + 1 SC + 1 DD", "1 Amoeba6")[0], 3);
    assert_eq!(needs("1 CA + 1 SC + 1 DD", "1 Amoeba2")[0], 2);
}

// 25.1.3, 5.7.2, and no fleet size bonus against it.
#[test]
fn storms_screens_and_numbers_change_nothing() {
    let plan = alone("4 SC", "1 Amoeba2")
        .in_hex(|terrain| terrain.ion_storm = true)
        .plan();
    assert_eq!(plan.steps[1].damage, 1);
    assert!(plan.slots[0].side == Attacker && !plan.slots[0].may_screen);
    assert!(plan.steps[1].aims.iter().all(|aim| aim.need[0] == aim.need[1]));
}

/// Events of a battle that a die of an Amoeba is thrown in.
fn told(battle: &Alone) -> Vec<Event> {
    let plan = battle.plan();
    (0..200).flat_map(|number| tell(&plan, 3, number).events).collect()
}

// Its attacks are told with their dice, and follow from them.
#[test]
fn its_attacks_are_told() {
    let events = told(&alone("2 SC + 1 CA", "1 Amoeba5"));
    let (mut picks, mut again) = (0, 0);
    let mut cheapest = false;
    for event in &events {
        match *event {
            Event::Pick { roll, cheapest: it, .. } => {
                assert_eq!(it, roll <= 5);
                (picks, cheapest) = (picks + 1, it);
            }
            Event::Swallow {
                need,
                roll,
                hit,
                again: more,
                ..
            } => {
                assert_eq!(hit, roll <= need, "{event:?}");
                assert_eq!(more, roll + 2 <= need, "{event:?}");
                assert!([3, 5].contains(&need) && (1..=10).contains(&roll));
                again += u32::from(more);
            }
            _ => {}
        }
    }
    assert!(picks > 200 && again > 50, "{picks} {again} {cheapest}");
}

#[test]
fn it_defends_alone() {
    let side = alone("1 SC", "1 Amoeba").battle.sides[1].groups[0].clone();
    assert_eq!((side.label.as_str(), side.tactics), ("Amoeba6", 2));
    alone("1 SC", "1 Amoeba2").wins(Defender, 1.0 - 0.4 * 0.1 / (1.0 - 0.4 * 0.9) * second(0.4, 0.1));
}

/// The chance of a Scout that hits with `own`, after a first hit, to hit once more before it is hit, if the enemy
/// fires first and it survives with `lives`.
fn second(lives: f64, own: f64) -> f64 {
    lives * own / (1.0 - lives * (1.0 - own))
}
