//! How large an exact solution is, known before it is worked out.

use super::best::Game;
use super::line::{Detail, Line};
use super::space::{Refusal, lines, start};
use crate::engine::plan::Plan;

/// How large an exact solution is, known before it is worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// States at the start of a round.
    pub states: u64,
    /// Shots from all of them, without what several targets or situations multiply.
    pub nodes: u64,
    /// Memory for fixed policies at most, in bytes.
    pub bytes: u64,
    /// Memory for best play at most, in bytes.
    pub bytes_best: u64,
}

/// How large the exact solution of a plan is.
///
/// # Errors
///
/// If the plan can't be solved at all.
pub fn size(plan: &Plan) -> Result<Size, Refusal> {
    let (lines, states) = lines(plan, &start(plan), Detail::FIXED)?;
    let mut nodes = 0;
    let mut most_shots = 0;
    for line in lines.iter().flatten() {
        let firing = |slot: usize| plan.steps.iter().filter(|step| step.shooter == slot).count() as u64;
        let ships = |number: usize| -> u64 {
            let parts = line.slots.iter().zip(line.condition(number));
            parts.map(|(&slot, part)| firing(slot) * u64::from(part.ships)).sum()
        };
        let all: u64 = (0..line.len()).map(ships).sum();
        nodes += all * (states / line.len() as u64);
        let most = |place: usize| (0..line.len()).map(|number| line.condition(number)[place].ships).max();
        most_shots += (0..line.slots.len())
            .map(|place| 1 + u64::from(most(place).unwrap_or(0)))
            .sum::<u64>();
    }
    let levels: usize = lines.iter().flatten().map(Line::len).max().unwrap_or(1);
    let widest = states.div_ceil(levels as u64);
    Ok(Size {
        states,
        nodes,
        bytes: states * 25 + (1 << 16),
        bytes_best: states * 8 + widest * most_shots * 3 * 8 * 3,
    })
}

/// How large best play of a plan is, known before its game is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestSize {
    /// States of the game.
    pub states: u64,
    /// States of its figures, where ships that left are told apart from those destroyed.
    pub told: u64,
    /// Memory for the figures at most, in bytes, besides that of the game.
    pub bytes: u64,
}

/// How large best play of a plan is.
///
/// # Errors
///
/// If the plan can't be solved at all.
pub fn size_best(plan: &Plan) -> Result<BestSize, Refusal> {
    let states = |gone: bool| Ok(lines(plan, &start(plan), Detail { loose: true, gone })?.1);
    let told = states(true)?;
    // Chances of a state now, within the round and at the end, and by ships still to act.
    let most = plan.slots.iter().map(|slot| u64::from(slot.capacity)).max();
    Ok(BestSize {
        states: states(false)?,
        told,
        bytes: told * (4 + most.unwrap_or(0)) * 9,
    })
}

impl Game<'_> {
    /// Ways in which a round can start and go on: ships screened, fleet size bonus, ships that may leave.
    #[must_use]
    pub fn ways(&self) -> usize {
        self.rounds.kinds.len()
    }
}
