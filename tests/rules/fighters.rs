//! Carriers and Fighters (15.1, 15.2), Point Defense (15.3).

use crate::common::{battle, ratio, units};
use broadside::rules::space_empires::{Retreat, Screen, Target};

// The Battlecruiser would shoot at the Carrier, but can't while the Fighter lives: its one shot, before it
// leaves in the second round, is at the Fighter, on 5. The Fighter and the Carrier cannot destroy its two
// hull points before that shot.
#[test]
fn fighters_shield_their_carrier() {
    battle("1 BC", "1 CV + 1 F")
        .attacker_target(Target::Order(units(&["CV", "F"])))
        .attacker_retreat(Retreat::AfterRound(1))
        .defender_loses(5.0 * 0.5);
}

// Both Fighters are screened, so the Carrier can be fired at, on 5. Once it is destroyed they fight on, and
// have nowhere to go when the Battlecruiser has left: 12 + 2·5.
#[test]
fn a_screened_fighter_shields_nobody_and_without_a_carrier_all_are_lost() {
    battle("1 BC", "1 CV + 2 F")
        .defender_screen(Screen::Units(units(&["F"])))
        .attacker_retreat(Retreat::AfterRound(1))
        .defender_loses(22.0 * 0.5);
    // On a Colony they stay.
    battle("1 BC", "1 CV + 2 F")
        .rule("colony", "yes")
        .defender_screen(Screen::Units(units(&["F"])))
        .attacker_retreat(Retreat::AfterRound(1))
        .defender_loses(12.0 * 0.5);
}

// Against Fighters a Scout with Point Defense 1 is A6, before their B5: 6/10 / (1 − 4/10·5/10) = 3/4.
// Fighters 2, B6, have +1 against it: 7 − 1, so 6/10 / (1 − 4/10·4/10) = 5/7. Fighters 4, B8-2, have not:
// 8 − 2, so 6/10 / (1 − 4/10·2/10) = 15/23.
#[test]
fn point_defense_fires_first_at_fighters() {
    battle("1 SC pd1", "1 F").attacker_wins(ratio(3, 4));
    battle("1 SC pd2", "1 F f2").attacker_wins(ratio(5, 7));
    battle("1 SC pd3", "1 F f4").attacker_wins(ratio(15, 23));
}

// 15.3.2, the rulebook's example: with Attack 1 it is A7: 7/10 / (1 − 3/10·5/10) = 14/17. At a Destroyer it
// fires as the E4 that it is: 6/10·4/10 / (1 − 6/10·6/10) = 3/8.
#[test]
fn point_defense_adds_attack_technology_and_is_nothing_against_others() {
    battle("1 SC pd1 a1", "1 F").attacker_wins(ratio(14, 17));
    battle("1 SC pd1 a1", "1 DD").attacker_wins(ratio(3, 8));
}

// All are E-Class, the defender first, but its strength stays: 5/10·6/10 / (1 − 5/10·4/10) = 3/8. Read the
// other way it is the printed 3: 5/10·3/10 / (1 − 5/10·7/10) = 3/13.
#[test]
fn point_defense_in_asteroids() {
    battle("1 SC pd1", "1 F").asteroids().attacker_wins(ratio(3, 8));
    battle("1 SC pd1", "1 F")
        .asteroids()
        .rule("point-defense-terrain", "lost")
        .attacker_wins(ratio(3, 13));
}

// Two Scouts fire once, since they leave in the second round and hold their fire before. The first hits
// the Fighter with 6/10. Then the other waits for the Destroyer, which fires before it, with 4/10 at the
// one that has not fired: it gets to fire with 6/10, on 3. If the first misses, the second fires at the
// Fighter.
#[test]
fn scouts_fire_at_fighters_or_wait() {
    let fighter = 1.0 - 0.4 * 0.4;
    let destroyer = 0.6 * (0.6 * 0.3);
    battle("2 SC pd1", "1 F + 1 DD")
        .attacker_target(Target::Order(units(&["F", "DD"])))
        .attacker_retreat(Retreat::AfterRound(1))
        .defender_loses(5.0 * fighter + 9.0 * destroyer);
}

// Scouts that would rather have the Destroyer wait, and one of them may be gone by then.
#[test]
fn scouts_wait_for_a_better_target() {
    // The Fighter, on 5, and then the Destroyer, on 4, fire at them; those left fire on 3, at the
    // Destroyer alone. Both live with 5/10·6/10, one with 5/10·6/10 + 5/10·4/10.
    let (both, one) = (0.5 * 0.6, 0.5 * 0.6 + 0.5 * 0.4);
    let destroyer = both * (1.0 - 0.7 * 0.7) + one * 0.3;
    battle("2 SC pd1", "1 F + 1 DD")
        .attacker_target(Target::Order(units(&["DD", "F"])))
        .attacker_retreat(Retreat::AfterRound(1))
        .defender_loses(9.0 * destroyer);
}

// Fighters have 5 + 1 − 3 = 3 against a Titan, which destroys one with 7/10; in an ion storm three hits
// destroy it. A stage: 3/10·3/10 / (1 − 3/10·7/10) = 9/79.
#[test]
fn fighters_are_better_against_titans() {
    battle("1 TN", "1 F").ion_storm().defender_wins(ratio(9, 79).powi(3));
}

// In the second round the Titan fires once more before the Carrier leaves with all Fighters that are left:
// 3 − 2·7/10. Until then they hold their fire.
#[test]
fn a_carrier_leaves_with_its_fighters() {
    let raid = || battle("1 CV + 3 F", "1 TN").attacker_retreat(Retreat::AfterRound(1));
    raid().attacker_retreats(0, 1.0);
    raid().attacker_retreats(1, 1.6);
    raid().lasts(2.0);
}

// 15.3.1: in asteroids Scouts with Point Defense have one turn, the last one here, since the enemy defends. The
// Destroyer, on 4, and the Fighter, on 5, fire at them first. Of those left the first fires at the Destroyer, on 3;
// if that is gone, the second fires at the Fighter on the same turn, on 6. Both are left with 6/10·5/10, one with
// 4/10·5/10 + 6/10·5/10.
#[test]
fn in_asteroids_scouts_fire_at_anybody_on_one_turn() {
    let (both, one) = (0.6 * 0.5, 0.4 * 0.5 + 0.6 * 0.5);
    let destroyer = both * (1.0 - 0.7 * 0.7) + one * 0.3;
    let fighter = both * 0.3 * 0.6;
    let scouts = || battle("2 SC pd1", "1 DD + 1 F").attacker_target(Target::Order(units(&["DD", "F"])));
    let raid = || scouts().attacker_retreat(Retreat::AfterRound(1));
    raid().asteroids().defender_loses(9.0 * destroyer + 5.0 * fighter);
    raid().nebula().defender_loses(9.0 * destroyer + 5.0 * fighter);
}
