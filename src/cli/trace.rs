//! `broadside trace`: tell one battle.

use super::args::{Choice, TraceArgs};
use super::failure::Failure;
use super::method::needs_dice;
use super::output::Output;
use super::terminal;
use crate::engine::trace::{Pick, pick, tell};
use crate::report::story::{self, Found};

/// Battles to pick one from if nothing else is said.
const AMONG: u64 = 10_000;

/// Tells the battle that the arguments name.
pub fn run(args: &TraceArgs) -> Result<(), Failure> {
    let (battle, plan) = args.engagement.battle()?;
    needs_dice(&plan, "trace")?;
    let among = args.among.unwrap_or(AMONG);
    let number = match args.pick {
        Some(choice) => pick(&plan, args.seed, among, meant(choice)),
        None => args.battle.unwrap_or(0),
    };
    let told = tell(&plan, args.seed, number);
    let found = Found {
        seed: args.seed,
        picked: args.pick.map(|choice| (meant(choice), among)),
    };
    let story = story::render(&battle, &plan, &told, &found, terminal::look(false));
    Output::Standard.write(story.as_bytes())
}

fn meant(choice: Choice) -> Pick {
    match choice {
        Choice::Median => Pick::Median,
        Choice::Best => Pick::Best,
        Choice::Worst => Pick::Worst,
    }
}
