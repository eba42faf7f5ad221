//! What best play is after, by name.

use super::best::Objective;

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
