//! What a page of tables says, before it is laid out for a terminal or as Markdown.

/// Sentences, tables and remarks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// The answer, a line a sentence; may be empty.
    pub headline: Vec<String>,
    /// The tables.
    pub sections: Vec<Section>,
    /// Notes and warnings.
    pub remarks: Vec<Remark>,
}

/// A titled table.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// What it shows; may be empty.
    pub title: String,
    /// Its columns; a table of names and values has columns without titles.
    pub columns: Vec<Column>,
    /// Its rows, each as long as there are columns.
    pub rows: Vec<Vec<String>>,
}

/// A column's head.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// What stands above; may be empty.
    pub title: String,
    /// Numbers: aligned at the right.
    pub right: bool,
}

/// A line below the tables.
#[derive(Clone, Debug, PartialEq)]
pub struct Remark {
    /// How much it matters.
    pub kind: Kind,
    /// A sentence.
    pub text: String,
}

/// How much a remark matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Good to know.
    Note,
    /// To beware of.
    Warning,
}

impl Kind {
    /// What stands before the remark.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Note => "note",
            Kind::Warning => "warning",
        }
    }
}

impl Section {
    /// An empty table. A column title that starts with `>` heads numbers.
    #[must_use]
    pub fn new(title: impl Into<String>, columns: &[&str]) -> Section {
        let columns = columns.iter().map(|title| Column {
            title: title.trim_start_matches('>').to_owned(),
            right: title.starts_with('>'),
        });
        Section {
            title: title.into(),
            columns: columns.collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row, made as long as the table is wide.
    pub fn row<T: Into<String>>(&mut self, cells: impl IntoIterator<Item = T>) {
        let mut row: Vec<String> = cells.into_iter().map(Into::into).collect();
        row.resize(self.columns.len(), String::new());
        self.rows.push(row);
    }
}
