//! The catalog against a second list of the printed values, and every answer of the resolving of an
//! engagement: what it makes of it, what it refuses, and what it remarks.

mod alternate;
mod battle;
mod chart;
mod faults;
mod notes;
mod samples;
mod written;
