//! What best play is after, by name.

/// What best play is after; the attacker wants much of it, the defender little.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Objective {
    /// The chance that only the attacker is left.
    #[default]
    Win,
    /// CP of the defender's ships destroyed less CP of the attacker's.
    CpSwing,
}

impl Objective {
    /// As on the command line and in files that programs read.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Objective::Win => "win",
            Objective::CpSwing => "cp-swing",
        }
    }
}
