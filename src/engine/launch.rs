//! Missiles (24.4): launched by the ships of a slot into another, where they can be fired at until they attack,
//! and jammed (24.5).

use super::lanes::{State, observer_active};
use super::observe::Observer;
use super::plan::{Plan, Slot, Step};
use super::row::Row;
use super::when::{Moment, found};

/// What a turn has to do with Missiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flight {
    /// Nothing.
    None,
    /// Each of its ships launches one into this slot instead of firing.
    Launch(usize),
    /// They are what fires, and are gone then.
    Arrive,
    /// Its ships' shots are Missiles that attack at once.
    Direct,
}

impl Flight {
    /// The shots of the turn are Missiles.
    #[must_use]
    pub fn attacks(self) -> bool {
        matches!(self, Flight::Arrive | Flight::Direct)
    }
}

/// What a plan says of its Missiles, besides the turns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missiles {
    /// Hit points that a Missile's hit takes, by slot.
    pub damage: Vec<u8>,
    /// They are gone when their side has no ship left.
    pub need_ships: bool,
}

impl Plan {
    /// The plan with slots for Missiles in flight, behind all others: they are no ships of their sides, so no
    /// range of [`Plan::slots_of`] holds them.
    #[must_use]
    pub fn launching(mut self, slots: Vec<Slot>, missiles: Missiles) -> Plan {
        self.features.missiles = self.steps.iter().any(|step| step.flight != Flight::None);
        debug_assert_eq!(missiles.damage.len(), self.slots.len() + slots.len());
        self.slots.extend(slots);
        self.missiles = missiles;
        self
    }

    /// Number of slots for ships: those behind are for Missiles.
    #[must_use]
    pub fn ship_slots(&self) -> usize {
        self.slots_of[1].end
    }

    /// Damage of a hit of a step on a slot's ship.
    #[inline(always)]
    #[must_use]
    pub fn damage(&self, step: &Step, target: usize) -> u8 {
        if self.features.missiles && step.flight.attacks() {
            self.missiles.damage[target]
        } else {
            step.damage
        }
    }
}

/// Before a turn of Missiles: those are lost that need a ship of their side, and the first that attacks shows
/// for the whole round whether they are jammed.
#[inline(always)]
pub(super) fn prepare(plan: &Plan, step: &Step, state: &mut State, observer: &mut impl Observer) {
    if !step.flight.attacks() {
        return;
    }
    let slot = step.shooter;
    let side = plan.slots[slot].side.index();
    if step.flight == Flight::Arrive && plan.missiles.need_ships {
        state.front[slot] = state.front[slot].and(&state.alive(plan, side));
    }
    let now = state.front[slot].non_zero().and_not(&state.looked[side]);
    if !now.any() {
        return;
    }
    state.looked[side] = state.looked[side].or(&now);
    let mut level = Row::ZERO;
    for (number, watch) in plan.watches.iter().enumerate() {
        if watch.moment == Moment::FirstMissile(side) {
            let found = found(watch, state).and(&now);
            state.watched[number] = state.watched[number].or(&found);
            level = level.minus(&found);
        }
    }
    if observer_active(observer) {
        observer.jam(slot, &level);
    }
}

/// Launches Missiles, or takes those off the board that attack now. True if nothing is fired in this turn.
#[inline(always)]
pub(super) fn fly(plan: &Plan, step: &Step, guns: &Row, state: &mut State, observer: &mut impl Observer) -> bool {
    match step.flight {
        Flight::None | Flight::Direct => false,
        Flight::Launch(to) => {
            debug_assert!(to >= plan.ship_slots());
            state.front[to] = state.front[to].plus(guns);
            if observer_active(observer) {
                observer.launch(step.shooter, guns);
            }
            true
        }
        Flight::Arrive => {
            state.front[step.shooter] = state.front[step.shooter].minus(guns);
            false
        }
    }
}
