//! The arguments of `broadside luck`.

use super::{EngagementArgs, MethodArgs, OutputArgs};
use clap::{ArgGroup, Args};

#[derive(Debug, Args)]
#[command(after_help = LUCK_EXAMPLES, args_override_self = true,
          group(ArgGroup::new("happened").required(true).args(["attacker_left", "rolls"])))]
pub struct LuckArgs {
    #[command(flatten)]
    pub engagement: EngagementArgs,
    /// What the attacker had left in the hex, such as "2 CA + 1 SC"; or none
    #[arg(
        long,
        value_name = "SHIPS",
        help_heading = "What happened",
        requires = "defender_left"
    )]
    pub attacker_left: Option<String>,
    /// The same for the defender, see --attacker-left
    #[arg(
        long,
        value_name = "SHIPS",
        help_heading = "What happened",
        requires = "attacker_left"
    )]
    pub defender_left: Option<String>,
    /// The attacker's ships that left the hex alive [default: none]
    #[arg(
        long,
        value_name = "SHIPS",
        help_heading = "What happened",
        requires = "attacker_left"
    )]
    pub attacker_retreated: Option<String>,
    /// The same for the defender, see --attacker-retreated
    #[arg(
        long,
        value_name = "SHIPS",
        help_heading = "What happened",
        requires = "attacker_left"
    )]
    pub defender_retreated: Option<String>,
    /// The dice instead, all of them, in the order in which they were rolled: "3, 7, 1, 10"
    #[arg(
        long,
        value_name = "ROLLS",
        help_heading = "What happened",
        allow_negative_numbers = true
    )]
    pub rolls: Option<String>,
    #[command(flatten)]
    pub how: MethodArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

const LUCK_EXAMPLES: &str = "\
Examples:
  broadside luck \"3 CA a1 + 6 SC a1\" \"2 BB a1 d1 + 3 DD a1 d1\" --attacker-left \"2 CA\" --defender-left none
  broadside luck \"6 DD\" \"2 BB\" --attacker-retreat after-round=2 --attacker-left none \\
      --attacker-retreated \"3 DD\" --defender-left \"2 BB\"
  broadside luck \"1 CA\" \"2 SC\" --rolls \"9,2,4,7,3\"";
