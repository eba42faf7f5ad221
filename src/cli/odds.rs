//! `broadside odds`: simulate and report.

use super::args::OddsArgs;
use super::failure::Failure;
use super::format::Format;
use super::interrupt::Interrupt;
use super::output::Output;
use super::progress::{Progress, speed};
use super::terminal;
use crate::engine::{Amount, Settings, run as simulate};
use crate::report::headline::headline;
use crate::report::{self, Asked, Odds, TidyTable, figure};
use std::io::{self, IsTerminal, Write};

/// Battles if nothing else is said.
const BATTLES: u64 = 1_000_000;

/// Most battles for a precision if nothing else is said.
const PRECISION_CAP: u64 = 1_000_000_000;

/// Simulates what the arguments say and writes the result.
pub fn run(args: &OddsArgs) -> Result<(), Failure> {
    let format = Format::meant(args.format, args.out.as_deref())?;
    let settings = Settings {
        seed: args.seed,
        amount: amount(args),
        threads: usize::from(args.threads),
    };
    let (battle, plan) = args.engagement.battle()?;
    let output = Output::open(args.out.as_deref())?;
    output.must_not_be(&args.engagement.files())?;

    let interrupt = Interrupt::watch()?;
    let progress = Progress::new(args.quiet, args.precision.is_some());
    let result = simulate(
        &plan,
        &settings,
        &|done, expected| progress.tell(done, expected),
        &interrupt.cancel,
    );
    interrupt.fought();
    progress.finish();

    let asked = Asked {
        settings,
        after_round: args.engagement.after_round,
    };
    let odds = Odds::new(&battle, &plan, &result, &asked);
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
    let _ = writeln!(
        io::stderr(),
        "{} in {seconds:.2} s{speed}",
        figure::battles(odds.battles)
    );
}
