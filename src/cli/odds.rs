//! `broadside odds`: solve or simulate, and report.

use super::answer::{Answer, deliver, prepared_as};
use super::args::OddsArgs;
use super::envelope;
use super::failure::Failure;
use super::method::{self, Found};
use super::unsure;
use crate::engine::Plan;
use crate::engine::exact::Objective;
use crate::report::headline::headline;
use crate::report::{self, Asked, Failed, Odds, Page, TidyTable};

/// What is said of optimal retreats for the chance to win.
const NOBODY_LEAVES: &str = "who is after the win of the hex never leaves it: --objective cp-swing makes optimal \
                             retreats a choice";

/// Finds the odds as the arguments say and writes them.
pub fn run(args: &OddsArgs) -> Result<(), Failure> {
    args.how.solving(&args.output).start_threads()?;
    if args.envelope {
        return envelope::run(args);
    }
    let (format, output, all) = prepared_as(&args.engagement, &args.output, |engagement| engagement.possibilities())?;
    let battle = match all.known() {
        Some(battle) if !battle.is_walkover() => battle.clone(),
        _ => return unsure::run_all(args, (format, output), &all),
    };
    if args.by_possibility || args.scouting {
        let asked = if args.scouting {
            "--scouting"
        } else {
            "--by-possibility"
        };
        return Err(Failure::Usage(format!(
            "`{asked}` is about battles in which not everything is known, and here everything is: leave something \
             open, such as a count of \"2-4\""
        )));
    }
    let plan = args.engagement.plan(&battle);
    let asked = Asked {
        settings: args.how.settings(),
        after_round: args.engagement.after_round,
        objective: args.how.objective(),
    };
    let odds = match args.how.find(&args.output, &plan, None)? {
        Found::Exact { tally, elapsed, .. } => {
            let mut odds = Odds::exact(&battle, &plan, &tally, &asked, elapsed);
            odds.best_targets = args
                .how
                .best_targets(&args.output, &battle, args.engagement.question())?;
            odds.notes.extend(nobody_leaves(&plan, asked.objective));
            odds
        }
        Found::Counted { run, .. } => {
            let mut odds = Odds::new(&battle, &plan, &run, &asked);
            odds.notes.extend(args.how.refused(&plan));
            odds
        }
    };
    deliver(&odds, format, &output, &args.output)
}

/// What is said of optimal retreats for the chance to win, if there are such.
pub fn nobody_leaves(plan: &Plan, objective: Objective) -> Option<String> {
    let may_leave = plan.orders.iter().any(|orders| orders.best.retreat);
    (may_leave && objective == Objective::Win).then(|| NOBODY_LEAVES.to_owned())
}

impl Answer for Odds {
    fn partial(&self) -> bool {
        self.partial
    }

    fn time(&self) -> String {
        method::time(self)
    }

    fn headline(&self) -> Vec<String> {
        headline(self)
    }

    fn page(&self) -> Page {
        report::summary::page(self)
    }

    fn json(&self, timing: bool) -> Result<String, Failed> {
        report::json::render(self, timing)
    }

    fn csv(&self) -> Result<String, Failed> {
        report::csv::render(&TidyTable::of(self))
    }

    fn parquet(&self) -> Result<Vec<u8>, Failed> {
        report::parquet::render(&TidyTable::of(self))
    }
}
