//! Broadside tells what happens when two fleets meet: a Monte Carlo combat simulator for the
//! board games *Space Empires 4X* and *Eclipse*.
//!
//! A battle flows through four stages, each of which knows only the one before it:
//! what people write ([`spec`]), what the rules say ([`rules`]), what runs ([`engine`]),
//! and what people read ([`report`]).

#![deny(unsafe_op_in_unsafe_fn)]

pub mod cli;
pub mod engine;
pub mod lab;
pub mod report;
pub mod rules;
pub mod spec;
