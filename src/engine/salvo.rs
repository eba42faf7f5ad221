//! Second shots: a hit of a ship with Second Salvo (41.0) is followed by one more shot, at the same type of ship.

use super::aiming::{holds, pick_at_random};
use super::dice::Dice;
use super::fire::{Scratch, Shots, strike};
use super::lanes::State;
use super::observe::Observer;
use super::plan::Plan;
use super::row::Row;

/// The second shots of the lanes whose first ones hit. They are at any group of the type that can be fired at,
/// picked as all shots are.
pub(super) fn second_shots(
    plan: &Plan,
    index: usize,
    state: &mut State,
    scratch: &mut Scratch,
    first: &Shots,
    dice: &mut impl Dice,
    observer: &mut impl Observer,
) {
    let step = &plan.steps[index];
    if !first.hits.any() {
        return;
    }
    if scratch.barred[index] {
        scratch.look_behind_bars(plan, step, state);
    }
    let mut shots = Shots {
        target: Row::ZERO,
        threshold: Row::ZERO,
        hits: Row::ZERO,
    };
    first.hits.for_each_lane(|lane| {
        let hit = usize::from(first.target.0[lane]);
        let Some(at) = step.aims.iter().position(|aim| aim.target == hit) else {
            return;
        };
        let same_type = |aim: usize| step.salvo[aim] == step.salvo[at];
        let aim = if step.random {
            pick_at_random(step, state, scratch, lane, &same_type, dice)
        } else {
            (0..step.aims.len()).find(|&aim| same_type(aim) && holds(&step.aims[aim], state, scratch, lane))
        };
        if let Some(aim) = aim {
            shots.target.0[lane] = step.aims[aim].target as u8;
            shots.threshold.0[lane] = scratch.thresholds[aim].0[lane];
        }
    });
    if !shots.threshold.any() {
        return;
    }
    shots.hits = dice.look().less_than(&shots.threshold);
    strike::<true>(plan, index, state, scratch, &mut shots, dice, observer);
}
