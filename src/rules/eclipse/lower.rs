//! The lowering: two parties of a hex become the tables of a battle of volleys.

use super::catalog::Effect;
use super::hex::{Group, Hex, Party, Retreat};
use crate::engine::plan::{ROUND_CAP, Stop, UnitRow};
use crate::engine::volley::{Assignment, Dice as PlanDice, Die, Equals as PlanEquals, Orders, Plan, Slot, Stalemate};
use crate::spec::Side;
use crate::spec::eclipse::{Colour, Dice, Equals, Target};

/// What distortion shields take off the rolls of missiles.
const DISTORTION: u8 = 2;

/// Lowers the battle of two parties. Rows of [`Plan::units`] follow the groups: the attacker's in
/// order, then the defender's. With `after_round`, the battle is stopped after that round and the
/// state then is reported.
#[must_use]
pub fn lower(hex: &Hex, [attacker, defender]: [usize; 2], after_round: Option<u16>) -> Plan {
    let parties = [&hex.parties[attacker], &hex.parties[defender]];
    let mut slots = Vec::new();
    let mut units = Vec::new();
    for side in Side::BOTH {
        let party = parties[side.index()];
        for (at, group) in party.groups.iter().enumerate() {
            units.push(UnitRow::of_slot(side, group.count, group.cost, slots.len()));
            slots.push(slot(side, party, at, group, units.len() - 1));
        }
    }
    // Who has somewhere to retreat to does so when nobody is left with a cannon.
    let stalemate = match parties[0].policy.retreat {
        Retreat::Never => Stalemate::Destroyed,
        Retreat::AfterRound(_) | Retreat::Groups(_) => Stalemate::Retreats,
    };
    let stop = match after_round {
        Some(round) => Stop {
            round: round.clamp(1, ROUND_CAP),
            stalemate: false,
        },
        None => Stop::CAP,
    };
    Plan::new(slots, units, parties.map(orders), stalemate, stop)
}

fn slot(side: Side, party: &Party, at: usize, group: &Group, unit: usize) -> Slot {
    let ship = &group.ship;
    let leave_from = match &party.policy.retreat {
        _ if !group.moves => None,
        Retreat::Never => None,
        Retreat::AfterRound(round) => Some(round.saturating_add(1)),
        Retreat::Groups(leaving) => leaving.contains(&at).then_some(1),
    };
    Slot {
        hull: ship.hull,
        initiative: i16::from(ship.initiative),
        computer: ship.computer,
        shield: ship.shield,
        missile_shield: ship.shield + if ship.distortion { DISTORTION } else { 0 },
        cannons: dice(ship.cannons, ship.splitter),
        // Damage of missiles is never split.
        missiles: dice(ship.missiles, false),
        repair: ship.repair,
        size: group.size,
        leave_from,
        ..Slot::new(side, unit, group.count)
    }
}

fn dice(dice: Dice, splitter: bool) -> Vec<PlanDice> {
    let present = Colour::ALL.into_iter().filter(|&colour| dice.of(colour) > 0);
    let die = |colour: Colour| match (colour, colour.damage()) {
        (_, None) => Die::Rift,
        (Colour::Red, Some(damage)) if splitter => Die::Split(damage),
        (_, Some(damage)) => Die::Whole(damage),
    };
    present
        .map(|colour| PlanDice {
            die: die(colour),
            count: dice.of(colour),
        })
        .collect()
}

fn orders(party: &Party) -> Orders {
    let equals = match party.policy.equals {
        Equals::Focus => PlanEquals::Focus,
        Equals::Spread => PlanEquals::Spread,
    };
    Orders {
        assignment: match party.policy.target {
            Target::Threat => Assignment::Threat,
            Target::Largest => Assignment::Largest,
            Target::Smallest => Assignment::Smallest,
            Target::Npc => Assignment::NonPlayer(equals),
            Target::Optimal => Assignment::Optimal,
        },
        point_defence: party.has(Effect::PointDefence),
        rerolls: party.rerolls,
    }
}
