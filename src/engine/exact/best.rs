//! Best play: each decision that is left to it as is best for its side, with full sight of the
//! battle. A game of perfect information, solved from its end backwards.
//!
//! A shot's value needs the values after a hit, which are those of the levels below: the states with
//! fewer hit points. So levels of equal hit points are worked out one after the other, each in
//! parallel, and only those are kept that later ones may need.

use super::ages::ages_from;
use super::chain::{Blocks, Found, Seen, Worth};
use super::fixed_point::fixed_point;
use super::level::{Levels, level};
use super::limit::{Excess, Limit, make_room};
use super::line::Detail;
use super::objective::Objective;
use super::position::{Position, have_left, parts};
use super::record::{Noted, Piece, Record};
use super::refusal::Refusal;
use super::rounds::Rounds;
use super::size::{Footprint, LIST, OPENED, STATE, kept, lines_within, space_bytes};
use super::space::Space;
use super::turn::{Turn, turns};
use super::work::Work;
use crate::engine::plan::Plan;
use crate::engine::tally::Outcome;
use crate::spec::Side;
use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A plan as a game, ready to be played out.
pub struct Game<'a> {
    pub(super) plan: &'a Plan,
    pub(super) objective: Objective,
    pub(super) space: Space,
    pub(super) rounds: Rounds,
    pub(super) footprint: Footprint,
    pub(super) levels: Levels,
    pub(super) turns: Vec<Turn>,
    /// Values of a state in one kind of round.
    pub(super) block: usize,
    /// Where it starts.
    pub(super) position: Position,
    /// States worked out so far.
    pub(super) solved: Arc<AtomicU64>,
}

/// The end of a game played out: what its first state is worth.
pub(super) struct End {
    /// Values of the first state's blocks.
    pub values: Vec<f64>,
    /// Those of the levels below, the nearest first.
    pub done: VecDeque<Vec<f64>>,
    /// What the first state is worth after a round in which nothing happens.
    pub after: f64,
}

/// States of a level that one thread takes at a time.
const PIECE: usize = 64;

/// More slots than this are not told apart in a decision.
const MOST_SLOTS: usize = 250;

impl<'a> Game<'a> {
    /// The game from a position on, so far only laid out.
    ///
    /// # Errors
    ///
    /// If the plan has too many states, the machine no memory for them, or the battle can't come to the
    /// position.
    pub fn new(plan: &'a Plan, objective: Objective, position: &Position) -> Result<Game<'a>, Refusal> {
        Game::within(plan, objective, position, &Limit::NONE, false)
    }

    /// As [`Game::new`], if it takes no more than a limit to play it out, with `record` also to keep every
    /// decision and to follow them. What is refused is refused before it takes more than the limit itself.
    ///
    /// # Errors
    ///
    /// As [`Game::new`], or if it takes more.
    pub fn within(
        plan: &'a Plan,
        objective: Objective,
        position: &Position,
        limit: &Limit,
        record: bool,
    ) -> Result<Game<'a>, Refusal> {
        if plan.slots.len() > MOST_SLOTS {
            return Err(Refusal::TooManyStates);
        }
        let parts = parts(plan, position)?;
        let (lines, states) = lines_within(plan, &parts, Detail::GAME, limit.states)?;
        let (ages, ..) = ages_from(plan, position.round)?;
        let allow = |bytes: u64, at_least: bool| {
            let excess = Excess {
                states,
                at_least,
                bytes: Some(bytes),
            };
            if bytes > limit.bytes {
                Err(Refusal::TooLarge(excess))
            } else {
                Ok(())
            }
        };
        let laid_out = space_bytes(plan, &lines) + states * (OPENED + STATE + LIST * ages as u64);
        // Every age has at least one kind of round.
        let least = Footprint::least(plan, states, ages as u64).bytes(ages, record);
        allow(laid_out.max(least), true)?;
        make_room(laid_out)?;
        let space = Space::of(plan, lines, states);
        let within = position
            .firing
            .map(|firing| Side::BOTH.map(|side| firing.bonus == Some(side)));
        let saved = |slot: usize| {
            let cost = f64::from(plan.units[plan.slots[slot].unit].cost);
            match (objective, plan.slots[slot].side) {
                (Objective::Win, _) => 0.0,
                (Objective::CpSwing, Side::Attacker) => cost,
                (Objective::CpSwing, Side::Defender) => -cost,
            }
        };
        let (turns, block) = turns(plan, &space, saved);
        let levels = Levels::new(&space);
        let footprint = Footprint {
            states,
            ages: ages as u64,
            kept: (kept(plan, &space) + 1).min(levels.number()) as u64 * levels.widest() as u64,
            block: block as u64,
        };
        let rounds = Rounds::new(plan, &space, position.round, space.states - 1, within, &|kinds| {
            allow(footprint.bytes(kinds, record), true)
        })?;
        let leaving = rounds.within().map(|kind| rounds.kinds[kind].situation.leaving);
        if leaving.is_some_and(|leaving| have_left(plan, position, &parts, leaving)) {
            return Err(Refusal::NoSuchPosition);
        }
        let game = Game {
            plan,
            objective,
            footprint,
            levels,
            space,
            rounds,
            turns,
            block,
            position: position.clone(),
            solved: Arc::default(),
        };
        let bytes = game.bytes(record);
        allow(bytes, false)?;
        make_room(bytes)?;
        Ok(game)
    }

    /// Values of a state in all kinds of rounds.
    fn blocks(&self) -> usize {
        self.rounds.kinds.len() * self.block
    }

    /// Works all levels out; the last one has one state, the start.
    pub(super) fn play(&self, mut record: Option<&mut Record>) -> End {
        let kept = kept(self.plan, &self.space);
        let (blocks, ages) = (self.blocks(), self.rounds.ages);
        if let Some(record) = &mut record {
            record.decisions = vec![0; self.space.states * blocks];
            record.opened = vec![0; self.space.states * ages];
            record.values = vec![0.0; self.space.states * ages];
        }
        let mut done: VecDeque<Vec<f64>> = VecDeque::new();
        let mut work = Work::default();
        let mut after = 0.0;
        for level in 0..self.levels.number() {
            let mut values = if done.len() > kept { done.pop_back() } else { None }.unwrap_or_default();
            let states = self.levels.states(level);
            values.resize(states.len() * blocks, 0.0);
            let first = self.levels.first(level);
            let (decisions, opened, worth) = match &mut record {
                Some(record) => (
                    &mut record.decisions[first * blocks..][..states.len() * blocks],
                    &mut record.opened[first * ages..][..states.len() * ages],
                    &mut record.values[first * ages..][..states.len() * ages],
                ),
                None => (&mut [][..], &mut [][..], &mut [][..]),
            };
            let all = Piece {
                states,
                values: &mut values,
                decisions,
                opened,
                worth,
            };
            if states.len() <= 2 * PIECE {
                after = self.piece(all, &mut work, &done);
            } else {
                all.split(PIECE)
                    .par_iter_mut()
                    .for_each_init(Work::default, |work, piece| {
                        self.piece(std::mem::take(piece), work, &done);
                    });
            }
            done.push_front(values);
        }
        let values = done.pop_front().unwrap_or_default();
        End { values, done, after }
    }

    /// Works states out one after the other. Returns what the last is worth after a round in which
    /// nothing happens.
    fn piece(&self, piece: Piece, work: &mut Work, done: &VecDeque<Vec<f64>>) -> f64 {
        let (blocks, ages) = (self.blocks(), self.rounds.ages);
        let Piece {
            states,
            values,
            decisions,
            opened,
            worth,
        } = piece;
        let mut after = 0.0;
        self.solved.fetch_add(states.len() as u64, Ordering::Relaxed);
        let mut recorded = decisions
            .chunks_mut(blocks)
            .zip(opened.chunks_mut(ages).zip(worth.chunks_mut(ages)));
        for (&state, values) in states.iter().zip(values.chunks_mut(blocks)) {
            after = self.state(state as usize, work, done, values, recorded.next());
        }
        after
    }

    /// Fills the blocks of a state.
    fn state(
        &self,
        state: usize,
        work: &mut Work,
        done: &VecDeque<Vec<f64>>,
        values: &mut [f64],
        record: Option<Noted>,
    ) -> f64 {
        let (mut decisions, mut starts) = record.unzip();
        if !self.space.contested(state) {
            let payoff = self.payoff(state);
            values.fill(payoff);
            if let Some((_, worth)) = starts {
                worth.fill(payoff);
            }
            return payoff;
        }
        let below = self.below(state, done);
        let parts = self.space.parts(state);
        work.forget(self.rounds.kinds.len());
        let (mut after, mut next) = (0.0, 0.0);
        for age in (0..self.rounds.ages).rev() {
            let options = self.rounds.options(age, state);
            let last = age + 1 == self.rounds.ages;
            let goes_on = last && !self.rounds.finite;
            after = match (last, goes_on) {
                (_, true) => self.fixed_point(options, &below, work, values),
                (true, false) => self.payoff(state),
                (false, _) => next,
            };
            for &kind in self.rounds.of_age(age) {
                let kind = kind as usize;
                let known = work.starts[kind].is_some();
                if (known && decisions.is_none()) || !(known || self.rounds.may_be(kind, &self.space, parts)) {
                    continue;
                }
                let block = kind * self.block..(kind + 1) * self.block;
                let chain = work.chain(self.seen(&below, kind), &below);
                let decisions = decisions.as_mut().map(|all| &mut all[block.clone()]);
                let worth = chain.sweep((&self.rounds, kind), &below, after, &mut values[block], decisions);
                work.starts[kind] = Some(worth);
            }
            if self.rounds.starts(age, state, self.space.states - 1) {
                let (kind, value) = self.choose(options, parts, |kind| {
                    work.starts[kind].map_or(0.0, |worth| worth.value)
                });
                next = if goes_on { after } else { value };
                if let Some((opened, worth)) = &mut starts {
                    opened[age] = kind;
                    worth[age] = next;
                }
            }
        }
        after
    }

    /// The option that the side prefers which may choose, and its value; of equals the first.
    pub(super) fn choose(&self, options: &[u32], parts: [usize; 2], value: impl Fn(usize) -> f64) -> (u32, f64) {
        let fleets = [0, 1].map(|side| self.space.sides[side].fleet[parts[side]]);
        let most = self.rounds.chooser(fleets) != Some(1);
        let mut best = (options[0], value(options[0] as usize));
        for &kind in &options[1..] {
            let value = value(kind as usize);
            if if most { value > best.1 } else { value < best.1 } {
                best = (kind, value);
            }
        }
        best
    }

    /// The value of a state whose rounds go on until something happens.
    fn fixed_point(&self, options: &[u32], below: &Below, work: &mut Work, values: &mut [f64]) -> f64 {
        let stalemate = || self.payoff(below.state);
        let first = options[0] as usize;
        let guess = work.chain(self.seen(below, first), below).guess(first, below);
        fixed_point(guess, |end| {
            for &kind in options {
                let kind = kind as usize;
                let block = &mut values[kind * self.block..(kind + 1) * self.block];
                let chain = work.chain(self.seen(below, kind), below);
                let mut worth = chain.sweep((&self.rounds, kind), below, end, block, None);
                if worth.slope >= 1.0 {
                    // Nothing can happen, for ever.
                    worth = Worth {
                        value: stalemate(),
                        slope: 0.0,
                    };
                }
                work.starts[kind] = Some(worth);
            }
            let value = |kind: usize| work.starts[kind].map_or(0.0, |worth| worth.value);
            let (kind, value) = self.choose(options, below.parts, value);
            let slope = work.starts[kind as usize].map_or(0.0, |worth| worth.slope);
            Worth { value, slope }
        })
    }

    pub(super) fn seen<'s>(&'s self, below: &Below<'s>, kind: usize) -> Seen<'s> {
        Seen {
            space: &self.space,
            turns: &self.turns,
            rounds: &self.rounds,
            parts: below.parts,
            kind,
        }
    }

    pub(super) fn below<'s>(&'s self, state: usize, done: &'s VecDeque<Vec<f64>>) -> Below<'s> {
        Below {
            game: self,
            blocks: self.blocks(),
            parts: self.space.parts(state),
            state,
            level: level(&self.space, state),
            done,
        }
    }

    /// What the objective is worth if the battle ends in a state; ships that left count as destroyed.
    pub(super) fn payoff(&self, state: usize) -> f64 {
        let remains = self.space.remains(self.plan, state);
        match self.objective {
            Objective::Win => f64::from(u8::from(remains.outcome == Outcome::Attacker)),
            Objective::CpSwing => {
                let [own, enemy] = Side::BOTH.map(|side| f64::from(remains.loss(&self.plan.units, side)));
                enemy - own
            }
        }
    }
}

/// The levels below a state.
pub(super) struct Below<'a> {
    game: &'a Game<'a>,
    blocks: usize,
    parts: [usize; 2],
    state: usize,
    level: usize,
    done: &'a VecDeque<Vec<f64>>,
}

impl Blocks for Below<'_> {
    #[inline]
    fn find(&self, less: u32) -> Found {
        let state = self.state - less as usize;
        Found {
            level: self.level - level(&self.game.space, state) - 1,
            place: self.game.levels.place(state) * self.blocks,
        }
    }

    #[inline]
    fn values(&self, found: Found, kind: usize) -> &[f64] {
        let block = self.game.block;
        &self.done[found.level][found.place + kind * block..][..block]
    }
}
