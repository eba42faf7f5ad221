//! What the terminal is like.

use crate::report::Look;
use std::io::{self, IsTerminal};

/// Columns where there is no terminal: room for whole lines, since nobody's screen breaks them.
const WIDTH: u16 = 160;

/// Fewest columns that tables are laid out for.
const NARROWEST: u16 = 40;

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
            width: WIDTH,
            colour: false,
        };
    }
    let width = terminal_size::terminal_size().map_or(WIDTH, |(width, _)| width.0);
    Look {
        width: width.max(NARROWEST),
        colour: colour(&io::stdout()),
    }
}
