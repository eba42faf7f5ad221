//! Solving a battle while somebody may look on or press Ctrl-C.

use super::failure::Failure;
use super::interrupt::Interrupt;
use super::progress::Progress;
use crate::engine::exact::Game;

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
    pub fn play<'p, T: Send>(self, game: Game<'p>, work: impl FnOnce(Game<'p>) -> T + Send) -> Result<T, Failure> {
        let progress = Progress::of_states(self.quiet, &game);
        let played = self.work(|| work(game));
        progress.finish();
        played
    }

    /// Works something out without a bar.
    pub fn work<T: Send>(self, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
        let interrupt = Interrupt::solving()?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(usize::from(self.threads));
        let done = match pool.build() {
            Ok(pool) if self.threads > 0 => pool.install(work),
            _ => work(),
        };
        interrupt.done();
        Ok(done)
    }
}
