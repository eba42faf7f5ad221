//! The shots of one round from one state, backwards from the round's end: what each is worth if all
//! before it missed, given what the state itself is worth.

use super::space::Space;
use crate::engine::plan::{Aim, Plan, Step};

/// Situations of a round: nobody has the fleet size bonus, the attacker has, the defender has.
pub const SITUATIONS: usize = 3;

/// How a step's targets are picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The target of the greatest value.
    Most,
    /// The target of the least value.
    Least,
    /// The first aim that holds.
    Listed,
    /// Any ship with the same chance.
    Random,
}

/// A step as best play sees it.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The slot that fires.
    pub shooter: usize,
    /// Its side.
    pub side: usize,
    /// How it picks its targets.
    pub choice: Choice,
    /// Number of a hit's damage in the space.
    pub table: usize,
    /// First of its values in a block: one for each number of shots left, from none on.
    pub place: usize,
    /// One aim for each slot that it may shoot at: best play needs no condition, since the wounded
    /// ship of a slot takes the damage in any case (5.6).
    pub targets: Vec<Aim>,
    /// The aims of a fixed policy.
    pub aims: Vec<Aim>,
}

/// The turns of a plan, in its order, and the length of a block of values.
#[must_use]
pub fn turns(plan: &Plan, space: &Space, choices: [Choice; 2]) -> (Vec<Turn>, usize) {
    let mut block = 0;
    let turn = |step: &Step| {
        let side = plan.slots[step.shooter].side.index();
        let mut targets: Vec<Aim> = Vec::new();
        for aim in &step.aims {
            if targets.iter().all(|known| known.target != aim.target) {
                targets.push(*aim);
            }
        }
        let place = block;
        block += usize::from(plan.slots[step.shooter].capacity) + 1;
        Turn {
            shooter: step.shooter,
            side,
            choice: match choices[side] {
                Choice::Listed if step.random => Choice::Random,
                choice => choice,
            },
            table: space.table(step),
            place,
            targets,
            aims: step.aims.clone(),
        }
    };
    let turns = plan.steps.iter().map(turn).collect();
    (turns, block)
}

/// Where the values after a hit are found: the blocks of the state that it leads to.
pub trait Blocks {
    /// That state's place, after a hit of the damage that the space has as number `table`.
    fn find(&self, slot: usize, table: usize) -> Found;

    /// Its values in a situation.
    fn values(&self, found: Found, situation: usize) -> &[f64];
}

/// Where a state's blocks are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    /// Levels further down, less one.
    pub level: usize,
    /// First value.
    pub place: usize,
}

/// A turn's shots from one state: each may be at one of a few targets, and is then worth its `hits`
/// plus `miss` times what the rest is worth.
struct Shots {
    place: usize,
    guns: usize,
    targets: usize,
    greatest: bool,
    miss: usize,
    hits: usize,
}

/// Room for the shots of one state at a time.
#[derive(Default)]
pub struct Chain {
    shots: Vec<Shots>,
    miss: Vec<f64>,
    hits: Vec<f64>,
    /// What a hit on each slot leads to, one damage after the other.
    found: Vec<Found>,
}

impl Chain {
    /// Looks up what the hits from a state lead to.
    pub fn find(&mut self, space: &Space, parts: [usize; 2], blocks: &impl Blocks) {
        self.found.clear();
        for table in 0..space.damages.len() {
            for side in 0..2 {
                for slot in space.sides[side].slots.clone() {
                    let there = space.sides[side].ships(parts[side], slot) > 0;
                    self.found.push(if there {
                        blocks.find(slot, table)
                    } else {
                        Found::default()
                    });
                }
            }
        }
    }

    /// Reads the shots off the blocks of the states that hits lead to.
    pub fn prepare(
        &mut self,
        space: &Space,
        turns: &[Turn],
        parts: [usize; 2],
        situation: usize,
        blocks: &impl Blocks,
    ) {
        self.shots.clear();
        self.miss.clear();
        self.hits.clear();
        for turn in turns.iter().rev() {
            let enemies = &space.sides[1 - turn.side];
            let enemy = parts[1 - turn.side];
            let guns = usize::from(space.sides[turn.side].ships(parts[turn.side], turn.shooter));
            let bonus = usize::from(situation == turn.side + 1);
            let found = &self.found[turn.table * space.sides[1].slots.end..];
            let mut shots = Shots {
                place: turn.place,
                guns,
                targets: 0,
                greatest: turn.choice == Choice::Most,
                miss: self.miss.len(),
                hits: self.hits.len(),
            };
            let mut shoot = |aim: &Aim, weight: f64, mix: bool| {
                let chance = f64::from(aim.need[bonus]) / 10.0 * weight;
                let after = &blocks.values(found[aim.target], situation)[turn.place..][..guns];
                if mix && shots.targets == 1 {
                    self.miss[shots.miss] -= chance;
                    for (hit, value) in self.hits[shots.hits..].iter_mut().zip(after) {
                        *hit += chance * value;
                    }
                } else {
                    shots.targets += 1;
                    self.miss.push(1.0 - chance);
                    self.hits.extend(after.iter().map(|value| chance * value));
                }
            };
            if guns > 0 {
                let ships = |aim: &&Aim| enemies.ships(enemy, aim.target);
                match turn.choice {
                    Choice::Most | Choice::Least => {
                        let present = turn.targets.iter().filter(|aim| ships(aim) > 0);
                        present.for_each(|aim| shoot(aim, 1.0, false));
                    }
                    Choice::Listed => {
                        let holds = |aim: &&Aim| ships(aim) > 0 && enemies.hurt(enemy, aim.target) >= aim.min_damage;
                        turn.aims
                            .iter()
                            .find(holds)
                            .into_iter()
                            .for_each(|aim| shoot(aim, 1.0, false));
                    }
                    Choice::Random => {
                        let all: f64 = turn.aims.iter().map(|aim| f64::from(ships(&aim))).sum();
                        let present = turn.aims.iter().filter(|aim| ships(aim) > 0);
                        present.for_each(|aim| shoot(aim, f64::from(ships(&aim)) / all, true));
                    }
                }
            }
            self.shots.push(shots);
        }
    }

    /// Writes the value of every shot to `values`, if the state is worth `state` at the end of the
    /// round. Returns the value at the round's start, and how much of `state` is in it: the chance
    /// that every shot misses.
    pub fn sweep(&self, state: f64, values: &mut [f64]) -> (f64, f64) {
        let mut now = Worth {
            value: state,
            slope: 1.0,
        };
        for shots in &self.shots {
            let values = &mut values[shots.place..][..=shots.guns];
            values[0] = now.value;
            let values = &mut values[1..];
            let miss = &self.miss[shots.miss..][..shots.targets];
            let hits = &self.hits[shots.hits..][..shots.targets * shots.guns];
            now = match (miss.len(), shots.greatest) {
                (0, _) => {
                    values.fill(now.value);
                    now
                }
                (1, _) => fire::<1, true>(now, miss, hits, values),
                (2, true) => fire::<2, true>(now, miss, hits, values),
                (2, false) => fire::<2, false>(now, miss, hits, values),
                (3, true) => fire::<3, true>(now, miss, hits, values),
                (3, false) => fire::<3, false>(now, miss, hits, values),
                (4, true) => fire::<4, true>(now, miss, hits, values),
                (4, false) => fire::<4, false>(now, miss, hits, values),
                (_, greatest) => fire_at_many(now, greatest, miss, hits, values),
            };
        }
        (now.value, now.slope)
    }

    /// The value of a state whose rounds come back to it if nothing is hit: the fixed point of
    /// [`Chain::sweep`], which is a broken line of slope below 1. The choices made at one guess give
    /// a straight line, whose fixed point is the next guess; where a guess goes astray, the middle
    /// between the closest ones is taken. `stalemate` is the value if nothing can be hit.
    pub fn solve(&self, guess: f64, stalemate: impl Fn() -> f64, values: &mut [f64]) -> f64 {
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut state = guess;
        for _ in 0..MOST_GUESSES {
            let (value, slope) = self.sweep(state, values);
            if slope >= 1.0 {
                let stalemate = stalemate();
                self.sweep(stalemate, values);
                return stalemate;
            }
            let mut next = state + (value - state) / (1.0 - slope);
            if (next - state).abs() <= PRECISION * state.abs().max(1.0) {
                return next;
            }
            if value > state {
                low = low.max(state);
            } else {
                high = high.min(state);
            }
            if !(low < next && next < high) && low.is_finite() && high.is_finite() {
                next = f64::midpoint(low, high);
            }
            state = next;
        }
        state
    }
}

/// A value, and how much of the value after the round is in it.
#[derive(Clone, Copy)]
struct Worth {
    value: f64,
    slope: f64,
}

/// Shots of a turn at the best of `N` targets. `hits` has a row for each target.
#[inline(always)]
fn fire<const N: usize, const GREATEST: bool>(now: Worth, miss: &[f64], hits: &[f64], values: &mut [f64]) -> Worth {
    let guns = values.len();
    let miss: [f64; N] = std::array::from_fn(|target| miss[target]);
    let hits: [&[f64]; N] = std::array::from_fn(|target| &hits[target * guns..][..guns]);
    let Worth { mut value, mut slope } = now;
    for gun in 0..guns {
        let mut best = hits[0][gun] + miss[0] * value;
        let mut of_best = miss[0];
        for target in 1..N {
            let other = hits[target][gun] + miss[target] * value;
            let better = if GREATEST { other > best } else { other < best };
            best = if better { other } else { best };
            of_best = if better { miss[target] } else { of_best };
        }
        value = best;
        slope *= of_best;
        values[gun] = value;
    }
    Worth { value, slope }
}

/// As [`fire`], with any number of targets.
fn fire_at_many(now: Worth, greatest: bool, miss: &[f64], hits: &[f64], values: &mut [f64]) -> Worth {
    let guns = values.len();
    let Worth { mut value, mut slope } = now;
    for gun in 0..guns {
        let of = |target: usize| hits[target * guns + gun] + miss[target] * value;
        let (mut best, mut of_best) = (of(0), miss[0]);
        for target in 1..miss.len() {
            let other = of(target);
            if if greatest { other > best } else { other < best } {
                (best, of_best) = (other, miss[target]);
            }
        }
        value = best;
        slope *= of_best;
        values[gun] = value;
    }
    Worth { value, slope }
}

/// Guesses of a value in turn that differ by less, of 1 or of the value, are the same.
const PRECISION: f64 = 1e-14;

/// Two or three guesses are the rule; halving alone would need about fifty.
const MOST_GUESSES: usize = 200;
