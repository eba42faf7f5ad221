//! `broadside odds`: solve or simulate, and report.

use super::answer::{Answer, deliver, prepared};
use super::args::OddsArgs;
use super::envelope;
use super::failure::Failure;
use super::method::{self, Found};
use crate::engine::exact::Objective;
use crate::report::headline::headline;
use crate::report::{self, Asked, Failed, Odds, Page, TidyTable};

/// What is said of optimal retreats for the chance to win.
const NOBODY_LEAVES: &str = "who is after the win of the hex never leaves it: --objective cp-swing makes optimal \
                             retreats a choice";

/// Finds the odds as the arguments say and writes them.
pub fn run(args: &OddsArgs) -> Result<(), Failure> {
    if args.envelope {
        return envelope::run(args);
    }
    let (format, output, (battle, plan)) = prepared(&args.engagement, &args.output)?;
    let asked = Asked {
        settings: args.how.settings(),
        after_round: args.engagement.after_round,
        objective: args.how.objective(),
    };
    let odds = match args.how.find(&args.output, &plan, None)? {
        Found::Exact { tally, elapsed, .. } => {
            let mut odds = Odds::exact(&battle, &plan, &tally, &asked, elapsed);
            odds.best_targets = args.how.best_targets(&battle, args.engagement.question());
            let may_leave = plan.orders.iter().any(|orders| orders.best.retreat);
            if may_leave && asked.objective == Objective::Win {
                odds.notes.push(NOBODY_LEAVES.to_owned());
            }
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
