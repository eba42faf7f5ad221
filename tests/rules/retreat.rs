//! Retreats (5.9, 25.1.3) and the policies that ask for them.

use crate::common::{battle, ratio, units};
use crate::fleet_size::TWO_SCOUTS_AGAINST_ONE;
use broadside::rules::space_empires::{Retreat, Screen};

// Round 1 is fought: the defender kills with 3/10, else the attacker with 3/10: 21/100 win.
// Both live with 49/100, and in round 2 the defender fires first, so 7/10 of these get away:
// 343/1000. The side that stays wins: 79/100. Rounds: 51/100 end in the first, the rest in the
// second.
#[test]
fn after_round_one_on_its_turn() {
    battle("1 SC", "1 SC")
        .attacker_retreat(Retreat::AfterRound(1))
        .attacker_wins(ratio(21, 100))
        .defender_wins(ratio(79, 100))
        .attacker_retreats(0, ratio(343, 1000))
        .lasts(1.49);
}

// Two rounds are fought: 21/100 + 49/100·21/100, and then (49/100)²·7/10 get away.
#[test]
fn after_round_two() {
    battle("1 SC", "1 SC")
        .attacker_retreat(Retreat::AfterRound(2))
        .attacker_wins(ratio(3129, 10_000))
        .attacker_retreats(0, 0.49 * 0.49 * 0.7);
}

// Whoever wants to leave at once may not in round 1, by any policy: 21/100 as above.
#[test]
fn nobody_leaves_in_the_first_round() {
    for policy in [
        Retreat::Units(units(&["SC"])),
        Retreat::Outnumbered { ratio_milli: 1000 },
        Retreat::StrengthBelow { ratio_milli: 2000 },
    ] {
        battle("1 SC", "1 SC")
            .attacker_retreat(policy)
            .attacker_wins(ratio(21, 100))
            .attacker_retreats(0, ratio(343, 1000));
    }
}

// Shipyards, Bases and DSNs stay whatever the policy: 14/29 and 9/169 as without one.
#[test]
fn bases_and_their_like_cannot_leave() {
    battle("1 DD", "1 SY")
        .defender_retreat(Retreat::AfterRound(1))
        .attacker_wins(ratio(14, 29))
        .defender_retreats(0, 0.0);
    battle("1 SC", "1 DSN")
        .defender_retreat(Retreat::Units(units(&["DSN"])))
        .attacker_wins(ratio(9, 169));
    battle("1 DD", "1 Base")
        .defender_retreat(Retreat::Wounded)
        .attacker_wins(ratio(27, 54_872));
}

// Two against one: in round 1 the defender kills one with 3/10; the other, with the bonus of the
// round, misses with 6/10, and then it is one against one to the end: 10/17 for the defender. If he
// misses (7/10) and both miss him (36/100), he is still outnumbered two to one and leaves.
// So he wins with 3/10·6/10·10/17 = 9/85, and 252/1000 get away.
#[test]
fn when_outnumbered_two_to_one() {
    battle("2 SC", "1 SC")
        .defender_retreat(Retreat::Outnumbered { ratio_milli: 2000 })
        .attacker_wins(ratio(76, 85))
        .defender_retreats(0, ratio(252, 1000));
}

// Two to one is not 2.001 to one: never, so 2729/3179.
#[test]
fn not_when_less_outnumbered_than_asked() {
    let (n, d) = TWO_SCOUTS_AGAINST_ONE;
    battle("2 SC", "1 SC")
        .defender_retreat(Retreat::Outnumbered { ratio_milli: 2001 })
        .attacker_wins(ratio(n, d))
        .defender_retreats(0, 0.0);
}

// Non-combat ships make nobody less outnumbered, and are lost when their escort leaves: the side
// loses 3·8 CP with 76/85, and its Scout when it didn't get away.
#[test]
fn colony_ships_neither_count_nor_leave() {
    battle("2 SC", "1 SC + 3 CO")
        .defender_retreat(Retreat::Outnumbered { ratio_milli: 2000 })
        .attacker_wins(ratio(76, 85))
        .defender_loses(24.0 * ratio(76, 85) + 6.0 * (ratio(76, 85) - 0.252));
}

// All ships count, the screened ones as well: two Scouts, one of them screened, are not outnumbered
// by one. So nobody leaves while both live. One alone is (1 to 1): it leaves in the next round if
// the defender, first, misses it. A round with both: 3/10 lose one (nothing fired back), else 3/10
// win, else again: all but 3/(3 + 2.1) = 10/17 win. Alone in round 2 or later: 7/10 get away.
#[test]
fn screened_ships_count_as_present() {
    battle("2 SC", "1 SC")
        .attacker_screen(Screen::Weakest)
        .attacker_retreat(Retreat::Outnumbered { ratio_milli: 1000 })
        .attacker_wins(ratio(7, 17))
        .attacker_retreats(0, 0.7 * ratio(10, 17));
}

// Strength 3 against 6 is half, not below half: 2729/3179. It is below 501/1000: 76/85 as when
// outnumbered, for one against one is 3 to 3.
#[test]
fn when_weaker_than_asked() {
    let (n, d) = TWO_SCOUTS_AGAINST_ONE;
    let weaker_than = |ratio_milli| battle("2 SC", "1 SC").defender_retreat(Retreat::StrengthBelow { ratio_milli });
    weaker_than(500).attacker_wins(ratio(n, d)).defender_retreats(0, 0.0);
    weaker_than(501)
        .attacker_wins(ratio(76, 85))
        .defender_retreats(0, ratio(252, 1000));
}

// Attack technology is part of the strength: 3 is below half of 8. Round 1: the defender kills one
// with 3/10, the other hits on 5; if it misses it is one against one, 15/29 for the defender (the
// attacker, second, on 4). He wins with 3/10·5/10·15/29 = 9/116. In asteroids there is no
// technology and no reason to leave: 2729/3179.
#[test]
fn strength_counts_the_technology_in_use() {
    let half = Retreat::StrengthBelow { ratio_milli: 500 };
    battle("2 SC a1", "1 SC")
        .defender_retreat(half.clone())
        .attacker_wins(ratio(107, 116));
    let (n, d) = TWO_SCOUTS_AGAINST_ONE;
    battle("2 SC a1", "1 SC")
        .asteroids()
        .defender_retreat(half)
        .attacker_wins(ratio(n, d));
}

// The Cruiser, first, wins on 4; the Scout wounds it with 2/10, and then it leaves in the next round
// before the Scout fires: p = 4/10 / (1 − 6/10·8/10) = 10/13, and 3/13 get away.
#[test]
fn a_wounded_ship_leaves() {
    battle("1 CA", "1 SC")
        .attacker_retreat(Retreat::Wounded)
        .attacker_wins(ratio(10, 13))
        .attacker_retreats(0, ratio(3, 13))
        .attacker_loses(0.0);
}

// Two Cruisers hit on 5, being twice as many. The first wound makes one leave, while the other
// fires, on 5 still in that round: q = 5/10 + 5/10·(8/10·10/13 + 2/10·0) = 21/26, for once hit
// it leaves, too. So p = 3/4 + 1/4·(8/10·p + 2/10·q) = 411/416.
#[test]
fn the_wounded_ship_alone_leaves_its_group() {
    battle("2 CA", "1 SC")
        .attacker_retreat(Retreat::Wounded)
        .attacker_wins(ratio(411, 416))
        .attacker_loses(0.0);
}

// Both want to leave after round 1. The Battleship (A) does, if the Scout outlived its one shot;
// then there is nobody to retreat from, and the Scout stays and holds the hex.
#[test]
fn nobody_leaves_when_the_enemy_is_gone() {
    battle("1 SC", "1 BB")
        .attacker_retreat(Retreat::AfterRound(1))
        .defender_retreat(Retreat::AfterRound(1))
        .attacker_wins(ratio(1, 2))
        .attacker_retreats(0, 0.0)
        .defender_retreats(0, ratio(1, 2));
}

// The Scout fires in round 1 and leaves in round 2 if both live; its Colony Ship is lost either way
// unless the Scout wins: 8·79/100 + 6·(3/10 + 49/100·3/10) = 4501/500.
#[test]
fn non_combat_ships_are_lost_when_the_escort_leaves() {
    battle("1 SC + 1 CO", "1 SC")
        .attacker_retreat(Retreat::AfterRound(1))
        .attacker_loses(ratio(4501, 500));
}

// The Dreadnaught alone in front needs 5 against the Transport; if it missed twice, the screened
// Scout leaves on its E-Class turn of round 2.
#[test]
fn screened_ships_leave_on_their_turn() {
    battle("1 DN + 1 SC", "1 T")
        .attacker_screen(Screen::Units(units(&["SC"])))
        .attacker_retreat(Retreat::Units(units(&["SC"])))
        .attacker_retreats(1, ratio(1, 4))
        .attacker_retreats(0, 0.0);
}

// As after_round_one_on_its_turn, but a roll of 9 or 10 holds the Scout for good, and it fires
// instead: 21/100 + 49/100·7/10·2/10·(3/10 + 7/10·7/17) = 532/2125. A new roll a round would let
// more of them go than 49/100·7/10·8/10.
#[test]
fn an_ion_storm_holds_ships_for_the_whole_battle() {
    battle("1 SC", "1 SC")
        .ion_storm()
        .attacker_retreat(Retreat::AfterRound(1))
        .attacker_wins(ratio(532, 2125))
        .attacker_retreats(0, 0.49 * 0.7 * 0.8);
}
