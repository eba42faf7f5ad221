//! The Parquet file, read back by the crate that others would read it with.
#![cfg(feature = "polars")]

use assert_cmd::Command;
use polars_arrow::array::{Array, BooleanArray, Float64Array, Int64Array, UInt64Array, Utf8ViewArray};
use polars_parquet::read;
use std::io::Cursor;

/// Reads a file of flat columns: their names and values.
fn read_parquet(bytes: &[u8]) -> Vec<(String, Box<dyn Array>)> {
    let meta = read::read_metadata(&mut Cursor::new(bytes)).unwrap();
    let schema = read::infer_schema(&meta).unwrap();
    let [group] = &meta.row_groups[..] else {
        panic!("one row group")
    };
    let column = |field: &polars_arrow::datatypes::Field| {
        let (mut pages, mut types) = (vec![], vec![]);
        for chunk in group.columns_under_root_iter(&field.name).into_iter().flatten() {
            let range = chunk.byte_range();
            let data = bytes[range.start as usize..range.end as usize].to_vec();
            let page = read::PageReader::new(Cursor::new(data.into()), chunk, vec![], usize::MAX);
            pages.push(read::BasicDecompressor::new(page, vec![]));
            types.push(&chunk.descriptor().descriptor.primitive_type);
        }
        let (mut arrays, _) = read::column_iter_to_arrays(pages, types, field.clone(), None).unwrap();
        (field.name.to_string(), arrays.remove(0))
    };
    schema.iter_values().map(column).collect()
}

/// The cell equals what the CSV shows.
fn same(array: &dyn Array, row: usize, cell: &str) -> bool {
    if array.is_null(row) {
        return cell.is_empty();
    }
    let any = array.as_any();
    if let Some(array) = any.downcast_ref::<Float64Array>() {
        let value = array.value(row);
        return (cell.parse::<f64>().unwrap() - value).abs() <= 1e-9 * value.abs();
    }
    if let Some(array) = any.downcast_ref::<UInt64Array>() {
        return cell == array.value(row).to_string();
    }
    if let Some(array) = any.downcast_ref::<Int64Array>() {
        return cell == array.value(row).to_string();
    }
    if let Some(array) = any.downcast_ref::<BooleanArray>() {
        return cell == array.value(row).to_string();
    }
    cell == any.downcast_ref::<Utf8ViewArray>().expect("a text column").value(row)
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
    let columns = read_parquet(&write("odds.parquet"));
    let csv = write("odds.csv");
    let mut csv = csv::Reader::from_reader(&csv[..]);

    let names: Vec<String> = csv.headers().unwrap().iter().map(str::to_owned).collect();
    let rows: Vec<csv::StringRecord> = csv.records().map(Result::unwrap).collect();
    assert!(rows.len() > 100);
    assert_eq!(columns.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>(), names);
    for (at, (name, array)) in columns.iter().enumerate() {
        assert_eq!(array.len(), rows.len(), "{name}");
        for (number, row) in rows.iter().enumerate() {
            assert!(
                same(array.as_ref(), number, &row[at]),
                "row {number}, {name}: `{}` in the CSV",
                &row[at]
            );
        }
    }
}
