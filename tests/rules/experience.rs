//! Ship experience and Military Academies (37.0). A level more than the target's is +1 Attack Strength, two less
//! are −1; three less may not fire at all while there are others (37.4).

use crate::common::sample::{Measure, Sample};
use crate::common::{Z, ratio, tally, units};
use broadside::engine::exact::{ExactTally, Objective, Refusal, solve, solve_optimal};
use broadside::engine::replay::replay_rolls;
use broadside::engine::trace::{Event, Told};
use broadside::engine::{Outcome, Plan};
use broadside::rules::space_empires::{
    Battle, Experience, Group, Question, Retreat, Screen, Target, lower, possibilities, resolve,
};
use broadside::spec::{self, Place, Problems, Side, engagement_from_shorthand};

/// Battles of the engine a check: [`Z`] standard errors of a rate are at most 0.12 points.
const BATTLES: u64 = 4_000_000;

/// A battle between fleets in the shorthand, with choices such as `promotions=no`.
fn battle(attacker: &str, defender: &str, rules: &[&str]) -> Fight {
    let mut problems = Problems::new();
    let read = engagement_from_shorthand(attacker, defender).map(|mut engagement| {
        for rule in rules {
            let choice = spec::rule(rule, &Place::argument("--rule", rule), &mut problems);
            engagement.rules.extend(choice);
        }
        resolve(&engagement, &mut problems)
    });
    match read {
        Ok(Some(battle)) => Fight(battle),
        Ok(None) => panic!("{}", problems.render(false)),
        Err(problems) => panic!("{}", problems.render(false)),
    }
}

/// The same without promotions.
fn fixed(attacker: &str, defender: &str) -> Fight {
    battle(attacker, defender, &["promotions=no"])
}

struct Fight(Battle);

impl Fight {
    fn target(mut self, side: Side, names: &[&str]) -> Fight {
        self.0.sides[side.index()].policy.target = Target::Order(units(names));
        self
    }

    /// The attacker, who fires first, leaves before the next round.
    fn leaves_after(mut self, round: u16) -> Fight {
        self.0.sides[0].policy.retreat = Retreat::AfterRound(round);
        self
    }

    fn defender_screens(mut self, names: &[&str]) -> Fight {
        self.0.sides[1].policy.screen = Screen::Units(units(names));
        self
    }

    fn plan(&self) -> Plan {
        lower(&self.0, Question::default())
    }

    fn group(&self, side: Side, group: usize) -> &Group {
        &self.0.sides[side.index()].groups[group]
    }

    /// What the exact solver says; nothing where groups may be promoted.
    fn solved(&self) -> Option<ExactTally> {
        match solve(&self.plan()) {
            Ok(tally) => Some(tally),
            Err(Refusal::Promotions) => None,
            Err(refusal) => panic!("{refusal}"),
        }
    }

    fn simulated(&self, measure: Measure, expected: f64) {
        let sample = Sample::of_tally(&self.0, &tally(&self.0, 37, BATTLES, 0));
        let found = sample.of(measure);
        let tolerance = Z * (found.variance() / BATTLES as f64).sqrt() + 1e-9;
        assert!(
            (found.mean() - expected).abs() <= tolerance,
            "{measure:?}: expected {expected:.6} ± {tolerance:.6}, found {:.6}",
            found.mean()
        );
    }

    fn attacker_wins(self, chance: f64) -> Fight {
        self.simulated(Measure::Wins(Side::Attacker), chance);
        if let Some(tally) = self.solved() {
            near(tally.outcomes[Outcome::Attacker.index()], chance);
        }
        self
    }

    fn defender_loses(self, cp: f64) -> Fight {
        self.simulated(Measure::LostCp(Side::Defender), cp);
        if let Some(tally) = self.solved() {
            let losses = tally.sides[1].loss.iter();
            let mean = |loss: &Vec<f64>| -> f64 { loss.iter().enumerate().map(|(cp, p)| cp as f64 * p).sum() };
            near(losses.map(mean).sum(), cp);
        }
        self
    }

    /// The battle that these rolls make, all of them and no more.
    fn rolls(&self, rolls: &[u8]) -> Told {
        let plan = self.plan();
        replay_rolls(&plan, rolls).unwrap_or_else(|misfit| panic!("{misfit:?}"))
    }
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "found {found}, expected {expected}");
}

/// Needs and rolls of experience, and whether they sufficed.
fn promotions(told: &Told) -> Vec<(u8, u8, bool)> {
    let roll = |event: &Event| match *event {
        Event::Experience { need, roll, enough, .. } => Some((need, roll, enough)),
        _ => None,
    };
    told.events.iter().filter_map(roll).collect()
}

/// What each shot of the battle needs.
fn needs(told: &Told) -> Vec<u8> {
    let need = |event: &Event| match *event {
        Event::Shot { need, .. } => Some(need),
        _ => None,
    };
    told.events.iter().filter_map(need).collect()
}

// The Scout of the higher level has 4/10, the other, who defends and so fires first, 3/10 one level below and 2/10
// two below. One level: 7/10·4/10 / (1 − 7/10·6/10) = 14/29. Two: 8/10·4/10 / (1 − 8/10·6/10) = 8/13. Equal
// levels are none: 7/17.
#[test]
fn levels_above_and_below() {
    fixed("1 SC skilled", "1 SC").attacker_wins(ratio(14, 29));
    fixed("1 SC veteran", "1 SC").attacker_wins(ratio(8, 13));
    fixed("1 SC elite", "1 SC veteran").attacker_wins(ratio(14, 29));
    fixed("1 SC elite", "1 SC skilled").attacker_wins(ratio(8, 13));
    fixed("1 SC veteran", "1 SC veteran").attacker_wins(ratio(7, 17));
}

// A Minesweeper, E1, hits on 1 in any case (5.5): (1 − 4/10)·1/10 / (1 − 6/10·9/10) = 3/23.
#[test]
fn a_one_always_hits() {
    fixed("1 SW", "1 SC veteran").attacker_wins(ratio(3, 23));
}

// The fleet size bonus comes on top: two Skilled Scouts on 3 + 1 + 1 and the Green one, first, on 3. They win
// unless it destroys both. A stage with two: it misses, then 1 − 5/10·5/10 = 3/4 ends it; with one left the bonus
// is gone from the next round on. The one left by its first shot still has the round's bonus, 5/10, then 4/10.
#[test]
fn with_the_fleet_size_bonus() {
    let one = 0.7 * 0.4 / (1.0 - 0.7 * 0.6);
    let both = (0.7 * 0.75 + 0.3 * (0.5 + 0.5 * one)) / (1.0 - 0.7 * 0.25);
    fixed("2 SC skilled", "1 SC").attacker_wins(both);
}

// 37.2: with Military Academies new ships are Skilled; a level that is written stands.
#[test]
fn academies_train_new_ships() {
    fixed("1 SC ma1", "1 SC").attacker_wins(ratio(14, 29));
    fixed("1 SC academy2", "1 SC").attacker_wins(ratio(14, 29));
    fixed("1 SC ma1 green", "1 SC").attacker_wins(ratio(7, 17));
    fixed("1 SC ma2", "1 SC skilled").attacker_wins(ratio(7, 17));
    let fight = fixed("1 SC", "1 SC ma2 + 1 Base ma2");
    let levels = [0, 1].map(|group| fight.group(Side::Defender, group).experience);
    assert_eq!(levels, [Some(Experience::Skilled), None]);
    let labels = [0, 1].map(|group| fight.group(Side::Defender, group).label.as_str());
    assert_eq!(labels, ["SC skilled", "Base"]);
}

// One shot of a Green Battleship, A5, which then leaves. It may not fire at the Elite Destroyer while there is a
// Green Scout, whatever its orders: on 5. At a Veteran it may, on 4.
#[test]
fn a_group_far_above_may_not_be_fired_at() {
    let raid = |attacker: &str, defender: &str| {
        fixed(attacker, defender)
            .target(Side::Attacker, &["DD", "CA", "SC"])
            .leaves_after(1)
    };
    raid("1 BB", "1 DD elite + 1 SC").defender_loses(6.0 * 0.5);
    raid("1 BB", "1 DD veteran + 1 SC").defender_loses(9.0 * 0.4);
    raid("1 BB skilled", "1 DD elite + 1 SC").defender_loses(9.0 * 0.4);
    // Legendary ships take two hits.
    raid("1 BB skilled", "1 DD legendary + 1 SC veteran").defender_loses(6.0 * 0.5);
    raid("1 BB skilled", "1 DD legendary + 1 SC").defender_loses(6.0 * 0.6);
    raid("1 BB veteran", "1 DD legendary + 1 SC").defender_loses(0.0);
    // At random it is one of those that it may fire at.
    let mut random = fixed("1 BB", "3 DD elite + 1 SC + 1 CA").leaves_after(1);
    random.0.sides[0].policy.target = Target::Random;
    random.0.sides[0].policy.finish_wounded = false;
    random.defender_loses(0.5 * 6.0 * 0.5);
}

// With the Scout gone the second Battleship may fire at the Destroyer, on 4:
// 5/10·(6 + 4/10·9) + 5/10·5/10·6 = 63/10.
#[test]
fn until_only_such_groups_are_left() {
    fixed("2 BB", "1 DD elite + 1 SC")
        .target(Side::Attacker, &["DD", "SC"])
        .leaves_after(1)
        .defender_loses(ratio(63, 10));
}

// Then only at the least experienced of them: at the Elite Destroyer, on 4, and not at the Legendary Scout.
#[test]
fn then_the_least_experienced_only() {
    let raid = |attacker: &str| {
        fixed(attacker, "1 SC legendary + 1 DD elite")
            .target(Side::Attacker, &["SC", "DD"])
            .leaves_after(1)
    };
    raid("1 BB").defender_loses(9.0 * 0.4);
    // Of three shots on 4 the first hit destroys the Destroyer, and two more the Scout: only if all three hit are
    // there two.
    let none = 0.6f64.powi(3);
    let all = 0.4f64.powi(3);
    raid("3 BB").defender_loses(9.0 * (1.0 - none) + 6.0 * all);
}

// 37.4.1: a Base may always be fired at, and does not count when the others are looked at. The Battleship may
// fire at the Elite Scout, on 4, though the Base is there.
#[test]
fn units_outside_experience_do_not_count() {
    fixed("1 BB", "1 SC elite + 1 Base")
        .target(Side::Attacker, &["SC", "Base"])
        .leaves_after(1)
        .defender_loses(6.0 * 0.4);
    // Two shots: the Shipyard first, on 5, and nothing more than the printed numbers counts.
    fixed("2 BB", "1 SC elite + 1 SY")
        .target(Side::Attacker, &["SY", "SC"])
        .leaves_after(1)
        .defender_loses(6.0 * (0.5 + 0.5 * 0.5) + 6.0 * (0.5 * 0.4));
}

// What can't be fired at itself is not there to be fired at instead: a screened Scout (5.7.1), a Carrier behind
// Fighters (15.1.1).
#[test]
fn what_cannot_be_fired_at_does_not_count() {
    fixed("1 BB", "1 DD elite + 1 SC")
        .defender_screens(&["SC"])
        .leaves_after(1)
        .defender_loses(9.0 * 0.4);
    fixed("1 BB", "1 F elite + 1 CV")
        .leaves_after(1)
        .defender_loses(5.0 * 0.4);
    // The Scout can be: first at it, on 5, then, if it is destroyed, at the Fighter on 4, not at the Carrier.
    fixed("2 BB", "1 F elite + 1 CV elite + 1 SC")
        .target(Side::Attacker, &["CV", "F", "SC"])
        .leaves_after(1)
        .defender_loses(6.0 * 0.75 + 5.0 * 0.5 * 0.4);
    // Fighters screened, the Green Carrier can be fired at, and so the Elite Destroyer cannot. With it goes the Fighter,
    // for which there is no other room.
    fixed("1 BB", "1 DD elite + 1 CV + 1 F")
        .defender_screens(&["F"])
        .target(Side::Attacker, &["DD", "CV"])
        .leaves_after(1)
        .defender_loses(17.0 * 0.5);
}

// 37.4: one more hit, whoever fires. Against a Shipyard, which is outside experience, C-Class and so first: with
// one hit point left the Scout wins with 7/10·3/10 / (1 − 49/100) = 7/17; with two
// (3/10·(3/10 + 7/10·7/17) + 7/10·3/10) / (1 − 49/100) = 219/289.
#[test]
fn legendary_ships_take_one_more_hit() {
    fixed("1 SC legendary", "1 SY").attacker_wins(ratio(219, 289));
    // Two of them: with hits x of whoever fires and y of the other, W(1,1) = 10/17, W(1,2) = 70/289,
    // W(2,2) = (1 − 3/10·70/289) / (17/10) = 2680/4913, and the defender fires first.
    battle("1 SC legendary", "1 SC legendary", &[]).attacker_wins(ratio(2233, 4913));
    // A Titan's two damage are what it takes (22.0): on 7, and it leaves at once.
    fixed("1 BB t1 legendary", "1 SC legendary")
        .leaves_after(2)
        .defender_loses(6.0 * 0.25);
}

// 37.3.2: a destroyed Scout, Hull Size 1, promotes on 2. A Battleship fires twice, on 5 and, promoted, on 6, and
// leaves; the Scouts can't destroy it before. 5/10·(6 + 6·(2/10·6/10 + 8/10·5/10)) + 5/10·6·5/10 = 6.06. With
// Military Academies 2 it is promoted on 3 (37.3.3): 6.09.
#[test]
fn a_kill_may_promote() {
    let raid = |attacker: &str, rules: &[&str]| battle(attacker, "1 SC + 1 SC", rules).leaves_after(2);
    raid("1 BB t1", &["experience=yes"]).defender_loses(6.06);
    raid("1 BB t1 green ma2", &[]).defender_loses(6.09);
    raid("1 BB t1 green ma1", &[]).defender_loses(6.06);
    raid("1 BB t1", &["experience=yes", "promotions=no"]).defender_loses(6.0);
    raid("1 BB t1", &[]).defender_loses(6.0);
}

// A die for each: two kills promote with 1 − 8/10·8/10 = 36/100. Two Battleships on 5, and in the second round on
// 6 with the fleet size bonus against one Scout, one more if promoted. One killed: no bonus, on 5 or, with 2/10, on
// 6. None: three Scouts on 1 destroy one Battleship with 1/1000.
#[test]
fn a_die_for_each_kill() {
    let two = 2.0 + 0.36 * 0.91 + 0.64 * 0.84;
    let one = 1.0 + 0.2 * 1.2 + 0.8 * 1.0;
    let none = 0.999 + 0.001 * 0.5;
    battle("2 BB t1", "3 SC", &["experience=yes"])
        .leaves_after(2)
        .defender_loses(6.0 * (0.25 * two + 0.5 * one + 0.25 * none));
}

// 37.3.4, the rulebook's example: five Skilled Destroyers with Military Academies 2 destroy two Cruisers, Hull Size
// 2: on 4, and one more for the larger ships, and one more for the academies. Both dice are rolled. The third Cruiser
// is two levels below a Veteran, then, and fires on 4 − 1; the Veterans fire on 4 − 1 + 1, one more as five to one, and
// leave when it has fired once more.
#[test]
fn the_rulebooks_destroyers_are_promoted() {
    let fight = battle("5 DD ma2", "3 CA", &[]).leaves_after(2);
    let told = fight.rolls(&[10, 10, 10, 1, 2, 3, 4, 10, 1, 3, 10, 5, 10, 10, 10, 10, 10]);
    assert_eq!(promotions(&told), [(6, 1, true), (6, 3, true)]);
    assert_eq!(needs(&told), [4, 4, 4, 4, 4, 4, 4, 4, 3, 5, 5, 5, 5, 5, 3]);
    let plan = fight.plan();
    let shooters: Vec<bool> = { told.events.iter() }
        .filter_map(|event| match *event {
            Event::Shot { shooter, .. } if shooter < 2 => Some(plan.is_promoted(shooter)),
            _ => None,
        })
        .collect();
    assert_eq!(shooters, [[false; 5], [true; 5]].concat());
    // They are counted where they were listed.
    assert_eq!(
        (told.remains.survived, told.remains.retreated),
        (vec![0, 1], vec![5, 0])
    );
}

// The Battleship, on 5, is promoted by the first of three Scouts and then fires on 6; for the second it does not roll. The
// Scouts, two to one, fire on 3 − 2 + 1.
#[test]
fn one_level_a_battle() {
    let fight = battle("1 BB", "3 SC", &["experience=yes"]).leaves_after(3);
    let told = fight.rolls(&[5, 2, 10, 10, 6, 10, 6]);
    assert_eq!(promotions(&told), [(2, 2, true)]);
    assert_eq!(needs(&told), [5, 2, 2, 6, 2, 6]);
    // Not promoted, it rolls for each.
    let told = fight.rolls(&[5, 3, 10, 10, 5, 3, 10, 5]);
    assert_eq!(promotions(&told), [(2, 3, false), (2, 3, false)]);
}

// Right after its turn: the second group of the same class fires at a Green Scout as before, and the Destroyer that
// was promoted is two levels above no one, but one above the Scout that it fires at in the next round.
#[test]
fn before_the_next_group_fires() {
    let fight = battle("1 BB + 1 BB d1", "2 SC + 1 SY", &["experience=yes"])
        .target(Side::Attacker, &["SC", "SY"])
        .target(Side::Defender, &["BB"])
        .leaves_after(1);
    let told = fight.rolls(&[1, 2, 1, 2, 10]);
    let kinds: Vec<bool> = { told.events.iter().filter(|event| event.roll().is_some()) }
        .map(|event| matches!(event, Event::Experience { .. }))
        .collect();
    assert_eq!(kinds, [false, true, false, true, false]);
}

// 15.3.1: after each of the two turns. A Scout that has fired at the Fighter is promoted with its group, and the other
// fires on 4 at the Destroyer.
#[test]
fn scouts_are_promoted_between_their_turns() {
    let fight = battle("2 SC pd1", "1 F + 1 DD", &["experience=yes"]).target(Side::Attacker, &["F", "DD"]);
    let told = fight.rolls(&[6, 2, 10, 4]);
    assert_eq!(needs(&told), [6, 4, 4]);
    assert_eq!(promotions(&told), [(2, 2, true)]);
    assert_eq!(told.remains.outcome, Outcome::Attacker);
    // Not promoted, it fires on 3; for the last enemy it does not roll.
    let missed = fight.rolls(&[6, 3, 10, 3]);
    assert_eq!(
        (needs(&missed), promotions(&missed)),
        (vec![6, 4, 3], vec![(2, 3, false)])
    );
}

// 37.3.6: Aliens are Skilled: a Green Scout's 3 − 2 stay 1, and theirs is one more, 6 + 1. They fire first:
// 3/10·1/10 / (1 − 3/10·9/10) = 3/73. They do not gain experience, and those who destroy them do.
#[test]
fn aliens_are_skilled_and_stay_so() {
    battle("1 SC", "1 NPA-B6", &["experience=yes"]).attacker_wins(ratio(3, 73));
    // Equal levels: 4/10·1/10 / (1 − 4/10·9/10) = 4/64.
    battle("1 SC skilled", "1 NPA-B6", &[]).attacker_wins(ratio(4, 64));
    let fight = battle("3 SC", "2 NPA-D4", &["experience=yes"]);
    // The Aliens destroy a Scout each, for which nobody rolls; then the last destroys one, Hull Size 1.
    let told = fight.rolls(&[1, 1, 1, 2, 1]);
    assert_eq!(promotions(&told), [(2, 2, true)]);
    // Without a level that is written the battle is played as ever.
    assert_eq!(
        battle("1 SC", "1 NPA-B6", &[]).group(Side::Defender, 0).experience,
        None
    );
}

// 37.4.1: for a Shipyard or a Base no die is rolled, and they roll none.
#[test]
fn nothing_is_learned_from_units_outside_experience() {
    let fight = battle("2 DD veteran", "2 SY", &[]);
    assert!(!fight.plan().features.promotions);
    // The Shipyards fire first, on 3, the Destroyers on 4.
    assert_eq!(needs(&fight.rolls(&[10, 10, 4, 4])), [3, 3, 4, 4]);
    // Here one die for two kills, that of the Scout. The other Scout fires on 3 at its equals, they on 4 + 1, two to
    // one.
    let fight = battle("2 DD", "2 SC skilled + 1 SY", &[]).target(Side::Attacker, &["SY", "SC"]);
    let told = fight.rolls(&[10, 4, 4, 1, 10, 5]);
    assert_eq!(
        (promotions(&told), needs(&told)),
        (vec![(2, 1, true)], vec![3, 4, 4, 3, 5])
    );
}

// An Elite Cruiser of Hull Size 2 is wounded, destroys a Scout and becomes Legendary: it takes two more hits. The
// Scouts, three levels below, hit it on 3 − 1 − 1 = 1, with the bonus as three against one on 2.
#[test]
fn a_wounded_cruiser_becomes_legendary() {
    let fight = battle("1 CA elite", "3 SC", &[]);
    let told = fight.rolls(&[
        10, 2, 10, 10, // wounded
        5, 2, 2, 10, // promoted, and hit again
        5, 1, // as Legendary, without a die: one Scout left, which has it, and no die for the last enemy
    ]);
    assert_eq!(told.remains.survived, [0, 1]);
    assert_eq!(promotions(&told), [(2, 2, true)]);
    // For Scouts it has Hull Size 2 all the same, twice that and one more as the larger ship.
    // Veterans hit it on 3 − 1 − 1, and as Elite the other Scout on 3 + 1 + 1.
    let fight = battle("1 CA legendary + 1 SC veteran", "3 SC veteran", &[]).target(Side::Defender, &["CA", "SC"]);
    let told = fight.rolls(&[10, 1, 1, 1, 5, 10, 5]);
    assert_eq!(
        (promotions(&told), needs(&told)),
        (vec![(5, 5, true)], vec![5, 1, 1, 1, 3, 5])
    );
}

// Split off wounded and screened (5.7), a ship is a group of its own: it is not promoted with those in front.
#[test]
fn a_ship_split_off_is_a_group_of_its_own() {
    let mut fight = battle("3 CA", "2 SC", &["experience=yes"]);
    fight.0.sides[0].policy.screen = Screen::Wounded;
    let plan = fight.plan();
    // Round 1: a Cruiser is hit. Round 2: it is screened, the others destroy a Scout and are promoted. Round 3: three
    // against one, it is screened again; the two have the fleet size bonus as well, 4 + 1 + 1.
    let told = fight.rolls(&[10, 10, 10, 1, 10, 4, 10, 2, 10, 10, 6]);
    let last = told.events.iter().rev().find_map(|event| match event {
        Event::Round { slots, .. } => Some(slots.clone()),
        _ => None,
    });
    let ships: Vec<(bool, u8, u8)> = { last.into_iter().flatten().enumerate() }
        .filter(|(_, (front, back, _))| front + back > 0)
        .map(|(slot, (front, back, _))| (plan.is_promoted(slot), front, back))
        .collect();
    assert_eq!(ships, [(false, 0, 1), (true, 2, 0), (false, 1, 0)]);
}

// Best play keeps to it: the Destroyer would rather shoot the Elite Scout's group, but may not until the Green one is
// gone, so there is nothing to decide.
#[test]
fn best_play_may_not_either() {
    let forced = |targets: [Target; 2]| {
        let mut fight = fixed("2 DD", "2 SC elite + 1 CA");
        for (fleet, target) in fight.0.sides.iter_mut().zip(targets) {
            fleet.policy.target = target;
        }
        fight
    };
    let listed = forced([Target::Order(units(&["SC", "CA"])), Target::Weakest]);
    let expected = listed.solved().expect("no promotions").outcomes[0];
    let best = forced([Target::Optimal, Target::Weakest]);
    let advice = solve_optimal(&best.plan(), Objective::Win).expect("small");
    near(advice.value, expected);
    // Where it may, there is.
    let mut free = battle("2 DD", "2 SC elite + 1 CA", &["experience=no"]);
    free.0.sides[1].policy.target = Target::Weakest;
    free.0.sides[0].policy.target = Target::Weakest;
    let other = free.solved().expect("no promotions").outcomes[0];
    free.0.sides[0].policy.target = Target::Order(units(&["CA"]));
    assert!((free.solved().expect("no promotions").outcomes[0] - other).abs() > 0.01);
}

// Without promotions the solver and the lanes must tell the same.
#[test]
fn solved_and_simulated_alike() {
    let cases = [
        ("2 CA elite + 3 SC", "1 BB + 3 DD veteran"),
        ("3 SC + 1 DD skilled", "1 CA legendary + 2 SC elite + 1 SY"),
        ("2 BC a1 veteran + 1 DD", "1 CV elite + 2 F legendary + 2 SC"),
        ("2 R veteran + 1 SC", "1 DD scan1 elite + 1 CA legendary"),
    ];
    for (attacker, defender) in cases {
        let fight = fixed(attacker, defender);
        let tally = fight.solved().expect("no promotions");
        fight.simulated(Measure::Wins(Side::Attacker), tally.outcomes[0]);
        let left = |side: usize, group: usize| -> f64 {
            let row = group + if side == 0 { 0 } else { fight.0.sides[0].groups.len() };
            let of = |chances: &Vec<f64>| -> f64 { chances.iter().enumerate().map(|(k, p)| k as f64 * p).sum() };
            tally.units[row].survivors.iter().map(of).sum()
        };
        fight.simulated(Measure::Survivors(Side::Defender, 0), left(1, 0));
        fight.simulated(Measure::Survivors(Side::Attacker, 1), left(0, 1));
    }
}

/// Scouts of one group in a battle of [`wins`].
#[derive(Clone, Copy, PartialEq)]
struct Scouts {
    ships: u32,
    level: i32,
    promoted: bool,
}

impl Scouts {
    /// Every number of enemies that they destroy, the level that they then have, and the chance; with the fleet size
    /// bonus or without. They roll for each of them, on 2, unless it was the last.
    fn fire(self, enemies: Scouts, bonus: bool) -> Vec<(u32, Scouts, f64)> {
        let above = i32::from(self.level > enemies.level) - i32::from(enemies.level >= self.level + 2);
        let hit = f64::from(3 + i32::from(bonus) + above) / 10.0;
        let mut kills = vec![0.0; enemies.ships as usize + 1];
        kills[0] = 1.0;
        for _ in 0..self.ships {
            for kill in (0..enemies.ships as usize).rev() {
                kills[kill + 1] += kills[kill] * hit;
                kills[kill] *= 1.0 - hit;
            }
        }
        let mut all = Vec::new();
        for (kill, chance) in (0..).zip(kills) {
            let dice = if self.promoted || kill == enemies.ships {
                0
            } else {
                kill
            };
            let stays = 0.8f64.powi(dice as i32);
            let raised = Scouts {
                level: self.level + 1,
                promoted: true,
                ..self
            };
            all.extend([(kill, self, chance * stays), (kill, raised, chance * (1.0 - stays))]);
        }
        all
    }
}

/// The chance that the attacker's Scouts win: round by round, the defender first, and in closed form where nothing
/// happens.
fn wins(attackers: Scouts, defenders: Scouts) -> f64 {
    let bonus = [
        attackers.ships >= 2 * defenders.ships,
        defenders.ships >= 2 * attackers.ships,
    ];
    let (mut value, mut again) = (0.0, 0.0);
    for (kills, defending, chance) in defenders.fire(attackers, bonus[1]) {
        let left = Scouts {
            ships: attackers.ships - kills,
            ..attackers
        };
        if left.ships == 0 {
            continue;
        }
        for (kills, attacking, share) in left.fire(defending, bonus[0]) {
            let left = Scouts {
                ships: defending.ships - kills,
                ..defending
            };
            let chance = chance * share;
            if left.ships == 0 {
                value += chance;
            } else if (attacking, left) == (attackers, defenders) {
                again += chance;
            } else if chance > 0.0 {
                value += chance * wins(attacking, left);
            }
        }
    }
    value / (1.0 - again)
}

// A whole battle with promotions of both sides, against all that can happen.
#[test]
fn all_that_promotions_lead_to() {
    let scouts = |ships: u32, level: i32| Scouts {
        ships,
        level,
        promoted: false,
    };
    near(wins(scouts(1, 0), scouts(1, 0)), ratio(7, 17));
    for (ships, level, name) in [(3, 0, "green"), (3, 1, "skilled"), (2, 2, "veteran")] {
        let chance = wins(scouts(ships, level), scouts(3, 0));
        battle(&format!("{ships} SC {name}"), "3 SC", &["experience=yes"]).attacker_wins(chance);
    }
}

// What is learned from the last enemy is of use in other battles only, so duels are solved.
#[test]
fn nothing_is_learned_from_the_last_enemy() {
    assert!(!battle("1 SC veteran", "1 SC", &[]).plan().features.promotions);
    assert!(battle("1 SC veteran", "1 SC + 1 SY", &[]).plan().features.promotions);
    battle("1 SC veteran", "1 SC", &[]).attacker_wins(ratio(8, 13));
}

#[test]
fn promotions_are_refused_by_name() {
    let fight = battle("2 SC skilled", "2 SC", &[]);
    assert_eq!(solve(&fight.plan()).err(), Some(Refusal::Promotions));
    assert!(solve_optimal(&fight.plan(), Objective::Win).is_err());
}

/// The faults of a battle, and its notes.
fn read(attacker: &str, defender: &str, rules: &[&str]) -> (Vec<String>, Vec<String>) {
    let mut problems = Problems::new();
    let mut engagement = engagement_from_shorthand(attacker, defender).expect("read");
    for rule in rules {
        let choice = spec::rule(rule, &Place::argument("--rule", rule), &mut problems);
        engagement.rules.extend(choice);
    }
    let battle = resolve(&engagement, &mut problems);
    let notes = battle.map(|battle| battle.notes).unwrap_or_default();
    let messages = problems.list.into_iter().map(|problem| problem.message);
    (messages.collect(), notes.into_iter().map(|note| note.message).collect())
}

#[test]
fn whether_experience_counts_is_told() {
    let notes = |attacker: &str, rules: &[&str]| read(attacker, "1 SC", rules).1;
    assert_eq!(notes("1 SC", &[]), [""; 0]);
    assert_eq!(notes("1 SC green", &[]), [""; 0]);
    let counts = "ship experience counts, and groups may be promoted (37.0)";
    assert_eq!(notes("1 SC skilled", &[]), [counts]);
    assert_eq!(notes("1 SC ma1", &[]), [counts]);
    assert_eq!(notes("1 SC", &["experience=yes"]), [counts]);
    assert_eq!(
        notes("1 SC veteran", &["promotions=no"]),
        ["ship experience counts, without promotions (37.0)"]
    );
    assert_eq!(notes("1 SC veteran", &["experience=no"]), [""; 0]);
    let off = battle("1 SC veteran", "1 SC", &["experience=no"]);
    let group = off.group(Side::Attacker, 0);
    assert_eq!((group.label.as_str(), group.experience), ("SC", None));
    off.attacker_wins(ratio(7, 17));
    assert_eq!(
        read("1 SC", "1 Base veteran + 1 SC", &[]).1[0],
        "Base has nothing to do with experience (37.4.1)"
    );
    assert_eq!(
        read("1 SC", "1 NPA-B6 elite", &[]).1[0],
        "Alien B6-2-x1 is always skilled (37.3.6)"
    );
}

// Two levels of academies make the same ships, and not the same battle.
#[test]
fn academies_may_be_unknown() {
    let mut problems = Problems::new();
    let engagement = engagement_from_shorthand("2 SC ma1-2", "2 SC").expect("read");
    let all = possibilities(&engagement, &mut problems).expect("no faults").list;
    let academies: Vec<u8> = { all.iter() }
        .map(|one| one.battle.sides[0].groups[0].gear.academy)
        .collect();
    assert_eq!(academies, [1, 2]);
    // Slot 0 is the attacker's, 2 the defender's.
    let need = |battle: &Battle| {
        let steps = lower(battle, Question::default()).steps;
        let promotion = steps
            .into_iter()
            .find_map(|step| step.promotion.filter(|_| step.shooter == 0));
        promotion.map(|promotion| promotion.need[2])
    };
    let needs: Vec<Option<u8>> = all.iter().map(|one| need(&one.battle)).collect();
    assert_eq!(needs, [Some(2), Some(3)]);
}

#[test]
fn an_edition_without_experience_says_so() {
    let mut problems = Problems::new();
    let mut engagement = engagement_from_shorthand("1 SC veteran", "1 SC").expect("read");
    engagement.edition = Some(spec::Spanned::new(
        "base".to_owned(),
        Place::argument("--edition", "base"),
    ));
    assert!(resolve(&engagement, &mut problems).is_none());
    let fault = &problems.list[0];
    assert!(fault.message.ends_with("has no ship experience"), "{}", fault.message);
    assert_eq!(fault.help, "it is in close-encounters, replicators, all-good-things");
}
