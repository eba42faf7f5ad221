//! When leaving beats staying, state by state.

use super::best::Game;
use super::chain::decision;
use super::guide::Solution;
use super::line::Departing;
use super::objective::Objective;
use super::position::Position;
use super::refusal::Refusal;
use super::space::Storm;
use crate::engine::plan::{Leave, Leaving, Plan};
use crate::spec::Side;
use std::collections::BTreeMap;

/// What the right to leave is worth to a side, and when it is used. All values are the CP of the
/// defender's ships destroyed less those of the attacker's, over the whole battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Retreats {
    /// The battle's value if the side leaves as is best for it.
    pub value: f64,
    /// Its value if the side never leaves.
    pub staying: f64,
    /// The states in which ships of the side leave at once, in the order of the states.
    pub rows: Vec<RetreatRow>,
    /// The other states that are met in which they might leave: ships as in [`RetreatRow::ships`].
    pub stays: Vec<Vec<(u8, u8)>>,
}

/// A state at the start of a round in which ships leave. In an ion storm states that differ in who has
/// rolled for leaving (25.1.3) are rows of their own. Ships that are gone count as destroyed in the values,
/// even if they left: only differences of values mean something.
#[derive(Clone, Debug, PartialEq)]
pub struct RetreatRow {
    /// `(ships, damage on the wounded one)` of each of the plan's slots.
    pub ships: Vec<(u8, u8)>,
    /// `rounds[r]`: the chance that the battle is in this state when round `r` starts.
    pub rounds: Vec<f64>,
    /// Ships of each slot that leave on their turn if nothing is hit before.
    pub leaving: Vec<u8>,
    /// Whether the wounded ship of a slot is among them.
    pub wounded: Vec<bool>,
    /// The value with best play.
    pub value: f64,
    /// The value if the side never leaves from here on.
    pub staying: f64,
}

/// States that are met less often than this are not told.
const NEVER_MET: f64 = 1e-9;

/// When a side's ships leave, in a plan that leaves the side's retreats to best play (5.9). Both sides
/// are after the swing in CP: nobody who wants to win the hex ever leaves it.
///
/// # Errors
///
/// If the plan has too many states.
pub fn retreats(plan: &Plan, side: Side) -> Result<Retreats, Refusal> {
    Game::new(plan, Objective::CpSwing, &Position::start(plan))?.retreats(side)
}

impl Game<'_> {
    /// As [`retreats`], of a game for the CP swing that is laid out from the plan's start already.
    ///
    /// # Errors
    ///
    /// As [`retreats`].
    pub fn retreats(self, side: Side) -> Result<Retreats, Refusal> {
        let stays = staying(self.plan, side);
        let stays = Game::new(&stays, self.objective, &self.position)?.solve();
        let solution = self.solve();
        let (mut rows, mut others) = (Vec::new(), Vec::new());
        for ((age, state), rounds) in solution.met()? {
            let (leaving, wounded) = solution.leaving(side, age, state);
            let ships = solution.ships(state);
            if leaving.iter().any(|&ships| ships > 0) {
                rows.push(RetreatRow {
                    value: solution.value_at(age, state),
                    staying: stays.value_of(age, &ships, solution.rolls(state)),
                    rounds,
                    leaving,
                    wounded,
                    ships,
                });
            } else if !solution.held(side, state) {
                others.push(ships);
            }
        }
        Ok(Retreats {
            rows,
            stays: others,
            value: solution.advice().value,
            staying: stays.advice().value,
        })
    }
}

/// The plan with a side that never leaves.
fn staying(plan: &Plan, side: Side) -> Plan {
    let mut plan = plan.clone();
    let own = plan.slots_of[side.index()].clone();
    for step in &mut plan.steps {
        if own.contains(&step.shooter) {
            step.leave = Leave::Never;
        }
    }
    let orders = &mut plan.orders[side.index()];
    (orders.leaving, orders.best.retreat) = (Leaving::Never, false);
    plan.features.retreat = plan.steps.iter().any(|step| step.leave != Leave::Never);
    plan
}

impl Solution<'_> {
    /// The states that rounds from the second on start in, by age, with the chance of each round.
    fn met(&self) -> Result<BTreeMap<(usize, usize), Vec<f64>>, Refusal> {
        let mut met: BTreeMap<(usize, usize), Vec<f64>> = BTreeMap::new();
        self.follow(&mut |round, age, state, chance| {
            if round >= 2 && chance > NEVER_MET {
                let rounds = met.entry((age, state)).or_default();
                rounds.resize(rounds.len().max(usize::from(round) + 1), 0.0);
                rounds[usize::from(round)] += chance;
            }
        })?;
        Ok(met)
    }

    /// `(ships, damage on the wounded one)` of each slot in a state.
    fn ships(&self, state: usize) -> Vec<(u8, u8)> {
        let space = &self.game.space;
        let parts = space.parts(state);
        let of = |side: usize| {
            let (space, part) = (&space.sides[side], parts[side]);
            { space.slots.clone() }.map(move |slot| (space.ships(part, slot), space.hurt(part, slot)))
        };
        of(0).chain(of(1)).collect()
    }

    /// Whether the side has rolled in an ion storm that it must stay (25.1.3).
    fn held(&self, side: Side, state: usize) -> bool {
        let space = &self.game.space;
        let part = space.parts(state)[side.index()];
        space.sides[side.index()].storm(part) == Storm::Held
    }

    /// The value at the start of a round of this age.
    fn value_at(&self, age: usize, state: usize) -> f64 {
        let (rounds, order) = (&self.game.rounds, self.game.levels.order(&self.game.space, state));
        self.record.values[order * rounds.ages + age.min(rounds.ages - 1)]
    }

    /// What each side has rolled for leaving (25.1.3), as the storm's digit.
    fn rolls(&self, state: usize) -> [usize; 2] {
        let parts = self.game.space.parts(state);
        [0, 1].map(|side| self.game.space.sides[side].storm_digit(parts[side]))
    }

    /// The value for these ships of each slot, and these rolls of sides that may roll here too.
    fn value_of(&self, age: usize, ships: &[(u8, u8)], rolls: [usize; 2]) -> f64 {
        let parts = [0, 1].map(|side| {
            let space = &self.game.space.sides[side];
            let unrolled = space.storm_digit(space.states - 1);
            space.of_ships(|slot| ships[slot], rolls[side].min(unrolled))
        });
        self.value_at(age, self.game.space.joined(parts))
    }

    /// Ships of each slot that leave in a round of this age, if nothing is hit before and an ion storm
    /// lets them, and whether the wounded one is among them.
    fn leaving(&self, side: Side, age: usize, state: usize) -> (Vec<u8>, Vec<bool>) {
        let game = &self.game;
        let (space, rounds) = (&game.space, &game.rounds);
        let mut leaving = vec![0; game.plan.slots.len()];
        let mut wounded = vec![false; game.plan.slots.len()];
        let mut state = state;
        let order = game.levels.order(space, state);
        let mut kind = self.record.opened[order * rounds.ages + age] as usize;
        for turn in game.turns.iter().filter(|turn| turn.side == side.index()) {
            if turn.leave != Leave::Freely || !rounds.may_leave_in(age) || !rounds.takes_turn(turn.when, kind) {
                continue;
            }
            let own = &space.sides[turn.side];
            let ships = |state: usize| own.ships(space.parts(state)[turn.side], turn.shooter);
            for acts in (1..=usize::from(ships(state))).rev() {
                if !space.contested(state) {
                    break;
                }
                let departing = match self.decision(game.levels.order(space, state), kind, turn.place + acts) {
                    decision::LEAVE => Departing::Unhurt,
                    decision::LEAVE_WOUNDED => Departing::Wounded,
                    _ => continue,
                };
                let part = space.parts(state)[turn.side];
                if acts <= usize::from(rounds.kinds[kind].situation.back(turn.shooter).min(ships(state))) {
                    kind = rounds.fewer(kind, turn.shooter);
                }
                let rolls = turn.may_leave < 1.0 && own.storm(part) == Storm::Unrolled;
                let roll = if rolls { own.roll(Storm::Free) } else { 0 };
                state -= (own.departure(part, turn.shooter, departing) + roll) as usize;
                leaving[turn.shooter] += 1;
                wounded[turn.shooter] |= departing == Departing::Wounded;
            }
        }
        (leaving, wounded)
    }
}
