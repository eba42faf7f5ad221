//! Faults as text for people: the place, the source line, the wrong word underlined, the help.

use super::problem::{Place, Problem, Problems};
use std::fmt::Write as _;
use std::sync::Arc;

/// Most faults shown; more than fit a few screens help nobody.
const SHOWN_FAULTS: usize = 30;

/// Most characters of a source line shown.
const SHOWN_CHARS: usize = 100;

/// Characters shown before the place where a long line is cut.
const SHOWN_BEFORE: usize = 40;

/// A tab in a shown line, as wide as this whatever column it is in.
const TAB: &str = "    ";

/// ANSI codes, or nothing.
struct Paint {
    place: &'static str,
    fault: &'static str,
    margin: &'static str,
    reset: &'static str,
}

const PLAIN: Paint = Paint {
    place: "",
    fault: "",
    margin: "",
    reset: "",
};
const COLOURED: Paint = Paint {
    place: "\x1b[1m",
    fault: "\x1b[1;31m",
    margin: "\x1b[1;34m",
    reset: "\x1b[0m",
};

/// See [`Problems::render`].
pub(super) fn render(problems: &Problems, colour: bool) -> String {
    let paint = if colour { COLOURED } else { PLAIN };
    let mut text = String::new();
    let ordered = in_order(problems);
    for problem in ordered.iter().take(SHOWN_FAULTS) {
        render_one(&mut text, problem, &paint);
    }
    let more = ordered.len().saturating_sub(SHOWN_FAULTS) + problems.dropped;
    if more > 0 {
        let _ = writeln!(text, "and {more} more");
    }
    text
}

/// Sources in the order in which they first had a fault, and each source's faults by place. A
/// file that both sides use was read twice; its faults are the same and come once.
fn in_order(problems: &Problems) -> Vec<&Problem> {
    let same_source = |a: &Option<Place>, b: &Option<Place>| match (a, b) {
        (Some(a), Some(b)) => Arc::ptr_eq(&a.source, &b.source) || a.source == b.source,
        (None, None) => true,
        _ => false,
    };
    let mut sources: Vec<&Option<Place>> = Vec::new();
    let mut keyed: Vec<(usize, usize, &Problem)> = Vec::with_capacity(problems.list.len());
    for problem in &problems.list {
        let known = sources.iter().position(|source| same_source(source, &problem.place));
        let source = known.unwrap_or_else(|| {
            sources.push(&problem.place);
            sources.len() - 1
        });
        keyed.push((source, problem.place.as_ref().map_or(0, |place| place.start), problem));
    }
    keyed.sort_by_key(|&(source, start, _)| (source, start));
    keyed.dedup_by(|(source, start, later), (earlier_source, earlier_start, earlier)| {
        (source, start) == (earlier_source, earlier_start) && later.message == earlier.message
    });
    keyed.into_iter().map(|(_, _, problem)| problem).collect()
}

fn render_one(text: &mut String, problem: &Problem, paint: &Paint) {
    let Paint {
        place: bold,
        fault,
        margin,
        reset,
    } = paint;
    let message = visible(&problem.message);
    let indent = match &problem.place {
        Some(place) => {
            let _ = writeln!(
                text,
                "{bold}{}:{reset} {fault}{message}{reset}",
                visible(&place.to_string())
            );
            render_line(text, place, paint)
        }
        None => {
            let _ = writeln!(text, "{fault}error:{reset} {message}");
            2
        }
    };
    if !problem.help.is_empty() {
        let _ = writeln!(text, "{:indent$} {margin}={reset} help: {}", "", visible(&problem.help));
    }
}

/// Writes the source line with the place underlined, and returns the width of the line numbers.
fn render_line(text: &mut String, place: &Place, paint: &Paint) -> usize {
    let Paint {
        fault, margin, reset, ..
    } = paint;
    let number = place.line_column().0.to_string();
    let indent = number.len() + 1;
    let excerpt = Excerpt::new(place);
    let _ = writeln!(text, " {margin}{number} |{reset} {}", excerpt.shown);
    let under = "^".repeat(excerpt.marked.max(1));
    let _ = writeln!(
        text,
        "{:indent$} {margin}|{reset} {:pad$}{fault}{under}{reset}",
        "",
        "",
        pad = excerpt.before
    );
    indent
}

/// A line as shown; widths in terminal columns.
struct Excerpt {
    shown: String,
    before: usize,
    marked: usize,
}

impl Excerpt {
    fn new(place: &Place) -> Excerpt {
        let source = &place.source;
        let start = source.boundary(place.start);
        let end = source.boundary(place.end).max(start);
        let line_start = source.text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = source.text[start..]
            .find('\n')
            .map_or(source.text.len(), |newline| start + newline);
        let line = source.text[line_start..line_end].trim_end_matches('\r');

        let first_marked = source.text[line_start..start].chars().count();
        let length = line.chars().count();
        let first = if length > SHOWN_CHARS {
            first_marked.saturating_sub(SHOWN_BEFORE)
        } else {
            0
        };

        let mut excerpt = Excerpt {
            shown: String::new(),
            before: 0,
            marked: 0,
        };
        if first > 0 {
            excerpt.shown.push('…');
            excerpt.before += 1;
        }
        for (at, c) in line.char_indices().skip(first).take(SHOWN_CHARS) {
            let width = push_shown(&mut excerpt.shown, c);
            match line_start + at {
                at if at < start => excerpt.before += width,
                at if at < end => excerpt.marked += width,
                _ => {}
            }
        }
        if length > first + SHOWN_CHARS {
            excerpt.shown.push('…');
        }
        excerpt
    }
}

/// Appends a character of a source line, and returns the terminal columns it takes.
fn push_shown(shown: &mut String, c: char) -> usize {
    if c == '\t' {
        shown.push_str(TAB);
        return TAB.len();
    }
    let before = shown.len();
    push_visible(shown, c);
    shown[before..].chars().map(columns).sum()
}

/// The text with every character that would not show, or would steer the terminal, made visible.
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        push_visible(&mut shown, c);
    }
    shown
}

fn push_visible(shown: &mut String, c: char) {
    match c {
        // The Unicode block of control pictures has the same order as the controls.
        '\0'..='\x1f' => shown.push(char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}')),
        '\x7f' => shown.push('\u{2421}'),
        '\u{80}'..='\u{9f}' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' => escape(shown, c),
        '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}' => escape(shown, c),
        _ => shown.push(c),
    }
}

fn escape(shown: &mut String, c: char) {
    let _ = write!(shown, "{}", c.escape_unicode());
}

/// Terminal columns of a visible character: 2 for the scripts and pictures that terminals draw
/// wide, 0 for marks that sit on the letter before them.
fn columns(c: char) -> usize {
    match u32::from(c) {
        0x300..=0x36f | 0xfe00..=0xfe0f | 0x20d0..=0x20ff => 0,
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe6f => 2,
        0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x1f300..=0x1f64f | 0x1f680..=0x1faff | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}
