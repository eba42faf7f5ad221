//! What a round's start settles: screens, fleet size bonus, who wants to leave. The lanes settle it,
//! 128 states at a time, so that no rule is written down twice.

use super::space::Space;
use crate::engine::lanes::State;
use crate::engine::observe::Unwatched;
use crate::engine::plan::{Leaving, Plan, ScreenEntry, When};
use crate::engine::row::{LANES, Row, WideRow};
use std::collections::HashMap;

/// What holds for a whole round.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Situation {
    /// Who has the fleet size bonus (5.1.3).
    pub bonus: [bool; 2],
    /// Who wants to leave (5.9).
    pub leaving: [bool; 2],
    /// Which of [`Plan::watches`] have a ship in the hex, a bit each (16.2).
    pub watched: u64,
    /// Ships screened of each of the plan's slots (5.7); empty if none is.
    pub back: Vec<u8>,
}

impl Situation {
    /// Whether a turn is taken in a round, the first or a later one.
    #[inline]
    #[must_use]
    pub fn takes_turn(&self, when: When, first: bool) -> bool {
        when.holds(first, |watch| self.watched >> watch & 1 == 1)
    }

    /// Ships of a slot that are screened.
    #[inline]
    #[must_use]
    pub fn back(&self, slot: usize) -> u8 {
        self.back.get(slot).copied().unwrap_or(0)
    }
}

/// A round's start from one state.
#[derive(Clone, Copy, Debug)]
pub struct Opened {
    /// The state, in which screening may have split off a wounded ship.
    pub state: u32,
    /// Number of the situation.
    pub situation: u32,
}

/// Opens rounds, and numbers the situations they lead to.
pub struct Openings {
    lanes: State,
    splits: bool,
    numbers: HashMap<Situation, u32>,
    /// All situations met so far.
    pub situations: Vec<Situation>,
    /// Situation by the numbers of ships on either side, where nothing else matters.
    by_fleets: Vec<u32>,
    stride: usize,
}

impl Openings {
    /// Ready for a plan's rounds.
    #[must_use]
    pub fn new(plan: &Plan, space: &Space) -> Openings {
        let entries = plan.orders.iter().flat_map(|orders| &orders.screen);
        let largest = space
            .sides
            .each_ref()
            .map(|side| usize::from(side.fleet.iter().copied().max().unwrap_or(0)));
        let mut openings = Openings {
            lanes: State::new(plan),
            splits: { entries }.any(|entry| matches!(entry, ScreenEntry::Wounded { .. })),
            numbers: HashMap::new(),
            situations: Vec::new(),
            by_fleets: Vec::new(),
            stride: largest[1] + 1,
        };
        let leaving = plan.orders.iter().any(|orders| orders.leaving != Leaving::Never);
        if !plan.features.screening && !leaving && plan.watches.is_empty() {
            openings.tabulate(plan, space, largest);
        }
        openings
    }

    /// Fills the table by numbers of ships, from one state for each pair of numbers.
    fn tabulate(&mut self, plan: &Plan, space: &Space, largest: [usize; 2]) {
        let of = |side: usize| -> Vec<Option<usize>> {
            let fleet = &space.sides[side].fleet;
            let mut states = vec![None; largest[side] + 1];
            for (state, &ships) in fleet.iter().enumerate() {
                states[usize::from(ships)].get_or_insert(state);
            }
            states
        };
        let mut states = Vec::new();
        for attacker in of(0) {
            for &defender in &of(1) {
                let pair = attacker.zip(defender).map(|(a, d)| space.joined([a, d]));
                states.push(pair.unwrap_or(0) as u32);
            }
        }
        let mut opened = Vec::new();
        self.open(plan, space, 1, &states, &mut opened);
        self.by_fleets = opened.iter().map(|opened| opened.situation).collect();
    }

    /// Opens a round, whose number counts from 1, from each of the states.
    pub fn open(&mut self, plan: &Plan, space: &Space, round: u16, states: &[u32], opened: &mut Vec<Opened>) {
        opened.clear();
        if !self.by_fleets.is_empty() {
            opened.extend(states.iter().map(|&state| {
                let [attacker, defender] = space.parts(state as usize);
                let fleets = [space.sides[0].fleet[attacker], space.sides[1].fleet[defender]].map(usize::from);
                Opened {
                    state,
                    situation: self.by_fleets[fleets[0] * self.stride + fleets[1]],
                }
            }));
            return;
        }
        for states in states.chunks(LANES) {
            self.load(space, round, states);
            self.lanes.begin_round::<true>(plan, &mut Unwatched);
            for (lane, &state) in states.iter().enumerate() {
                let situation = self.situation(lane);
                let state = if self.splits {
                    self.rearranged(plan, space, state, lane)
                } else {
                    state
                };
                opened.push(Opened { state, situation });
            }
        }
    }

    fn load(&mut self, space: &Space, round: u16, states: &[u32]) {
        self.lanes.round = WideRow([round - 1; LANES]);
        for row in self.lanes.back.iter_mut().chain(&mut self.lanes.aside) {
            *row = Row::ZERO;
        }
        for (lane, &state) in states.iter().enumerate() {
            let parts = space.parts(state as usize);
            for (side, &part) in space.sides.iter().zip(&parts) {
                for slot in side.slots.clone() {
                    self.lanes.front[slot].0[lane] = side.ships(part, slot);
                    self.lanes.hurt[slot].0[lane] = side.hurt(part, slot);
                }
            }
        }
    }

    fn situation(&mut self, lane: usize) -> u32 {
        let read = |rows: &[Row; 2]| [0, 1].map(|side| rows[side].0[lane] != 0);
        let back = self.lanes.back.iter().map(|row| row.0[lane]);
        let situation = Situation {
            bonus: read(&self.lanes.bonus),
            leaving: read(&self.lanes.leaving),
            watched: { self.lanes.watched.iter().rev() }.fold(0, |bits, row| bits << 1 | u64::from(row.0[lane] != 0)),
            back: if { back.clone() }.any(|ships| ships > 0) {
                back.collect()
            } else {
                Vec::new()
            },
        };
        if let Some(&number) = self.numbers.get(&situation) {
            return number;
        }
        let number = self.situations.len() as u32;
        self.situations.push(situation.clone());
        self.numbers.insert(situation, number);
        number
    }

    /// The state as screening left it.
    fn rearranged(&self, plan: &Plan, space: &Space, state: u32, lane: usize) -> u32 {
        let parts = space.parts(state as usize);
        let part = |slot: usize| {
            (
                self.lanes.front[slot].0[lane] + self.lanes.back[slot].0[lane],
                self.lanes.hurt[slot].0[lane] | self.lanes.aside[slot].0[lane],
            )
        };
        let same = |side: usize| {
            let space = &space.sides[side];
            plan.slots_of[side]
                .clone()
                .all(|slot| part(slot) == (space.ships(parts[side], slot), space.hurt(parts[side], slot)))
        };
        let parts = [0, 1].map(|side| {
            if same(side) {
                parts[side]
            } else {
                space.sides[side].rearranged(parts[side], part)
            }
        });
        space.joined(parts) as u32
    }
}
