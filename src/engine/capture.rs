//! Ships that change sides (19.0): a boarding attack that hits takes a ship over, whatever its hull.
//!
//! A captured ship moves to a slot of its captor. It is of no use there in the round in which it was taken
//! and in the next (19.3), so that it goes through three stages of slots: taken in this round, held through
//! the first full round, ready. Each stage has a slot for every amount of damage that a ship may have when
//! it comes to it, so that no slot ever has two wounded ships.

#![allow(
    clippy::needless_range_loop,
    reason = "the plain loop over lanes is what becomes vector code"
)]

use super::fire::Shots;
use super::lanes::{State, observer_active};
use super::observe::Observer;
use super::plan::{Plan, Step, UnitRow};
use super::row::{LANES, Row, mask};

/// What becomes of a ship that is boarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prize {
    /// It can't be boarded.
    Never,
    /// It is destroyed (24.1.3, 25.7.4).
    Lost,
    /// It changes sides. An unhurt ship of the slot goes to `first`, one with a point of damage to the next
    /// slot, and so on, up to `last`.
    Taken {
        /// Slot for an unhurt ship.
        first: usize,
        /// Slot for the most damage.
        last: usize,
    },
}

/// What captured ships of a slot become when a round is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The slot that they leave.
    pub from: usize,
    /// The slot that the unhurt ones go to; the wounded one goes as many slots further as it has damage.
    pub to: usize,
    /// They can be used from the next round on.
    pub ready: bool,
}

/// Ships that change sides, and what becomes of them. Empty where nobody boards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captures {
    /// By slot.
    pub prizes: Vec<Prize>,
    /// By slot: its ships count neither for screening nor for fleet size (19.3).
    pub idle: Vec<bool>,
    /// At the end of a round, in this order: stages are emptied before they are filled.
    pub stages: Vec<Stage>,
    /// Of ships in one slot the wounded one is taken first, not an unhurt one.
    pub wounded_first: bool,
}

impl Captures {
    /// So many more slots at the end, whose ships nobody takes.
    pub fn leave_out(&mut self, slots: usize) {
        self.prizes.resize(self.prizes.len() + slots, Prize::Never);
        self.idle.resize(self.idle.len() + slots, false);
    }
}

/// A row of results for ships that a side did not bring: those that it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Captured {
    /// Row of [`Plan::units`] of the ships before they changed sides.
    pub from: usize,
    /// So many there can be at most.
    pub most: u8,
}

impl Plan {
    /// The plan with ships that change sides, if any of its aims boards.
    #[must_use]
    pub fn capturing(mut self, captures: Captures) -> Plan {
        self.features.captures = self.steps.iter().any(Step::boards);
        self.captures = captures;
        self
    }

    /// Ships of the slot are there, but don't count for screening and fleet size.
    #[inline(always)]
    #[must_use]
    pub fn is_idle(&self, slot: usize) -> bool {
        self.features.captures && self.captures.idle[slot]
    }

    /// The row of the ships that the other side took from a row, if it can take any.
    #[must_use]
    pub fn captured_row(&self, row: usize) -> Option<usize> {
        captured_row(&self.units, row)
    }
}

/// Of a plan's rows that of the ships that the other side took from a row, if it can take any.
#[must_use]
pub fn captured_row(units: &[UnitRow], row: usize) -> Option<usize> {
    { units.iter() }.position(|unit| unit.captured.is_some_and(|captured| captured.from == row))
}

impl Step {
    /// It makes boarding attacks.
    #[must_use]
    pub fn boards(&self) -> bool {
        self.aims.iter().any(|aim| aim.boards)
    }
}

/// Boarding attacks that hit: each takes a ship of its target.
#[inline(always)]
pub(super) fn take(plan: &Plan, boarded: &[usize], shots: &Shots, state: &mut State) {
    for &target in boarded {
        let mut hit = Row::ZERO;
        for i in 0..LANES {
            hit.0[i] = shots.hits.0[i] & mask(shots.target.0[i] == target as u8);
        }
        if !hit.any() {
            continue;
        }
        // 5.6: the firing player picks the ship.
        let mut damage = Row::ZERO;
        for i in 0..LANES {
            let (front, hurt) = (state.front[target].0[i], state.hurt[target].0[i]);
            let wounded = hit.0[i] & mask(front == 1 || plan.captures.wounded_first);
            damage.0[i] = hurt & wounded;
            state.hurt[target].0[i] = hurt & !wounded;
        }
        state.front[target] = state.front[target].less_one_if(&hit);
        if let Prize::Taken { first, last } = plan.captures.prizes[target] {
            for slot in first..=last {
                let here = slot - first;
                for i in 0..LANES {
                    let damage = usize::from(damage.0[i]).min(last - first);
                    state.front[slot].0[i] += hit.0[i] & u8::from(damage == here);
                }
            }
        }
    }
}

/// A round is over: captured ships are a round nearer to being of use.
#[inline(always)]
pub(super) fn advance(plan: &Plan, state: &mut State, observer: &mut impl Observer) {
    for stage in &plan.captures.stages {
        let ships = state.front[stage.from];
        if !ships.any() {
            continue;
        }
        let hurt = state.hurt[stage.from];
        for further in 0..plan.slots[stage.from].hull {
            let mut here = Row::ZERO;
            for i in 0..LANES {
                let wounded = mask(hurt.0[i] != 0);
                here.0[i] = match further {
                    0 => ships.0[i].wrapping_add(wounded),
                    further => wounded & u8::from(hurt.0[i] == further),
                };
            }
            let slot = stage.to + usize::from(further);
            state.front[slot] = state.front[slot].plus(&here);
            if stage.ready && here.any() && observer_active(observer) {
                observer.ready(slot, &here);
            }
        }
        state.front[stage.from] = Row::ZERO;
        state.hurt[stage.from] = Row::ZERO;
    }
}
