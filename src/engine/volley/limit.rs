//! What a solution may take: seen to before its tables grow and before anything is laid out, so that
//! neither time nor memory runs out.

/// Most that a solution may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// What working the volleys out may cost: rolls, and hits and results of assignments times ships.
    pub work: u64,
    /// Pairs of fleets.
    pub states: u64,
    /// Memory, in bytes.
    pub bytes: u64,
}

impl Limit {
    /// A few seconds' work, and what most machines have of memory.
    pub const DEFAULT: Limit = Limit {
        work: 8_000_000,
        states: u32::MAX as u64,
        bytes: 4_000_000_000,
    };
}
