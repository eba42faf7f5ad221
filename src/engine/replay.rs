//! A battle fought again with dice that somebody threw.

use super::dice::Dice;
use super::plan::Plan;
use super::row::{LANES, Row};
use super::trace::{Event, Told, replay_until};
use std::sync::atomic::{AtomicBool, Ordering};

/// Rolls as written, the same for every lane. More than were written are 10s, and counted.
pub struct Scripted<'a> {
    rolls: &'a [u8],
    used: usize,
    row: Row,
    /// Set as soon as a roll is asked for that was not written.
    short: &'a AtomicBool,
}

impl<'a> Scripted<'a> {
    /// Faces from 1 to 10, in the order in which they are thrown; `short` is set if they don't
    /// suffice.
    #[must_use]
    pub fn new(rolls: &'a [u8], short: &'a AtomicBool) -> Scripted<'a> {
        Scripted {
            rolls,
            used: 0,
            row: Row::ZERO,
            short,
        }
    }

    /// Rolls that were asked for.
    #[must_use]
    pub fn used(&self) -> usize {
        self.used
    }
}

impl Dice for Scripted<'_> {
    fn look(&mut self) -> &Row {
        let face = self.rolls.get(self.used).copied().unwrap_or(10).clamp(1, 10);
        // The middle of the face's bytes: never a tie with a threshold.
        let byte = (u16::from(face) * 256 - 128) / 10;
        self.row = Row([byte as u8; LANES]);
        &self.row
    }

    fn take(&mut self) {
        self.used += 1;
        if self.used > self.rolls.len() {
            self.short.store(true, Ordering::Relaxed);
        }
    }

    /// There are none.
    fn ties(&mut self, _: &Row) -> Row {
        Row::ZERO
    }

    /// The first: rolls don't tell what a random shot is at, see [`tells_targets`].
    fn below(&mut self, _: u32) -> u32 {
        0
    }
}

/// Why rolls don't make a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// The battle still goes on after the last roll.
    TooFew {
        /// What happened so far.
        events: Vec<Event>,
        /// The event that lacks its roll.
        next: Event,
        /// In which round.
        round: u16,
    },
    /// The battle ended before the last roll.
    TooMany {
        /// Rolls that it took.
        used: usize,
        /// How it went.
        told: Told,
    },
}

/// The battle that these rolls make, if they are as many as it takes.
///
/// # Errors
///
/// If there are fewer or more.
pub fn replay_rolls(plan: &Plan, rolls: &[u8]) -> Result<Told, Misfit> {
    let short = AtomicBool::new(false);
    let mut dice = Scripted::new(rolls, &short);
    let (mut events, told) = replay_until(plan, &mut dice, &short);
    let used = dice.used();
    match told {
        Some((rounds, remains)) if used <= rolls.len() => {
            let told = Told {
                battle: 0,
                events,
                rounds,
                remains,
            };
            if used == rolls.len() {
                Ok(told)
            } else {
                Err(Misfit::TooMany { used, told })
            }
        }
        _ => {
            let (at, next) = events
                .iter()
                .enumerate()
                .filter(|(_, event)| event.roll().is_some())
                .nth(rolls.len())
                .map(|(at, event)| (at, event.clone()))
                .expect("a roll that was asked for was thrown for something");
            events.truncate(at);
            let round = events.iter().rev().find_map(|event| match event {
                Event::Round { number, .. } => Some(*number),
                _ => None,
            });
            Err(Misfit::TooFew {
                next,
                round: round.unwrap_or(1),
                events,
            })
        }
    }
}

/// The rolls of a battle of this plan tell all that is not in the plan: nobody shoots at a random one
/// of several groups, and no decision is left to best play.
#[must_use]
pub fn tells_targets(plan: &Plan) -> bool {
    let one_target = |aims: &[super::Aim]| aims.windows(2).all(|pair| pair[0].target == pair[1].target);
    !plan.needs_best_play() && plan.steps.iter().all(|step| !step.random || one_target(&step.aims))
}
