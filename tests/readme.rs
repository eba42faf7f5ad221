//! What the README and the pages show is what the program prints.
//!
//! `BROADSIDE_BLESS=1 cargo test --test readme` writes the output anew.

use assert_cmd::cargo::cargo_bin;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs a line of a shell as the README shows it.
fn run(line: &str) -> String {
    let program = cargo_bin("broadside");
    let folder = program.parent().expect("the program lies in a folder");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell
        .args(["-c", line])
        .env("PATH", path)
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = shell.output().expect("a shell runs");
    assert!(
        output.status.success(),
        "{line}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("text")
}

/// The text with the output of every `console` block written anew.
fn refreshed(text: &str) -> String {
    let mut fresh = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        fresh.push_str(line);
        fresh.push('\n');
        if line == "```console" {
            let command = lines.next().expect("a block has a command");
            fresh.push_str(&format!("{command}\n{}```\n", run(command.trim_start_matches("$ "))));
            lines.by_ref().take_while(|line| *line != "```").for_each(drop);
        }
    }
    fresh
}

#[test]
fn the_readme_shows_what_the_program_prints() {
    shows_what_the_program_prints("README.md");
}

#[test]
fn the_page_on_unknown_fleets_shows_what_the_program_prints() {
    shows_what_the_program_prints("docs/unknown.md");
}

fn shows_what_the_program_prints(page: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    let text = fs::read_to_string(&file).unwrap();
    let fresh = refreshed(&text);
    if std::env::var_os("BROADSIDE_BLESS").is_some() {
        fs::write(&file, &fresh).unwrap();
    } else {
        assert_eq!(text, fresh);
    }
}
