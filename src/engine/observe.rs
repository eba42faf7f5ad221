//! What a watcher of the lanes gets to see. The resolver is compiled once with [`Unwatched`], for
//! which every call vanishes, and once for each watcher.

use super::lanes::State;
use super::row::Row;
use super::tally::Outcome;

/// One shot in all lanes that shoot.
pub struct Shot<'a> {
    /// Step of the plan.
    pub step: usize,
    /// Lanes that shoot.
    pub shooting: &'a Row,
    /// Slot that each lane shoots at.
    pub targets: &'a Row,
    /// The dice, and lanes in which the threshold was met exactly and settled by a second draw.
    pub dice: &'a Row,
    /// Lanes that tied with their threshold.
    pub ties: &'a Row,
    /// Lanes that hit.
    pub hits: &'a Row,
}

/// One attack of Space Amoebae in all lanes that attack.
pub struct Bite<'a> {
    /// Step of the plan.
    pub step: usize,
    /// Lanes that attack.
    pub attacking: &'a Row,
    /// Slot that each lane attacks.
    pub targets: &'a Row,
    /// The dice that pick it, lanes whose byte tied, and lanes that picked the cheapest ship.
    pub pick: (&'a Row, &'a Row, &'a Row),
    /// The dice of the attack.
    pub dice: &'a Row,
    /// Lanes that tied with their threshold, and lanes that hit.
    pub ties: (&'a Row, &'a Row),
    /// Lanes that rolled low enough to attack again, and the threshold for that.
    pub again: (&'a Row, &'a Row),
}

/// Watches battles as the lanes fight them.
pub trait Observer {
    /// False only for [`Unwatched`].
    const ACTIVE: bool = true;

    /// A round starts: screening and fleet size bonus are settled.
    fn round(&mut self, state: &State) {
        let _ = state;
    }

    /// After a shot's damage is done.
    fn shot(&mut self, state: &State, shot: &Shot) {
        let _ = (state, shot);
    }

    /// After a Space Amoeba's attack.
    fn bite(&mut self, state: &State, bite: &Bite) {
        let _ = (state, bite);
    }

    /// Ships of `slot` leave the hex; `ships` says how many in each lane.
    fn retreat(&mut self, slot: usize, ships: &Row) {
        let _ = (slot, ships);
    }

    /// Captured ships of `slot` can be used from the next round on; `ships` says how many in each lane.
    fn ready(&mut self, slot: usize, ships: &Row) {
        let _ = (slot, ships);
    }

    /// A side rolls whether it may leave, in the lanes of `rolling`.
    fn leave_roll(&mut self, side: usize, rolling: &Row, dice: &Row, free: &Row) {
        let _ = (side, rolling, dice, free);
    }

    /// Ships of `slot` launch Missiles (24.4); `ships` says how many in each lane.
    fn launch(&mut self, slot: usize, ships: &Row) {
        let _ = (slot, ships);
    }

    /// The first Missile of a side, of those in `slot`, is about to attack; `level` says by how many of the
    /// watches of that moment they are jammed in each lane (24.5).
    fn jam(&mut self, slot: usize, level: &Row) {
        let _ = (slot, level);
    }

    /// A slot's ships roll for a ship that they destroyed, needing `need` or less, in the lanes of `rolling`.
    fn experience_roll(&mut self, slot: usize, need: u8, rolling: &Row, dice: &Row, enough: &Row) {
        let _ = (slot, need, rolling, dice, enough);
    }

    /// A lane's battle has ended and is about to be counted (or, beyond its quota, ignored).
    fn end(&mut self, state: &State, lane: usize, outcome: Outcome) {
        let _ = (state, lane, outcome);
    }
}

/// Nobody watches.
pub struct Unwatched;

impl Observer for Unwatched {
    const ACTIVE: bool = false;
}
