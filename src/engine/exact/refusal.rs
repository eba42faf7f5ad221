//! Why a plan can't be solved.

use super::limit::Excess;
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
