//! What keeps ships from being fired at ([`Bar`]), looked at in all lanes.
//!
//! [`Bar`]: super::plan::Bar

use super::lanes::State;
use super::plan::Plan;
use super::row::Row;

/// Notes the lanes in which each of a plan's bars does not hold.
#[inline(always)]
pub(super) fn look(plan: &Plan, state: &State, open: &mut [Row]) {
    for (at, bar) in plan.bars.iter().enumerate() {
        let (mut front, mut back) = (Row::ZERO, Row::ZERO);
        for &slot in &bar.front {
            front = front.or(&state.front[slot]);
        }
        for &slot in &bar.back {
            back = back.or(&state.back[slot]);
        }
        open[at] = front.non_zero().not().or(&back.non_zero());
        if let Some(other) = bar.or {
            open[at] = open[at].and(&open[other]);
        }
    }
}
