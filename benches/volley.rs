//! Battles of volleys: simulated on one thread, and the reference tables solved.

#[path = "../tests/volley/notation.rs"]
#[allow(dead_code, reason = "a bench needs less of it than the tests")]
mod notation;

use broadside::engine::exact::Objective;
use broadside::engine::volley::{Assignment, Plan, run, solve, solve_best};
use broadside::engine::{Amount, Settings};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Name and forces of each battle that is simulated.
const BATTLES: [(&str, &str, &str); 4] = [
    (
        "8 interceptors against the centre",
        "8 INT(i3 h0 c0 1y)",
        "1 GCDS(i0 h7 c1 4y)",
    ),
    ("1 against 1", "1 INT(i3 h0 c0 1y)", "1 ANC(i2 h1 c1 2y)"),
    (
        "starting ships",
        "2 INT(i3 h0 c0 1y) + 1 CRU(i2 h1 c1 1y) + 1 DRE(i1 h2 c1 2y)",
        "2 INT(i3 h0 c0 1y) + 1 CRU(i2 h1 c1 1y) + 1 SBA(i4 h2 c1 1y)",
    ),
    (
        "full fleets of mixed dice",
        "8 INT(i3 h1 c1 1y 1o) + 4 CRU(i2 h3 c1 1y 1o) + 2 DRE(i1 h5 c2 2y 1r)",
        "8 INT(i3 h1 c1 s1 1y 1o) + 4 CRU(i2 h3 c1 1y 1o) + 2 DRE(i1 h5 c2 s2 2y 1r) + 4 SBA(i4 h4 c2 2y)",
    ),
];

fn simulated(c: &mut Criterion) {
    let mut group = c.benchmark_group("volley/simulated");
    for (name, attacker, defender) in BATTLES {
        let plan = notation::plan(attacker, defender);
        let battles = if name.starts_with("full") { 2048 } else { 1 << 18 };
        group.throughput(Throughput::Elements(battles));
        let settings = Settings {
            seed: 0,
            amount: Amount::Battles(battles),
            threads: 1,
        };
        let never = AtomicBool::new(false);
        group.bench_function(name, |b| b.iter(|| run(&plan, &settings, &|_, _| (), &never)));
    }
    group.finish();
}

fn battery() -> Vec<Plan> {
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(" | ").collect();
        notation::plan(cells[1], cells[2])
    };
    include_str!("../tests/volley/battery.txt").lines().map(row).collect()
}

/// All battles of the battery once, on one thread.
fn solved(c: &mut Criterion) {
    let plans = battery();
    let player = |plan: &Plan| [0, 1].map(|side: usize| plan.orders[side].assignment == Assignment::Threat);
    let best: Vec<Plan> = plans.iter().map(|plan| plan.with_best_play(player(plan))).collect();
    let mut group = c.benchmark_group("volley/battery");
    group.bench_function("by threat", |b| {
        b.iter(|| {
            plans
                .iter()
                .map(|plan| solve(plan).map(|odds| odds.outcomes[0]))
                .collect::<Vec<_>>()
        })
    });
    group.bench_function("best play", |b| {
        b.iter(|| {
            best.iter()
                .map(|plan| solve_best(plan, Objective::Win).map(|(value, _)| value))
                .collect::<Vec<_>>()
        })
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3)).sample_size(10);
    targets = simulated, solved
}
criterion_main!(benches);
