//! What keeps ships from being fired at: other ships of their side.

use super::lanes::State;
use super::plan::Plan;
use super::row::Row;

/// Ships that keep others of their side from being fired at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bar {
    /// It holds while a ship of one of these slots is in front,
    pub front: Vec<usize>,
    /// and no ship of these is screened.
    pub back: Vec<usize>,
    /// Those in front count only while this bar, an earlier one, does not hold: while they could be fired at.
    pub behind: Option<usize>,
    /// It holds as well while one of these does, all of them earlier ones.
    pub also: Vec<usize>,
}

/// Whether a bar of a list holds, given which slots have ships in front, and which have screened ones.
#[must_use]
pub fn holds<F, B>(bars: &[Bar], number: usize, front: &F, back: &B) -> bool
where
    F: Fn(usize) -> bool,
    B: Fn(usize) -> bool,
{
    let bar = &bars[number];
    let closed = bar.front.iter().any(|&slot| front(slot))
        && !bar.back.iter().any(|&slot| back(slot))
        && !bar.behind.is_some_and(|earlier| holds(bars, earlier, front, back));
    closed || bar.also.iter().any(|&earlier| holds(bars, earlier, front, back))
}

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
        let mut free = front.non_zero().not().or(&back.non_zero());
        if let Some(earlier) = bar.behind {
            free = free.or(&open[earlier].not());
        }
        for &earlier in &bar.also {
            free = free.and(&open[earlier]);
        }
        open[at] = free;
    }
}
