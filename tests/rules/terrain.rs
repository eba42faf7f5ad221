//! Asteroids and nebulae (5.8), quasars (25.8), ion storms (25.1.3).

use crate::common::{Setup, battle, ratio};
use broadside::rules::space_empires::Retreat;

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

// 25.1.2: the Scouts, 6 CP each, are gone before the first shot, and so is the bonus of three against one.
#[test]
fn a_plasma_storm_destroys_cheap_ships() {
    battle("1 CA + 2 SC", "1 CA")
        .plasma_storm()
        .attacker_loses(12.0 + 12.0 * (1.0 - duel_of_cruisers()));
}

/// Cruiser against Cruiser, both on 3 and the defender first, as a chain: `w[a][d]`, hits that the attacker and
/// the defender can still take.
fn duel_of_cruisers() -> f64 {
    let mut w = [[0.0; 3]; 3];
    w[1][0] = 1.0;
    w[2][0] = 1.0;
    for a in 1..=2 {
        for d in 1..=2 {
            // The defender hits or not, then the attacker if he is left.
            let after = |a: usize, w: &[[f64; 3]; 3], same: bool| {
                let stay = if same { 0.0 } else { w[a][d] };
                0.3 * w[a][d - 1] + 0.7 * stay
            };
            let hit = if a == 1 { 0.0 } else { after(a - 1, &w, false) };
            w[a][d] = (0.3 * hit + 0.7 * after(a, &w, true)) / (1.0 - 0.7 * 0.7);
        }
    }
    w[2][2]
}

// Fighters stay aboard: the Carriers fight alone, on 3 as Scouts do, 7/17, and the Fighters, which have room on
// one each, are lost with theirs.
#[test]
fn fighters_stay_aboard_in_storm_and_filament() {
    for hex in [Setup::plasma_storm as fn(Setup) -> Setup, Setup::quantum_filament] {
        let fleets = || hex(battle("1 CV + 3 F", "1 CV + 2 F"));
        fleets().attacker_wins(ratio(7, 17));
        fleets().attacker_loses(27.0 * ratio(10, 17));
        fleets().defender_loses(22.0 * ratio(7, 17));
    }
}

// 25.5.2: as in a nebula nothing is cloaked, but classes stay. The Destroyer fires first: with one hit point left
// the Raider wins with 6/10·4/10 / (1 − 6/10·6/10) = 3/8, with two, whether the first shot hits or not,
// (4/10 + 6/10·4/10·3/8) / (1 − 6/10·6/10) = 49/64.
#[test]
fn nothing_is_cloaked_in_a_filament() {
    battle("1 R", "1 DD").quantum_filament().attacker_wins(ratio(49, 64));
}

// 25.4.1: the Destroyer would leave after the first round, but fights on: 4/10 / (1 − 6/10·7/10) = 20/29.
#[test]
fn nobody_leaves_a_pulsar() {
    battle("1 DD", "1 SC")
        .pulsar()
        .attacker_retreat(Retreat::AfterRound(1))
        .attacker_wins(ratio(20, 29));
}

// 25.4.3, 25.4.4: the Scout, second, on 4: 7/10·4/10 / (1 − 7/10·6/10) = 14/29; or hit on 2 alone:
// 8/10·3/10 / (1 − 8/10·7/10) = 6/11. It is strength, not technology, so asteroids and nebulae let it be.
#[test]
fn charged_ships_are_stronger() {
    battle("1 SC charged-red", "1 SC").attacker_wins(ratio(14, 29));
    battle("1 SC charged-red", "1 SC")
        .asteroids()
        .attacker_wins(ratio(14, 29));
    battle("1 SC charged-green", "1 SC").attacker_wins(ratio(6, 11));
    battle("1 SC charged-green", "1 SC")
        .nebula()
        .attacker_wins(ratio(6, 11));
    battle("1 SC charged-green", "1 SC")
        .quasar()
        .attacker_wins(ratio(7, 17));
}
