//! The state of the battles in the lanes, and a round of it around the shots: screening, fleet
//! size bonus, the decision to leave, and who is left.

#![allow(
    clippy::needless_range_loop,
    reason = "the plain loop over lanes is what becomes vector code"
)]

use super::capture;
use super::observe::Observer;
use super::plan::{Leaving, Orders, Plan, ScreenEntry, When};
use super::row::{LANES, Row, WideRow, mask, twice};
use super::when::look_at_round_start;

/// All lanes' battles: structure of arrays, a row for each slot.
pub struct State {
    /// Ships that fight this round.
    pub front: Vec<Row>,
    /// Ships screened this round (5.7).
    pub back: Vec<Row>,
    /// Damage on the slot's wounded ship in front; zero if there is none.
    pub hurt: Vec<Row>,
    /// Damage on the slot's wounded ship while all of its ships are screened.
    pub aside: Vec<Row>,
    /// Ships that have left the hex alive.
    pub gone: Vec<Row>,
    /// Ships that fired in the first of two turns of this round ([`Share::Early`]).
    ///
    /// [`Share::Early`]: super::plan::Share::Early
    pub fired: Vec<Row>,
    /// Rounds begun.
    pub round: WideRow,
    /// Lanes in which each of [`Plan::watches`] was there when it was looked for.
    pub watched: Vec<Row>,
    /// Sides with the fleet size bonus this round (5.1.3).
    pub bonus: [Row; 2],
    /// Sides that want to leave this round (5.9).
    pub leaving: [Row; 2],
    /// Sides that have rolled whether they may leave (25.1.3).
    pub rolled: [Row; 2],
    /// Sides that rolled and must stay.
    pub held: [Row; 2],
    /// Ships of each slot on which a Tractor Beam was set in this round; nothing where nobody has one.
    pub beamed: Vec<Row>,
    /// Ships of each slot that were in front then.
    pub beamed_of: Vec<Row>,
    /// Lanes in which each of [`Plan::bars`] did not hold then.
    pub reached: Vec<Row>,
    /// Sides of which a Missile has attacked in this round (24.5.2).
    pub looked: [Row; 2],
}

impl State {
    /// Every lane at the start of a battle.
    #[must_use]
    pub fn new(plan: &Plan) -> State {
        let none = vec![Row::ZERO; plan.slots.len()];
        let beams = vec![Row::ZERO; if plan.features.beams { plan.slots.len() } else { 0 }];
        State {
            front: plan.slots.iter().map(|slot| Row::splat(slot.start)).collect(),
            back: none.clone(),
            hurt: none.clone(),
            aside: none.clone(),
            gone: none.clone(),
            fired: none,
            round: WideRow::ZERO,
            watched: vec![Row::ZERO; plan.watches.len()],
            bonus: [Row::ZERO; 2],
            leaving: [Row::ZERO; 2],
            rolled: [Row::ZERO; 2],
            held: [Row::ZERO; 2],
            beamed: beams.clone(),
            beamed_of: beams,
            reached: vec![Row::YES; plan.bars.len()],
            looked: [Row::ZERO; 2],
        }
    }

    /// Starts a new battle in the lanes of the mask.
    #[inline(always)]
    pub fn restart(&mut self, plan: &Plan, lanes: &Row) {
        for (slot, row) in self.front.iter_mut().enumerate() {
            *row = lanes.constant_or(plan.slots[slot].start, row);
        }
        for row in &mut self.hurt {
            *row = row.and_not(lanes);
        }
        if plan.features.retreat {
            for row in &mut self.gone {
                *row = row.and_not(lanes);
            }
            for side in 0..2 {
                self.rolled[side] = self.rolled[side].and_not(lanes);
                self.held[side] = self.held[side].and_not(lanes);
            }
        }
        self.round = self.round.zero_if(lanes);
    }

    /// Ships of a side that count in this round.
    #[inline(always)]
    fn in_front(&self, plan: &Plan, side: usize) -> WideRow {
        let mut total = WideRow::ZERO;
        for slot in plan.slots_of[side].clone().filter(|&slot| !plan.is_idle(slot)) {
            total = total.plus(&self.front[slot]);
        }
        total
    }

    /// Mask of the lanes in which a side still has combat-capable ships in the hex.
    #[inline(always)]
    pub fn alive(&self, plan: &Plan, side: usize) -> Row {
        let mut any = Row::ZERO;
        for slot in plan.slots_of[side].clone() {
            any = any.or(&self.front[slot]);
            if plan.features.screening {
                any = any.or(&self.back[slot]);
            }
        }
        any.non_zero()
    }

    /// Lanes in which a turn is taken in this round.
    #[inline(always)]
    pub fn takes_turn(&self, when: When) -> Row {
        let mut takes = Row::YES;
        if let Some(first) = when.first {
            let later = self.round.at_least(2);
            takes = if first { later.not() } else { later };
        }
        for (watch, wanted) in when.watched.into_iter().chain(when.also) {
            let watched = self.watched[watch];
            takes = takes.and(&if wanted { watched } else { watched.not() });
        }
        takes
    }

    /// Of the sides that are [`State::alive`], those that still are when the carried ships are lost for which
    /// there is no room (15.2): those with a ship that is not carried, or a home.
    #[inline(always)]
    pub fn alive_after<const SPECIAL: bool>(&self, plan: &Plan, alive: &[Row; 2]) -> [Row; 2] {
        let mut after = *alive;
        if SPECIAL && plan.features.carried {
            let over = alive[0].and(&alive[1]).not();
            for side in 0..2 {
                let mut others = Row::ZERO;
                for slot in plan.slots_of[side].clone().filter(|&slot| !plan.slots[slot].carried) {
                    others = others.or(&self.front[slot]).or(&self.back[slot]);
                }
                if !plan.home[side] {
                    after[side] = alive[side].and_not(&over.and_not(&others.non_zero()));
                }
            }
        }
        after
    }

    /// Settles what holds for a whole round: screens (5.1.2), fleet size bonus (5.1.3), and whether
    /// a side wants to leave.
    #[inline(always)]
    pub fn begin_round<const SPECIAL: bool>(&mut self, plan: &Plan, observer: &mut impl Observer) {
        self.round = self.round.next();
        if SPECIAL && !plan.watches.is_empty() {
            look_at_round_start(plan, self);
            self.looked = [Row::ZERO; 2];
        }
        let mut fleets = [self.in_front(plan, 0), self.in_front(plan, 1)];
        if plan.features.retreat {
            for side in 0..2 {
                self.leaving[side] = self.wants_to_leave(plan, side, &fleets);
            }
        }
        if plan.features.screening {
            let all = fleets;
            for side in 0..2 {
                if !plan.orders[side].screen.is_empty() {
                    self.screen(&plan.orders[side], &all[side], &all[1 - side]);
                    fleets[side] = self.in_front(plan, side);
                }
            }
        }
        self.bonus = [
            fleets[0].at_least_twice(&fleets[1]),
            fleets[1].at_least_twice(&fleets[0]),
        ];
        if SPECIAL && plan.features.beams {
            self.set_beams(plan);
        }
        if observer_active(observer) {
            observer.round(self);
        }
    }

    /// Screens up to the difference in numbers (5.7), less if the bonus is to be kept.
    #[inline(always)]
    fn screen(&mut self, orders: &Orders, own: &WideRow, enemy: &WideRow) {
        let mut allowed = [0u16; LANES];
        let mut may = [false; LANES];
        for i in 0..LANES {
            let difference = most_screened(own.0[i], enemy.0[i]);
            let above_double = own.0[i].saturating_sub(2 * enemy.0[i]);
            let has_double = twice(own.0[i], enemy.0[i]);
            // Where no enemy counts none fires either: they are all captured ships (19.3).
            may[i] = difference > 0 && enemy.0[i] > 0;
            allowed[i] = if !may[i] {
                0
            } else if orders.keep_bonus && has_double {
                above_double
            } else {
                difference
            };
        }
        for entry in &orders.screen {
            match *entry {
                ScreenEntry::Ships(slot) => {
                    let (front, back) = (&mut self.front[slot].0, &mut self.back[slot].0);
                    let (hurt, aside) = (&mut self.hurt[slot].0, &mut self.aside[slot].0);
                    for i in 0..LANES {
                        let ships = u16::from(front[i]).min(allowed[i]);
                        allowed[i] -= ships;
                        front[i] -= ships as u8;
                        back[i] += ships as u8;
                        if front[i] == 0 {
                            aside[i] = hurt[i];
                            hurt[i] = 0;
                        }
                    }
                }
                ScreenEntry::Beside(slot) => {
                    for i in 0..LANES {
                        let goes = mask(may[i]);
                        self.back[slot].0[i] += self.front[slot].0[i] & goes;
                        self.aside[slot].0[i] |= self.hurt[slot].0[i] & goes;
                        self.front[slot].0[i] &= !goes;
                        self.hurt[slot].0[i] &= !goes;
                    }
                }
                ScreenEntry::Wounded { slot, damage, to } => {
                    for i in 0..LANES {
                        let goes = self.hurt[slot].0[i] == damage && allowed[i] > 0;
                        allowed[i] -= u16::from(goes);
                        self.front[slot].0[i] -= u8::from(goes);
                        self.back[to].0[i] += u8::from(goes);
                        if goes {
                            self.hurt[slot].0[i] = 0;
                        }
                    }
                }
            }
        }
    }

    /// Whether a side's order to leave holds in this round (5.9: not in the first).
    #[inline(always)]
    fn wants_to_leave(&self, plan: &Plan, side: usize, fleets: &[WideRow; 2]) -> Row {
        let (own, enemy) = (&fleets[side].0, &fleets[1 - side].0);
        let mut wants = Row::ZERO;
        match plan.orders[side].leaving {
            Leaving::Never => return wants,
            Leaving::FromRound(first) => wants = self.round.at_least(first),
            Leaving::Outnumbered { milli } => {
                for i in 0..LANES {
                    let outnumbered = u64::from(enemy[i]) * 1000 >= u64::from(own[i]) * u64::from(milli);
                    wants.0[i] = if outnumbered { 0xFF } else { 0 };
                }
            }
            Leaving::StrengthBelow { milli } => {
                let strength = [self.strength(plan, side), self.strength(plan, 1 - side)];
                for i in 0..LANES {
                    let weak = strength[0][i] * 1000 < strength[1][i] * u64::from(milli);
                    wants.0[i] = if weak { 0xFF } else { 0 };
                }
            }
        }
        wants.and(&self.round.at_least(2))
    }

    /// Sum over a side's combat-capable ships of their strength.
    #[inline(always)]
    fn strength(&self, plan: &Plan, side: usize) -> [u64; LANES] {
        let mut total = [0; LANES];
        for slot in plan.slots_of[side].clone() {
            for i in 0..LANES {
                total[i] += u64::from(self.front[slot].0[i]) * u64::from(plan.slots[slot].strength);
            }
        }
        total
    }

    /// Screened ships come back, and captured ones are a round nearer to being of use.
    #[inline(always)]
    pub fn end_round(&mut self, plan: &Plan, observer: &mut impl Observer) {
        if plan.features.screening {
            for (front, back) in self.front.iter_mut().zip(&mut self.back) {
                *front = front.plus(back);
                *back = Row::ZERO;
            }
            for (hurt, aside) in self.hurt.iter_mut().zip(&mut self.aside) {
                *hurt = hurt.or(aside);
                *aside = Row::ZERO;
            }
        }
        if plan.features.captures {
            capture::advance(plan, self, observer);
        }
    }
}

/// Ships that a side may screen at most (5.7): the difference in numbers of combat-capable ships.
#[inline(always)]
#[must_use]
pub fn most_screened(own: u16, enemy: u16) -> u16 {
    own.saturating_sub(enemy)
}

/// Whether an observer of this type watches at all.
#[inline(always)]
pub fn observer_active<O: Observer>(_: &O) -> bool {
    O::ACTIVE
}
