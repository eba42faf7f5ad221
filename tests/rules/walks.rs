//! Single battles with the dice written down, roll for roll: what the reference simulator does is
//! itself plain to see.

use crate::common::{battle, units};
use broadside::rules::space_empires::{Retreat, Screen, Target};
use broadside::spec::Side;

// 5.6, the rulebook's two Cruisers: a hit wounds one, the second kills the same one, the third
// wounds the other. Three Scouts (with no bonus, on 2) hit thrice; the Cruisers, first, miss.
#[test]
fn three_hits_on_two_cruisers() {
    let report = battle("3 SC", "2 CA").rolls(1, &[10, 10, 2, 2, 2]);
    assert_eq!(report.survivors, [vec![3], vec![1]]);
    assert_eq!(report.lost_cp, [0, 12]);
    // The next round starts with the bonus for three against one: the wounded one falls to a 3.
    let report = battle("3 SC", "2 CA").rolls(2, &[10, 10, 2, 2, 2, 10, 3]);
    assert_eq!((report.winner, report.rounds), (Some(Side::Attacker), 2));
}

// 5.5, the rulebook's example: a Cruiser with Attack 1 against defense 1 + 1 hits on 3, not on 4.
#[test]
fn the_rulebooks_cruiser_hits_on_three() {
    let lost = |roll| battle("1 CA a1", "1 T d1").rolls(1, roll).lost_cp[1];
    assert_eq!(lost(&[3]), 6);
    assert_eq!(lost(&[4, 10]), 0);
}

// 5.7, the rulebook's example: ten against five screen five, so five fire; without screening ten do.
#[test]
fn ten_screen_five_against_five() {
    let five_rolls = [10; 5];
    let ten_rolls = [10; 10];
    let fleet = || battle("10 SC", "5 SC");
    fleet()
        .attacker_screen(Screen::Weakest)
        .rolls(1, &[five_rolls, five_rolls].concat());
    fleet().rolls(1, &[five_rolls.as_slice(), &ten_rolls].concat());
}

// 5.6 and 5.7: a Battleship's wound splits it from its group; the other one is then hit in front.
// The Scout, alone, hits on 3 − 2 = 1. Round 2: one Battleship fires; round 3: still the unhurt one
// is hit, and now both are wounded, one of them in front and hit again, so three hits kill nobody.
#[test]
fn a_wounded_battleship_is_split_off() {
    let battle = battle("2 BB", "1 SC").attacker_screen(Screen::Wounded);
    let report = battle.rolls(3, &[10, 10, 1, 10, 1, 10, 1]);
    assert_eq!(report.survivors, [vec![2], vec![1]]);
    // Without screening they all hit the same ship.
    let report = self::battle("2 BB", "1 SC").rolls(3, &[10, 10, 1, 10, 10, 1, 10, 10, 1]);
    assert_eq!(report.survivors, [vec![1], vec![1]]);
}

// 25.1.3: the roll to leave is made once: on a 9 nobody leaves, now or later, and all fire instead.
#[test]
fn a_nine_holds_the_side_in_the_ion_storm() {
    let battle = battle("1 DD", "1 SC")
        .ion_storm()
        .attacker_retreat(Retreat::AfterRound(1));
    let report = battle.rolls(3, &[10, 10, 9, 10, 10, 10, 10]);
    assert_eq!(report.survivors, [vec![1], vec![1]]);
    let report = battle.rolls(2, &[10, 10, 8]);
    assert_eq!((report.retreated[0][0], report.winner), (1, Some(Side::Defender)));
}

// 5.2: all of one group fires before the next, and a dead ship doesn't: the Destroyers kill both
// Scouts before they fire.
#[test]
fn ships_destroyed_do_not_fire() {
    let report = battle("2 DD", "2 SC").rolls(1, &[4, 4]);
    assert_eq!(
        (report.winner, report.rounds, report.lost_cp),
        (Some(Side::Attacker), 1, [0, 12])
    );
}

// A random shooter picks a ship (here of three: 0 to 2), then rolls.
#[test]
fn a_random_shooter_picks_a_ship() {
    let battle = battle("1 BB", "2 SC + 1 DD").attacker_target(Target::Random);
    assert_eq!(battle.rolls(1, &[2, 5, 10, 10]).survivors[1], [2, 0]);
    assert_eq!(battle.rolls(1, &[1, 5, 10, 10]).survivors[1], [1, 1]);
}

// Named units leave, the others fire on.
#[test]
fn named_units_leave() {
    let battle = battle("1 DD + 1 SC", "1 SC").attacker_retreat(Retreat::Units(units(&["SC"])));
    let report = battle.rolls(2, &[10, 10, 10, 10, 10]);
    assert_eq!(
        (report.survivors[0].as_slice(), report.retreated[0].as_slice()),
        ([1, 0].as_slice(), [0, 1].as_slice())
    );
}
