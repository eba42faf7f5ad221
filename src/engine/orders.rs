//! A side's standing orders: whom to screen, when to leave, and what is left to best play.

/// An entry of a screening list (5.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenEntry {
    /// As many of the slot's unhurt ships as allowed, the wounded one last.
    Ships(usize),
    /// The slot's wounded ship, if it has exactly this damage, is split off and screened.
    Wounded {
        /// The slot that may have a wounded ship.
        slot: usize,
        /// Damage it must have.
        damage: u8,
        /// The slot that it goes to.
        to: usize,
    },
    /// All of the slot's ships, whatever number is allowed, if any is (19.3).
    Beside(usize),
}

/// When a side leaves, looked at when a round starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// Never.
    Never,
    /// From this round on.
    FromRound(u16),
    /// While the enemy has at least `milli`/1000 combat-capable ships to one of ours.
    Outnumbered {
        /// Thousandths.
        milli: u32,
    },
    /// While the own strength is below `milli`/1000 of the enemy's.
    StrengthBelow {
        /// Thousandths.
        milli: u32,
    },
}

/// One side's standing orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orders {
    /// Whom to screen, in order; empty: nobody.
    pub screen: Vec<ScreenEntry>,
    /// Screen only as many as leave the fleet size bonus untouched, if it can be had.
    pub keep_bonus: bool,
    /// When to leave.
    pub leaving: Leaving,
    /// What is left to best play instead.
    pub best: BestPlay,
}

/// Decisions of a side that are left to best play. Only the exact solver takes them; the lanes follow
/// the aim lists, screen nobody and stay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BestPlay {
    /// Every shot's target.
    pub target: bool,
    /// Whom to screen in each round (5.7).
    pub screen: bool,
    /// Whether each ship fires or leaves (5.9): steps say [`Leave::Freely`].
    pub retreat: bool,
}

impl BestPlay {
    /// Something is left to best play.
    #[must_use]
    pub fn any(self) -> bool {
        self.target || self.screen || self.retreat
    }
}
