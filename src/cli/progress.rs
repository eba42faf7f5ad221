//! The progress bar: on standard error, and only if that is a terminal.

use crate::engine::exact::Game;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

const TEMPLATE: &str = "{wide_bar} {percent} % of {human_len} battles, {speed}, {eta} left";

const TEMPLATE_OF_STATES: &str = "{wide_bar} {percent} % of {human_len} states solved, {eta} left";

const TEMPLATE_OF_LOOKS: &str = "{wide_bar} {percent} % of {human_len} battles to the next look, {speed}, {eta} left";

/// Runs shorter than this show no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// Time between two pictures of the bar.
const TICK: Duration = Duration::from_millis(200);

/// How far a simulation or a solution has come.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    /// Most battles told of: threads tell in any order.
    most: AtomicU64,
    over: Arc<AtomicBool>,
}

impl Progress {
    /// A bar, or nothing to see if the reader wants none or nobody is looking; with `looks` for a
    /// run that goes on from look to look.
    pub fn new(quiet: bool, looks: bool) -> Progress {
        Progress::with(quiet, if looks { TEMPLATE_OF_LOOKS } else { TEMPLATE })
    }

    /// A bar of the states of a game that are solved, likewise.
    pub fn of_states(quiet: bool, game: &Game) -> Progress {
        let progress = Progress::with(quiet, TEMPLATE_OF_STATES);
        progress.bar.set_length(game.states());
        let (bar, over, solved) = (progress.bar.clone(), Arc::clone(&progress.over), game.solved());
        if !quiet && io::stderr().is_terminal() {
            let follow = move || {
                while !over.load(Ordering::SeqCst) {
                    bar.set_position(solved.load(Ordering::Relaxed));
                    std::thread::sleep(TICK);
                }
            };
            // Where no thread can be had the bar stands still.
            let _ = std::thread::Builder::new().spawn(follow);
        }
        progress
    }

    fn with(quiet: bool, template: &str) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        // A template that does not parse leaves the plain bar; a test makes sure that it does.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.with_key("speed", |state: &ProgressState, out: &mut dyn Write| {
                // A bar that cannot be written is nothing to stop for.
                let _ = out.write_str(&speed(state.pos() as f64 / state.elapsed().as_secs_f64()));
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

/// Battles a second in words of a size that can be read.
pub fn speed(battles_per_second: f64) -> String {
    if battles_per_second >= 1e6 {
        format!("{:.1} million a second", battles_per_second / 1e6)
    } else if battles_per_second >= 1e3 {
        format!("{:.0} thousand a second", battles_per_second / 1e3)
    } else {
        format!("{battles_per_second:.0} a second")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_templates_parse() {
        assert!(ProgressStyle::with_template(TEMPLATE).is_ok());
        assert!(ProgressStyle::with_template(TEMPLATE_OF_LOOKS).is_ok());
        assert!(ProgressStyle::with_template(TEMPLATE_OF_STATES).is_ok());
    }

    #[test]
    fn it_never_goes_back() {
        let progress = Progress::new(true, false);
        for (done, shown) in [(10, 10), (30, 30), (20, 30), (40, 40)] {
            progress.tell(done, 100);
            assert_eq!(progress.bar.position(), shown);
        }
    }

    #[test]
    fn speeds_are_readable() {
        assert_eq!(
            [12.3e6, 45_600.0, 789.0].map(speed),
            ["12.3 million a second", "46 thousand a second", "789 a second"]
        );
    }
}
