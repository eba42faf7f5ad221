//! The exact solver: every figure of battles with fixed policies, and the value of best play.

mod battles;

use battles::{REFERENCE, plan, plan_with};
use broadside::engine::Step;
use broadside::engine::exact::{Game, Objective, Position, size, solve, solve_optimal};
use broadside::rules::space_empires::{Policy, Retreat, Screen, Target};
use criterion::{Criterion, criterion_group, criterion_main};
use std::time::Duration;

/// Name and fleets of each battle: the reference, and three groups a side of 10 and of 16 ships.
const BATTLES: [(&str, [&str; 2]); 3] = [
    ("reference", REFERENCE),
    (
        "10 against 10",
        ["3 BB a1 d1 + 3 CA a1 + 4 SC a1", "2 DN a1 d1 + 4 CA a1 + 4 DD a1"],
    ),
    (
        "16 against 16",
        ["5 BB a1 d1 + 5 CA a1 + 6 SC a1", "4 DN a1 d1 + 6 CA a1 + 6 DD a1"],
    ),
];

/// Every figure, policies as they are by default.
fn fixed(c: &mut Criterion) {
    let mut group = c.benchmark_group("exact/fixed");
    for (name, fleets) in BATTLES {
        let plan = plan(fleets);
        println!("{name}: {:?}", size(&plan, u64::MAX));
        group.bench_function(name, |b| b.iter(|| solve(&plan)));
        // Every state can be reached, which is the most that a fixed policy can cost.
        let mut random = plan.clone();
        random.steps.iter_mut().for_each(at_random);
        group.bench_function(format!("{name}, random targets"), |b| b.iter(|| solve(&random)));
    }
    group.finish();
}

/// Makes a step shoot at random ships.
fn at_random(step: &mut Step) {
    step.random = true;
    let mut known = Vec::new();
    step.aims.retain(|aim| {
        !known.contains(&aim.target) && {
            known.push(aim.target);
            true
        }
    });
    step.aims.iter_mut().for_each(|aim| aim.min_damage = 0);
}

/// Both sides play their best: with their targets; with screens too; and with targets and retreats for
/// the greatest swing in CP.
fn best(c: &mut Criterion) {
    let mut group = c.benchmark_group("exact/best");
    let target = |policy: &mut Policy| policy.target = Target::Optimal;
    let screen = |policy: &mut Policy| policy.screen = Screen::Optimal;
    let retreat = |policy: &mut Policy| policy.retreat = Retreat::Optimal;
    for (name, fleets) in BATTLES {
        let targets = plan_with(fleets, target);
        group.bench_function(name, |b| b.iter(|| solve_optimal(&targets, Objective::Win)));
    }
    for (name, fleets) in &BATTLES[..2] {
        let retreats = plan_with(*fleets, |policy| {
            target(policy);
            retreat(policy);
        });
        group.bench_function(format!("{name}, retreats"), |b| {
            b.iter(|| solve_optimal(&retreats, Objective::CpSwing));
        });
    }
    // Every way of screening is a kind of round with values of its own: too much for 10 against 10.
    let screens = plan_with(REFERENCE, |policy| {
        target(policy);
        screen(policy);
    });
    let game = Game::new(&screens, Objective::Win, &Position::start(&screens));
    let game = game.expect("the reference is a small battle");
    println!("reference with screens: {} MB", game.bytes(false) / 1_000_000);
    group.bench_function("reference, screens", |b| {
        b.iter(|| solve_optimal(&screens, Objective::Win))
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3)).sample_size(10);
    targets = fixed, best
}
criterion_main!(benches);
