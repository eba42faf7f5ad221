//! Solving a battle while somebody may look on or press Ctrl-C.

use super::failure::Failure;
use super::interrupt::Interrupt;
use super::progress::Progress;
use crate::engine::exact::Game;
use std::sync::OnceLock;

/// How a battle is solved.
#[derive(Clone, Copy, Debug)]
pub struct Solving {
    /// No progress bar.
    pub quiet: bool,
    /// Worker threads; 0: one for each processor.
    pub threads: u16,
}

impl Solving {
    /// Plays a game out, with a bar if it takes long.
    pub fn play<'p, T>(self, game: Game<'p>, work: impl FnOnce(Game<'p>) -> T) -> Result<T, Failure> {
        let progress = Progress::of_states(self.quiet, &game);
        let played = self.work(|| work(game));
        progress.finish();
        played
    }

    /// Works something out without a bar.
    pub fn work<T>(self, work: impl FnOnce() -> T) -> Result<T, Failure> {
        Interrupt::solving()?;
        Ok(work())
    }

    /// Starts the worker threads, once for all that the program solves, before anything is laid out.
    pub fn start_threads(self) -> Result<(), Failure> {
        static STARTED: OnceLock<Result<(), String>> = OnceLock::new();
        let started = STARTED.get_or_init(|| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(usize::from(self.threads));
            pool.build_global().map_err(|error| error.to_string())
        });
        match started {
            Ok(()) => Ok(()),
            Err(error) => Err(Failure::Run(format!("cannot start worker threads: {error}"))),
        }
    }
}
