//! Forms of output, by name and by a file's ending.

use super::failure::Failure;
use crate::report::parquet;
use clap::ValueEnum;
use std::path::Path;

/// Form of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Tables for a terminal
    Table,
    /// For programs
    Json,
    /// One long table, a figure a row
    Csv,
    /// Tables for forums
    Markdown,
    /// A columnar file; only with --out
    #[value(skip)]
    Parquet,
}

/// Form of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PageFormat {
    /// Tables for a terminal
    Table,
    /// For programs: arrays of objects
    Json,
    /// Comma-separated values
    Csv,
    /// Tables for forums
    Markdown,
}

impl Format {
    /// The form that is meant by the option and the output file together.
    pub fn meant(option: Option<Format>, out: Option<&Path>) -> Result<Format, Failure> {
        let Some(path) = out else {
            return Ok(option.unwrap_or(Format::Table));
        };
        let shown = path.display();
        let ending = Format::of_ending(path);
        if let (None, Some(Format::Parquet), Some(reason)) = (option, ending, parquet::NOT_BUILT) {
            return Err(Failure::Usage(reason.to_owned()));
        }
        match (option, ending) {
            (Some(option), Some(ending)) if option != ending => Err(Failure::Usage(format!(
                "`--format {}` and the ending of `{shown}` disagree: leave out the option or change the ending",
                option.name()
            ))),
            (Some(format), _) | (None, Some(format)) => Ok(format),
            (None, None) => Err(Failure::Usage(format!(
                "the ending of `{shown}` names no format: use .json, .csv, .md, .txt or .parquet, or give --format"
            ))),
        }
    }

    /// The form that a file's ending names.
    fn of_ending(path: &Path) -> Option<Format> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "json" => Some(Format::Json),
            "csv" => Some(Format::Csv),
            "md" | "markdown" => Some(Format::Markdown),
            "txt" => Some(Format::Table),
            "parquet" => Some(Format::Parquet),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Format::Table => "table",
            Format::Json => "json",
            Format::Csv => "csv",
            Format::Markdown => "markdown",
            Format::Parquet => "parquet",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meant(option: Option<Format>, out: Option<&str>) -> Option<Format> {
        Format::meant(option, out.map(Path::new)).ok()
    }

    #[test]
    fn the_ending_says_the_format() {
        assert_eq!(meant(None, Some("a/b.JSON")), Some(Format::Json));
        assert_eq!(meant(None, Some("b.md")), Some(Format::Markdown));
        assert_eq!(meant(None, Some("b.txt")), Some(Format::Table));
        assert_eq!(meant(None, None), Some(Format::Table));
        assert_eq!(meant(Some(Format::Csv), None), Some(Format::Csv));
    }

    #[test]
    fn unknown_and_contradicting_endings_are_faults() {
        assert_eq!(meant(None, Some("b.xls")), None);
        assert_eq!(meant(None, Some("/dev/stdout")), None);
        assert_eq!(meant(Some(Format::Json), Some("/dev/stdout")), Some(Format::Json));
        assert_eq!(meant(Some(Format::Json), Some("b.csv")), None);
        assert_eq!(meant(Some(Format::Json), Some("b.json")), Some(Format::Json));
    }
}
