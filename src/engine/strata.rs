//! Sharing battles out: a result over several plans is a stratified sample, in which every plan has its
//! share of the battles for certain, so that chance adds nothing by the choice of the plan.

/// Battles that every stratum has at least: the spread of its results is known from two on.
pub const LEAST_BATTLES: u64 = 2;

/// Shares `battles` out by weight: to each its part rounded down, then one more to those that lost most by
/// that, the first of equals (the method of the largest remainder); none gets fewer than
/// [`LEAST_BATTLES`], which the largest give. `None` if there are too few battles for that. The weights
/// add up to 1.
#[must_use]
pub fn shares(weights: &[f64], battles: u64) -> Option<Vec<u64>> {
    if battles < LEAST_BATTLES * weights.len() as u64 {
        return None;
    }
    let exact = |weight: f64| weight * battles as f64;
    let mut shares: Vec<u64> = weights.iter().map(|&weight| exact(weight) as u64).collect();
    let mut order: Vec<usize> = (0..weights.len()).collect();
    let lost = |stratum: usize| exact(weights[stratum]).fract();
    order.sort_by(|&a, &b| lost(b).total_cmp(&lost(a)).then(a.cmp(&b)));
    // Rounding of the weights may leave one more or less than there are strata to give it to.
    for &stratum in order.iter().cycle() {
        match shares.iter().sum::<u64>().cmp(&battles) {
            std::cmp::Ordering::Less => shares[stratum] += 1,
            std::cmp::Ordering::Equal => break,
            std::cmp::Ordering::Greater => take_one(&mut shares),
        }
    }
    while let Some(small) = shares.iter().position(|&share| share < LEAST_BATTLES) {
        shares[small] += 1;
        take_one(&mut shares);
    }
    Some(shares)
}

/// Takes a battle from the largest share.
fn take_one(shares: &mut [u64]) {
    if let Some(largest) = shares.iter_mut().max() {
        *largest -= 1;
    }
}

/// The seed of a stratum's battles: streams of their own, so that what chance does to one says nothing of
/// the others. The first has the run's seed itself.
///
/// The constants are those of SplitMix64 (G. L. Steele, D. Lea, C. H. Flood 2014, *Fast splittable
/// pseudorandom number generators*), whose outputs for different numbers differ.
#[must_use]
pub fn seed_of(seed: u64, stratum: usize) -> u64 {
    if stratum == 0 {
        return seed;
    }
    let mut z = seed.wrapping_add((stratum as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_the_weights_in_whole_battles() {
        assert_eq!(shares(&[0.5, 0.5], 10), Some(vec![5, 5]));
        // 3.33 battles each: the first of equals has the one that is left.
        assert_eq!(shares(&[1.0 / 3.0; 3], 10), Some(vec![4, 3, 3]));
        assert_eq!(shares(&[0.6, 0.3, 0.1], 7), Some(vec![3, 2, 2]));
        assert_eq!(shares(&[0.999_999, 0.000_001], 100), Some(vec![98, 2]));
        assert_eq!(shares(&[0.5, 0.5], 3), None);
        assert_eq!(shares(&[1.0], 1_000_000_000_000), Some(vec![1_000_000_000_000]));
    }

    #[test]
    fn seeds_of_strata_differ() {
        let mut seeds: Vec<u64> = (0..1000).map(|stratum| seed_of(7, stratum)).collect();
        assert_eq!(seeds[0], 7);
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 1000);
    }
}
