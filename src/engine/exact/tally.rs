//! Every figure of a [`Tally`](crate::engine::Tally) as a probability.

use crate::engine::plan::{Plan, UnitRow};
use crate::engine::tally::{Remains, Tally, swing_entry};
use crate::spec::Side;

/// The figures of [`Tally`] with probabilities, 0 to 1, in place of numbers of battles. Arrays of
/// three are indexed by [`Outcome`](crate::engine::Outcome).
#[derive(Clone, Debug, PartialEq)]
pub struct ExactTally {
    /// Chance of each outcome; they add up to 1 less [`ExactTally::tail`].
    pub outcomes: [f64; 3],
    /// Chance that the battle is stopped although both sides can still fight.
    pub stopped: f64,
    /// `rounds[outcome][r]`: chance that it lasts `r` rounds and ends so (index 0 unused).
    pub rounds: [Vec<f64>; 3],
    /// One a row of [`Plan::units`](crate::engine::Plan::units).
    pub units: Vec<ExactUnit>,
    /// The attacker's and the defender's totals.
    pub sides: [ExactSide; 2],
    /// Chance that the attacker loses fewer CP than the defender, as many, or more.
    pub ahead: [f64; 3],
    /// Chance of each CP swing of the attacker; entries as in [`Tally::swing`].
    pub swing: Vec<f64>,
    /// Chance that the battle lasts longer than was looked at; in no other figure.
    pub tail: f64,
}

/// Figures of one unit row.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactUnit {
    /// `survivors[outcome][k]`: chance that `k` of them are left in the hex.
    pub survivors: [Vec<f64>; 3],
    /// `retreated[outcome]`: ships that left the hex alive, times the chance of that.
    pub retreated: [f64; 3],
}

/// Figures of one side.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactSide {
    /// `left[outcome][k]`: chance that `k` combat-capable ships are left in the hex.
    pub left: [Vec<f64>; 3],
    /// `loss[outcome][cp]`: chance that the side loses ships worth `cp` CP.
    pub loss: [Vec<f64>; 3],
}

impl ExactTally {
    /// Nothing yet, with room for every result of a plan with these rows.
    #[must_use]
    pub fn new(rows: &[UnitRow]) -> ExactTally {
        let empty = Tally::new(rows);
        let zeros = |counts: &[Vec<u64>; 3]| [0, 1, 2].map(|outcome| vec![0.0; counts[outcome].len()]);
        let [attacker, defender] = &empty.sides;
        ExactTally {
            outcomes: [0.0; 3],
            stopped: 0.0,
            rounds: [const { Vec::new() }; 3],
            units: empty
                .units
                .iter()
                .map(|unit| ExactUnit {
                    survivors: zeros(&unit.survivors),
                    retreated: [0.0; 3],
                })
                .collect(),
            sides: [attacker, defender].map(|side| ExactSide {
                left: zeros(&side.left),
                loss: zeros(&side.loss),
            }),
            ahead: [0.0; 3],
            swing: vec![0.0; empty.swing.len()],
            tail: 0.0,
        }
    }

    /// Of a plan in which a side has nothing that fights: it is over before the first round.
    #[must_use]
    pub fn unfought(plan: &Plan) -> ExactTally {
        let mut tally = ExactTally::new(&plan.units);
        let remains = Remains::unfought(plan);
        tally.add(&plan.units, &remains, 1.0);
        tally.add_round(remains.outcome.index(), 0, 1.0);
        tally
    }

    /// Adds an end of this chance; [`ExactTally::rounds`] is counted apart.
    pub fn add(&mut self, units: &[UnitRow], remains: &Remains, chance: f64) {
        let outcome = remains.outcome.index();
        self.outcomes[outcome] += chance;
        if remains.stopped {
            self.stopped += chance;
        }
        let mut left = [0; 2];
        for (row, unit) in units.iter().enumerate() {
            let survived = usize::from(remains.survived[row]);
            self.units[row].survivors[outcome][survived] += chance;
            self.units[row].retreated[outcome] += f64::from(remains.retreated[row]) * chance;
            if !unit.slots.is_empty() {
                left[unit.side.index()] += survived;
            }
        }
        let loss = Side::BOTH.map(|side| remains.loss(units, side));
        for side in 0..2 {
            self.sides[side].left[outcome][left[side]] += chance;
            self.sides[side].loss[outcome][loss[side] as usize] += chance;
        }
        self.ahead[(loss[0].cmp(&loss[1]) as i8 + 1) as usize] += chance;
        self.swing[swing_entry(self.sides[0].loss[0].len() - 1, loss)] += chance;
    }

    /// Adds the chance that a battle ends so in this round.
    pub fn add_round(&mut self, outcome: usize, round: u16, chance: f64) {
        let rounds = &mut self.rounds[outcome];
        let needed = usize::from(round) + 1;
        if rounds.len() < needed {
            rounds.resize(needed, 0.0);
        }
        rounds[usize::from(round)] += chance;
    }
}
