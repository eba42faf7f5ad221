//! Battles a second of the lanes, beside the scalar loop over the same plan; the raw dice; from the
//! written fleets to the plan; and a whole `broadside odds` call.

mod battles;
mod scalar;

use battles::{REFERENCE, plan};
use broadside::engine::batch::{Batch, MOST_BATTLES_PER_BATCH, run_batch};
use broadside::engine::dice::BatchDice;
use broadside::engine::ledger::Ledger;
use broadside::engine::row::LANES;
use broadside::engine::{Amount, CodePath, Settings, run};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Name and fleets of each battle, small to large.
const BATTLES: [(&str, [&str; 2]); 4] = [
    ("small", ["2 SC", "1 DD"]),
    ("reference", REFERENCE),
    (
        "medium",
        [
            "4 BB a2 d2 t1 + 6 CA a2 d1 + 6 DD a1",
            "3 DN a3 d3 t2 + 2 BC a2 d2 + 5 DD a1 d1 + 1 Base a3 d3",
        ],
    ),
    (
        "large",
        [
            "60 DN a3 d3 + 90 BB a2 d2 + 99 CA a2 d1 + 99 SC a1",
            "70 DN a3 d2 t1 + 80 BC a2 d2 + 99 DD a1 + 99 SC",
        ],
    ),
];

/// Lanes on each code path against the scalar baseline.
fn resolver(c: &mut Criterion) {
    for (name, fleets) in BATTLES {
        let plan = plan(fleets);
        let battles = if name == "large" { LANES as u64 } else { 8192 };
        let mut group = c.benchmark_group(format!("resolver/{name}"));
        group.throughput(Throughput::Elements(battles));
        for path in CodePath::available() {
            let mut ledger = Ledger::new(&plan);
            group.bench_function(format!("{path:?}"), |b| {
                let never = AtomicBool::new(false);
                b.iter(|| {
                    run_batch(
                        path,
                        &plan,
                        Batch {
                            seed: 0,
                            number: 0,
                            battles,
                        },
                        &mut ledger,
                        &never,
                    )
                });
            });
        }
        group.bench_function("scalar", |b| b.iter(|| scalar::run(&plan, 0, battles)));
        group.finish();
    }
}

/// Whole runs on one thread and on two.
fn threads(c: &mut Criterion) {
    let plan = plan(REFERENCE);
    let battles = 16 * MOST_BATTLES_PER_BATCH;
    let mut group = c.benchmark_group("threads");
    group.throughput(Throughput::Elements(battles));
    for threads in [1, 2] {
        let settings = Settings {
            seed: 0,
            amount: Amount::Battles(battles),
            threads,
        };
        let never = AtomicBool::new(false);
        group.bench_function(format!("{threads}"), |b| {
            b.iter(|| run(&plan, &settings, &|_, _| (), &never))
        });
    }
    group.finish();
}

/// Bytes of dice, each good for one roll.
fn dice(c: &mut Criterion) {
    let mut dice = BatchDice::new(0, 0);
    let mut group = c.benchmark_group("dice");
    group.throughput(Throughput::Elements(dice.buffer().len() as u64 * LANES as u64));
    for path in CodePath::available() {
        group.bench_function(format!("{path:?}"), |b| {
            b.iter(|| {
                dice.fill_on(path);
                black_box(dice.buffer());
            });
        });
    }
    group.finish();
}

/// Reading the shorthand, looking everything up, and lowering.
fn spec_to_plan(c: &mut Criterion) {
    c.bench_function("spec to plan", |b| b.iter(|| plan(black_box(REFERENCE))));
}

/// The program as a user runs it, start to finish.
fn odds(c: &mut Criterion) {
    let [attacker, defender] = REFERENCE;
    c.bench_function("odds, 1M battles", |b| {
        b.iter(|| {
            let mut odds = Command::new(env!("CARGO_BIN_EXE_broadside"));
            odds.args(["odds", attacker, defender, "--quiet", "--battles", "1M"])
                .stdout(Stdio::null());
            assert!(odds.status().expect("the program starts").success());
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3)).sample_size(20);
    targets = resolver, threads, dice, spec_to_plan, odds
}
criterion_main!(benches);
