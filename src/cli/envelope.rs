//! `broadside odds --envelope`: the chance to win under each targeting policy of either side.

use super::answer::{Answer, deliver, prepared};
use super::args::{MethodArgs, OddsArgs, OutputArgs};
use super::failure::Failure;
use super::format::Format;
use super::interrupt::Interrupt;
use super::method::{Found, Unsolved, refused};
use crate::engine::exact::{self, Objective, Refusal};
use crate::engine::{Outcome, Plan, Run};
use crate::report::envelope::{Envelope, IN_ORDER};
use crate::report::{self, Asked, Failed, Odds, Page, Rate};
use crate::rules::space_empires::{Battle, Question, Target, lower};
use crate::spec::Side;
use std::time::Instant;

/// What is said if Parquet is wanted: a table of that name has a figure a row, and no policies.
const NO_PARQUET: &str = "`--envelope` is not written as Parquet: use .json or .csv";

/// What is said if best play is to be after CP: its row would lose to others.
const NOT_FOR_CP: &str = "`--envelope` is about the chance to win, and `optimal` in it means best for that: leave `--objective \
                          cp-swing` out";

/// Finds the chances as the arguments say and writes them.
pub fn run(args: &OddsArgs) -> Result<(), Failure> {
    let start = Instant::now();
    let (format, output, (battle, plan)) = prepared(&args.engagement, &args.output)?;
    if format == Format::Parquet {
        return Err(Failure::Usage(NO_PARQUET.to_owned()));
    }
    if args.how.objective() != Objective::Win {
        return Err(Failure::Usage(NOT_FOR_CP.to_owned()));
    }
    let mut question = Asking {
        how: &args.how,
        output: &args.output,
        asked: Asked {
            settings: args.how.settings(),
            after_round: args.engagement.after_round,
            objective: args.how.objective(),
        },
        known: Vec::new(),
    };
    let mut envelope = question.envelope(&battle, &plan, args.engagement.question())?;
    envelope.elapsed = start.elapsed();
    deliver(&envelope, format, &output, &args.output)
}

/// How chances are found, and those known already.
struct Asking<'a> {
    how: &'a MethodArgs,
    output: &'a OutputArgs,
    asked: Asked,
    /// Many policies make the same plan.
    known: Vec<(Plan, Rate)>,
}

impl Asking<'_> {
    fn envelope(&mut self, battle: &Battle, plan: &Plan, question: Question) -> Result<Envelope, Failure> {
        let given = Side::BOTH.map(|side| battle.sides[side.index()].policy.target.clone());
        // Best play comes last, and may have to be left out.
        let mut targets = given.each_ref().map(|given| {
            let in_order = Some(given.clone()).filter(|given| matches!(given, Target::Order(_)));
            let named = Target::NAMED.into_iter().chain(in_order);
            named.chain([Target::Optimal]).collect::<Vec<_>>()
        });
        let mut plans = pairs(battle, question, &targets);
        // A battle too large is refused before any is fought.
        for plan in without_last(&plans).iter().flat_map(|row| without_last(row)) {
            self.how.solves(plan)?;
        }
        let mut odds = self.odds(battle, plan)?;
        self.known.push((plan.clone(), *odds.rate(Outcome::Attacker)));

        let left_out = match self.best_play(&plans) {
            Ok(left_out) => left_out,
            Err(Unsolved::TooLarge { why, or, .. }) if !plan.needs_best_play() => {
                Some(or.map_or(why.clone(), |or| format!("{why}; {or}")))
            }
            Err(Unsolved::Refused(refusal @ Refusal::Boarding)) if !plan.needs_best_play() => {
                Some(format!("it is solved exactly, and {refusal}"))
            }
            Err(unsolved) => return Err(unsolved.into()),
        };
        match &left_out {
            None => odds.objective = Some(self.asked.objective),
            Some(_) => {
                plans.pop();
                plans.iter_mut().for_each(|row| _ = row.pop());
                targets.iter_mut().for_each(|targets| _ = targets.pop());
            }
        }
        let mut chances = Vec::new();
        for plans in &plans {
            let row: Result<Vec<Option<Rate>>, Failure> = plans.iter().map(|plan| self.chance(plan)).collect();
            chances.push(row?);
        }
        odds.partial |= chances.iter().flatten().any(Option::is_none);
        let name = |target: &Target| match target {
            Target::Order(_) => IN_ORDER.to_owned(),
            named => named.to_string(),
        };
        Ok(Envelope {
            policies: targets.each_ref().map(|targets| targets.iter().map(name).collect()),
            given: [0, 1].map(|side| {
                let place = targets[side].iter().position(|target| *target == given[side]);
                place.unwrap_or(0)
            }),
            chances,
            left_out,
            elapsed: odds.elapsed,
            odds,
        })
    }

    /// The odds under the policies given.
    fn odds(&mut self, battle: &Battle, plan: &Plan) -> Result<Odds, Failure> {
        if self.how.solves(plan)?
            && let Found::Exact { tally, elapsed, .. } = self.how.solved(self.output, plan, None)?
        {
            return Ok(Odds::exact(battle, plan, &tally, &self.asked, elapsed));
        }
        Ok(Odds::new(battle, plan, &self.fought(plan)?, &self.asked))
    }

    /// Works out what depends on best play. Returns why it is left out, if it is not wanted.
    fn best_play(&mut self, plans: &[Vec<Plan>]) -> Result<Option<String>, Unsolved> {
        if self.how.asks_for_dice() {
            return Ok(Some(
                "it is solved exactly, and battles with dice were asked for".to_owned(),
            ));
        }
        let mut best: Vec<&Plan> = Vec::new();
        for plan in plans.iter().flatten() {
            if plan.needs_best_play() && !best.contains(&plan) {
                best.push(plan);
            }
        }
        for plan in &best {
            if self.known.iter().all(|(known, _)| known != *plan) {
                let chance = self.how.best_chance(self.output, plan, best.len() as u64)?;
                self.known.push(((*plan).clone(), Rate::certain(chance, 0.0)));
            }
        }
        Ok(None)
    }

    /// The attacker's chance to win; `None` after an interrupt.
    fn chance(&mut self, plan: &Plan) -> Result<Option<Rate>, Failure> {
        if let Some((_, rate)) = self.known.iter().find(|(known, _)| known == plan) {
            return Ok(Some(*rate));
        }
        let rate = if self.how.solves(plan)? {
            let solving = self.how.solving(self.output);
            let tally = solving.work(|| exact::solve(plan))?.map_err(refused)?;
            Rate::certain(tally.outcomes[Outcome::Attacker.index()], tally.tail)
        } else {
            let run = self.fought(plan)?;
            if run.partial {
                return Ok(None);
            }
            Odds::won(&run)
        };
        self.known.push((plan.clone(), rate));
        Ok(Some(rate))
    }

    fn fought(&mut self, plan: &Plan) -> Result<Run, Failure> {
        let interrupt = Interrupt::fighting()?;
        let (run, _) = self.how.simulated(self.output, plan, None, &interrupt);
        Ok(run)
    }
}

/// All but the last.
fn without_last<T>(all: &[T]) -> &[T] {
    all.split_last().map_or(all, |(_, others)| others)
}

/// The plan of each pair of targeting policies; all other decisions are as the battle has them.
fn pairs(battle: &Battle, question: Question, targets: &[Vec<Target>; 2]) -> Vec<Vec<Plan>> {
    let plan = |attacker: &Target, defender: &Target| {
        let mut battle = battle.clone();
        for (fleet, target) in battle.sides.iter_mut().zip([attacker, defender]) {
            fleet.policy = fleet.policy.aiming(target.clone());
        }
        lower(&battle, question)
    };
    let row = |attacker| targets[1].iter().map(|defender| plan(attacker, defender)).collect();
    targets[0].iter().map(row).collect()
}

impl Answer for Envelope {
    fn partial(&self) -> bool {
        self.odds.partial
    }

    fn headline(&self) -> Vec<String> {
        self.headline()
    }

    fn page(&self) -> Page {
        self.page()
    }

    fn json(&self, timing: bool) -> Result<String, Failed> {
        report::json::envelope::render(self, timing)
    }

    fn csv(&self) -> Result<String, Failed> {
        self.csv()
    }

    fn parquet(&self) -> Result<Vec<u8>, Failed> {
        Err(Failed(NO_PARQUET.to_owned()))
    }

    fn time(&self) -> String {
        self.time()
    }
}
