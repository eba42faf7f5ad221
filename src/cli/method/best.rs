//! Best play: what it may take, and what is said of battles that are too large for it.

use super::super::args::{Method, MethodArgs};
use super::super::failure::Failure;
use super::least_states;
use crate::engine::exact::{ExactTally, Game, Objective, Position, Refusal};
use crate::engine::{Plan, Remains};
use crate::report::figure;
use crate::rules::space_empires::{Battle, Question, Target, lower};

/// Bytes of memory that best play may take for each state of `--exact-limit`: 4 GB by default.
pub const BYTES_A_STATE: u64 = 200;

/// More states than this are not solved at any limit.
const MOST_STATES: u64 = u32::MAX as u64;

/// Values ([`Game::work`]) that best play works out in a second, with every decision kept and followed.
/// Measured on the reference machine's two cores: 5 to 9 ns a value where targets are chosen (16 against 16
/// ships of three kinds a side are 166 million), 2 to 3 where screens are.
const VALUES_A_SECOND: u64 = 110_000_000;

/// Where ships may leave, a value takes so many times as long.
const LEAVING: u64 = 2;

/// Most values that `--method auto` works out: one to two seconds.
const AUTO_VALUES: u64 = 200_000_000;

/// Most values of best targets that are worked out unasked beside a result. Without decisions to keep a
/// value takes 2 to 4 ns: 10 against 10 ships of three kinds a side are 8.6 million and take 27 ms.
const CHEAP_VALUES: u64 = 12_000_000;

/// Most states that are laid out to see whether best play is cheap.
const CHEAP_STATES: u64 = 200_000;

/// Why best play can't be worked out, and what can be done.
#[derive(Debug)]
pub struct TooLarge {
    /// A sentence.
    pub why: String,
    /// What to give instead of what is optimal.
    instead: &'static str,
    /// How it can be had all the same, if it can.
    pub or: Option<String>,
}

impl From<TooLarge> for Failure {
    fn from(TooLarge { why, instead, or }: TooLarge) -> Failure {
        let or = or.map_or_else(String::new, |or| format!(", or {or}"));
        Failure::Usage(format!("{why}: give {instead} instead of `optimal`{or}"))
    }
}

impl From<Refusal> for TooLarge {
    fn from(refusal: Refusal) -> TooLarge {
        TooLarge {
            why: format!("best play of this battle can't be solved: {refusal}"),
            instead: POLICIES,
            or: None,
        }
    }
}

/// What to give instead of optimal screens, and of anything else.
const SCREENS: &str = "a fixed screening policy";
const POLICIES: &str = "fixed policies";

impl MethodArgs {
    /// Every figure of a plan that leaves decisions to best play; `show` is shown all ends.
    pub(super) fn played_best(&self, plan: &Plan, show: &mut dyn FnMut(&Remains, f64)) -> Result<ExactTally, Failure> {
        let game = self.laid_out(plan, true, 1)?;
        let solution = self.on_threads(|| game.solve());
        Ok(solution.tally_showing(show).map_err(TooLarge::from)?)
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

    /// The attacker's chance to win if all decisions that a plan leaves to best play are taken as the
    /// objective wants them. By default, so much is worked out as several such plans may take together.
    ///
    /// # Errors
    ///
    /// If the battle is too large for it: why, and what to do.
    pub fn best_chance(&self, plan: &Plan, plans: u64) -> Result<f64, TooLarge> {
        let of_all = self.objective() != Objective::Win;
        let game = self.laid_out(plan, of_all, plans)?;
        if of_all {
            let tally = self.on_threads(|| game.solve().tally())?;
            return Ok(tally.outcomes[0]);
        }
        Ok(self.on_threads(|| game.advise().value))
    }

    /// Lays the game out, for its value or for all figures and as one of so many plans, and checks what
    /// playing it takes.
    fn laid_out<'a>(&self, plan: &'a Plan, figures: bool, plans: u64) -> Result<Game<'a>, TooLarge> {
        let states = figure::whole(self.states(plan)?);
        let game = Game::new(plan, self.objective(), &Position::start(plan)).map_err(|refusal| match refusal {
            Refusal::TooManyScreens => TooLarge {
                why: format!("best play of this battle is too large: {refusal} in its {states} states"),
                instead: SCREENS,
                or: None,
            },
            _ => refusal.into(),
        })?;
        let bytes = game.bytes(figures);
        let leaves = plan.orders.iter().any(|orders| orders.best.retreat);
        let values = game.work().saturating_mul(plans * if leaves { LEAVING } else { 1 });
        let most = self.exact_limit.saturating_mul(BYTES_A_STATE);
        let (size, instead) = match plan.orders.iter().any(|orders| orders.best.screen) {
            true => (
                format!(
                    "{states} states and {} ways of screening",
                    figure::whole(game.ways() as u64)
                ),
                SCREENS,
            ),
            false => (format!("{states} states"), POLICIES),
        };
        if bytes > most {
            let limit = bytes.div_ceil(BYTES_A_STATE);
            return Err(TooLarge {
                why: format!(
                    "best play of this battle has {size}, which take {} of memory, more than {}",
                    memory(bytes),
                    memory(most)
                ),
                instead,
                or: (limit <= MOST_STATES).then(|| format!("raise `--exact-limit` to {}", figure::whole(limit))),
            });
        }
        if self.method == Method::Auto && values > AUTO_VALUES {
            return Err(TooLarge {
                why: format!(
                    "best play of this battle has {size}, which take about {} s",
                    values.div_ceil(VALUES_A_SECOND)
                ),
                instead,
                or: Some("ask for it with `--method exact`".to_owned()),
            });
        }
        Ok(game)
    }

    /// The number of states, if it is within the limit; told before anything is laid out.
    fn states(&self, plan: &Plan) -> Result<u64, TooLarge> {
        let too_many = |states: String| TooLarge {
            why: format!(
                "best play of this battle has {states} states, more than the limit of {}",
                figure::whole(self.exact_limit)
            ),
            instead: POLICIES,
            or: Some("raise `--exact-limit`".to_owned()),
        };
        let least = least_states(plan);
        if least > self.exact_limit {
            return Err(too_many(format!("at least {}", figure::whole(least))));
        }
        match Position::start(plan).states(plan)? {
            states if states > self.exact_limit => Err(too_many(figure::whole(states))),
            states => Ok(states),
        }
    }

    /// The attacker's chance to win if both sides picked their targets as is best for winning, all else as
    /// the battle's policies say. `None` if that is not cheap, if nobody has a choice, or if decisions are
    /// left to best play already: all this is seen from the battle alone, so that equal battles have equal
    /// results everywhere.
    pub fn best_targets(&self, battle: &Battle, question: Question) -> Option<f64> {
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
        if no || least_states(&plan) > CHEAP_STATES {
            return None;
        }
        let game = small_game(&plan, Objective::Win, &Position::start(&plan), CHEAP_STATES)?;
        (game.work() <= CHEAP_VALUES).then(|| self.on_threads(|| game.advise().value))
    }

    /// Works on as many threads as asked for.
    fn on_threads<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(usize::from(self.threads));
        match pool.build() {
            Ok(pool) if self.threads > 0 => pool.install(work),
            _ => work(),
        }
    }
}

/// The game from a position on, if it has at most so many states: then laying it out is cheap, and tells
/// how many values it has.
pub fn small_game<'p>(plan: &'p Plan, objective: Objective, position: &Position, most: u64) -> Option<Game<'p>> {
    let few = position.states(plan).is_ok_and(|states| states <= most);
    few.then(|| Game::new(plan, objective, position).ok()).flatten()
}

/// `12 MB`, `4.0 GB`.
pub fn memory(bytes: u64) -> String {
    match bytes {
        1_000_000_000_000_000.. => "over a million GB".to_owned(),
        ..1_000_000_000 => format!("{} MB", bytes.div_ceil(1_000_000)),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

/// Refuses a plan that leaves decisions to best play where battles are fought with dice.
///
/// # Errors
///
/// If it does; `what` is the command that fights them.
pub fn needs_dice(plan: &Plan, what: &str) -> Result<(), Failure> {
    match plan.needs_best_play() {
        false => Ok(()),
        true => Err(Failure::Usage(format!(
            "best play is solved exactly and cannot be simulated, and `{what}` needs battles that are: give other \
             policies than `optimal`"
        ))),
    }
}
