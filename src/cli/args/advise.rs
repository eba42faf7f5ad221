//! The arguments of `broadside advise`.

use super::{EngagementArgs, Objective, OutputArgs};
use crate::cli::values;
use crate::spec::Side;
use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
#[command(after_help = ADVISE_EXAMPLES, args_override_self = true)]
pub struct AdviseArgs {
    #[command(flatten)]
    pub engagement: EngagementArgs,
    /// What play is judged by [default: win]
    #[arg(long, value_enum, help_heading = "Advice")]
    pub objective: Option<Objective>,
    /// Whom to advise [default: every side that has something to decide]
    #[arg(long, value_enum, help_heading = "Advice")]
    pub side: Option<SideArg>,
    /// When to leave: the states in which leaving beats staying, by CP swing
    #[arg(long, help_heading = "Advice")]
    pub retreat: bool,
    /// States of --retreat to show in tables
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = values::rows, help_heading = "Advice",
          allow_negative_numbers = true, requires = "retreat")]
    pub rows: usize,
    /// Advise from the middle of a battle: ships left on both sides, such as
    /// "2 CA + 1 CA damaged 1 / 1 BB"
    #[arg(long, value_name = "SHIPS", help_heading = "Advice", allow_hyphen_values = true)]
    pub state: Option<String>,
    /// With --state: the round that is about to start, or is fought [default: 2]
    #[arg(long, value_name = "N", help_heading = "Advice", allow_negative_numbers = true,
          value_parser = values::round, requires = "state")]
    pub round: Option<u16>,
    /// With --state, in the middle of a round: the group that fires now, and shots it has left, such as
    /// CA:2 or "defender CA"
    #[arg(long, value_name = "GROUP", help_heading = "Advice", requires = "state")]
    pub turn: Option<String>,
    /// With --turn: who has the fleet size bonus in this round [default: by the ships left]
    #[arg(long, value_enum, help_heading = "Advice", requires = "turn")]
    pub bonus: Option<BonusArg>,
    /// Most states of a battle that is solved, such as 50M; also limits the memory, to 200 bytes for each
    #[arg(long, value_name = "N", default_value = "20M", value_parser = values::states, help_heading = "Advice",
          allow_negative_numbers = true)]
    pub exact_limit: u64,
    /// Worker threads; 0: one for each processor
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, help_heading = "Advice",
          allow_negative_numbers = true, value_parser = values::threads)]
    pub threads: u16,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// One side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SideArg {
    /// The side that moved in
    Attacker,
    /// The side that was there
    Defender,
}

impl SideArg {
    /// The side that is meant.
    pub fn side(self) -> Side {
        match self {
            SideArg::Attacker => Side::Attacker,
            SideArg::Defender => Side::Defender,
        }
    }
}

/// Who has the fleet size bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BonusArg {
    /// The side that moved in
    Attacker,
    /// The side that was there
    Defender,
    /// Neither
    None,
}

impl BonusArg {
    /// The side that is meant, if one is.
    pub fn side(self) -> Option<Side> {
        match self {
            BonusArg::Attacker => Some(Side::Attacker),
            BonusArg::Defender => Some(Side::Defender),
            BonusArg::None => None,
        }
    }
}

const ADVISE_EXAMPLES: &str = "\
Examples:
  broadside advise \"3 CA a1 + 6 SC a1\" \"2 BB a1 d1 + 3 DD a1 d1\"
  broadside advise \"3 CA\" \"2 DD + 4 SC\" --defender-target weakest --objective cp-swing
  broadside advise \"3 CA + 3 SC\" \"1 BB + 2 DD\" --state \"2 CA + 1 CA damaged 1 / 1 BB damaged 2 + 1 DD\"
  broadside advise \"3 CA + 3 SC\" \"1 BB + 2 DD\" --state \"3 CA + 2 SC / 1 BB + 1 DD\" --round 3 --turn CA:2
  broadside advise \"6 DD\" \"2 BB\" --state \"3 DD / 2 BB\" --attacker-retreat optimal --objective cp-swing
  broadside advise \"6 DD\" \"2 BB\" --retreat --side attacker";
