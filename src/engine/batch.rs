//! A batch: a fixed number of battles in each lane, from one stream of dice.

use super::dice::{BatchDice, Dice};
use super::fire::{Scratch, take_turn};
use super::lanes::{State, observer_active};
use super::ledger::Ledger;
use super::observe::{Observer, Unwatched};
use super::path::{CodePath, OnPath, on_path};
use super::plan::{Plan, Slot};
use super::row::LANES;
use std::sync::atomic::{AtomicBool, Ordering};

/// Battles that each lane fights in a batch of small battles. A lane that stopped when a total was
/// reached would favour short battles, so the number is fixed for each lane; a long batch wastes less
/// at its end, while lanes wait for the last one.
const BATTLES_PER_LANE: u64 = 512;

/// Hull points of both sides together up to which battles are small.
const SMALL_BATTLE: u64 = 64;

/// Battles in a batch of the plan: a power of two, and fewer for larger battles, so that a batch takes
/// about as long and an interrupted run has something to show. Battle `k` of a batch is the one that
/// lane `k % LANES` fights as its `k / LANES`-th.
#[must_use]
pub fn battles_per_batch(plan: &Plan) -> u64 {
    let hull_points = |slot: &Slot| u64::from(slot.start) * u64::from(slot.hull);
    let size: u64 = plan
        .slots
        .iter()
        .map(hull_points)
        .sum::<u64>()
        .div_ceil(SMALL_BATTLE)
        .max(1);
    let per_lane = (BATTLES_PER_LANE / size.next_power_of_two()).max(2);
    LANES as u64 * per_lane
}

/// Battles in the largest batch of any plan.
pub const MOST_BATTLES_PER_BATCH: u64 = LANES as u64 * BATTLES_PER_LANE;

/// Which battles of a seed a batch fights.
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    /// The run's seed.
    pub seed: u64,
    /// The batch's number.
    pub number: u64,
    /// Battles to count, the first ones; at most [`battles_per_batch`].
    pub battles: u64,
}

/// Fights a batch on the given code path and writes it to the ledger. False if cancelled: the ledger
/// then holds a part of the batch and must be thrown away.
pub fn run_batch(path: CodePath, plan: &Plan, batch: Batch, ledger: &mut Ledger, cancel: &AtomicBool) -> bool {
    if plan.is_special() {
        let fight: Fight<true> = Fight {
            plan,
            batch,
            ledger,
            cancel,
        };
        on_path(path, fight)
    } else {
        let fight: Fight<false> = Fight {
            plan,
            batch,
            ledger,
            cancel,
        };
        on_path(path, fight)
    }
}

/// A batch with the rules that only special battles need, or without.
struct Fight<'a, const SPECIAL: bool> {
    plan: &'a Plan,
    batch: Batch,
    ledger: &'a mut Ledger,
    cancel: &'a AtomicBool,
}

impl<const SPECIAL: bool> OnPath for Fight<'_, SPECIAL> {
    type Output = bool;

    #[inline(always)]
    fn work(self) -> bool {
        let mut dice = BatchDice::new(self.batch.seed, self.batch.number);
        fight::<SPECIAL>(
            self.plan,
            self.batch.battles,
            &mut dice,
            &mut Unwatched,
            self.ledger,
            self.cancel,
        )
    }
}

/// Fights until the first `battles` battles of the batch have ended. Lanes that are ahead go on with
/// battles that are not counted, so that the dice of the others don't depend on `battles`. Without
/// `SPECIAL` the plan must not be special ([`Plan::is_special`]); the battles are the same with it.
#[inline(always)]
pub fn fight<const SPECIAL: bool>(
    plan: &Plan,
    battles: u64,
    dice: &mut impl Dice,
    observer: &mut impl Observer,
    ledger: &mut Ledger,
    cancel: &AtomicBool,
) -> bool {
    debug_assert!(battles <= battles_per_batch(plan));
    debug_assert!(SPECIAL || !plan.is_special());
    let mut state = State::new(plan);
    let mut scratch = Scratch::new(plan);
    let mut to_fight: [u64; LANES] =
        std::array::from_fn(|lane| (battles + LANES as u64 - 1 - lane as u64) / LANES as u64);
    let mut left = battles;
    while left > 0 {
        if cancel.load(Ordering::Relaxed) {
            return false;
        }
        state.begin_round::<SPECIAL>(plan, observer);
        for step in 0..plan.steps.len() {
            take_turn::<SPECIAL>(plan, step, &mut state, &mut scratch, dice, observer);
        }
        state.end_round(plan, observer);
        let alive = [state.alive(plan, 0), state.alive(plan, 1)];
        let over = alive[0].and(&alive[1]).not().or(&state.round.at_least(plan.stop.round));
        if over.any() {
            let entries = ledger.entries(plan, &state, &state.alive_after::<SPECIAL>(plan, &alive));
            over.for_each_lane(|lane| {
                if observer_active(observer) {
                    observer.end(&state, lane, entries.outcome(lane));
                }
                if to_fight[lane] > 0 {
                    to_fight[lane] -= 1;
                    left -= 1;
                    ledger.count(plan, &state, &entries, lane);
                }
            });
            state.restart(plan, &over);
        }
    }
    true
}
