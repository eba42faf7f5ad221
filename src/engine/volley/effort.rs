//! How long a battle takes to fight, by a look at its plan alone.

use super::plan::{Phase, Plan, Slot};
use super::roll::{Throw, combinations, faces};
use crate::spec::Side;

/// Time that a batch of battles that take long may take about, in nanoseconds: an interrupted run then
/// has something to show, and the bar moves.
const BATCH: f64 = 2e8;

/// Fleets times rolls up to which what a volley leads to is soon known, and only looked up after that.
const SOON_KNOWN: f64 = 5e5;

/// To throw a die, in nanoseconds.
const DIE: f64 = 4.0;

/// To look up what a volley leads to, in nanoseconds.
const LOOKED_UP: f64 = 50.0;

/// To assign the hits of a volley, for each ship that they may go to, in nanoseconds.
const ASSIGNED: f64 = 1000.0;

/// Part of the dice that hit, about.
const HITS: f64 = 1.0 / 3.0;

/// Most battles that a batch may hold: a power of two. Without limit but for plans of which so much can
/// happen that most volleys are assigned anew.
#[must_use]
pub fn most_in_batch(plan: &Plan) -> u64 {
    let volleys: Vec<Volley> = [Phase::Missiles, Phase::Cannons]
        .into_iter()
        .flat_map(|phase| plan.slots.iter().filter_map(move |slot| Volley::of(plan, slot, phase)))
        .collect();
    if volleys.iter().all(|volley| volley.soon_known) {
        return u64::MAX;
    }
    let of = |phase: Phase| -> f64 {
        let fired = volleys.iter().filter(|volley| volley.phase == phase);
        fired.map(|volley| volley.time).sum()
    };
    let battle = of(Phase::Missiles) + of(Phase::Cannons) * rounds(plan);
    let battles = (BATCH / battle).max(1.0) as u64;
    // The power of two that is not above it.
    1 << battles.ilog2()
}

/// So little can become of a volley of a slot's ships that it is soon known, and only looked up after that.
#[must_use]
pub fn is_soon_known(plan: &Plan, slot: &Slot, phase: Phase) -> bool {
    Volley::of(plan, slot, phase).is_none_or(|volley| volley.soon_known)
}

/// The ships of a slot fire at the whole fleet of the enemy.
struct Volley {
    phase: Phase,
    soon_known: bool,
    /// In nanoseconds.
    time: f64,
}

impl Volley {
    /// `None` if they don't fire.
    fn of(plan: &Plan, slot: &Slot, phase: Phase) -> Option<Volley> {
        if !slot.fires(phase) {
            return None;
        }
        let enemies = own(plan, Side::BOTH[1 - slot.side.index()]);
        let mut shields: Vec<u8> = enemies.iter().map(|enemy| enemy.shield_in(phase)).collect();
        shields.sort_unstable();
        shields.dedup();
        let throw = |dice: &super::plan::Dice| Throw {
            die: dice.die,
            count: u32::from(dice.count) * slot.ships() as u32,
            faces: faces(dice.die, slot.computer, &shields),
        };
        let throws: Vec<Throw> = slot.dice(phase).iter().map(throw).collect();
        let dice: u32 = throws.iter().map(|throw| throw.count).sum();
        let ships: usize = enemies.iter().map(Slot::ships).sum();
        let soon_known = fleets(enemies) * combinations(&throws) <= SOON_KNOWN;
        let assigned = if soon_known { 0.0 } else { ASSIGNED * ships as f64 };
        Some(Volley {
            phase,
            soon_known,
            time: LOOKED_UP + DIE * f64::from(dice) + assigned,
        })
    }
}

fn own(plan: &Plan, side: Side) -> &[Slot] {
    &plan.slots[plan.slots_of[side.index()].clone()]
}

/// Ways to share damage out among the ships of some slots.
#[must_use]
pub fn fleets(slots: &[Slot]) -> f64 {
    let of_slot = |slot: &Slot| {
        let (ships, conditions) = (slot.ships() as u32, u32::from(slot.hull) + 2);
        (1..conditions).fold(1.0, |ways, k| ways * f64::from(ships + k) / f64::from(k))
    };
    slots.iter().map(of_slot).product()
}

/// Rounds that the battle takes, about: until the side that falls sooner has fallen, its fire growing
/// less on the way.
fn rounds(plan: &Plan) -> f64 {
    let falls = |side: Side| {
        let (fleet, enemies) = (own(plan, side), own(plan, Side::BOTH[1 - side.index()]));
        let hit_points: f64 = fleet
            .iter()
            .map(|slot| slot.ships() as f64 * (f64::from(slot.hull) + 1.0))
            .sum();
        let most = fleet.iter().map(|slot| slot.hull.saturating_add(1)).max().unwrap_or(1);
        let points = |slot: &Slot| {
            let dice = slot.cannons.iter();
            let of_ship: f64 = dice
                .map(|dice| f64::from(dice.count) * f64::from(dice.die.damage().min(most)))
                .sum();
            of_ship * slot.ships() as f64
        };
        hit_points / (HITS * enemies.iter().map(points).sum::<f64>()).max(f64::MIN_POSITIVE)
    };
    let sooner = Side::BOTH.map(falls).into_iter().fold(f64::INFINITY, f64::min);
    (2.0 * sooner).clamp(1.0, f64::from(plan.stop.round.max(1)))
}
