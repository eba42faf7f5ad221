//! Promotions: a group that destroyed ships rolls for them, and its ships may move to another slot.

use super::dice::{Dice, THRESHOLD};
use super::fire::roll;
use super::lanes::{State, observer_active};
use super::observe::Observer;
use super::plan::{Plan, Step};
use super::row::Row;

/// What becomes of the ships of a turn that destroy others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// The slot whose ships are promoted: that of the shooters, or of those that launched them.
    pub from: usize,
    /// The slot that all of them go to, once for all. The slots after it are for ships that come with
    /// one damage more each, if the shooter's side splits off wounded ships.
    pub to: usize,
    /// By slot of the plan: a roll of this or less for a ship of it that was destroyed promotes; 0 if no die is
    /// rolled for it.
    pub need: Vec<u8>,
}

/// Ships that a turn destroyed, by the roll that is needed for them.
pub(super) struct Kills {
    by_need: [Row; 11],
    /// Ships in front of each target before the shot.
    before: Vec<Row>,
}

impl Kills {
    /// None so far, with room for so many targets of a turn.
    pub fn new(targets: usize) -> Kills {
        Kills {
            by_need: [Row::ZERO; 11],
            before: vec![Row::ZERO; targets],
        }
    }

    /// Looks at a turn's targets, to damage and to board, before a shot.
    #[inline(always)]
    pub fn aim(&mut self, targets: [&[usize]; 2], state: &State) {
        let targets = targets.into_iter().flatten();
        for (row, &target) in self.before.iter_mut().zip(targets) {
            *row = state.front[target];
        }
    }

    /// Counts what the shot destroyed or captured.
    #[inline(always)]
    pub fn count(&mut self, targets: [&[usize]; 2], promotion: &Promotion, state: &State) {
        let targets = targets.into_iter().flatten();
        for (before, &target) in self.before.iter().zip(targets) {
            let need = usize::from(promotion.need[target]);
            if need == 0 {
                continue;
            }
            let destroyed = before.minus(&state.front[target]);
            self.by_need[need] = self.by_need[need].plus(&destroyed);
        }
    }
}

/// One die for each ship destroyed, the easiest first, and the promotion if one of them is low enough; none once
/// the battle is over. Starts the count anew.
#[inline(always)]
pub(super) fn promote(
    plan: &Plan,
    step: &Step,
    promotion: &Promotion,
    state: &mut State,
    kills: &mut Kills,
    dice: &mut impl Dice,
    observer: &mut impl Observer,
) {
    if !kills.by_need.iter().any(Row::any) {
        return;
    }
    let mut raised = Row::ZERO;
    let goes_on = goes_on(plan, 1 - plan.slots[step.shooter].side.index(), state);
    for need in (1..=10u8).rev() {
        let ships = kills.by_need[usize::from(need)].and(&goes_on);
        for number in 0..ships.max() {
            let threshold = ships.more_than(number).choose(THRESHOLD[usize::from(need)], 0);
            let rolls = roll(&threshold, dice);
            raised = raised.or(&rolls.hits);
            if observer_active(observer) {
                observer.experience_roll(step.shooter, need, &threshold.non_zero(), &rolls.dice, &rolls.hits);
            }
        }
    }
    kills.by_need = [Row::ZERO; 11];
    if raised.any() {
        raise(plan, (promotion.from, promotion.to), &raised, state);
    }
}

/// Lanes in which a side has ships left, or Missiles in flight.
#[inline(always)]
fn goes_on(plan: &Plan, side: usize, state: &State) -> Row {
    let mut left = state.alive(plan, side);
    for slot in plan.ship_slots()..plan.slots.len() {
        if plan.slots[slot].side.index() == side {
            left = left.or(&state.front[slot].non_zero());
        }
    }
    left
}

/// Moves all ships of a slot to the one for those that are promoted.
#[inline(always)]
fn raise(plan: &Plan, (from, to): (usize, usize), raised: &Row, state: &mut State) {
    make_room(plan, to, raised, state);
    for rows in [
        &mut state.front,
        &mut state.back,
        &mut state.hurt,
        &mut state.aside,
        &mut state.fired,
    ] {
        let moved = rows[from].and(raised);
        rows[to] = rows[to].plus(&moved);
        rows[from] = rows[from].and_not(raised);
    }
}

/// A wounded ship of a slot that others join goes to the slot for its damage, since a slot has one wounded ship
/// at most. There are others to join only where wounded ships are split off, and so are slots for them.
#[inline(always)]
fn make_room(plan: &Plan, slot: usize, joined: &Row, state: &mut State) {
    let wounded = state.hurt[slot].or(&state.aside[slot]).non_zero().and(joined);
    wounded.for_each_lane(|lane| {
        let places = [
            (&mut state.front, &mut state.hurt[slot]),
            (&mut state.back, &mut state.aside[slot]),
        ];
        for (ships, damage) in places {
            let points = std::mem::take(&mut damage.0[lane]);
            if points > 0 {
                let other = slot + usize::from(points);
                debug_assert_eq!(plan.slots[other].unit, plan.slots[slot].unit);
                debug_assert_eq!(plan.slots[other].hull + points, plan.slots[slot].hull);
                ships[slot].0[lane] -= 1;
                ships[other].0[lane] += 1;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::plan::{BestPlay, Leaving, Orders, Slot, Stop, UnitRow};
    use crate::spec::Side;

    /// Battleships of three hits, as they are and promoted, with slots for those split off, and a Scout.
    fn plan() -> Plan {
        let slot = |side: Side, unit: usize, hull: u8| Slot {
            side,
            unit,
            start: 0,
            capacity: 9,
            hull,
            strength: 1,
            may_screen: true,
            carried: false,
            berths: 0,
        };
        let hulls = [3, 2, 1, 3, 2, 1].into_iter();
        let mut slots: Vec<Slot> = hulls.map(|hull| slot(Side::Attacker, 0, hull)).collect();
        slots.push(slot(Side::Defender, 1, 1));
        let mut battleships = UnitRow::of_slot(Side::Attacker, 9, 20, 0);
        battleships.slots = (0..6).collect();
        let units = vec![battleships, UnitRow::of_slot(Side::Defender, 9, 6, 6)];
        let orders = Orders {
            screen: Vec::new(),
            keep_bonus: false,
            leaving: Leaving::Never,
            best: BestPlay::default(),
        };
        Plan::new(slots, units, Vec::new(), [orders.clone(), orders], 10, Stop::CAP)
    }

    /// `(front, back, damage, damage of screened ones)` of the slots in a lane.
    fn ships(state: &State, slots: std::ops::Range<usize>, lane: usize) -> Vec<(u8, u8, u8, u8)> {
        let rows = |slot: usize| [&state.front, &state.back, &state.hurt, &state.aside].map(|rows| rows[slot].0[lane]);
        slots
            .map(rows)
            .map(|[front, back, hurt, aside]| (front, back, hurt, aside))
            .collect()
    }

    #[test]
    fn all_ships_of_a_slot_move_where_they_are_promoted() {
        let plan = plan();
        let mut state = State::new(&plan);
        (state.front[0], state.back[0], state.hurt[0]) = (Row::splat(3), Row::splat(2), Row::splat(1));
        let mut raised = Row::ZERO;
        raised.0[7] = 0xFF;
        raise(&plan, (0, 3), &raised, &mut state);
        assert_eq!(
            ships(&state, 0..4, 7),
            [(0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (3, 2, 1, 0)]
        );
        assert_eq!(
            ships(&state, 0..4, 8),
            [(3, 2, 1, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)]
        );
    }

    // Both slots have a wounded ship: the one that was promoted earlier goes to the slot for its damage.
    #[test]
    fn no_slot_has_two_wounded_ships() {
        let plan = plan();
        let mut state = State::new(&plan);
        (state.front[1], state.hurt[1]) = (Row::splat(1), Row::splat(1));
        (state.front[4], state.hurt[4]) = (Row::splat(2), Row::splat(1));
        raise(&plan, (1, 4), &Row::YES, &mut state);
        assert_eq!(ships(&state, 3..6, 0), [(0, 0, 0, 0), (2, 0, 1, 0), (1, 0, 0, 0)]);
        assert_eq!(ships(&state, 1..2, 0), [(0, 0, 0, 0)]);
        // And a screened one is split off where it is.
        let mut state = State::new(&plan);
        (state.front[1], state.hurt[1]) = (Row::splat(1), Row::splat(1));
        (state.back[4], state.aside[4]) = (Row::splat(2), Row::splat(1));
        raise(&plan, (1, 4), &Row::YES, &mut state);
        assert_eq!(ships(&state, 3..6, 0), [(0, 0, 0, 0), (1, 1, 1, 0), (0, 1, 0, 0)]);
    }
}
