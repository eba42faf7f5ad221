//! In which rounds a turn is taken, and the lists of ships that are looked for to know.

use super::lanes::State;
use super::plan::Plan;
use super::row::{Row, WideRow};

/// In which rounds a turn is taken; all conditions must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct When {
    /// In the first alone, or in the later ones alone.
    pub first: Option<bool>,
    /// While what one of [`Plan::watches`] looks for was there when it was looked for, or while it was not.
    pub watched: Option<(usize, bool)>,
    /// A second condition of that kind.
    pub also: Option<(usize, bool)>,
}

impl When {
    /// In every round.
    pub const ALWAYS: When = When {
        first: None,
        watched: None,
        also: None,
    };

    /// Whether the turn is taken in a round, given what is told of the lists by their numbers.
    #[must_use]
    pub fn holds(self, first: bool, watched: impl Fn(usize) -> bool) -> bool {
        let mut watched_for = self.watched.into_iter().chain(self.also);
        self.first.is_none_or(|wanted| wanted == first) && watched_for.all(|(watch, wanted)| watched(watch) == wanted)
    }
}

/// Ships that are looked for, screened or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watch {
    /// In these slots,
    pub slots: Vec<usize>,
    /// at least so many,
    pub least: u8,
    /// at this moment of every round.
    pub moment: Moment,
}

/// When ships are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// When the round starts (16.2).
    RoundStart,
    /// When the first Missile of the side with this index attacks (24.5.2).
    FirstMissile(usize),
}

/// Looks for the ships of a watch: the lanes in which there are enough.
#[inline(always)]
pub(super) fn found(watch: &Watch, state: &State) -> Row {
    if watch.least > 1 {
        let mut ships = WideRow::ZERO;
        for &slot in &watch.slots {
            ships = ships.plus(&state.front[slot]).plus(&state.back[slot]);
        }
        return ships.at_least(u16::from(watch.least));
    }
    let mut ships = Row::ZERO;
    for &slot in &watch.slots {
        ships = ships.or(&state.front[slot]).or(&state.back[slot]);
    }
    ships.non_zero()
}

/// Looks for what is looked for when a round starts.
#[inline(always)]
pub(super) fn look_at_round_start(plan: &Plan, state: &mut State) {
    for (number, watch) in plan.watches.iter().enumerate() {
        state.watched[number] = match watch.moment {
            Moment::RoundStart => found(watch, state),
            Moment::FirstMissile(_) => Row::ZERO,
        };
    }
}
