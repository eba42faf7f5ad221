//! The exact solver against fractions worked out by hand, and against the lanes on random battles.

mod best;
#[path = "../common/mod.rs"]
mod common;
#[path = "../reference/mod.rs"]
mod reference;

use broadside::engine::exact::{ExactTally, size, solve};
use broadside::engine::{Plan, Tally};
use broadside::rules::space_empires::{Battle, Question, Target, lower};
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

/// Widest deviation in standard errors. There are about 100,000 figures, of which one that is right may
/// well exceed it; with these seeds none does.
const Z: f64 = 4.5;

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
    let small = |engagement: &Engagement| size(&plan(&engagement.battle()), MOST_STATES).is_ok();
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
        for fault in disagreements(exact, &tally(&engagement.battle(), 1000 + number as u64, BATTLES, 0)) {
            faults.push(format!("{engagement:?}\n    {fault}"));
        }
    }
    no_faults(&faults);
}
