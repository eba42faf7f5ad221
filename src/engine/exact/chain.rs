//! The shots of one round from one state, backwards from the round's end: what each is worth if all
//! before it missed, given what the state itself is worth.

use super::leaving::{Departure, Freedom};
use super::rounds::Rounds;
use super::space::Space;
use super::turn::{Choice, Target, Turn};
use crate::engine::plan::{Leave, ships_by_aim};

/// Where the values after a hit are found: the blocks of the state that it leads to.
pub trait Blocks {
    /// The place of the state whose number is less by this much.
    fn find(&self, less: u32) -> Found;

    /// Its values in a round of this kind.
    fn values(&self, found: Found, kind: usize) -> &[f64];
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
    /// The slot.
    slot: u8,
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
    shooter: usize,
    /// Ships that fire.
    guns: usize,
    /// Ships that are screened and may leave after the others fired (5.7.1).
    screened: usize,
    /// First of its marks, and the one after the last.
    marks: (usize, usize),
    /// Number of what leaving may bring, if anybody may leave.
    leaving: Option<u32>,
}

/// Ships that leave on a turn.
#[derive(Clone, Copy, Debug)]
enum Leaving {
    /// Before anybody fires, by the side's orders.
    Ordered(Departure),
    /// Instead of firing, as is best.
    Free(Freedom),
}

/// The shots of one state, last turn first, with room for them.
#[derive(Default)]
pub struct Chain {
    volleys: Vec<Volley>,
    marks: Vec<Mark>,
    leaving: Vec<Leaving>,
    /// What a hit on each slot leads to, one damage after the other.
    found: Vec<Found>,
    /// Values after a hit, mixed as a random shooter's chances are.
    mixed: Vec<f64>,
}

/// A value, and how much of the value after the round is in it.
#[derive(Clone, Copy, Debug)]
pub struct Worth {
    /// The value.
    pub value: f64,
    /// What one more after the round adds to it: the chance that nothing happens.
    pub slope: f64,
}

/// A decision as one byte: the slot that is shot at, or one of these.
pub mod decision {
    /// An unhurt ship leaves.
    pub const LEAVE: u8 = 255;
    /// The wounded ship leaves.
    pub const LEAVE_WOUNDED: u8 = 254;
    /// The ship stays where it is: screened, or with nobody to shoot at.
    pub const STAY: u8 = 253;
}

/// A state that is looked at, and the kind of round.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    /// All states.
    pub space: &'a Space,
    /// The turns of a round.
    pub turns: &'a [Turn],
    /// All kinds of rounds.
    pub rounds: &'a Rounds,
    /// The state.
    pub parts: [usize; 2],
    /// The round's kind.
    pub kind: usize,
}

impl Seen<'_> {
    /// Ships of a slot that are not screened.
    #[inline]
    fn front(&self, side: usize, slot: usize) -> u8 {
        let ships = self.space.sides[side].ships(self.parts[side], slot);
        ships.saturating_sub(self.rounds.kinds[self.kind].situation.back(slot))
    }

    /// The slot that takes a hit on `slot`: of a row whose wounded ships are split off, the most
    /// wounded in front.
    #[inline]
    fn hit_slot(&self, side: usize, target: &Target) -> usize {
        self.space.sides[side].hit_slot(target.slot, |slot| self.front(side, slot) > 0)
    }
}

impl Chain {
    /// Looks at a state: who fires at whom, and what a hit leads to.
    pub fn look(&mut self, seen: Seen, blocks: &impl Blocks) {
        self.find(seen, blocks);
        self.volleys.clear();
        self.marks.clear();
        self.leaving.clear();
        for turn in seen.turns.iter().rev() {
            let ships = seen.space.sides[turn.side].ships(seen.parts[turn.side], turn.shooter);
            let guns = usize::from(seen.front(turn.side, turn.shooter));
            let first = self.marks.len();
            if guns > 0 {
                self.mark(seen, turn);
            }
            let leaves = ships > 0 && turn.leave != Leave::Never;
            let freely = turn.leave == Leave::Freely && seen.rounds.may_leave_in(seen.rounds.kinds[seen.kind].age);
            let leaving = match leaves {
                true => (Freedom::of(seen, turn, blocks).map(Leaving::Free))
                    .or_else(|| Departure::of(seen, turn, blocks).map(Leaving::Ordered)),
                false => None,
            };
            let leaving = leaving.map(|leaving| {
                self.leaving.push(leaving);
                self.leaving.len() as u32 - 1
            });
            self.volleys.push(Volley {
                side: turn.side,
                choice: turn.choice,
                place: turn.place,
                shooter: turn.shooter,
                guns,
                screened: if freely { usize::from(ships) - guns } else { 0 },
                marks: (first, self.marks.len()),
                leaving,
            });
        }
    }

    /// Looks up what the hits on each slot lead to.
    fn find(&mut self, seen: Seen, blocks: &impl Blocks) {
        self.found.clear();
        for table in 0..seen.space.damages.len() {
            for (side, &part) in seen.space.sides.iter().zip(&seen.parts) {
                for slot in side.slots.clone() {
                    let there = side.ships(part, slot) > 0;
                    self.found.push(if there {
                        blocks.find(side.hit(part, slot, table))
                    } else {
                        Found::default()
                    });
                }
            }
        }
    }

    /// Whom a turn may shoot at.
    fn mark(&mut self, seen: Seen, turn: &Turn) {
        let enemy = 1 - turn.side;
        let enemies = &seen.space.sides[enemy];
        let found = &self.found[turn.table * seen.space.sides[1].slots.end..];
        let front = |target: &Target| seen.front(enemy, target.slot);
        let hurt = |target: &Target| enemies.hurt(seen.parts[enemy], target.slot);
        let mark = |target: &Target| {
            let slot = seen.hit_slot(enemy, target);
            Mark {
                slot: slot as u8,
                chance: target.chance,
                found: found[slot],
            }
        };
        match turn.choice {
            Choice::Most | Choice::Least => {
                // Of a row's slots only the one that takes the hit.
                let hit = |target: &&Target| front(target) > 0 && seen.hit_slot(enemy, target) == target.slot;
                self.marks.extend(turn.targets.iter().filter(hit).map(mark));
            }
            Choice::Listed => {
                let holds = |target: &&Target| front(target) > 0 && hurt(target) >= target.min_damage;
                self.marks.extend(turn.targets.iter().find(holds).map(mark));
            }
            Choice::Random => {
                let ships = |target: &Target| f64::from(ships_by_aim(target.min_damage, front(target), hurt(target)));
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

    /// The ships of a volley, counted from the last turn: those that fire, and those that are screened
    /// and may leave.
    #[must_use]
    pub fn acts(&self, volley: usize) -> (usize, usize) {
        let volley = &self.volleys[volley];
        (volley.guns, volley.screened)
    }

    /// Every slot that a turn can hit, with the chances without and with the bonus, and where a hit
    /// leads; in the order of its aims.
    pub fn targets(&self, seen: Seen, turn: &Turn, blocks: &impl Blocks) -> Vec<(usize, [f64; 2], Found)> {
        let enemy = 1 - turn.side;
        let enemies = &seen.space.sides[enemy];
        let there = |target: &&Target| seen.front(enemy, target.slot) > 0;
        let hit = |target: &Target| {
            let slot = seen.hit_slot(enemy, target);
            let found = blocks.find(enemies.hit(seen.parts[enemy], slot, turn.table));
            (slot, target.chance, found)
        };
        turn.targets.iter().filter(there).map(hit).collect()
    }

    /// What it is worth that the next of `acts` ships of a volley leaves, the last `screened` of them
    /// being screened: an unhurt one, and the wounded one.
    #[must_use]
    pub fn leaving(
        &self,
        volley: usize,
        kind: usize,
        (acts, screened): (usize, usize),
        blocks: &impl Blocks,
    ) -> [Option<f64>; 2] {
        let volley = &self.volleys[volley];
        match volley.leaving.map(|number| self.leaving[number as usize]) {
            Some(Leaving::Free(freedom)) => freedom.values((kind, kind), volley.place, (acts, screened), blocks),
            _ => [None; 2],
        }
    }

    /// A value close to the state's: that of a round's start after the first target's hit.
    pub fn guess(&self, kind: usize, blocks: &impl Blocks) -> f64 {
        let first = self.volleys.iter().rev().find(|volley| volley.marks.0 < volley.marks.1);
        first.map_or(0.0, |volley| {
            let found = self.marks[volley.marks.0].found;
            blocks.values(found, kind)[volley.place + volley.guns + volley.screened - 1]
        })
    }

    /// Writes the value of every shot in a round of this kind to `values`, if the state is worth `end`
    /// after it, and if asked for every decision to `decisions`. Returns the value at the round's
    /// start.
    pub fn sweep(
        &mut self,
        (rounds, kind): (&Rounds, usize),
        blocks: &impl Blocks,
        end: f64,
        values: &mut [f64],
        mut decisions: Option<&mut [u8]>,
    ) -> Worth {
        let bonus = rounds.kinds[kind].situation.bonus;
        let mut now = Worth { value: end, slope: 1.0 };
        for volley in &self.volleys {
            let acts = volley.guns + volley.screened;
            let values = &mut values[volley.place..][..=acts];
            values[0] = now.value;
            let shots = Shots {
                bonus: usize::from(bonus[volley.side]),
                marks: &self.marks[volley.marks.0..volley.marks.1],
                blocks,
                kind,
                first: volley.place + volley.screened,
                guns: volley.guns,
                now,
            };
            if volley.leaving.is_some() || volley.screened > 0 || decisions.is_some() {
                let decisions = decisions.as_mut().map(|all| &mut all[volley.place..][..=acts]);
                let leaving = volley.leaving.map(|number| &self.leaving[number as usize]);
                now = shots.one_by_one(volley, leaving, rounds, values, decisions);
                continue;
            }
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
        now
    }
}

/// The value of a state whose rounds come back to it if nothing happens: the fixed point of `round`,
/// which tells a round's worth if the state has a value, a broken line of slope below 1. The choices
/// made at one guess give a straight line, whose fixed point is the next guess; where a guess goes
/// astray, the middle between the closest ones is taken.
pub fn fixed_point(guess: f64, mut round: impl FnMut(f64) -> Worth) -> f64 {
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    let mut state = guess;
    for _ in 0..MOST_GUESSES {
        let Worth { value, slope } = round(state);
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

/// The shots of a volley.
struct Shots<'a, B> {
    bonus: usize,
    marks: &'a [Mark],
    blocks: &'a B,
    kind: usize,
    /// Place in a block of the value after the last shot.
    first: usize,
    guns: usize,
    now: Worth,
}

impl<'a, B: Blocks> Shots<'a, B> {
    /// The values after a hit, by shots left.
    #[inline(always)]
    fn after(&self, mark: &Mark) -> &'a [f64] {
        &self.blocks.values(mark.found, self.kind)[self.first..][..self.guns]
    }

    #[inline(always)]
    fn at<const N: usize, const GREATEST: bool>(&self, marks: [&Mark; N], values: &mut [f64]) -> Worth {
        let chances = marks.map(|mark| mark.chance[self.bonus]);
        fire::<N, GREATEST>(self.now, chances, marks.map(|mark| self.after(mark)), values)
    }

    /// The whole turn, each ship's fire and departure by itself, with the decisions written down: what
    /// few battles need and none needs fast.
    #[inline(never)]
    fn one_by_one(
        &self,
        volley: &Volley,
        leaving: Option<&Leaving>,
        rounds: &Rounds,
        values: &mut [f64],
        mut decisions: Option<&mut [u8]>,
    ) -> Worth {
        let (kind, place, screened) = (self.kind, volley.place, volley.screened);
        let fewer = rounds.fewer(kind, volley.shooter);
        let mut now = self.now;
        for acts in 1..values.len() {
            let (stay, slot) = if acts <= screened {
                (now, decision::STAY)
            } else {
                self.shot(volley.choice, now, acts - screened - 1)
            };
            let (worth, left) = match leaving {
                Some(Leaving::Free(freedom)) => {
                    let kinds = (kind, if acts <= screened { fewer } else { kind });
                    freedom.act(kinds, place, (acts, screened), self.blocks, stay)
                }
                _ => (stay, None),
            };
            now = worth;
            values[acts] = now.value;
            if let Some(decisions) = &mut decisions {
                decisions[acts] = left.unwrap_or(slot);
            }
        }
        if let Some(Leaving::Ordered(departure)) = leaving {
            now = departure.worth((kind, fewer), place, volley.guns, self.blocks);
            // The last value is met at the turn's start alone, and nothing is where nobody fires.
            if let Some(last) = values[1..].last_mut() {
                *last = now.value;
            }
        }
        now
    }

    /// One shot at the best target, or at any as the choice says.
    fn shot(&self, choice: Choice, now: Worth, gun: usize) -> (Worth, u8) {
        let of = |mark: &Mark| {
            let chance = mark.chance[self.bonus];
            let gain = chance * (self.after(mark)[gun] - now.value);
            (gain, chance, mark.slot)
        };
        let marks = self.marks.iter().map(of);
        let best = match choice {
            Choice::Random => {
                let sum = |a: (f64, f64, u8), b: (f64, f64, u8)| (a.0 + b.0, a.1 + b.1, b.2);
                marks.reduce(sum)
            }
            Choice::Least => marks.reduce(|best, other| if other.0 < best.0 { other } else { best }),
            Choice::Most | Choice::Listed => marks.reduce(|best, other| if other.0 > best.0 { other } else { best }),
        };
        let Some((gain, chance, slot)) = best else {
            return (now, decision::STAY);
        };
        let worth = Worth {
            value: now.value + gain,
            slope: now.slope * (1.0 - chance),
        };
        (worth, slot)
    }

    fn at_many(&self, greatest: bool, values: &mut [f64]) -> Worth {
        let Worth { mut value, mut slope } = self.now;
        for (gun, worth) in values.iter_mut().enumerate() {
            let of = |mark: &Mark| {
                let chance = mark.chance[self.bonus];
                (value + chance * (self.after(mark)[gun] - value), 1.0 - chance)
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
                    .zip(self.after(mark))
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
