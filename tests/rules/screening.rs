//! Combat screening (5.7) and non-combat ships (5.4).

use crate::common::{battle, ratio, units};
use crate::fleet_size::TWO_SCOUTS_AGAINST_ONE;
use broadside::rules::space_empires::{Retreat, Screen, Target};

fn screen(names: &[&str]) -> Screen {
    Screen::Units(units(names))
}

fn order(names: &[&str]) -> Target {
    Target::Order(units(names))
}

// Of two Scouts one is screened: no bonus, and the duel is 7/17. If it is lost the round is over,
// for the screened one doesn't fire, and the other fights a second duel: 1 − (10/17)² = 189/289.
#[test]
fn screened_ships_neither_fire_nor_count_for_the_bonus() {
    battle("2 SC", "1 SC")
        .attacker_screen(Screen::Weakest)
        .attacker_wins(ratio(189, 289));
    battle("3 SC", "1 SC")
        .attacker_screen(Screen::Weakest)
        .attacker_wins(1.0 - ratio(1000, 4913));
}

// The Battleship would rather shoot the Scout but cannot: it hits the Destroyer with 5/10, once,
// and is gone. Whatever is left of the attackers holds the hex.
#[test]
fn screened_ships_cannot_be_hit() {
    battle("1 SC + 1 DD", "1 BB")
        .attacker_screen(screen(&["SC"]))
        .defender_target(order(&["SC"]))
        .defender_retreat(Retreat::AfterRound(1))
        .attacker_loses(4.5)
        .attacker_wins(1.0);
}

// Three against two may screen one. So a Destroyer and the Scout stand in front, and the two shots
// on 5 go at the Scout and, once it is dead, at the Destroyer:
// 5/10·(6 + 5/10·9) + 5/10·5/10·6 = 27/4 CP. With both Destroyers screened it would be 9/2.
#[test]
fn no_more_are_screened_than_the_difference() {
    battle("2 DD + 1 SC", "2 BB")
        .attacker_screen(screen(&["DD"]))
        .defender_target(order(&["SC", "DD"]))
        .defender_retreat(Retreat::AfterRound(1))
        .attacker_loses(ratio(27, 4));
}

// Two against two may screen nobody: the same two shots at the same two ships.
#[test]
fn equals_screen_nobody() {
    battle("1 DD + 1 SC", "2 BB")
        .attacker_screen(screen(&["DD"]))
        .defender_target(order(&["SC", "DD"]))
        .defender_retreat(Retreat::AfterRound(1))
        .attacker_loses(ratio(27, 4));
}

// Two against one keep the bonus only if both stay in front, so nobody is screened.
#[test]
fn the_bonus_can_be_kept() {
    let (n, d) = TWO_SCOUTS_AGAINST_ONE;
    battle("2 SC", "1 SC")
        .attacker_screen(Screen::Weakest)
        .attacker_keeps_bonus()
        .attacker_wins(ratio(n, d));
}

// Of three against one a single one can be screened: two in front fight on 4 as two would
// (2729/3179 is what is left to them, in the next round, once one of the three is dead):
//   p31 = 3/10·(4/10 + 6/10·p21) + 7/10·(64/100 + 36/100·p31).
#[test]
fn the_bonus_leaves_room_for_a_screened_ship() {
    let (n, d) = TWO_SCOUTS_AGAINST_ONE;
    let p31 = (0.12 + 0.18 * ratio(n, d) + 0.448) / (1.0 - 0.252);
    battle("3 SC", "1 SC")
        .attacker_screen(Screen::Weakest)
        .attacker_keeps_bonus()
        .attacker_wins(p31);
}

// Where the bonus is out of reach, keeping it forbids nothing: 3 against 2 screen one, as above.
#[test]
fn a_bonus_out_of_reach_is_not_kept() {
    battle("2 DD + 1 SC", "2 BB")
        .attacker_screen(screen(&["DD"]))
        .attacker_keeps_bonus()
        .defender_target(order(&["DD", "SC"]))
        .defender_retreat(Retreat::AfterRound(1))
        .attacker_loses(0.5 * (9.0 + 0.5 * 6.0) + 0.5 * 0.5 * 9.0);
}

// Equal hulls: the lower attack is the weaker, so the Scout is screened and the Destroyer hit.
// The costlier is the Destroyer, so the Scout is hit.
#[test]
fn weakest_and_costliest_choose_whom_to_screen() {
    let one_shot = |policy| {
        battle("1 DD + 1 SC", "1 BB")
            .attacker_screen(policy)
            .defender_retreat(Retreat::AfterRound(1))
    };
    one_shot(Screen::Weakest).attacker_loses(4.5);
    one_shot(Screen::Costliest).attacker_loses(3.0);
}

// Two Cruisers (first) against a Scout, which hits on 2. Both in front have the bonus: 5/10 twice.
// Once one is wounded it is screened, without the bonus the other hits on 4; once both are, one
// stands in front with its last hit point, then the other.
//   last one, wounded:     w1 = 4/10 / (1 − 6/10·8/10) = 10/13
//   wounded, and one more: w2 = 4/10 + 6/10·(8/10·w2 + 2/10·w1) = 160/169
//   unhurt and wounded:    u  = 4/10 + 6/10·(8/10·u + 2/10·w2) = 2170/2197
//   both unhurt:           p  = 3/4 + 1/4·(8/10·p + 2/10·u) = 35125/35152
#[test]
fn the_wounded_are_screened_apart_from_their_group() {
    battle("2 CA", "1 SC")
        .attacker_screen(Screen::Wounded)
        .attacker_wins(ratio(35_125, 35_152));
}

// A Colony Ship makes no fleet of two, can't be hit, and goes the way of its escort: 8 CP + 6 CP
// with 10/17.
#[test]
fn non_combat_ships_are_lost_with_their_escort() {
    battle("1 SC + 1 CO", "1 SC")
        .attacker_wins(ratio(7, 17))
        .attacker_loses(14.0 * ratio(10, 17));
    battle("1 SC", "1 SC + 1 Miner + 1 Pipeline")
        .attacker_wins(ratio(7, 17))
        .defender_loses(14.0 * ratio(7, 17));
}

// Four Colony Ships don't count for screening either: the Scout stays in front, 7/17.
#[test]
fn non_combat_ships_screen_nobody() {
    battle("1 SC + 4 CO", "1 SC")
        .attacker_screen(Screen::Weakest)
        .attacker_wins(ratio(7, 17));
}
