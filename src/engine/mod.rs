//! What runs: a flat plan, fair dice, battles in lockstep lanes, integer tallies.
//!
//! Nothing here knows a unit's name or a game. A rule has become a number in a table, or a flag.

mod aiming;
pub mod bars;
pub mod batch;
mod beam;
pub mod capture;
mod depart;
pub mod dice;
pub mod end;
mod event;
pub mod exact;
pub mod fire;
pub mod lanes;
mod launch;
pub mod ledger;
pub mod observe;
mod orders;
pub mod path;
pub mod plan;
pub mod promote;
pub mod replay;
pub mod row;
pub mod run;
mod salvo;
pub mod statistics;
pub mod strata;
mod swallow;
pub mod tally;
pub mod trace;
pub mod volley;
mod when;

pub use end::End;
pub use path::CodePath;
pub use plan::{Aim, Plan, Slot, Step};
pub use promote::Promotion;
pub use run::{Amount, Run, Settings, run, run_on, run_seeking};
pub use tally::{Outcome, Remains, Tally};
