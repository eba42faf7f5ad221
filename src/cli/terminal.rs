//! What the terminal is like.

use crate::report::Look;
use std::io::{self, IsTerminal};

/// Colours may be used on the stream: it is a terminal, one that has colours, and `NO_COLOR` is
/// not set (<https://no-color.org>).
pub fn colour(stream: &impl IsTerminal) -> bool {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    stream.is_terminal() && set("NO_COLOR").is_none() && set("TERM").is_none_or(|term| term != "dumb")
}

/// How a page is laid out that goes to standard output, or with `file` elsewhere.
pub fn look(file: bool) -> Look {
    if file || !io::stdout().is_terminal() {
        return Look {
            width: None,
            colour: false,
        };
    }
    Look {
        width: terminal_size::terminal_size().map(|(width, _)| width.0),
        colour: colour(&io::stdout()),
    }
}
