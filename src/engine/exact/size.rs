//! How large an exact solution is, known before it is worked out.

use super::best::Game;
use super::limit::{Excess, least_states};
use super::line::{Departing, Detail, Line, Part};
use super::refusal::Refusal;
use super::space::{Space, damages, lines, start, storms};
use crate::engine::plan::Plan;
use crate::spec::Side;
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// How large an exact solution is, known before it is worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// States at the start of a round.
    pub states: u64,
    /// Shots from all of them, without what several targets or situations multiply.
    pub nodes: u64,
    /// Memory for fixed policies at most, in bytes.
    pub bytes: u64,
}

/// How large the exact solution of a plan is.
///
/// # Errors
///
/// If the plan can't be solved at all, or has more states than `most`.
pub fn size(plan: &Plan, most: u64) -> Result<Size, Refusal> {
    let (lines, states) = lines_within(plan, &start(plan), Detail::FIXED, most)?;
    let mut nodes = 0;
    for line in lines.iter().flatten() {
        let firing = |slot: usize| plan.steps.iter().filter(|step| step.shooter == slot).count() as u64;
        let ships = |number: usize| -> u64 {
            let parts = line.slots.iter().zip(line.condition(number));
            parts.map(|(&slot, part)| firing(slot) * u64::from(part.ships)).sum()
        };
        let all: u64 = (0..line.len()).map(ships).sum();
        nodes += all * (states / line.len() as u64);
    }
    Ok(Size {
        states,
        nodes,
        bytes: bytes(plan, &lines, states),
    })
}

/// Memory that the space of these lines takes, in bytes.
pub(super) fn space_bytes(plan: &Plan, lines: &[Vec<Line>; 2]) -> u64 {
    let tables = 2 + 4 * damages(plan).len() as u64 + if plan.features.retreat { 12 } else { 0 };
    let of_side = |side: Side| {
        let conditions = lines[side.index()].iter().map(|line| line.len() as u64);
        let states = conditions.product::<u64>() * storms(plan, side) as u64;
        states * (plan.slots_of[side.index()].len() as u64 * tables + 4)
    };
    Side::BOTH.map(of_side).iter().sum()
}

/// Memory for fixed policies at most, in bytes.
pub(super) fn bytes(plan: &Plan, lines: &[Vec<Line>; 2], states: u64) -> u64 {
    states * 25 + space_bytes(plan, lines) + (1 << 16)
}

/// Battles of more states than this at least are not listed if they are too large in any case.
const LISTED: u64 = 10_000_000;

/// Either side's lines and the number of states, if there are no more than `most`.
///
/// # Errors
///
/// If there are, or if the plan can't be solved at all.
pub(super) fn lines_within(
    plan: &Plan,
    start: &[Part],
    detail: Detail,
    most: u64,
) -> Result<([Vec<Line>; 2], u64), Refusal> {
    let refusal = |states: u64, at_least: bool| {
        Refusal::TooLarge(Excess {
            states,
            at_least,
            bytes: None,
        })
    };
    // Nothing is listed for a battle that is far too large at first sight.
    let least = least_states(plan, |slot| start[slot].ships);
    if least > most.max(LISTED) {
        return Err(refusal(least, true));
    }
    match lines(plan, start, detail)? {
        (_, states) if states > most => Err(refusal(states, false)),
        lines => Ok(lines),
    }
}

/// Bytes of memory for each state while rounds are opened from all of them.
pub(super) const OPENED: u64 = 12;

/// The same for its place among the levels.
pub(super) const STATE: u64 = 8;

/// The same for the list of kinds of each age.
pub(super) const LIST: u64 = 4;

/// What the memory for a game depends on, besides the number of kinds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Footprint {
    pub states: u64,
    pub ages: u64,
    /// States whose values are kept at a time.
    pub kept: u64,
    /// Values of a state in one kind of round.
    pub block: u64,
}

impl Footprint {
    /// What can be said of it before anything is laid out.
    pub fn least(plan: &Plan, states: u64, ages: u64) -> Footprint {
        let ships = plan
            .steps
            .iter()
            .map(|step| u64::from(plan.slots[step.shooter].capacity));
        Footprint {
            states,
            ages,
            kept: 1,
            block: ships.sum(),
        }
    }

    /// Bytes of memory that it takes to play the game out if there are so many kinds of rounds; with
    /// `record` also to keep every decision.
    pub fn bytes(&self, kinds: usize, record: bool) -> u64 {
        let values = |states: u64| states.saturating_mul(self.block).saturating_mul(kinds as u64);
        let tables = self.states * (OPENED + STATE + LIST * self.ages);
        let recorded = match record {
            true => values(self.states).saturating_add(self.states * RECORDED * self.ages),
            false => 0,
        };
        (values(self.kept).saturating_mul(8))
            .saturating_add(tables)
            .saturating_add(recorded)
    }
}

/// Bytes of memory for the kind chosen and the value at the start of each state's rounds of an age.
const RECORDED: u64 = 12;

/// Levels that a state's value may depend on.
pub(super) fn kept(plan: &Plan, space: &Space) -> usize {
    let hits = space.damages.last().map_or(1, |&damage| usize::from(damage));
    let leaving = plan.steps.iter().flat_map(|step| {
        let slot = &plan.slots[step.shooter];
        let hull = usize::from(slot.hull);
        Departing::of(step.leave).iter().map(move |departing| match departing {
            Departing::All => hull * usize::from(slot.capacity),
            Departing::Wounded | Departing::Unhurt => hull,
        })
    });
    // A roll in an ion storm takes up to two more.
    leaving.map(|points| points + 2).max().unwrap_or(0).max(hits)
}

impl Game<'_> {
    /// States of the game.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.space.states as u64
    }

    /// How many of them are worked out so far, for whoever looks on.
    #[must_use]
    pub fn solved(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.solved)
    }

    /// Ways in which a round can start and go on: ships screened, fleet size bonus, ships that may leave.
    #[must_use]
    pub fn ways(&self) -> usize {
        self.rounds.kinds.len()
    }

    /// Values that are worked out at most: decisions times kinds of rounds.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.states() * self.ways() as u64 * self.block as u64
    }

    /// Values that are worked out, apart from passes that are repeated: each ship's turn to act, in each
    /// kind of round that a state may be met in.
    #[must_use]
    pub fn values(&self) -> u64 {
        let acting = [0, 1].map(|side| self.acting(side));
        let states = (0..self.space.states).into_par_iter();
        let of = |state: usize| {
            if !self.space.contested(state) {
                return 0;
            }
            let parts = self.space.parts(state);
            let kinds = (0..self.ways()).filter(|&kind| self.rounds.may_be(kind, &self.space, parts));
            kinds.count() as u64 * (acting[0][parts[0]] + acting[1][parts[1]])
        };
        states.map(of).sum()
    }

    /// Turns that the ships of each of a side's states have in a round.
    fn acting(&self, side: usize) -> Vec<u64> {
        let own = &self.space.sides[side];
        let turns = || self.turns.iter().filter(|turn| turn.side == side);
        let ships = |state: usize| turns().map(|turn| u64::from(own.ships(state, turn.shooter))).sum();
        (0..own.states).map(ships).collect()
    }

    /// Memory that it takes at most to play the game out, in bytes; with `record` also to keep every
    /// decision and to follow them.
    #[must_use]
    pub fn bytes(&self, record: bool) -> u64 {
        let played = self.footprint.bytes(self.ways(), record);
        if !record {
            return played;
        }
        // Following them tells ships that left apart from those destroyed.
        let followed = lines(self.plan, &start(self.plan), Detail::FOLLOWED).map_or(u64::MAX / 1024, |lines| lines.1);
        let capacities = self.plan.slots.iter().map(|slot| u64::from(slot.capacity));
        let arrays = 4 + capacities.max().unwrap_or(0);
        played.saturating_add(followed * 8 * arrays)
    }
}
