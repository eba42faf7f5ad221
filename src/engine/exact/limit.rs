//! What a solution may take: seen to before its tables are laid out, so that nothing runs out of memory.

use super::refusal::Refusal;
use crate::engine::plan::Plan;
use std::hint::black_box;

/// Most that a solution may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// States.
    pub states: u64,
    /// Memory, in bytes.
    pub bytes: u64,
}

impl Limit {
    /// Whatever can be numbered, and what the machine has.
    pub const NONE: Limit = Limit {
        states: u32::MAX as u64,
        bytes: u64::MAX,
    };
}

/// How much too large a solution is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Excess {
    /// States of the battle.
    pub states: u64,
    /// That there are at least so many is all that was looked at.
    pub at_least: bool,
    /// Memory that they take, in bytes, if that is what is too much.
    pub bytes: Option<u64>,
}

/// States that a plan's battle has at least from these ships on: how many are left of each unit row.
/// Counts to `u64::MAX`.
#[must_use]
pub fn least_states(plan: &Plan, ships: impl Fn(usize) -> u8) -> u64 {
    let of_row = |slots: &Vec<usize>| slots.iter().map(|&slot| u64::from(ships(slot))).sum::<u64>() + 1;
    let rows = plan.units.iter().map(|unit| of_row(&unit.slots));
    rows.fold(1, u64::saturating_mul)
}

/// Addresses that worker threads take for themselves where a limit counts addresses (`ulimit -v`), in bytes.
const THREADS: u64 = 300_000_000;

/// Makes sure that the machine can give so many bytes.
///
/// # Errors
///
/// If it can't.
pub fn make_room(bytes: u64) -> Result<(), Refusal> {
    let no_memory = Refusal::NoMemory { bytes };
    if available().is_some_and(|available| bytes > available) {
        return Err(no_memory);
    }
    let mut room: Vec<u8> = Vec::new();
    let wanted = usize::try_from(bytes.saturating_add(THREADS)).map_err(|_| no_memory)?;
    room.try_reserve_exact(wanted).map_err(|_| no_memory)?;
    // Memory that nobody looks at may not be asked for at all.
    black_box(room.as_ptr());
    Ok(())
}

/// Memory that the system could give without moving anything to disk, in bytes; `None` if it does not tell.
fn available() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = told.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_a_little_and_none_for_everything() {
        assert_eq!(make_room(1 << 20), Ok(()));
        assert_eq!(make_room(u64::MAX), Err(Refusal::NoMemory { bytes: u64::MAX }));
    }
}
