//! The tidy table as CSV.

use super::Failed;
use super::tidy::TidyTable;

/// The table's rows under a header, for spreadsheets and data frames; see [`TidyTable`].
///
/// # Errors
///
/// If the table cannot be written, which a string in memory does not give cause for.
pub fn render(table: &TidyTable) -> Result<String, Failed> {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    writer.write_record([
        "seed", "battles", "partial", "given", "side", "group", "unit", "measure", "at", "value", "low", "high",
    ])?;
    let number = |value: Option<f64>| {
        value
            .filter(|x| x.is_finite())
            .map(|x| x.to_string())
            .unwrap_or_default()
    };
    let whole = |value: Option<u64>| value.map(|value| value.to_string()).unwrap_or_default();
    for row in 0..table.measure.len() {
        writer.write_record([
            whole(table.seed[row]),
            whole(table.battles[row]),
            table.partial[row].to_string(),
            table.given[row].to_owned(),
            table.side[row].to_owned(),
            whole(table.group[row]),
            table.unit[row].clone(),
            table.measure[row].to_owned(),
            table.at[row].map(|at| at.to_string()).unwrap_or_default(),
            number(table.value[row]),
            number(table.low[row]),
            number(table.high[row]),
        ])?;
    }
    super::text(writer.into_inner().map_err(|error| Failed(error.to_string()))?)
}

/// A page's tables as CSV, one below the other with an empty line between.
///
/// # Errors
///
/// As [`render`].
pub fn render_page(page: &super::Page) -> Result<String, Failed> {
    let mut parts = Vec::new();
    for section in &page.sections {
        let mut writer = ::csv::Writer::from_writer(Vec::new());
        writer.write_record(section.columns.iter().map(|column| &column.title))?;
        for row in &section.rows {
            writer.write_record(row)?;
        }
        parts.push(super::text(
            writer.into_inner().map_err(|error| Failed(error.to_string()))?,
        )?);
    }
    Ok(parts.join("\n"))
}
