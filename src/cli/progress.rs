//! The progress bar: on standard error, and only if that is a terminal.

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

const TEMPLATE: &str = "{wide_bar} {percent} %  {human_pos} of {human_len} battles, {speed}, {eta} left";

/// Runs shorter than this show no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// Time between two pictures of the bar.
const TICK: Duration = Duration::from_millis(200);

/// How far a simulation has come.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    most: AtomicU64,
    over: Arc<AtomicBool>,
}

impl Progress {
    /// A bar, or nothing to see if the reader wants none or nobody is looking.
    pub fn new(quiet: bool) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        // A template that does not parse leaves the plain bar; a test makes sure that it does.
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            bar.set_style(style.with_key("speed", |state: &ProgressState, out: &mut dyn Write| {
                // A bar that cannot be written is nothing to stop for.
                let _ = write!(out, "{} a second", HumanCount(state.per_sec() as u64));
            }));
        }
        let over = Arc::new(AtomicBool::new(false));
        if !quiet && io::stderr().is_terminal() {
            show_later(bar.clone(), Arc::clone(&over));
        }
        Progress {
            bar,
            most: AtomicU64::new(0),
            over,
        }
    }

    /// So many battles are done of so many.
    pub fn tell(&self, done: u64, expected: u64) {
        // Threads may come out of turn; a bar that goes back would look like a fault.
        let most = self.most.fetch_max(done, Ordering::Relaxed).max(done);
        self.bar.set_length(expected);
        self.bar.set_position(most);
    }

    /// Takes the bar away.
    pub fn finish(self) {
        self.over.store(true, Ordering::SeqCst);
        self.bar.finish_and_clear();
    }
}

/// Draws the bar from a thread of its own, so that a terminal that is slow to take it does not hold up
/// the battles.
fn show_later(bar: ProgressBar, over: Arc<AtomicBool>) {
    let draw = move || {
        std::thread::sleep(PATIENCE);
        if !over.load(Ordering::SeqCst) {
            // With a ticker the bar is drawn by nobody else.
            bar.enable_steady_tick(TICK);
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    };
    // Where no thread can be had there is no bar.
    let _ = std::thread::Builder::new().spawn(draw);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_parses() {
        assert!(ProgressStyle::with_template(TEMPLATE).is_ok());
    }
}
