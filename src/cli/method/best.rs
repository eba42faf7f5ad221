//! Best play: when it is worked out, and its figures.

use super::super::args::{Method, MethodArgs, OutputArgs};
use super::super::failure::Failure;
use super::unsolved::{Unsolved, WAYS, game};
use crate::engine::exact::{ExactTally, Game, Objective, Position};
use crate::engine::plan::BestPlay;
use crate::engine::{Plan, Remains};
use crate::report::figure;
use crate::rules::space_empires::{Battle, Question, Target, lower};

/// Nanoseconds that a value ([`Game::values`]) takes with every decision kept and followed, on the reference
/// machine's two cores, where targets or screens are chosen: 16 against 16 ships of three kinds a side have
/// 27 million and take 1.5 s.
const CHOOSING: u64 = 60;

/// The same where ships may leave: 99 against 99 have 24 million and take 5 s.
const LEAVING: u64 = 200;

/// How many times as long it takes where somebody shoots at random, which leads to every state.
const AT_RANDOM: u64 = 4;

/// How many times as fast it is where battles are looked at after a round, and nothing is a fixed point.
const LOOKED_AT: u64 = 3;

/// Picoseconds that it takes to have the memory for one of [`Game::work`]'s values.
const ROOM: u64 = 400;

/// Longest that `--method auto` works on best play that was asked for, in nanoseconds. There is no other way
/// to have it, so this is more than a simulation would take.
const AUTO: u64 = 2_000_000_000;

/// Most values of best targets that are worked out unasked beside a result. Without decisions to keep a
/// value takes 2 to 4 ns: 10 against 10 ships of three kinds a side are 8.6 million and take 27 ms.
const CHEAP_VALUES: u64 = 12_000_000;

/// Most states that are laid out to see whether best play is cheap.
const CHEAP_STATES: u64 = 200_000;

impl MethodArgs {
    /// Every figure of a plan that leaves decisions to best play; `show` is shown all ends.
    pub(super) fn played_best(
        &self,
        output: &OutputArgs,
        plan: &Plan,
        show: &mut dyn FnMut(&Remains, f64),
    ) -> Result<ExactTally, Failure> {
        let game = self.laid_out(plan, true, 1)?;
        let solution = self.solving(output).play(game, Game::solve)?;
        Ok(solution.tally_showing(show).map_err(Unsolved::from)?)
    }

    /// Best play of several plans, one after the other, may be worked out.
    ///
    /// # Errors
    ///
    /// If it takes too much: why, and what to do.
    pub(super) fn affords(&self, plans: &[&Plan]) -> Result<(), Failure> {
        for plan in plans {
            self.laid_out(plan, true, plans.len() as u64)?;
        }
        Ok(())
    }

    /// The attacker's chance to win if all decisions that a plan leaves to best play are taken as is best
    /// for winning. By default, so much is worked out as several such plans may take together.
    ///
    /// # Errors
    ///
    /// If the battle is too large for it: why, and what to do.
    pub fn best_chance(&self, output: &OutputArgs, plan: &Plan, plans: u64) -> Result<f64, Unsolved> {
        let game = self.laid_out(plan, false, plans)?;
        Ok(self.solving(output).play(game, |game| game.advise().value)?)
    }

    /// Lays the game out, for its value or for all figures and as one of so many plans, and checks what
    /// playing it takes.
    fn laid_out<'a>(&self, plan: &'a Plan, figures: bool, plans: u64) -> Result<Game<'a>, Unsolved> {
        let game = game(
            plan,
            self.objective(),
            &Position::start(plan),
            self.exact_limit,
            figures,
        )?;
        if self.method != Method::Auto {
            return Ok(game);
        }
        let some = |of: fn(&BestPlay) -> bool| plan.orders.iter().any(|orders| of(&orders.best));
        let screens = some(|best| best.screen);
        let mut each = if some(|best| best.retreat) { LEAVING } else { CHOOSING };
        if plan.steps.iter().any(|step| step.random) {
            each *= AT_RANDOM;
        }
        if !plan.stop.stalemate {
            each /= LOOKED_AT;
        }
        // Kept decisions take about as long again.
        let each = plans * if figures { each } else { each.div_ceil(2) };
        let takes = |values: u64| (values.saturating_mul(each)).saturating_add(game.work() / 1000 * ROOM);
        if takes(game.work()) > AUTO && takes(game.values()) > AUTO {
            return Err(Unsolved::TooLarge {
                why: format!(
                    "best play of this battle has {} states{}, which take about {} s",
                    figure::whole(game.states()),
                    if screens { WAYS } else { "" },
                    takes(game.values()).div_ceil(1_000_000_000)
                ),
                screens,
                or: Some("ask for it with `--method exact`".to_owned()),
            });
        }
        Ok(game)
    }

    /// The attacker's chance to win if both sides picked their targets as is best for winning, all else as
    /// the battle's policies say. `None` if that is not cheap, if nobody has a choice, or if decisions are
    /// left to best play already: all this is seen from the battle alone, so that equal battles have equal
    /// results everywhere.
    pub fn best_targets(
        &self,
        output: &OutputArgs,
        battle: &Battle,
        question: Question,
    ) -> Result<Option<f64>, Failure> {
        let mut best = battle.clone();
        for fleet in &mut best.sides {
            fleet.policy.target = Target::Optimal;
        }
        let asked = lower(battle, question);
        let plan = lower(&best, question);
        let choice = |side: usize| {
            let fighting = asked.units.iter().filter(|unit| !unit.slots.is_empty());
            fighting.filter(|unit| unit.side.index() == side).count() > 1
        };
        // After a round both sides may still fight, and to have won by then is nobody's aim.
        let no = asked.needs_best_play() || question.after_round.is_some() || !(choice(0) || choice(1));
        if no {
            return Ok(None);
        }
        let game = small_game(&plan, Objective::Win, &Position::start(&plan), CHEAP_STATES);
        match game.filter(|game| game.work() <= CHEAP_VALUES) {
            Some(game) => Ok(Some(self.solving(output).work(|| game.advise().value)?)),
            None => Ok(None),
        }
    }
}

/// The game from a position on, if it has at most so many states: then laying it out is cheap, and tells
/// how many values it has.
pub fn small_game<'p>(plan: &'p Plan, objective: Objective, position: &Position, most: u64) -> Option<Game<'p>> {
    game(plan, objective, position, most, false).ok()
}

/// Refuses a plan that leaves decisions to best play where battles are fought with dice.
///
/// # Errors
///
/// If it does; `what` is the command that fights them.
pub fn needs_dice(plan: &Plan, what: &str) -> Result<(), Failure> {
    match plan.needs_best_play() {
        false => Ok(()),
        true => Err(best_play(what)),
    }
}

/// What is said of best play where battles are fought with dice.
pub fn best_play(what: &str) -> Failure {
    Failure::Usage(format!(
        "best play is solved exactly and cannot be simulated, and `{what}` needs battles that are: give other \
         policies than `optimal`"
    ))
}
