//! Intervals for shares, and moments and quantiles of counted results.
//!
//! Small pure functions; each names where its formula comes from. Counts stay integers as long as
//! they can, so that nothing is lost to cancellation however many battles were counted.

/// The confidence that every interval of the reports has at least.
pub const CONFIDENCE: f64 = 0.95;

/// A range that holds the true value with the stated confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Half the interval's width.
    #[must_use]
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// Interval for a probability of which `hits` of `n` trials came true; `level` is the confidence,
/// such as 0.95. With no trial nothing is known: 0 to 1.
///
/// Wilson score interval; at 0 or `n` hits, where only one side is open, the exact bound
/// (see [`exact_bound`]). <https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval>
#[must_use]
pub fn share_interval(hits: u64, n: u64, level: f64) -> Interval {
    if n == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let bound = exact_bound(n, level);
    if hits == 0 {
        return Interval { low: 0.0, high: bound };
    }
    if hits >= n {
        return Interval {
            low: 1.0 - bound,
            high: 1.0,
        };
    }
    wilson(hits, n, level)
}

/// Wilson score interval (E. B. Wilson 1927, *Probable inference, the law of succession, and
/// statistical inference*). Needs `0 < n`.
fn wilson(hits: u64, n: u64, level: f64) -> Interval {
    let z = normal_quantile(0.5 + level / 2.0);
    let trials = n as f64;
    let p = hits as f64 / trials;
    let q = (n - hits) as f64 / trials;
    let scale = 1.0 + z * z / trials;
    let centre = (p + z * z / (2.0 * trials)) / scale;
    let half = z / scale * (p * q / trials + z * z / (4.0 * trials * trials)).sqrt();
    Interval {
        low: (centre - half).max(0.0),
        high: (centre + half).min(1.0),
    }
}

/// Largest probability that still leaves `n` trials without a hit with a chance of (1 − level)/2:
/// Clopper and Pearson's exact bound at 0 hits, the "rule of three" for large `n`.
/// <https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval#Clopper%E2%80%93Pearson_interval>
#[must_use]
pub fn exact_bound(n: u64, level: f64) -> f64 {
    if n == 0 {
        return 1.0;
    }
    let tail = (1.0 - level) / 2.0;
    // 1 − tail^(1/n), without the loss of digits of the plain form.
    -(tail.ln() / n as f64).exp_m1()
}

/// Largest weighted sum of the chances of several strata, given as weight and trials, that still leaves all
/// of them without a hit with a chance of (1 − level)/2: no hit in n trials of chance p has a chance of at
/// most exp(−n·p), so in all strata exp(−Σ n·p), which is at most exp(−m·Σ w·p) for the least trials by
/// weight m.
#[must_use]
pub fn strata_bound(strata: &[(f64, u64)], level: f64) -> f64 {
    let tail = (1.0 - level) / 2.0;
    let least = strata.iter().map(|&(weight, trials)| trials as f64 / weight);
    let all: f64 = strata.iter().map(|(weight, _)| weight).sum();
    let bound = -tail.ln() / least.fold(f64::INFINITY, f64::min);
    bound.min(all)
}

/// The value below which a standard normal variable falls with probability `p`; infinite at 0 and
/// 1, not a number outside.
///
/// Algorithm AS 241, routine PPND16 (M. J. Wichura 1988, *The percentage points of the normal
/// distribution*, Applied Statistics 37): about 16 digits.
#[must_use]
pub fn normal_quantile(p: f64) -> f64 {
    let q = p - 0.5;
    if q.abs() <= 0.425 {
        let r = 0.180_625 - q * q;
        return q * polynomial(&CENTRE.0, r) / polynomial(&CENTRE.1, r);
    }
    let tail = if q < 0.0 { p } else { 1.0 - p };
    if tail == 0.0 {
        return f64::INFINITY.copysign(q);
    }
    let r = (-tail.ln()).sqrt();
    let size = if r <= 5.0 {
        polynomial(&TAIL.0, r - 1.6) / polynomial(&TAIL.1, r - 1.6)
    } else {
        polynomial(&FAR_TAIL.0, r - 5.0) / polynomial(&FAR_TAIL.1, r - 5.0)
    };
    size.copysign(q)
}

/// Horner's scheme, the constant term first.
fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, c| sum * x + c)
}

/// Numerator and denominator of a rational approximation.
type Rational = ([f64; 8], [f64; 8]);

/// AS 241 for 0.075 ≤ p ≤ 0.925.
#[rustfmt::skip]
const CENTRE: Rational = (
    [
        3.387_132_872_796_366_6, 1.331_416_678_917_843_8e2, 1.971_590_950_306_551_3e3, 1.373_169_376_550_946e4,
        4.592_195_393_154_987e4, 6.726_577_092_700_87e4, 3.343_057_558_358_813e4, 2.509_080_928_730_122_7e3,
    ],
    [
        1.0, 4.231_333_070_160_091e1, 6.871_870_074_920_579e2, 5.394_196_021_424_751e3,
        2.121_379_430_158_659_7e4, 3.930_789_580_009_271e4, 2.872_908_573_572_194_3e4, 5.226_495_278_852_854e3,
    ],
);

/// AS 241 for tails down to exp(−25).
#[rustfmt::skip]
const TAIL: Rational = (
    [
        1.423_437_110_749_683_5, 4.630_337_846_156_546, 5.769_497_221_460_691, 3.647_848_324_763_204_5,
        1.270_458_252_452_368_4, 2.417_807_251_774_506e-1, 2.272_384_498_926_918_4e-2, 7.745_450_142_783_414e-4,
    ],
    [
        1.0, 2.053_191_626_637_759, 1.676_384_830_183_803_8, 6.897_673_349_851e-1,
        1.481_039_764_274_800_8e-1, 1.519_866_656_361_645_7e-2, 5.475_938_084_995_345e-4, 1.050_750_071_644_416_9e-9,
    ],
);

/// AS 241 for the tails beyond.
#[rustfmt::skip]
const FAR_TAIL: Rational = (
    [
        6.657_904_643_501_103, 5.463_784_911_164_114, 1.784_826_539_917_291_3, 2.965_605_718_285_049e-1,
        2.653_218_952_657_612_4e-2, 1.242_660_947_388_078_4e-3, 2.711_555_568_743_487_6e-5, 2.010_334_399_292_288_1e-7,
    ],
    [
        1.0, 5.998_322_065_558_88e-1, 1.369_298_809_227_358e-1, 1.487_536_129_085_061_5e-2,
        7.868_691_311_456_133e-4, 1.846_318_317_510_054_8e-5, 1.421_511_758_316_446e-7, 2.044_263_103_389_939_8e-15,
    ],
);

/// Moments of a counted result.
///
/// `sd` is how much single battles differ; `se` is how far the mean may be from the true mean.
/// More battles shrink the second and not the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// Results counted.
    pub n: u64,
    /// Their mean.
    pub mean: f64,
    /// Standard deviation of the results, estimated with n − 1; `None` for a single result.
    pub sd: Option<f64>,
    /// Standard error of the mean, sd/√n.
    pub se: Option<f64>,
}

/// Mean, standard deviation and standard error of a histogram: `counts[x]` results had the value
/// x. `None` if it is empty.
///
/// The sums are exact integers, taken about the integer nearest to the mean, which leaves nothing
/// to cancel (T. F. Chan, G. H. Golub, R. J. LeVeque 1983, *Algorithms for computing the sample
/// variance*, the shifted form).
#[must_use]
pub fn moments(counts: &[u64]) -> Option<Moments> {
    let n: u64 = counts.iter().sum();
    if n == 0 {
        return None;
    }
    let total: u128 = counts.iter().enumerate().map(|(x, &c)| x as u128 * u128::from(c)).sum();
    let shift = ((total + u128::from(n) / 2) / u128::from(n)) as i128;
    let mut first: i128 = 0;
    let mut second: i128 = 0;
    for (x, &c) in counts.iter().enumerate() {
        let away = x as i128 - shift;
        first += away * i128::from(c);
        second += away * away * i128::from(c);
    }
    let trials = n as f64;
    let mean = shift as f64 + first as f64 / trials;
    let squares = (second as f64 - first as f64 * (first as f64 / trials)).max(0.0);
    let sd = (n > 1).then(|| (squares / (trials - 1.0)).sqrt());
    Some(Moments {
        n,
        mean,
        sd,
        se: sd.map(|sd| sd / trials.sqrt()),
    })
}

/// Mean and standard deviation of a distribution, `probability[x]` being the chance of the value x;
/// `n` is 0, and there is no error. `None` if it is empty.
#[must_use]
pub fn exact_moments(probability: &[f64]) -> Option<Moments> {
    if probability.is_empty() {
        return None;
    }
    let mean: f64 = probability.iter().enumerate().map(|(x, p)| x as f64 * p).sum();
    let squares = probability
        .iter()
        .enumerate()
        .map(|(x, p)| (x as f64 - mean).powi(2) * p);
    Some(Moments {
        n: 0,
        mean,
        sd: Some(squares.sum::<f64>().sqrt()),
        se: None,
    })
}

/// `chances[k]`: chance that exactly k of some independent trials come true, each with its own chance
/// (the Poisson binomial distribution), one trial folded in after the other.
/// <https://en.wikipedia.org/wiki/Poisson_binomial_distribution>
#[must_use]
pub fn poisson_binomial(trials: &[f64]) -> Vec<f64> {
    let mut chances = vec![1.0];
    for p in trials {
        chances.push(0.0);
        for k in (0..chances.len()).rev() {
            let one_less = if k > 0 { chances[k - 1] } else { 0.0 };
            chances[k] = chances[k] * (1.0 - p) + one_less * p;
        }
    }
    chances
}

/// Smallest value that at least `num`/`den` of the results do not exceed: the inverse of the
/// empirical distribution function. `None` if the histogram is empty.
#[must_use]
pub fn quantile(counts: &[u64], num: u64, den: u64) -> Option<usize> {
    let n: u64 = counts.iter().sum();
    let mut below: u128 = 0;
    for (x, &c) in counts.iter().enumerate() {
        below += u128::from(c);
        if c > 0 && below * u128::from(den) >= u128::from(n) * u128::from(num) {
            return Some(x);
        }
    }
    None
}

/// `at_least(counts)[k]`: results of at least k.
#[must_use]
pub fn at_least(counts: &[u64]) -> Vec<u64> {
    let mut sums: Vec<u64> = counts.to_vec();
    for k in (1..sums.len()).rev() {
        sums[k - 1] += sums[k];
    }
    sums
}

/// Sum of several histograms, as long as the longest.
#[must_use]
pub fn pooled(histograms: &[Vec<u64>]) -> Vec<u64> {
    let length = histograms.iter().map(Vec::len).max().unwrap_or(0);
    let mut sum = vec![0; length];
    for histogram in histograms {
        for (total, &c) in sum.iter_mut().zip(histogram) {
            *total += c;
        }
    }
    sum
}
