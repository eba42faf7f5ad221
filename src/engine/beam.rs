//! Tractor Beams (41.0): each of them keeps one enemy ship from leaving the hex in a round.
//!
//! They are set when a round starts, on the dearest ships that want to leave and can be fired at, and hold while
//! a ship that has one is in the hex; those of ships that are lost or leave are taken for the ones on the least
//! dear.

#![allow(
    clippy::needless_range_loop,
    reason = "the plain loop over lanes is what becomes vector code"
)]

use super::bars;
use super::lanes::State;
use super::plan::{Leave, Plan};
use super::row::{LANES, Row};

/// One side's Tractor Beams, and whom they may hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beams {
    /// Slots whose ships have one each.
    pub from: Vec<usize>,
    /// Enemy slots with ships that may leave, the dearest first.
    pub on: Vec<Grip>,
}

/// Ships that a beam may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grip {
    /// Their slot.
    pub slot: usize,
    /// Ships that cloak: only while a ship of this one of [`Plan::watches`] was there at the round's start.
    pub watch: Option<usize>,
    /// The bar behind which they stand, if they do.
    pub bar: Option<usize>,
}

impl Plan {
    /// The plan with the attacker's and the defender's Tractor Beams.
    #[must_use]
    pub fn with_beams(mut self, beams: [Beams; 2]) -> Plan {
        self.beams = beams;
        self.features.beams = self.holds_somebody();
        self
    }

    /// A side has a Tractor Beam, and the other one ships that leave.
    #[must_use]
    pub fn holds_somebody(&self) -> bool {
        let leaves = |grip: &Grip| self.leave(grip.slot) != Leave::Never;
        { self.beams.iter() }.any(|beams| !beams.from.is_empty() && beams.on.iter().any(leaves))
    }

    /// The beams that may hold a slot's ships.
    fn beams_on(&self, slot: usize) -> &Beams {
        &self.beams[1 - self.slots[slot].side.index()]
    }
}

impl State {
    /// Sets all beams for the round.
    pub(super) fn set_beams(&mut self, plan: &Plan) {
        let mut open = std::mem::take(&mut self.reached);
        bars::look(plan, self, &mut open);
        self.reached = open;
        let later = self.round.at_least(2);
        for beams in &plan.beams {
            let mut free = self.beams_of(beams);
            for grip in &beams.on {
                let slot = grip.slot;
                let side = plan.slots[slot].side.index();
                let leave = plan.leave(slot);
                for i in 0..LANES {
                    let reached = grip.watch.is_none_or(|watch| self.watched[watch].0[i] != 0)
                        && grip.bar.is_none_or(|bar| self.reached[bar].0[i] != 0)
                        && later.0[i] != 0;
                    let front = self.front[slot].0[i];
                    let wanting = match leave {
                        Leave::WithSide if self.leaving[side].0[i] != 0 => front,
                        Leave::Always => front,
                        Leave::Wounded => u8::from(self.hurt[slot].0[i] > 0),
                        _ => 0,
                    };
                    let held = if reached {
                        free[i].min(u16::from(wanting)) as u8
                    } else {
                        0
                    };
                    free[i] -= u16::from(held);
                    self.beamed[slot].0[i] = held;
                    self.beamed_of[slot].0[i] = front;
                }
            }
        }
    }

    /// Beams of a side, screened ships' too.
    fn beams_of(&self, beams: &Beams) -> [u16; LANES] {
        let mut sum = [0; LANES];
        for &slot in &beams.from {
            for i in 0..LANES {
                sum[i] += u16::from(self.front[slot].0[i]) + u16::from(self.back[slot].0[i]);
            }
        }
        sum
    }

    /// Ships of a slot that are held now, of those that would leave.
    pub(super) fn held_by_beams(&self, plan: &Plan, slot: usize) -> Row {
        let beams = plan.beams_on(slot);
        let there = self.beams_of(beams);
        let mut held = Row::ZERO;
        let dearer = || beams.on.iter().take_while(|grip| grip.slot != slot);
        for i in 0..LANES {
            let before: u16 = dearer().map(|grip| u16::from(self.beamed[grip.slot].0[i])).sum();
            let left = there[i].saturating_sub(before).min(u16::from(self.beamed[slot].0[i])) as u8;
            let front = self.front[slot].0[i];
            held.0[i] = match plan.leave(slot) {
                // Another ship that is wounded since is free to go.
                Leave::Wounded if front < self.beamed_of[slot].0[i] => 0,
                _ => left.min(front),
            };
        }
        held
    }
}
