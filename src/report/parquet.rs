//! The tidy table as a Parquet file, for those who collect many results.

use super::Failed;
use super::tidy::TidyTable;

/// Why there is no Parquet, and what to use instead; `None` where there is.
pub const NOT_BUILT: Option<&str> = if cfg!(feature = "polars") {
    None
} else {
    Some("this build cannot write Parquet (it lacks the feature `polars`): write .csv instead")
};

/// The table as the bytes of a Parquet file.
///
/// # Errors
///
/// If the program was built without the feature `polars`.
#[cfg(not(feature = "polars"))]
pub fn render(_: &TidyTable) -> Result<Vec<u8>, Failed> {
    Err(Failed(NOT_BUILT.unwrap_or_default().to_owned()))
}

/// The table as the bytes of a Parquet file: the columns of [`TidyTable`] under their names.
///
/// # Errors
///
/// If the table cannot be encoded, which no result should bring about.
#[cfg(feature = "polars")]
pub fn render(table: &TidyTable) -> Result<Vec<u8>, Failed> {
    polars::write(polars::columns(table)).map_err(|error| Failed(format!("cannot encode Parquet: {error}")))
}

#[cfg(feature = "polars")]
mod polars {
    use super::TidyTable;
    use polars_core::prelude::*;
    use polars_parquet::write::{
        CompressionOptions, FileWriter, StatisticsOptions, Version, WriteOptions, get_dtype_encoding, row_group_iter,
    };

    /// The table's columns.
    pub fn columns(table: &TidyTable) -> Vec<Column> {
        vec![
            Column::new("seed".into(), &table.seed),
            Column::new("battles".into(), &table.battles),
            Column::new("partial".into(), &table.partial),
            Column::new("given".into(), &table.given),
            Column::new("side".into(), &table.side),
            Column::new("unit".into(), &table.unit),
            Column::new("measure".into(), &table.measure),
            Column::new("at".into(), &table.at),
            Column::new("value".into(), &table.value),
            Column::new("low".into(), &table.low),
            Column::new("high".into(), &table.high),
        ]
    }

    /// Columns of equal length as one uncompressed row group.
    pub fn write(columns: Vec<Column>) -> PolarsResult<Vec<u8>> {
        let frame = DataFrame::new_infer_height(columns)?;
        let level = CompatLevel::newest();
        let fields = frame.schema().iter_fields().collect::<Vec<_>>();
        let schema: ArrowSchema = (fields.iter())
            .map(|field| {
                (
                    field.name().clone(),
                    field.dtype().to_arrow_field(field.name().clone(), level),
                )
            })
            .collect();
        let options = WriteOptions {
            statistics: StatisticsOptions::default(),
            version: Version::V1,
            compression: CompressionOptions::Uncompressed,
            data_page_size: None,
        };
        let encodings: Vec<_> = schema
            .iter_values()
            .map(|field| get_dtype_encoding(&field.dtype))
            .collect();
        let mut file = FileWriter::try_new(Vec::new(), schema, options)?;
        for batch in frame.iter_chunks(level, false).filter(|batch| !batch.is_empty()) {
            let columns = file.parquet_schema().fields().to_vec();
            let rows = batch.len() as u64;
            file.write(rows, row_group_iter(batch, encodings.clone().into(), columns, options))?;
        }
        file.end(None)?;
        Ok(file.into_inner())
    }
}
