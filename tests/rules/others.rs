//! Decoys (8.3), ships out of supply (36.5.5), and a battle known before.

use crate::common::{battle, ratio, units};
use broadside::rules::space_empires::Target;

// Three Decoys are gone before the first shot: no bonus for four ships, 7/17, and 3 CP gone for
// certain. Those of the defender likewise.
#[test]
fn decoys_are_removed_first() {
    battle("1 SC + 3 Decoy", "1 SC")
        .attacker_wins(ratio(7, 17))
        .attacker_loses(3.0 + 6.0 * ratio(10, 17));
    battle("1 SC", "2 Decoy + 1 SC")
        .attacker_wins(ratio(7, 17))
        .defender_loses(2.0 + 6.0 * ratio(7, 17));
}

// A Transport's attack 1 − 3 is 1 all the same, and its defense 1 − 3 is 0: the Scout, first, hits it on
// 3, it hits the Scout on 1: 7/10·1/10 / (1 − 7/10·9/10) = 7/37.
#[test]
fn out_of_supply_leaves_attack_one() {
    battle("1 T oos", "1 SC").attacker_wins(ratio(7, 37));
}

// Technology is added after that: 1 + 1 = 2, not 1 + 1 − 3 = −1:
// 7/10·2/10 / (1 − 7/10·8/10) = 14/44 = 7/22.
#[test]
fn out_of_supply_technology_counts_in_full() {
    battle("1 T a1 oos", "1 SC").attacker_wins(ratio(7, 22));
}

// Read the other way, the 3 points go off the sum: the Transport's 1 + 1 − 3 is 1, as without
// technology, 7/37. The Destroyer's defense 0 + 1 − 3 is 0 against the Scout's 3, where by default it is 1:
// the Destroyer, first, on 4 + 1 − 3 = 2, then the Scout on 3: 2/10 / (1 − 8/10·7/10) = 5/11.
#[test]
fn out_of_supply_may_lower_the_sum_with_technology() {
    battle("1 T a1 oos", "1 SC")
        .rule("out-of-supply", "total")
        .attacker_wins(ratio(7, 37));
    battle("1 DD a1 d1 oos", "1 SC")
        .rule("out-of-supply", "total")
        .attacker_wins(ratio(5, 11));
}

// 36.5.3: Scouts are always in supply.
#[test]
fn scouts_are_always_in_supply() {
    battle("1 SC oos", "1 SC").attacker_wins(ratio(7, 17));
}

// The Battleship, A5-2, fires first on 5 − 3 = 2 and has defense 0, not −1: the Destroyer hits on 4
// and needs three stages of 8/10·4/10 / (1 − 8/10·6/10) = 32/52 = 8/13.
#[test]
fn out_of_supply_leaves_defense_zero() {
    battle("1 DD", "1 BB oos").attacker_wins(ratio(512, 2197));
}

// Known from elsewhere: 66.2 % if both shoot the smallest first, 15.4 % if both shoot in the order
// listed here. The further digits are from the Markov chain over (CA, wound, SC, BB, wound, DD),
// solved by a program that shares nothing with this one. Wounded first or not is the same: with one
// order for all shooters and nobody screened, the wounded group is the first in order anyway.
#[test]
fn the_known_pair() {
    let pair = || battle("3 CA a1 + 6 SC a1", "2 BB a1 d1 + 3 DD a1 d1");
    let smallest = || pair().attacker_target(Target::Weakest).defender_target(Target::Weakest);
    smallest().attacker_wins(0.661_984_276);
    smallest()
        .attacker_ignores_wounded()
        .defender_ignores_wounded()
        .attacker_wins(0.661_984_276);
    let listed = || {
        pair()
            .attacker_target(Target::Order(units(&["BB", "DD"])))
            .defender_target(Target::Order(units(&["CA", "SC"])))
    };
    listed().attacker_wins(0.153_955_069);
    listed()
        .attacker_ignores_wounded()
        .defender_ignores_wounded()
        .attacker_wins(0.153_955_069);
}
