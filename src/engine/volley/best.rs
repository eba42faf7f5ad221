//! Best play: after each roll the hits are assigned as is best for the side, with full sight of the
//! battle. A game of perfect information, solved from its end backwards.
//!
//! Hit points only go down, so a round leads to states with fewer of them, or back to its own state if
//! nothing was hit: that loop is solved in closed form. Where ships repair damage there are larger
//! loops, and rounds are gone back one by one until nothing changes.

use super::fleet::Id;
use super::plan::{Assignment, Plan};
use super::solver::{Left, Solver};
use super::table::Entry;
use super::turn::Turn;
use crate::engine::exact::chain::Worth;
use crate::engine::exact::fixed_point::fixed_point;
use crate::engine::exact::{ExactTally, Objective, Refusal};
use crate::engine::plan::ROUND_CAP;
use crate::engine::tally::Outcome;
use crate::spec::Side;
use std::ops::Range;

/// Values that differ by less are the same, when rounds are gone back one by one.
const PRECISION: f64 = 1e-14;

/// Every value of a battle played best: how good a state is for the attacker.
pub struct Game<'s, 'p> {
    solver: &'s Solver<'p>,
    objective: Objective,
    /// Before each missile step and after the last.
    missiles: Vec<Vec<f64>>,
    /// Before each step of the rounds that differ from those after them, and after the last: of the
    /// first round, the second, …
    dated: Vec<Vec<Vec<f64>>>,
    /// Of all later rounds.
    later: Vec<Vec<f64>>,
}

impl<'s, 'p> Game<'s, 'p> {
    /// Plays the battle out, from its end backwards.
    ///
    /// # Errors
    ///
    /// If it is stopped early, after more rounds than can be kept apart.
    pub fn new(solver: &'s Solver<'p>, objective: Objective) -> Result<Game<'s, 'p>, Refusal> {
        let stop = solver.table.plan.stop.round;
        let early = stop < ROUND_CAP;
        let rounds = if early { stop } else { solver.dated_rounds() };
        let steps = solver.table.round()[1].len() as u64 + 1;
        if solver.states() as u64 * 8 * steps * u64::from(rounds) > MOST_BYTES {
            return Err(Refusal::TooManyStates);
        }
        let mut game = Game {
            solver,
            objective,
            missiles: Vec::new(),
            dated: Vec::new(),
            later: Vec::new(),
        };
        let stopped: Vec<f64> = (0..solver.states())
            .map(|state| game.payoff(solver.ids(state)))
            .collect();
        let after = if early {
            stopped
        } else {
            game.later = if game.repairs() {
                game.settled(stopped)
            } else {
                game.lasting()
            };
            game.opening(&game.later[0], u16::MAX)
        };
        let mut start = after;
        for round in (1..=rounds).rev() {
            let values = game.played(solver.table.round()[1].clone(), start, |slot| {
                Turn::of(&solver.table.plan.slots[slot], round)
            });
            start = game.opening(&values[0], round);
            game.dated.insert(0, values);
        }
        game.missiles = game.played(solver.table.round()[0].clone(), start, |_| Turn::Fires);
        Ok(game)
    }

    /// What the battle is worth to the attacker.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.missiles[0][0]
    }

    /// Every figure of the battle if it is played so.
    pub fn tally(&self, show: &mut dyn FnMut(&Left<'_>, f64)) -> ExactTally {
        let [missiles, cannons] = self.solver.table.round();
        let pick = |round: u16, step: usize, ids: [Id; 2], entry: &Entry| {
            let after = match round {
                0 => &self.missiles[step - missiles.start + 1],
                _ => {
                    let dated = self.dated.get(usize::from(round) - 1);
                    &dated.unwrap_or(&self.later)[step - cannons.start + 1]
                }
            };
            self.best(step, ids, entry, |state| after[state]).0
        };
        self.solver.forward(&pick, show)
    }

    fn repairs(&self) -> bool {
        self.solver.table.plan.slots.iter().any(|slot| slot.repair > 0)
    }

    /// What the objective is worth if the battle ends in a state; ships that left are not lost.
    fn payoff(&self, ids: [Id; 2]) -> f64 {
        let remains = self.solver.remains(ids);
        match self.objective {
            Objective::Win => f64::from(u8::from(remains.outcome == Outcome::Attacker)),
            Objective::CpSwing => {
                let units = &self.solver.table.plan.units;
                let [own, enemy] = Side::BOTH.map(|side| f64::from(remains.loss(units, side)));
                enemy - own
            }
        }
    }

    /// The fleet that a roll is best to leave, and its value: the greatest for the attacker, the
    /// least for the defender, the first of equal ones.
    fn best(&self, step: usize, ids: [Id; 2], entry: &Entry, value: impl Fn(usize) -> f64) -> (Id, f64) {
        let table = &self.solver.table;
        let options = table.options(entry);
        let valued = |&enemy: &Id| {
            (
                enemy,
                value(self.solver.state(self.solver.after(step, ids, entry, enemy))),
            )
        };
        let defends = table.steps[step].side == 1;
        let mut options = options.iter().map(valued);
        let first = options.next().unwrap_or((0, 0.0));
        options.fold(first, |best, next| {
            let better = if defends { next.1 < best.1 } else { next.1 > best.1 };
            if better { next } else { best }
        })
    }

    /// What a state is worth before a step, if all that come after it have a value.
    fn before(&self, step: usize, ids: [Id; 2], after: &[f64], turn: Turn) -> f64 {
        if self.solver.ended(ids) || turn == Turn::Retreats {
            return after[self.solver.state(ids)];
        }
        if turn == Turn::Leaves {
            return after[self.solver.state(self.solver.left(step, ids))];
        }
        let entries = self.solver.entries(step, ids);
        if entries.is_empty() {
            return after[self.solver.state(ids)];
        }
        let worth = |entry: &Entry| entry.chance * self.best(step, ids, entry, |state| after[state]).1;
        entries.iter().map(worth).sum()
    }

    /// Values before each of some steps, and after the last, given those.
    fn played(&self, steps: Range<usize>, after: Vec<f64>, turn: impl Fn(usize) -> Turn) -> Vec<Vec<f64>> {
        let mut values = vec![after];
        for step in steps.rev() {
            let turn = turn(self.solver.table.steps[step].slot);
            let before =
                (0..self.solver.states()).map(|state| self.before(step, self.solver.ids(state), &values[0], turn));
            let before = before.collect();
            values.insert(0, before);
        }
        values
    }

    /// Values at the end of the round before, given those before the first step of a round.
    fn opening(&self, first: &[f64], round: u16) -> Vec<f64> {
        let opened = |state: usize| {
            let ids = self.solver.ids(state);
            if self.solver.ended(ids) {
                return first[state];
            }
            let opened = self.solver.opened(ids, round);
            first[self.solver.state(opened)]
        };
        (0..self.solver.states()).map(opened).collect()
    }

    /// Values of a round that is like all after it, gone back round by round from a battle that is
    /// stopped.
    fn settled(&self, stopped: Vec<f64>) -> Vec<Vec<f64>> {
        let mut start = stopped;
        let mut values = Vec::new();
        for _ in 0..ROUND_CAP {
            values = self.played(self.solver.table.round()[1].clone(), start.clone(), |_| Turn::Fires);
            let next = self.opening(&values[0], u16::MAX);
            let change = next.iter().zip(&start).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            start = next;
            if change <= PRECISION {
                break;
            }
        }
        values
    }

    /// Values of a round that is like all after it, where no damage is repaired: state after state,
    /// fewest hit points first.
    fn lasting(&self) -> Vec<Vec<f64>> {
        let steps = self.solver.table.round()[1].clone();
        let mut values = vec![vec![0.0; self.solver.states()]; steps.len() + 1];
        let orders = [0, 1].map(|side: usize| {
            let known = &self.solver.table.fleets[side].known;
            let mut ids: Vec<Id> = (0..known.len() as Id).collect();
            ids.sort_by_key(|&id| (known[id as usize].level, id));
            ids
        });
        for &attacker in &orders[0] {
            for &defender in &orders[1] {
                let ids = [attacker, defender];
                let state = self.solver.state(ids);
                let opened = self.solver.opened(ids, u16::MAX);
                if self.solver.ended(ids) || opened != ids {
                    let value = self.payoff(if self.solver.ended(ids) { ids } else { opened });
                    values.iter_mut().for_each(|of_step| of_step[state] = value);
                    continue;
                }
                let mut worths = vec![Worth { value: 0.0, slope: 1.0 }; steps.len() + 1];
                let value = fixed_point(self.payoff(ids), |guess| {
                    self.round(&steps, ids, &values, guess, &mut worths);
                    worths[0]
                });
                self.round(&steps, ids, &values, value, &mut worths);
                for (of_step, worth) in values.iter_mut().zip(&worths) {
                    of_step[state] = worth.value;
                }
            }
        }
        values
    }

    /// A round of a state, last step first, if the state is worth `guess` after it.
    fn round(&self, steps: &Range<usize>, ids: [Id; 2], values: &[Vec<f64>], guess: f64, worths: &mut [Worth]) {
        let own = self.solver.state(ids);
        let last = worths.len() - 1;
        worths[last] = Worth {
            value: guess,
            slope: 1.0,
        };
        for place in (0..last).rev() {
            let step = steps.start + place;
            let after = &values[place + 1];
            let stays = worths[place + 1];
            let entries = self.solver.entries(step, ids);
            if entries.is_empty() {
                worths[place] = stays;
                continue;
            }
            let mut worth = Worth { value: 0.0, slope: 0.0 };
            for entry in entries {
                let value_of = |state: usize| if state == own { stays.value } else { after[state] };
                let (enemy, value) = self.best(step, ids, entry, value_of);
                worth.value += entry.chance * value;
                if self.solver.state(self.solver.after(step, ids, entry, enemy)) == own {
                    worth.slope += entry.chance * stays.slope;
                }
            }
            worths[place] = worth;
        }
    }
}

/// Memory that the values of rounds that are kept apart may take.
const MOST_BYTES: u64 = 1 << 32;

/// Works out every figure of a plan; the sides that leave assignment to best play are after `objective`.
///
/// # Errors
///
/// If the plan has too many states.
pub fn solve_best(plan: &Plan, objective: Objective) -> Result<(f64, ExactTally), Refusal> {
    let solver = Solver::new(plan)?;
    let game = Game::new(&solver, objective)?;
    Ok((game.value(), game.tally(&mut |_, _| ())))
}

impl Plan {
    /// The same battle with assignment left to best play, on the sides chosen.
    #[must_use]
    pub fn with_best_play(&self, sides: [bool; 2]) -> Plan {
        let mut plan = self.clone();
        for (orders, best) in plan.orders.iter_mut().zip(sides) {
            if best {
                orders.assignment = Assignment::Optimal;
            }
        }
        plan
    }
}
