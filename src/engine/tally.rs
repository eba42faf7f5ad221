//! Counts of what happened, all integers, so that they add up to the same sum in any order.

use super::plan::Plan;

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Only the attacker has combat-capable ships left in the hex.
    Attacker,
    /// Only the defender has combat-capable ships left in the hex.
    Defender,
    /// Everything else: both gone, a stalemate, or stopped while both still fight.
    Neither,
}

impl Outcome {
    /// All three, in the order of every array indexed by outcome.
    pub const ALL: [Outcome; 3] = [Outcome::Attacker, Outcome::Defender, Outcome::Neither];

    /// Position in arrays indexed by outcome.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// Everything counted over a number of battles. Arrays of three are indexed by [`Outcome`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Battles by outcome; their sum is the number of battles.
    pub outcomes: [u64; 3],
    /// Battles that the round limit ended although both sides could still fight. With
    /// [`Plan::stop_is_stalemate`] they are stalemates, otherwise the reader asked for an early stop.
    pub stopped: u64,
    /// `rounds[outcome][r]`: battles that lasted `r` rounds (as long as needed, index 0 unused).
    pub rounds: [Vec<u64>; 3],
    /// One a row of [`Plan::units`].
    pub units: Vec<UnitTally>,
    /// The attacker's and the defender's totals.
    pub sides: [SideTally; 2],
    /// Battles in which the attacker lost fewer CP than the defender, as many, or more.
    pub ahead: [u64; 3],
}

/// Counts of one unit row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitTally {
    /// `survivors[outcome][k]`: battles that left `k` of them in the hex.
    pub survivors: [Vec<u64>; 3],
    /// `retreated[outcome]`: ships that left the hex alive, summed over battles.
    pub retreated: [u64; 3],
}

/// Counts of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideTally {
    /// `left[outcome][k]`: battles that left `k` combat-capable ships in the hex.
    pub left: [Vec<u64>; 3],
    /// `loss[outcome][cp]`: battles in which the side lost ships worth `cp` CP.
    pub loss: [Vec<u64>; 3],
}

impl Tally {
    /// An empty tally with room for every result of the plan.
    #[must_use]
    pub fn new(plan: &Plan) -> Tally {
        let _ = plan;
        todo!()
    }

    /// Number of battles counted.
    #[must_use]
    pub fn battles(&self) -> u64 {
        self.outcomes.iter().sum()
    }

    /// Adds another tally of the same plan.
    pub fn merge(&mut self, other: &Tally) {
        let _ = other;
        todo!()
    }
}
