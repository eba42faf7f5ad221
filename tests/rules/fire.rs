//! What it takes to hit (5.5, 9.2), and the units as shooters and targets.

use crate::common::{battle, ratio};

// Attack technology adds: the attacker hits on 4, the defender fires first on 3:
// p = 7/10·4/10 / (1 − 7/10·6/10) = 28/58 = 14/29.
#[test]
fn attack_technology_adds() {
    battle("1 SC a1", "1 SC").attacker_wins(ratio(14, 29));
}

// 9.2: Hull Size 1 carries no more than Attack 1: 14/29 still, not 5/10 or 6/10 to hit.
#[test]
fn the_hull_caps_attack_technology() {
    battle("1 SC a3", "1 SC").attacker_wins(ratio(14, 29));
}

// 9.2: Hull Size 1 carries no more than Defense 1: the defender, first, hits on 3 − 1 = 2:
// p = 8/10·3/10 / (1 − 8/10·7/10) = 24/44 = 6/11.
#[test]
fn the_hull_caps_defense_technology() {
    battle("1 SC d3", "1 SC").attacker_wins(ratio(6, 11));
}

// 9.2: Hull Size 2 carries Attack 2 of the three: the Cruiser (first, C-Class) hits on 4 + 2 = 6,
// the Scout on 3 − 1 = 2 and has to do so twice. With one hit left to take the Cruiser wins with
// p1 = 6/10 / (1 − 4/10·8/10) = 15/17; with two, as the Scout's hit only brings it to one:
// p2 = 1 − (1 − p1)² = 285/289, because the Scout must win two such duels in a row.
#[test]
fn two_hull_points_carry_attack_two() {
    battle("1 CA a3", "1 SC").attacker_wins(ratio(285, 289));
}

// The need is 1 − (1 + 1) = −1 for the attacker, 1 − 1 = 0 for the defender; a 1 hits for both:
// p = 9/10·1/10 / (1 − 9/10·9/10) = 9/19.
#[test]
fn a_natural_one_always_hits() {
    battle("1 T", "1 T d1").attacker_wins(ratio(9, 19));
}

// Transport E1-1: as a target it takes one off the Scout's 3, as a shooter it hits on 1. The Scout
// defends and fires first: p = 8/10·1/10 / (1 − 8/10·9/10) = 8/28 = 2/7.
#[test]
fn transports_fire_and_are_fired_at() {
    battle("1 T", "1 SC").attacker_wins(ratio(2, 7));
}

// Minesweeper E1-0: 9/10·1/10 / (1 − 9/10·9/10) = 9/19 between two of them.
#[test]
fn minesweepers_fire_and_are_fired_at() {
    battle("1 SW", "1 SW").attacker_wins(ratio(9, 19));
}

// Flagship B4-1-3, first: hits on 4, the Scout on 2. The Scout must win three stages, each a duel
// as the second with p = 6/10·2/10 / (1 − 6/10·8/10) = 12/52 = 3/13: 1 − (3/13)³ = 2170/2197.
// It was never bought, so nothing is lost with it.
#[test]
fn a_flagship_takes_three_hits_and_costs_nothing() {
    battle("1 Flagship", "1 SC")
        .attacker_wins(ratio(2170, 2197))
        .attacker_loses(0.0);
}

// DSN B4-1-2, first: the Scout must win two stages of 3/13 (see the Flagship): 9/169.
#[test]
fn a_defense_satellite_network_takes_two_hits() {
    battle("1 SC", "1 DSN").attacker_wins(ratio(9, 169));
}

// Base A7-2-3, first: hits on 7, the Destroyer on 4 − 2 = 2. A stage is the Destroyer's with
// p = 3/10·2/10 / (1 − 3/10·8/10) = 6/76 = 3/38, and he needs three: 27/54872.
#[test]
fn a_base_takes_three_hits() {
    battle("1 DD", "1 Base").attacker_wins(ratio(27, 54_872));
}

// Shipyard C3-0-1 fires before the Destroyer: p = 7/10·4/10 / (1 − 7/10·6/10) = 14/29.
#[test]
fn a_shipyard_fires_as_c_class() {
    battle("1 DD", "1 SY").attacker_wins(ratio(14, 29));
}
