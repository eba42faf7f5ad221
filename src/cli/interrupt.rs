//! Ctrl-C: the first press ends the simulation with what is finished, the second everything.

use super::failure::{FAILED, Failure};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that the first Ctrl-C sets; a second one ends the program at once.
pub fn flag() -> Result<Arc<AtomicBool>, Failure> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    ctrlc::set_handler(move || {
        if set.swap(true, Ordering::SeqCst) {
            std::process::exit(i32::from(FAILED));
        }
        let _ = io::stderr().write_all(b"\nending with what is finished; once more ends at once\n");
    })
    .map_err(|error| Failure::Run(format!("cannot watch for Ctrl-C: {error}")))?;
    Ok(flag)
}
