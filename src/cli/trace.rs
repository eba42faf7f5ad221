//! `broadside trace`: tell one battle.

use super::args::{Choice, TraceArgs};
use super::eclipse::{self, Read};
use super::failure::Failure;
use super::method::{best_play, needs_dice};
use super::output::Output;
use super::terminal;
use crate::engine::trace::{self, Pick, pick};
use crate::engine::volley::tell;
use crate::report::story::{self, Found};
use crate::report::{self, volleys};
use crate::rules::eclipse::lower;

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
    let told = trace::tell(&plan, args.seed, number);
    let found = Found {
        seed: args.seed,
        picked: args.pick.map(|choice| (meant(choice), among)),
    };
    let story = story::render(&battle, &plan, &told, &found, terminal::look(false));
    Output::Standard.write(story.as_bytes())
}

/// Tells the battle of Eclipse that the arguments name.
pub fn run_volleys(args: &TraceArgs) -> Result<(), Failure> {
    let Read { hex, two_sides } = eclipse::hex(&args.engagement)?;
    if !two_sides {
        return Err(Failure::Usage(
            "`trace` tells one battle: give an attacker and a defender, not a hex with several parties".to_owned(),
        ));
    }
    let plan = lower(&hex, hex.sides(0, 1), args.engagement.after_round);
    if plan.needs_best_play() {
        return Err(best_play("trace"));
    }
    let among = args.among.unwrap_or(AMONG);
    let number = match args.pick {
        Some(choice) => tell::pick(&plan, args.seed, among, meant(choice)),
        None => args.battle.unwrap_or(0),
    };
    let told = tell::tell(&plan, args.seed, number);
    let found = Found {
        seed: args.seed,
        picked: args.pick.map(|choice| (meant(choice), among)),
    };
    let page = volleys::page(&hex, &plan, &told, &found);
    Output::Standard.write(report::table::render(&page, terminal::look(false)).as_bytes())
}

fn meant(choice: Choice) -> Pick {
    match choice {
        Choice::Median => Pick::Median,
        Choice::Best => Pick::Best,
        Choice::Worst => Pick::Worst,
    }
}
