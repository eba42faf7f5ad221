//! Rates and distributions as JSON.

use crate::engine::statistics::{Interval, Moments};
use crate::report::measure::{Distribution, Rate, Swing};
use crate::report::tidy::rounded;
use serde::Serialize;
use serde::ser::Serializer;

#[derive(Serialize)]
pub struct RatePart {
    pub p: Option<Number>,
    pub low: Number,
    pub high: Number,
}

/// `sd` is the spread of outcomes, `se` the error of the mean.
#[derive(Serialize)]
pub struct LossPart {
    pub mean: Option<Number>,
    pub sd: Option<Number>,
    pub se: Option<Number>,
    pub quartiles: Option<[usize; 3]>,
    /// Pairs of CP and probability, without those that never happened.
    pub histogram: Vec<(usize, Number)>,
}

/// The attacker's: what the defender lost less what he lost.
#[derive(Serialize)]
pub struct SwingPart {
    pub mean: Option<Number>,
    pub sd: Option<Number>,
    pub se: Option<Number>,
    /// Pairs of CP and probability, without those that never happened.
    pub histogram: Vec<(i64, Number)>,
}

#[derive(Serialize)]
pub struct LeftPart {
    pub mean: Option<Number>,
    pub sd: Option<Number>,
    pub se: Option<Number>,
    pub distribution: Vec<Number>,
    pub at_least: Vec<Number>,
}

#[derive(Serialize)]
pub struct DistributionPart {
    pub mean: Option<Number>,
    pub sd: Option<Number>,
    pub se: Option<Number>,
    pub distribution: Vec<Number>,
}

/// A figure with ten digits; what is no number becomes `null`.
#[derive(Clone, Copy)]
pub struct Number(pub f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_finite() {
            serializer.serialize_f64(rounded(self.0))
        } else {
            serializer.serialize_none()
        }
    }
}

pub fn numbers(values: &[f64]) -> Vec<Number> {
    values.iter().copied().map(Number).collect()
}

pub fn rate(rate: &Rate) -> RatePart {
    let Interval { low, high } = rate.interval();
    RatePart {
        p: rate.p().map(Number),
        low: Number(low),
        high: Number(high),
    }
}

/// Mean, sd and se.
pub fn three(figures: &Distribution) -> [Option<Number>; 3] {
    of_moments(figures.moments)
}

pub fn of_moments(moments: Option<Moments>) -> [Option<Number>; 3] {
    [
        moments.map(|m| m.mean),
        moments.and_then(|m| m.sd),
        moments.and_then(|m| m.se),
    ]
    .map(|x| x.map(Number))
}

pub fn distribution(figures: &Distribution) -> DistributionPart {
    let [mean, sd, se] = three(figures);
    DistributionPart {
        mean,
        sd,
        se,
        distribution: numbers(&figures.probability),
    }
}

pub fn loss(figures: &Distribution) -> LossPart {
    let [mean, sd, se] = three(figures);
    let happened = figures.probability.iter().enumerate().filter(|(_, p)| **p > 0.0);
    let histogram = happened.map(|(cp, &p)| (cp, Number(p))).collect();
    LossPart {
        mean,
        sd,
        se,
        quartiles: figures.quartiles,
        histogram,
    }
}

pub fn swing(figures: &Swing) -> SwingPart {
    let [mean, sd, se] = of_moments(figures.moments);
    SwingPart {
        mean,
        sd,
        se,
        histogram: figures.happened().map(|(cp, p)| (cp, Number(p))).collect(),
    }
}

pub fn left(figures: &Distribution) -> LeftPart {
    let [mean, sd, se] = three(figures);
    LeftPart {
        mean,
        sd,
        se,
        distribution: numbers(&figures.probability),
        at_least: numbers(&figures.at_least),
    }
}
