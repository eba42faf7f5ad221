//! What a command that finds figures has in common with others: its files and forms, and how its
//! answer is written.

use super::args::{EngagementArgs, OutputArgs};
use super::failure::Failure;
use super::format::Format;
use super::interrupt::Interrupt;
use super::output::Output;
use super::terminal;
use crate::engine::Plan;
use crate::report::{self, Failed, Page};
use crate::rules::space_empires::Battle;
use std::io::{self, IsTerminal, Write};

/// A result that can be written in every form.
pub trait Answer {
    /// It was interrupted: fewer battles than asked for.
    fn partial(&self) -> bool {
        false
    }

    /// How long it took, in words.
    fn time(&self) -> String;

    /// The answer in a sentence or two.
    fn headline(&self) -> Vec<String>;

    /// For people.
    fn page(&self) -> Page;

    /// For programs.
    fn json(&self, timing: bool) -> Result<String, Failed>;

    /// For spreadsheets and data frames.
    fn csv(&self) -> Result<String, Failed>;

    /// For those who collect many results.
    fn parquet(&self) -> Result<Vec<u8>, Failed>;
}

/// The form and the place of the answer, and the battle: every fault of the arguments is found before
/// anything is computed.
pub fn prepared(engagement: &EngagementArgs, output: &OutputArgs) -> Result<(Format, Output, (Battle, Plan)), Failure> {
    prepared_as(engagement, output, |engagement| engagement.battle())
}

/// As [`prepared`], with the battle that `read` makes of the arguments.
pub fn prepared_as<T>(
    engagement: &EngagementArgs,
    output: &OutputArgs,
    read: impl FnOnce(&EngagementArgs) -> Result<T, Failure>,
) -> Result<(Format, Output, T), Failure> {
    // What is read can be large enough already to be tired of.
    Interrupt::solving()?;
    let format = Format::meant(output.format, output.out.as_deref())?;
    let battle = read(engagement)?;
    let place = Output::open(output.out.as_deref())?;
    place.must_not_be(&engagement.files())?;
    Ok((format, place, battle))
}

/// Writes the answer, and says how long it took where somebody looks or asked.
pub fn deliver(answer: &impl Answer, format: Format, output: &Output, args: &OutputArgs) -> Result<(), Failure> {
    Interrupt::writing()?;
    output.write(&render(answer, format, output, args.timing)?)?;
    if output.is_file() && !args.quiet && io::stderr().is_terminal() {
        // There is nowhere left to say so if standard error is closed.
        let _ = writeln!(io::stderr(), "{}", answer.headline().join(". "));
    }
    if args.timing || (format == Format::Table && !output.is_file() && io::stdout().is_terminal()) {
        // On standard error, so that equal runs give equal bytes on standard output.
        let _ = writeln!(io::stderr(), "{}", answer.time());
    }
    if answer.partial() {
        Err(Failure::Interrupted)
    } else {
        Ok(())
    }
}

fn render(answer: &impl Answer, format: Format, output: &Output, timing: bool) -> Result<Vec<u8>, Failure> {
    let rendered = match format {
        Format::Table => Ok(report::table::render(&answer.page(), terminal::look(output.is_file())).into_bytes()),
        Format::Markdown => Ok(report::markdown::render(&answer.page()).into_bytes()),
        Format::Json => answer.json(timing).map(String::into_bytes),
        Format::Csv => answer.csv().map(String::into_bytes),
        Format::Parquet => answer.parquet(),
    };
    rendered.map_err(|failed| Failure::Run(failed.to_string()))
}
