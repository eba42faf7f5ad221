//! Prints how fast the lanes are as ratios within one run: against the scalar loop, of two threads
//! against one, and of useful dice against the raw stream. A minute, no statistics: the best of
//! several runs of each.

mod battles;
mod scalar;

use battles::{LATE, REFERENCE, plan};
use broadside::engine::batch::{MOST_BATTLES_PER_BATCH, fight};
use broadside::engine::dice::BatchDice;
use broadside::engine::lanes::State;
use broadside::engine::ledger::Ledger;
use broadside::engine::observe::{Observer, Shot};
use broadside::engine::plan::{Moment, Watch};
use broadside::engine::row::LANES;
use broadside::engine::{Amount, CodePath, Plan, Settings, run_on};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Counts dice thrown and dice that somebody needed.
#[derive(Default)]
struct DiceCount {
    thrown: u64,
    useful: u64,
}

impl Observer for DiceCount {
    fn shot(&mut self, _: &State, shot: &Shot) {
        self.thrown += LANES as u64;
        shot.shooting.for_each_lane(|_| self.useful += 1);
    }
}

/// Best rate of several runs, in units a second.
fn best(units: u64, runs: usize, mut work: impl FnMut()) -> f64 {
    let seconds = (0..runs).map(|_| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64()
    });
    units as f64 / seconds.fold(f64::INFINITY, f64::min)
}

fn lanes(plan: &Plan, path: CodePath, threads: usize, battles: u64, runs: usize) -> f64 {
    let settings = Settings {
        seed: 0,
        amount: Amount::Battles(battles),
        threads,
    };
    best(battles, runs, || {
        run_on(path, plan, &settings, &|_, _| (), &AtomicBool::new(false));
    })
}

/// The late battle of Fighters, Raiders, Titans and Missiles on every path, and what the rules of special battles
/// would cost the reference battle if it were fought with them: it is not, since the resolver is compiled without
/// them for battles that need none.
fn features(reference: &Plan, path: CodePath, one: f64, battles: u64, runs: usize) {
    let late = plan(LATE);
    println!();
    for path in CodePath::available() {
        let rate = lanes(&late, path, 1, battles / 16, runs);
        println!("{:<24}{:>16.2}", format!("late battle, {path:?}"), rate / 1e6);
    }
    let watch = Watch {
        slots: Vec::new(),
        least: 1,
        moment: Moment::RoundStart,
    };
    let special = reference.clone().with([false; 2], vec![watch], Vec::new());
    let rate = lanes(&special, path, 1, battles, runs);
    println!("{:<24}{:>16.2}{:>10.2}", "as a special battle", rate / 1e6, rate / one);
}

fn main() {
    // `cargo test` only wants to know that it runs.
    let smoke = !std::env::args().any(|argument| argument == "--bench");
    let (batches, runs) = if smoke { (1, 1) } else { (32, 7) };
    let battles = batches * MOST_BATTLES_PER_BATCH;
    let plan = plan(REFERENCE);

    let scalar = best(battles / 16, runs, || {
        scalar::run(&plan, 0, battles / 16);
    });
    println!("{:<24}{:>16}{:>10}", "one thread", "M battles/s", "ratio");
    println!("{:<24}{:>16.2}{:>10.1}", "scalar loop", scalar / 1e6, 1.0);
    let mut fastest = (CodePath::Baseline, 0.0);
    for path in CodePath::available() {
        let rate = lanes(&plan, path, 1, battles, runs);
        println!(
            "{:<24}{:>16.2}{:>10.1}",
            format!("lanes, {path:?}"),
            rate / 1e6,
            rate / scalar
        );
        if rate > fastest.1 {
            fastest = (path, rate);
        }
    }
    let (path, one) = fastest;
    let two = lanes(&plan, path, 2, battles, runs);
    println!(
        "{:<24}{:>16.2}{:>10.2}",
        "two threads against one",
        two / 1e6,
        two / one
    );

    features(&plan, path, one, battles, runs);

    let mut count = DiceCount::default();
    let never = AtomicBool::new(false);
    fight::<true>(
        &plan,
        MOST_BATTLES_PER_BATCH,
        &mut BatchDice::new(0, 0),
        &mut count,
        &mut Ledger::new(&plan),
        &never,
    );
    let per_battle = count.useful as f64 / MOST_BATTLES_PER_BATCH as f64;
    let mut dice = BatchDice::new(0, 0);
    let bytes = dice.buffer().len() as u64 * LANES as u64;
    let fills = if smoke { 10 } else { 100_000 };
    let raw = best(bytes * fills, runs, || (0..fills).for_each(|_| dice.fill_on(path)));
    println!();
    println!("useful dice a battle    {per_battle:>16.1}");
    println!(
        "useful of dice thrown   {:>15.1}%",
        100.0 * count.useful as f64 / count.thrown as f64
    );
    println!("useful dice a second    {:>16.0}M", one * per_battle / 1e6);
    println!("raw dice stream         {:>16.0}M", raw / 1e6);
    println!("share of the raw stream {:>15.1}%", 100.0 * one * per_battle / raw);
}
