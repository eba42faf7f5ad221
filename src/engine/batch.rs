//! A batch: a fixed number of battles in each lane, from one stream of dice, compiled once for each
//! instruction set and chosen at run time.

use super::dice::{BatchDice, Dice};
use super::fire::{Thresholds, take_turn};
use super::lanes::{State, observer_active};
use super::ledger::Ledger;
use super::observe::{Observer, Unwatched};
use super::plan::Plan;
use super::row::LANES;
use super::tally::Outcome;
use std::sync::atomic::{AtomicBool, Ordering};

/// Battles that each lane fights in a batch. A lane that stopped when a total was reached would
/// favour short battles, so the number is fixed for each lane; a long batch wastes less at its end,
/// while lanes wait for the last one.
pub const BATTLES_PER_LANE: u64 = 512;

/// Battles in a batch. Battle `k` of a batch is the one that lane `k % LANES` fights as its
/// `k / LANES`-th.
pub const BATTLES_PER_BATCH: u64 = LANES as u64 * BATTLES_PER_LANE;

/// Instruction sets that the resolver is compiled for. All give the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodePath {
    /// What the whole program is compiled for: SSE2 on x86-64, NEON on 64-bit ARM.
    Baseline,
    /// AVX2 with BMI.
    Avx2,
    /// AVX-512 F, BW, DQ and VL.
    Avx512,
}

impl CodePath {
    /// All that this processor can run, the fastest last.
    #[must_use]
    pub fn available() -> Vec<CodePath> {
        #[allow(unused_mut, reason = "other processors have the baseline alone")]
        let mut paths = vec![CodePath::Baseline];
        #[cfg(target_arch = "x86_64")]
        {
            if avx2() {
                paths.push(CodePath::Avx2);
            }
            if avx512() {
                paths.push(CodePath::Avx512);
            }
        }
        paths
    }
}

#[cfg(target_arch = "x86_64")]
fn avx2() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2")
}

#[cfg(target_arch = "x86_64")]
fn avx512() -> bool {
    avx2()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
}

/// Which battles of a seed a batch fights.
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    /// The run's seed.
    pub seed: u64,
    /// The batch's number.
    pub number: u64,
    /// Battles to count, the first ones; at most [`BATTLES_PER_BATCH`].
    pub battles: u64,
}

/// Fights a batch on the given code path and writes it to the ledger. False if cancelled: the ledger
/// then holds a part of the batch and must be thrown away.
pub fn run_batch(path: CodePath, plan: &Plan, batch: Batch, ledger: &mut Ledger, cancel: &AtomicBool) -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        if path == CodePath::Avx512 && avx512() {
            // SAFETY: the processor has just been found to have every feature that
            // `run_avx512` is compiled for.
            return unsafe { run_avx512(plan, batch, ledger, cancel) };
        }
        if path != CodePath::Baseline && avx2() {
            // SAFETY: as above, for `run_avx2`.
            return unsafe { run_avx2(plan, batch, ledger, cancel) };
        }
    }
    let _ = path;
    run(plan, batch, ledger, cancel)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,avx512f,avx512bw,avx512dq,avx512vl")]
fn run_avx512(plan: &Plan, batch: Batch, ledger: &mut Ledger, cancel: &AtomicBool) -> bool {
    run(plan, batch, ledger, cancel)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn run_avx2(plan: &Plan, batch: Batch, ledger: &mut Ledger, cancel: &AtomicBool) -> bool {
    run(plan, batch, ledger, cancel)
}

#[inline(always)]
fn run(plan: &Plan, batch: Batch, ledger: &mut Ledger, cancel: &AtomicBool) -> bool {
    let mut dice = BatchDice::new(batch.seed, batch.number);
    fight(plan, batch.battles, &mut dice, &mut Unwatched, ledger, cancel)
}

/// Fights until the first `battles` battles of the batch have ended. Lanes that are ahead go on with
/// battles that are not counted, so that the dice of the others don't depend on `battles`.
#[inline(always)]
pub fn fight(
    plan: &Plan,
    battles: u64,
    dice: &mut impl Dice,
    observer: &mut impl Observer,
    ledger: &mut Ledger,
    cancel: &AtomicBool,
) -> bool {
    debug_assert!(battles <= BATTLES_PER_BATCH);
    let mut state = State::new(plan);
    let mut thresholds = Thresholds::new(plan);
    let mut to_fight: [u64; LANES] =
        std::array::from_fn(|lane| (battles + LANES as u64 - 1 - lane as u64) / LANES as u64);
    let mut left = battles;
    while left > 0 {
        if cancel.load(Ordering::Relaxed) {
            return false;
        }
        state.begin_round(plan, observer);
        for step in 0..plan.steps.len() {
            take_turn(plan, step, &mut state, &mut thresholds, dice, observer);
        }
        state.end_round(plan);
        let alive = [state.alive(plan, 0), state.alive(plan, 1)];
        let over = alive[0].and(&alive[1]).not().or(&state.round.at_least(plan.stop.round));
        if over.any() {
            let numbers = ledger.numbers(&state);
            over.for_each_lane(|lane| {
                let outcome = outcome(alive[0].0[lane], alive[1].0[lane]);
                if observer_active(observer) {
                    observer.end(&state, lane, outcome);
                }
                if to_fight[lane] > 0 {
                    to_fight[lane] -= 1;
                    left -= 1;
                    ledger.count(plan, &state, &numbers, lane, outcome);
                }
            });
            state.restart(plan, &over);
        }
    }
    true
}

/// Outcome from the masks of who is left.
#[inline(always)]
fn outcome(attacker: u8, defender: u8) -> Outcome {
    match (attacker, defender) {
        (0xFF, 0) => Outcome::Attacker,
        (0, 0xFF) => Outcome::Defender,
        _ => Outcome::Neither,
    }
}
