//! The solver, the simulator and the plain reference must tell the same of random battles with every
//! feature.

use crate::notation::plan;
use crate::reference;
use broadside::engine::exact::ExactTally;
use broadside::engine::volley::{Assignment, Equals, Plan, most_in_batch, run, solve};
use broadside::engine::{Amount, Settings, Tally};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Standard errors that figures may be apart.
const MOST_ERRORS: f64 = 4.5;

pub fn simulated(plan: &Plan, seed: u64, battles: u64, threads: usize) -> Tally {
    let settings = Settings {
        seed,
        amount: Amount::Battles(battles),
        threads,
    };
    run(plan, &settings, &|_, _| (), &AtomicBool::new(false)).tally
}

/// What a figure of `battles` battles, with this mean and variance expected, must be.
fn agrees(what: &str, found: f64, mean: f64, variance: f64, battles: f64) {
    let error = (variance.max(1.0 / battles) / battles).sqrt();
    let apart = (found - mean).abs();
    assert!(
        apart <= MOST_ERRORS * error,
        "{what}: {found} found, {mean} expected, {:.1} standard errors",
        apart / error
    );
}

/// Mean and variance of a distribution.
fn moments(chances: &[f64]) -> (f64, f64) {
    let mean: f64 = chances.iter().enumerate().map(|(k, p)| k as f64 * p).sum();
    let square: f64 = chances.iter().enumerate().map(|(k, p)| (k * k) as f64 * p).sum();
    (mean, square - mean * mean)
}

fn summed(of: &[Vec<f64>; 3]) -> Vec<f64> {
    let longest = of.iter().map(Vec::len).max().unwrap_or(0);
    (0..longest)
        .map(|k| of.iter().filter_map(|of| of.get(k)).sum())
        .collect()
}

/// Every figure of a tally against the exact one.
pub fn check_tally(what: &str, odds: &ExactTally, tally: &Tally) {
    let battles = tally.battles() as f64;
    let share = |what: &str, count: u64, p: f64| agrees(what, count as f64 / battles, p, p * (1.0 - p), battles);
    for outcome in 0..3 {
        share(
            &format!("{what}: outcome {outcome}"),
            tally.outcomes[outcome],
            odds.outcomes[outcome],
        );
        for (round, &count) in tally.rounds[outcome].iter().enumerate() {
            let p = odds.rounds[outcome].get(round).copied().unwrap_or(0.0);
            share(&format!("{what}: outcome {outcome}, round {round}"), count, p);
        }
        for (row, unit) in tally.units.iter().enumerate() {
            for (left, &count) in unit.survivors[outcome].iter().enumerate() {
                let p = odds.units[row].survivors[outcome][left];
                share(&format!("{what}: {left} left in row {row}"), count, p);
            }
        }
    }
    for (row, unit) in tally.units.iter().enumerate() {
        let retreated: u64 = unit.retreated.iter().sum();
        let mean: f64 = odds.units[row].retreated.iter().sum();
        let ships = odds.units[row].survivors[0].len() as f64;
        agrees(
            &format!("{what}: retreated of row {row}"),
            retreated as f64 / battles,
            mean,
            mean * ships,
            battles,
        );
    }
    share(&format!("{what}: stopped"), tally.stopped, odds.stopped);
}

/// Means of the reference's battles against the exact ones.
fn check_reference(what: &str, plan: &Plan, odds: &ExactTally, seed: u64, battles: u32) {
    let mut dice = reference::dice(seed);
    let slots = plan.slots.len();
    let (mut left, mut retreated, mut rounds, mut wins) = (vec![0u64; slots], vec![0u64; slots], 0u64, [0u64; 2]);
    for _ in 0..battles {
        let report = reference::fight(plan, &mut dice);
        let has = |side: usize| plan.slots_of[side].clone().any(|slot| report.left[slot] > 0);
        for slot in 0..slots {
            left[slot] += u64::from(report.left[slot]);
            retreated[slot] += u64::from(report.retreated[slot]);
        }
        rounds += u64::from(report.rounds);
        wins[0] += u64::from(has(0) && !has(1));
        wins[1] += u64::from(has(1) && !has(0));
    }
    let battles = f64::from(battles);
    for (side, (&wins, &p)) in wins.iter().zip(&odds.outcomes).enumerate() {
        let found = wins as f64 / battles;
        agrees(
            &format!("{what}: reference, side {side} wins"),
            found,
            p,
            p * (1.0 - p),
            battles,
        );
    }
    for slot in 0..slots {
        let (mean, variance) = moments(&summed(&odds.units[slot].survivors));
        agrees(
            &format!("{what}: reference, left of slot {slot}"),
            left[slot] as f64 / battles,
            mean,
            variance,
            battles,
        );
        let mean: f64 = odds.units[slot].retreated.iter().sum();
        let most = plan.slots[slot].ships() as f64;
        let found = retreated[slot] as f64 / battles;
        agrees(
            &format!("{what}: reference, retreated of slot {slot}"),
            found,
            mean,
            mean * most,
            battles,
        );
    }
    let (mean, variance) = moments(&summed(&odds.rounds));
    agrees(
        &format!("{what}: reference, rounds"),
        rounds as f64 / battles,
        mean,
        variance,
        battles,
    );
}

/// A fleet with some of every feature.
fn fleet(dice: &mut Xoshiro256PlusPlus) -> String {
    let mut pick = |of: &[&str]| of[dice.random_range(0..of.len())].to_owned();
    let mut groups = Vec::new();
    let classes = [["INT", "CRU"], ["DRE", "SBA"]];
    let types = pick(&["1", "2", "2"]).parse::<usize>().unwrap();
    for class in &classes[..types] {
        let count = pick(&["1", "1", "2", "3"]);
        let name = pick(class);
        let mut stats = vec![format!("i{}", pick(&["1", "2", "3"]))];
        stats.push(format!("h{}", pick(&["0", "1", "1", "2", "3"])));
        stats.push(format!("c{}", pick(&["0", "1", "2", "3", "5"])));
        stats.push(format!("s{}", pick(&["0", "0", "0", "1", "2"])));
        stats.push(pick(&["-", "-", "-", "d2"]));
        stats.push(pick(&[
            "1y", "1y", "2y", "1o", "1r", "1b", "1p", "2p", "1y 1r", "1o 1p", "-",
        ]));
        stats.push(pick(&["-", "-", "-", "-", "m:2o", "m:1y", "m:1y m:1b", "m:1r"]));
        stats.push(pick(&["-", "-", "-", "-", "-", "R1"]));
        stats.push(pick(&["-", "-", "-", "-", "-", "-", "L1", "L2", "L3"]));
        groups.push(format!("{count} {name}({})", stats.join(" ")));
    }
    let marks = pick(&[
        "",
        "",
        "",
        "",
        " [splitter]",
        " [PD]",
        " [rerolls 1]",
        " [rerolls 3]",
        " [PD splitter]",
    ]);
    groups.join(" + ") + &marks
}

/// A random battle, and how it is written.
pub fn random(dice: &mut Xoshiro256PlusPlus) -> (String, Plan) {
    let (attacker, defender) = (fleet(dice), fleet(dice));
    let mut plan = plan(&attacker, &defender);
    for orders in &mut plan.orders {
        orders.assignment = [
            Assignment::NonPlayer(Equals::Focus),
            Assignment::NonPlayer(Equals::Spread),
            Assignment::Largest,
            Assignment::Smallest,
        ][dice.random_range(0..4)];
    }
    for slot in &mut plan.slots {
        let hull = slot.hull;
        if dice.random_range(0..4) == 0 {
            slot.damage
                .iter_mut()
                .for_each(|damage| *damage = dice.random_range(0..=hull));
        }
    }
    // Battles that repairs keep from ending are stopped.
    plan.stop.round = 60;
    let written = format!(
        "{attacker} against {defender}, {:?}",
        plan.orders.map(|orders| orders.assignment)
    );
    (written, plan)
}

#[test]
fn three_witnesses_agree_on_random_battles() {
    let mut dice = reference::dice(20_26);
    for battle in 0..60 {
        let (written, plan) = random(&mut dice);
        let odds = solve(&plan).unwrap();
        let sum: f64 = odds.outcomes.iter().sum::<f64>() + odds.tail;
        assert!((sum - 1.0).abs() < 1e-9, "{written}: {sum}");
        check_reference(&written, &plan, &odds, battle, 3_000);
        check_tally(&written, &odds, &simulated(&plan, battle, 20_000, 1));
    }
}

// The same bytes whatever the threads; the first battles of a longer run are those of a shorter one.
#[test]
fn threads_do_not_matter() {
    let plan = plan("3 INT(i3 h0 c1 2y m:1o)", "1 CRU(i2 h2 c1 1o 1p) + 2 INT(i3 h0 1y)");
    let one = simulated(&plan, 5, 300_000, 1);
    assert_eq!(one, simulated(&plan, 5, 300_000, 4));
    assert_ne!(one, simulated(&plan, 6, 300_000, 1));
    assert_eq!(one.battles(), 300_000);
}

// Volleys of more dice than fit a row of a table are rolled a die at a time: 20 ships of two dice.
#[test]
fn large_volleys_agree_with_the_solver() {
    let plan = plan("20 INT(i3 h0 c1 2y)", "9 CRU(i2 h3 c1 1y 1o)");
    check_tally("large", &solve(&plan).unwrap(), &simulated(&plan, 1, 20_000, 1));
}

/// Full fleets with many dice a ship, of which hardly two volleys are alike.
const MANY_DICE: &str = "8 INT(i3 h2 c1 2y 1o) + 4 CRU(i2 h5 c2 2y 2o 1r) + 2 DRE(i1 h8 c3 2y 2o 2r)";

/// Twenty ships of each type, as they start.
const MANY_SHIPS: &str = "20 INT(i3 1y) + 20 CRU(i2 h1 c1 1y) + 20 DRE(i1 h2 c1 2y) + 20 SBA(i4 h2 c1 1y)";

// A run looks up what most volleys of small battles lead to, and batches stay as long as they can be. Of
// battles that are worked out anew fewer are in a batch: a thread is at it for less than half a second.
#[test]
fn batches_of_large_battles_are_small() {
    for line in include_str!("battery.txt").lines() {
        let cells: Vec<&str> = line.split(" | ").collect();
        assert_eq!(most_in_batch(&plan(cells[1], cells[2])), u64::MAX, "{line}");
    }
    let fleets = "8 INT(i3 1y) + 4 CRU(i2 h1 c1 1y) + 2 DRE(i1 h2 c1 2y)";
    let with_starbases = format!("{fleets} + 4 SBA(i4 h2 c1 1y)");
    assert_eq!(most_in_batch(&plan(fleets, &with_starbases)), u64::MAX);
    assert!((16..2048).contains(&most_in_batch(&plan(MANY_DICE, MANY_DICE))));
    assert!((1..64).contains(&most_in_batch(&plan(MANY_SHIPS, MANY_SHIPS))));
    let endless = "99 INT(i3 h99 1y) + 99 CRU(i2 h99 1y)";
    assert_eq!(most_in_batch(&plan(endless, endless)), 1);
}

// Ships that take a hundred hits of one in six each are at it for hundreds of rounds: a battle is broken off
// in its midst.
#[test]
fn a_battle_of_any_length_can_be_broken_off() {
    let endless = "99 INT(i3 h99 1y) + 99 CRU(i2 h99 1y) + 99 DRE(i1 h99 1y)";
    let plan = plan(endless, endless);
    let settings = Settings {
        seed: 1,
        amount: Amount::Battles(1_000_000),
        threads: 1,
    };
    let cancel = AtomicBool::new(false);
    let start = Instant::now();
    let run = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            cancel.store(true, Ordering::Relaxed);
        });
        run(&plan, &settings, &|_, _| (), &cancel)
    });
    assert!(run.partial);
    // Two seconds is what a busy machine needs for one round; a battle takes far longer.
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
}

#[test]
fn large_battles_give_the_same_on_any_number_of_threads() {
    let plan = plan(MANY_DICE, MANY_DICE);
    assert_eq!(simulated(&plan, 3, 1000, 1), simulated(&plan, 3, 1000, 3));
}

// An interrupted run holds whole batches.
#[test]
fn an_interrupted_run_is_partial() {
    let plan = plan("3 INT(i3 h0 c1 2y)", "1 CRU(i2 h2 c1 1o)");
    let settings = Settings {
        seed: 1,
        amount: Amount::Battles(10_000_000_000),
        threads: 1,
    };
    let cancel = AtomicBool::new(false);
    let stop = |done: u64, _| cancel.store(done > 0, Ordering::Relaxed);
    let run = run(&plan, &settings, &stop, &cancel);
    assert!(run.partial && run.tally.battles() > 0);
}
