//! What people write is read rightly, and what is wrong is told with its place, the wrong word,
//! what would be right and the nearest known word.

mod any_input;
mod engagements;
mod files;
mod fleets;
mod numbers;
mod policies;
mod rendering;
mod shorthand;
mod unknown;

use broadside::spec::{self, Engagement, Fleet, Place, Problems, Source, Spanned};

/// Reads a fleet file; the faults as text.
fn fleet(text: &str) -> (Option<Fleet>, String) {
    let mut problems = Problems::new();
    let fleet = spec::parse_fleet(Source::new("fleets/x.toml", text), &mut problems);
    (fleet, problems.render(false))
}

/// Reads the shorthand; the faults as text.
fn shorthand(text: &str) -> (Option<Fleet>, String) {
    let mut problems = Problems::new();
    let fleet = spec::parse_shorthand(text, "attacker", &mut problems);
    (fleet, problems.render(false))
}

/// Reads an engagement file that lies in no folder; the faults as text.
fn engagement(text: &str) -> (Option<Engagement>, String) {
    let mut problems = Problems::new();
    let engagement = spec::parse_engagement(Source::new("e.toml", text), &mut problems);
    (engagement, problems.render(false))
}

/// The fleet, which must be without fault.
fn sound<T>((value, faults): (Option<T>, String)) -> T {
    assert_eq!(faults, "");
    value.expect("no fault, so there is a value")
}

/// Asserts that the faults are exactly these lines, up to blanks at their ends.
#[track_caller]
fn assert_faults(faults: &str, expected: &[&str]) {
    let found: Vec<&str> = faults.lines().map(str::trim_end).collect();
    assert_eq!(found, expected, "\n{faults}");
}

/// A text, and what its only fault must have: line and column, message, the word underlined, and
/// words of the help.
type Case<'a> = (&'a str, (usize, usize), &'a str, &'a str, &'a str);

/// Asserts that each text, read by `read`, gives the fault of its case and no other.
#[track_caller]
fn assert_each(read: impl Fn(&str) -> Problems, cases: &[Case<'_>]) {
    for (text, at, message, word, help) in cases {
        let problems = read(text);
        assert_eq!(problems.count(), 1, "{text:?} gave\n{problems}");
        let problem = &problems.list[0];
        let place = problem.place.as_ref().expect("a place");
        let found = (place.line_column(), problem.message.as_str(), place.text());
        assert_eq!(found, (*at, *message, *word), "{text:?} gave\n{problems}");
        assert!(problem.help.contains(help), "{text:?} gave\n{problems}");
        let (line, column) = place.line_column();
        let first_line = format!("{}:{line}:{column}: {message}\n", place.source.name);
        assert!(
            problems.render(false).starts_with(&first_line),
            "{text:?} gave\n{problems}"
        );
    }
}

fn fleet_problems(text: &str) -> Problems {
    let mut problems = Problems::new();
    spec::parse_fleet(Source::new("fleets/x.toml", text), &mut problems);
    problems
}

fn shorthand_problems(text: &str) -> Problems {
    let mut problems = Problems::new();
    spec::parse_shorthand(text, "attacker", &mut problems);
    problems
}

fn engagement_problems(text: &str) -> Problems {
    let mut problems = Problems::new();
    spec::parse_engagement(Source::new("e.toml", text), &mut problems);
    problems
}

/// Groups as short text: `3 CA a1 d1 oos`.
fn groups(fleet: &Fleet) -> Vec<String> {
    let group = |group: &spec::Group| {
        let mut text = format!("{} {}", group.count.value, group.unit.value);
        for level in &group.tech {
            text += &format!(" {}{}", level.name.value, level.level.value);
        }
        text + if group.out_of_supply { " oos" } else { "" }
    };
    fleet.groups.iter().map(group).collect()
}

fn values(list: &[Spanned<String>]) -> Vec<&str> {
    list.iter().map(|name| name.value.as_str()).collect()
}
