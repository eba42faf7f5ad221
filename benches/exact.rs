//! The exact solver: every figure of battles with fixed policies, and the value of best play.

mod battles;

use battles::{REFERENCE, plan};
use broadside::engine::Step;
use broadside::engine::exact::{Objective, size, solve, solve_optimal};
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
        println!("{name}: {:?}", size(&plan));
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

/// Both sides play their best.
fn best(c: &mut Criterion) {
    let mut group = c.benchmark_group("exact/best");
    for (name, fleets) in BATTLES {
        let plan = plan(fleets);
        group.bench_function(name, |b| b.iter(|| solve_optimal(&plan, Objective::Win, [true; 2])));
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3)).sample_size(10);
    targets = fixed, best
}
criterion_main!(benches);
