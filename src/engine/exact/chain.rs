//! The shots of one round from one state, backwards from the round's end: what each is worth if all
//! before it missed, given what the state itself is worth.

use super::space::Space;
use crate::engine::plan::{Aim, Plan, Step, ships_by_aim};

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
    /// For a random choice: while the first so many targets allow any ship, only those count.
    pub preferred: usize,
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
            preferred: step.preferred,
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

/// A slot that a turn may shoot at from the state at hand.
#[derive(Clone, Copy, Debug)]
struct Mark {
    /// Chance to hit, without and with the fleet size bonus; for a random shooter times the chance
    /// to shoot at it.
    chance: [f64; 2],
    /// What a hit leads to.
    found: Found,
}

/// A turn with someone to fire, from the state at hand.
#[derive(Clone, Copy, Debug)]
struct Volley {
    side: usize,
    choice: Choice,
    place: usize,
    guns: usize,
    /// First of its marks, and the one after the last.
    marks: (usize, usize),
}

/// The shots of one state, last turn first, with room for them.
#[derive(Default)]
pub struct Chain {
    volleys: Vec<Volley>,
    marks: Vec<Mark>,
    /// What a hit on each slot leads to, one damage after the other.
    found: Vec<Found>,
    /// Values after a hit, mixed as a random shooter's chances are.
    mixed: Vec<f64>,
}

/// A value, and how much of the value after the round is in it.
#[derive(Clone, Copy)]
struct Worth {
    value: f64,
    slope: f64,
}

impl Chain {
    /// Looks at a state: who fires at whom, and what a hit leads to.
    pub fn look(&mut self, space: &Space, turns: &[Turn], parts: [usize; 2], blocks: &impl Blocks) {
        self.find(space, parts, blocks);
        self.volleys.clear();
        self.marks.clear();
        for turn in turns.iter().rev() {
            let guns = usize::from(space.sides[turn.side].ships(parts[turn.side], turn.shooter));
            let first = self.marks.len();
            if guns > 0 {
                self.mark(space, turn, parts[1 - turn.side]);
            }
            self.volleys.push(Volley {
                side: turn.side,
                choice: turn.choice,
                place: turn.place,
                guns,
                marks: (first, self.marks.len()),
            });
        }
    }

    /// Looks up what the hits on each slot lead to.
    fn find(&mut self, space: &Space, parts: [usize; 2], blocks: &impl Blocks) {
        self.found.clear();
        for table in 0..space.damages.len() {
            for (side, &part) in space.sides.iter().zip(&parts) {
                for slot in side.slots.clone() {
                    let there = side.ships(part, slot) > 0;
                    self.found.push(if there {
                        blocks.find(slot, table)
                    } else {
                        Found::default()
                    });
                }
            }
        }
    }

    /// Whom a turn may shoot at.
    fn mark(&mut self, space: &Space, turn: &Turn, enemy: usize) {
        let enemies = &space.sides[1 - turn.side];
        let found = &self.found[turn.table * space.sides[1].slots.end..];
        let present = turn
            .targets
            .iter()
            .filter(|target| enemies.ships(enemy, target.slot) > 0);
        let mark = |target: &Target| Mark {
            chance: target.chance,
            found: found[target.slot],
        };
        match turn.choice {
            Choice::Most | Choice::Least => self.marks.extend(present.map(mark)),
            Choice::Listed => {
                let holds = |target: &&Target| enemies.hurt(enemy, target.slot) >= target.min_damage;
                self.marks.extend({ present }.find(holds).map(mark));
            }
            Choice::Random => {
                let ships = |target: &Target| {
                    let [front, hurt] = [enemies.ships(enemy, target.slot), enemies.hurt(enemy, target.slot)];
                    f64::from(ships_by_aim(target.min_damage, front, hurt))
                };
                let total = |targets: &[Target]| targets.iter().map(ships).sum::<f64>();
                let (preferred, others) = turn.targets.split_at(turn.preferred);
                let targets = if total(preferred) > 0.0 { preferred } else { others };
                let all = total(targets);
                let present = targets.iter().filter(|target| ships(target) > 0.0);
                self.marks.extend(present.map(|target| Mark {
                    chance: target.chance.map(|chance| chance * ships(target) / all),
                    ..mark(target)
                }));
            }
        }
    }

    /// Writes the value of every shot in a situation to `values`, if the state is worth `state` at
    /// the end of the round. Returns the value at the round's start, and how much of `state` is in
    /// it: the chance that every shot misses.
    pub fn sweep(&mut self, situation: usize, blocks: &impl Blocks, state: f64, values: &mut [f64]) -> (f64, f64) {
        let mut now = Worth {
            value: state,
            slope: 1.0,
        };
        for volley in &self.volleys {
            let values = &mut values[volley.place..][..=volley.guns];
            values[0] = now.value;
            let shots = Shots {
                bonus: usize::from(situation == volley.side + 1),
                marks: &self.marks[volley.marks.0..volley.marks.1],
                after: |mark: &Mark| &blocks.values(mark.found, situation)[volley.place..][..volley.guns],
                now,
            };
            let values = &mut values[1..];
            now = match (shots.marks, volley.choice) {
                ([], _) => {
                    values.fill(now.value);
                    now
                }
                (_, Choice::Random) => shots.at_any(&mut self.mixed, values),
                ([a], _) => shots.at::<1, true>([a], values),
                ([a, b], Choice::Least) => shots.at::<2, false>([a, b], values),
                ([a, b], _) => shots.at::<2, true>([a, b], values),
                ([a, b, c], Choice::Least) => shots.at::<3, false>([a, b, c], values),
                ([a, b, c], _) => shots.at::<3, true>([a, b, c], values),
                (_, choice) => shots.at_many(choice != Choice::Least, values),
            };
        }
        (now.value, now.slope)
    }

    /// The value of a state whose rounds come back to it if nothing is hit: the fixed point of
    /// [`Chain::sweep`], which is a broken line of slope below 1. The choices made at one guess give
    /// a straight line, whose fixed point is the next guess; where a guess goes astray, the middle
    /// between the closest ones is taken. `stalemate` is the value if nothing can be hit.
    pub fn solve(
        &mut self,
        situation: usize,
        blocks: &impl Blocks,
        guess: f64,
        stalemate: impl Fn() -> f64,
        values: &mut [f64],
    ) -> f64 {
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut state = guess;
        for _ in 0..MOST_GUESSES {
            let (value, slope) = self.sweep(situation, blocks, state, values);
            if slope >= 1.0 {
                let stalemate = stalemate();
                self.sweep(situation, blocks, stalemate, values);
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

/// The shots of a volley.
struct Shots<'a, A> {
    bonus: usize,
    marks: &'a [Mark],
    after: A,
    now: Worth,
}

impl<'v, A: Fn(&Mark) -> &'v [f64]> Shots<'_, A> {
    #[inline(always)]
    fn at<const N: usize, const GREATEST: bool>(&self, marks: [&Mark; N], values: &mut [f64]) -> Worth {
        let chances = marks.map(|mark| mark.chance[self.bonus]);
        fire::<N, GREATEST>(self.now, chances, marks.map(&self.after), values)
    }

    fn at_many(&self, greatest: bool, values: &mut [f64]) -> Worth {
        let Worth { mut value, mut slope } = self.now;
        for (gun, worth) in values.iter_mut().enumerate() {
            let of = |mark: &Mark| {
                let chance = mark.chance[self.bonus];
                (value + chance * ((self.after)(mark)[gun] - value), 1.0 - chance)
            };
            let mut best = of(&self.marks[0]);
            for mark in &self.marks[1..] {
                let other = of(mark);
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

    fn at_any(&self, mixed: &mut Vec<f64>, values: &mut [f64]) -> Worth {
        mixed.clear();
        mixed.resize(values.len(), 0.0);
        let all: f64 = self.marks.iter().map(|mark| mark.chance[self.bonus]).sum();
        if all > 0.0 {
            for mark in self.marks {
                let part = mark.chance[self.bonus] / all;
                { mixed.iter_mut() }
                    .zip((self.after)(mark))
                    .for_each(|(mixed, value)| *mixed += part * value);
            }
        }
        fire::<1, true>(self.now, [all], [&mixed[..]], values)
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
