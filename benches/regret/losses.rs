//! What a policy loses against best play, and sums over many battles.

use crate::contest::{Contest, share};
use broadside::rules::space_empires::Target;
use broadside::spec::Side;

/// Every built-in policy, the default first.
pub const POLICIES: [Target; 6] = [
    Target::Value,
    Target::Weakest,
    Target::Strongest,
    Target::Easiest,
    Target::Costliest,
    Target::Random,
];

/// What one side of one battle loses by following each of [`POLICIES`] in place of playing its best,
/// in win points.
pub struct Losses {
    /// The battle's place in its set.
    pub contest: usize,
    /// The side that follows the policy.
    pub side: Side,
    /// Against an opponent who plays the best response.
    pub against_best: [f64; POLICIES.len()],
    /// Against an opponent who follows the default.
    pub against_default: [f64; POLICIES.len()],
}

impl Losses {
    /// Both sides' losses in a battle whose value under best play is known.
    pub fn of(contest: &Contest, number: usize, minimax: f64) -> [Losses; 2] {
        Side::BOTH.map(|side| {
            let order = |own, enemy| {
                if side == Side::Attacker {
                    [own, enemy]
                } else {
                    [enemy, own]
                }
            };
            let points = |own, enemy| 100.0 * share(side, contest.win_chance(order(own, enemy)));
            let best = 100.0 * share(side, minimax);
            let default = &POLICIES[0];
            let response = points(&Target::Optimal, default);
            Losses {
                contest: number,
                side,
                against_best: POLICIES
                    .each_ref()
                    .map(|target| best - points(target, &Target::Optimal)),
                against_default: POLICIES.each_ref().map(|target| response - points(target, default)),
            }
        })
    }
}

/// Losses of one policy over many sides of battles.
pub struct Summary {
    /// Arithmetic mean.
    pub mean: f64,
    /// Half of the sides lose no more.
    pub median: f64,
    /// Nine of ten sides lose no more.
    pub most_of_ten: f64,
    /// The largest loss.
    pub worst: f64,
    /// Its place in the list.
    pub worst_at: usize,
}

impl Summary {
    /// Sums up a list that is not empty.
    pub fn of(losses: &[f64]) -> Summary {
        let mut sorted: Vec<usize> = (0..losses.len()).collect();
        sorted.sort_by(|&a, &b| losses[a].total_cmp(&losses[b]));
        // Nearest rank.
        let rank = |percent: usize| losses[sorted[(percent * losses.len()).div_ceil(100) - 1]];
        let worst_at = sorted[losses.len() - 1];
        Summary {
            mean: losses.iter().sum::<f64>() / losses.len() as f64,
            median: rank(50),
            most_of_ten: rank(90),
            worst: losses[worst_at],
            worst_at,
        }
    }
}
