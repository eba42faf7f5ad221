//! Recording hits (5.6).

use crate::common::{battle, ratio};
use broadside::rules::space_empires::Retreat;

// The Cruiser fires first on 4, the Scout on 3 − 1 = 2. With one hit left to take the Cruiser wins
// with p1 = 4/10 / (1 − 6/10·8/10) = 10/13; with two
// p2 = 4/10 + 6/10·(8/10·p2 + 2/10·p1), so p2 = (4/10 + 12/100·10/13) / (52/100) = 160/169.
#[test]
fn damage_stays_from_round_to_round() {
    battle("1 CA", "1 SC").attacker_wins(ratio(160, 169));
}

// Three shots of one round on 5 − 1 = 4 against two Cruisers: the second hit kills the first
// Cruiser, the third wounds the other. So one is lost if there are two hits or three:
// 3·(4/10)²·6/10 + (4/10)³ = 44/125 of 12 CP. Hits spread over both would need four.
#[test]
fn hits_on_a_group_go_to_one_ship() {
    battle("3 BB", "2 CA")
        .attacker_retreat(Retreat::AfterRound(1))
        .defender_loses(12.0 * ratio(44, 125))
        .attacker_retreats(0, 3.0);
}

// Two rounds of two shots on 4. H hits in round 1:
//   2 (16/100): one Cruiser is lost; the other faces the fleet size bonus (2 against 1) in round 2
//               and is lost to two hits on 5: 25/100.
//   1 (48/100): one is wounded, and lost to at least one hit in round 2: 1 − 36/100 = 64/100.
//   0 (36/100): one is lost to two hits in round 2: 16/100.
// Cruisers lost: 0.16·(1 + 0.25) + 0.48·0.64 + 0.36·0.16 = 0.5648. Both are: 0.16·0.25 = 1/25.
// In two rounds two Cruisers can kill no more than one Battleship, and only after it has fired.
#[test]
fn a_wound_carries_over_to_the_next_round() {
    battle("2 BB", "2 CA")
        .attacker_retreat(Retreat::AfterRound(2))
        .attacker_wins(ratio(1, 25))
        .defender_loses(12.0 * 0.5648);
}

// Two groups of one Cruiser each can be wounded both, but whoever fires at the smallest first and
// at equals as listed doesn't: the same 44/125 as against one group of two.
#[test]
fn equal_groups_are_shot_one_after_the_other() {
    battle("3 BB", "1 CA + 1 CA")
        .attacker_retreat(Retreat::AfterRound(1))
        .defender_loses(12.0 * ratio(44, 125));
}
