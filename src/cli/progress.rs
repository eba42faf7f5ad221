//! The progress bar: on standard error, and only if that is a terminal.

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const TEMPLATE: &str = "{wide_bar} {percent} %  {human_pos} of {human_len} battles, {speed}, {eta} left";

/// Runs shorter than this show no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// How far a simulation has come.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    start: Instant,
    most: AtomicU64,
}

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
                let _ = write!(out, "{} a second", HumanCount(state.per_sec() as u64));
            }));
        }
        Progress {
            bar,
            start: Instant::now(),
            most: AtomicU64::new(0),
        }
    }

    /// So many battles are done of so many.
    pub fn tell(&self, done: u64, expected: u64) {
        // Threads may come out of turn; a bar that goes back would look like a fault.
        let most = self.most.fetch_max(done, Ordering::Relaxed).max(done);
        if self.start.elapsed() >= PATIENCE {
            self.bar.set_length(expected);
            self.bar.set_position(most);
        }
    }

    /// Takes the bar away.
    pub fn finish(self) {
        self.bar.finish_and_clear();
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
