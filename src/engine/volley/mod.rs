//! Battles of volleys: all ships of a type roll their dice together, see what came up, and deal the
//! hits out.
//!
//! A [`Plan`] is the battle as tables. What a volley can lead to is worked out when it is first met and
//! kept in one table, which all that fights reads: [`solve`] for every figure without dice,
//! [`solve_best`] with assignment left to best play, [`run`] for battles with dice, and a [`Fighter`]
//! for single battles, which a [`Watch`] may be told of.

mod assign;
mod best;
mod effort;
pub mod fight;
pub mod fleet;
mod forward;
mod hash;
mod least;
mod limit;
pub mod plan;
mod roll;
pub mod simulate;
mod solver;
mod table;
pub mod tell;
mod threat;
mod turn;

pub use best::{Game, solve_best};
pub use effort::{fleets, most_in_batch};
pub use fight::{Fighter, Watch};
pub use limit::Limit;
pub use plan::{Assignment, Dice, Die, Equals, Orders, Phase, Plan, Slot, Stalemate};
pub use roll::{Hit, Hits};
pub use simulate::run;
pub use solver::{Left, Solver, solve, solve_showing};
