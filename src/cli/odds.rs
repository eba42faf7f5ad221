//! `broadside odds`: solve or simulate, and report.

use super::args::{Method, OddsArgs};
use super::failure::Failure;
use super::format::Format;
use super::interrupt::Interrupt;
use super::output::Output;
use super::progress::{Progress, speed};
use super::terminal;
use crate::engine::{Amount, Plan, Run, Settings, exact, run as simulate};
use crate::report::headline::headline;
use crate::report::{self, Asked, Odds, TidyTable, figure};
use std::io::{self, IsTerminal, Write};
use std::time::Instant;

/// Battles if nothing else is said.
const BATTLES: u64 = 1_000_000;

/// Most battles for a precision if nothing else is said.
const PRECISION_CAP: u64 = 1_000_000_000;

/// Most states of a battle that is solved unasked: a fraction of a second.
const AUTO_STATES: u64 = 300_000;

/// The same where somebody shoots at random, which leads to every state.
const AUTO_STATES_AT_RANDOM: u64 = 30_000;

/// Finds the odds as the arguments say and writes them.
pub fn run(args: &OddsArgs) -> Result<(), Failure> {
    let format = Format::meant(args.format, args.out.as_deref())?;
    let (battle, plan) = args.engagement.battle()?;
    let output = Output::open(args.out.as_deref())?;
    output.must_not_be(&args.engagement.files())?;

    let asked = Asked {
        settings: Settings {
            seed: args.seed.unwrap_or(0),
            amount: amount(args),
            threads: usize::from(args.threads),
        },
        after_round: args.engagement.after_round,
    };
    let odds = if solves(args, &plan)? {
        let start = Instant::now();
        let tally = exact::solve(&plan).map_err(|refusal| Failure::Usage(refusal.to_string()))?;
        Odds::exact(&battle, &plan, &tally, &asked, start.elapsed())
    } else {
        Odds::new(&battle, &plan, &simulated(args, &plan, &asked.settings)?, &asked)
    };
    output.write(&render(&odds, format, &output, args.timing)?)?;
    if output.is_file() && !args.quiet && io::stderr().is_terminal() {
        // There is nowhere left to say so if standard error is closed.
        let _ = writeln!(io::stderr(), "{}", headline(&odds).join(". "));
    }
    if args.timing || (format == Format::Table && !output.is_file() && io::stdout().is_terminal()) {
        tell_time(&odds);
    }
    if odds.partial {
        Err(Failure::Interrupted)
    } else {
        Ok(())
    }
}

/// Whether the battle is to be solved, not simulated.
fn solves(args: &OddsArgs, plan: &Plan) -> Result<bool, Failure> {
    let by_dice = args.battles.is_some() || args.precision.is_some() || args.seed.is_some();
    match args.method {
        Method::Simulate => Ok(false),
        Method::Exact if by_dice => Err(Failure::Usage(
            "`--battles`, `--precision` and `--seed` are about simulation, not about `--method exact`".to_owned(),
        )),
        // Nothing is listed for a battle that is too large at first sight.
        Method::Exact if least_states(plan) > args.exact_limit => Err(Failure::Usage(format!(
            "the battle has more states than the limit of {}: simulate it",
            figure::whole(args.exact_limit)
        ))),
        Method::Exact => match exact::size(plan) {
            Ok(size) if size.states <= args.exact_limit => Ok(true),
            Ok(size) => Err(Failure::Usage(format!(
                "the battle has {} states, more than the limit of {}: simulate it, or raise `--exact-limit` \
                 (it would take {:.1} GB of memory)",
                figure::whole(size.states),
                figure::whole(args.exact_limit),
                size.bytes as f64 / 1e9
            ))),
            Err(refusal) => Err(Failure::Usage(format!("{refusal}: simulate the battle"))),
        },
        Method::Auto => {
            let random = plan.steps.iter().any(|step| step.random);
            let most = if random { AUTO_STATES_AT_RANDOM } else { AUTO_STATES };
            Ok(!by_dice && least_states(plan) <= most && exact::size(plan).is_ok_and(|size| size.states <= most))
        }
    }
}

/// States that the battle has at least: the ships left of every slot.
fn least_states(plan: &Plan) -> u64 {
    let ships = plan.slots.iter().map(|slot| u64::from(slot.start) + 1);
    ships.fold(1, u64::saturating_mul)
}

/// Fights the battles, with a bar, until they are fought or Ctrl-C.
fn simulated(args: &OddsArgs, plan: &Plan, settings: &Settings) -> Result<Run, Failure> {
    let interrupt = Interrupt::watch()?;
    let progress = Progress::new(args.quiet, args.precision.is_some());
    let tell = |done, expected| progress.tell(done, expected);
    let run = simulate(plan, settings, &tell, &interrupt.cancel);
    interrupt.fought();
    progress.finish();
    Ok(run)
}

fn amount(args: &OddsArgs) -> Amount {
    match args.precision {
        Some(half_width) => Amount::Precision {
            half_width,
            cap: args.battles.unwrap_or(PRECISION_CAP),
        },
        None => Amount::Battles(args.battles.unwrap_or(BATTLES)),
    }
}

fn render(odds: &Odds, format: Format, output: &Output, timing: bool) -> Result<Vec<u8>, Failure> {
    let rendered = match format {
        Format::Table => {
            Ok(report::table::render(&report::summary::page(odds), terminal::look(output.is_file())).into_bytes())
        }
        Format::Markdown => Ok(report::markdown::render(&report::summary::page(odds)).into_bytes()),
        Format::Json => report::json::render(odds, timing).map(String::into_bytes),
        Format::Csv => report::csv::render(&TidyTable::of(odds)).map(String::into_bytes),
        Format::Parquet => report::parquet::render(&TidyTable::of(odds)),
    };
    rendered.map_err(|failed| Failure::Run(failed.to_string()))
}

/// On standard error, so that equal runs give equal bytes on standard output.
fn tell_time(odds: &Odds) {
    let speed = odds
        .battles_per_second()
        .map_or_else(String::new, |battles| format!(", {}", speed(battles)));
    let seconds = odds.elapsed.as_secs_f64();
    if odds.method == report::Method::Exact {
        let _ = writeln!(io::stderr(), "solved in {seconds:.3} s");
        return;
    }
    let _ = writeln!(
        io::stderr(),
        "{} in {seconds:.2} s{speed}",
        figure::battles(odds.battles)
    );
}
