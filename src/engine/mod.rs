//! What runs: a flat plan, fair dice, battles in lockstep lanes, integer tallies.
//!
//! Nothing here knows a unit's name or a game. A rule has become a number in a table, or a flag.

pub mod plan;
pub mod run;
pub mod tally;
pub mod trace;

pub use plan::{Aim, Plan, Slot, Step};
pub use run::{Amount, Run, Settings, run};
pub use tally::{Outcome, Tally};
