//! The command line as typed. What it means together is for each command to find out.

mod advise;
mod catalog;
mod luck;

pub use advise::AdviseArgs;
pub use catalog::{CatalogArgs, Subject};
pub use luck::LuckArgs;

use super::format::Format;
use super::values;
use crate::spec::Side;
use crate::spec::number::count;
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum, ValueHint};
use std::path::PathBuf;

/// Combat simulator for the board games Space Empires 4X and Eclipse.
#[derive(Debug, Parser)]
#[command(name = "broadside", version, arg_required_else_help = true, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  broadside odds \"3 CA a1 + 6 SC a1\" \"2 BB a1 d1 + 3 DD a1 d1\"
  broadside advise \"3 CA a1 + 6 SC a1\" \"2 BB a1 d1 + 3 DD a1 d1\"
  broadside luck \"3 CA\" \"6 SC\" --attacker-left \"1 CA\" --defender-left none
  broadside trace \"3 CA\" \"6 SC\" --pick median
  broadside odds \"2 cruiser + 1 dreadnought\" \"1 guardian\"
  broadside check fleets/space-empires/*.toml
  broadside catalog units";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Who wins, how often, and what it costs both sides
    Odds(OddsArgs),
    /// What to do: whom to shoot first, whom to screen, when to leave, and what else would cost
    Advise(AdviseArgs),
    /// How lucky a battle was: where its end or its rolls lie among all that could happen
    Luck(LuckArgs),
    /// Tell one battle shot by shot
    Trace(TraceArgs),
    /// Check fleets and engagements; tell what they cost and how their ships fight
    Check(CheckArgs),
    /// List units, technologies, terrain, policies and doubtful rules
    Catalog(CatalogArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
}

/// Two sides and the hex they meet in.
#[derive(Debug, Args)]
pub struct EngagementArgs {
    /// The side that moves into the hex: a fleet file or "3 CA a1 + 6 SC"; or an engagement file
    #[arg(value_hint = ValueHint::FilePath)]
    pub attacker: String,
    /// The side that is there: a fleet file or the shorthand
    #[arg(value_hint = ValueHint::FilePath)]
    pub defender: Option<String>,
    /// What is in the hex: space, asteroids, nebula, quasar, ion-storm, plasma-storm, pulsar, quantum-filament;
    /// several with commas
    #[arg(long, value_name = "NAMES", value_parser = values::terrain(), hide_possible_values = true, help_heading = "Battle")]
    pub terrain: Option<String>,
    /// Game that is played; without it what the files say, or what only one game has
    #[arg(long, value_enum, help_heading = "Battle")]
    pub game: Option<Game>,
    /// Edition of the rules; without it what the files say, else all-good-things or second-dawn
    #[arg(long, value_name = "EDITION", value_parser = values::editions(), help_heading = "Battle")]
    pub edition: Option<String>,
    /// Look at the state after this round instead of the end
    #[arg(long, value_name = "N", help_heading = "Battle",
          allow_negative_numbers = true, value_parser = values::round)]
    pub after_round: Option<u16>,
    /// How a doubtful point of the rules is read, NAME=VALUE, see `broadside catalog rules`; repeatable
    #[arg(long = "rule", value_name = "NAME=VALUE", value_parser = values::rules(), hide_possible_values = true, help_heading = "Battle")]
    pub rules: Vec<String>,
    /// Of a battle in which not everything is known, only this possibility, as `odds --by-possibility` and
    /// `check` number them
    #[arg(long, value_name = "K", help_heading = "Battle", allow_negative_numbers = true, value_parser = values::possibility)]
    pub possibility: Option<u32>,
    #[command(flatten)]
    pub policies: PolicyArgs,
}

/// Both sides' decisions; they override the files'.
#[derive(Debug, Args)]
#[command(next_help_heading = "Policies")]
pub struct PolicyArgs {
    /// Whom to shoot at: value, weakest, strongest, easiest, costliest, random, optimal, or units SC,DD,CA;
    /// in Eclipse threat, largest, smallest, npc, optimal
    #[arg(long, value_name = "POLICY", value_parser = values::targets(), hide_possible_values = true)]
    pub attacker_target: Option<String>,
    /// Shoot at wounded ships first: true or false
    #[arg(long, value_name = "BOOL", action = ArgAction::Set)]
    pub attacker_finish_wounded: Option<bool>,
    /// Whom to keep out of the fight: none, weakest, costliest, wounded, optimal, or units
    #[arg(long, value_name = "POLICY", value_parser = values::screens(), hide_possible_values = true)]
    pub attacker_screen: Option<String>,
    /// Screen only as many as leave the fleet size bonus untouched: true or false
    #[arg(long, value_name = "BOOL", action = ArgAction::Set)]
    pub attacker_keep_bonus: Option<bool>,
    /// When to leave: never, after-round=N, outnumbered=R, strength-below=X, wounded, optimal, units=T,CA
    #[arg(long, value_name = "POLICY", value_parser = values::retreats(), hide_possible_values = true)]
    pub attacker_retreat: Option<String>,
    /// Cloaked Raiders leave before the battle: true or false
    #[arg(long, value_name = "BOOL", action = ArgAction::Set)]
    pub attacker_slip_away: Option<bool>,
    /// Whom Boarding Ships board: value, never, or units CV,BB
    #[arg(long, value_name = "POLICY", value_parser = values::boards(), hide_possible_values = true)]
    pub attacker_board: Option<String>,
    /// Eclipse: which of equal ships the rule of non-player ships damages, focus or spread
    #[arg(long, value_name = "POLICY", value_parser = values::equals(), hide_possible_values = true)]
    pub attacker_equals: Option<String>,
    /// Whom Shield Projectors protect: costliest, none, or units
    #[arg(long, value_name = "POLICY", value_parser = values::protects(), hide_possible_values = true)]
    pub attacker_protect: Option<String>,
    /// The same for the defender, see --attacker-target
    #[arg(long, value_name = "POLICY", value_parser = values::targets(), hide_possible_values = true)]
    pub defender_target: Option<String>,
    /// The same for the defender, see --attacker-finish-wounded
    #[arg(long, value_name = "BOOL", action = ArgAction::Set)]
    pub defender_finish_wounded: Option<bool>,
    /// The same for the defender, see --attacker-screen
    #[arg(long, value_name = "POLICY", value_parser = values::screens(), hide_possible_values = true)]
    pub defender_screen: Option<String>,
    /// The same for the defender, see --attacker-keep-bonus
    #[arg(long, value_name = "BOOL", action = ArgAction::Set)]
    pub defender_keep_bonus: Option<bool>,
    /// The same for the defender, see --attacker-retreat
    #[arg(long, value_name = "POLICY", value_parser = values::retreats(), hide_possible_values = true)]
    pub defender_retreat: Option<String>,
    /// The same for the defender, see --attacker-slip-away
    #[arg(long, value_name = "BOOL", action = ArgAction::Set)]
    pub defender_slip_away: Option<bool>,
    /// The same for the defender, see --attacker-board
    #[arg(long, value_name = "POLICY", value_parser = values::boards(), hide_possible_values = true)]
    pub defender_board: Option<String>,
    /// The same for the defender, see --attacker-equals
    #[arg(long, value_name = "POLICY", value_parser = values::equals(), hide_possible_values = true)]
    pub defender_equals: Option<String>,
    /// The same for the defender, see --attacker-protect
    #[arg(long, value_name = "POLICY", value_parser = values::protects(), hide_possible_values = true)]
    pub defender_protect: Option<String>,
}

/// One side's options of [`PolicyArgs`].
pub struct SidePolicy<'a> {
    pub target: Option<&'a str>,
    pub finish_wounded: Option<bool>,
    pub screen: Option<&'a str>,
    pub keep_bonus: Option<bool>,
    pub retreat: Option<&'a str>,
    pub slip_away: Option<bool>,
    pub board: Option<&'a str>,
    pub equals: Option<&'a str>,
    pub protect: Option<&'a str>,
}

impl PolicyArgs {
    /// The options of one side.
    pub fn of(&self, side: Side) -> SidePolicy<'_> {
        match side {
            Side::Attacker => SidePolicy {
                target: self.attacker_target.as_deref(),
                finish_wounded: self.attacker_finish_wounded,
                screen: self.attacker_screen.as_deref(),
                keep_bonus: self.attacker_keep_bonus,
                retreat: self.attacker_retreat.as_deref(),
                slip_away: self.attacker_slip_away,
                board: self.attacker_board.as_deref(),
                equals: self.attacker_equals.as_deref(),
                protect: self.attacker_protect.as_deref(),
            },
            Side::Defender => SidePolicy {
                target: self.defender_target.as_deref(),
                finish_wounded: self.defender_finish_wounded,
                screen: self.defender_screen.as_deref(),
                keep_bonus: self.defender_keep_bonus,
                retreat: self.defender_retreat.as_deref(),
                slip_away: self.defender_slip_away,
                board: self.defender_board.as_deref(),
                equals: self.defender_equals.as_deref(),
                protect: self.defender_protect.as_deref(),
            },
        }
    }
}

/// Games that can be simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Game {
    /// Space Empires 4X
    SpaceEmpires,
    /// Eclipse
    Eclipse,
}

/// How the figures are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// Exact for small battles, unless battles, a precision or a seed are asked for; else simulate
    Auto,
    /// Weigh every possible battle by its chance: no dice, no error
    Exact,
    /// Fight many battles
    Simulate,
}

/// What optimal policies are after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Objective {
    /// The chance to win the hex
    Win,
    /// Enemy CP destroyed less own, which makes leaving a real choice
    CpSwing,
}

/// How the figures are found.
#[derive(Debug, Args)]
pub struct MethodArgs {
    /// What optimal policies are after [default: win]
    #[arg(long, value_enum, help_heading = "Policies")]
    pub objective: Option<Objective>,
    /// How the figures are found
    #[arg(long, value_enum, default_value_t = Method::Auto, help_heading = "Simulation")]
    pub method: Method,
    /// Most states of a battle that `--method exact` takes on, such as 50M; for optimal policies, whatever
    /// the method, also the memory, 200 bytes for each
    #[arg(long, value_name = "N", default_value = "20M", value_parser = values::states, help_heading = "Simulation",
          allow_negative_numbers = true)]
    pub exact_limit: u64,
    /// Battles to fight, such as 10M, 2_000_000 or 1e6 [default: 1M; with --precision at most 1G]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::battles, help_heading = "Simulation")]
    pub battles: Option<u64>,
    /// Fight until the attacker's win rate is known to ± P with 95 % confidence, such as 0.001 or 0.1%
    #[arg(long, value_name = "P", allow_negative_numbers = true, value_parser = values::precision, help_heading = "Simulation")]
    pub precision: Option<f64>,
    /// The same seed gives the same battles [default: 0]
    #[arg(
        long,
        value_name = "S",
        allow_negative_numbers = true,
        value_parser = values::seed,
        help_heading = "Simulation"
    )]
    pub seed: Option<u64>,
    /// Worker threads; 0: one for each processor
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, help_heading = "Simulation",
          allow_negative_numbers = true, value_parser = values::threads)]
    pub threads: u16,
}

/// Where a result goes, and in which form.
#[derive(Debug, Args)]
pub struct OutputArgs {
    /// Form of the result [default: from the ending of --out, else table]
    #[arg(long, value_enum, help_heading = "Output")]
    pub format: Option<Format>,
    /// Write to this file; .json, .csv, .md, .txt or .parquet says in which form
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub out: Option<PathBuf>,
    /// No progress bar
    #[arg(long, help_heading = "Output")]
    pub quiet: bool,
    /// Tell how long it took, in JSON too
    #[arg(long, help_heading = "Output")]
    pub timing: bool,
}

#[derive(Debug, Args)]
#[command(after_help = ODDS_EXAMPLES, args_override_self = true)]
pub struct OddsArgs {
    #[command(flatten)]
    pub engagement: EngagementArgs,
    /// The attacker's chance to win under each targeting policy of either side, best play included
    #[arg(long, help_heading = "Policies")]
    pub envelope: bool,
    /// Where not everything is known, the possibilities one by one
    #[arg(long, help_heading = "Battle", conflicts_with = "envelope")]
    pub by_possibility: bool,
    /// Where not everything is known, what it would be worth to know it
    #[arg(long, help_heading = "Battle", conflicts_with = "envelope")]
    pub scouting: bool,
    #[command(flatten)]
    pub how: MethodArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

const ODDS_EXAMPLES: &str = "\
Examples:
  broadside odds \"3 CA a1 + 6 SC a1\" \"2 BB a1 d1 + 3 DD a1 d1\"
  broadside odds strike.toml \"1 Base a1 + 4 SC\" --terrain asteroids --battles 10M
  broadside odds engagement.toml --precision 0.01% --out result.json
  broadside odds \"6 DD\" \"2 BB\" --attacker-retreat after-round=2 --defender-target weakest
  broadside odds \"6 DD\" \"2 BB\" --after-round 3
  broadside odds \"3 CA + 4 SC\" \"2 BB + 2 DD\" --attacker-target optimal --defender-target optimal
  broadside odds \"4 DD\" \"2 BB\" --attacker-retreat optimal --objective cp-swing
  broadside odds \"3 CA + 4 SC\" \"2 BB + 2 DD\" --envelope
  broadside odds \"3 CA a1\" \"1-3 CA|BC\" --by-possibility --scouting
  broadside odds \"2 cruiser[2 ion-cannon electron-computer hull nuclear-source nuclear-drive]\" \"1 ancient\"
  broadside odds \"3 interceptor(i3 1y) + 1 cruiser(i2 h1 c2 1y m:2o)\" \"1 gcds\" --edition new-dawn";

#[derive(Debug, Args)]
#[command(after_help = TRACE_EXAMPLES, args_override_self = true)]
pub struct TraceArgs {
    #[command(flatten)]
    pub engagement: EngagementArgs,
    /// The same seed gives the same battles
    #[arg(
        long,
        value_name = "S",
        allow_negative_numbers = true,
        value_parser = values::seed,
        default_value_t = 0,
        help_heading = "Which battle"
    )]
    pub seed: u64,
    /// Tell the seed's battle of this number, counted from 0: the very one that odds counts
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = count, help_heading = "Which battle", conflicts_with = "pick")]
    pub battle: Option<u64>,
    /// Tell a typical battle, or the attacker's best or worst, by CP lost on both sides
    #[arg(long, value_enum, help_heading = "Which battle")]
    pub pick: Option<Choice>,
    /// Pick among so many of the seed's first battles [default: 10000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::among, help_heading = "Which battle", requires = "pick")]
    pub among: Option<u64>,
}

const TRACE_EXAMPLES: &str = "\
Examples:
  broadside trace \"3 CA a1 + 6 SC a1\" \"2 BB a1 d1 + 3 DD a1 d1\"
  broadside trace strike.toml \"1 Base a1\" --seed 7 --battle 12
  broadside trace \"6 DD\" \"2 BB\" --pick worst --terrain nebula";

/// Which battle to pick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Choice {
    /// The middle one
    Median,
    /// The attacker's best
    Best,
    /// The attacker's worst
    Worst,
}

#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub struct CheckArgs {
    /// Fleet files, engagement files, or fleets in the shorthand
    #[arg(required = true, value_name = "FLEET")]
    pub fleets: Vec<String>,
    /// Game that is played; without it what the files say, or what only one game has
    #[arg(long, value_enum)]
    pub game: Option<Game>,
    /// Edition of the rules; without it what the files say, else all-good-things or second-dawn
    #[arg(long, value_name = "EDITION", value_parser = values::editions())]
    pub edition: Option<String>,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  broadside check fleets/space-empires/*.toml
  broadside check \"3 CA a2 d1 t1 + 6 SC a1\"";

#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  broadside completions bash > ~/.local/share/bash-completion/completions/broadside
  broadside completions zsh > ~/.zfunc/_broadside";

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn arguments_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn switches_take_a_value_with_or_without_an_equals_sign() {
        let args = [
            "broadside",
            "odds",
            "--attacker-keep-bonus",
            "true",
            "3 CA",
            "--defender-finish-wounded=false",
            "3 SC",
        ];
        let Command::Odds(odds) = Cli::try_parse_from(args).unwrap().command else {
            panic!("not the odds command");
        };
        assert_eq!(
            (odds.engagement.attacker.as_str(), odds.engagement.defender.as_deref()),
            ("3 CA", Some("3 SC"))
        );
        assert_eq!(odds.engagement.policies.of(Side::Attacker).keep_bonus, Some(true));
        assert_eq!(odds.engagement.policies.of(Side::Attacker).finish_wounded, None);
        assert_eq!(odds.engagement.policies.of(Side::Defender).finish_wounded, Some(false));
    }
}
