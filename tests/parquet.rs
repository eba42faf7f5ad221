//! The Parquet file, read back by the crate that others would read it with.
#![cfg(feature = "polars")]

use assert_cmd::Command;
use polars_core::prelude::*;
use polars_parquet::read;
use std::io::Cursor;

/// Reads a file of flat columns.
fn read_parquet(bytes: &[u8]) -> PolarsResult<DataFrame> {
    let meta = read::read_metadata(&mut Cursor::new(bytes))?;
    let schema = read::infer_schema(&meta)?;
    let mut columns = Vec::new();
    for field in schema.iter_values() {
        let mut series = Series::new_empty(field.name.clone(), &DataType::from_arrow_field(field));
        for group in &meta.row_groups {
            let (mut pages, mut types) = (vec![], vec![]);
            for chunk in group.columns_under_root_iter(&field.name).into_iter().flatten() {
                let range = chunk.byte_range();
                let data = bytes[range.start as usize..range.end as usize].to_vec();
                let page = read::PageReader::new(Cursor::new(data.into()), chunk, vec![], usize::MAX);
                pages.push(read::BasicDecompressor::new(page, vec![]));
                types.push(&chunk.descriptor().descriptor.primitive_type);
            }
            let (arrays, _) = read::column_iter_to_arrays(pages, types, field.clone(), None)?;
            series.append(&Series::try_from((field, arrays))?)?;
        }
        columns.push(series.into_column());
    }
    DataFrame::new(meta.num_rows, columns)
}

#[test]
fn parquet_holds_the_same_figures_as_csv() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str| {
        let file = folder.path().join(name);
        let mut command = Command::cargo_bin("broadside").unwrap();
        command
            .args(["odds", "2 CA a1 + 1 T + 1 CO", "3 DD d1", "--battles", "20000", "--out"])
            .arg(&file);
        command.assert().success();
        std::fs::read(file).unwrap()
    };
    let frame = read_parquet(&write("odds.parquet")).unwrap();
    let csv = write("odds.csv");
    let mut csv = csv::Reader::from_reader(&csv[..]);

    let names: Vec<String> = csv.headers().unwrap().iter().map(str::to_owned).collect();
    let columns: Vec<&str> = frame.get_column_names().into_iter().map(|name| name.as_str()).collect();
    assert_eq!(columns, names);
    let rows: Vec<csv::StringRecord> = csv.records().map(Result::unwrap).collect();
    assert!(rows.len() > 100);
    assert_eq!(frame.height(), rows.len());
    for (number, row) in rows.iter().enumerate() {
        for (name, cell) in names.iter().zip(row) {
            let value = frame.column(name).unwrap().get(number).unwrap();
            let same = match value {
                AnyValue::Null => cell.is_empty(),
                AnyValue::Float64(value) => (cell.parse::<f64>().unwrap() - value).abs() <= 1e-9 * value.abs(),
                AnyValue::String(value) => cell == value,
                other => cell == other.to_string(),
            };
            assert!(same, "row {number}, {name}: `{cell}` in the CSV");
        }
    }
}
