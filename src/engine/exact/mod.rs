//! Odds without dice: the chain of a battle's states solved as it stands, on the same plan as the
//! lanes. Damage only grows, so the states form a chain by hit points left.

mod best;
mod chain;
mod forward;
mod line;
mod mass;
mod opening;
mod space;
mod tally;

pub use best::{Advice, Firing, Objective, Position, ShotAdvice, advise, solve_optimal};
pub use forward::{TAIL, solve};
pub use space::{Refusal, Size, size};
pub use tally::{ExactSide, ExactTally, ExactUnit};
