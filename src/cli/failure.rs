//! How a command can fail, what is said about it, and the exit code.

use super::terminal;
use crate::spec::{Problems, visible};
use std::io::{self, Write};
use std::process::ExitCode;

/// Exit code of a run-time failure.
pub const FAILED: u8 = 1;

/// Exit code of bad input or usage.
pub const BAD_INPUT: u8 = 2;

/// Why a command ended early. Texts read after "error:".
#[derive(Debug)]
pub enum Failure {
    /// The arguments don't fit together or name what does not exist.
    Usage(String),
    /// Files or arguments have faults.
    Input(Problems),
    /// The machine did not do what was asked.
    Run(String),
    /// The reader of the output left: nobody is there to be told.
    Quiet,
    /// Ctrl-C; what was finished has been written.
    Interrupted,
}

impl Failure {
    /// Says on standard error what went wrong and returns the exit code.
    pub fn report(self) -> ExitCode {
        let colour = terminal::colour(&io::stderr());
        let (text, code) = match self {
            Failure::Usage(message) => (line(&message, colour), BAD_INPUT),
            Failure::Input(problems) => (headed(&problems.render(colour), colour), BAD_INPUT),
            Failure::Run(message) => (line(&message, colour), FAILED),
            Failure::Quiet => (String::new(), FAILED),
            Failure::Interrupted => (line("interrupted: the result is partial", colour), FAILED),
        };
        // Standard error may be closed as well; there is nowhere left to say so.
        let _ = io::stderr().write_all(text.as_bytes());
        ExitCode::from(code)
    }
}

/// Faults with "error:" before each: the lines below a fault's first are indented.
fn headed(faults: &str, colour: bool) -> String {
    let mut text = String::with_capacity(faults.len() * 2);
    for part in faults.split_inclusive('\n') {
        let is_count = part.starts_with("and ") && part.ends_with(" more\n");
        if !part.starts_with(' ') && !part.starts_with("error:") && !part.starts_with("\x1b[1;31merror:") && !is_count {
            text.push_str(if colour { "\x1b[1;31merror:\x1b[0m " } else { "error: " });
        }
        text.push_str(part);
    }
    text
}

fn line(message: &str, colour: bool) -> String {
    let message = visible(message);
    if colour {
        format!("\x1b[1;31merror:\x1b[0m {message}\n")
    } else {
        format!("error: {message}\n")
    }
}
