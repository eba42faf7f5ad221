//! Who fires first (5.2).

use crate::common::{battle, ratio, units};
use broadside::rules::space_empires::{Retreat, Target};

// Same class and tactics, so the defender fires first. The attacker wins the duel as the second:
// p = 7/10·3/10 / (1 − 7/10·7/10) = 7/17.
// A round leaves both alive with chance 49/100, so there are 1 / (1 − 49/100) = 100/51 of them.
#[test]
fn a_tie_goes_to_the_defender() {
    battle("1 SC", "1 SC")
        .attacker_wins(ratio(7, 17))
        .defender_wins(ratio(10, 17))
        .lasts(ratio(100, 51));
}

// D-Class before E-Class, although the Destroyer attacks: p = 4/10 / (1 − 6/10·7/10) = 20/29.
#[test]
fn the_better_class_fires_first_in_attack() {
    battle("1 DD", "1 SC").attacker_wins(ratio(20, 29));
}

// And so in defense: p = 6/10·3/10 / (1 − 6/10·7/10) = 9/29.
#[test]
fn the_better_class_fires_first_in_defense() {
    battle("1 SC", "1 DD").attacker_wins(ratio(9, 29));
}

// Equal class: Tactics 1 fires before Tactics 0, and no longer the defender first:
// p = 3/10 / (1 − 7/10·7/10) = 10/17.
#[test]
fn tactics_decide_between_equal_classes() {
    battle("1 SC t1", "1 SC").attacker_wins(ratio(10, 17));
}

// Tactics don't decide between different classes: 9/29 as without them.
#[test]
fn class_goes_before_tactics() {
    battle("1 SC t3", "1 DD").attacker_wins(ratio(9, 29));
}

// Equal class and equal Tactics: the defender again, 7/17.
#[test]
fn equal_tactics_go_to_the_defender() {
    battle("1 SC t2", "1 SC t2").attacker_wins(ratio(7, 17));
}

// DN and BB are both A-Class and their owner fires them as listed, both at the Scout while it is
// there (DN hits it on 6, BB on 5), then at the Transport of defense 2 (4 and 3). One round.
// DN first: 6/10 kill the SC, then BB the T with 3/10; else (4/10) BB the SC with 5/10:
//   0.6·(1 + 0.3) + 0.4·0.5 = 0.98 ships of 6 CP = 147/25 CP.
// BB first: 0.5·(1 + 0.4) + 0.5·0.6 = 1 ship = 6 CP.
#[test]
fn the_owner_orders_equal_groups_by_listing_them() {
    let order = || Target::Order(units(&["SC", "T"]));
    let one_round = |fleet| {
        battle(fleet, "1 SC + 1 T d1")
            .attacker_target(order())
            .attacker_retreat(Retreat::AfterRound(1))
    };
    one_round("1 DN + 1 BB").defender_loses(ratio(147, 25));
    one_round("1 BB + 1 DN").defender_loses(6.0);
}

// 5.2 with 9.3: within a side, too, the better Tactics fires first, though it is listed last.
#[test]
fn tactics_order_the_groups_of_one_side() {
    battle("1 BB + 1 DN t1", "1 SC + 1 T d1")
        .attacker_target(Target::Order(units(&["SC", "T"])))
        .attacker_retreat(Retreat::AfterRound(1))
        .defender_loses(ratio(147, 25));
}
