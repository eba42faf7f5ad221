//! Why a plan can't be solved.

use super::limit::Excess;
use crate::engine::plan::{Leave, Plan, ScreenEntry, Share};
use thiserror::Error;

/// Why a plan can't be solved exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// States are numbered in 32 bits.
    #[error("the battle has more than four billion states")]
    TooManyStates,
    /// More than the limit allows.
    #[error("the battle is larger than the limit")]
    TooLarge(Excess),
    /// The machine can't give the memory.
    #[error("{bytes} bytes of memory are needed, and there are not so many")]
    NoMemory {
        /// Memory that is needed.
        bytes: u64,
    },
    /// A wounded ship is split off to a slot that is reported elsewhere.
    #[error("wounded ships are split off to another row of the results")]
    SplitElsewhere,
    /// What a ship has fired already is not in a state.
    #[error("ships with Point Defense may fire in either of two turns of a round")]
    TwoTurns,
    /// Ships may change sides, and with it the chain of states turns back.
    #[error("Boarding Ships may capture ships")]
    Boarding,
    /// Which ships leave depends on the room on others.
    #[error("Carriers may retreat with Fighters aboard")]
    CarriersLeave,
    /// Rounds can be of too many kinds.
    #[error("there are too many ways of screening ships")]
    TooManyScreens,
    /// A plan without best play was expected.
    #[error("a side leaves decisions to best play")]
    NeedsBestPlay,
    /// More ships than the plan has, more damage than a ship can take, or nobody to fire.
    #[error("the battle can't come to this position")]
    NoSuchPosition,
}

/// Whether a plan has nothing that the solver doesn't know.
///
/// # Errors
///
/// What it has.
pub(super) fn can_be_solved(plan: &Plan) -> Result<(), Refusal> {
    if plan.features.captures {
        return Err(Refusal::Boarding);
    }
    splits_at_home(plan)?;
    turns_and_departures(plan)
}

/// Wounded ships must be split off within their row.
fn splits_at_home(plan: &Plan) -> Result<(), Refusal> {
    let home = |entry: &ScreenEntry| match *entry {
        ScreenEntry::Ships(_) | ScreenEntry::Beside(_) => true,
        ScreenEntry::Wounded { slot, to, .. } => plan.slots[to].unit == plan.slots[slot].unit,
    };
    let mut entries = plan.orders.iter().flat_map(|orders| &orders.screen);
    if entries.all(home) {
        Ok(())
    } else {
        Err(Refusal::SplitElsewhere)
    }
}

/// Every ship must have one turn a round, and leave without regard to others.
fn turns_and_departures(plan: &Plan) -> Result<(), Refusal> {
    if plan.steps.iter().any(|step| step.share != Share::All) {
        return Err(Refusal::TwoTurns);
    }
    let leaves = |slot: usize| plan.leave(slot) != Leave::Never;
    let carries = |side: usize| { plan.units.iter() }.any(|unit| unit.carried && unit.side.index() == side);
    let takes_others = |side: usize| carries(side) && plan.carriers(side).any(leaves);
    if (0..2).any(takes_others) {
        return Err(Refusal::CarriersLeave);
    }
    Ok(())
}
