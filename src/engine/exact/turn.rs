//! The turns of a plan as best play sees them.

use super::space::Space;
use crate::engine::plan::{Aim, Leave, Plan, Step, When};

/// How a step's targets are picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The target of the greatest value.
    Most,
    /// The target of the least value.
    Least,
    /// The first aim that holds.
    Listed,
    /// Any ship with the same chance.
    Random,
}

/// An aim with its chances worked out.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The slot that is shot at.
    pub slot: usize,
    /// Only if its wounded ship has at least this much damage.
    pub min_damage: u8,
    /// Chance to hit, without and with the fleet size bonus.
    pub chance: [f64; 2],
    /// Number of the bar behind which it stands.
    pub bar: Option<usize>,
}

impl Target {
    fn new(aim: &Aim) -> Target {
        Target {
            slot: aim.target,
            min_damage: aim.min_damage,
            chance: aim.need.map(|need| f64::from(need) / 10.0),
            bar: aim.bar,
        }
    }
}

/// A step as best play sees it.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The slot that fires.
    pub shooter: usize,
    /// Its side.
    pub side: usize,
    /// In which rounds.
    pub when: When,
    /// Shots of each of its ships; more than one only where nobody leaves.
    pub attacks: u8,
    /// How it picks its targets.
    pub choice: Choice,
    /// Number of a hit's damage in the space.
    pub table: usize,
    /// First of its values in a block: one for each number of ships still to act, from none on.
    pub place: usize,
    /// Whom it may shoot at, best first for a list; for best play a slot each and without a
    /// condition, since the wounded ship of a slot takes the damage in any case (5.6).
    pub targets: Vec<Target>,
    /// For a random choice: while the first so many targets allow any ship, only those count.
    pub preferred: usize,
    /// How its ships leave.
    pub leave: Leave,
    /// Chance that a side may leave when it rolls for it (25.1.3); 1 if it need not roll.
    pub may_leave: f64,
    /// What one of its ships is worth more to the objective if it left than if it was destroyed.
    pub saved: f64,
}

/// The turns of a plan, in its order, and the length of a block of values. `saved` tells what a ship
/// of a slot is worth more if it left than if it was destroyed.
#[must_use]
pub fn turns(plan: &Plan, space: &Space, saved: impl Fn(usize) -> f64) -> (Vec<Turn>, usize) {
    let mut block = 0;
    let turn = |step: &Step| {
        let side = plan.slots[step.shooter].side.index();
        let choice = match (plan.orders[side].best.target, side) {
            (true, 0) => Choice::Most,
            (true, _) => Choice::Least,
            (false, _) if step.random => Choice::Random,
            (false, _) => Choice::Listed,
        };
        let place = block;
        block += usize::from(plan.slots[step.shooter].capacity) * usize::from(step.attacks) + 1;
        let mut targets: Vec<Target> = step.aims.iter().map(Target::new).collect();
        if plan.orders[side].best.target {
            targets = slots(targets);
        }
        Turn {
            shooter: step.shooter,
            side,
            when: step.when,
            attacks: step.attacks,
            choice,
            table: space.table(step),
            place,
            targets,
            preferred: step.preferred,
            leave: step.leave,
            may_leave: f64::from(plan.may_leave) / 10.0,
            saved: saved(step.shooter),
        }
    };
    let turns = plan.steps.iter().map(turn).collect();
    (turns, block)
}

/// The slots that may be shot at, each once and without a condition, in the order of the aims.
fn slots(aims: Vec<Target>) -> Vec<Target> {
    let mut targets: Vec<Target> = Vec::new();
    for aim in aims {
        if targets.iter().all(|known| known.slot != aim.slot) {
            targets.push(Target { min_damage: 0, ..aim });
        }
    }
    targets
}
