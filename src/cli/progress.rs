//! The progress bar: on standard error, and only if that is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};

const TEMPLATE: &str = "{wide_bar} {percent} %  {human_pos} of {human_len} battles, {per_sec}, {eta} left";

/// How far a simulation has come.
#[derive(Debug)]
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar, or nothing to see if the reader wants none or nobody is looking.
    pub fn new(quiet: bool) -> Progress {
        let visible = !quiet && io::stderr().is_terminal();
        let target = if visible {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        // A template that does not parse leaves the plain bar; a test makes sure that it does.
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            bar.set_style(style);
        }
        Progress(bar)
    }

    /// So many battles are done of so many.
    pub fn tell(&self, done: u64, expected: u64) {
        self.0.set_length(expected);
        self.0.set_position(done);
    }

    /// Takes the bar away.
    pub fn finish(self) {
        self.0.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_parses() {
        assert!(ProgressStyle::with_template(TEMPLATE).is_ok());
    }
}
