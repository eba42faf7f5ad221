//! Rates and distributions: counted, with the error of that, or worked out.

use crate::engine::statistics::{Interval, Moments, at_least, exact_moments, moments, quantile, strata_bound};

/// How often something happened, with the error of the estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// Battles in which it happened.
    pub hits: u64,
    /// Battles counted.
    pub of: u64,
    /// The chance itself, if it was worked out.
    pub exact: Option<f64>,
    /// The estimate, if it is not simply the share: that of strata, each with its own weight.
    pub weighted: Option<f64>,
    /// Where the true probability is.
    pub interval: Interval,
}

impl Rate {
    /// A chance that was worked out but for so much as `tail`, which was too little to follow up. What
    /// rounding puts outside of 0 to 1 is put back.
    #[must_use]
    pub fn certain(p: f64, tail: f64) -> Rate {
        let p = p.clamp(0.0, 1.0);
        Rate {
            hits: 0,
            of: 0,
            exact: Some(p),
            weighted: None,
            interval: Interval {
                low: (p - tail).max(0.0),
                high: (p + tail).min(1.0),
            },
        }
    }

    /// The interval to report: none around what was worked out.
    #[must_use]
    pub fn interval(&self) -> Interval {
        self.exact.map_or(self.interval, |p| Interval { low: p, high: p })
    }

    /// The chance or its estimate; `None` if nothing was counted.
    #[must_use]
    pub fn p(&self) -> Option<f64> {
        self.exact.or(self.weighted).or_else(|| share(self.hits, self.of))
    }

    /// The chance over strata, given the weight of each, which add up to 1, and its rate, with an interval of
    /// this level of confidence as the strata's have. What was worked out of it has no error.
    ///
    /// The interval's ends are as far from the estimate as the strata's own ends are from theirs, in the
    /// root of the weighted squares (MOVER, the method of variance estimates recovery: G. Y. Zou,
    /// A. Donner 2008, *Construction of confidence limits about effect measures: a general approach*).
    /// Where not one battle of all strata is a hit, or every one, it ends at the bound that the strata
    /// give together ([`strata_bound`]).
    #[must_use]
    pub fn mixed(strata: &[(f64, Rate)], level: f64) -> Rate {
        let sum = |of: &dyn Fn(&Rate) -> f64| strata.iter().map(|(weight, rate)| weight * of(rate)).sum::<f64>();
        let p = sum(&|rate| rate.p().unwrap_or(0.0)).clamp(0.0, 1.0);
        if strata.iter().all(|(_, rate)| rate.exact.is_some()) {
            let interval = Interval {
                low: sum(&|rate| rate.interval.low).max(0.0),
                high: sum(&|rate| rate.interval.high).min(1.0),
            };
            return Rate {
                interval,
                ..Rate::certain(p, 0.0)
            };
        }
        let (hits, of) = strata
            .iter()
            .fold((0, 0), |(hits, of), (_, rate)| (hits + rate.hits, of + rate.of));
        let away = |end: &dyn Fn(&Rate) -> f64| {
            let square = |rate: &Rate| (rate.p().unwrap_or(0.5) - end(rate)).powi(2);
            let squares = strata.iter().map(|(weight, rate)| weight * weight * square(rate));
            squares.sum::<f64>().sqrt()
        };
        let mut away = [away(&|rate| rate.interval.low), away(&|rate| rate.interval.high)];
        let counted: Vec<(f64, u64)> = { strata.iter() }
            .filter(|(_, rate)| rate.exact.is_none())
            .map(|(weight, rate)| (*weight, rate.of))
            .collect();
        let bound = strata_bound(&counted, level);
        if hits == 0 {
            away = [0.0, bound];
        } else if hits == of {
            away = [bound, 0.0];
        }
        // Rounding of the weights must not make a certainty of what isn't one, or the other way round.
        let certainly = |sure: u64, end: f64| {
            hits == sure
                && strata
                    .iter()
                    .all(|(_, rate)| rate.exact.is_none_or(|exact| exact == end))
        };
        let p = match (certainly(0, 0.0), certainly(of, 1.0)) {
            (true, _) => 0.0,
            (_, true) => 1.0,
            _ => p,
        };
        Rate {
            hits,
            of,
            exact: None,
            weighted: (of > 0).then_some(p),
            interval: Interval {
                low: (p - away[0]).max(0.0),
                high: (p + away[1]).min(1.0),
            },
        }
    }
}

/// A counted result: mean and spread, and the error of the mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// Mean, standard deviation of single battles and standard error of the mean; `None` if
    /// nothing was counted.
    pub moments: Option<Moments>,
    /// A quarter, half and three quarters of the battles have at most this.
    pub quartiles: Option<[usize; 3]>,
    /// `probability[x]`: share of the battles with the result x; empty if nothing was counted.
    pub probability: Vec<f64>,
    /// `at_least[x]`: share of the battles with a result of x or more.
    pub at_least: Vec<f64>,
}

impl Distribution {
    /// Of a histogram: `counts[x]` battles had the result x.
    #[must_use]
    pub fn of(counts: &[u64]) -> Distribution {
        let n: u64 = counts.iter().sum();
        let shares = |counts: &[u64]| counts.iter().filter_map(|&c| share(c, n)).collect();
        let quarter = |k| quantile(counts, k, 4);
        Distribution {
            moments: moments(counts),
            quartiles: quarter(1).zip(quarter(2)).zip(quarter(3)).map(|((a, b), c)| [a, b, c]),
            probability: shares(counts),
            at_least: shares(&at_least(counts)),
        }
    }

    /// Of chances in proportion: `chances[x]` is that of the result x.
    #[must_use]
    pub fn exact(chances: &[f64]) -> Distribution {
        let all: f64 = chances.iter().sum();
        let probability: Vec<f64> = if all > 0.0 {
            chances.iter().map(|p| p / all).collect()
        } else {
            Vec::new()
        };
        let mut at_least = probability.clone();
        for x in (1..at_least.len()).rev() {
            at_least[x - 1] += at_least[x];
        }
        let quarter = |part: f64| {
            let mut below = 0.0;
            probability.iter().position(|p| {
                below += p;
                below >= part - 1e-12
            })
        };
        let quarters = quarter(0.25).zip(quarter(0.5)).zip(quarter(0.75));
        Distribution {
            moments: exact_moments(&probability),
            quartiles: quarters.map(|((a, b), c)| [a, b, c]),
            probability,
            at_least,
        }
    }

    /// Over strata, whose chances are those of the battles that are told of: all of them, or those with one
    /// outcome. Then the mean is a ratio of two estimates, and its error is that of its linear part
    /// (Cochran, section 6.11).
    #[must_use]
    pub fn mixed(strata: &[Stratum]) -> Distribution {
        let longest = strata.iter().map(|stratum| stratum.chances.len()).max().unwrap_or(0);
        let mut chances = vec![0.0; longest];
        for stratum in strata {
            let weighted = stratum.chances.iter().map(|p| stratum.weight * p);
            chances.iter_mut().zip(weighted).for_each(|(sum, p)| *sum += p);
        }
        let mut figures = Distribution::exact(&chances);
        let battles: f64 = strata.iter().map(Stratum::counted).sum();
        if let Some(moments) = figures.moments.as_mut().filter(|_| battles > 0.0) {
            let all: f64 = chances.iter().sum();
            let squares = strata.iter().map(|stratum| stratum.squared_error(moments.mean));
            moments.n = (battles.round() as u64).max(1);
            moments.se = Some(squares.sum::<f64>().sqrt() / all);
        }
        figures
    }

    /// The mean, if anything was counted.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        self.moments.map(|moments| moments.mean)
    }
}

/// One part of all battles that may be: its weight, and the chances of each result within it.
#[derive(Clone, Debug)]
pub struct Stratum {
    /// Its part of all battles.
    pub weight: f64,
    /// `chances[x]`: part of its battles that are told of and have the result x.
    pub chances: Vec<f64>,
    /// Battles fought; 0 if it was worked out.
    pub battles: u64,
}

impl Stratum {
    /// Battles that are told of.
    fn counted(&self) -> f64 {
        self.battles as f64 * self.chances.iter().sum::<f64>()
    }

    /// The weighted variance of the mean of what is further than `from`, over the stratum's battles, in
    /// which those not told of count as 0.
    fn squared_error(&self, from: f64) -> f64 {
        if self.battles < 2 {
            return 0.0;
        }
        let away = |x: usize| x as f64 - from;
        let sum = |of: &dyn Fn(f64) -> f64| {
            let chances = self.chances.iter().enumerate();
            chances.map(|(x, p)| of(away(x)) * p).sum::<f64>()
        };
        let (first, second) = (sum(&|x| x), sum(&|x| x * x));
        let variance = (second - first * first).max(0.0) / (self.battles - 1) as f64;
        self.weight * self.weight * variance
    }
}

/// The attacker's CP swing: what the defender lost less what the attacker lost.
#[derive(Clone, Debug, PartialEq)]
pub struct Swing {
    /// The swing that entry 0 stands for.
    pub least: i64,
    /// Mean, spread and error of the mean; `None` if nothing was counted.
    pub moments: Option<Moments>,
    /// Share of the battles with each swing, from the least on; empty if nothing was counted.
    pub probability: Vec<f64>,
}

impl Swing {
    /// Of a distribution whose entry 0 stands for the swing `least`.
    #[must_use]
    pub fn from(least: i64, distribution: Distribution) -> Swing {
        let moved = |moments: Moments| Moments {
            mean: moments.mean + least as f64,
            ..moments
        };
        Swing {
            least,
            moments: distribution.moments.map(moved),
            probability: distribution.probability,
        }
    }

    /// The swings that happened, in order, and their shares.
    pub fn happened(&self) -> impl Iterator<Item = (i64, f64)> + '_ {
        let all = self.probability.iter().enumerate();
        all.filter(|(_, p)| **p > 0.0)
            .map(|(entry, &p)| (self.least + entry as i64, p))
    }
}

/// The share; `None` of nothing.
pub(super) fn share(hits: u64, of: u64) -> Option<f64> {
    (of > 0).then(|| hits as f64 / of as f64)
}
