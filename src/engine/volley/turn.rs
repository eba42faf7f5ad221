//! What a slot does in a round, and what is told of it.

use super::plan::{Phase, Slot};
use super::roll::Hits;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a slot does when it is activated in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Its ships fire.
    Fires,
    /// They go to the edge of the hex.
    Retreats,
    /// They leave.
    Leaves,
}

impl Turn {
    /// What the slot does in this round.
    #[must_use]
    pub fn of(slot: &Slot, round: u16) -> Turn {
        match slot.leave_from {
            Some(from) if round > from.max(1) => Turn::Leaves,
            Some(from) if round == from.max(1) => Turn::Retreats,
            _ => Turn::Fires,
        }
    }
}

/// What happens in a battle, for whoever wants to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The ships of a slot fired.
    Volley {
        /// The slot.
        slot: usize,
        /// What they fired.
        phase: Phase,
        /// Ships that fired.
        ships: u8,
        /// Missiles that point defence shot down before.
        shot_down: u32,
        /// Dice rolled again.
        rerolled: u8,
        /// Hits dealt out.
        hits: Hits,
        /// Points of damage to the shooter's own rift-armed ships.
        own: u8,
    },
    /// The ships of a slot went to the edge of the hex.
    Retreats {
        /// The slot.
        slot: usize,
    },
    /// The ships of a slot left the hex.
    Leaves {
        /// The slot.
        slot: usize,
    },
    /// Ships repaired damage.
    Repaired,
    /// Nobody had cannons any more, and the attacker gave way.
    Stalemate,
}

/// Is told what happens in a battle: the round (0 for the missiles), the event, and the damage on each
/// ship that is in the hex after it, by slot.
pub trait Watch {
    /// Whether it wants to know; if not, nothing is worked out for it.
    const WATCHES: bool;

    /// Something happened.
    fn event(&mut self, round: u16, event: &Event, damage: &[Vec<u8>]);

    /// Nobody wants to know any more: the battle may be broken off, and its end says nothing.
    fn has_seen_enough(&self) -> bool {
        false
    }
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    const WATCHES: bool = false;

    fn event(&mut self, _: u16, _: &Event, _: &[Vec<u8>]) {}
}

/// Nobody watches, but the battle is broken off once this is set.
#[derive(Clone, Copy, Debug)]
pub struct Until<'a>(pub &'a AtomicBool);

impl Watch for Until<'_> {
    const WATCHES: bool = false;

    fn event(&mut self, _: u16, _: &Event, _: &[Vec<u8>]) {}

    fn has_seen_enough(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
