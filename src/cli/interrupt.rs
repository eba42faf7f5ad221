//! Ctrl-C: while battles are fought, the first press ends that with what is finished; while one is solved it
//! ends the program, since half a solution says nothing. The second press, or any press later, ends the
//! program at once.

use super::failure::{FAILED, Failure};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, OnceLock, mpsc};
use std::time::Duration;

/// Battles are fought: what is finished can be written.
const FIGHTING: u8 = 0;

/// A battle is solved: there is nothing to write yet.
const SOLVING: u8 = 1;

/// All is done, and is being written.
const WRITING: u8 = 2;

/// How long a terminal may take to show the last message.
const PATIENCE: Duration = Duration::from_millis(300);

/// What Ctrl-C does.
#[derive(Clone)]
pub struct Interrupt {
    /// Set by the first press: the simulation ends soon.
    pub cancel: Arc<AtomicBool>,
    doing: Arc<AtomicU8>,
}

impl Interrupt {
    /// Watches for Ctrl-C while battles are fought.
    pub fn fighting() -> Result<Interrupt, Failure> {
        Interrupt::watch(FIGHTING)
    }

    /// Watches for Ctrl-C while there is nothing to write: while a battle is read, laid out or solved.
    pub fn solving() -> Result<Interrupt, Failure> {
        Interrupt::watch(SOLVING)
    }

    /// The program's one watch, set to what it does now.
    fn watch(doing: u8) -> Result<Interrupt, Failure> {
        static WATCH: OnceLock<Result<Interrupt, String>> = OnceLock::new();
        let watch = WATCH.get_or_init(|| Interrupt::new().map_err(|error| error.to_string()));
        match watch {
            Ok(interrupt) => {
                interrupt.doing.store(doing, Ordering::SeqCst);
                Ok(interrupt.clone())
            }
            Err(error) => Err(Failure::Run(format!("cannot watch for Ctrl-C: {error}"))),
        }
    }

    fn new() -> Result<Interrupt, ctrlc::Error> {
        let interrupt = Interrupt {
            cancel: Arc::new(AtomicBool::new(false)),
            doing: Arc::new(AtomicU8::new(FIGHTING)),
        };
        let Interrupt { cancel, doing } = interrupt.clone();
        ctrlc::set_handler(move || {
            let again = cancel.swap(true, Ordering::SeqCst);
            match doing.load(Ordering::SeqCst) {
                FIGHTING if !again => {}
                SOLVING if !again => say_so(),
                _ => std::process::exit(i32::from(FAILED)),
            }
        })?;
        Ok(interrupt)
    }

    /// All is fought or solved, and is being written: what remains ends at the first press.
    pub fn writing() -> Result<Interrupt, Failure> {
        Interrupt::watch(WRITING)
    }
}

/// Ends the program with a message, from a thread of its own: a terminal that takes no more must not hold
/// that up.
fn say_so() {
    let (said, is_said) = mpsc::channel();
    let say = move || {
        Failure::Run("interrupted: there is no result yet".to_owned()).report();
        // Nobody waits any longer if this comes late.
        let _ = said.send(());
    };
    if std::thread::Builder::new().spawn(say).is_ok() {
        // Said or not, the program ends.
        let _ = is_said.recv_timeout(PATIENCE);
    }
    std::process::exit(i32::from(FAILED));
}
