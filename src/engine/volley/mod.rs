//! Battles of volleys: all ships of a type roll their dice together, see what came up, and deal the
//! hits out.

pub mod plan;

pub use plan::{Assignment, Dice, Die, Equals, Orders, Phase, Plan, Slot, Stalemate};
