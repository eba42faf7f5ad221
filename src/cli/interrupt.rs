//! Ctrl-C: while battles are fought, the first press ends that with what is finished; the second, or
//! any press later, ends the program at once.

use super::failure::{FAILED, Failure};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What Ctrl-C does.
pub struct Interrupt {
    /// Set by the first press: the simulation ends soon.
    pub cancel: Arc<AtomicBool>,
    fighting: Arc<AtomicBool>,
}

impl Interrupt {
    /// Watches for Ctrl-C from now on.
    pub fn watch() -> Result<Interrupt, Failure> {
        let cancel = Arc::new(AtomicBool::new(false));
        let fighting = Arc::new(AtomicBool::new(true));
        let (set, still) = (Arc::clone(&cancel), Arc::clone(&fighting));
        // Nothing is written here: a terminal that takes no more would hold up the second press.
        ctrlc::set_handler(move || {
            if set.swap(true, Ordering::SeqCst) || !still.load(Ordering::SeqCst) {
                std::process::exit(i32::from(FAILED));
            }
        })
        .map_err(|error| Failure::Run(format!("cannot watch for Ctrl-C: {error}")))?;
        Ok(Interrupt { cancel, fighting })
    }

    /// The battles are fought: what remains ends at the first press.
    pub fn fought(&self) {
        self.fighting.store(false, Ordering::SeqCst);
    }
}
