//! Figures over several possible battles: each weighs as much as its chance says.
//!
//! The battles of a possibility are a stratum of all battles fought. The estimates and their standard errors
//! are those of stratified sampling (W. G. Cochran 1977, *Sampling techniques*, chapter 5): means of the
//! strata's means, and variances of the strata's errors with the weights squared, so that what parts the
//! possibilities from each other is no error.

use super::about::Fought;
use super::losses;
use super::measure::{Distribution, Rate, Stratum, Swing};
use super::odds::{Asked, Method, Odds};
use super::source::{Figures, Part, Source};
use super::unsure::{PossibleOdds, Unsure};
use super::warning;
use crate::engine::statistics::Interval;
use crate::engine::tally::least_swing;
use crate::engine::{Outcome, Plan};
use crate::rules::space_empires::{Battle, Possibilities};
use crate::spec::Side;
use std::time::Duration;

/// One possible battle and its figures.
pub struct Possible<'a> {
    /// Its chance.
    pub weight: f64,
    /// Its figures.
    pub source: Source<'a>,
    /// Its plan.
    pub plan: &'a Plan,
    /// The seed of its battles, if it was simulated.
    pub seed: Option<u64>,
    /// By row of the result: its own row, if it has it.
    pub rows: Vec<Option<usize>>,
}

/// Where the rows of the whole are among those of one possibility, given where those of its groups are: captured
/// ships follow their groups.
#[must_use]
pub fn with_captured(whole: &Plan, one: &Plan, mut rows: Vec<Option<usize>>) -> Vec<Option<usize>> {
    let captured = whole.units.iter().filter_map(|unit| unit.captured);
    let places: Vec<Option<usize>> = captured
        .map(|captured| one.captured_row(rows.get(captured.from).copied().flatten()?))
        .collect();
    rows.extend(places);
    rows
}

impl Possible<'_> {
    /// A part of the figures, as chances within this battle.
    fn stratum(&self, chances: Vec<f64>) -> Stratum {
        Stratum {
            weight: self.weight,
            chances,
            battles: self.source.battles(),
        }
    }

    fn chance(&self, of: Option<Outcome>) -> f64 {
        of.map_or(1.0, |outcome| self.source.outcome(outcome).p().unwrap_or(0.0))
    }

    fn fielded(&self, row: usize) -> usize {
        self.rows[row].map_or(0, |own| usize::from(self.plan.units[own].fielded))
    }
}

/// The figures of all possible battles together.
pub struct Mixture<'a> {
    /// One by one; their weights add up to 1.
    pub possible: Vec<Possible<'a>>,
    /// Confidence of the intervals of what was counted.
    pub level: f64,
}

impl Mixture<'_> {
    /// Where the true chance of an outcome is.
    #[must_use]
    pub fn interval(&self, outcome: Outcome) -> Interval {
        self.outcome(outcome).interval
    }

    fn rate(&self, of: impl Fn(&Possible) -> Rate) -> Rate {
        let rates: Vec<(f64, Rate)> = self.possible.iter().map(|one| (one.weight, of(one))).collect();
        Rate::mixed(&rates, self.level)
    }

    fn distribution(&self, chances: impl Fn(&Possible) -> Vec<f64>) -> Distribution {
        let strata: Vec<Stratum> = self.possible.iter().map(|one| one.stratum(chances(one))).collect();
        Distribution::mixed(&strata)
    }

    /// The mean over the battles with an outcome of what has the mean `of_one` times the chance of that
    /// outcome in each.
    fn mean(&self, of: Option<Outcome>, of_one: impl Fn(&Possible) -> f64) -> Option<f64> {
        let all: f64 = self.possible.iter().map(|one| one.weight * one.chance(of)).sum();
        let sum: f64 = self.possible.iter().map(|one| one.weight * of_one(one)).sum();
        (all > 0.0).then(|| sum / all)
    }
}

impl Figures for Mixture<'_> {
    fn battles(&self) -> u64 {
        self.possible.iter().map(|one| one.source.battles()).sum()
    }

    fn tail(&self) -> f64 {
        self.possible.iter().map(|one| one.weight * one.source.tail()).sum()
    }

    fn outcome(&self, outcome: Outcome) -> Rate {
        self.rate(|one| one.source.outcome(outcome))
    }

    fn stopped(&self) -> Rate {
        self.rate(|one| one.source.stopped())
    }

    fn ahead(&self) -> [Rate; 3] {
        [0, 1, 2].map(|which: usize| self.rate(|one| one.source.ahead()[which]))
    }

    fn rounds(&self, of: Option<Outcome>) -> Distribution {
        self.distribution(|one| one.source.chances(Part::Rounds, of))
    }

    fn loss(&self, side: usize, of: Option<Outcome>) -> Distribution {
        self.distribution(|one| one.source.chances(Part::Loss(side), of))
    }

    fn swing(&self, least: i64) -> Swing {
        let moved = |one: &Possible| {
            let before = usize::try_from(least_swing(&one.plan.units) - least).unwrap_or(0);
            let chances = one.source.chances(Part::Swing, None);
            std::iter::repeat_n(0.0, before).chain(chances).collect()
        };
        Swing::from(least, self.distribution(moved))
    }

    fn left(&self, side: usize, of: Option<Outcome>) -> Distribution {
        self.distribution(|one| one.source.chances(Part::Left(side), of))
    }

    fn survivors(&self, row: usize, of: Option<Outcome>) -> Distribution {
        self.distribution(|one| match one.rows[row] {
            Some(own) => one.source.chances(Part::Survivors(own), of),
            None => vec![one.chance(of)],
        })
    }

    fn all_left(&self, row: usize, _: u8) -> Rate {
        self.rate(|one| match one.rows[row] {
            Some(own) => one.source.all_left(own, one.plan.units[own].fielded),
            None => Rate::certain(0.0, 0.0),
        })
    }

    fn none_left(&self, row: usize) -> Rate {
        self.rate(|one| match one.rows[row] {
            Some(own) => one.source.none_left(own),
            None => Rate::certain(1.0, 0.0),
        })
    }

    fn retreated(&self, row: usize, of: Option<Outcome>) -> Option<f64> {
        self.mean(of, |one| {
            let own = one.rows[row].and_then(|own| one.source.retreated(own, of));
            own.map_or(0.0, |ships| ships * one.chance(of))
        })
    }

    fn fielded(&self, row: usize, _: u8, of: Option<Outcome>) -> f64 {
        let mean = self.mean(of, |one| one.fielded(row) as f64 * one.chance(of));
        mean.unwrap_or(0.0)
    }

    fn fewest(&self, row: usize, most: u8) -> u8 {
        let fielded = self.possible.iter().map(|one| one.fielded(row) as u8);
        fielded.min().unwrap_or(most)
    }

    fn cost(&self, side: Side, _: &dyn Fought) -> f64 {
        let of_one = |plan: &Plan| -> u32 {
            let own = plan.units.iter().filter(|unit| unit.side == side);
            own.map(|unit| unit.cost * u32::from(unit.fielded)).sum()
        };
        self.mean(None, |one| f64::from(of_one(one.plan))).unwrap_or(0.0)
    }

    fn losses(&self, side: Side, _: &dyn Fought) -> Vec<usize> {
        let mut all: Vec<usize> = self
            .possible
            .iter()
            .flat_map(|one| losses::possible(one.plan, side))
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// What the figures over several possible battles are arranged by.
pub struct Whole<'a> {
    /// Every group that there may be, see [`Possibilities::layout`].
    pub battle: &'a Battle,
    /// Its plan.
    pub plan: &'a Plan,
    /// Interrupted.
    pub partial: bool,
    /// As [`Odds::look_level`].
    pub look_level: Option<f64>,
    /// How long it took.
    pub elapsed: Duration,
}

impl Odds {
    /// The figures over all battles that an engagement may be.
    #[must_use]
    pub fn mixed(all: &Possibilities, whole: &Whole, mixture: &Mixture, asked: &Asked) -> Odds {
        let mut odds = Odds::of(whole.battle.into(), whole.plan, mixture, asked);
        odds.partial = whole.partial;
        odds.look_level = whole.look_level;
        odds.elapsed = whole.elapsed;
        if odds.battles == 0 {
            odds.method = Method::Exact;
        } else {
            odds.warnings = warning::find(&odds, &asked.settings.amount, whole.plan.stop.round);
        }
        let told = { all.list.iter() }
            .zip(&mixture.possible)
            .map(|(one, figures)| PossibleOdds {
                weight: one.weight,
                sides: Side::BOTH.map(|side| all.told(one, side)),
                seed: figures.seed,
                battles: figures.source.battles(),
                outcome: Outcome::ALL.map(|outcome| figures.source.outcome(outcome)),
                loss: Side::BOTH.map(|side| figures.source.loss(side.index(), None)),
            });
        odds.unsure = Some(Unsure {
            possibilities: told.collect(),
            listed: false,
            scouting: Vec::new(),
        });
        odds
    }
}
