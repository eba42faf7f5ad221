//! One battle of a seed, told shot by shot: the very battle that a run counts.

use super::plan::Plan;
use super::tally::Outcome;
use crate::spec::Side;

/// Something that happened in a traced battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A round starts.
    Round {
        /// 1 for the first.
        number: u16,
        /// `(ships in front, ships screened, damage on the wounded one)`, one a slot.
        slots: Vec<(u8, u8, u8)>,
        /// Who has the fleet size bonus (5.1.3).
        bonus: [bool; 2],
    },
    /// A ship fires.
    Shot {
        /// Slot of the shooter.
        shooter: usize,
        /// Slot of the target.
        target: usize,
        /// A roll of this or less hits; 0 to 10.
        need: u8,
        /// The die, 1 to 10.
        roll: u8,
        /// It hit.
        hit: bool,
        /// Damage on the target's wounded ship after the shot.
        damage: u8,
        /// The hit destroyed a ship.
        destroyed: bool,
    },
    /// Ships leave the hex.
    Retreat {
        /// Slot they leave.
        slot: usize,
        /// How many.
        ships: u8,
    },
    /// The side rolled whether its ships may leave (25.1.3).
    LeaveRoll {
        /// Who rolled.
        side: Side,
        /// The die, 1 to 10.
        roll: u8,
        /// Its ships may leave.
        free: bool,
    },
}

/// A battle told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Which battle of the seed, from 0.
    pub battle: u64,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// How it ended.
    pub outcome: Outcome,
    /// Rounds fought.
    pub rounds: u16,
    /// Ships left in the hex, one a row of [`Plan::units`]; escorted ships are already taken off if
    /// their escort is gone.
    pub survived: Vec<u8>,
    /// Ships that left the hex alive, one a row of [`Plan::units`].
    pub retreated: Vec<u8>,
}

/// Which of a seed's first battles to tell, judged by the attacker's CP swing
/// (CP the enemy lost minus CP lost).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// The middle one.
    Median,
    /// The attacker's best.
    Best,
    /// The attacker's worst.
    Worst,
}

/// Tells battle number `battle` (from 0) of the seed.
#[must_use]
pub fn tell(plan: &Plan, seed: u64, battle: u64) -> Told {
    let _ = (plan, seed, battle);
    todo!()
}

/// Number of the picked battle among the first `among` battles of the seed.
#[must_use]
pub fn pick(plan: &Plan, seed: u64, among: u64, which: Pick) -> u64 {
    let _ = (plan, seed, among, which);
    todo!()
}
