//! Whom to shoot at. One Battleship fires once, on 5 less the target's defense, and is gone.

use crate::common::{Setup, battle, ratio, units};
use broadside::rules::space_empires::{Retreat, Target};

fn one_round(attacker: &str, target: Target, defender: &str) -> Setup {
    battle(attacker, defender)
        .attacker_target(target)
        .attacker_retreat(Retreat::AfterRound(1))
}

fn order(names: &[&str]) -> Target {
    Target::Order(units(names))
}

// Smallest hull: the Scout, not the Cruiser, whom one hit doesn't kill.
#[test]
fn weakest_takes_the_smallest_hull() {
    one_round("1 BB", Target::Weakest, "1 CA + 1 SC").defender_loses(3.0);
}

// Equal hulls: the lower defense, the Destroyer (on 5) rather than the Transport.
// Equal defense: the cheaper, the Scout.
#[test]
fn weakest_then_takes_the_lowest_defense_then_the_cheapest() {
    one_round("1 BB", Target::Weakest, "1 T + 1 DD").defender_loses(4.5);
    one_round("1 BB", Target::Weakest, "1 DD + 1 SC").defender_loses(3.0);
}

// The reverse: the Cruiser; the Transport (on 4); the Destroyer.
#[test]
fn strongest_is_the_reverse() {
    one_round("1 BB", Target::Strongest, "1 SC + 1 CA").defender_loses(0.0);
    one_round("1 BB", Target::Strongest, "1 DD + 1 T").defender_loses(2.4);
    one_round("1 BB", Target::Strongest, "1 SC + 1 DD").defender_loses(4.5);
}

// The Cruiser (on 4) rather than the Transport of defense 2 (on 3), though it kills nothing. At
// the same need the smaller hull, the Transport without technology.
#[test]
fn easiest_takes_the_best_chance_to_hit() {
    one_round("1 BB", Target::Easiest, "1 T d1 + 1 CA").defender_loses(0.0);
    one_round("1 BB", Target::Easiest, "1 CA + 1 T").defender_loses(2.4);
}

// The Cruiser, 12 CP, rather than the Destroyer, 9 CP; the Destroyer rather than the Scout.
#[test]
fn costliest_takes_the_highest_price() {
    one_round("1 BB", Target::Costliest, "1 DD + 1 CA").defender_loses(0.0);
    one_round("1 BB", Target::Costliest, "1 SC + 1 DD").defender_loses(4.5);
}

// Without technology the Battleship of defense 2 is hit by a Destroyer on 2, by a Cruiser on 2, by a
// Scout or a Transport on 1; each but the Transport on one more while there are two of them (5.1.3),
// so whichever dies first, the bonus ends. The one to leave is the one that is less dangerous for as
// long as it then lives.
// Destroyer and Scout, both hit on 5: the Destroyer is the more dangerous. Cruiser (on 4, twice) and
// Scout (on 5, once): the Scout takes 2 shots on average and then the Cruiser fires on 2 without the
// bonus; the Cruiser takes 5, with the bonus all along. Cruiser and Transport (on 4, once): 2.5
// shots against 5.
#[test]
fn value_takes_the_most_firepower_a_shot() {
    one_round("1 BB", Target::Value, "1 SC + 1 DD").defender_loses(4.5);
    one_round("1 BB", Target::Value, "1 CA + 1 SC").defender_loses(3.0);
    one_round("1 BB", Target::Value, "1 CA + 1 T").defender_loses(2.4);
}

// Four Cruisers of attack 5 meet a Battleship of defense 3 and two Sweepers of defense 1. By worth
// times need over hits the Battleship would come first: it hits on 7, is hit on 2 and takes three
// hits, 7·2/3 against 1·4/1 of a Sweeper. But four ships have no fleet size bonus against three, and
// have it against two, and then hit the Battleship on 3. So the Sweepers come first: of four shots
// on 4 none hits with 0.6⁴, one with 4·0.4·0.6³; that is 0.3456 + 2·0.5248 Sweepers of 6 CP, and
// what is left over can't destroy the Battleship.
#[test]
fn value_knows_the_fleet_size_bonus() {
    one_round("4 CA a1 t2", Target::Value, "2 SW a1 d1 t3 + 1 BB a3 d1 t3")
        .defender_loses(6.0 * (0.3456 + 2.0 * 0.5248));
}

// Two shots, at the Scout first and once it is dead at the Destroyer:
// 5/10·(6 + 5/10·9) + 5/10·5/10·6 = 27/4 CP.
#[test]
fn an_order_is_followed() {
    one_round("2 BB", order(&["SC", "DD"]), "1 DD + 1 SC").defender_loses(ratio(27, 4));
}

// Nothing listed is there, so it goes by value: the Destroyer.
#[test]
fn units_not_listed_come_last_by_value() {
    one_round("1 BB", order(&["T"]), "1 SC + 1 DD").defender_loses(4.5);
    one_round("2 BB", order(&["SC"]), "1 DD + 1 SC").defender_loses(ratio(27, 4));
}

// Every ship is as likely, not every group: 1/2·(2/3·6 + 1/3·9).
#[test]
fn random_takes_any_ship() {
    one_round("1 BB", Target::Random, "1 SC + 1 DD").defender_loses(3.75);
    one_round("1 BB", Target::Random, "2 SC + 1 DD").defender_loses(3.5);
}

// The Battleship finds the Cruiser of defense 2 easier (on 3, the other on 2) and wounds it with
// 3/10. The Scout hits either on a 1 only, and so prefers the one listed first, unless the wounded
// one comes first: then it kills it with 1/10. 12·3/10·1/10 = 9/25, or nothing. The Cruisers fire
// at the Battleship in round 1, and in round 2 the Scout doesn't fire.
#[test]
fn the_wounded_can_come_first() {
    let two_shots = || one_round("1 BB + 1 SC", Target::Easiest, "1 CA d2 + 1 CA d1").defender_target(order(&["BB"]));
    two_shots().defender_loses(ratio(9, 25));
    two_shots().attacker_ignores_wounded().defender_loses(0.0);
}
