//! How the JSON is laid out: an object's keys on lines of their own, arrays and small objects on one.

use std::io;

/// Objects over several lines, arrays on one: a distribution stays readable.
#[derive(Default)]
pub struct Lines {
    depth: usize,
    empty: bool,
}

impl Lines {
    fn break_line<W: ?Sized + io::Write>(&self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"\n")?;
        (0..self.depth).try_for_each(|_| writer.write_all(b"  "))
    }
}

impl serde_json::ser::Formatter for Lines {
    fn begin_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        self.empty = true;
        writer.write_all(b"{")
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        if !self.empty {
            self.break_line(writer)?;
        }
        self.empty = false;
        writer.write_all(b"}")
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        self.empty = false;
        self.break_line(writer)
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}

/// Longest object that is put on one line.
const SHORT: usize = 110;

/// Puts small objects, such as a rate with its interval, on one line each, and ends the last.
pub fn shorten(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut short = String::with_capacity(text.len());
    let mut at = 0;
    while at < lines.len() {
        let inner = lines[at + 1..]
            .iter()
            .take_while(|line| !line.ends_with('{') && !closes(line))
            .count();
        let end = lines
            .get(at + 1 + inner)
            .filter(|line| closes(line) && !line.ends_with('{'));
        let joined = end.filter(|_| lines[at].ends_with('{')).map(|end| {
            let parts: Vec<&str> = lines[at + 1..=at + inner]
                .iter()
                .map(|line| line.trim_start())
                .collect();
            format!("{}{}{}", lines[at], parts.join(" "), end.trim_start())
        });
        match joined.filter(|line| line.len() <= SHORT) {
            Some(line) => {
                short.push_str(&line);
                at += inner + 2;
            }
            None => {
                short.push_str(lines[at]);
                at += 1;
            }
        }
        short.push('\n');
    }
    short
}

/// The line starts with the end of an object.
fn closes(line: &str) -> bool {
    line.trim_start().starts_with('}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Serialize;

    #[test]
    fn small_objects_stay_on_a_line() {
        let value = serde_json::json!({
            "empty": {},
            "list": [1, [2, 3], {"a": 1}],
            "nested": {"inner": {"x": 1, "y": "}"}, "long": "l".repeat(120)},
        });
        let mut bytes = Vec::new();
        value
            .serialize(&mut serde_json::Serializer::with_formatter(
                &mut bytes,
                Lines::default(),
            ))
            .unwrap();
        let text = shorten(std::str::from_utf8(&bytes).unwrap());
        let long = "l".repeat(120);
        let expected = format!(
            "{{\n  \"empty\": {{}},\n  \"list\": [1, [2, 3], {{\"a\": 1}}],\n  \"nested\": {{\n    \
             \"inner\": {{\"x\": 1, \"y\": \"}}\"}},\n    \"long\": \"{long}\"\n  }}\n}}\n"
        );
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }
}
