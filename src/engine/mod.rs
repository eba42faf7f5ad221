//! What runs: a flat plan, fair dice, battles in lockstep lanes, integer tallies.
//!
//! Nothing here knows a unit's name or a game. A rule has become a number in a table, or a flag.

pub mod batch;
pub mod capture;
mod depart;
pub mod dice;
pub mod end;
pub mod exact;
pub mod fire;
pub mod lanes;
pub mod ledger;
pub mod observe;
pub mod path;
pub mod plan;
pub mod replay;
pub mod row;
pub mod run;
pub mod statistics;
pub mod strata;
pub mod tally;
pub mod trace;
pub mod volley;

pub use end::End;
pub use path::CodePath;
pub use plan::{Aim, Plan, Slot, Step};
pub use run::{Amount, Run, Settings, run, run_on, run_seeking};
pub use tally::{Outcome, Remains, Tally};
