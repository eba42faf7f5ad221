//! Where figures come from: battles that were counted, or chances that were worked out.

use super::about::Fought;
use super::losses;
use super::measure::{Distribution, Rate, Swing, share};
use crate::engine::exact::ExactTally;
use crate::engine::statistics::{pooled, share_interval};
use crate::engine::{Outcome, Tally};
use crate::spec::Side;
use std::ops::Add;

/// The figures of a result, each asked for by what it is about; of one outcome, or of all battles. Rows are
/// those of the result's plan.
pub trait Figures {
    /// Battles counted.
    fn battles(&self) -> u64;

    /// Chance that was too little to follow up.
    fn tail(&self) -> f64;

    /// How often the outcome came about.
    fn outcome(&self, outcome: Outcome) -> Rate;

    /// How often the battle was stopped.
    fn stopped(&self) -> Rate;

    /// How often the attacker lost fewer CP than the defender, as many, or more.
    fn ahead(&self) -> [Rate; 3];

    /// Rounds fought.
    fn rounds(&self, of: Option<Outcome>) -> Distribution;

    /// CP that a side lost.
    fn loss(&self, side: usize, of: Option<Outcome>) -> Distribution;

    /// The attacker's CP swing, whose least is `least`.
    fn swing(&self, least: i64) -> Swing;

    /// Combat-capable ships that a side has left in the hex.
    fn left(&self, side: usize, of: Option<Outcome>) -> Distribution;

    /// Ships of a row that are left in the hex.
    fn survivors(&self, row: usize, of: Option<Outcome>) -> Distribution;

    /// How often all ships of a row are left, which are `fielded`, and at least one.
    fn all_left(&self, row: usize, fielded: u8) -> Rate;

    /// How often no ship of a row is left.
    fn none_left(&self, row: usize) -> Rate;

    /// Mean number of ships of a row that left the hex alive; `None` if nothing was counted.
    fn retreated(&self, row: usize, of: Option<Outcome>) -> Option<f64>;

    /// Mean number of ships of a row that were brought into the hex, at most `most`.
    fn fielded(&self, _row: usize, most: u8, _of: Option<Outcome>) -> f64 {
        f64::from(most)
    }

    /// Fewest ships of a row that may be brought into the hex, of at most `most`.
    fn fewest(&self, _row: usize, most: u8) -> u8 {
        most
    }

    /// What a side's ships cost to build, in CP, on average.
    fn cost(&self, side: Side, plan: &dyn Fought) -> f64 {
        let own = plan.units().iter().filter(|unit| unit.side == side);
        own.map(|unit| f64::from(unit.cost) * f64::from(unit.fielded)).sum()
    }

    /// All CP that a side can lose, in order.
    fn losses(&self, side: Side, plan: &dyn Fought) -> Vec<usize> {
        losses::possible(plan, side)
    }
}

/// What a distribution is of.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// Rounds fought.
    Rounds,
    /// CP that a side lost.
    Loss(usize),
    /// Combat-capable ships that a side has left.
    Left(usize),
    /// Ships of a row that are left.
    Survivors(usize),
    /// The attacker's CP swing, from the least on.
    Swing,
}

/// Figures of one battle.
pub enum Source<'a> {
    /// Counted, with intervals at this level of confidence.
    Counted(&'a Tally, f64),
    /// Worked out.
    Exact(&'a ExactTally),
}

/// Adds the arrays of the outcomes up.
fn summed(chances: &[Vec<f64>; 3]) -> Vec<f64> {
    let longest = chances.iter().map(Vec::len).max().unwrap_or(0);
    let at = |value: usize| chances.iter().filter_map(|of| of.get(value)).sum();
    (0..longest).map(at).collect()
}

fn counted(counts: &[Vec<u64>; 3], of: Option<Outcome>) -> Distribution {
    match of {
        Some(outcome) => Distribution::of(&counts[outcome.index()]),
        None => Distribution::of(&pooled(counts)),
    }
}

fn worked_out(chances: &[Vec<f64>; 3], of: Option<Outcome>) -> Distribution {
    match of {
        Some(outcome) => Distribution::exact(&chances[outcome.index()]),
        None => Distribution::exact(&summed(chances)),
    }
}

/// What is below an entry, at it and above it.
fn against<T: Copy + Default + Add<Output = T>>(entries: &[T], at: usize) -> [T; 3] {
    // Not `sum`: that of no floats is −0.
    let sum = |part: &[T]| part.iter().fold(T::default(), |sum, &entry| sum + entry);
    let (below, rest) = entries.split_at(at.min(entries.len()));
    let (here, above) = rest.split_at(rest.len().min(1));
    [sum(below), sum(here), sum(above)]
}

pub(super) fn rate(hits: u64, level: f64, of: u64) -> Rate {
    Rate {
        hits,
        of,
        exact: None,
        weighted: None,
        interval: share_interval(hits, of, level),
    }
}

impl Source<'_> {
    /// How often the swing was smaller, as large or larger than that of an entry of the tally.
    pub fn swing_against(&self, entry: usize) -> [Rate; 3] {
        match self {
            Source::Counted(tally, level) => {
                against(&tally.swing, entry).map(|hits| rate(hits, *level, tally.battles()))
            }
            Source::Exact(tally) => against(&tally.swing, entry).map(|p| Rate::certain(p, tally.tail)),
        }
    }

    /// How often a side lost less, as many or more CP.
    pub fn loss_against(&self, side: usize, cp: usize) -> [Rate; 3] {
        match self {
            Source::Counted(tally, level) => {
                let counts = pooled(&tally.sides[side].loss);
                against(&counts, cp).map(|hits| rate(hits, *level, tally.battles()))
            }
            Source::Exact(tally) => {
                let chances = summed(&tally.sides[side].loss);
                against(&chances, cp).map(|p| Rate::certain(p, tally.tail))
            }
        }
    }

    /// How often exactly so many ships of a row are left.
    fn with_left(&self, row: usize, ships: usize) -> Rate {
        match self {
            Source::Counted(tally, level) => {
                let counts = tally.units[row].survivors.iter();
                let hits = counts.filter_map(|counts| counts.get(ships)).sum();
                rate(hits, *level, tally.battles())
            }
            Source::Exact(tally) => {
                let chances = tally.units[row].survivors.iter();
                Rate::certain(chances.filter_map(|chances| chances.get(ships)).sum(), tally.tail)
            }
        }
    }

    /// Chances of each value of a part of the figures, as parts of all battles.
    pub fn chances(&self, part: Part, of: Option<Outcome>) -> Vec<f64> {
        match self {
            Source::Counted(tally, _) => {
                let counts = match part {
                    Part::Rounds => &tally.rounds,
                    Part::Loss(side) => &tally.sides[side].loss,
                    Part::Left(side) => &tally.sides[side].left,
                    Part::Survivors(row) => &tally.units[row].survivors,
                    Part::Swing => &[tally.swing.clone(), Vec::new(), Vec::new()],
                };
                let counts = of.map_or_else(|| pooled(counts), |outcome| counts[outcome.index()].clone());
                let battles = tally.battles().max(1) as f64;
                counts.into_iter().map(|count| count as f64 / battles).collect()
            }
            Source::Exact(tally) => {
                let chances = match part {
                    Part::Rounds => &tally.rounds,
                    Part::Loss(side) => &tally.sides[side].loss,
                    Part::Left(side) => &tally.sides[side].left,
                    Part::Survivors(row) => &tally.units[row].survivors,
                    Part::Swing => &[tally.swing.clone(), Vec::new(), Vec::new()],
                };
                of.map_or_else(|| summed(chances), |outcome| chances[outcome.index()].clone())
            }
        }
    }
}

impl Figures for Source<'_> {
    fn battles(&self) -> u64 {
        match self {
            Source::Counted(tally, _) => tally.battles(),
            Source::Exact(_) => 0,
        }
    }

    fn tail(&self) -> f64 {
        match self {
            Source::Counted(..) => 0.0,
            Source::Exact(tally) => tally.tail,
        }
    }

    fn outcome(&self, outcome: Outcome) -> Rate {
        match self {
            Source::Counted(tally, level) => rate(tally.outcomes[outcome.index()], *level, tally.battles()),
            Source::Exact(tally) => Rate::certain(tally.outcomes[outcome.index()], tally.tail),
        }
    }

    fn stopped(&self) -> Rate {
        match self {
            Source::Counted(tally, level) => rate(tally.stopped, *level, tally.battles()),
            Source::Exact(tally) => Rate::certain(tally.stopped, tally.tail),
        }
    }

    fn ahead(&self) -> [Rate; 3] {
        match self {
            Source::Counted(tally, level) => tally.ahead.map(|hits| rate(hits, *level, tally.battles())),
            Source::Exact(tally) => tally.ahead.map(|p| Rate::certain(p, tally.tail)),
        }
    }

    fn rounds(&self, of: Option<Outcome>) -> Distribution {
        match self {
            Source::Counted(tally, _) => counted(&tally.rounds, of),
            Source::Exact(tally) => worked_out(&tally.rounds, of),
        }
    }

    fn loss(&self, side: usize, of: Option<Outcome>) -> Distribution {
        match self {
            Source::Counted(tally, _) => counted(&tally.sides[side].loss, of),
            Source::Exact(tally) => worked_out(&tally.sides[side].loss, of),
        }
    }

    fn swing(&self, least: i64) -> Swing {
        let distribution = match self {
            Source::Counted(tally, _) => Distribution::of(&tally.swing),
            Source::Exact(tally) => Distribution::exact(&tally.swing),
        };
        Swing::from(least, distribution)
    }

    fn left(&self, side: usize, of: Option<Outcome>) -> Distribution {
        match self {
            Source::Counted(tally, _) => counted(&tally.sides[side].left, of),
            Source::Exact(tally) => worked_out(&tally.sides[side].left, of),
        }
    }

    fn survivors(&self, row: usize, of: Option<Outcome>) -> Distribution {
        match self {
            Source::Counted(tally, _) => counted(&tally.units[row].survivors, of),
            Source::Exact(tally) => worked_out(&tally.units[row].survivors, of),
        }
    }

    fn all_left(&self, row: usize, fielded: u8) -> Rate {
        self.with_left(row, usize::from(fielded))
    }

    fn none_left(&self, row: usize) -> Rate {
        self.with_left(row, 0)
    }

    fn retreated(&self, row: usize, of: Option<Outcome>) -> Option<f64> {
        match (self, of) {
            (Source::Counted(tally, _), Some(outcome)) => {
                let index = outcome.index();
                share(tally.units[row].retreated[index], tally.outcomes[index])
            }
            (Source::Counted(tally, _), None) => share(tally.units[row].retreated.iter().sum(), tally.battles()),
            (Source::Exact(tally), Some(outcome)) => {
                let index = outcome.index();
                let chance = tally.outcomes[index];
                (chance > 0.0).then(|| tally.units[row].retreated[index] / chance)
            }
            (Source::Exact(tally), None) => Some(tally.units[row].retreated.iter().sum()),
        }
    }
}
