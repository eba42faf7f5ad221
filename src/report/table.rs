//! Tables for a terminal.

use super::bar::is_block;
use super::page::{Column, Kind, Page, Section};
use comfy_table::{Cell, CellAlignment, ColumnConstraint, ContentArrangement, Table, TableStyle, Width};

/// How the page is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Columns of the terminal; `None` where there is none, and lines are as long as they are.
    pub width: Option<u16>,
    /// With ANSI colours.
    pub colour: bool,
}

/// What stands before every line of a table.
const INDENT: &str = "  ";

/// Longest cell that is never broken between its words; words are never broken at all.
const SHORT_CELL: u16 = 24;

/// What stands before the further lines of a sentence.
const HANGING: &str = "  ";

const BOLD: &str = "1";
const DIM: &str = "2";
const CYAN: &str = "36";
const YELLOW: &str = "33";

/// The page as text.
#[must_use]
pub fn render(page: &Page, look: Look) -> String {
    let mut text = String::new();
    for line in &page.headline {
        for line in wrapped(&clean(line), "", HANGING, look) {
            text.push_str(&paint(&line, BOLD, look));
            text.push('\n');
        }
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
        let head = format!("{}: ", remark.kind.name());
        let hanging = " ".repeat(head.len());
        for (at, line) in wrapped(&clean(&remark.text), &hanging, &hanging, look)
            .iter()
            .enumerate()
        {
            let line = match line.strip_prefix(&hanging) {
                Some(rest) if at == 0 => format!("{}{rest}", paint(&head, colour, look)),
                _ => line.clone(),
            };
            text.push_str(&line);
            text.push('\n');
        }
    }
    text
}

/// The text in lines as wide as the terminal, broken between words; with what stands before the
/// first and before the others.
fn wrapped(text: &str, first: &str, others: &str, look: Look) -> Vec<String> {
    let width = look.width.map_or(usize::MAX, usize::from);
    let mut lines = vec![first.to_owned()];
    let mut used = first.chars().count();
    let mut fresh = true;
    for word in text.split(' ') {
        let length = word.chars().count();
        if !fresh && used + 1 + length > width {
            lines.push(others.to_owned());
            used = others.chars().count();
            fresh = true;
        }
        if let Some(line) = lines.last_mut() {
            if !fresh {
                line.push(' ');
                used += 1;
            }
            line.push_str(word);
            used += length;
            fresh = false;
        }
    }
    lines
}

fn lay_out(section: &Section, look: Look) -> String {
    let titled = section.columns.iter().any(|column| !column.title.is_empty());
    let mut table = Table::new();
    table.load_style(TableStyle::new());
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
    let gap_after = |at: usize| if at + 1 == section.columns.len() { 0 } else { 2 };
    let least: Vec<u16> = (0..section.columns.len())
        .map(|at| least_width(section, at).saturating_add(gap_after(at)))
        .collect();
    for (at, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, gap_after(at)));
        column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(least[at])));
    }
    match look.width {
        // Rather wider than the terminal than in shreds.
        Some(width) => {
            let needed = least.iter().fold(0, |sum: u16, &width| sum.saturating_add(width));
            table.set_content_arrangement(ContentArrangement::Dynamic);
            table.set_width(width.saturating_sub(INDENT.len() as u16).max(needed));
        }
        None => drop(table.set_content_arrangement(ContentArrangement::Disabled)),
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

/// Characters that a column needs at least: figures and short cells stay whole; sentences and
/// heads may be broken between words, but words may not.
fn least_width(section: &Section, at: usize) -> u16 {
    let longest_word = |text: &str| text.split_whitespace().map(width_of).max().unwrap_or(0);
    let column = &section.columns[at];
    let cells = section.rows.iter().map(|row| match width_of(&row[at]) {
        width if column.right || width <= SHORT_CELL => width,
        _ => longest_word(&row[at]),
    });
    cells.chain([longest_word(&column.title)]).max().unwrap_or(0)
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
