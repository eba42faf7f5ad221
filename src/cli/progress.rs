//! The progress bar: on standard error, and only if that is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::io::{self, IsTerminal};

const TEMPLATE: &str = "{wide_bar} {percent} %  {human_pos} of {human_len} battles, {speed}, {eta} left";

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
            bar.set_style(style.with_key("speed", |state: &ProgressState, out: &mut dyn Write| {
                // A bar that cannot be written is nothing to stop for.
                let _ = write!(out, "{:.1} million a second", state.per_sec() / 1e6);
            }));
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
