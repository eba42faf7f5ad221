//! The chances of all pairs of fleets, carried forward step by step.

use super::fleet::Id;
use super::solver::{Left, Solver};
use super::table::Entry;
use super::turn::Turn;
use crate::engine::exact::mass::Mass;
use crate::engine::exact::{ExactTally, TAIL};
use crate::engine::tally::Outcome;

/// What may be cut off in all, because the chance of a state is too small to be followed. It is added
/// to the tail.
const CUT: f64 = 1e-13;

/// Rounds after which little is left of most battles.
const ROUNDS: f64 = 64.0;

/// Chooses among the fleets that a roll can leave, given the round, the step and the state.
pub type Pick<'f> = &'f dyn Fn(u16, usize, [Id; 2], &Entry) -> Id;

impl Solver<'_> {
    /// Carries the chances forward.
    pub(super) fn forward(&self, pick: Pick<'_>, show: &mut dyn FnMut(&Left<'_>, f64)) -> ExactTally {
        let plan = self.table.plan;
        let states = self.states();
        let mut pass = Pass {
            solver: self,
            now: Mass::new(states),
            next: Mass::new(states),
            ended: Mass::new(states),
            fighting: 0.0,
            cut: CUT / (states as f64 * ROUNDS),
            tally: ExactTally::new(&plan.units),
        };
        let [missiles, cannons] = self.table.round();
        pass.go_on(0, [0, 0], 1.0);
        pass.turn_over();
        for step in missiles {
            pass.fire(step, 0, pick);
        }
        for round in 1..=plan.stop.round {
            pass.open(round);
            for step in cannons.clone() {
                match Turn::of(&plan.slots[self.table.steps[step].slot], round) {
                    Turn::Fires => pass.fire(step, round, pick),
                    Turn::Retreats => (),
                    Turn::Leaves => pass.leave(step, round),
                }
            }
            if pass.fighting < TAIL {
                break;
            }
            if round == plan.stop.round {
                pass.stop(round);
            }
        }
        pass.finish(show)
    }
}

/// The chances on their way.
struct Pass<'s, 'p> {
    solver: &'s Solver<'p>,
    /// Before a step.
    now: Mass,
    /// After it.
    next: Mass,
    /// States in which the battle has ended.
    ended: Mass,
    /// Chance that it still goes on, among `next`.
    fighting: f64,
    cut: f64,
    tally: ExactTally,
}

impl Pass<'_, '_> {
    /// Puts a chance where it belongs: the battle goes on, or has ended in this round.
    fn go_on(&mut self, round: u16, ids: [Id; 2], chance: f64) {
        let state = self.solver.state(ids);
        if self.solver.ended(ids) {
            self.ended.add(state, chance);
            let outcome = Outcome::of(self.solver.alive(ids));
            self.tally.add_round(outcome.index(), round, chance);
        } else {
            self.next.add(state, chance);
            self.fighting += chance;
        }
    }

    /// What came after is what comes before.
    fn turn_over(&mut self) {
        std::mem::swap(&mut self.now, &mut self.next);
    }

    /// Moves every state on.
    fn each(&mut self, mut to: impl FnMut(&mut Self, [Id; 2], f64)) {
        let mut now = std::mem::replace(&mut self.now, Mass::new(0));
        self.fighting = 0.0;
        now.drain(|state, chance| {
            if chance < self.cut {
                self.tally.tail += chance;
            } else {
                let ids = self.solver.ids(state);
                to(self, ids, chance);
            }
        });
        self.now = now;
        self.turn_over();
    }

    fn open(&mut self, round: u16) {
        self.each(|pass, ids, chance| {
            let opened = pass.solver.opened(ids, round);
            // A stalemate ends the battle with the round before.
            pass.go_on(round - 1, opened, chance);
        });
    }

    fn leave(&mut self, step: usize, round: u16) {
        self.each(|pass, ids, chance| {
            let left = pass.solver.left(step, ids);
            pass.go_on(round, left, chance);
        });
    }

    fn fire(&mut self, step: usize, round: u16, pick: Pick<'_>) {
        self.each(|pass, ids, chance| {
            let entries = pass.solver.entries(step, ids);
            if entries.is_empty() {
                pass.go_on(round, ids, chance);
            }
            for entry in entries {
                let enemy = pick(round, step, ids, entry);
                let after = pass.solver.after(step, ids, entry, enemy);
                pass.go_on(round, after, chance * entry.chance);
            }
        });
    }

    /// The battle is stopped where it stands.
    fn stop(&mut self, round: u16) {
        let mut now = std::mem::replace(&mut self.now, Mass::new(0));
        now.drain(|state, chance| {
            self.ended.add(state, chance);
            let outcome = Outcome::Neither.index();
            self.tally.add_round(outcome, round, chance);
        });
        self.fighting = 0.0;
    }

    fn finish(mut self, show: &mut dyn FnMut(&Left<'_>, f64)) -> ExactTally {
        self.now.drain(|_, chance| self.tally.tail += chance);
        let (solver, tally) = (self.solver, &mut self.tally);
        let plan = solver.table.plan;
        self.ended.drain(|state, chance| {
            let ids = solver.ids(state);
            let remains = solver.remains(ids);
            tally.add(&plan.units, &remains, chance);
            let sides = [0, 1].map(|side| solver.table.fleets[side].damage(plan, ids[side]));
            let damage = sides.concat();
            show(
                &Left {
                    remains: &remains,
                    damage: &damage,
                },
                chance,
            );
        });
        self.tally
    }
}
