//! Battles of volleys: all ships of a type roll their dice together, see what came up, and deal the
//! hits out.

mod assign;
pub mod best;
pub mod fight;
pub mod fleet;
mod hash;
pub mod plan;
mod roll;
pub mod simulate;
mod solver;
mod table;
pub mod tell;
mod threat;

pub use best::{Game, solve_best};
pub use plan::{Assignment, Dice, Die, Equals, Orders, Phase, Plan, Slot, Stalemate};
pub use simulate::run;
pub use solver::{Left, Solver, size, solve, solve_showing};
