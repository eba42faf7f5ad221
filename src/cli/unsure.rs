//! `broadside odds` where not everything is known: every possible battle, weighed by its chance.

use super::answer::deliver;
use super::args::OddsArgs;
use super::failure::Failure;
use super::format::Format;
use super::interrupt::Interrupt;
use super::method::Found;
use super::odds;
use super::output::Output;
use super::progress::Progress;
use super::scouting;
use crate::engine::exact::ExactTally;
use crate::engine::run::looks;
use crate::engine::statistics::CONFIDENCE;
use crate::engine::strata::{LEAST_BATTLES, seed_of, shares};
use crate::engine::{Amount, Outcome, Plan, Run, Settings, run};
use crate::report::mixture::{Mixture, Possible, Whole, with_captured};
use crate::report::source::Source;
use crate::report::{Asked, Odds, figure};
use crate::rules::space_empires::{Possibilities, lower};
use std::time::Instant;

/// What was found of all possibilities, one each.
struct FoundAll {
    each: Vec<Figures>,
    partial: bool,
    look_level: Option<f64>,
}

/// What was found of a possibility.
enum Figures {
    Exact(ExactTally),
    Counted(Run, u64),
}

/// Finds the odds over all possibilities and writes them.
pub fn run_all(args: &OddsArgs, (format, output): (Format, Output), all: &Possibilities) -> Result<(), Failure> {
    let start = Instant::now();
    let question = args.engagement.question();
    let plans: Vec<Plan> = all.list.iter().map(|one| lower(&one.battle, question)).collect();
    if let Some(plan) = plans.first() {
        args.how.objective_is_of_use(plan)?;
    }
    let found = find(args, all, &plans)?;
    let asked = Asked {
        settings: args.how.settings(),
        after_round: question.after_round,
        objective: args.how.objective(),
    };
    let level = found.look_level.unwrap_or(CONFIDENCE);
    let layout = all.layout();
    let whole = lower(&layout, question);
    let rows = all.rows();
    let possible =
        { found.each.iter() }
            .zip(rows)
            .zip(all.list.iter().zip(&plans))
            .map(|((figures, rows), (one, plan))| Possible {
                weight: one.weight,
                source: match figures {
                    Figures::Exact(tally) => Source::Exact(tally),
                    Figures::Counted(run, _) => Source::Counted(&run.tally, level),
                },
                plan,
                seed: match figures {
                    Figures::Exact(_) => None,
                    Figures::Counted(_, seed) => Some(*seed),
                },
                rows: with_captured(&whole, plan, rows),
            });
    let mixture = Mixture {
        possible: possible.collect(),
        level,
    };
    let whole = Whole {
        battle: &layout,
        plan: &whole,
        partial: found.partial,
        look_level: found.look_level,
        elapsed: start.elapsed(),
    };
    let mut odds = Odds::mixed(all, &whole, &mixture, &asked);
    odds.notes.extend(odds::nobody_leaves(whole.plan, asked.objective));
    if let Some(unsure) = &mut odds.unsure {
        unsure.listed = args.by_possibility;
        if args.scouting {
            unsure.scouting = scouting::worth(args, all)?;
        }
    }
    odds.elapsed = start.elapsed();
    deliver(&odds, format, &output, &args.output)
}

fn find(args: &OddsArgs, all: &Possibilities, plans: &[Plan]) -> Result<FoundAll, Failure> {
    let fought: Vec<usize> = (0..plans.len())
        .filter(|&k| !all.list[k].battle.is_walkover())
        .collect();
    let fights: Vec<&Plan> = fought.iter().map(|&k| &plans[k]).collect();
    let mut found = FoundAll {
        each: plans
            .iter()
            .map(|plan| Figures::Exact(ExactTally::unfought(plan)))
            .collect(),
        partial: false,
        look_level: None,
    };
    if args.how.solves_all(&fights)? {
        for &k in &fought {
            if let Found::Exact { tally, .. } = args.how.solved(&args.output, &plans[k], None)? {
                found.each[k] = Figures::Exact(tally);
            }
        }
        return Ok(found);
    }
    let strata = Strata {
        args,
        weights: fought.iter().map(|&k| all.list[k].weight).collect(),
        plans: fights,
        interrupt: Interrupt::fighting()?,
        progress: Progress::new(args.output.quiet, args.how.precision.is_some()),
    };
    let (runs, level) = strata.simulated()?;
    strata.progress.finish();
    if runs.iter().any(|run| run.tally.battles() == 0) {
        return Err(Failure::Run(
            "interrupted before every possibility had its battles: there is no estimate of the whole".to_owned(),
        ));
    }
    found.partial = runs.iter().any(|run| run.partial);
    found.look_level = level;
    for (stratum, (k, run)) in fought.into_iter().zip(runs).enumerate() {
        found.each[k] = Figures::Counted(run, seed_of(args.how.seed.unwrap_or(0), stratum));
    }
    Ok(found)
}

/// Possibilities that are simulated.
struct Strata<'a> {
    args: &'a OddsArgs,
    weights: Vec<f64>,
    plans: Vec<&'a Plan>,
    interrupt: Interrupt,
    progress: Progress,
}

impl Strata<'_> {
    /// A run each, and the level of the looks' intervals, if there were looks.
    fn simulated(&self) -> Result<(Vec<Run>, Option<f64>), Failure> {
        let (half_width, cap) = match self.args.how.settings().amount {
            Amount::Battles(battles) => return Ok((self.runs(battles)?, None)),
            Amount::Precision { half_width, cap } => (half_width, cap),
        };
        let looks = looks(cap);
        let level = 1.0 - (1.0 - CONFIDENCE) / looks.len() as f64;
        let mut runs = Vec::new();
        for look in looks {
            runs = self.runs(look)?;
            let narrow = self.half_width(&runs, level) <= half_width;
            if narrow || runs.iter().any(|run| run.partial) {
                break;
            }
        }
        Ok((runs, Some(level)))
    }

    /// Half-width of the interval for the attacker's chance to win the battles that are fought.
    fn half_width(&self, runs: &[Run], level: f64) -> f64 {
        let possible = { runs.iter() }
            .zip(&self.plans)
            .zip(&self.weights)
            .map(|((run, plan), &weight)| Possible {
                weight,
                source: Source::Counted(&run.tally, level),
                plan,
                seed: None,
                rows: Vec::new(),
            });
        let mixture = Mixture {
            possible: possible.collect(),
            level,
        };
        mixture.interval(Outcome::Attacker).half_width()
    }

    /// So many battles in all, shared out by weight.
    fn runs(&self, battles: u64) -> Result<Vec<Run>, Failure> {
        let all: f64 = self.weights.iter().sum();
        let weights: Vec<f64> = self.weights.iter().map(|weight| weight / all).collect();
        let Some(shares) = shares(&weights, battles) else {
            return Err(Failure::Usage(format!(
                "{} for {} possible battles: each needs at least {LEAST_BATTLES}; raise `--battles`",
                figure::battles(battles),
                weights.len()
            )));
        };
        let settings = self.args.how.settings();
        let mut before = 0;
        let mut runs = Vec::new();
        for (stratum, (&plan, &share)) in self.plans.iter().zip(&shares).enumerate() {
            let own = Settings {
                seed: seed_of(settings.seed, stratum),
                amount: Amount::Battles(share),
                threads: settings.threads,
            };
            let tell = |done, _| self.progress.tell(before + done, battles);
            runs.push(run(plan, &own, &tell, &self.interrupt.cancel));
            before += share;
        }
        Ok(runs)
    }
}
