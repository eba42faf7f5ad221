//! Asteroids and nebulae (5.8), quasars (25.8), ion storms (25.1.3).

use crate::common::{battle, ratio};

// Both are E-Class, so the defending Scout fires first: 7/10·4/10 / (1 − 7/10·6/10) = 14/29.
#[test]
fn asteroids_make_everyone_e_class() {
    battle("1 DD", "1 SC").asteroids().attacker_wins(ratio(14, 29));
}

// Attack technology is nothing there: Scouts as without, 7/17. Defense technology is: as in the
// test of its cap, 6/11.
#[test]
fn asteroids_take_attack_technology_away() {
    battle("1 SC a1", "1 SC").asteroids().attacker_wins(ratio(7, 17));
    battle("1 SC d1", "1 SC a1").asteroids().attacker_wins(ratio(6, 11));
}

// Tactics still order the E-Class: the Destroyer first, 4/10 / (1 − 6/10·7/10) = 20/29.
#[test]
fn tactics_count_in_asteroids() {
    battle("1 DD t1", "1 SC").asteroids().attacker_wins(ratio(20, 29));
}

// Both E-Class, Defense technology nothing, Attack technology as ever: the defender first, on 4:
// 6/10·3/10 / (1 − 6/10·7/10) = 9/29. The Destroyer is E-Class, too: 14/29.
#[test]
fn a_nebula_takes_defense_technology_and_class_away() {
    battle("1 SC d1", "1 SC a1").nebula().attacker_wins(ratio(9, 29));
    battle("1 DD", "1 SC").nebula().attacker_wins(ratio(14, 29));
}

// A nebula leaves Defense Strength: the Transport (A1-1) is hit on 2, 8/10·1/10 / (1 − 8/10·9/10).
#[test]
fn a_nebula_leaves_defense_strength() {
    battle("1 T d1", "1 SC").nebula().attacker_wins(ratio(2, 7));
}

// The Cruiser has neither Defense Strength nor technology but is still C-Class: first on 4, the
// Scout on 3. With one hit left 20/29, with two
// p = 4/10 + 6/10·(7/10·p + 3/10·20/29): p = (4/10 + 18/100·20/29) / (58/100) = 760/841.
#[test]
fn a_quasar_takes_all_defense_away_but_no_class() {
    battle("1 CA d2", "1 SC").quasar().attacker_wins(ratio(760, 841));
}

// A hit does two damage and kills the Cruiser (first, on 4; the Scout on 2):
// 6/10·2/10 / (1 − 6/10·8/10) = 12/52 = 3/13.
#[test]
fn an_ion_storm_doubles_damage() {
    battle("1 SC", "1 CA").ion_storm().attacker_wins(ratio(3, 13));
}

// Three hull points take two hits: the Flagship (first, on 4) against the Destroyer (on 3), who
// needs two stages of 6/10·3/10 / (1 − 6/10·7/10) = 9/29.
#[test]
fn three_hull_points_take_two_hits_in_an_ion_storm() {
    battle("1 DD", "1 Flagship").ion_storm().attacker_wins(ratio(81, 841));
}

// A hit on a ship of one hull point kills one ship, not two: as in open space, 189/3179.
#[test]
fn excess_damage_is_lost() {
    battle("1 SC", "2 SC").ion_storm().attacker_wins(ratio(189, 3179));
}
