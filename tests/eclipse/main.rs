//! Eclipse but for its resolver: the printed values against a second list, what fleets and files mean
//! and what is refused, hexes with several parties against fractions and reference odds, and the
//! program from outside.

mod blueprints;
mod chart;
mod cli;
mod faults;
mod hexes;
#[path = "../volley/notation.rs"]
#[allow(dead_code, reason = "the battery is read here, not fought")]
mod notation;
#[path = "../program/mod.rs"]
mod program;

use broadside::rules::eclipse::{Hex, resolve};
use broadside::spec::Problems;
use broadside::spec::eclipse as written;

/// Fleets in the shorthand, in the order of their entry, as written.
pub fn parties(fleets: &[&str]) -> written::Hex {
    let mut problems = Problems::new();
    let parties = fleets
        .iter()
        .map(|fleet| written::parse_shorthand(fleet, "fleet", &mut problems).unwrap());
    let hex = written::Hex {
        parties: parties.collect(),
        ..written::Hex::default()
    };
    assert!(problems.is_empty(), "{problems}");
    hex
}

/// As the rules mean it.
pub fn read(hex: &written::Hex) -> Hex {
    let mut problems = Problems::new();
    resolve(hex, &mut problems).unwrap_or_else(|| panic!("{problems}"))
}

/// An attacker and a defender.
pub fn battle(attacker: &str, defender: &str) -> Hex {
    let mut hex = parties(&[defender, attacker]);
    hex.two_sides = true;
    read(&hex)
}
