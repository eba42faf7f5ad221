//! Numbers as people read them: as many digits as are known, and never 0 % or 100 % for what is
//! only nearly so.

use super::measure::Rate;
use crate::engine::statistics::{CONFIDENCE, Interval, Moments, normal_quantile, share_interval};

/// What stands where there is no figure.
pub const NONE: &str = "–";

/// Most digits after the point.
const MOST_DECIMALS: usize = 12;

/// `1,000,000`.
#[must_use]
pub fn whole(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 battle`, `1,000 battles`.
#[must_use]
pub fn battles(number: u64) -> String {
    match number {
        1 => "1 battle".to_owned(),
        number => format!("{} battles", whole(number)),
    }
}

/// A rate in percent: `66.2 %`, `under 0.0004 %`, `over 99.9996 %`.
#[must_use]
pub fn percent(rate: &Rate) -> String {
    if let Some(p) = rate.exact {
        return exact_percent(p, rate.interval);
    }
    let (Some(p), interval) = (rate.p(), rate.interval) else {
        return NONE.to_owned();
    };
    if p <= 0.0 {
        return format!("under {} %", bound(interval.high * 100.0, false));
    }
    if p >= 1.0 {
        return format!("over {} %", bound((1.0 - interval.low) * 100.0, true));
    }
    format!("{:.*} %", rate_decimals(rate), p * 100.0)
}

/// A chance that was worked out, to the error of its arithmetic: 0 and 1 only if nothing that was
/// followed up, all but a tail below that error, says otherwise.
fn exact_percent(p: f64, interval: Interval) -> String {
    const ROUNDING: f64 = 1e-12;
    if p == 0.0 && interval.high < ROUNDING {
        return "0 %".to_owned();
    }
    if interval.low > 1.0 - ROUNDING && interval.high > 1.0 - 4.0 * f64::EPSILON {
        return "100 %".to_owned();
    }
    if p < ROUNDING {
        return "under 0.0000000001 %".to_owned();
    }
    if p > 1.0 - ROUNDING {
        return "over 99.9999999999 %".to_owned();
    }
    let extreme = |d| reads_as_zero(p * 100.0, d) || reads_as_zero((1.0 - p) * 100.0, d);
    let decimals = (2..=MOST_DECIMALS).find(|&d| !extreme(d)).unwrap_or(MOST_DECIMALS);
    format!("{:.decimals$} %", p * 100.0)
}

/// The rate's interval in percent, `66.1 to 66.3`; empty where [`percent`] gives a bound already.
#[must_use]
pub fn range(rate: &Rate) -> String {
    if rate.exact.is_some() {
        return "exact".to_owned();
    }
    if rate.p().is_none_or(|p| p <= 0.0 || p >= 1.0) {
        return String::new();
    }
    let decimals = rate_decimals(rate);
    let interval = rate.interval;
    format!(
        "{:.decimals$} to {:.decimals$}",
        interval.low * 100.0,
        interval.high * 100.0
    )
}

/// A share of `of` battles in percent, with the digits that so many battles give.
#[must_use]
pub fn share(p: f64, of: u64) -> String {
    let hits = (p * of as f64).round() as u64;
    percent(&Rate {
        hits,
        of,
        exact: None,
        weighted: None,
        interval: share_interval(hits, of, CONFIDENCE),
    })
}

/// A half-width in percentage points with two digits: `0.093`.
#[must_use]
pub fn points(half_width: f64) -> String {
    let points = half_width * 100.0;
    if points <= 0.0 {
        return "0".to_owned();
    }
    let decimals = (1.0 - points.log10().floor()).clamp(0.0, MOST_DECIMALS as f64) as usize;
    format!("{points:.decimals$}")
}

/// A mean with the digits that its error leaves, at most `most` after the point unless it would
/// then read as zero.
#[must_use]
pub fn mean(moments: Option<Moments>, most: usize) -> String {
    let Some(moments) = moments else {
        return NONE.to_owned();
    };
    let known = if is_exact(moments) {
        EXACT_DECIMALS
    } else {
        decimals(half_width(moments))
    };
    let decimals = (known.min(most)..=known)
        .find(|&d| !reads_as_zero(moments.mean, d))
        .unwrap_or(known);
    plain(moments.mean, decimals)
}

/// A plain mean without an error of its own, such as of ships that retreated: two digits after the
/// point, or two that are not 0.
#[must_use]
pub fn number(value: Option<f64>) -> String {
    value.map_or_else(|| NONE.to_owned(), |value| plain(value, readable(value)))
}

/// Ships or CP of a fleet: whole, unless it is a mean over several fleets.
#[must_use]
pub fn fleet(value: f64) -> String {
    let whole = (value - value.round()).abs() < 1e-9;
    plain(value, if whole { 0 } else { 1 })
}

/// Digits after the point with which the value keeps two digits, at least 2.
fn readable(value: f64) -> usize {
    if value == 0.0 || !value.is_finite() {
        return 2;
    }
    (1.0 - value.abs().log10().floor()).clamp(2.0, MOST_DECIMALS as f64) as usize
}

/// How far a mean may be off, 95 %: `± 0.04`.
#[must_use]
pub fn error(moments: Option<Moments>) -> String {
    match moments {
        Some(moments) if is_exact(moments) => "exact".to_owned(),
        Some(moments) if moments.se.is_some() => {
            let half_width = half_width(moments);
            format!("± {half_width:.*}", decimals(half_width))
        }
        _ => NONE.to_owned(),
    }
}

/// A standard deviation of outcomes.
#[must_use]
pub fn spread(moments: Option<Moments>) -> String {
    let sd = moments.and_then(|moments| moments.sd);
    sd.map_or_else(
        || NONE.to_owned(),
        |sd| format!("{sd:.*}", if sd < 1.0 { 2 } else { 1 }),
    )
}

/// `30 / 48 / 66`.
#[must_use]
pub fn quartiles(quartiles: Option<[usize; 3]>) -> String {
    quartiles.map_or_else(|| NONE.to_owned(), |[a, b, c]| format!("{a} / {b} / {c}"))
}

/// The value, with a shorter form for plain zero: it is exact there. Differences of means that are
/// zero but for the rounding of floats are zero.
fn plain(value: f64, decimals: usize) -> String {
    if value == 0.0 || reads_as_zero(value, MOST_DECIMALS) {
        "0".to_owned()
    } else {
        format!("{value:.decimals$}")
    }
}

/// Digits shown of an exact mean, unless fewer are asked for.
const EXACT_DECIMALS: usize = 4;

/// Worked out, not counted.
fn is_exact(moments: Moments) -> bool {
    moments.n == 0
}

fn half_width(moments: Moments) -> f64 {
    normal_quantile(0.5 + CONFIDENCE / 2.0) * moments.se.unwrap_or(0.0)
}

/// Digits after the point so that the last one is about as large as the half-width.
fn decimals(half_width: f64) -> usize {
    if half_width <= 0.0 {
        return 2;
    }
    (-half_width.log10() - 0.15).ceil().clamp(0.0, MOST_DECIMALS as f64) as usize
}

/// Digits of a rate that is neither 0 nor 1, so that neither it nor its ends read so.
fn rate_decimals(rate: &Rate) -> usize {
    let p = rate.p().unwrap_or(0.0);
    let shown = [p, rate.interval.low, rate.interval.high];
    let extreme = |d| {
        shown
            .iter()
            .any(|&p| reads_as_zero(p * 100.0, d) || reads_as_zero((1.0 - p) * 100.0, d))
    };
    let first = decimals(rate.interval.half_width() * 100.0);
    (first..=MOST_DECIMALS).find(|&d| !extreme(d)).unwrap_or(MOST_DECIMALS)
}

/// The value isn't zero but is printed as zero with so many digits.
fn reads_as_zero(value: f64, decimals: usize) -> bool {
    value != 0.0 && value.abs() < 0.5 * 10_f64.powi(-(decimals as i32))
}

/// A bound in percent, rounded up to one digit; with `from_top` what it leaves of 100.
fn bound(percent: f64, from_top: bool) -> String {
    let exponent = percent.log10().floor() as i32;
    let step = |exponent: i32| {
        let unit = 10_f64.powi(exponent);
        // A hair less, so that a bound that is round already stays.
        ((percent / unit - 1e-9).ceil() * unit, (-exponent).max(0) as usize)
    };
    let (mut rounded, mut decimals) = step(exponent);
    if rounded >= 100.0 {
        (rounded, decimals) = step(exponent - 1);
    }
    format!("{:.decimals$}", if from_top { 100.0 - rounded } else { rounded })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(hits: u64, of: u64) -> Rate {
        Rate {
            exact: None,
            weighted: None,
            hits,
            of,
            interval: share_interval(hits, of, CONFIDENCE),
        }
    }

    #[test]
    fn exact_chances_are_nought_or_one_only_if_they_are() {
        let shown = |p, tail| percent(&Rate::certain(p, tail));
        assert_eq!(shown(0.0, 0.0), "0 %");
        assert_eq!(shown(1.0, 0.0), "100 %");
        assert_eq!(shown(0.0, 1e-16), "0 %");
        assert_eq!(shown(0.0, 1e-9), "under 0.0000000001 %");
        assert_eq!(shown(1e-14, 1e-16), "under 0.0000000001 %");
        assert_eq!(shown(1.0 - 1e-15, 1e-15), "100 %");
        assert_eq!(shown(1.0 - 1e-14, 1e-15), "over 99.9999999999 %");
        assert_eq!(shown(0.5, 1e-15), "50.00 %");
        assert_eq!(shown(1e-6, 0.0), "0.0001 %");
        assert_eq!(shown(1.0 - 1e-6, 0.0), "99.9999 %");
    }

    #[test]
    fn digits_follow_the_interval() {
        let shown = |hits, n| format!("{} ({})", percent(&of(hits, n)), range(&of(hits, n)));
        assert_eq!(shown(661_987, 1_000_000), "66.2 % (66.1 to 66.3)");
        assert_eq!(shown(6_619_870, 10_000_000), "66.20 % (66.17 to 66.23)");
        assert_eq!(shown(66, 100), "66 % (56 to 75)");
        assert_eq!(shown(400, 1_000_000), "0.040 % (0.036 to 0.044)");
    }

    #[test]
    fn nearly_is_not_entirely() {
        assert_eq!(percent(&of(0, 1_000_000)), "under 0.0004 %");
        assert_eq!(percent(&of(1_000_000, 1_000_000)), "over 99.9996 %");
        assert_eq!(range(&of(0, 1_000_000)), "");
        assert_eq!(percent(&of(0, 1)), "under 98 %");
        assert_eq!(percent(&of(1, 1)), "over 2 %");
        assert_eq!(percent(&of(0, 0)), NONE);
        for n in [1_000, 30_000, 1_000_000, 1_000_000_000] {
            for hits in [1, 2, 10, n / 2, n - 10, n - 2, n - 1] {
                let shown = [percent(&of(hits, n)).replace(" %", ""), range(&of(hits, n))];
                for number in shown.iter().flat_map(|text| text.split(" to ")) {
                    let value: f64 = number.parse().unwrap();
                    assert!(value > 0.0 && value < 100.0, "{hits} of {n}: {shown:?}");
                }
            }
        }
    }

    #[test]
    fn means() {
        let moments = |mean, sd| {
            Some(Moments {
                n: 1_000_000,
                mean,
                sd: Some(sd),
                se: Some(sd / 1000.0),
            })
        };
        assert_eq!(mean(moments(46.8812, 21.3), 9), "46.88");
        assert_eq!(mean(moments(46.8812, 21.3), 1), "46.9");
        assert_eq!(mean(moments(0.0012, 0.1), 1), "0.001");
        assert_eq!(mean(moments(0.0, 0.0), 9), "0");
        assert_eq!(
            ["0.00040", "0.00000010", "0.012", "1.20", "0", "0"],
            [0.0004, 0.000_000_1, 0.0123, 1.2, 0.0, 5e-17]
                .map(|value| number(Some(value)))
                .each_ref()
                .map(String::as_str)
        );
        assert_eq!(error(moments(46.8812, 21.3)), "± 0.04");
        assert_eq!(spread(moments(46.8812, 21.3)), "21.3");
        assert_eq!(
            (mean(None, 1), error(None), spread(None)),
            (NONE.into(), NONE.into(), NONE.into())
        );
    }

    #[test]
    fn thousands() {
        assert_eq!(
            ["0", "999", "1,000", "1,234,567"],
            [0, 999, 1000, 1_234_567].map(whole).each_ref().map(String::as_str)
        );
        assert_eq!([points(0.000_93), points(0.0123), points(0.25)], ["0.093", "1.2", "25"]);
    }
}
