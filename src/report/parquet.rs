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
    use polars_arrow::array::{Array, BooleanArray, Float64Array, Int64Array, UInt64Array, Utf8ViewArray};
    use polars_arrow::datatypes::{ArrowSchema, Field};
    use polars_arrow::record_batch::RecordBatch;
    use polars_parquet::parquet::error::ParquetError;
    use polars_parquet::write::{
        CompressionOptions, FileWriter, StatisticsOptions, Version, WriteOptions, get_dtype_encoding, row_group_iter,
    };
    use std::sync::Arc;

    /// The table's columns.
    pub fn columns(table: &TidyTable) -> Vec<(&'static str, Box<dyn Array>)> {
        let text = |values: &[&'static str]| Utf8ViewArray::from_slice_values(values).boxed();
        let count = |values: &Vec<Option<u64>>| UInt64Array::from(values.clone()).boxed();
        let figure = |values: &Vec<Option<f64>>| Float64Array::from(values.clone()).boxed();
        vec![
            ("seed", count(&table.seed)),
            ("battles", count(&table.battles)),
            ("partial", BooleanArray::from_slice(&table.partial).boxed()),
            ("given", text(&table.given)),
            ("side", text(&table.side)),
            ("group", count(&table.group)),
            ("unit", Utf8ViewArray::from_slice_values(&table.unit).boxed()),
            ("measure", text(&table.measure)),
            ("at", Int64Array::from(table.at.clone()).boxed()),
            ("value", figure(&table.value)),
            ("low", figure(&table.low)),
            ("high", figure(&table.high)),
        ]
    }

    /// Columns of equal length as one uncompressed row group.
    pub fn write(columns: Vec<(&'static str, Box<dyn Array>)>) -> Result<Vec<u8>, ParquetError> {
        let field = |(name, array): &(&str, Box<dyn Array>)| {
            let field = Field::new((*name).into(), array.dtype().clone(), true);
            (field.name.clone(), field)
        };
        let schema: ArrowSchema = columns.iter().map(field).collect();
        let arrays: Vec<Box<dyn Array>> = columns.into_iter().map(|(_, array)| array).collect();
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
        let rows = arrays.first().map_or(0, |array| array.len());
        let mut file = FileWriter::try_new(Vec::new(), schema.clone(), options)?;
        let fields = file.parquet_schema().fields().to_vec();
        let batch = RecordBatch::new(rows, Arc::new(schema), arrays);
        file.write(rows as u64, row_group_iter(batch, encodings.into(), fields, options))?;
        file.end(None)?;
        Ok(file.into_inner())
    }
}
