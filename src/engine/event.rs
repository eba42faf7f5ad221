//! What happens in a battle that is told.

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
        /// Whether each of [`Plan::watches`] that is looked for now is there.
        watched: Vec<bool>,
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
        /// The hit took a ship over (19.2).
        captured: bool,
    },
    /// Ships are kept from leaving in this round, by Tractor Beams.
    Beamed {
        /// Their slot.
        slot: usize,
        /// How many.
        ships: u8,
    },
    /// A Space Amoeba's die picks the ship that it attacks.
    Pick {
        /// Slot of the Amoeba.
        shooter: usize,
        /// The die, 1 to 10.
        roll: u8,
        /// It is the cheapest ship, not the dearest.
        cheapest: bool,
    },
    /// A Space Amoeba attacks a ship, to swallow it whole.
    Swallow {
        /// Slot of the Amoeba.
        shooter: usize,
        /// Slot of the ship.
        target: usize,
        /// A roll of this or less hits; 1 to 10.
        need: u8,
        /// The die, 1 to 10.
        roll: u8,
        /// It hit.
        hit: bool,
        /// It attacks again.
        again: bool,
    },
    /// Ships leave the hex.
    Retreat {
        /// Slot they leave.
        slot: usize,
        /// How many.
        ships: u8,
    },
    /// Captured ships can be used from the next round on (19.3).
    Ready {
        /// The slot that they are in now.
        slot: usize,
        /// How many.
        ships: u8,
    },
    /// Carried ships are lost for want of room when the battle is over (15.2).
    Homeless {
        /// Row of [`Plan::units`].
        unit: usize,
        /// How many.
        ships: u8,
    },
    /// Ships launch a Missile each (24.4).
    Launch {
        /// Their slot.
        slot: usize,
        /// How many.
        ships: u8,
    },
    /// All Missiles of a side are jammed in this round (24.5).
    Jammed {
        /// Slot of the first that attacks.
        slot: usize,
        /// By so many of the watches that are looked at then.
        level: u8,
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
    /// Ships rolled for one that they destroyed (37.3.2).
    Experience {
        /// The slot that they fired from.
        slot: usize,
        /// A roll of this or less promotes them.
        need: u8,
        /// The die, 1 to 10.
        roll: u8,
        /// It was low enough.
        enough: bool,
    },
}

impl Event {
    /// The die that was thrown, if one was.
    #[must_use]
    pub fn roll(&self) -> Option<u8> {
        match *self {
            Event::Shot { roll, .. }
            | Event::LeaveRoll { roll, .. }
            | Event::Experience { roll, .. }
            | Event::Pick { roll, .. }
            | Event::Swallow { roll, .. } => Some(roll),
            Event::Round { .. }
            | Event::Beamed { .. }
            | Event::Retreat { .. }
            | Event::Ready { .. }
            | Event::Homeless { .. }
            | Event::Launch { .. }
            | Event::Jammed { .. } => None,
        }
    }
}
