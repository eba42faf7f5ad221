//! Commands: arguments in, calls, exit codes out.

mod advise;
mod answer;
mod args;
mod catalog;
mod check;
mod completions;
mod eclipse;
mod engagement;
mod envelope;
mod failure;
mod format;
mod game;
mod interrupt;
mod luck;
mod method;
mod odds;
mod output;
mod progress;
mod scouting;
mod solving;
mod terminal;
mod trace;
mod unsure;
mod values;

use crate::spec::Game;
use args::{Cli, Command};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser};
use failure::Failure;
use std::io;
use std::process::ExitCode;

/// Runs the command line and returns the exit code: 0 done, 1 a run-time failure, 2 bad input.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return of_another_game(&error).map_or_else(|| explain(&with_sides(error)), |told| told.report()),
    };
    let done = match &cli.command {
        Command::Odds(args) => match args.engagement.game() {
            Game::SpaceEmpires => odds::run(args),
            Game::Eclipse => eclipse::run(args),
        },
        Command::Advise(args) => args
            .engagement
            .must_be_space_empires("`advise`")
            .and_then(|()| advise::run(args)),
        Command::Luck(args) => args
            .engagement
            .must_be_space_empires("`luck`")
            .and_then(|()| luck::run(args)),
        Command::Trace(args) => match args.engagement.game() {
            Game::SpaceEmpires => trace::run(args),
            Game::Eclipse => trace::run_volleys(args),
        },
        Command::Check(args) => check::run(args),
        Command::Catalog(args) => catalog::run(args),
        Command::Completions(args) => completions::run(args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// What is said of a command that lacks options and that the game of its fleets does not have in any case.
fn of_another_game(error: &clap::Error) -> Option<Failure> {
    if error.kind() != ErrorKind::MissingRequiredArgument {
        return None;
    }
    let whatever_is_there = Cli::command().ignore_errors(true).try_get_matches().ok()?;
    match Cli::from_arg_matches(&whatever_is_there).ok()?.command {
        Command::Advise(args) => args.engagement.must_be_space_empires("`advise`").err(),
        Command::Luck(args) => args.engagement.must_be_space_empires("`luck`").err(),
        _ => None,
    }
}

/// Options that each side has of its own.
const OF_A_SIDE: [&str; 8] = [
    "target",
    "finish-wounded",
    "screen",
    "keep-bonus",
    "retreat",
    "slip-away",
    "equals",
    "protect",
];

/// An unknown option that only lacks its side is answered with both.
fn with_sides(mut error: clap::Error) -> clap::Error {
    let typed = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(typed)) if error.kind() == ErrorKind::UnknownArgument => typed.clone(),
        _ => return error,
    };
    let name = typed.trim_start_matches('-');
    if OF_A_SIDE.contains(&name) {
        let tip = format!("each side has its own: '--attacker-{name}' and '--defender-{name}'");
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// Prints what clap has to say: help and version on standard output, faults on standard error.
fn explain(error: &clap::Error) -> ExitCode {
    match error.print() {
        Ok(()) => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(failure::BAD_INPUT)),
        Err(broken) if broken.kind() == io::ErrorKind::BrokenPipe => Failure::Quiet.report(),
        Err(broken) => Failure::Run(format!("cannot write: {broken}")).report(),
    }
}
