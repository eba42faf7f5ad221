//! The one way out: standard output, a file that appears when it is whole, or a device.

use super::failure::Failure;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Longest name of a file in bytes, on all usual file systems.
const LONGEST_NAME: usize = 255;

/// Where a result goes.
#[derive(Debug)]
pub enum Output {
    /// Standard output.
    Standard,
    /// A file, written beside its place and renamed, so that nobody ever reads half of it.
    File(PathBuf),
    /// What is no regular file, such as a device or a named pipe: written as it is.
    Device(PathBuf),
}

impl Output {
    /// Standard output, or the file; fails at once if the file could not be written later.
    pub fn open(path: Option<&Path>) -> Result<Output, Failure> {
        let Some(path) = path else {
            return Ok(Output::Standard);
        };
        if path == Path::new("-") {
            return Ok(Output::Standard);
        }
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => Err(Failure::Usage(format!(
                "`{}` is a folder: name a file in it",
                path.display()
            ))),
            // The kernel's names for open files are written through, even if they lead to a file.
            Ok(found) if !found.is_file() || is_open_file(path) => Ok(Output::Device(path.to_owned())),
            Ok(found) if found.permissions().readonly() => Err(Failure::Run(format!(
                "cannot write `{}`: it is read-only",
                path.display()
            ))),
            // A link stays a link; the file that it leads to is replaced.
            Ok(_) => Output::file(fs::canonicalize(path).map_err(|error| cannot_write(path, &error))?),
            Err(_) if path.is_symlink() => Err(Failure::Usage(format!(
                "`{}` is a link that leads nowhere: remove it or name another file",
                path.display()
            ))),
            Err(_) => Output::file(path.to_owned()),
        }
    }

    /// Refuses to write over a file that was read.
    pub fn must_not_be(&self, read: &[&str]) -> Result<(), Failure> {
        let Output::File(path) = self else { return Ok(()) };
        let same =
            |read: &&str| fs::canonicalize(read).is_ok_and(|read| fs::canonicalize(path).is_ok_and(|p| p == read));
        match read.iter().find(|read| same(read)) {
            Some(read) => Err(Failure::Usage(format!(
                "`--out {read}` would write over the fleet that was read"
            ))),
            None => Ok(()),
        }
    }

    /// A file whose folder takes files.
    fn file(path: PathBuf) -> Result<Output, Failure> {
        let shown = path.to_string_lossy();
        if shown.ends_with(std::path::is_separator) || path.file_name().is_none_or(|name| name.len() > LONGEST_NAME) {
            return Err(Failure::Usage(format!("`{shown}` is no name for a file")));
        }
        let (trial, _) = create_beside(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
                Failure::Usage(format!("the folder of `{}` does not exist", path.display()))
            }
            _ => cannot_write(&path, &error),
        })?;
        fs::remove_file(trial).map_err(|error| cannot_write(&path, &error))?;
        Ok(Output::File(path))
    }

    /// It is not standard output.
    pub fn is_file(&self) -> bool {
        !matches!(self, Output::Standard)
    }

    /// Writes everything, or for a file nothing.
    pub fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Output::Standard => {
                let mut out = io::stdout().lock();
                out.write_all(bytes)
                    .and_then(|()| out.flush())
                    .map_err(|error| failed("standard output", &error))
            }
            Output::Device(path) => OpenOptions::new()
                .append(true)
                .open(path)
                .and_then(|mut file| file.write_all(bytes))
                .map_err(|error| failed(&path.display().to_string(), &error)),
            Output::File(path) => replace(path, bytes).map_err(|error| cannot_write(path, &error)),
        }
    }
}

/// Writes a new file beside the old one, then puts it in its place.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (beside, mut file) = create_beside(path)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all()).and_then(|()| {
        if let Ok(old) = fs::metadata(path) {
            fs::set_permissions(&beside, old.permissions())?;
        }
        fs::rename(&beside, path)
    });
    if written.is_err() {
        // The first error is the one to tell; a leftover is only untidy.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// A new, empty, hidden file in the folder of `path`.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
    // Names of files are limited, to 255 bytes mostly; the start of the name is enough here.
    let start: String = name.chars().take(32).collect();
    let mut attempt = 0;
    loop {
        let beside = path.with_file_name(format!(".{start}.{}-{attempt}.tmp", std::process::id()));
        match File::create_new(&beside) {
            Ok(file) => return Ok((beside, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < 100 => attempt += 1,
            Err(error) => return Err(error),
        }
    }
}

/// One of the kernel's names for files that are open already.
fn is_open_file(path: &Path) -> bool {
    let in_proc = path.starts_with("/proc") && path.components().any(|part| part.as_os_str() == "fd");
    ["/dev/stdin", "/dev/stdout", "/dev/stderr"]
        .iter()
        .any(|name| path == Path::new(name))
        || path.starts_with("/dev/fd")
        || in_proc
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    failed(&path.display().to_string(), error)
}

/// A reader that has seen enough and left is no fault to talk about.
fn failed(place: &str, error: &io::Error) -> Failure {
    if error.kind() == io::ErrorKind::BrokenPipe {
        Failure::Quiet
    } else {
        Failure::Run(format!("cannot write {place}: {error}"))
    }
}
