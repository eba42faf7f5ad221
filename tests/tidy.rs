//! The house rules that a machine can check.

use std::fs;
use std::path::{Path, PathBuf};

/// All files under a folder with an ending.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == ending) {
                found.push(path);
            }
        }
    }
    assert!(!found.is_empty(), "no .{ending} under {folder}");
    found
}

#[test]
fn source_files_are_short_and_say_what_they_are() {
    for path in files("src", "rs") {
        let text = fs::read_to_string(&path).unwrap();
        let lines = text.lines().count();
        assert!(lines <= 420, "{}: {lines} lines: look for a seam", path.display());
        assert!(
            text.starts_with("//!"),
            "{}: begins with what it is for",
            path.display()
        );
        assert!(!path.ends_with("utils.rs"), "{}: a file has a subject", path.display());
        for word in ["todo!", "unimplemented!", "dbg!", "println!"] {
            assert!(!text.contains(word), "{}: `{word}`", path.display());
        }
    }
}

#[test]
fn unsafe_code_stays_where_instruction_sets_are_chosen() {
    for path in files("src", "rs") {
        let text = fs::read_to_string(&path).unwrap();
        let unsafe_lines = text
            .lines()
            .filter(|line| line.contains("unsafe {") || line.contains("unsafe fn"));
        let here = path.ends_with("engine/path.rs");
        assert!(here || unsafe_lines.count() == 0, "{}", path.display());
    }
}

#[test]
fn no_dependency_goes_on_the_network() {
    let lock = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock")).unwrap();
    for name in [
        "reqwest",
        "hyper",
        "h2",
        "rustls",
        "ring",
        "native-tls",
        "openssl",
        "object_store",
        "quinn",
        "curl",
    ] {
        assert!(!lock.contains(&format!("name = \"{name}\"")), "{name}");
    }
}

#[test]
fn pages_have_no_blanks_left() {
    for path in files("docs", "md")
        .into_iter()
        .chain(["README.md", "benches/README.md"].map(PathBuf::from))
    {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        let text = fs::read_to_string(&path).unwrap();
        for word in ["_HERE", "_FIGURES", "TODO", "FIXME"] {
            assert!(!text.contains(word), "{}: `{word}`", path.display());
        }
    }
}
