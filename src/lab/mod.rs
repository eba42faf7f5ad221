//! Questions made of many battles.

pub mod hex;
