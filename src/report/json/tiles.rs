//! The catalog of Eclipse as JSON: every table as an array of objects, an object a row, with the
//! titles of its columns as keys.

use crate::report::{Failed, Page};
use crate::rules::eclipse::Edition;
use crate::spec::Game;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// The lists of a page as JSON with a line end.
///
/// # Errors
///
/// If it cannot be written, which strings in memory do not give cause for.
pub fn render(edition: Edition, page: &Page) -> Result<String, Failed> {
    let mut lists = Vec::new();
    for section in &page.sections {
        let rows = section.rows.iter().map(|cells| {
            let titles = section.columns.iter().map(|column| column.title.as_str());
            serde_json::to_string(&Row(titles.zip(cells).collect()))
        });
        let rows = rows.collect::<Result<Vec<_>, _>>()?.join(",\n      ");
        let title = serde_json::to_string(&section.title)?;
        lists.push(format!("    {{\"title\": {title}, \"rows\": [\n      {rows}\n    ]}}"));
    }
    Ok(format!(
        "{{\n  \"game\": \"{}\",\n  \"edition\": \"{edition}\",\n  \"lists\": [\n{}\n  ]\n}}\n",
        Game::Eclipse.name(),
        lists.join(",\n")
    ))
}

/// Cells with the titles of their columns; a column without a title holds notes.
struct Row<'a>(Vec<(&'a str, &'a String)>);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (title, cell) in &self.0 {
            let key = match *title {
                "" => "note".to_owned(),
                title => title.replace(' ', "_"),
            };
            match cell.parse::<i64>() {
                Ok(number) => map.serialize_entry(&key, &number)?,
                Err(_) => map.serialize_entry(&key, cell)?,
            }
        }
        map.end()
    }
}
