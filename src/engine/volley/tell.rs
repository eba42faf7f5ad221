//! One battle of a seed, told volley by volley: the very battle that a run counts.

use super::fight::{Event, Fighter, Unwatched, Watch};
use super::fleet::remains;
use super::plan::Plan;
use super::simulate::Battles;
use crate::engine::dice::Stream;
use crate::engine::run::Simulated;
use crate::engine::tally::Remains;
use crate::engine::trace::{Pick, chosen};
use crate::spec::Side;

/// Something that happened, and what was in the hex after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The round; 0 for the missiles.
    pub round: u16,
    /// What happened.
    pub event: Event,
    /// Damage on each ship in the hex after it, by slot.
    pub damage: Vec<Vec<u8>>,
}

/// A battle told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Which battle of the seed, from 0.
    pub battle: u64,
    /// What happened, in order.
    pub scenes: Vec<Scene>,
    /// Rounds begun.
    pub rounds: u16,
    /// What was left, and how it ended.
    pub remains: Remains,
}

#[derive(Default)]
struct Scribe {
    scenes: Vec<Scene>,
}

impl Watch for Scribe {
    const WATCHES: bool = true;

    fn event(&mut self, round: u16, event: &Event, damage: &[Vec<u8>]) {
        self.scenes.push(Scene {
            round,
            event: event.clone(),
            damage: damage.to_vec(),
        });
    }
}

/// Tells battle number `battle` (from 0) of the seed.
#[must_use]
pub fn tell(plan: &Plan, seed: u64, battle: u64) -> Told {
    let a_batch = Battles::new(plan).battles_per_batch();
    let mut dice = Stream::new(seed, battle / a_batch);
    let mut fighter = Fighter::new(plan);
    for _ in 0..battle % a_batch {
        fighter.battle([0, 0], &mut dice, &mut Unwatched);
        if fighter.is_full() {
            fighter.forget();
        }
    }
    let mut scribe = Scribe::default();
    let finish = fighter.battle([0, 0], &mut dice, &mut scribe);
    Told {
        battle,
        scenes: scribe.scenes,
        rounds: finish.rounds,
        remains: remains(plan, fighter.fleets(), finish.ids),
    }
}

/// Number of the picked battle among the first `among` battles of the seed, judged by the attacker's
/// swing: what the enemy lost less what he lost; of equals the first.
#[must_use]
pub fn pick(plan: &Plan, seed: u64, among: u64, which: Pick) -> u64 {
    let a_batch = Battles::new(plan).battles_per_batch();
    let mut fighter = Fighter::new(plan);
    let mut dice = Stream::new(seed, 0);
    let mut swings = Vec::new();
    for battle in 0..among.max(1) {
        if battle > 0 && battle % a_batch == 0 {
            dice = Stream::new(seed, battle / a_batch);
        }
        let finish = fighter.battle([0, 0], &mut dice, &mut Unwatched);
        let remains = remains(plan, fighter.fleets(), finish.ids);
        let [own, enemy] = Side::BOTH.map(|side| i64::from(remains.loss(&plan.units, side)));
        swings.push((enemy - own, battle));
        if fighter.is_full() {
            fighter.forget();
        }
    }
    chosen(swings, which)
}
