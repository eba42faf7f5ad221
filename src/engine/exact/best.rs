//! Best play: each shot at the target that is best for its side, with full sight of the battle. A
//! game of perfect information, solved from its end backwards.
//!
//! A shot's value needs the values after a hit, which are those of the level below: the states with
//! as many hit points less as a hit costs. So levels of equal hit points are worked out one after
//! the other, each in parallel, and only the last ones are kept.

use super::chain::{Blocks, Chain, Choice, Found, SITUATIONS, Target, Turn, slots, turns};
use super::line::Part;
use super::opening::Openings;
use super::space::{Refusal, Space, start};
use crate::engine::plan::Plan;
use crate::engine::tally::Outcome;
use crate::spec::Side;
use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;
use std::collections::VecDeque;

/// What best play is after; the attacker wants much of it, the defender little.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// The chance that only the attacker is left.
    Win,
    /// CP of the defender's ships destroyed less CP of the attacker's.
    CpSwing,
}

/// A point of a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// `(ships, damage on the wounded one)`, one for each of the plan's slots.
    pub ships: Vec<(u8, u8)>,
    /// In the middle of a round: who fires. At its start: `None`.
    pub firing: Option<Firing>,
}

/// A point within a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Firing {
    /// The step of the plan.
    pub step: usize,
    /// Shots that it still has, the next one included; at most the shooter's ships.
    pub shots: u8,
    /// The side with the fleet size bonus in this round, if one has it.
    pub bonus: Option<Side>,
}

impl Position {
    /// The start of a plan's battle.
    #[must_use]
    pub fn start(plan: &Plan) -> Position {
        Position {
            ships: plan.slots.iter().map(|slot| (slot.start, 0)).collect(),
            firing: None,
        }
    }
}

/// What a position is worth, and what each shot next to be taken is worth by its target.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The value of the objective.
    pub value: f64,
    /// At a round's start: the first shot of every slot that fires, in the order of 5.2, if nothing
    /// was hit before. In the middle of a round: the next shot alone.
    pub shots: Vec<ShotAdvice>,
}

/// What a shot is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct ShotAdvice {
    /// Step of the plan.
    pub step: usize,
    /// Its targets, a slot each, with the value of shooting at it and going on as solved; in the
    /// order of the plan's aims.
    pub targets: Vec<(usize, f64)>,
    /// The value of the shot as its side's policy or best play takes it.
    pub value: f64,
}

/// Works best play out: the sides of `best` pick every target, the others follow their policies.
///
/// # Errors
///
/// If the plan has too many states, or something that best play is not worked out for.
pub fn solve_optimal(plan: &Plan, objective: Objective, best: [bool; 2]) -> Result<Advice, Refusal> {
    advise(plan, objective, best, &Position::start(plan))
}

/// As [`solve_optimal`], from any position.
///
/// # Errors
///
/// As [`solve_optimal`].
pub fn advise(plan: &Plan, objective: Objective, best: [bool; 2], position: &Position) -> Result<Advice, Refusal> {
    if plan.features.screening || plan.features.retreat {
        return Err(Refusal::OrdersWithBestPlay);
    }
    if !plan.stop.stalemate {
        return Err(Refusal::EarlyLookWithBestPlay);
    }
    let start = parts(plan, position)?;
    let space = Space::new(plan, &start)?;
    let choice = |side: usize, best_choice| if best[side] { best_choice } else { Choice::Listed };
    let (turns, block) = turns(plan, &space, [choice(0, Choice::Most), choice(1, Choice::Least)]);
    let game = Game {
        plan,
        objective,
        openings: Openings::new(plan, &space),
        levels: Levels::new(&space),
        space: &space,
        turns,
        block,
        any_situation: position.firing.is_some(),
    };
    Ok(game.play(position.firing))
}

/// A position as parts of a state.
fn parts(plan: &Plan, position: &Position) -> Result<Vec<Part>, Refusal> {
    let mut parts = start(plan);
    for ((part, slot), &(ships, hurt)) in parts.iter_mut().zip(&plan.slots).zip(&position.ships) {
        if ships > slot.capacity || hurt >= slot.hull || (ships == 0 && hurt > 0) {
            return Err(Refusal::NoSuchPosition);
        }
        (part.ships, part.hurt) = (ships, hurt);
    }
    match position.firing {
        Some(firing) => match plan.steps.get(firing.step) {
            Some(step) if (1..=parts[step.shooter].ships).contains(&firing.shots) => Ok(parts),
            _ => Err(Refusal::NoSuchPosition),
        },
        None => Ok(parts),
    }
}

/// The states in order of hit points.
struct Levels {
    /// States, level after level.
    states: Vec<u32>,
    /// First of each level's states.
    first: Vec<usize>,
    /// Each state's place within its level.
    places: Vec<u32>,
}

impl Levels {
    fn new(space: &Space) -> Levels {
        let levels = usize::from(level(space, space.states - 1)) + 1;
        let mut first = vec![0; levels + 1];
        for state in 0..space.states {
            first[usize::from(level(space, state)) + 1] += 1;
        }
        for level in 0..levels {
            first[level + 1] += first[level];
        }
        let mut next = first.clone();
        let mut states = vec![0; space.states];
        let mut places = vec![0; space.states];
        for (state, place) in places.iter_mut().enumerate() {
            let level = usize::from(level(space, state));
            states[next[level]] = state as u32;
            *place = (next[level] - first[level]) as u32;
            next[level] += 1;
        }
        Levels { states, first, places }
    }
}

/// Hit points of a state.
fn level(space: &Space, state: usize) -> u16 {
    let [attacker, defender] = space.parts(state);
    space.sides[0].points[attacker] + space.sides[1].points[defender]
}

struct Game<'a> {
    plan: &'a Plan,
    objective: Objective,
    space: &'a Space,
    openings: Openings,
    levels: Levels,
    turns: Vec<Turn>,
    /// Values of a state in one situation.
    block: usize,
    /// Every situation must be worked out in every state.
    any_situation: bool,
}

/// States of a level that one thread takes at a time.
const PIECE: usize = 64;

impl Game<'_> {
    /// Works all levels out and reads the answer off the last one, which has one state.
    fn play(&self, firing: Option<Firing>) -> Advice {
        let kept = self.space.damages.last().map_or(1, |&damage| usize::from(damage));
        let mut done: VecDeque<Vec<f64>> = VecDeque::new();
        for level in 0..self.levels.first.len() - 1 {
            let mut values = if done.len() > kept { done.pop_back() } else { None }.unwrap_or_default();
            let states = &self.levels.states[self.levels.first[level]..self.levels.first[level + 1]];
            values.resize(states.len() * SITUATIONS * self.block, 0.0);
            let work = |chain: &mut Chain, (states, values): (&[u32], &mut [f64])| {
                for (&state, values) in states.iter().zip(values.chunks_mut(SITUATIONS * self.block)) {
                    self.state(state as usize, chain, &done, values);
                }
            };
            if states.len() <= 2 * PIECE {
                work(&mut Chain::default(), (states, &mut values));
            } else {
                values
                    .par_chunks_mut(PIECE * SITUATIONS * self.block)
                    .zip(rayon::slice::ParallelSlice::par_chunks(states, PIECE))
                    .for_each_init(Chain::default, |chain, (values, states)| work(chain, (states, values)));
            }
            done.push_front(values);
        }
        let values = done.pop_front().unwrap_or_default();
        self.advice(&values, &done, firing)
    }

    /// The situation that a round from a state is in.
    fn situation(&self, parts: [usize; 2]) -> usize {
        let fleets = [0, 1].map(|side| usize::from(self.space.sides[side].fleet[parts[side]]));
        self.situation_of(fleets)
    }

    fn situation_of(&self, fleets: [usize; 2]) -> usize {
        match self.openings.of_fleets(fleets).bonus {
            [true, _] => 1,
            [false, true] => 2,
            [false, false] => 0,
        }
    }

    /// Whether a round in this situation can come through a state: the bonus of a round that began
    /// with more ships, at best with all of a side's and none of the enemy's lost since.
    fn may_be(&self, situation: usize, parts: [usize; 2]) -> bool {
        let fleets = [0, 1].map(|side| usize::from(self.space.sides[side].fleet[parts[side]]));
        let all = [0, 1].map(|side| {
            let space = &self.space.sides[side];
            usize::from(space.fleet[space.states - 1])
        });
        match situation {
            1 => self.situation_of([all[0], fleets[1]]) == 1,
            2 => self.situation_of([fleets[0], all[1]]) == 2,
            _ => true,
        }
    }

    /// Fills the blocks of a state.
    fn state(&self, state: usize, chain: &mut Chain, done: &VecDeque<Vec<f64>>, values: &mut [f64]) {
        let parts = self.space.parts(state);
        if !self.space.contested(state) {
            values.fill(self.payoff(state));
            return;
        }
        let below = self.below(state, done);
        chain.look(self.space, &self.turns, parts, &below);
        let own = self.situation(parts);
        let block = |situation: usize| situation * self.block..(situation + 1) * self.block;
        let guess = self.guess(state, own, &below);
        let stalemate = || self.payoff(state);
        let value = chain.solve(own, &below, guess, stalemate, &mut values[block(own)]);
        for situation in (0..SITUATIONS).filter(|&situation| situation != own) {
            if self.any_situation || self.may_be(situation, parts) {
                chain.sweep(situation, &below, value, &mut values[block(situation)]);
            }
        }
    }

    fn below<'a>(&'a self, state: usize, done: &'a VecDeque<Vec<f64>>) -> Below<'a> {
        Below {
            game: self,
            parts: self.space.parts(state),
            state,
            level: level(self.space, state),
            done,
        }
    }

    /// A value close to a state's: that of a round's start after the first target's hit.
    fn guess(&self, state: usize, situation: usize, below: &Below) -> f64 {
        let parts = self.space.parts(state);
        let ships = |turn: &Turn| self.space.sides[turn.side].ships(parts[turn.side], turn.shooter);
        let Some(turn) = self.turns.iter().find(|turn| ships(turn) > 0) else {
            return 0.0;
        };
        let enemies = &self.space.sides[1 - turn.side];
        let present = |target: &&Target| enemies.ships(parts[1 - turn.side], target.slot) > 0;
        turn.targets.iter().find(present).map_or(0.0, |target| {
            let found = below.find(target.slot, turn.table);
            below.values(found, situation)[turn.place + usize::from(ships(turn)) - 1]
        })
    }

    /// What the objective is worth if the battle ends in a state.
    fn payoff(&self, state: usize) -> f64 {
        let remains = self.space.remains(self.plan, state);
        match self.objective {
            Objective::Win => f64::from(u8::from(remains.outcome == Outcome::Attacker)),
            Objective::CpSwing => {
                let [own, enemy] = Side::BOTH.map(|side| f64::from(remains.loss(self.plan, side)));
                enemy - own
            }
        }
    }

    fn advice(&self, values: &[f64], done: &VecDeque<Vec<f64>>, firing: Option<Firing>) -> Advice {
        let state = self.space.states - 1;
        let parts = self.space.parts(state);
        if !self.space.contested(state) {
            return Advice {
                value: self.payoff(state),
                shots: Vec::new(),
            };
        }
        let situation = match firing {
            Some(firing) => firing.bonus.map_or(0, |side| side.index() + 1),
            None => self.situation(parts),
        };
        let values = &values[situation * self.block..][..self.block];
        let below = self.below(state, done);
        let ships = |turn: &Turn| usize::from(self.space.sides[turn.side].ships(parts[turn.side], turn.shooter));
        let shot = |step: usize, shots: usize| {
            let turn = &self.turns[step];
            let enemies = &self.space.sides[1 - turn.side];
            let targets = slots(&self.plan.steps[step]).into_iter();
            let present = targets.filter(|target| enemies.ships(parts[1 - turn.side], target.slot) > 0);
            let value = |target: Target| {
                let chance = target.chance[usize::from(situation == turn.side + 1)];
                let found = below.find(target.slot, turn.table);
                let hit = below.values(found, situation)[turn.place + shots - 1];
                (
                    target.slot,
                    chance * hit + (1.0 - chance) * values[turn.place + shots - 1],
                )
            };
            ShotAdvice {
                step,
                targets: present.map(value).collect(),
                value: values[turn.place + shots],
            }
        };
        let shots = match firing {
            Some(firing) => vec![shot(firing.step, usize::from(firing.shots))],
            None => {
                let firing = (0..self.turns.len()).filter(|&step| ships(&self.turns[step]) > 0);
                firing.map(|step| shot(step, ships(&self.turns[step]))).collect()
            }
        };
        Advice {
            value: shots.first().map_or_else(|| self.payoff(state), |shot| shot.value),
            shots,
        }
    }
}

/// The levels below a state.
struct Below<'a> {
    game: &'a Game<'a>,
    parts: [usize; 2],
    state: usize,
    level: u16,
    done: &'a VecDeque<Vec<f64>>,
}

impl Blocks for Below<'_> {
    #[inline]
    fn find(&self, slot: usize, table: usize) -> Found {
        let (game, side) = (self.game, self.game.plan.slots[slot].side.index());
        let hit = game.space.sides[side].hit(self.parts[side], slot, table);
        let state = self.state - hit as usize;
        Found {
            level: usize::from(self.level - level(game.space, state)) - 1,
            place: game.levels.places[state] as usize * SITUATIONS * game.block,
        }
    }

    #[inline]
    fn values(&self, found: Found, situation: usize) -> &[f64] {
        &self.done[found.level][found.place + situation * self.game.block..][..self.game.block]
    }
}
