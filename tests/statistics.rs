//! The formulas of the reports against published and independently computed values.

use broadside::engine::statistics::{
    CONFIDENCE, at_least, exact_bound, moments, normal_quantile, pooled, quantile, share_interval,
};

fn assert_close(value: f64, expected: f64, tolerance: f64, what: &str) {
    assert!(
        (value - expected).abs() <= tolerance,
        "{what}: {value} is not {expected} ± {tolerance}"
    );
}

// Values of an independent implementation; 1.96 and 2.576 stand in every table of the normal law.
#[test]
fn normal_quantiles() {
    let known = [
        (1e-300, -37.0470962993612),
        (1e-20, -9.262340089798405),
        (1e-9, -5.997_807_015_007_687),
        (0.001, -3.090232306167813),
        (0.025, -1.959963984540054),
        (0.1, -1.2815515655446008),
        (0.6, 0.2533471031357998),
        (0.9, 1.2815515655446008),
        (0.975, 1.959963984540054),
        (0.995, 2.5758293035489),
        (0.9999, 3.719_016_485_455_708),
    ];
    for (p, z) in known {
        assert_close(normal_quantile(p) / z, 1.0, 1e-12, &format!("quantile of {p}"));
    }
    assert_eq!(normal_quantile(0.5), 0.0);
    assert_eq!(normal_quantile(0.0), f64::NEG_INFINITY);
    assert_eq!(normal_quantile(1.0), f64::INFINITY);
}

// R. G. Newcombe 1998, Two-sided confidence intervals for the single proportion, table I, method 3.
#[test]
fn wilson_intervals_as_published() {
    for (hits, n, low, high) in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (1, 29, 0.0061, 0.1718),
    ] {
        let interval = share_interval(hits, n, CONFIDENCE);
        assert_close(interval.low, low, 5e-5, "low");
        assert_close(interval.high, high, 5e-5, "high");
    }
}

// The same paper, method 5 (Clopper-Pearson), 0 of 20.
#[test]
fn exact_bound_without_a_hit() {
    assert_close(share_interval(0, 20, CONFIDENCE).high, 0.1684, 5e-5, "0 of 20");
    assert_close(exact_bound(10, CONFIDENCE), 0.308_497_107_818_760_8, 1e-15, "0 of 10");
    // A million trials without a hit: under 0.0004 %.
    assert_close(
        exact_bound(1_000_000, CONFIDENCE),
        3.688_872_650_206_489e-6,
        1e-18,
        "0 of a million",
    );
    assert_eq!(share_interval(0, 20, CONFIDENCE).low, 0.0);
}

#[test]
fn intervals_mirror() {
    for (hits, n) in [(0, 20), (1, 29), (15, 148), (500, 1000)] {
        let one = share_interval(hits, n, CONFIDENCE);
        let other = share_interval(n - hits, n, CONFIDENCE);
        assert_close(one.low, 1.0 - other.high, 1e-15, "low against high");
        assert_close(one.high, 1.0 - other.low, 1e-15, "high against low");
    }
}

#[test]
fn nothing_counted_says_nothing() {
    let interval = share_interval(0, 0, CONFIDENCE);
    assert_eq!((interval.low, interval.high), (0.0, 1.0));
    assert!(moments(&[]).is_none());
    assert!(moments(&[0, 0]).is_none());
    assert!(quantile(&[0, 0], 1, 2).is_none());
}

// 2 4 4 4 5 5 7 9 has the mean 5, and 32 as its sum of squares about it.
#[test]
fn moments_of_a_small_sample() {
    let counted = moments(&[0, 0, 1, 0, 3, 2, 0, 1, 0, 1]).unwrap();
    assert_eq!((counted.n, counted.mean), (8, 5.0));
    assert_close(counted.sd.unwrap(), (32.0_f64 / 7.0).sqrt(), 1e-15, "sd");
    assert_close(counted.se.unwrap(), (32.0_f64 / 7.0 / 8.0).sqrt(), 1e-15, "se");
}

#[test]
fn a_single_result_has_no_spread() {
    let counted = moments(&[0, 0, 0, 1]).unwrap();
    assert_eq!((counted.mean, counted.sd, counted.se), (3.0, None, None));
}

// One battle in 10^15 differs, far from zero: the plain form, mean square less squared mean, has
// no correct digit left there, and not even the sums would fit.
#[test]
fn no_cancellation() {
    let n: u64 = 1_000_000_000_000_000;
    let mut counts = vec![0; 70_002];
    counts[70_000] = n - 1;
    counts[70_001] = 1;
    let counted = moments(&counts).unwrap();
    assert_close(counted.sd.unwrap() / (1.0 / n as f64).sqrt(), 1.0, 1e-12, "sd");
    counts[70_000] = n;
    counts[70_001] = 0;
    assert_eq!(moments(&counts).unwrap().sd, Some(0.0));
}

#[test]
fn quantiles_are_results_that_happened() {
    let counts = [1, 0, 2, 1];
    assert_eq!(quantile(&counts, 1, 4), Some(0));
    assert_eq!(quantile(&counts, 1, 2), Some(2));
    assert_eq!(quantile(&counts, 3, 4), Some(2));
    assert_eq!(quantile(&counts, 1, 1), Some(3));
    assert_eq!(quantile(&[0, 0, 4], 0, 1), Some(2));
}

#[test]
fn sums_from_the_top() {
    assert_eq!(at_least(&[5, 3, 2]), [10, 5, 2]);
    assert_eq!(pooled(&[vec![1, 2], vec![], vec![1, 1, 1]]), [2, 3, 1]);
}
