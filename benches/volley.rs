//! Battles of volleys: simulated on one thread, and the reference tables solved; and ratios within one
//! run, which say more on a busy machine: against a plain loop, of two threads against one, and of the
//! default policy and of best play against what is cheapest.

#[path = "../tests/volley/notation.rs"]
#[allow(dead_code, reason = "a bench needs less of it than the tests")]
mod notation;
#[path = "../tests/volley/reference.rs"]
#[allow(dead_code, reason = "a bench needs less of it than the tests")]
mod reference;

use broadside::engine::exact::Objective;
use broadside::engine::volley::{Assignment, Equals, Plan, run, solve, solve_best};
use broadside::engine::{Amount, Settings};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

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

/// Shortest of several runs, in seconds.
fn shortest(runs: usize, mut work: impl FnMut()) -> f64 {
    let seconds = (0..runs).map(|_| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64()
    });
    seconds.fold(f64::INFINITY, f64::min)
}

/// The plan with both sides assigning by the rule of non-player ships.
fn by_rule(plan: &Plan) -> Plan {
    let mut plan = plan.clone();
    for orders in &mut plan.orders {
        orders.assignment = Assignment::NonPlayer(Equals::Focus);
    }
    plan
}

/// Prints how many times as fast, or as long, one thing is as another.
fn ratios(_: &mut Criterion) {
    // `--test` only wants to know that it runs.
    let smoke = !std::env::args().any(|argument| argument == "--bench");
    let (part, runs) = if smoke { (16, 1) } else { (1, 5) };
    let simulated = |plan: &Plan, battles: u64, threads: usize| {
        let settings = Settings {
            seed: 0,
            amount: Amount::Battles(battles),
            threads,
        };
        let never = AtomicBool::new(false);
        let seconds = shortest(runs, || {
            run(plan, &settings, &|_, _| (), &never);
        });
        battles as f64 / seconds
    };
    println!();
    println!(
        "{:<36}{:>14}{:>14}{:>12}",
        "battles a second", "plain loop", "one thread", "ratio"
    );
    for (name, attacker, defender) in BATTLES {
        let plan = by_rule(&notation::plan(attacker, defender));
        let (few, many) = if name.starts_with("full") {
            (64, 4096)
        } else {
            (4096, 1 << 20)
        };
        let (few, many) = (few / part, many / part);
        let mut dice = reference::dice(0);
        let seconds = shortest(runs, || {
            for _ in 0..few {
                std::hint::black_box(reference::fight(&plan, &mut dice));
            }
        });
        let (plain, tables) = (few as f64 / seconds, simulated(&plan, many, 1));
        println!("{name:<36}{plain:>14.0}{tables:>14.0}{:>12.1}", tables / plain);
    }
    println!();
    println!("{:<36}{:>14}{:>14}", "ratios", "two threads", "threat / npc");
    for (name, attacker, defender) in BATTLES {
        let plan = notation::plan(attacker, defender);
        let many = if name.starts_with("full") { 4096 } else { 1 << 20 } / part;
        let one = simulated(&plan, many, 1);
        let (two, rule) = (simulated(&plan, many, 2), simulated(&by_rule(&plan), many, 1));
        println!("{name:<36}{:>14.2}{:>14.2}", two / one, one / rule);
    }
    let plans = battery();
    let threat = shortest(runs, || plans.iter().for_each(|plan| drop(solve(plan))));
    let best = shortest(runs, || {
        let play = |plan: &Plan| drop(solve_best(&plan.with_best_play([true, true]), Objective::Win));
        plans.iter().for_each(play);
    });
    println!();
    println!(
        "battery solved: {threat:.3} s by threat, {best:.3} s by best play, {:.1} times",
        best / threat
    );
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3)).sample_size(10);
    targets = simulated, solved, ratios
}
criterion_main!(benches);
