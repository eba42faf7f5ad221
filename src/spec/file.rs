//! Reading files: sizes and kinds are checked first, so that no path can hang or fill memory.

use super::problem::{Place, Problems, Source};
use super::suggest::{nearest, quoted};
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::Arc;

/// Largest file that is read: 1 MiB, thousands of times a real fleet.
pub const MAX_FILE_BYTES: u64 = 1 << 20;

/// Most names of a folder that are looked at for a suggestion.
const MAX_NAMES: usize = 10_000;

/// Reads a file as text. `named_at` is where its path was written, if in another file.
pub(super) fn read(path: &Path, named_at: Option<&Place>, problems: &mut Problems) -> Option<Arc<Source>> {
    let shown = path.display().to_string();
    match bytes(path) {
        Ok(bytes) => text(&shown, bytes, named_at, problems),
        Err(fault) => {
            problems.add(
                named_at.cloned(),
                format!("cannot read {}: {}", path_quoted(&shown), fault.what),
                fault.help,
            );
            None
        }
    }
}

/// Why a file cannot be read.
struct Fault {
    what: String,
    help: String,
}

fn fault<T>(what: impl Into<String>, help: impl Into<String>) -> Result<T, Fault> {
    Err(Fault {
        what: what.into(),
        help: help.into(),
    })
}

fn bytes(path: &Path) -> Result<Vec<u8>, Fault> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Fault {
            what: "no such file".into(),
            help: nearest_file(path),
        },
        io::ErrorKind::PermissionDenied => Fault {
            what: "permission denied".into(),
            help: String::new(),
        },
        _ => Fault {
            what: error.to_string(),
            help: String::new(),
        },
    };
    let kind = fs::metadata(path).map_err(failed)?;
    if kind.is_dir() {
        return fault("it is a directory", "give a file in it");
    }
    // A pipe or a device may never end, or wait for ever to be opened.
    if !kind.is_file() {
        return fault(
            "it is not a regular file",
            "pipes and devices are not read; save the text as a file",
        );
    }
    let mut bytes = Vec::new();
    // A file may grow after it was measured, so the reading itself is limited.
    File::open(path)
        .map_err(failed)?
        .take(MAX_FILE_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return fault("it is larger than 1 MiB", "a fleet file has a few hundred bytes");
    }
    Ok(bytes)
}

/// The bytes as text, without a byte order mark.
fn text(name: &str, bytes: Vec<u8>, named_at: Option<&Place>, problems: &mut Problems) -> Option<Arc<Source>> {
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            let source = Source::new(name, String::from_utf8_lossy(error.as_bytes()));
            let wrong = error.as_bytes().get(valid).copied().unwrap_or_default();
            // The lossy text has one U+FFFD, three bytes, for the first wrong sequence.
            let place = Place::new(&source, valid..valid + '\u{fffd}'.len_utf8());
            problems.add(
                place,
                format!("not UTF-8 text: byte 0x{wrong:02x}"),
                "save the file as UTF-8",
            );
            return None;
        }
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    if text.trim().is_empty() {
        let help = "a fleet file names its groups; a fleet such as \"3 CA a1 + 6 SC\" can also be given directly";
        problems.add(named_at.cloned(), format!("{} is empty", path_quoted(name)), help);
        return None;
    }
    Some(Source::new(name, text))
}

/// Help for a missing file: the file in its folder with the nearest name.
fn nearest_file(path: &Path) -> String {
    let folder = match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
        None => return String::new(),
    };
    let Ok(entries) = fs::read_dir(folder) else {
        return format!("there is no folder {}", path_quoted(&folder.display().to_string()));
    };
    let entries = entries.take(MAX_NAMES).filter_map(Result::ok);
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    // The order of a folder is the disk's affair; the answer must not depend on it.
    names.sort();
    let wanted = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    match nearest(&wanted, names.iter().map(String::as_str)) {
        Some(near) => format!(
            "did you mean {}?",
            path_quoted(&path.with_file_name(near).display().to_string())
        ),
        None => "give a fleet file, or a fleet such as \"3 CA a1 + 6 SC\"".into(),
    }
}

/// A path is quoted whole as long as it could be one: half a path is of no use.
fn path_quoted(path: &str) -> String {
    const LONGEST: usize = 200;
    if path.chars().count() > LONGEST {
        quoted(path)
    } else {
        format!("\"{path}\"")
    }
}
