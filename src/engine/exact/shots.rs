//! The shots of one turn, from the last back to the first.

use super::chain::{Blocks, Found, Worth, decision};
use super::leaving::Leaving;
use super::rounds::Rounds;
use super::turn::Choice;

/// A slot that a turn may shoot at from the state at hand.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// The slot.
    pub slot: u8,
    /// Chance to hit, without and with the fleet size bonus; for a random shooter times the chance
    /// to shoot at it.
    pub chance: [f64; 2],
    /// What a hit leads to.
    pub found: Found,
}

/// A turn with someone to fire, from the state at hand.
#[derive(Clone, Copy, Debug)]
pub struct Volley {
    pub side: usize,
    pub choice: Choice,
    pub place: usize,
    pub shooter: usize,
    /// Ships that fire.
    pub guns: usize,
    /// Ships that are screened and may leave after the others fired (5.7.1).
    pub screened: usize,
    /// First of its marks, and the one after the last.
    pub marks: (usize, usize),
    /// Number of what leaving may bring, if anybody may leave.
    pub leaving: Option<u32>,
}

/// The shots of a volley.
pub struct Shots<'a, B> {
    pub bonus: usize,
    pub marks: &'a [Mark],
    pub blocks: &'a B,
    pub kind: usize,
    /// Place in a block of the value after the last shot.
    pub first: usize,
    pub guns: usize,
    pub now: Worth,
}

impl<'a, B: Blocks> Shots<'a, B> {
    /// The values after a hit, by shots left.
    #[inline(always)]
    fn after(&self, mark: &Mark) -> &'a [f64] {
        &self.blocks.values(mark.found, self.kind)[self.first..][..self.guns]
    }

    #[inline(always)]
    pub fn at<const N: usize, const GREATEST: bool>(&self, values: &mut [f64]) -> Worth {
        // Loops where `map` would do: those of closures are not always inlined.
        let mut chances = [0.0; N];
        let mut after: [&[f64]; N] = [&[]; N];
        for (target, mark) in self.marks[..N].iter().enumerate() {
            chances[target] = mark.chance[self.bonus];
            after[target] = self.after(mark);
        }
        fire::<N, GREATEST>(self.now, chances, after, values)
    }

    /// The whole turn, each ship's fire and departure by itself, with the decisions written down: what
    /// few battles need and none needs fast.
    #[inline(never)]
    pub fn one_by_one(
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

    pub fn at_many(&self, greatest: bool, values: &mut [f64]) -> Worth {
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

    pub fn at_any(&self, mixed: &mut Vec<f64>, values: &mut [f64]) -> Worth {
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
    let mut all = [&after[0][..guns]; N];
    for target in 1..N {
        all[target] = &after[target][..guns];
    }
    let after = all;
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
