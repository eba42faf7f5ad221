//! Tables for a terminal.

use super::bar::is_block;
use super::page::{Column, Kind, Page, Section};
use comfy_table::{Cell, CellAlignment, ColumnConstraint, ContentArrangement, Table, TableStyle, Width};

/// How the page is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Columns of the terminal.
    pub width: u16,
    /// With ANSI colours.
    pub colour: bool,
}

/// What stands before every line of a table.
const INDENT: &str = "  ";

/// Longest word that is never broken.
const LONG_WORD: u16 = 24;

const BOLD: &str = "1";
const DIM: &str = "2";
const CYAN: &str = "36";
const YELLOW: &str = "33";

/// The page as text.
#[must_use]
pub fn render(page: &Page, look: Look) -> String {
    let mut text = String::new();
    for line in &page.headline {
        text.push_str(&paint(&clean(line), BOLD, look));
        text.push('\n');
    }
    for section in page.sections.iter().filter(|section| !section.rows.is_empty()) {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&lay_out(section, look));
    }
    if !page.remarks.is_empty() {
        text.push('\n');
    }
    for remark in &page.remarks {
        let colour = if remark.kind == Kind::Warning { YELLOW } else { CYAN };
        let head = paint(&format!("{}:", remark.kind.name()), colour, look);
        text.push_str(&format!("{head} {}\n", remark.text));
    }
    text
}

fn lay_out(section: &Section, look: Look) -> String {
    let titled = section.columns.iter().any(|column| !column.title.is_empty());
    let mut table = Table::new();
    table.load_style(TableStyle::new());
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(look.width.saturating_sub(INDENT.len() as u16));
    if titled {
        table.set_header(section.columns.iter().map(|column| align(&column.title, column)));
    }
    for row in &section.rows {
        table.add_row(
            row.iter()
                .zip(&section.columns)
                .map(|(cell, column)| align(cell, column)),
        );
    }
    let last = section.columns.len().saturating_sub(1);
    // Lines may be broken between words, but neither words nor figures; what is long is rather the
    // title above figures.
    for (at, column) in table.column_iter_mut().enumerate() {
        let gap = if at == last { 0 } else { 2 };
        column.set_padding((0, gap));
        let cells = section.rows.iter().map(|row| row[at].as_str());
        let least = if section.columns[at].right {
            cells.map(width_of).max()
        } else {
            cells
                .flat_map(str::split_whitespace)
                .map(width_of)
                .max()
                .map(|width| width.min(LONG_WORD))
        };
        let width = Width::Fixed(least.unwrap_or(0).saturating_add(gap));
        column.set_constraint(ColumnConstraint::LowerBoundary(width));
    }
    let mut text = String::new();
    if !section.title.is_empty() {
        text.push_str(&paint(&clean(&section.title), BOLD, look));
        text.push('\n');
    }
    for (at, line) in table.lines().enumerate() {
        let line = format!("{INDENT}{}", line.trim_end());
        let line = if at == 0 && titled {
            paint(&line, DIM, look)
        } else {
            paint_bars(&line, look)
        };
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The text without control characters, which a name in a file may have and a terminal obeys.
fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn width_of(text: &str) -> u16 {
    u16::try_from(text.chars().count()).unwrap_or(u16::MAX)
}

fn align(content: &str, column: &Column) -> Cell {
    let alignment = if column.right {
        CellAlignment::Right
    } else {
        CellAlignment::Left
    };
    Cell::new(clean(content)).set_alignment(alignment)
}

/// The text in a colour, if colours are on.
fn paint(text: &str, code: &str, look: Look) -> String {
    if look.colour {
        format!("\x1b[{code}m{text}\x1b[0m")
    } else {
        text.to_owned()
    }
}

/// Colours the bars of a line, after it was laid out: escape codes have no width of their own.
fn paint_bars(line: &str, look: Look) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some(start) = rest.find(is_block) {
        let length = rest[start..].find(|c| !is_block(c)).unwrap_or(rest.len() - start);
        text.push_str(&rest[..start]);
        text.push_str(&paint(&rest[start..start + length], CYAN, look));
        rest = &rest[start + length..];
    }
    text.push_str(rest);
    text
}
