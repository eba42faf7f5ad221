//! Titans (22.0) and Starbases (38.5.3).

use crate::common::{battle, ratio};
use broadside::rules::space_empires::{Retreat, Screen};

// A Scout hits on 3 − 3 = 0, a roll of 1 is no automatic hit, and eight of them have no fleet size bonus
// against a Titan: they never hit it.
#[test]
fn scouts_cannot_hurt_a_titan() {
    battle("8 SC", "1 TN").attacker_wins(0.0);
    battle("1 TN", "3 SC").attacker_wins(1.0);
}

// One hit on 7 − 1 = 6 takes both hull points of the Cruiser, which leaves after the Titan's second shot:
// it is lost with 1 − 4/10·4/10 = 21/25. A Battleship has three: after one shot it is there to leave.
#[test]
fn a_titans_hit_does_two_damage() {
    let leaves = |defender| battle("1 TN", defender).defender_retreat(Retreat::AfterRound(1));
    leaves("1 CA").defender_loses(12.0 * 21.0 / 25.0);
    leaves("1 BB").defender_retreats(0, 1.0);
}

// In an ion storm it does four, so one hit, on 7 − 2 = 5, destroys the Battleship. If it misses, the
// Battleship, first in the second round, may leave with 8/10.
#[test]
fn an_ion_storm_doubles_a_titans_damage() {
    battle("1 TN", "1 BB")
        .ion_storm()
        .defender_retreat(Retreat::AfterRound(1))
        .defender_retreats(0, 0.5 * 0.8);
}

// The two Scouts are screened instead, although the Titan is the costliest; it has nothing to fear from
// one Scout.
#[test]
fn a_titan_is_never_screened() {
    battle("1 TN + 2 SC", "1 SC")
        .attacker_screen(Screen::Costliest)
        .attacker_loses(0.0);
}

// Two shots on 7, one Scout for each hit, in two rounds before they leave. Of two Scouts it destroys two
// in the first round with 49/100; one with 42/100, and then the other with 91/100; none with 9/100, and
// then 14/10 on average.
#[test]
fn a_starbase_fires_twice() {
    battle("2 SC", "1 Starbase")
        .attacker_retreat(Retreat::AfterRound(1))
        .attacker_loses(6.0 * (0.49 * 2.0 + 0.42 * 1.91 + 0.09 * 1.4));
}

// Out of supply a Starbase is A4-0-x4. In asteroids two Destroyers with tactics shoot first, both on 4,
// since they have no bonus against it; in an ion storm two hits destroy it and one a Destroyer. `w(d, h)`
// is the chance that d Destroyers win after h hits.
#[test]
fn nobody_has_the_bonus_against_a_starbase() {
    // One left: it hits with 4/10, or both shots miss it with 36/100 and it starts again.
    let w11 = ratio(25, 49);
    let w10 = 0.4 * 0.36 * w11 / (1.0 - 0.6 * 0.36);
    // Of two, none falls with 36/100, one with 48/100.
    let w21 = (0.64 + 0.36 * 0.48 * w11) / (1.0 - 0.36 * 0.36);
    let w20 = (0.16 + 0.48 * (0.36 * w21 + 0.48 * w11) + 0.36 * 0.48 * w10) / (1.0 - 0.36 * 0.36);
    battle("2 DD t1", "1 Starbase oos")
        .asteroids()
        .ion_storm()
        .attacker_wins(w20);
}
