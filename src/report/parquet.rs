//! The tidy table as a Parquet file, for those who collect many results.

use super::Failed;
use super::tidy::TidyTable;

/// The table as the bytes of a Parquet file.
///
/// # Errors
///
/// Always: this build has no Parquet writer.
pub fn render(table: &TidyTable) -> Result<Vec<u8>, Failed> {
    let _ = table;
    Err(Failed(NOT_BUILT.to_owned()))
}

/// Why there is no Parquet, and what to use instead.
pub const NOT_BUILT: &str = "this build cannot write Parquet: write .csv instead";
