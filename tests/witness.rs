//! Two witnesses: the engine and the reference simulator, which share no stage, must tell the same
//! of hundreds of random small battles.

mod common;
mod reference;

use broadside::rules::space_empires::{Question, lower};
use broadside::spec::Side;
use common::arsenal;
use common::random::{self, Engagement};
use common::sample::{Measure, Moments, Sample};
use common::{no_faults, on_chart, reference_sample, tally};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngSeed, TestRunner};
use rayon::prelude::*;
use reference::chart;
use std::sync::Once;

/// Random battles compared.
const ENGAGEMENTS: usize = 360;

/// Random battles over the whole arsenal compared.
const ARSENAL: usize = 240;

/// Battles of each simulated by the reference.
const REFERENCE_BATTLES: u64 = 10_000;

/// Battles of each simulated by the engine: so many that the error left is the reference's.
const ENGINE_BATTLES: u64 = 200_000;

/// Widest deviation in standard errors. 360 battles have about 6,000 measures, and a measure of a
/// correct engine exceeds 5.5 with chance 4e-8: 6,000 of them with 3e-4, at any seed. The chance
/// is that of a normal deviate; [`allowance`] sees to measures that are not nearly normal.
const Z: f64 = 5.5;

/// Gives the threads room: the reference's search for orders of targets goes deep, and a thread that waits takes
/// up another battle on top of its own.
fn room() {
    static ROOM: Once = Once::new();
    ROOM.call_once(|| {
        let pool = rayon::ThreadPoolBuilder::new().stack_size(1 << 28);
        pool.build_global().expect("no other pool was built yet");
    });
}

/// Deviation that passes. Besides `Z` standard errors it has the term of Bernstein's inequality
/// (z²/3 times the range, a sample's size below it) that keeps the promise for rare events, whose
/// counts are skewed.
fn allowance(reference: Moments, engine: Moments) -> f64 {
    let variance = reference.variance().max(engine.variance());
    let range = reference.largest.max(engine.largest);
    let standard_error = (variance * (1.0 / reference.battles() + 1.0 / engine.battles())).sqrt();
    Z * standard_error + Z * Z / 3.0 * range / reference.battles()
}

/// What the two samples don't agree on, in words.
fn disagreements(reference: &Sample, engine: &Sample) -> Vec<String> {
    let pairs = reference.all.iter().zip(&engine.all);
    let wrong = pairs.filter(|((_, r), (_, e))| (r.mean() - e.mean()).abs() > allowance(*r, *e));
    wrong
        .map(|((m, r), (_, e))| format!("{m:?}: reference {:.5}, engine {:.5}", r.mean(), e.mean()))
        .collect()
}

fn random_engagements() -> Vec<Engagement> {
    drawn(ENGAGEMENTS, random::engagement())
}

fn arsenal_engagements() -> Vec<Engagement> {
    drawn(ARSENAL, arsenal::engagement())
}

fn drawn(engagements: usize, strategy: impl Strategy<Value = Engagement>) -> Vec<Engagement> {
    let mut runner = TestRunner::new(Config {
        rng_seed: RngSeed::Fixed(2),
        ..Config::default()
    });
    (0..engagements)
        .map(|_| {
            strategy
                .new_tree(&mut runner)
                .expect("the strategy rejects few")
                .current()
        })
        .collect()
}

// The default policy is an algorithm, so both work it out, each in its own way.
#[test]
fn both_find_the_same_orders_of_targets() {
    room();
    let mut all = [random_engagements(), arsenal_engagements()].concat();
    // To board is worth something else, and captured ships take places of their own: conventions of the engine.
    all.retain(|battle| !battle.attacker.contains(" BD ") && !battle.defender.contains(" BD "));
    all.into_par_iter().for_each(|engagement| {
        let mut battle = engagement.battle();
        battle
            .sides
            .iter_mut()
            .for_each(|fleet| fleet.policy = chart::default_policy());
        let plan = lower(&battle, Question::default());
        let orders = reference::value::orders(&battle);
        let group = |slot: usize| {
            let slot = &plan.slots[slot];
            (
                slot.side.index(),
                slot.unit - slot.side.index() * battle.sides[0].groups.len(),
            )
        };
        for step in &plan.steps {
            // Where Missiles come is a convention of the engine. Promoted ships stand where they stood before.
            let ships = step.aims.iter().filter(|aim| aim.target < plan.ship_slots());
            let mut listed: Vec<usize> = ships.map(|aim| group(aim.target).1).collect();
            listed.dedup();
            let mut order = orders[&group(step.shooter)].clone();
            // What can't be hit is not shot at.
            order.retain(|target| listed.contains(target));
            assert_eq!(listed, order, "{engagement:?}");
        }
    });
}

#[test]
fn engine_and_reference_agree_on_random_battles() {
    agree_on(random_engagements());
}

#[test]
fn engine_and_reference_agree_on_the_whole_arsenal() {
    agree_on(arsenal_engagements());
}

fn agree_on(engagements: Vec<Engagement>) {
    room();
    let compared: Vec<(Engagement, Sample, Sample)> = engagements
        .into_par_iter()
        .enumerate()
        .map(|(number, engagement)| {
            let seed = number as u64;
            let battle = engagement.battle();
            let reference = reference_sample(&battle, seed, REFERENCE_BATTLES);
            let engine = Sample::of_tally(&battle, &tally(&battle, seed, ENGINE_BATTLES, 1));
            (engagement, reference, engine)
        })
        .collect();
    let mut faults = Vec::new();
    for (engagement, reference, engine) in &compared {
        for fault in disagreements(reference, engine) {
            faults.push(format!("{engagement:?}\n    {fault}"));
        }
    }
    no_faults(&faults);
    no_drift(&compared);
}

/// Errors too small to be seen in one battle show in all of them together: the mean of z² over many
/// battles is 1, give or take √(2/n), if nothing but chance parts the two.
fn no_drift(compared: &[(Engagement, Sample, Sample)]) {
    for measure in [Measure::Wins(Side::Attacker), Measure::Rounds] {
        let squares: Vec<f64> = compared
            .iter()
            .map(|(_, reference, engine)| (reference.of(measure), engine.of(measure)))
            .filter(|(_, engine)| engine.variance() > 0.01)
            .map(|(reference, engine)| {
                let variance = engine.variance() * (1.0 / reference.battles() + 1.0 / engine.battles());
                (reference.mean() - engine.mean()).powi(2) / variance
            })
            .collect();
        let n = squares.len() as f64;
        let mean = squares.iter().sum::<f64>() / n;
        assert!(
            18 * squares.len() > 5 * compared.len(),
            "{measure:?}: too few battles in doubt: {n}"
        );
        assert!(
            (mean - 1.0).abs() < 4.5 * (2.0 / n).sqrt(),
            "{measure:?}: mean of z² over {n} battles: {mean:.3}"
        );
    }
}

/// Every kind against every kind, both ways. Those that can't fight have a Scout with them.
#[test]
fn every_unit_meets_every_unit() {
    room();
    let fighters = chart::COMBAT.iter().map(|row| format!("2 {} a1 d1", row.0));
    let others = chart::NON_COMBAT
        .iter()
        .map(|row| row.0)
        .chain(["Decoy"])
        .map(|name| format!("1 SC + 2 {name}"));
    let fleets: Vec<String> = fighters.chain(others).collect();
    let pairs: Vec<(&String, &String)> = fleets.iter().flat_map(|a| fleets.iter().map(move |d| (a, d))).collect();
    no_faults(&disagreements_of_pairs(&pairs));
}

/// The rest of the arsenal against itself and a choice of the others, both ways.
#[test]
fn every_other_unit_meets_some() {
    room();
    let two = |name: &str| format!("2 {name} a1 d1");
    let more: Vec<String> = arsenal::more_units().iter().map(|row| two(row.0)).collect();
    let some = ["SC", "DD", "CA", "BB", "TN", "CV", "F", "R", "Starbase", "NPA-C5", "DM"].map(two);
    let against_some = more
        .iter()
        .flat_map(|a| some.iter().flat_map(move |d| [(a, d), (d, a)]));
    // One of three against each other.
    let themselves = more.iter().enumerate().flat_map(|(i, a)| {
        let others = more.iter().enumerate().filter(move |(j, _)| (i + j) % 3 == 0);
        others.map(move |(_, d)| (a, d))
    });
    let pairs: Vec<(&String, &String)> = against_some.chain(themselves).collect();
    no_faults(&disagreements_of_pairs(&pairs));
}

fn disagreements_of_pairs(pairs: &[(&String, &String)]) -> Vec<String> {
    let of_pair = |(attacker, defender): &(&String, &String)| -> Vec<String> {
        let mut battle = on_chart(attacker, defender).battle;
        for fleet in &mut battle.sides {
            arsenal::unweighed(&mut fleet.policy, [attacker, defender]);
        }
        let reference = reference_sample(&battle, 3, 2_000);
        let engine = Sample::of_tally(&battle, &tally(&battle, 3, 40_000, 1));
        let told = disagreements(&reference, &engine).into_iter();
        told.map(|fault| format!("{attacker} against {defender}: {fault}"))
            .collect()
    };
    pairs.par_iter().flat_map_iter(of_pair).collect()
}
