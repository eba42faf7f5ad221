//! How large an exact solution is, known before it is worked out.

use super::best::Game;
use super::line::Detail;
use super::refusal::Refusal;
use super::space::{lines, start};
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
}

/// How large the exact solution of a plan is.
///
/// # Errors
///
/// If the plan can't be solved at all.
pub fn size(plan: &Plan) -> Result<Size, Refusal> {
    let (lines, states) = lines(plan, &start(plan), Detail::FIXED)?;
    let mut nodes = 0;
    for line in lines.iter().flatten() {
        let firing = |slot: usize| plan.steps.iter().filter(|step| step.shooter == slot).count() as u64;
        let ships = |number: usize| -> u64 {
            let parts = line.slots.iter().zip(line.condition(number));
            parts.map(|(&slot, part)| firing(slot) * u64::from(part.ships)).sum()
        };
        let all: u64 = (0..line.len()).map(ships).sum();
        nodes += all * (states / line.len() as u64);
    }
    Ok(Size {
        states,
        nodes,
        bytes: states * 25 + (1 << 16),
    })
}

impl Game<'_> {
    /// Ways in which a round can start and go on: ships screened, fleet size bonus, ships that may leave.
    #[must_use]
    pub fn ways(&self) -> usize {
        self.rounds.kinds.len()
    }
}
