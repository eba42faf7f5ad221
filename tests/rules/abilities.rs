//! Special abilities of ships (24.3, table 3 of 41.0).
//!
//! In an ion storm each of these ships dies of one hit of two.

use crate::common::{battle, ratio};
use broadside::rules::space_empires::Retreat;

// The Battlecruiser, first, hits a Cruiser on 5 − 1, and the Cruiser it on 4 − 1: 4/10 of 1 − 6/10·7/10. With +1
// against Hull Size 2 or more 5/10 of 1 − 5/10·7/10.
#[test]
fn attack_against_large_ships() {
    battle("1 AltBC", "1 CA").ion_storm().attacker_wins(ratio(20, 29));
    battle("1 AltBC attack-large", "1 CA")
        .ion_storm()
        .attacker_wins(ratio(10, 13));
    battle("1 AltBC attack-small", "1 CA")
        .ion_storm()
        .attacker_wins(ratio(20, 29));
}

// At a Scout on 5, or on 6.
#[test]
fn attack_against_small_ships() {
    let raid = |ship: &str| battle(ship, "1 SC").attacker_retreat(Retreat::AfterRound(1));
    raid("1 AltBC attack-small").defender_loses(6.0 * 0.6);
    raid("1 AltBC attack-large").defender_loses(6.0 * 0.5);
}

// The Cruiser hits on 4 − 1 − 1: 4/10 of 1 − 6/10·8/10.
#[test]
fn defense_against_large_ships() {
    battle("1 AltBC defense-large", "1 CA")
        .ion_storm()
        .attacker_wins(ratio(10, 13));
    battle("1 AltBC defense-small", "1 CA")
        .ion_storm()
        .attacker_wins(ratio(20, 29));
}

// The Scout hits on 3 − 1 − 1: 5/10 of 1 − 5/10·9/10. In a quasar no Defense Strength is left, on 3: 5/10 of 1 −
// 5/10·7/10.
#[test]
fn defense_against_small_ships() {
    battle("1 AltBC defense-small", "1 SC")
        .ion_storm()
        .attacker_wins(ratio(10, 11));
    battle("1 AltBC defense-small", "1 SC")
        .ion_storm()
        .quasar()
        .attacker_wins(ratio(10, 13));
}

// Hull Size 2, but Attack 3: on 8.
#[test]
fn advanced_munitions() {
    battle("1 AltBC a3 advanced-munitions", "1 SC")
        .attacker_retreat(Retreat::AfterRound(1))
        .defender_loses(6.0 * 0.8);
}

// A6 against a Fighter instead of A5; at a Scout it is A5.
#[test]
fn point_defense_of_a_flagship() {
    let raid = |enemy: &str| battle("1 AdvFlagship point-defense pd1", enemy).attacker_retreat(Retreat::AfterRound(1));
    raid("1 F").defender_loses(5.0 * 0.6);
    raid("1 SC").defender_loses(6.0 * 0.5);
}

// The Battlecruiser can choose the Flagship, which is no Carrier, on 5 − 3: the Fighter has nothing to fear from the
// only shot.
#[test]
fn a_mini_fighter_bay_shields_nobody() {
    use broadside::rules::space_empires::Target;
    battle("1 BC", "1 AdvFlagship mini-fighter-bay + 1 F")
        .attacker_target(Target::Order(vec!["AdvFlagship".to_owned()]))
        .attacker_retreat(Retreat::AfterRound(1))
        .defender_loses(0.0);
}
