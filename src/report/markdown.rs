//! Tables for forums and notebooks, as Markdown.

use super::page::{Page, Section};

/// The page as Markdown.
#[must_use]
pub fn render(page: &Page) -> String {
    let mut text = String::new();
    let headline: Vec<String> = page
        .headline
        .iter()
        .map(|line| format!("**{}**\n", escape(line)))
        .collect();
    // A line alone would join the one before.
    text.push_str(&headline.join("\n"));
    for section in page.sections.iter().filter(|section| !section.rows.is_empty()) {
        if !text.is_empty() {
            text.push('\n');
        }
        lay_out(section, &mut text);
    }
    if !page.remarks.is_empty() {
        text.push('\n');
    }
    for remark in &page.remarks {
        text.push_str(&format!("- {}: {}\n", remark.kind.name(), escape(&remark.text)));
    }
    text
}

fn lay_out(section: &Section, text: &mut String) {
    if !section.title.is_empty() {
        text.push_str(&format!("### {}\n\n", escape(&section.title)));
    }
    line(section.columns.iter().map(|column| column.title.as_str()), text);
    line(
        section
            .columns
            .iter()
            .map(|column| if column.right { "---:" } else { "---" }),
        text,
    );
    for row in &section.rows {
        line(row.iter().map(|cell| cell.trim()), text);
    }
}

fn line<'a>(cells: impl Iterator<Item = &'a str>, text: &mut String) {
    text.push('|');
    for cell in cells {
        text.push_str(&format!(" {} |", escape(cell)));
    }
    text.push('\n');
}

/// A cell or line that Markdown takes literally: no new cell, no markup from a fleet's name.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\r' => escaped.push(' '),
            '|' | '\\' | '*' | '_' | '<' | '[' | '#' => escaped.extend(['\\', character]),
            _ => escaped.push(character),
        }
    }
    escaped
}
