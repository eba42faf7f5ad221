//! How faults are shown.

use crate::*;

#[test]
fn columns_count_characters_and_carets_stand_under_the_word() {
    // Two wide letters take four columns of a terminal, the tab is shown as four blanks.
    let (_, faults) = fleet("[[group]]\n\tunit = 'é本語'\n\ttech = { 'é本語' = -1 }\n");
    assert_faults(
        &faults,
        &[
            "fleets/x.toml:3:19: \"é本語\" cannot be negative: -1",
            " 3 |     tech = { 'é本語' = -1 }",
            "   |                        ^^",
            "   = help: expected 0 or more",
        ],
    );
    let (_, faults) = fleet("[[group]]\r\nunit = 'SC'\r\ncoutn = 3\r\n");
    assert!(
        faults.contains("x.toml:3:1:") && faults.contains(" 3 | coutn = 3\n"),
        "{faults:?}"
    );
}

#[test]
fn long_lines_are_cut_around_the_place() {
    let text = format!("name = '{}'\nzz{} = 1\n", "n".repeat(70), "z".repeat(94));
    assert!(
        fleet(&text).1.contains(&format!("zz{} = 1\n", "z".repeat(94))),
        "100 characters are shown whole"
    );

    let many: String = (0..50).map(|i| format!("k{i} = 1, ")).collect();
    let text = format!("[[group]]\nunit = 'SC'\ntech = {{ {many}zz = -1, y{many}x = 1 }}");
    let (_, faults) = fleet(&text);
    let lines: Vec<&str> = faults.lines().collect();
    let shown = lines[1].strip_prefix(" 3 | ").expect("the source line");
    assert!(shown.starts_with('…') && shown.ends_with('…'), "{shown}");
    assert_eq!(shown.chars().count(), 102);
    let caret = lines[2].chars().position(|c| c == '^').expect("a caret");
    let under: String = lines[1].chars().skip(caret).take(2).collect();
    assert_eq!(under, "-1");
}

#[test]
fn what_would_not_show_is_made_visible() {
    let (_, faults) = shorthand("3 S\u{1b}[31mC");
    assert!(!faults.contains('\u{1b}'));
    assert_faults(
        &faults,
        &[
            "attacker:1:4: unexpected \"␛\" in \"S␛[31mC\"",
            " 1 | 3 S␛[31mC",
            "   |    ^",
            "   = help: write a fleet like \"3 CA a1 d1 + 6 SC a1\"",
        ],
    );
    let (_, faults) = shorthand("3 SC\u{202e}");
    assert!(faults.contains("unexpected \"\\u{202e}\" in"), "{faults}");
    let mut problems = Problems::new();
    problems.add(None, "a \u{1b}\n\u{7f}", "");
    assert_eq!(problems.render(false), "error: a ␛␊␡\n");
}

#[test]
fn many_faults_are_counted_and_not_all_shown() {
    let text: String = (0..5000).map(|i| format!("key{i} = 1\n")).collect();
    let problems = fleet_problems(&text);
    assert_eq!((problems.count(), problems.list.len()), (5000, spec::MAX_KEPT));
    let shown = problems.render(false);
    assert_eq!(shown.matches("unknown key").count(), 30);
    assert!(shown.ends_with("\nand 4970 more\n"), "{shown}");
}

#[test]
fn colour_is_there_only_if_asked_for() {
    let problems = fleet_problems("nmae = 1");
    assert!(problems.render(true).contains("\x1b[1;31munknown key \"nmae\"\x1b[0m"));
    assert!(!problems.to_string().contains('\x1b'));
}

#[test]
fn places_that_are_out_of_bounds_do_no_harm() {
    let source = Source::new("s", "aé\nb");
    for (start, end) in [(0, 99), (99, 100), (2, 2), (2, 3), (3, 1), (4, 99)] {
        let mut problems = Problems::new();
        problems.add(Place::new(&source, start..end), "m", "h");
        assert!(problems.render(false).contains('^'), "{start}..{end}");
    }
}

#[test]
fn the_nearest_word_is_near() {
    let words = ["count", "unit", "Destroyer", "CA", "BC"];
    let cases = [
        ("coutn", Some("count")),
        ("COUNT", Some("count")),
        ("destroier", Some("Destroyer")),
        ("dest", Some("Destroyer")),
        ("ca", Some("CA")),
        ("cb", Some("BC")),
        ("x", None),
        ("", None),
        ("something else", None),
    ];
    for (word, near) in cases {
        assert_eq!(spec::nearest(word, words), near, "{word}");
    }
    assert_eq!(
        spec::expected_one_of("ooz", &["oos"]),
        "expected oos; did you mean \"oos\"?"
    );
    assert_eq!(spec::quoted(&"a".repeat(50)), format!("\"{}…\"", "a".repeat(40)));
}
