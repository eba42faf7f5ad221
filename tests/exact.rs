//! The exact solver against fractions worked out by hand, and against the lanes on random battles.

mod common;
mod reference;

use broadside::engine::exact::{
    ExactTally, Firing, Game, Objective, Position, Refusal, ShotAdvice, advise, size, solve, solve_optimal,
};
use broadside::engine::{Plan, Tally};
use broadside::rules::space_empires::{Battle, Policy, Question, Retreat, Screen, Target, lower};
use common::random::{self, Engagement};
use common::{no_faults, on_chart, ratio, tally};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngSeed, TestRunner};
use rayon::prelude::*;

/// Random battles compared.
const ENGAGEMENTS: usize = 300;

/// Most states of a random battle: nineteen in twenty have fewer.
const MOST_STATES: u64 = 300_000;

/// Battles of each that the lanes fight.
const BATTLES: u64 = 200_000;

/// Widest deviation in standard errors. There are about 100,000 figures, and one that is right
/// exceeds 5.5 with chance 4e-8.
const Z: f64 = 5.5;

fn plan(battle: &Battle) -> Plan {
    lower(battle, Question::default())
}

fn solved(battle: &Battle) -> ExactTally {
    solve(&plan(battle)).unwrap_or_else(|refusal| panic!("{refusal}"))
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "found {found}, expected {expected}");
}

// 5.2: same class and tactics, so the defender fires first. The attacker wins if the defender misses
// and he then hits, or both miss and it starts again: 0.7 · 0.3 / (1 − 0.7 · 0.7) = 7/17.
#[test]
fn a_duel_of_scouts() {
    let tally = solved(&on_chart("1 SC", "1 SC").battle);
    near(tally.outcomes[0], ratio(7, 17));
    near(tally.outcomes[1], ratio(10, 17));
    near(tally.outcomes[2], 0.0);
    near(tally.sides[0].loss[1][6], ratio(10, 17));
    near(tally.units[1].survivors[1][1], ratio(10, 17));
    near(tally.ahead[0], ratio(7, 17));
    for (round, &chance) in tally.rounds[0].iter().enumerate().skip(1) {
        near(chance, 0.21 * 0.49f64.powi(round as i32 - 1));
    }
}

#[test]
fn known_chances_of_larger_battles() {
    let battle = on_chart("3 CA a1 + 6 SC a1", "2 BB a1 d1 + 3 DD a1 d1");
    let weakest = battle.attacker_target(Target::Weakest).defender_target(Target::Weakest);
    near(solved(&weakest.battle).outcomes[0], 0.661_984_276);
    let listed = |names: &[&str]| Target::Order(common::units(names));
    let listed = on_chart("3 CA a1 + 6 SC a1", "2 BB a1 d1 + 3 DD a1 d1")
        .attacker_target(listed(&["BB", "DD"]))
        .defender_target(listed(&["CA", "SC"]));
    near(solved(&listed.battle).outcomes[0], 0.153_955_069);
}

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

fn random_engagements() -> Vec<Engagement> {
    let mut runner = TestRunner::new(Config {
        rng_seed: RngSeed::Fixed(3),
        ..Config::default()
    });
    let strategy = random::engagement();
    let draw = || {
        let tree = strategy.new_tree(&mut runner);
        tree.expect("the strategy rejects few").current()
    };
    let small =
        |engagement: &Engagement| size(&plan(&engagement.battle())).is_ok_and(|size| size.states <= MOST_STATES);
    std::iter::repeat_with(draw).filter(small).take(ENGAGEMENTS).collect()
}

/// Every figure as a chance or a mean per battle, with the largest value that one battle can have,
/// and its name.
fn figures(counts: &Counts) -> Vec<(String, f64, f64)> {
    let mut list = Vec::new();
    let mut add = |name: String, value: f64, most: f64| list.push((name, value, most));
    for outcome in 0..3 {
        add(format!("outcome {outcome}"), counts.outcomes[outcome], 1.0);
        add(format!("ahead {outcome}"), counts.ahead[outcome], 1.0);
        for (rounds, &value) in counts.rounds[outcome].iter().enumerate() {
            add(format!("outcome {outcome} in {rounds} rounds"), value, 1.0);
        }
        for (row, (survivors, retreated)) in counts.units.iter().enumerate() {
            for (ships, &value) in survivors[outcome].iter().enumerate() {
                add(format!("outcome {outcome}, {ships} of row {row} left"), value, 1.0);
            }
            let most = (survivors[outcome].len() - 1) as f64;
            add(
                format!("outcome {outcome}, of row {row} gone"),
                retreated[outcome],
                most,
            );
        }
        for (side, (left, loss)) in counts.sides.iter().enumerate() {
            for (ships, &value) in left[outcome].iter().enumerate() {
                add(format!("outcome {outcome}, side {side} has {ships} left"), value, 1.0);
            }
            for (cp, &value) in loss[outcome].iter().enumerate() {
                add(format!("outcome {outcome}, side {side} loses {cp} CP"), value, 1.0);
            }
        }
    }
    for (entry, &value) in counts.swing.iter().enumerate() {
        add(format!("swing number {entry}"), value, 1.0);
    }
    add("stopped".into(), counts.stopped, 1.0);
    list
}

type Histograms = [Vec<f64>; 3];

/// Either tally with chances in it.
struct Counts {
    outcomes: [f64; 3],
    stopped: f64,
    rounds: Histograms,
    units: Vec<(Histograms, [f64; 3])>,
    sides: Vec<(Histograms, Histograms)>,
    ahead: [f64; 3],
    swing: Vec<f64>,
}

impl Counts {
    fn of_exact(tally: &ExactTally, rounds: usize) -> Counts {
        let mut lengths = tally.rounds.clone();
        lengths.iter_mut().for_each(|chances| chances.resize(rounds, 0.0));
        Counts {
            outcomes: tally.outcomes,
            stopped: tally.stopped,
            rounds: lengths,
            units: tally
                .units
                .iter()
                .map(|unit| (unit.survivors.clone(), unit.retreated))
                .collect(),
            sides: tally
                .sides
                .iter()
                .map(|side| (side.left.clone(), side.loss.clone()))
                .collect(),
            ahead: tally.ahead,
            swing: tally.swing.clone(),
        }
    }

    fn of_tally(tally: &Tally, rounds: usize) -> Counts {
        let rate = |count: u64| count as f64 / tally.battles() as f64;
        let rates =
            |counts: &[Vec<u64>; 3]| [0, 1, 2].map(|o| counts[o].iter().map(|&n| rate(n)).collect::<Vec<f64>>());
        let mut lengths = rates(&tally.rounds);
        lengths.iter_mut().for_each(|chances| chances.resize(rounds, 0.0));
        Counts {
            outcomes: tally.outcomes.map(rate),
            stopped: rate(tally.stopped),
            rounds: lengths,
            units: tally
                .units
                .iter()
                .map(|unit| (rates(&unit.survivors), unit.retreated.map(rate)))
                .collect(),
            sides: tally
                .sides
                .iter()
                .map(|side| (rates(&side.left), rates(&side.loss)))
                .collect(),
            ahead: tally.ahead.map(rate),
            swing: tally.swing.iter().map(|&n| rate(n)).collect(),
        }
    }
}

/// What the two don't agree on, in words. The second term of the allowance is that of Bernstein's
/// inequality, for rare events, whose counts are skewed.
fn disagreements(exact: &ExactTally, sampled: &Tally) -> Vec<String> {
    let rounds = |lengths: [usize; 3]| lengths.into_iter().max().unwrap_or(0);
    let most = rounds(exact.rounds.each_ref().map(Vec::len)).max(rounds(sampled.rounds.each_ref().map(Vec::len)));
    let exact = figures(&Counts::of_exact(exact, most));
    let sampled = figures(&Counts::of_tally(sampled, most));
    assert_eq!(exact.len(), sampled.len());
    let wrong = exact
        .iter()
        .zip(&sampled)
        .filter(|((_, expected, most), (_, found, _))| {
            // No variable between 0 and `most` varies more than one that has only these values.
            let variance = expected.max(1e-12) * (most - expected).max(1e-12);
            let n = BATTLES as f64;
            (found - expected).abs() > Z * (variance / n).sqrt() + Z * Z / 3.0 * most / n
        });
    wrong
        .map(|((name, expected, _), (_, found, _))| format!("{name}: exact {expected:.6}, lanes {found:.6}"))
        .collect()
}

#[test]
fn the_lanes_agree_on_random_battles() {
    let engagements = random_engagements();
    let exact: Vec<ExactTally> = engagements
        .par_iter()
        .map(|engagement| solved(&engagement.battle()))
        .collect();
    let mut faults = Vec::new();
    for (number, (engagement, exact)) in engagements.iter().zip(&exact).enumerate() {
        assert!(
            (exact.outcomes.iter().sum::<f64>() - 1.0).abs() < 1e-12,
            "{engagement:?}"
        );
        assert!(exact.tail < 1e-12, "{engagement:?}: tail {}", exact.tail);
        for fault in disagreements(exact, &tally(&engagement.battle(), number as u64, BATTLES, 0)) {
            faults.push(format!("{engagement:?}\n    {fault}"));
        }
    }
    no_faults(&faults);
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
    assert_eq!(size(&plan(&vast)), Err(Refusal::TooManyStates));
    assert_eq!(solve(&plan(&vast)), Err(Refusal::TooManyStates));
    let ordinary = plan(&on_chart("3 CA a1 + 6 SC a1", "2 BB a1 d1 + 3 DD a1 d1").battle);
    assert_eq!(size(&ordinary).expect("an ordinary battle").states, 7 * 7 * 7 * 4);
    let mut position = Position::start(&ordinary);
    position.ships[0] = (4, 0);
    let advice = advise(&ordinary, Objective::Win, &position);
    assert_eq!(advice, Err(Refusal::NoSuchPosition));
}
