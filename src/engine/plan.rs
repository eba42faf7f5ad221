//! A battle lowered to flat tables: what the resolver reads, made once, never changed.

pub use super::bars::Bar;
pub use super::beam::{Beams, Grip};
use super::capture::{Captured, Captures};
pub use super::launch::{Flight, Missiles};
pub use super::orders::{BestPlay, Leaving, Orders, ScreenEntry};
use super::promote::Promotion;
pub use super::when::{Moment, Watch, When};
use crate::spec::Side;
use std::ops::Range;

/// A battle that has not ended by itself after this many rounds is stopped as a stalemate.
pub const ROUND_CAP: u16 = 1000;

/// One side's combat-capable ships of one kind in one condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Whose ships.
    pub side: Side,
    /// Row of [`Plan::units`] they are counted in.
    pub unit: usize,
    /// Ships at the start of the battle.
    pub start: u8,
    /// Most ships that it can come to hold: those of the start, or all that may be split off to it.
    pub capacity: u8,
    /// Hits that destroy one ship; fewer than the Hull Size for ships split off wounded.
    pub hull: u8,
    /// Weight of one ship in the strength that the retreat policy compares.
    pub strength: u32,
    /// Its ships may be screened (5.7).
    pub may_screen: bool,
    /// It can only leave, and stay when the battle is over, with room for it on others' ships (15.2).
    pub carried: bool,
    /// So many carried ships have room on one of its ships.
    pub berths: u8,
}

/// One row of the results: ships that are reported together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitRow {
    /// Whose ships.
    pub side: Side,
    /// Ships brought into the hex, 0 to 99.
    pub fielded: u8,
    /// Price of one ship in CP.
    pub cost: u32,
    /// They are lost when the side has no combat-capable ship left in the hex (5.4).
    pub escorted: bool,
    /// They are lost if there is no room for them on their side's ships (15.2): when the battle is over, or,
    /// if they take no part in it, at once.
    pub carried: bool,
    /// They left before the battle (16.1.2).
    pub slipped: bool,
    /// Slots whose ships are counted here; none for ships that take no part in the fight: escorted
    /// ones, and those removed before it (8.3).
    pub slots: Vec<usize>,
    /// Ships of the enemy that the side took, none of which it brought (19.3).
    pub captured: Option<Captured>,
}

impl UnitRow {
    /// Most ships that it can count.
    #[must_use]
    pub fn most(&self) -> u8 {
        self.captured.map_or(self.fielded, |captured| captured.most)
    }

    /// The row of one slot's ships, all of which are brought into the fight.
    #[must_use]
    pub fn of_slot(side: Side, fielded: u8, cost: u32, slot: usize) -> UnitRow {
        UnitRow {
            side,
            fielded,
            cost,
            escorted: false,
            carried: false,
            slipped: false,
            slots: vec![slot],
            captured: None,
        }
    }

    /// Its ships are lost before the first shot (8.3, 25.1.2).
    #[must_use]
    pub fn is_removed(&self) -> bool {
        self.slots.is_empty() && !self.escorted && !self.carried && !self.slipped
    }
}

/// One entry of an aim list: the shooter takes the first whose condition holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
    /// Slot fired at.
    pub target: usize,
    /// Only if its wounded ship has at least this much damage; 0: always.
    pub min_damage: u8,
    /// A roll of this or less hits (0 never, 10 always): without and with the fleet size bonus.
    pub need: [u8; 2],
    /// Number of the [`Bar`] behind which the target stands, if it does.
    pub bar: Option<usize>,
    /// A hit takes the ship over instead of damaging it (19.2).
    pub boards: bool,
}

/// Ships among which a random shot may pick by an aim, given the ships in front of its slot and the
/// damage on the wounded one: all of them, or under a condition the wounded one alone.
#[inline(always)]
#[must_use]
pub fn ships_by_aim(min_damage: u8, front: u8, hurt: u8) -> u8 {
    if min_damage > 0 {
        u8::from(front > 0 && hurt >= min_damage)
    } else {
        front
    }
}

/// How a slot's ships leave the hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// They never do.
    Never,
    /// All of them, on their turn, in a round in which their side's [`Leaving`] condition holds.
    WithSide,
    /// The wounded one alone, as soon as it may.
    Wounded,
    /// All of them, as soon as they may.
    Always,
    /// Those for which there is room on ships of their side that leave; until then they stay, and hold
    /// their fire (15.2.5).
    Carried,
    /// Each ship as best play finds; only the exact solver takes such decisions, and the lanes stay.
    Freely,
}

/// What part of a slot's ships a turn is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// All of them.
    All,
    /// The first of two turns in a round: ships whose first aim that holds has no chance to hit wait for
    /// the second, and so do those that are to leave.
    Early,
    /// The second: those that did not fire in the first. Ships destroyed in between are taken for such as
    /// had not fired, since the enemy may pick them (5.6).
    Late,
}

/// One turn to fire: every ship of a slot with all of its shots, one shot after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The slot that fires.
    pub shooter: usize,
    /// Shots of each of its ships.
    pub attacks: u8,
    /// What part of them it is for.
    pub share: Share,
    /// In which rounds.
    pub when: When,
    /// Damage of a hit, to one ship.
    pub damage: u8,
    /// Whom it fires at.
    pub aims: Vec<Aim>,
    /// Every shot at a random ship among those that the aims allow, all equally likely, instead of
    /// the first aim that holds.
    pub random: bool,
    /// With `random`: while the first so many aims allow any ship, only those count.
    pub preferred: usize,
    /// How its ships leave instead of firing, from the second round on (5.9).
    pub leave: Leave,
    /// For each aim the number of its type of ship, if a hit is followed by one more shot at the same type;
    /// empty if not.
    pub salvo: Vec<u8>,
    /// It swallows ships as a Space Amoeba does: a die picks the first or the last aim that holds, a hit
    /// destroys the ship whatever its hull, and two below what was needed it attacks again.
    pub swallows: bool,
    /// What it has to do with Missiles (24.4).
    pub flight: Flight,
    /// What becomes of its ships that destroy others, right after the turn (37.3.4).
    pub promotion: Option<Promotion>,
}

/// What a battle may need besides shots; what it doesn't need costs nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// A side may screen ships.
    pub screening: bool,
    /// Ships may leave the hex.
    pub retreat: bool,
    /// Not every turn is simply one shot of each ship of a slot.
    pub turns: bool,
    /// Ships are carried by others.
    pub carried: bool,
    /// Hits are followed by second shots.
    pub salvo: bool,
    /// Ships are swallowed.
    pub swallows: bool,
    /// Ships are kept from leaving.
    pub beams: bool,
    /// Missiles are launched.
    pub missiles: bool,
    /// Groups may be promoted.
    pub promotions: bool,
    /// Ships may change sides (19.0).
    pub captures: bool,
}

/// How and when a battle is stopped that has not ended by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// After this many rounds.
    pub round: u16,
    /// Being stopped is a stalemate, and not an early look that the reader asked for.
    pub stalemate: bool,
}

impl Stop {
    /// A stalemate after [`ROUND_CAP`] rounds.
    pub const CAP: Stop = Stop {
        round: ROUND_CAP,
        stalemate: true,
    };
}

/// A whole battle as tables. Made by a game's lowering, read by the resolvers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// All slots, the attacker's first, and at last those for Missiles in flight.
    pub slots: Vec<Slot>,
    /// Rows of the results, the attacker's first.
    pub units: Vec<UnitRow>,
    /// Turns to fire, in order: class, tactics, defender first, owner's order (5.2).
    pub steps: Vec<Step>,
    /// The attacker's and the defender's orders.
    pub orders: [Orders; 2],
    /// A roll above this keeps a side's ships in the hex, once a battle (ion storm, 25.1.3);
    /// 10 if nothing does.
    pub may_leave: u8,
    /// When the battle is stopped.
    pub stop: Stop,
    /// What the resolver must do besides shots.
    pub features: Features,
    /// The attacker's and the defender's slots for ships.
    pub slots_of: [Range<usize>; 2],
    /// Sides whose carried ships need no room to stay in the hex: they are based there (15.2.6).
    pub home: [bool; 2],
    /// Ships that are looked for in every round, by number: those that scan, and those that jam.
    pub watches: Vec<Watch>,
    /// What keeps ships from being fired at, by number.
    pub bars: Vec<Bar>,
    /// The attacker's and the defender's Tractor Beams.
    pub beams: [Beams; 2],
    /// What is to be known of Missiles, if there are any.
    pub missiles: Missiles,
    /// Ships that change sides.
    pub captures: Captures,
}

impl Plan {
    /// How a slot's ships leave.
    #[must_use]
    pub fn leave(&self, slot: usize) -> Leave {
        let mut steps = self.steps.iter().filter(|step| step.shooter == slot);
        let leave = steps.find_map(|step| (step.leave != Leave::Never).then_some(step.leave));
        leave.unwrap_or(Leave::Never)
    }

    /// The slot is for ships that were promoted.
    #[must_use]
    pub fn is_promoted(&self, slot: usize) -> bool {
        let raised = |step: &Step| step.promotion.as_ref().is_some_and(|promotion| promotion.to == slot);
        self.steps.iter().any(raised)
    }

    /// A side's slots whose ships are carried by others.
    pub fn carried(&self, side: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        self.slots_of[side].clone().filter(|&slot| self.slots[slot].carried)
    }

    /// A side's slots whose ships carry others.
    pub fn carriers(&self, side: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        self.slots_of[side].clone().filter(|&slot| self.slots[slot].berths > 0)
    }

    /// A side leaves a decision to best play: the plan can be solved, but not be simulated.
    #[must_use]
    pub fn needs_best_play(&self) -> bool {
        self.orders.iter().any(|orders| orders.best.any())
    }

    /// The plan with sides at home, with ships to look for, and with bars for its aims.
    #[must_use]
    pub fn with(self, home: [bool; 2], watches: Vec<Watch>, bars: Vec<Bar>) -> Plan {
        Plan {
            home,
            watches,
            bars,
            ..self
        }
    }

    /// It needs any of the rules that most battles do without: the resolver is compiled once with them and
    /// once without, so that those battles don't pay for them.
    #[must_use]
    pub fn is_special(&self) -> bool {
        let Features {
            screening: _,
            retreat: _,
            turns,
            carried,
            salvo,
            swallows,
            beams,
            missiles,
            promotions,
            captures,
        } = self.features;
        turns
            || captures
            || carried
            || salvo
            || swallows
            || beams
            || missiles
            || promotions
            || !self.watches.is_empty()
            || !self.bars.is_empty()
    }

    /// Puts the tables together. If nobody can hurt anybody and nobody leaves, the battle is stopped
    /// as a stalemate after its first round.
    #[must_use]
    pub fn new(
        slots: Vec<Slot>,
        units: Vec<UnitRow>,
        steps: Vec<Step>,
        orders: [Orders; 2],
        may_leave: u8,
        stop: Stop,
    ) -> Plan {
        let attackers = slots.iter().take_while(|slot| slot.side == Side::Attacker).count();
        debug_assert!(slots[attackers..].iter().all(|slot| slot.side == Side::Defender));
        let features = Features {
            screening: orders.iter().any(|orders| !orders.screen.is_empty()),
            retreat: steps.iter().any(|step| step.leave != Leave::Never),
            turns: steps.iter().any(|step| {
                step.attacks > 1
                    || step.share != Share::All
                    || step.when != When::ALWAYS
                    || step.leave == Leave::Carried
            }),
            carried: slots.iter().any(|slot| slot.carried) || units.iter().any(|unit| unit.carried),
            salvo: steps.iter().any(|step| !step.salvo.is_empty()),
            swallows: steps.iter().any(|step| step.swallows),
            beams: false,
            missiles: false,
            promotions: steps.iter().any(|step| step.promotion.is_some()),
            captures: false,
        };
        let hurts = steps
            .iter()
            .flat_map(|step| &step.aims)
            .any(|aim| aim.need.iter().any(|&need| need > 0));
        let stop = if hurts || features.retreat {
            stop
        } else {
            Stop {
                round: 1,
                stalemate: true,
            }
        };
        let slots_of = [0..attackers, attackers..slots.len()];
        Plan {
            slots,
            units,
            steps,
            orders,
            may_leave,
            stop,
            features,
            slots_of,
            home: [false; 2],
            watches: Vec::new(),
            bars: Vec::new(),
            beams: Default::default(),
            missiles: Missiles::default(),
            captures: Captures::default(),
        }
    }
}
