//! Attacks of Space Amoebae (SSB 3.6): a die picks the ship, a hit swallows it whole, and a hit that is low enough
//! is followed by another attack.

use super::aiming::holds;
use super::dice::{Dice, THRESHOLD};
use super::fire::{Scratch, compare, roll};
use super::lanes::{State, observer_active};
use super::observe::{Bite, Observer};
use super::plan::Plan;
use super::row::{LANES, Row, mask};

/// A die of this or less picks the first aim that holds.
const FIRST: usize = 5;

/// So much less than what is needed must be rolled to attack again.
const AGAIN: usize = 2;

/// All attacks of a turn; aims are listed cheapest ship first.
pub(super) fn take_turn(
    plan: &Plan,
    index: usize,
    state: &mut State,
    scratch: &mut Scratch,
    guns: &Row,
    dice: &mut impl Dice,
    observer: &mut impl Observer,
) {
    for gun in 0..guns.max() {
        let mut attacking = guns.more_than(gun);
        while attacking.any() {
            attacking = attack(plan, index, state, scratch, &attacking, dice, observer);
        }
    }
}

/// One attack in the lanes of a mask. Returns those that attack again.
fn attack(
    plan: &Plan,
    index: usize,
    state: &mut State,
    scratch: &mut Scratch,
    attacking: &Row,
    dice: &mut impl Dice,
    observer: &mut impl Observer,
) -> Row {
    let step = &plan.steps[index];
    if scratch.barred[index] {
        scratch.look_behind_bars(plan, step, state);
    }
    let mut attacking = *attacking;
    for lane in 0..LANES {
        let somebody = { step.aims.iter() }.any(|aim| holds(aim, state, scratch, lane));
        attacking.0[lane] &= mask(somebody);
    }
    if !attacking.any() {
        return Row::ZERO;
    }
    let pick = roll(&attacking.choose(THRESHOLD[FIRST], 0), dice);
    let (mut target, mut threshold, mut again) = (Row::ZERO, Row::ZERO, Row::ZERO);
    attacking.for_each_lane(|lane| {
        let held = |aim: &usize| holds(&step.aims[*aim], state, scratch, lane);
        let mut aims = 0..step.aims.len();
        let aim = if pick.hits.0[lane] != 0 {
            aims.find(held)
        } else {
            aims.rfind(held)
        };
        let Some(aim) = aim else { return };
        target.0[lane] = step.aims[aim].target as u8;
        threshold.0[lane] = scratch.thresholds[aim].0[lane];
        let need = THRESHOLD
            .iter()
            .position(|&known| known == threshold.0[lane])
            .unwrap_or(0);
        again.0[lane] = THRESHOLD[need.saturating_sub(AGAIN)];
    });
    let bite = roll(&threshold, dice);
    // The same die tells whether it attacks again.
    let once_more = compare(&bite.dice, &again, dice).hits;
    bite.hits.for_each_lane(|lane| {
        let slot = usize::from(target.0[lane]);
        state.front[slot].0[lane] -= 1;
        state.hurt[slot].0[lane] = 0;
    });
    if observer_active(observer) {
        let seen = Bite {
            step: index,
            attacking: &attacking,
            targets: &target,
            pick: (&pick.dice, &pick.ties, &pick.hits),
            dice: &bite.dice,
            ties: (&bite.ties, &bite.hits),
            again: (&once_more, &again),
        };
        observer.bite(state, &seen);
    }
    bite.hits.and(&once_more)
}
