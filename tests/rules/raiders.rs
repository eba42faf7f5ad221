//! Raiders, Cloaking and Scanners (16).

use crate::common::{battle, units};
use broadside::rules::space_empires::{Policy, Retreat, Screen, Target};
use broadside::spec::Side;

/// The chance of a cloaked Raider that hits with `later` against a Destroyer that hits with 4/10, if both
/// have shot in the first round, in which the Raider, first, hit with `first`. It has two hit points.
fn cloaked(first: f64, later: f64) -> f64 {
    // Later a stage ends with its hit, or the Destroyer's, or starts again.
    let some = 1.0 - (1.0 - later) * 0.6;
    let one = later / some;
    let two = (later + (1.0 - later) * 0.4 * one) / some;
    first + (1.0 - first) * (0.4 * one + 0.6 * two)
}

// A cloaked Raider is A-Class, on 5 in the first round and on 4 later.
#[test]
fn a_cloaked_raider_has_one_more_in_the_first_round() {
    battle("1 R", "1 DD").attacker_wins(cloaked(0.5, 0.4));
    battle("1 DD", "1 R").defender_wins(cloaked(0.5, 0.4));
}

/// The same if the Destroyer fires first: the chances with one hit point left and with two, before the
/// Destroyer's shot, in rounds in which the Raider hits with `own`.
fn scanned(own: f64) -> [f64; 2] {
    // With one the Destroyer must miss, and then the Raider hits or it starts again. With two it fires in any
    // case, and is left with one or two if it misses.
    let both_miss = 0.6 * (1.0 - own);
    let one = 0.6 * own / (1.0 - both_miss);
    [one, (own + (1.0 - own) * 0.4 * one) / (1.0 - both_miss)]
}

// Scanned it is D-Class as the Destroyer, which defends and so fires first.
#[test]
fn scanners_uncloak_raiders() {
    battle("1 R", "1 DD scan1").attacker_wins(scanned(0.4)[1]);
}

// Cloaking 2 is A5, and Scanner 1 does not see it (16.1.4): first on 6, then on 5. Scanner 2 does.
#[test]
fn the_better_cloak_is_not_scanned() {
    battle("1 R cloak2", "1 DD scan1").attacker_wins(cloaked(0.6, 0.5));
    battle("1 R cloak2", "1 DD scan2").attacker_wins(scanned(0.5)[1]);
}

// In a nebula all are E-Class and nothing is cloaked: as scanned.
#[test]
fn nothing_is_cloaked_in_a_nebula() {
    battle("1 R", "1 DD").nebula().attacker_wins(scanned(0.4)[1]);
}

// In asteroids all are E-Class, and the defending Destroyer fires first; a cloaked Raider still has one more in
// the first round, 5/10.
#[test]
fn a_cloaked_raider_in_asteroids() {
    let [one, two] = scanned(0.4);
    battle("1 R", "1 DD")
        .asteroids()
        .attacker_wins(0.5 + 0.5 * (0.4 * one + 0.6 * two));
}

// 38.5.1 is silent on a Starbase's Scanners. With them the Raider, D-Class, is destroyed before it fires by the
// two shots on 7 of the first round with 49/100; without it fires first and both live through that shot.
// In either case it leaves in the second round, if it lives: scanned after two more shots, cloaked before.
#[test]
fn a_starbase_scans_or_not() {
    let raid = || battle("1 R", "1 Starbase scan1").attacker_retreat(Retreat::AfterRound(1));
    // Of four shots two hit.
    let scanned = 1.0 - 0.3f64.powi(4) - 4.0 * 0.7 * 0.3f64.powi(3);
    raid().attacker_loses(12.0 * scanned);
    // It is A-Class but the defender fires first in a tie (5.2), so the same four shots.
    raid().rule("starbase-scanners", "no").attacker_loses(12.0 * scanned);
    // With tactics it leaves before the second round's.
    let raid = || battle("1 R t1", "1 Starbase scan1").attacker_retreat(Retreat::AfterRound(1));
    raid().attacker_loses(12.0 * scanned);
    raid().rule("starbase-scanners", "no").attacker_loses(12.0 * 0.49);
}

// 16.2: a screened Destroyer scans. The Raider, D-Class, fires before the Scout, on 4, and leaves in the second
// round. Were it cloaked it would hit on 5.
#[test]
fn a_screened_destroyer_scans() {
    battle("1 R", "1 DD scan1 + 1 SC")
        .defender_screen(Screen::Units(units(&["DD"])))
        .attacker_retreat(Retreat::AfterRound(1))
        .defender_loses(6.0 * 0.4);
}

// When the Destroyer is gone the Raider cloaks again, without the first round's bonus. The Destroyer fires first,
// on 4, the Scout last, on 3; they have the fleet size bonus as two, so on 5 and 4, and the Scout alone on 3.
#[test]
fn a_raider_cloaks_again_when_nobody_scans() {
    let (destroyer, both) = (0.5, 0.4);
    // It always fires in the first round, at the Destroyer; two hits destroy it.
    let hit = 0.4;
    // With the Destroyer gone the bonus of the round stays. In the next it fires before the Scout, on 4.
    let again = hit * (1.0 - destroyer * both) * 0.4;
    // Otherwise the Destroyer fires before it once more, and destroys it if it has been hit once.
    let [once, never] = [
        destroyer * (1.0 - both) + (1.0 - destroyer) * both,
        (1.0 - destroyer) * (1.0 - both),
    ];
    let later = (1.0 - hit) * (never + once * (1.0 - destroyer)) * 0.4;
    battle("1 R", "1 DD scan1 + 1 SC")
        .attacker_target(Target::Order(units(&["DD", "SC"])))
        .attacker_retreat(Retreat::AfterRound(2))
        .defender_loses(9.0 * (hit + later) + 6.0 * again);
}

// 16.1.2: cloaked Raiders may leave before the first shot. The Scouts are left alone: the defender's first.
#[test]
fn cloaked_raiders_slip_away_before_the_battle() {
    let slips = |policy: &mut Policy| policy.slip_away = true;
    battle("3 R + 1 SC", "1 SC")
        .with(Side::Attacker, slips)
        .attacker_wins(0.7 * 0.3 / (1.0 - 0.7 * 0.7))
        .attacker_retreats(0, 3.0);
    // Scanned ones can't, nor out of a nebula, where nothing is cloaked, or a pulsar (25.4.1).
    battle("1 R", "1 DD scan1")
        .with(Side::Attacker, slips)
        .attacker_wins(scanned(0.4)[1]);
    battle("1 R", "1 DD")
        .with(Side::Attacker, slips)
        .nebula()
        .attacker_wins(scanned(0.4)[1]);
    battle("1 R", "1 DD")
        .with(Side::Attacker, slips)
        .pulsar()
        .attacker_wins(cloaked(0.5, 0.4));
    // Cloaking 2 is not seen by Scanner 1.
    battle("1 R cloak2 + 1 SC", "1 DD scan1")
        .with(Side::Attacker, slips)
        .attacker_retreats(0, 1.0);
}
