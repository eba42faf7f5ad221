//! The answer: everything that the formats show, as plain numbers.
//!
//! Two different things must not be confused. The *spread of outcomes* (`sd`, quartiles,
//! distributions) tells how much one battle differs from the next; the *error of the estimate*
//! (`se`, intervals) tells how far a figure may be from the true one because only so many battles
//! were fought.

use super::about::{About, Decisions, Fought};
use super::captured::{self, CapturedOdds};
use super::measure::{Distribution, Rate, Swing};
use super::source::{Figures, Source};
use super::unsure::Unsure;
use super::warning::{self, Warning};
use crate::engine::exact::{ExactTally, Objective};
use crate::engine::statistics::CONFIDENCE;
use crate::engine::tally::least_swing;
use crate::engine::{Amount, Outcome, Run, Settings};
use crate::rules::Note;
use crate::spec::{Game, Side};
use std::time::Duration;

/// What was asked for, besides the battle.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Seed and amount.
    pub settings: Settings,
    /// Report the state after this round instead of the end.
    pub after_round: Option<u16>,
    /// What best play is after, where decisions are left to it.
    pub objective: Objective,
}

/// How the figures were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Battles were fought and counted.
    Simulate,
    /// Chances were worked out: there is no error.
    Exact,
}

/// All figures of a result.
#[derive(Clone, Debug)]
pub struct Odds {
    /// How they were found.
    pub method: Method,
    /// Which game is played.
    pub game: Game,
    /// Name of the edition for programs.
    pub edition: &'static str,
    /// Name of the edition for people.
    pub edition_title: &'static str,
    /// Names of the terrain; `space` for open space, none in a game without terrain.
    pub terrain: Vec<&'static str>,
    /// Names and values of choices at doubtful points of the rules that are not the default.
    pub rules: Vec<(&'static str, &'static str)>,
    /// Battles fought; 0 for exact figures.
    pub battles: u64,
    /// The same seed gives the same battles.
    pub seed: u64,
    /// Interrupted: fewer battles than asked for.
    pub partial: bool,
    /// Confidence that the intervals have at least.
    pub confidence: f64,
    /// Level that each interval uses if the run looked at its own data to stop; higher than
    /// `confidence`, so that stopping at a lucky look is paid for.
    pub look_level: Option<f64>,
    /// The state after this round is reported instead of the end.
    pub after_round: Option<u16>,
    /// What best play is after; `None` if no decision is left to it.
    pub objective: Option<Objective>,
    /// The attacker's chance to win if both sides picked every target as is best for winning, if that
    /// was worked out.
    pub best_targets: Option<f64>,
    /// Indexed by [`Outcome`].
    pub outcome: [Rate; 3],
    /// Battles that the round cap ended: part of [`Outcome::Neither`]. Nothing with `after_round`.
    pub stalemate: Rate,
    /// With `after_round`: both sides still fight. Part of [`Outcome::Neither`].
    pub still_fighting: Option<Rate>,
    /// The attacker lost fewer CP than the defender, as many, or more.
    pub ahead: [Rate; 3],
    /// What the defender lost less what the attacker lost.
    pub swing: Swing,
    /// The attacker and the defender.
    pub sides: [SideOdds; 2],
    /// Rounds fought.
    pub rounds: Distribution,
    /// The battles that the attacker won, and those that he lost; `None` if there were none.
    pub given: [Option<Given>; 2],
    /// What is told of the possibilities, if not everything is known.
    pub unsure: Option<Unsure>,
    /// What resolving the fleets had to change.
    pub notes: Vec<String>,
    /// What the reader should beware of.
    pub warnings: Vec<Warning>,
    /// Exact figures: the chance that was too little to follow up.
    pub tail: f64,
    /// Wall time of the simulation or solution.
    pub elapsed: Duration,
}

/// One side's figures.
#[derive(Clone, Debug)]
pub struct SideOdds {
    /// Whose.
    pub side: Side,
    /// Name of the fleet.
    pub name: String,
    /// What it cost to build, in CP or materials; on average, if not everything of it is known.
    pub cost: f64,
    /// The decisions that the figures hold for.
    pub policy: Decisions,
    /// CP lost.
    pub loss: Distribution,
    /// All CP that can be lost, in order.
    pub losses: Vec<usize>,
    /// Combat-capable ships left in the hex.
    pub left: Distribution,
    /// One a group.
    pub units: Vec<UnitOdds>,
    /// What it took from the enemy (19.3), one a group of his whose ships it can take.
    pub captured: Vec<CapturedOdds>,
}

impl SideOdds {
    /// Mean number of its ships that left the hex alive; 0 if nothing was counted.
    #[must_use]
    pub fn retreated(&self) -> f64 {
        let own = self.units.iter().filter_map(|unit| unit.retreated).sum::<f64>();
        own + self.captured.iter().filter_map(|taken| taken.retreated).sum::<f64>()
    }

    /// Ships brought into the hex, without those removed before the battle; on average, if not everything is
    /// known.
    #[must_use]
    pub fn ships(&self) -> f64 {
        let present = self.units.iter().filter(|unit| !unit.removed);
        present.map(|unit| unit.mean_fielded).sum()
    }
}

/// One group's figures.
#[derive(Clone, Debug)]
pub struct UnitOdds {
    /// Short name in the catalog.
    pub unit: String,
    /// The unit with its technology.
    pub label: String,
    /// Ships brought into the hex; the most that may be, if that is not known.
    pub fielded: u8,
    /// The fewest ships that may be brought into the hex.
    pub fewest: u8,
    /// Ships brought into the hex on average.
    pub mean_fielded: f64,
    /// Price of one ship in CP.
    pub cost: u32,
    /// Taken off before the first shot, always (8.3).
    pub removed: bool,
    /// They may leave the hex alive in some battle.
    pub may_leave: bool,
    /// Ships left in the hex.
    pub survivors: Distribution,
    /// Mean number of ships that left the hex alive; `None` if nothing was counted.
    pub retreated: Option<f64>,
    /// Every ship is left in the hex.
    pub all_left: Rate,
    /// No ship is left in the hex.
    pub none_left: Rate,
    /// Mean number of ships that are in the enemy's hands.
    pub captured: f64,
}

impl UnitOdds {
    /// Mean number of ships destroyed, in whoever's hands.
    #[must_use]
    pub fn lost(&self) -> Option<f64> {
        let survived = self.survivors.mean()?;
        Some((self.mean_fielded - survived - self.retreated? - self.captured).max(0.0))
    }

    /// Mean loss in CP, captured ships included.
    #[must_use]
    pub fn lost_cp(&self) -> Option<f64> {
        Some((self.lost()? + self.captured) * f64::from(self.cost))
    }
}

/// The battles with one outcome.
#[derive(Clone, Debug)]
pub struct Given {
    /// Battles that ended so; 0 for exact figures.
    pub battles: u64,
    /// Rounds they lasted.
    pub rounds: Distribution,
    /// The attacker and the defender.
    pub sides: [GivenSide; 2],
}

/// One side in the battles with one outcome.
#[derive(Clone, Debug)]
pub struct GivenSide {
    /// CP lost.
    pub loss: Distribution,
    /// Combat-capable ships left in the hex.
    pub left: Distribution,
    /// One a group: ships left in the hex.
    pub survivors: Vec<Distribution>,
    /// One a group: mean number of ships that left the hex alive.
    pub retreated: Vec<f64>,
    /// One a group: mean number of ships brought into the hex.
    pub fielded: Vec<f64>,
    /// One a group: mean number of ships that are in the enemy's hands.
    pub captured: Vec<f64>,
}

impl Odds {
    /// The figures of a run of the battle's plan.
    #[must_use]
    pub fn new(about: impl Into<About>, plan: &impl Fought, run: &Run, asked: &Asked) -> Odds {
        let level = run.look_level.unwrap_or(CONFIDENCE);
        let mut odds = Odds::of(about.into(), plan, &Source::Counted(&run.tally, level), asked);
        odds.partial = run.partial;
        odds.look_level = run.look_level;
        odds.elapsed = run.elapsed;
        odds.warnings = warning::find(&odds, &asked.settings.amount, plan.stop().round);
        odds
    }

    /// The exact figures of the battle's plan, worked out in `elapsed`.
    #[must_use]
    pub fn exact(
        about: impl Into<About>,
        plan: &impl Fought,
        tally: &ExactTally,
        asked: &Asked,
        elapsed: Duration,
    ) -> Odds {
        let mut odds = Odds::of(about.into(), plan, &Source::Exact(tally), asked);
        odds.method = Method::Exact;
        odds.elapsed = elapsed;
        odds
    }

    pub(super) fn of(about: About, plan: &impl Fought, source: &dyn Figures, asked: &Asked) -> Odds {
        let stop = plan.stop();
        let sides = sides(&about, plan, source);
        let nobody = || Rate {
            exact: source.outcome(Outcome::Neither).exact.map(|_| 0.0),
            weighted: source.outcome(Outcome::Neither).weighted.map(|_| 0.0),
            hits: 0,
            interval: Rate::certain(0.0, 0.0).interval,
            ..source.stopped()
        };
        Odds {
            method: Method::Simulate,
            game: about.game,
            edition: about.edition,
            edition_title: about.edition_title,
            terrain: about.terrain,
            rules: about.rules,
            battles: source.battles(),
            seed: asked.settings.seed,
            partial: false,
            confidence: CONFIDENCE,
            look_level: None,
            after_round: asked.after_round,
            objective: plan.needs_best_play().then_some(asked.objective),
            best_targets: None,
            outcome: Outcome::ALL.map(|outcome| source.outcome(outcome)),
            stalemate: if stop.stalemate { source.stopped() } else { nobody() },
            still_fighting: (!stop.stalemate).then(|| source.stopped()),
            ahead: source.ahead(),
            swing: source.swing(least_swing(plan.units())),
            sides,
            rounds: source.rounds(None),
            given: [Outcome::Attacker, Outcome::Defender].map(|outcome| given(outcome, plan, source)),
            unsure: None,
            notes: about.notes,
            warnings: Vec::new(),
            tail: source.tail(),
            elapsed: Duration::ZERO,
        }
    }

    /// How often the attacker won the battles of a run.
    #[must_use]
    pub fn won(run: &Run) -> Rate {
        Source::Counted(&run.tally, run.look_level.unwrap_or(CONFIDENCE)).outcome(Outcome::Attacker)
    }

    /// The rate of an outcome.
    #[must_use]
    pub fn rate(&self, outcome: Outcome) -> &Rate {
        &self.outcome[outcome.index()]
    }

    /// Battles a second; `None` if no time passed.
    #[must_use]
    pub fn battles_per_second(&self) -> Option<f64> {
        let seconds = self.elapsed.as_secs_f64();
        (seconds > 0.0).then(|| self.battles as f64 / seconds)
    }

    /// Ships of any group left the hex alive in some battle.
    #[must_use]
    pub fn anyone_retreated(&self) -> bool {
        self.sides.iter().any(|side| side.retreated() > 0.0)
    }

    /// Ships of any group were captured in some battle.
    #[must_use]
    pub fn anyone_captured(&self) -> bool {
        { self.sides.iter() }.any(|side| side.units.iter().any(|unit| unit.captured > 0.0))
    }

    /// Battles that were asked for at most.
    #[must_use]
    pub fn battles_asked(amount: &Amount) -> u64 {
        match *amount {
            Amount::Battles(battles) => battles,
            Amount::Precision { cap, .. } => cap,
        }
    }
}

/// A battle's notes, each once: both sides may have the same.
pub(super) fn notes(all: &[Note]) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    for note in all {
        if !notes.contains(&note.message) {
            notes.push(note.message.clone());
        }
    }
    notes
}

/// Rows of the plan that belong to the side.
fn rows(plan: &impl Fought, side: Side) -> impl Iterator<Item = usize> {
    let units = plan.units();
    (0..units.len()).filter(move |&row| units[row].side == side)
}

/// Both sides' figures; what one took the other has lost.
fn sides(about: &About, plan: &impl Fought, source: &dyn Figures) -> [SideOdds; 2] {
    let mut sides = Side::BOTH.map(|side| side_odds(side, about, plan, source));
    for side in Side::BOTH {
        for taken in sides[side.index()].captured.clone() {
            if let Some(unit) = sides[side.enemy().index()].units.get_mut(taken.group) {
                unit.captured = taken.mean().unwrap_or(0.0);
            }
        }
    }
    sides
}

fn side_odds(side: Side, about: &About, plan: &impl Fought, source: &dyn Figures) -> SideOdds {
    let fleet = &about.sides[side.index()];
    let units = rows(plan, side).zip(&fleet.groups).map(|(row, group)| {
        let unit = &plan.units()[row];
        let fielded = unit.fielded;
        UnitOdds {
            unit: group.unit.clone(),
            label: group.label.clone(),
            fielded,
            cost: unit.cost,
            removed: unit.is_removed(),
            may_leave: plan.may_leave(row),
            mean_fielded: source.fielded(row, fielded, None),
            fewest: source.fewest(row, fielded),
            all_left: source.all_left(row, fielded),
            none_left: source.none_left(row),
            retreated: source.retreated(row, None),
            survivors: source.survivors(row, None),
            captured: 0.0,
        }
    });
    SideOdds {
        side,
        name: fleet.name.clone(),
        cost: source.cost(side, plan),
        policy: fleet.policy.clone(),
        loss: source.loss(side.index(), None),
        losses: source.losses(side, plan),
        left: source.left(side.index(), None),
        units: units.collect(),
        captured: captured::taken(side, about, plan, source),
    }
}

fn given(outcome: Outcome, plan: &impl Fought, source: &dyn Figures) -> Option<Given> {
    let rate = source.outcome(outcome);
    rate.p().filter(|&p| p > 0.0).map(|_| Given {
        battles: rate.hits,
        rounds: source.rounds(Some(outcome)),
        sides: Side::BOTH.map(|side| GivenSide {
            loss: source.loss(side.index(), Some(outcome)),
            left: source.left(side.index(), Some(outcome)),
            survivors: rows(plan, side)
                .map(|row| source.survivors(row, Some(outcome)))
                .collect(),
            retreated: rows(plan, side)
                .filter_map(|row| source.retreated(row, Some(outcome)))
                .collect(),
            fielded: rows(plan, side)
                .map(|row| source.fielded(row, plan.units()[row].fielded, Some(outcome)))
                .collect(),
            captured: captured::of_rows(rows(plan, side), plan, source, outcome),
        }),
    })
}
