//! What leaving the hex is worth on a turn (5.9): by a side's orders, or as best play finds.

use super::chain::{Blocks, Found, Seen, Worth, decision};
use super::line::Departing;
use super::space::Storm;
use super::turn::Turn;
use crate::engine::plan::Leave;

/// Ships that leave on a turn.
#[derive(Clone, Copy, Debug)]
pub enum Leaving {
    /// Before anybody fires, by the side's orders.
    Ordered(Departure),
    /// Instead of firing, as is best.
    Free(Freedom),
}

/// Where ships' departure leads from the state at hand.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// The state without them.
    found: Found,
    /// If their side must roll whether it may (25.1.3): the state in which it must stay, and the
    /// chance that it may leave.
    roll: Option<(Found, f64)>,
    /// What the objective gains if they leave, against their destruction.
    saved: f64,
}

impl Way {
    /// `None` if there are no such ships, or if they may not leave.
    fn of(seen: Seen, turn: &Turn, departing: Departing, blocks: &impl Blocks) -> Option<Way> {
        let (own, part) = (&seen.space.sides[turn.side], seen.parts[turn.side]);
        let departure = own.departure(part, turn.shooter, departing);
        if departure == 0 {
            return None;
        }
        let ships = match departing {
            Departing::All => own.ships(part, turn.shooter),
            Departing::Wounded | Departing::Unhurt => 1,
        };
        let (found, roll) = match own.storm(part) {
            _ if turn.may_leave >= 1.0 => (blocks.find(departure), None),
            Storm::Held => return None,
            Storm::Free => (blocks.find(departure), None),
            Storm::Unrolled => (
                blocks.find(departure + own.roll(Storm::Free)),
                Some((blocks.find(own.roll(Storm::Held)), turn.may_leave)),
            ),
        };
        Some(Way {
            found,
            roll,
            saved: f64::from(ships) * turn.saved,
        })
    }

    /// The value of leaving: `after` is the place of the value after it, in a round of that kind, and
    /// `held` that of the value of having to stay.
    fn value(&self, blocks: &impl Blocks, after: (usize, usize), held: (usize, usize)) -> f64 {
        let left = blocks.values(self.found, after.0)[after.1] + self.saved;
        match self.roll {
            None => left,
            Some((stay, chance)) => {
                let held = blocks.values(stay, held.0)[held.1];
                held + chance * (left - held)
            }
        }
    }
}

/// Ships that leave on their turn, before anybody of it fires, because their side's orders say so.
#[derive(Clone, Copy, Debug)]
pub struct Departure {
    way: Way,
    /// Ships that still fire afterwards.
    guns: usize,
    /// All leave, screened ones too.
    all: bool,
}

impl Departure {
    /// The departure that a turn brings in this round from the state at hand.
    pub fn of(seen: Seen, turn: &Turn, blocks: &impl Blocks) -> Option<Departure> {
        let kind = &seen.rounds.kinds[seen.kind];
        let orders_say_so = match turn.leave {
            Leave::Never | Leave::Freely | Leave::Carried => false,
            Leave::WithSide => kind.situation.leaving[turn.side],
            Leave::Wounded | Leave::Always => true,
        };
        if !orders_say_so || !seen.rounds.may_leave_in(kind.age) {
            return None;
        }
        let &[departing] = Departing::of(turn.leave) else {
            return None;
        };
        let way = Way::of(seen, turn, departing, blocks)?;
        let ships = seen.space.sides[turn.side].ships(seen.parts[turn.side], turn.shooter);
        let left = if departing == Departing::All { 0 } else { ships - 1 };
        Some(Departure {
            way,
            guns: usize::from(left.saturating_sub(kind.situation.back(turn.shooter))),
            all: departing == Departing::All,
        })
    }

    /// What the turn is worth at its start, when `guns` would fire.
    pub fn worth(&self, (kind, fewer): (usize, usize), place: usize, guns: usize, blocks: &impl Blocks) -> Worth {
        let after = if self.all { fewer } else { kind };
        // Held ships fire as if nobody had wished to leave; where none is in front, the turn is over.
        Worth {
            value: self.way.value(blocks, (after, place + self.guns), (kind, place + guns)),
            slope: 0.0,
        }
    }
}

/// A turn whose ships may leave one by one instead of firing.
#[derive(Clone, Copy, Debug)]
pub struct Freedom {
    unhurt: Option<Way>,
    wounded: Option<Way>,
    /// The wounded ship is screened, not in front.
    wounded_behind: bool,
    /// The side wants most of the objective, not least.
    greatest: bool,
}

impl Freedom {
    /// What a turn's ships may do in this round from the state at hand.
    pub fn of(seen: Seen, turn: &Turn, blocks: &impl Blocks) -> Option<Freedom> {
        let kind = &seen.rounds.kinds[seen.kind];
        if turn.leave != Leave::Freely || !seen.rounds.may_leave_in(kind.age) {
            return None;
        }
        let ships = seen.space.sides[turn.side].ships(seen.parts[turn.side], turn.shooter);
        let freedom = Freedom {
            unhurt: Way::of(seen, turn, Departing::Unhurt, blocks),
            wounded: Way::of(seen, turn, Departing::Wounded, blocks),
            wounded_behind: ships <= kind.situation.back(turn.shooter),
            greatest: turn.side == 0,
        };
        (freedom.unhurt.is_some() || freedom.wounded.is_some()).then_some(freedom)
    }

    /// The ships that the next of `acts` to act can be, the last `screened` of which are screened: an
    /// unhurt one, and the wounded one. The wounded ship of a group comes last, so that it may be the
    /// one to leave until all others have acted.
    fn ways(&self, (acts, screened): (usize, usize)) -> [Option<&Way>; 2] {
        let behind = acts <= screened;
        let left = if behind { acts } else { acts - screened };
        let wounded = self.wounded.as_ref().filter(|_| behind == self.wounded_behind);
        let unhurt = self.unhurt.as_ref().filter(|_| wounded.is_none() || left >= 2);
        [unhurt, wounded]
    }

    /// The value if the next ship leaves, an unhurt one or the wounded one, in a round of this kind,
    /// which is of the other kind afterwards.
    pub fn values(
        &self,
        (kind, after): (usize, usize),
        place: usize,
        (acts, screened): (usize, usize),
        blocks: &impl Blocks,
    ) -> [Option<f64>; 2] {
        let value = |way: &Way| way.value(blocks, (after, place + acts - 1), (kind, place + acts));
        self.ways((acts, screened)).map(|way| way.map(value))
    }

    /// What the next ship does: stay and be worth `stay`, or leave.
    pub fn act(
        &self,
        kinds: (usize, usize),
        place: usize,
        acts: (usize, usize),
        blocks: &impl Blocks,
        stay: Worth,
    ) -> (Worth, Option<u8>) {
        let [unhurt, wounded] = self.values(kinds, place, acts, blocks);
        let mut best = (stay, None);
        for (value, decision) in [(wounded, decision::LEAVE_WOUNDED), (unhurt, decision::LEAVE)] {
            let Some(value) = value else { continue };
            if if self.greatest {
                value > best.0.value
            } else {
                value < best.0.value
            } {
                best = (Worth { value, slope: 0.0 }, Some(decision));
            }
        }
        best
    }
}
