//! Battles between two players, drawn at random, small enough to be solved and in some doubt.

use crate::Contest;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Name, base initiative and most ships of each class.
const CLASSES: [(&str, u8, u8); 4] = [("INT", 2, 3), ("CRU", 1, 2), ("DRE", 0, 1), ("SBA", 4, 2)];

/// Chances of the attacker within which a battle is in doubt.
const IN_DOUBT: std::ops::RangeInclusive<f64> = 0.1..=0.9;

/// So many battles of a seed.
pub fn draw(seed: u64, battles: usize) -> Vec<Contest> {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut found = Vec::new();
    while found.len() < battles {
        let contest = Contest::new(&force(&mut dice), &force(&mut dice));
        if IN_DOUBT.contains(&contest.value(None)) {
            found.push(contest);
        }
    }
    found
}

fn force(dice: &mut Xoshiro256PlusPlus) -> String {
    let types = if dice.random_range(0..3) == 0 { 3 } else { 2 };
    let mut classes: Vec<usize> = (0..CLASSES.len()).collect();
    while classes.len() > types {
        classes.remove(dice.random_range(0..classes.len()));
    }
    let groups: Vec<String> = classes.into_iter().map(|class| group(CLASSES[class], dice)).collect();
    groups.join(" + ")
}

fn group((name, initiative, most): (&str, u8, u8), dice: &mut Xoshiro256PlusPlus) -> String {
    let mut pick = |of: &[&'static str]| of[dice.random_range(0..of.len())];
    let hull = pick(match name {
        "INT" => &["0", "0", "1"],
        "CRU" => &["1", "1", "2", "3"],
        _ => &["2", "2", "3", "4"],
    });
    let computer = pick(&["0", "1", "1", "2", "3"]);
    let shield = pick(&["0", "0", "0", "1", "2"]);
    let cannons = pick(&["1y", "1y", "2y", "1o", "1y 1o", "1r"]);
    let missiles = pick(&["", "", "", "", " m:2o", " m:2y"]);
    let (count, drive) = (dice.random_range(1..=most), dice.random_range(0..=2));
    let initiative = initiative + drive;
    format!("{count} {name}(i{initiative} h{hull} c{computer} s{shield} {cannons}{missiles})")
}
