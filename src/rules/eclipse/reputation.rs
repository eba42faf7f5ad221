//! Reputation tiles, drawn after all battles in a hex: the more was destroyed, the more are drawn;
//! the best is kept.

use std::collections::BTreeMap;

/// Most tiles that a player draws after the battles in a hex.
pub const MOST_TILES: u8 = 5;

/// Tiles that a party draws: one for taking part in a battle, unless all of its ships that were left
/// have retreated, and those for what it destroyed, but no more than [`MOST_TILES`].
#[must_use]
pub fn drawn(took_part: bool, all_retreated: bool, for_destroyed: u32) -> u8 {
    let tiles = for_destroyed + u32::from(took_part && !all_retreated);
    tiles.min(u32::from(MOST_TILES)) as u8
}

/// Tiles left in a bag, by value: entry 0 is value 1.
type Bag = Vec<u32>;

/// The chances of the best tile's value if parties draw one after the other, each keeping its best
/// and putting the others back; entry 0 of a party's is that of no tile. `draws` says how many tiles
/// each draws. From a bag that holds fewer, all are drawn.
#[must_use]
pub fn best_tiles(bag: &[u32], draws: &[u8]) -> Vec<Vec<f64>> {
    let mut bags: BTreeMap<Bag, f64> = BTreeMap::from([(bag.to_vec(), 1.0)]);
    let mut best = Vec::new();
    for &draws in draws {
        let mut chances = vec![0.0; bag.len() + 1];
        let mut after: BTreeMap<Bag, f64> = BTreeMap::new();
        for (bag, p) in bags {
            for (value, q) in best_of(&bag, draws).into_iter().enumerate().filter(|(_, q)| *q > 0.0) {
                chances[value] += p * q;
                let mut bag = bag.clone();
                if value > 0 {
                    bag[value - 1] -= 1;
                }
                *after.entry(bag).or_default() += p * q;
            }
        }
        bags = after;
        best.push(chances);
    }
    best
}

/// The chances of the best value among so many tiles of a bag: the best is at most `v` if all drawn
/// are, which happens in C(tiles up to v, drawn) of C(all tiles, drawn) ways.
fn best_of(bag: &[u32], draws: u8) -> Vec<f64> {
    let all: u32 = bag.iter().sum();
    let draws = u32::from(draws).min(all);
    let mut chances = vec![0.0; bag.len() + 1];
    if draws == 0 {
        chances[0] = 1.0;
        return chances;
    }
    let (mut up_to, mut below) = (0, 0.0);
    for (at, tiles) in bag.iter().enumerate() {
        up_to += tiles;
        let factor = |k: u32| f64::from(up_to.saturating_sub(k)) / f64::from(all - k);
        let at_most: f64 = (0..draws).map(factor).product();
        chances[at + 1] = at_most - below;
        below = at_most;
    }
    chances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_drawn() {
        assert_eq!(drawn(true, false, 0), 1);
        assert_eq!(drawn(true, true, 2), 2);
        assert_eq!(drawn(true, false, 9), 5);
        assert_eq!(drawn(false, false, 0), 0);
    }

    #[test]
    fn the_best_of_two_tiles() {
        // Tiles 1, 1, 2: of the three pairs, two hold the 2.
        let best = best_tiles(&[2, 1], &[2]);
        assert!((best[0][2] - 2.0 / 3.0).abs() < 1e-12 && (best[0][1] - 1.0 / 3.0).abs() < 1e-12);
        // The first keeps the 2 in two cases of three; then 1, 1 are left for the second, who draws
        // one: the 2 in the remaining case with 1/2: 1/6.
        let best = best_tiles(&[2, 1], &[2, 1]);
        assert!((best[1][2] - 1.0 / 6.0).abs() < 1e-12 && (best[1][1] - 5.0 / 6.0).abs() < 1e-12);
        assert_eq!(best_tiles(&[2, 1], &[0])[0], [1.0, 0.0, 0.0]);
    }
}
