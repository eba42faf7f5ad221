//! Ages of a plan's rounds: as long as the same orders hold.

use super::refusal::Refusal;
use crate::engine::plan::{Leaving, Plan};

/// Ages of a plan's rounds, and whether the last is a single round.
#[must_use]
pub fn ages(plan: &Plan) -> (usize, bool) {
    if !plan.stop.stalemate || plan.stop.round == 1 {
        return (usize::from(plan.stop.round), true);
    }
    let orders = plan.orders.iter().map(|orders| match orders.leaving {
        Leaving::FromRound(round) => usize::from(round),
        _ if plan.features.retreat => 2,
        _ => 1,
    });
    // The first round is another for turns that are taken in it alone.
    let turns = plan.steps.iter().any(|step| step.when.first.is_some());
    (orders.max().unwrap_or(1).max(1 + usize::from(turns)), false)
}

/// Ages from a round on, the number of those before, and whether the last is a single round.
///
/// # Errors
///
/// If the plan is stopped before that round.
pub fn ages_from(plan: &Plan, round: u16) -> Result<(usize, usize, bool), Refusal> {
    let (ages, finite) = ages(plan);
    let now = usize::from(round.max(1)) - 1;
    if finite && now >= ages {
        return Err(Refusal::NoSuchPosition);
    }
    let first = now.min(ages - 1);
    Ok((ages - first, first, finite))
}
