//! `broadside completions`: a script that completes commands and options.

use super::args::{Cli, CompletionsArgs};
use super::failure::Failure;
use super::output::Output;
use clap::CommandFactory;

/// Prints the script of a shell.
pub fn run(args: &CompletionsArgs) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "broadside", &mut script);
    Output::Standard.write(&script)
}
