//! Rates and distributions: counted, with the error of that, or worked out.

use crate::engine::statistics::{Interval, Moments, at_least, exact_moments, moments, quantile};

/// How often something happened, with the error of the estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// Battles in which it happened.
    pub hits: u64,
    /// Battles counted.
    pub of: u64,
    /// The chance itself, if it was worked out.
    pub exact: Option<f64>,
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
        self.exact.or_else(|| share(self.hits, self.of))
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

    /// The mean, if anything was counted.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        self.moments.map(|moments| moments.mean)
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
