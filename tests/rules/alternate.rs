//! Ships of the alternate empires (24.0).

use crate::common::{battle, ratio, units};
use broadside::rules::space_empires::{Retreat, Screen};

// D2 before E3: 2/10 of 1 − 8/10·7/10. C4 before D4: 4/10 of 1 − 6/10·6/10.
#[test]
fn their_scouts_and_destroyers_fire_earlier() {
    battle("1 AltSC", "1 SC").attacker_wins(ratio(20, 44));
    battle("1 AltDD", "1 DD").attacker_wins(ratio(40, 64));
}

// One round, in which C5 is before E3: on 5.
#[test]
fn their_cruisers_and_battleships_hit_better() {
    let raid = |ship: &str| battle(ship, "1 SC").attacker_retreat(Retreat::AfterRound(1));
    raid("1 AltCA").defender_loses(6.0 * 0.5);
    raid("1 AltBB").defender_loses(6.0 * 0.6);
    raid("1 AltDN").defender_loses(6.0 * 0.7);
    raid("1 AltFlagship").defender_loses(6.0 * 0.5);
    raid("1 AltAdvFlagship").defender_loses(6.0 * 0.6);
    // Cloaked, with one more in the first round: 5 + 1, and 6 + 1 at Cloaking 2.
    raid("1 AltR").defender_loses(6.0 * 0.6);
    raid("1 AltR cloak2").defender_loses(6.0 * 0.7);
}

// B5 before E3: 5/10 of 1 − 5/10·7/10. A Fighter without a carrier stays in the hex and wins.
#[test]
fn their_fighters_need_no_carrier() {
    battle("1 AltF", "1 SC").attacker_wins(ratio(50, 65));
}

// Two have the fleet size bonus, on 6. Point Defense, on 6, destroys one or none before they fire. If the Scout
// lives it fires once more, and those left leave.
#[test]
fn their_fighters_retreat() {
    let [one, two] = [0.6 * 0.4, 0.4 * 0.4 * 0.4];
    battle("2 AltF", "1 SC pd1")
        .attacker_retreat(Retreat::AfterRound(1))
        .attacker_retreats(0, one * 0.4 + two * (0.6 + 0.4 * 2.0));
}

// The Fighter is screened, so that the Battlecruiser's one shot is at the Scout, on 5.
#[test]
fn their_fighters_can_be_screened() {
    battle("1 BC", "1 SC + 1 AltF")
        .defender_screen(Screen::Units(units(&["AltF"])))
        .attacker_retreat(Retreat::AfterRound(1))
        .defender_loses(6.0 * 0.5);
}

// Against a Titan they are Fighters: on 5 + 1 − 3, and it hits on 7. In an ion storm three stages.
#[test]
fn their_fighters_are_fighters() {
    battle("1 AltF", "1 TN").ion_storm().attacker_wins(ratio(9, 79).powi(3));
    battle("1 SC pd1", "1 AltF").attacker_wins(ratio(3, 4));
}
