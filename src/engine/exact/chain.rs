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

/// An aim with its chances worked out.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The slot that is shot at.
    pub slot: usize,
    /// Only if its wounded ship has at least this much damage.
    pub min_damage: u8,
    /// Chance to hit, without and with the fleet size bonus.
    pub chance: [f64; 2],
}

impl Target {
    fn new(aim: &Aim) -> Target {
        Target {
            slot: aim.target,
            min_damage: aim.min_damage,
            chance: aim.need.map(|need| f64::from(need) / 10.0),
        }
    }
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
    /// Whom it may shoot at, best first for a list; for best play a slot each and without a
    /// condition, since the wounded ship of a slot takes the damage in any case (5.6).
    pub targets: Vec<Target>,
}

/// The turns of a plan, in its order, and the length of a block of values.
#[must_use]
pub fn turns(plan: &Plan, space: &Space, choices: [Choice; 2]) -> (Vec<Turn>, usize) {
    let mut block = 0;
    let turn = |step: &Step| {
        let side = plan.slots[step.shooter].side.index();
        let choice = match choices[side] {
            Choice::Listed if step.random => Choice::Random,
            choice => choice,
        };
        let place = block;
        block += usize::from(plan.slots[step.shooter].capacity) + 1;
        Turn {
            shooter: step.shooter,
            side,
            choice,
            table: space.table(step),
            place,
            targets: match choice {
                Choice::Most | Choice::Least => slots(step),
                Choice::Listed | Choice::Random => step.aims.iter().map(Target::new).collect(),
            },
        }
    };
    let turns = plan.steps.iter().map(turn).collect();
    (turns, block)
}

/// The slots that a step may shoot at, in the order of its aims.
#[must_use]
pub fn slots(step: &Step) -> Vec<Target> {
    let mut targets: Vec<Target> = Vec::new();
    for aim in &step.aims {
        if targets.iter().all(|known| known.slot != aim.target) {
            targets.push(Target {
                min_damage: 0,
                ..Target::new(aim)
            });
        }
    }
    targets
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

/// The slots that the shots of one state can lead to, looked up once.
#[derive(Default)]
pub struct Chain {
    /// What a hit on each slot leads to, one damage after the other.
    found: Vec<Found>,
    /// Numbers of a turn's targets that are there.
    present: Vec<usize>,
    /// Values after a hit, mixed as a random shooter's chances are.
    mixed: Vec<f64>,
}

/// A value, and how much of the value after the round is in it.
#[derive(Clone, Copy)]
struct Worth {
    value: f64,
    slope: f64,
}

/// The state whose shots are looked at, and the situation of the round.
pub struct Scene<'a, B> {
    /// All states.
    pub space: &'a Space,
    /// The plan's turns.
    pub turns: &'a [Turn],
    /// The state's parts.
    pub parts: [usize; 2],
    /// The situation.
    pub situation: usize,
    /// What hits lead to.
    pub blocks: &'a B,
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

    /// Writes the value of every shot to `values`, if the state is worth `state` at the end of the
    /// round. Returns the value at the round's start, and how much of `state` is in it: the chance
    /// that every shot misses.
    fn sweep<B: Blocks>(&mut self, scene: &Scene<B>, state: f64, values: &mut [f64]) -> (f64, f64) {
        let mut now = Worth {
            value: state,
            slope: 1.0,
        };
        for turn in scene.turns.iter().rev() {
            let own = &scene.space.sides[turn.side];
            let guns = usize::from(own.ships(scene.parts[turn.side], turn.shooter));
            let values = &mut values[turn.place..][..=guns];
            values[0] = now.value;
            if guns > 0 {
                now = self.turn(scene, turn, now, &mut values[1..]);
            }
        }
        (now.value, now.slope)
    }

    /// The shots of one turn.
    #[inline]
    fn turn<B: Blocks>(&mut self, scene: &Scene<B>, turn: &Turn, now: Worth, values: &mut [f64]) -> Worth {
        let enemies = &scene.space.sides[1 - turn.side];
        let enemy = scene.parts[1 - turn.side];
        let bonus = usize::from(scene.situation == turn.side + 1);
        let found = &self.found[turn.table * scene.space.sides[1].slots.end..];
        let there = |&(_, target): &(usize, &Target)| enemies.ships(enemy, target.slot) > 0;
        let guns = values.len();
        self.present.clear();
        let present = turn.targets.iter().enumerate().filter(there).map(|(number, _)| number);
        match turn.choice {
            Choice::Listed => {
                let holds = |&n: &usize| enemies.hurt(enemy, turn.targets[n].slot) >= turn.targets[n].min_damage;
                self.present.extend({ present }.find(holds));
            }
            _ => self.present.extend(present),
        }
        let after = |n: usize| &scene.blocks.values(found[turn.targets[n].slot], scene.situation)[turn.place..][..guns];
        if turn.choice == Choice::Random {
            self.mixed.clear();
            self.mixed.resize(values.len(), 0.0);
            let ships = |n: usize| f64::from(enemies.ships(enemy, turn.targets[n].slot));
            let all: f64 = self.present.iter().map(|&n| ships(n)).sum();
            let mut chance = 0.0;
            for &n in &self.present {
                let hits = turn.targets[n].chance[bonus] * ships(n) / all;
                chance += hits;
                self.mixed
                    .iter_mut()
                    .zip(after(n))
                    .for_each(|(mixed, value)| *mixed += hits * value);
            }
            self.mixed
                .iter_mut()
                .for_each(|mixed| *mixed /= chance.max(f64::MIN_POSITIVE));
            return fire::<1, true>(now, [chance], [&self.mixed[..]], values);
        }
        let shot = Shot {
            turn,
            bonus,
            after,
            now,
        };
        let greatest = turn.choice == Choice::Most;
        match (&self.present[..], greatest) {
            ([], _) => {
                values.fill(now.value);
                now
            }
            (&[a], _) => shot.at::<1, true>([a], values),
            (&[a, b], true) => shot.at::<2, true>([a, b], values),
            (&[a, b], false) => shot.at::<2, false>([a, b], values),
            (&[a, b, c], true) => shot.at::<3, true>([a, b, c], values),
            (&[a, b, c], false) => shot.at::<3, false>([a, b, c], values),
            (many, greatest) => shot.at_many(greatest, many, values),
        }
    }

    /// The values of a state that is worth `state`.
    pub fn fill<B: Blocks>(&mut self, scene: &Scene<B>, state: f64, values: &mut [f64]) {
        self.sweep(scene, state, values);
    }

    /// The value of a state whose rounds come back to it if nothing is hit: the fixed point of
    /// [`Chain::sweep`], which is a broken line of slope below 1. The choices made at one guess give
    /// a straight line, whose fixed point is the next guess; where a guess goes astray, the middle
    /// between the closest ones is taken. `stalemate` is the value if nothing can be hit.
    pub fn solve<B: Blocks>(
        &mut self,
        scene: &Scene<B>,
        guess: f64,
        stalemate: impl Fn() -> f64,
        values: &mut [f64],
    ) -> f64 {
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut state = guess;
        for _ in 0..MOST_GUESSES {
            let (value, slope) = self.sweep(scene, state, values);
            if slope >= 1.0 {
                let stalemate = stalemate();
                self.sweep(scene, stalemate, values);
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

/// The shots of a turn at some of its targets.
struct Shot<'a, A> {
    turn: &'a Turn,
    bonus: usize,
    after: A,
    now: Worth,
}

impl<'v, A: Fn(usize) -> &'v [f64]> Shot<'_, A> {
    #[inline(always)]
    fn at<const N: usize, const GREATEST: bool>(&self, targets: [usize; N], values: &mut [f64]) -> Worth {
        let chances = targets.map(|n| self.turn.targets[n].chance[self.bonus]);
        fire::<N, GREATEST>(self.now, chances, targets.map(&self.after), values)
    }

    fn at_many(&self, greatest: bool, targets: &[usize], values: &mut [f64]) -> Worth {
        let Worth { mut value, mut slope } = self.now;
        for (gun, worth) in values.iter_mut().enumerate() {
            let of = |n: usize| {
                let chance = self.turn.targets[n].chance[self.bonus];
                (value + chance * ((self.after)(n)[gun] - value), 1.0 - chance)
            };
            let mut best = of(targets[0]);
            for &n in &targets[1..] {
                let other = of(n);
                if if greatest { other.0 > best.0 } else { other.0 < best.0 } {
                    best = other;
                }
            }
            value = best.0;
            slope *= best.1;
            *worth = value;
        }
        Worth { value, slope }
    }
}

/// Shots at the best of `N` targets, whose values after a hit are in `after`, by shots left.
#[inline(always)]
fn fire<const N: usize, const GREATEST: bool>(
    now: Worth,
    chances: [f64; N],
    after: [&[f64]; N],
    values: &mut [f64],
) -> Worth {
    let guns = values.len();
    let after = after.map(|values| &values[..guns]);
    let Worth { mut value, mut slope } = now;
    for gun in 0..guns {
        let mut best = value + chances[0] * (after[0][gun] - value);
        let mut chance = chances[0];
        for target in 1..N {
            let other = value + chances[target] * (after[target][gun] - value);
            let better = if GREATEST { other > best } else { other < best };
            best = if better { other } else { best };
            chance = if better { chances[target] } else { chance };
        }
        value = best;
        slope *= 1.0 - chance;
        values[gun] = value;
    }
    Worth { value, slope }
}

/// Guesses of a value in turn that differ by less, of 1 or of the value, are the same.
const PRECISION: f64 = 1e-14;

/// Two or three guesses are the rule; halving alone would need about fifty.
const MOST_GUESSES: usize = 200;
