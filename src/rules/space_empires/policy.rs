//! Policies of a side besides whom it shoots at: whom to screen, and when to leave.

use std::fmt;

/// A screening policy (5.7).
#[derive(Clone, Debug, PartialEq)]
pub enum Screen {
    /// Screen nobody: the default.
    None,
    /// As many as allowed, smallest hull first.
    Weakest,
    /// As many as allowed, highest price first.
    Costliest,
    /// Wounded ships only.
    Wounded,
    /// Whom best play finds, round by round; by exact solution alone.
    Optimal,
    /// These units only, in this order.
    Units(Vec<String>),
}

/// As on the command line: `weakest`, `SC,DD`.
impl fmt::Display for Screen {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Screen::None => out.write_str("none"),
            Screen::Weakest => out.write_str("weakest"),
            Screen::Costliest => out.write_str("costliest"),
            Screen::Wounded => out.write_str("wounded"),
            Screen::Optimal => out.write_str("optimal"),
            Screen::Units(units) => out.write_str(&units.join(",")),
        }
    }
}

/// A retreat policy (5.9), decided for the whole side at the start of each round from the second
/// on; each unit then leaves when its turn to fire comes.
#[derive(Clone, Debug, PartialEq)]
pub enum Retreat {
    /// Fight to the end: the default.
    Never,
    /// Fight this many rounds, then leave.
    AfterRound(u16),
    /// Leave when the enemy has at least `ratio_milli`/1000 combat-capable ships to one of ours.
    Outnumbered {
        /// Thousandths: 2000 is two to one.
        ratio_milli: u32,
    },
    /// Leave when the own strength is below `ratio_milli`/1000 of the enemy's. Strength is the sum
    /// over combat-capable ships of Hull Size times (Attack Strength + Attack technology).
    StrengthBelow {
        /// Thousandths: 500 is half the enemy's strength.
        ratio_milli: u32,
    },
    /// Only wounded ships leave.
    Wounded,
    /// Each ship when best play finds so; by exact solution alone.
    Optimal,
    /// Only these units leave, as soon as they may.
    Units(Vec<String>),
}

/// As on the command line: `after-round=2`, `outnumbered=1.5`, `units=CA,BC`.
impl fmt::Display for Retreat {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Retreat::Never => out.write_str("never"),
            Retreat::AfterRound(round) => write!(out, "after-round={round}"),
            Retreat::Outnumbered { ratio_milli } => write!(out, "outnumbered={}", thousandths(*ratio_milli)),
            Retreat::StrengthBelow { ratio_milli } => write!(out, "strength-below={}", thousandths(*ratio_milli)),
            Retreat::Wounded => out.write_str("wounded"),
            Retreat::Optimal => out.write_str("optimal"),
            Retreat::Units(units) => write!(out, "units={}", units.join(",")),
        }
    }
}

/// A number of thousandths as people write it: 1500 is `1.5`, 2000 is `2`.
fn thousandths(milli: u32) -> String {
    let text = format!("{}.{:03}", milli / 1000, milli % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
