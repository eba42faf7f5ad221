//! The arguments of `broadside catalog`.

use super::Game;
use crate::cli::format::PageFormat;
use crate::cli::values;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
#[command(after_help = CATALOG_EXAMPLES)]
pub struct CatalogArgs {
    /// What to list; without it everything
    #[arg(value_enum)]
    pub subject: Option<Subject>,
    /// Game whose catalog it is [default: that of the edition or of the list, else space-empires]
    #[arg(long, value_enum)]
    pub game: Option<Game>,
    /// Edition of the rules [default: all-good-things, or second-dawn]
    #[arg(long, ignore_case = true, value_parser = PossibleValuesParser::new(values::edition_names()))]
    pub edition: Option<String>,
    /// Form of the lists
    #[arg(long, value_enum, default_value_t = PageFormat::Table)]
    pub format: PageFormat,
}

const CATALOG_EXAMPLES: &str = "\
Examples:
  broadside catalog units
  broadside catalog technologies --edition base
  broadside catalog --format markdown
  broadside catalog parts --edition new-dawn";

/// What the catalog lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Subject {
    /// The ship chart
    Units,
    /// Ship parts of Eclipse
    Parts,
    /// Species of Eclipse, their blueprints and first ships
    Species,
    /// The research chart
    Technologies,
    /// What can be in a hex
    Terrain,
    /// How a side can decide
    Policies,
    /// Special abilities of ships, and who may have them
    Abilities,
    /// Doubtful points of the rules, and what can be chosen
    Rules,
}
