//! Points of a battle to start from.

use super::line::Part;
use super::refusal::Refusal;
use super::space::start;
use crate::engine::plan::{Leave, Plan};
use crate::spec::Side;

/// A point of a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// `(ships, damage on the wounded one)`, one for each of the plan's slots. In the middle of a round
    /// wounded ships of a row that fires are in the slot of their damage, if the row has such.
    pub ships: Vec<(u8, u8)>,
    /// The round that is fought or about to be, 1 or more: nobody leaves in the first (5.9).
    pub round: u16,
    /// In the middle of a round: who fires. At its start: `None`.
    pub firing: Option<Firing>,
}

/// A point within a round in which nobody is screened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Firing {
    /// The step of the plan.
    pub step: usize,
    /// Shots that it still has, the next one included; at most those of all the shooter's ships.
    pub shots: u8,
    /// The side with the fleet size bonus in this round, if one has it.
    pub bonus: Option<Side>,
}

impl Position {
    /// The start of a plan's battle.
    #[must_use]
    pub fn start(plan: &Plan) -> Position {
        Position {
            ships: plan.slots.iter().map(|slot| (slot.start, 0)).collect(),
            round: 1,
            firing: None,
        }
    }
}

/// A position as parts of a state.
///
/// # Errors
///
/// If the battle can't come to it.
pub fn parts(plan: &Plan, position: &Position) -> Result<Vec<Part>, Refusal> {
    let mut parts = start(plan);
    for ((part, slot), &(ships, hurt)) in parts.iter_mut().zip(&plan.slots).zip(&position.ships) {
        if ships > slot.capacity || hurt >= slot.hull || (ships == 0 && hurt > 0) {
            return Err(Refusal::NoSuchPosition);
        }
        (part.ships, part.hurt) = (ships, hurt);
    }
    let too_many = plan.units.iter().any(|unit| {
        let ships = unit.slots.iter().map(|&slot| u16::from(parts[slot].ships));
        ships.sum::<u16>() > u16::from(unit.fielded)
    });
    // Ships of a row that splits wounded ones off fire from the slot of their damage.
    let splits = |shooter: usize| {
        let slots = &plan.units[plan.slots[shooter].unit].slots;
        slots.len() > 1 && slots.iter().any(|&slot| parts[slot].hurt > 0)
    };
    let fires = |firing: Firing| {
        let step = plan.steps.get(firing.step);
        step.is_some_and(|step| {
            (1..=parts[step.shooter].ships * step.attacks).contains(&firing.shots) && !splits(step.shooter)
        })
    };
    if too_many || position.firing.is_some_and(|firing| !fires(firing)) {
        return Err(Refusal::NoSuchPosition);
    }
    Ok(parts)
}

/// Whether the ships that are said to fire in the middle of a round have left by their side's orders
/// before, with some of them having fired already. `leaving` says which sides want to leave in the round.
#[must_use]
pub fn have_left(plan: &Plan, position: &Position, parts: &[Part], leaving: [bool; 2]) -> bool {
    let Some(firing) = position.firing else { return false };
    let step = &plan.steps[firing.step];
    let Part { ships, hurt, .. } = parts[step.shooter];
    let ordered = match step.leave {
        Leave::Never | Leave::Freely | Leave::Carried => false,
        Leave::WithSide => leaving[plan.slots[step.shooter].side.index()],
        Leave::Always => true,
        Leave::Wounded => hurt > 0,
    };
    // In an ion storm they may have been held.
    ordered && firing.shots < ships && position.round >= 2 && plan.may_leave == 10
}
