//! What best play may take, and what is said of battles that take more.

use super::super::failure::Failure;
use crate::engine::Plan;
use crate::engine::exact::{Excess, Game, Limit, Objective, Position, Refusal};
use crate::report::figure;

/// Bytes of memory that a solution may take for each state of `--exact-limit`: 4 GB by default.
pub const BYTES_A_STATE: u64 = 200;

/// A limit that takes more memory than this, in bytes, is not proposed: few machines have it.
const MOST_PROPOSED: u64 = 64_000_000_000;

/// More than this are "over a million million".
const MOST_TOLD: u64 = 1_000_000_000_000;

/// What is said of states if screens are left to best play.
pub const WAYS: &str = ", each met in many ways of screening";

/// Why best play can't be worked out.
#[derive(Debug)]
pub enum Unsolved {
    /// It would take more than it may.
    TooLarge {
        /// A sentence.
        why: String,
        /// Screens that are left to best play are part of what makes it so large.
        screens: bool,
        /// How it can be had all the same, if it can.
        or: Option<String>,
    },
    /// It can't be solved at all, or the machine has no memory for it.
    Refused(Refusal),
    /// Something else went wrong meanwhile.
    Failed(Failure),
}

impl Unsolved {
    /// Says it; `instead` is what to do about a battle that is too large.
    pub fn failure(self, instead: &str) -> Failure {
        match self {
            Unsolved::TooLarge { why, or, .. } => {
                let or = or.map_or_else(String::new, |or| format!(", or {or}"));
                Failure::Usage(format!("{why}: {instead}{or}"))
            }
            Unsolved::Refused(refusal) => refused(refusal),
            Unsolved::Failed(failure) => failure,
        }
    }
}

impl From<Refusal> for Unsolved {
    fn from(refusal: Refusal) -> Unsolved {
        Unsolved::Refused(refusal)
    }
}

impl From<Failure> for Unsolved {
    fn from(failure: Failure) -> Unsolved {
        Unsolved::Failed(failure)
    }
}

/// By what to do in a command that gives odds.
impl From<Unsolved> for Failure {
    fn from(unsolved: Unsolved) -> Failure {
        let instead = match unsolved {
            Unsolved::TooLarge { screens: true, .. } => "give a fixed screening policy instead of `optimal`",
            _ => "give fixed policies instead of `optimal`",
        };
        unsolved.failure(instead)
    }
}

/// Why a plan can't be solved, where nothing better can be said.
pub fn refused(refusal: Refusal) -> Failure {
    match refusal {
        Refusal::NoMemory { bytes } => Failure::Run(format!(
            "not enough memory: solving this battle takes up to {}, and there is less",
            memory(bytes)
        )),
        _ => Failure::Usage(format!("best play of this battle can't be solved: {refusal}")),
    }
}

/// The game from a position on, if `--exact-limit` allows it; with `record` for every decision as well.
pub fn game<'p>(
    plan: &'p Plan,
    objective: Objective,
    position: &Position,
    exact_limit: u64,
    record: bool,
) -> Result<Game<'p>, Unsolved> {
    let limit = Limit {
        states: exact_limit,
        bytes: exact_limit.saturating_mul(BYTES_A_STATE),
    };
    Game::within(plan, objective, position, &limit, record).map_err(|refusal| match refusal {
        Refusal::TooLarge(excess) => too_large(plan, excess, &limit),
        Refusal::TooManyScreens => Unsolved::TooLarge {
            why: format!("best play of this battle is too large: {refusal}"),
            screens: true,
            or: None,
        },
        _ => Unsolved::Refused(refusal),
    })
}

fn too_large(plan: &Plan, excess: Excess, limit: &Limit) -> Unsolved {
    let screens = plan.orders.iter().any(|orders| orders.best.screen);
    match excess.bytes {
        None => Unsolved::TooLarge {
            why: format!(
                "best play of this battle has {}, more than the limit of {}",
                states(&excess),
                figure::whole(limit.states)
            ),
            screens: false,
            or: raise(&excess, excess.states.saturating_mul(BYTES_A_STATE)),
        },
        Some(bytes) => Unsolved::TooLarge {
            why: format!(
                "best play of this battle has {} states{}, which take {}{} of memory, more than {}",
                figure::whole(excess.states),
                if screens { WAYS } else { "" },
                if excess.at_least { "at least " } else { "" },
                memory(bytes),
                memory(limit.bytes)
            ),
            screens,
            or: raise(&excess, bytes),
        },
    }
}

/// `12 states`, `at least 12 states`.
pub fn states(excess: &Excess) -> String {
    match (excess.at_least, excess.states) {
        (_, MOST_TOLD..) => "over a million million states".to_owned(),
        (true, states) => format!("at least {} states", figure::whole(states)),
        (false, states) => format!("{} states", figure::whole(states)),
    }
}

/// How the limit can be raised for a solution that takes so many bytes of memory, if that is much use.
pub fn raise(excess: &Excess, bytes: u64) -> Option<String> {
    let limit = figure::whole(bytes.div_ceil(BYTES_A_STATE));
    // What is only known to be too much would be too much again.
    let of_use = bytes <= MOST_PROPOSED && !excess.at_least;
    of_use.then(|| format!("raise `--exact-limit` to {limit} or more"))
}

/// `12 MB`, `4.0 GB`.
pub fn memory(bytes: u64) -> String {
    match bytes {
        1_000_000_000_000_000.. => "over a million GB".to_owned(),
        ..1_000_000_000 => format!("{} MB", bytes.div_ceil(1_000_000)),
        // Rounded up, so that what is more than a limit is not told as the same.
        _ => format!("{:.1} GB", (bytes as f64 / 1e8).ceil() / 10.0),
    }
}
