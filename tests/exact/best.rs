//! The value of best play: against values known from elsewhere, against fixed policies, and its
//! decisions followed forwards.

use crate::common::random::Engagement;
use crate::common::{no_faults, on_chart, ratio};
use crate::{near, plan, random_engagements, solved};
use broadside::engine::exact::{
    ExactTally, Firing, Game, Objective, Position, Refusal, RetreatRow, ShotAdvice, advise, retreats, size, solve,
    solve_optimal,
};
use broadside::rules::space_empires::{Battle, Policy, Retreat, Screen, Target};
use broadside::spec::Side;
use rayon::prelude::*;

/// The battle with the targets of these sides left to best play.
fn with_best_targets(battle: &Battle, best: [bool; 2]) -> Battle {
    let mut battle = battle.clone();
    for (fleet, best) in battle.sides.iter_mut().zip(best) {
        if best {
            fleet.policy.target = Target::Optimal;
        }
    }
    battle
}

fn value(battle: &Battle, objective: Objective) -> f64 {
    let advice = solve_optimal(&plan(battle), objective);
    advice.unwrap_or_else(|refusal| panic!("{refusal}")).value
}

fn best(battle: &Battle, objective: Objective, best: [bool; 2]) -> f64 {
    value(&with_best_targets(battle, best), objective)
}

#[test]
fn known_values_of_best_play() {
    let larger = on_chart("3 CA a1 + 6 SC a1", "2 BB a1 d1 + 3 DD a1 d1").battle;
    let value = best(&larger, Objective::Win, [true; 2]);
    assert!((value - 0.661_984).abs() < 5e-7, "found {value}");
    let smaller = on_chart("2 CA a1 + 2 SC a1", "1 BB a1 d1 + 2 DD a1 d1").battle;
    let value = best(&smaller, Objective::Win, [true; 2]);
    assert!((value - 0.460_382).abs() < 5e-7, "found {value}");
    near(
        best(&on_chart("1 SC", "1 SC").battle, Objective::Win, [true; 2]),
        ratio(7, 17),
    );
    near(
        best(&on_chart("1 SC", "1 SC").battle, Objective::CpSwing, [true; 2]),
        -6.0 * ratio(3, 17),
    );
}

/// Random battles in which nobody screens or leaves.
fn fights() -> Vec<Battle> {
    let mut engagements = random_engagements();
    for engagement in &mut engagements {
        for policy in &mut engagement.policies {
            (policy.screen, policy.retreat) = (Screen::None, Retreat::Never);
        }
    }
    engagements.iter().map(Engagement::battle).collect()
}

fn swing(tally: &ExactTally) -> f64 {
    let mean = |side: usize| -> f64 {
        let losses = tally.sides[side].loss.iter();
        losses
            .flat_map(|loss| loss.iter().enumerate().map(|(cp, chance)| cp as f64 * chance))
            .sum()
    };
    mean(1) - mean(0)
}

// Two ways through the same chain: the chances forwards, and the values backwards.
#[test]
fn values_of_fixed_policies_are_their_odds() {
    let fault = |engagement: &Engagement| {
        let battle = &engagement.battle();
        let tally = solved(battle);
        let [win, swings] = [Objective::Win, Objective::CpSwing].map(|objective| value(battle, objective));
        let agree = (win - tally.outcomes[0]).abs() < 1e-9 && (swings - swing(&tally)).abs() < 1e-7;
        (!agree).then(|| {
            format!(
                "{engagement:?}\n    win {win} or {}, swing {swings} or {}",
                tally.outcomes[0],
                swing(&tally)
            )
        })
    };
    // Best play counts a row whose wounded ships may be split off as one group to random fire.
    let told_apart = |engagement: &&Engagement| {
        let [attacker, defender] = &engagement.policies;
        let at_random = |a: &Policy, b: &Policy| a.target == Target::Random && b.screen == Screen::Wounded;
        !at_random(attacker, defender) && !at_random(defender, attacker)
    };
    let engagements = random_engagements();
    let faults: Vec<String> = engagements.par_iter().filter(told_apart).filter_map(fault).collect();
    no_faults(&faults);
}

// Whoever plays best does no worse than with any policy against the same opponent, and no better
// against one who plays best than against one who doesn't.
#[test]
fn best_play_is_never_worse_than_a_policy() {
    fights().par_iter().for_each(|battle| {
        for objective in [Objective::Win, Objective::CpSwing] {
            let value = |sides: [bool; 2]| best(battle, objective, sides);
            let (fixed, attacker, defender, both) = (
                value([false; 2]),
                value([true, false]),
                value([false, true]),
                value([true; 2]),
            );
            let slack = 1e-9;
            assert!(attacker >= fixed - slack && attacker >= both - slack, "{battle:?}");
            assert!(defender <= fixed + slack && defender <= both + slack, "{battle:?}");
        }
    });
}

/// Random small battles with decisions of any kind left to best play, by side.
fn games(most_states: u64) -> Vec<Battle> {
    let engagements = random_engagements();
    let small = |battle: &Battle| {
        let plan = plan(battle);
        let game = Game::new(&plan, Objective::Win, &Position::start(&plan));
        game.is_ok_and(|game| game.work() <= most_states)
    };
    let of = |(number, engagement): (usize, &Engagement)| {
        let mut battle = engagement.battle();
        for (side, fleet) in battle.sides.iter_mut().enumerate() {
            let wishes = number >> (3 * side);
            if wishes & 1 > 0 {
                fleet.policy.target = Target::Optimal;
            }
            if wishes & 2 > 0 {
                fleet.policy.screen = Screen::Optimal;
            }
            if wishes & 4 > 0 {
                fleet.policy.retreat = Retreat::Optimal;
            }
        }
        battle
    };
    engagements.iter().enumerate().map(of).filter(small).collect()
}

// The values backwards, and the decisions followed forwards: what best play is worth is what it
// gets.
#[test]
fn decisions_are_worth_what_the_values_say() {
    let fault = |battle: &Battle| {
        let plan = plan(battle);
        for objective in [Objective::Win, Objective::CpSwing] {
            let game = Game::new(&plan, objective, &Position::start(&plan)).expect("a small battle");
            let solution = game.solve();
            let value = solution.advice().value;
            let tally = solution.tally().expect("a small battle");
            let found = match objective {
                Objective::Win => tally.outcomes[0],
                Objective::CpSwing => swing(&tally),
            };
            if (value - found).abs() > 1e-7 {
                return Some(format!("{objective:?}: value {value}, found {found}: {battle:?}"));
            }
        }
        None
    };
    let games = games(3_000_000);
    assert!(games.len() > 150, "{} games", games.len());
    let faults: Vec<String> = games.par_iter().filter_map(fault).collect();
    no_faults(&faults);
}

#[test]
fn threads_change_nothing() {
    let battle = on_chart("3 BB a1 d1 + 3 CA a1 + 4 SC a1", "2 DN a1 d1 + 4 CA a1 + 4 DD a1").battle;
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let advice = pool
            .expect("a few threads can be had")
            .install(|| solve_optimal(&plan(&with_best_targets(&battle, [true; 2])), Objective::CpSwing));
        advice.expect("a small battle")
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn advice_starts_with_what_best_play_does() {
    let battle = on_chart("2 CA a1 + 2 SC a1", "1 BB a1 d1 + 2 DD a1 d1").battle;
    let plan = plan(&with_best_targets(&battle, [true; 2]));
    let advice = solve_optimal(&plan, Objective::Win).expect("a small battle");
    // The Battleship fires first: A-Class. Least is best for the defender.
    let least = |shot: &ShotAdvice| shot.targets.iter().map(|target| target.1).fold(f64::INFINITY, f64::min);
    let first = &advice.shots[0];
    assert_eq!(plan.steps[first.step].shooter, 2);
    near(least(first), advice.value);
    // After its hit on a Scout, or its miss, all goes on from there.
    let after = |ships: Vec<(u8, u8)>, step: usize, shots: u8| {
        let firing = Some(Firing {
            step,
            shots,
            bonus: None,
        });
        let position = Position {
            ships,
            round: 1,
            firing,
        };
        let advice = advise(&plan, Objective::Win, &position);
        advice.expect("a position of this battle").value
    };
    let next = &plan.steps[advice.shots[1].step];
    let shots = plan.slots[next.shooter].start;
    let miss = after(vec![(2, 0), (2, 0), (1, 0), (2, 0)], advice.shots[1].step, shots);
    let shots = if next.shooter == 1 { 1 } else { shots };
    let hit = after(vec![(2, 0), (1, 0), (1, 0), (2, 0)], advice.shots[1].step, shots);
    // Attack 5 + 1, less defense 0: 6 in 10.
    let at_scouts = first
        .targets
        .iter()
        .find(|target| target.0 == 1)
        .expect("Scouts can be shot at")
        .1;
    near(at_scouts, 0.6 * hit + 0.4 * miss);
}

#[test]
fn what_cannot_be_solved_says_why() {
    let vast = on_chart("99 DN + 99 BB", "99 DN a1 + 99 CA + 99 SC").battle;
    assert_eq!(size(&plan(&vast), u64::MAX), Err(Refusal::TooManyStates));
    assert!(matches!(solve(&plan(&vast)), Err(Refusal::TooLarge(_))));
    let ordinary = plan(&on_chart("3 CA a1 + 6 SC a1", "2 BB a1 d1 + 3 DD a1 d1").battle);
    assert_eq!(
        size(&ordinary, u64::MAX).expect("an ordinary battle").states,
        7 * 7 * 7 * 4
    );
    let mut position = Position::start(&ordinary);
    position.ships[0] = (4, 0);
    let advice = advise(&ordinary, Objective::Win, &position);
    assert_eq!(advice, Err(Refusal::NoSuchPosition));
}

// 5.9: nobody leaves in the first round, and the Scout can't win this one. The Battleship (A-Class)
// hits it with 5 in 10, it hits back with 3 − 2 = 1 in 10, three times needed. It leaves on its first
// turn from the second round on: with the Battleship one hit from its end, firing is worth
// 0.1 · 20 + 0.9 · (0.5 · (−6) + 0.5 · v) = −0.7 + 0.45 v, less than nothing, which leaving costs. So it
// is lost in the first round with 1/2 and in the second with 1/4: −4.5 CP.
// If it stays, with k hits still needed a round's start is worth f(k) = −3 + (0.1 f(k − 1) + 0.9 f(k)) / 2,
// f(0) = 20: f(1) = −40/11, f(2) = −700/121, f(3) = −7960/1331.
#[test]
fn a_scout_leaves_a_battleship() {
    let battle = on_chart("1 SC", "1 BB").attacker_retreat(Retreat::Optimal).battle;
    let found = retreats(&plan(&battle), Side::Attacker).expect("a tiny battle");
    near(found.value, -4.5);
    near(found.staying, -ratio(7960, 1331));
    let [wounded, unhurt] = &found.rows[..] else {
        panic!("{found:?}");
    };
    assert_eq!(wounded.ships, [(1, 0), (1, 1)]);
    assert_eq!(unhurt.ships, [(1, 0), (1, 0)]);
    assert_eq!((&wounded.leaving, &unhurt.leaving), (&vec![1, 0], &vec![1, 0]));
    near(wounded.rounds[2], 0.05);
    near(unhurt.rounds[2], 0.45);
    assert_eq!(unhurt.rounds.len(), 3);
    near(unhurt.value, -3.0);
    near(wounded.staying, -ratio(700, 121));
    near(unhurt.staying, -ratio(7960, 1331));
}

// 5.1.3, 5.7: two Scouts against one, all E-Class. The attacker may screen one. Nobody screened: he has
// the bonus, hits with 4 in 10, and fires after the defender, who hits with 3 in 10:
// two left, v = (1 − 0.7 · 0.36) won or lost by what follows: the defender hits one (0.3): the other fires
// without a second die, 0.4 (the bonus lasts for the round), else one against one, w = 7/17; he misses
// (0.7): two shots, 0.64 win, else again. v = (0.3 · (0.4 + 0.6 w) + 0.7 · 0.64) / (1 − 0.7 · 0.36).
// One screened: no bonus; the defender hits (0.3): the screened one is left, w; he misses: 0.3 win, else
// again: v = 0.3 w + 0.7 · (0.3 + 0.7 v') is less.
#[test]
fn two_scouts_need_no_screen() {
    let battle = on_chart("2 SC", "1 SC").attacker_screen(Screen::Optimal).battle;
    let advice = solve_optimal(&plan(&battle), Objective::Win).expect("a tiny battle");
    let w = ratio(7, 17);
    let v = (0.3 * (0.4 + 0.6 * w) + 0.7 * 0.64) / (1.0 - 0.7 * 0.36);
    near(advice.value, v);
    let [open, screened] = &advice.screens[..] else {
        panic!("{advice:?}");
    };
    assert_eq!((open.side, open.back.len()), (Side::Attacker, 0));
    near(open.value, v);
    assert_eq!(screened.back, [1, 0]);
    near(screened.value, 0.3 * w + 0.7 * (0.3 + 0.7 * v));
}

/// A battle with one policy changed.
fn with(battle: &Battle, side: usize, change: impl Fn(&mut Policy)) -> Battle {
    let mut battle = battle.clone();
    change(&mut battle.sides[side].policy);
    battle
}

// Screens and retreats left to best play do no worse than any policy against the same opponent.
#[test]
fn best_screens_and_retreats_are_never_worse_than_a_policy() {
    let screens = [Screen::None, Screen::Weakest, Screen::Costliest, Screen::Wounded];
    let retreats = [
        Retreat::Never,
        Retreat::AfterRound(1),
        Retreat::AfterRound(3),
        Retreat::Outnumbered { ratio_milli: 1500 },
        Retreat::StrengthBelow { ratio_milli: 800 },
        Retreat::Wounded,
    ];
    let fault = |battle: &Battle| {
        let mut faults = Vec::new();
        for side in 0..2 {
            let better = |best: f64, fixed: f64| {
                if side == 0 {
                    best >= fixed - 1e-9
                } else {
                    best <= fixed + 1e-9
                }
            };
            let random = battle.sides[1 - side].policy.target == Target::Random;
            let best = value(
                &with(battle, side, |policy| policy.screen = Screen::Optimal),
                Objective::Win,
            );
            for screen in screens.iter().filter(|screen| !(random && **screen == Screen::Wounded)) {
                let fixed = value(
                    &with(battle, side, |policy| policy.screen = screen.clone()),
                    Objective::Win,
                );
                if !better(best, fixed) {
                    faults.push(format!("side {side}, {screen}: {fixed}, best {best}: {battle:?}"));
                }
            }
            let of = |retreat: &Retreat| {
                value(
                    &with(battle, side, |policy| policy.retreat = retreat.clone()),
                    Objective::CpSwing,
                )
            };
            let best = of(&Retreat::Optimal);
            for retreat in &retreats {
                let fixed = of(retreat);
                if !better(best, fixed) {
                    faults.push(format!("side {side}, {retreat}: {fixed}, best {best}: {battle:?}"));
                }
            }
        }
        faults
    };
    // Carriers that may leave with Fighters aboard are not solved, nor screens of too many ways.
    let mut battles = games(300_000);
    battles.retain(|battle| {
        (0..2).all(|side| {
            let leaves = plan(&with(battle, side, |policy| policy.retreat = Retreat::AfterRound(1)));
            let screens = plan(&with(battle, side, |policy| policy.screen = Screen::Optimal));
            size(&leaves, u64::MAX).is_ok() && Game::new(&screens, Objective::Win, &Position::start(&screens)).is_ok()
        })
    });
    assert!(battles.len() > 80, "{} battles", battles.len());
    let faults: Vec<String> = battles.par_iter().flat_map(fault).collect();
    no_faults(&faults);
}

// 25.1.3: the defender wants to leave after the first round, and is held by a roll of 9 or 10. The Battleship
// hits a Scout with 5 in 10; it is hit with 3 − 2 = 1 in 10, with the bonus of two Scouts 2 in 10 (5.1.3), and
// with 2 damage already one hit is its end. If it never leaves, a round's start is worth h(k) against k
// Scouts: h(1) = 0.5 · 6 + 0.5 · (0.9 h(1) − 0.1 · 20), so h(1) = 40/11. Against two: it hits, and the other
// fires, 6 − 0.2 · 20 + 0.8 h(1); or it misses, and both fire, −0.36 · 20 + 0.64 h(2). So
// h(2) = (0.5 · (2 + 0.8 · 40/11) − 3.6) / 0.68 = −315/187.
#[test]
fn staying_in_an_ion_storm_knows_who_is_held() {
    let battle = on_chart("1 BB", "2 SC")
        .ion_storm()
        .attacker_retreat(Retreat::Optimal)
        .defender_retreat(Retreat::AfterRound(1))
        .battle;
    let found = retreats(&plan(&battle), Side::Attacker).expect("a tiny battle");
    let held = ratio(315, 187);
    let is_held = |row: &&RetreatRow| row.ships == [(1, 2), (2, 0)] && (row.staying + held).abs() < 1e-9;
    let row = found.rows.iter().find(is_held).unwrap_or_else(|| panic!("{found:?}"));
    // It leaves on its turn, before anybody fires, if it may: 8 in 10, and else nobody can.
    near(row.value, -0.2 * held);
    assert!(found.rows.iter().all(|row| row.value > row.staying - 1e-9), "{found:?}");
}

// 5.9: a side that leaves after the first round does so on its turn, in the middle of a round too.
#[test]
fn orders_to_leave_hold_in_the_middle_of_a_round() {
    let battle = on_chart("1 SC", "1 SC").defender_retreat(Retreat::AfterRound(1)).battle;
    let plan = plan(&battle);
    let position = Position {
        firing: Some(Firing {
            step: 0,
            shots: 1,
            bonus: None,
        }),
        round: 2,
        ..Position::start(&plan)
    };
    let advice = advise(&plan, Objective::Win, &position).expect("a tiny battle");
    near(advice.value, 1.0);
    assert!(advice.shots[0].targets.is_empty() && advice.shots[0].leaving == Some(1.0));
    let found = advise(&plan, Objective::CpSwing, &position).expect("a tiny battle");
    near(found.value, 0.0);
}
