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
