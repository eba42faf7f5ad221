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
    /// A hit may be followed by a second shot.
    #[error("a hit of a ship with Second Salvo is followed by another shot")]
    SecondSalvo,
    /// Which ships leave depends on beams.
    #[error("Tractor Beams keep ships from leaving")]
    TractorBeams,
    /// A die picks the ship that is attacked, and an attack may be followed by another.
    #[error("Space Amoebae attack again after a low roll")]
    Amoebae,
    /// What a group has gained meanwhile is not in a state.
    #[error("groups may be promoted while the battle goes on (`--rule promotions=no` leaves that out)")]
    Promotions,
    /// Rounds can be of too many kinds.
    #[error("there are too many ways of screening ships")]
    TooManyScreens,
    /// Missiles in flight are not in a state.
    #[error("Missile Boats launch Missiles")]
    Missiles,
    /// A plan without best play was expected.
    #[error("a side leaves decisions to best play")]
    NeedsBestPlay,
    /// More ships than the plan has, more damage than a ship can take, or nobody to fire.
    #[error("the battle can't come to this position")]
    NoSuchPosition,
}

impl Refusal {
    /// It is about what the solver doesn't know, and not about the battle's size.
    #[must_use]
    pub fn is_of_kind(self) -> bool {
        matches!(
            self,
            Refusal::TwoTurns
                | Refusal::CarriersLeave
                | Refusal::SecondSalvo
                | Refusal::TractorBeams
                | Refusal::Amoebae
                | Refusal::Missiles
                | Refusal::Promotions
                | Refusal::Boarding
        )
    }
}

/// Whether a plan has nothing that the solver doesn't know.
///
/// # Errors
///
/// What it has.
pub(super) fn can_be_solved(plan: &Plan) -> Result<(), Refusal> {
    if plan.features.salvo {
        return Err(Refusal::SecondSalvo);
    }
    if plan.features.swallows {
        return Err(Refusal::Amoebae);
    }
    if plan.holds_somebody() {
        return Err(Refusal::TractorBeams);
    }
    if plan.features.missiles {
        return Err(Refusal::Missiles);
    }
    if plan.features.promotions {
        return Err(Refusal::Promotions);
    }
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
