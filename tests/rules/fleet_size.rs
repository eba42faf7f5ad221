//! The fleet size bonus (5.1.3).

use crate::common::{battle, ratio};

/// Two Scouts attack one. With both alive they hit on 4, and in the round in which the defender,
/// who fires first, kills one of them (3/10) the other still does:
///   p21 = 3/10·(4/10 + 6/10·p11) + 7/10·(1 − (6/10)² + (6/10)²·p21), p11 = 7/17
///       = (12/100 + 18/100·7/17 + 448/1000) / (1 − 252/1000) = 2729/3179.
pub const TWO_SCOUTS_AGAINST_ONE: (u64, u64) = (2729, 3179);

#[test]
fn twice_as_many_ships_hit_one_better_all_round() {
    let (n, d) = TWO_SCOUTS_AGAINST_ONE;
    battle("2 SC", "1 SC").attacker_wins(ratio(n, d));
}

// The same for the defender, whose two Scouts fire first, on 4, and the single attacker survives
// with (6/10)². He kills one with 3/10, and then the bonus is lost in the next round:
//   p12 = 36/100·(3/10·p11 + 7/10·p12), p11 = 7/17: p12 = 108/1000·7/17 / (1 − 252/1000) = 189/3179.
#[test]
fn the_bonus_is_lost_with_the_ships() {
    battle("1 SC", "2 SC").attacker_wins(ratio(189, 3179));
}

// Two Destroyers (first, 4) against two Scouts (3): nobody has the bonus, who kills one gains it
// from the next round on.
//   p11 = 20/29 (DD against SC).
//   p21: the Destroyers hit on 5: 3/4 win; else the Scout kills one with 3/10:
//        p21 = 3/4 + 1/4·(3/10·p11 + 7/10·p21) = 310/319.
//   p12: the Scouts have the bonus and hit on 4. The Destroyer kills one (4/10) and survives the
//        other (6/10, the bonus holds for the round), or misses (6/10) and survives both (36/100):
//        p12 = 4/10·6/10·p11 + 6/10·36/100·p12 = 300/1421.
//   p22: the Destroyers kill 0 (36/100), 1 (48/100) or 2 (16/100), the Scouts left reply on 3:
//        p22 = 16/100 + 48/100·(3/10·p11 + 7/10·p21) + 36/100·(49/100·p22 + 42/100·p12).
#[test]
fn the_bonus_is_gained_in_mid_battle() {
    let (p11, p21, p12) = (ratio(20, 29), ratio(310, 319), ratio(300, 1421));
    battle("2 DD", "1 SC").attacker_wins(p21);
    battle("1 DD", "2 SC").attacker_wins(p12);
    let p22 = (0.16 + 0.48 * (0.3 * p11 + 0.7 * p21) + 0.36 * 0.42 * p12) / (1.0 - 0.36 * 0.49);
    battle("2 DD", "2 SC").attacker_wins(p22);
}

// Three against two is not twice as many. A round of three Battleships, on 5 − 0 = 5 with no bonus,
// against two Scouts: at least one hit 7/8, at least two 1/2: 11/8 Scouts of 6 CP are lost.
#[test]
fn half_as_many_again_is_not_enough() {
    use broadside::rules::space_empires::Retreat;
    battle("3 BB", "2 SC")
        .attacker_retreat(Retreat::AfterRound(1))
        .defender_loses(6.0 * ratio(11, 8));
}

// Shipyards, Bases and DSNs count: the Shipyard and the Base are two against the one Destroyer,
// so the Base fires first with 8/10; then the Shipyard on 4; the Destroyer lives through a first
// round with 2/10·6/10, after which it leaves before nobody: Base A, Shipyard C, Destroyer D.
// It may leave from round 2 on its turn, after both have fired again: (12/100)² get away if it
// kills nothing, and it shoots at the Base on 2, which takes three hits.
#[test]
fn bases_and_shipyards_count_for_the_bonus() {
    use crate::common::units;
    use broadside::rules::space_empires::{Retreat, Target};
    battle("1 DD", "1 Base + 1 SY")
        .attacker_target(Target::Order(units(&["Base"])))
        .attacker_retreat(Retreat::AfterRound(1))
        .attacker_retreats(0, 0.12 * 0.12)
        .attacker_loses(9.0 * (1.0 - 0.12 * 0.12));
}
