//! Every way that a round can start and go on, for best play: whose rules hold, who is screened, and
//! which of these a side may choose from in each state.

use super::ages::ages_from;
use super::opening::{Openings, Situation};
use super::refusal::Refusal;
use super::space::Space;
use crate::engine::lanes::most_screened;
use crate::engine::plan::{Leave, Plan, When};
use crate::engine::row::fleet_size_bonus;
use std::collections::HashMap;

/// A kind of round.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Kind {
    /// Rounds are of an age as long as the same orders hold: the first age is that of the start, the
    /// last one goes on to the end.
    pub age: usize,
    /// What holds for the whole round.
    pub situation: Situation,
}

/// Most ways of screening and leaving that a state may be met in.
const MOST_KINDS: usize = 4096;

/// Rounds of the plan, seen from every state.
pub struct Rounds {
    /// All kinds, those of an age in a row.
    pub kinds: Vec<Kind>,
    /// Ages there are.
    pub ages: usize,
    /// The last age has one round, after which the battle is stopped; otherwise it goes on.
    pub finite: bool,
    /// Sides whose screens are left to best play.
    screens: [bool; 2],
    /// Slots whose ships may be screened.
    may_screen: Vec<bool>,
    /// Ships at the start, of either side.
    fleets: [u16; 2],
    numbers: HashMap<Kind, u32>,
    /// Lists of kinds to choose from, one after the other.
    options: Vec<u32>,
    /// `(first, end)` of each list.
    lists: Vec<(u32, u32)>,
    /// The list of each state, for each age; empty if that age starts in one state only.
    list_of: Vec<Vec<u32>>,
    /// The start's list.
    start: u32,
    /// Kind after screened ships of a slot left, kind after kind, a slot each.
    fewer: Vec<u32>,
    slots: usize,
    /// A kind that may be met in every state.
    any: Option<usize>,
    /// Round of the first age, counted from 0.
    first: usize,
    /// Slots whose ships leave by orders, screened ones too.
    ordered: Vec<bool>,
    /// The kinds of each age.
    of_age: Vec<Vec<u32>>,
    /// Kinds with the same number look the same to every turn but for the bonus.
    views: Vec<u32>,
}

/// Opens rounds, and remembers the lists of kinds that they lead to.
struct Opener<'a> {
    openings: Openings,
    /// The list of each age, situation, and part of the side that may choose with its enemies' number.
    known: HashMap<(usize, u32, [usize; 2]), u32>,
    allow: &'a dyn Fn(usize) -> Result<(), Refusal>,
}

impl Rounds {
    /// All rounds from a state on, which is met at the start of this round, or in the middle of one
    /// in which this side has the fleet size bonus. `allow` is asked about numbers of kinds that there
    /// are at least.
    ///
    /// # Errors
    ///
    /// If there are too many kinds, or not all are allowed.
    pub fn new(
        plan: &Plan,
        space: &Space,
        round: u16,
        start: usize,
        within: Option<[bool; 2]>,
        allow: &dyn Fn(usize) -> Result<(), Refusal>,
    ) -> Result<Rounds, Refusal> {
        let (ages, first, finite) = ages_from(plan, round)?;
        let [attacker, defender] = space.parts(start);
        let mut rounds = Rounds {
            kinds: Vec::new(),
            ages,
            finite,
            screens: [0, 1].map(|side| plan.orders[side].best.screen),
            may_screen: plan.slots.iter().map(|slot| slot.may_screen).collect(),
            fleets: [space.sides[0].fleet[attacker], space.sides[1].fleet[defender]],
            numbers: HashMap::new(),
            options: Vec::new(),
            lists: Vec::new(),
            list_of: Vec::new(),
            start: 0,
            fewer: Vec::new(),
            slots: plan.slots.len(),
            any: None,
            first,
            ordered: Vec::new(),
            of_age: Vec::new(),
            views: Vec::new(),
        };
        let mut opener = Opener {
            openings: Openings::new(plan, space),
            known: HashMap::new(),
            allow,
        };
        let every: Vec<u32> = (0..space.states as u32).collect();
        for age in 0..rounds.ages {
            let round = (first + age + 1) as u16;
            let alone = age == 0 && rounds.ages > 1;
            let states = if alone { &[start as u32][..] } else { &every };
            let lists = rounds.open(plan, space, &mut opener, (age, round), states)?;
            // The ages to come have one kind each, and most of them as many as this one.
            let to_come = if alone { 1 } else { rounds.kinds.len() / (age + 1) };
            allow(rounds.kinds.len() + (rounds.ages - age - 1) * to_come)?;
            if age == 0 {
                rounds.start = if alone { lists[0] } else { lists[start] };
            }
            rounds.list_of.push(if alone { Vec::new() } else { lists });
            if age == 0
                && let Some(bonus) = within
            {
                // Orders to leave are those of a round that began with the same ships.
                let list = rounds.lists.get(rounds.start as usize);
                let first = list.map(|&(first, _)| rounds.options[first as usize] as usize);
                let situation = Situation {
                    bonus,
                    leaving: first.map_or([false; 2], |kind| rounds.kinds[kind].situation.leaving),
                    watched: first.map_or(0, |kind| rounds.kinds[kind].situation.watched),
                    back: Vec::new(),
                };
                rounds.any = Some(rounds.number(Kind { age, situation }) as usize);
            }
        }
        rounds.let_screened_leave(plan)?;
        rounds.sort_out(plan);
        Ok(rounds)
    }

    /// Makes the tables that are read off the kinds.
    fn sort_out(&mut self, plan: &Plan) {
        let by_orders = |slot| !matches!(plan.leave(slot), Leave::Never | Leave::Freely);
        self.ordered = (0..self.slots).map(by_orders).collect();
        self.of_age = vec![Vec::new(); self.ages];
        let mut known = HashMap::new();
        for (number, kind) in self.kinds.iter().enumerate() {
            self.of_age[kind.age].push(number as u32);
            let next = known.len() as u32;
            let looks = (
                &kind.situation.back,
                kind.situation.leaving,
                kind.situation.watched,
                self.first + kind.age > 0,
            );
            self.views.push(*known.entry(looks).or_insert(next));
        }
    }

    /// Whether ships may leave in a round of this age: not in the battle's first (5.9).
    #[inline]
    #[must_use]
    pub fn may_leave_in(&self, age: usize) -> bool {
        self.first + age > 0
    }

    /// Whether a turn is taken in a round of this kind.
    #[inline]
    #[must_use]
    pub fn takes_turn(&self, when: When, kind: usize) -> bool {
        let Kind { age, situation } = &self.kinds[kind];
        situation.takes_turn(when, self.first + age == 0)
    }

    /// The kinds of an age.
    #[must_use]
    pub fn of_age(&self, age: usize) -> &[u32] {
        &self.of_age[age]
    }

    /// A number that kinds share which look the same to every turn but for the bonus.
    #[inline]
    #[must_use]
    pub fn view(&self, kind: usize) -> u32 {
        self.views[kind]
    }

    /// The kind of the round in whose middle everything starts, if it does.
    #[must_use]
    pub fn within(&self) -> Option<usize> {
        self.any
    }

    /// Whether the choice at the start of a round of this age is to be made in a state.
    #[inline]
    #[must_use]
    pub fn starts(&self, age: usize, state: usize, start: usize) -> bool {
        !self.list_of[age].is_empty() || state == start
    }

    fn number(&mut self, kind: Kind) -> u32 {
        let next = self.kinds.len() as u32;
        let number = *self.numbers.entry(kind.clone()).or_insert(next);
        if number == next {
            self.kinds.push(kind);
        }
        number
    }

    /// The list of each state in a round of this age.
    fn open(
        &mut self,
        plan: &Plan,
        space: &Space,
        opener: &mut Opener,
        (age, round): (usize, u16),
        states: &[u32],
    ) -> Result<Vec<u32>, Refusal> {
        let mut opened = Vec::new();
        opener.openings.open(plan, space, round, states, &mut opened);
        let mut lists = Vec::with_capacity(states.len());
        // Neighbours mostly have the same.
        let mut last = None;
        for (&state, opened) in states.iter().zip(&opened) {
            debug_assert_eq!(state, opened.state, "wounded ships are split off already");
            if !space.contested(state as usize) {
                // No round starts there.
                lists.push(0);
                continue;
            }
            let parts = space.parts(state as usize);
            let fleets = [0, 1].map(|side| space.sides[side].fleet[parts[side]]);
            let chooser = self.chooser(fleets);
            // Of the enemy only the number matters for what may be screened.
            let of = chooser.map_or([0; 2], |side| [parts[side], usize::from(fleets[1 - side]) * 2 + side]);
            let key = (age, opened.situation, of);
            if last.is_none_or(|(known, _)| known != key) {
                let next = self.lists.len() as u32;
                let list = *opener.known.entry(key).or_insert(next);
                if list == next {
                    let first = self.options.len() as u32;
                    let situation = opener.openings.situations[opened.situation as usize].clone();
                    self.screened(space, age, &situation, chooser, parts, fleets);
                    self.lists.push((first, self.options.len() as u32));
                    if self.kinds.len() > MOST_KINDS {
                        return Err(Refusal::TooManyScreens);
                    }
                    (opener.allow)(self.kinds.len())?;
                }
                last = Some((key, list));
            }
            lists.extend(last.map(|(_, list)| list));
        }
        Ok(lists)
    }

    /// The side that has a choice of whom to screen: the larger one, if its screens are left to best
    /// play (5.7).
    #[must_use]
    pub fn chooser(&self, fleets: [u16; 2]) -> Option<usize> {
        (0..2).find(|&side| self.screens[side] && most_screened(fleets[side], fleets[1 - side]) > 0)
    }

    /// Adds a kind to the options for each way that the side may screen, nobody first.
    fn screened(
        &mut self,
        space: &Space,
        age: usize,
        situation: &Situation,
        chooser: Option<usize>,
        parts: [usize; 2],
        fleets: [u16; 2],
    ) {
        let first = self.number(Kind {
            age,
            situation: situation.clone(),
        });
        self.options.push(first);
        let Some(side) = chooser else { return };
        let own = &space.sides[side];
        let may_screen = own.slots.clone().filter(|&slot| self.may_screen[slot]);
        let ships = may_screen.map(|slot| (slot, own.ships(parts[side], slot)));
        let ships: Vec<(usize, u8)> = ships.filter(|&(_, ships)| ships > 0).collect();
        let allowed = most_screened(fleets[side], fleets[1 - side]);
        each_screen(&ships, allowed, &mut vec![0; self.slots], &mut |back, screened| {
            if screened == 0 {
                return;
            }
            let mut front = fleets;
            front[side] -= screened;
            let situation = Situation {
                bonus: fleet_size_bonus(front),
                leaving: situation.leaving,
                watched: situation.watched,
                back: back.to_vec(),
            };
            let kind = self.number(Kind { age, situation });
            self.options.push(kind);
        });
    }

    /// Numbers the kinds that rounds become when screened ships leave on their turn (5.7.1): one by
    /// one as is best, or all of a slot by orders.
    fn let_screened_leave(&mut self, plan: &Plan) -> Result<(), Refusal> {
        let mut kind = 0;
        while kind < self.kinds.len() {
            for slot in 0..self.slots {
                let screened = self.kinds[kind].situation.back(slot);
                let leaving = match plan.leave(slot) {
                    Leave::Freely => screened.min(1),
                    Leave::WithSide | Leave::Always => screened,
                    Leave::Never | Leave::Wounded | Leave::Carried => 0,
                };
                let mut fewer = kind as u32;
                if leaving > 0 {
                    let mut changed = self.kinds[kind].clone();
                    changed.situation.back[slot] -= leaving;
                    if changed.situation.back.iter().all(|&ships| ships == 0) {
                        changed.situation.back.clear();
                    }
                    fewer = self.number(changed);
                }
                self.fewer.push(fewer);
            }
            kind += 1;
            if self.kinds.len() > MOST_KINDS {
                return Err(Refusal::TooManyScreens);
            }
        }
        Ok(())
    }

    /// The kind of the round after screened ships of a slot left: one if they leave as is best, all if
    /// by orders.
    #[inline]
    #[must_use]
    pub fn fewer(&self, kind: usize, slot: usize) -> usize {
        self.fewer[kind * self.slots + slot] as usize
    }

    /// The kinds that a round of this age may be of when it starts in a state.
    #[inline]
    #[must_use]
    pub fn options(&self, age: usize, state: usize) -> &[u32] {
        let list = self.list_of[age].get(state).copied().unwrap_or(self.start);
        let (first, end) = self.lists[list as usize];
        &self.options[first as usize..end as usize]
    }

    /// Whether a round of this kind can come through a state: with bonus and screens of a round that
    /// began with more ships, at best with all of a side's and none of the enemy's lost since.
    #[must_use]
    pub fn may_be(&self, kind: usize, space: &Space, parts: [usize; 2]) -> bool {
        if self.any == Some(kind) {
            return true;
        }
        let Situation { bonus: has, back, .. } = &self.kinds[kind].situation;
        let fleets = [0, 1].map(|side| space.sides[side].fleet[parts[side]]);
        let mut screened = [0; 2];
        if !back.is_empty() {
            for side in 0..2 {
                for slot in space.sides[side].slots.clone() {
                    if back[slot] > space.sides[side].ships(parts[side], slot) && !self.ordered[slot] {
                        return false;
                    }
                    screened[side] += u16::from(back[slot]);
                }
            }
        }
        (0..2).all(|side| {
            let (most, enemies) = (self.fleets[side], fleets[1 - side]);
            let allowed = screened[side] == 0 || screened[side] <= most_screened(most, enemies);
            let mut front = [0; 2];
            front[side] = most.saturating_sub(screened[side]);
            front[1 - side] = enemies.saturating_sub(screened[1 - side]);
            allowed && (!has[side] || fleet_size_bonus(front)[side])
        })
    }
}

/// Calls `each` with every number of ships of every slot that adds up to at most what is allowed, and
/// with the sum; nobody first.
fn each_screen(ships: &[(usize, u8)], allowed: u16, back: &mut [u8], each: &mut dyn FnMut(&[u8], u16)) {
    let Some((&(slot, ships), others)) = ships.split_first() else {
        let screened = back.iter().map(|&ships| u16::from(ships)).sum();
        each(back, screened);
        return;
    };
    for screened in 0..=u16::from(ships).min(allowed) {
        back[slot] = screened as u8;
        each_screen(others, allowed - screened, back, each);
    }
    back[slot] = 0;
}
