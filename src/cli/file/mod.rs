//! Atomic writing of files: a file is written in full or not at all, also together with others.

mod lock;
mod staged;
mod temporary;

pub use staged::StagedFile;

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf, is_separator};

/// The treatment of an existing file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overwrite {
    /// An existing file is kept, and writing fails.
    #[default]
    Refuse,
    /// An existing file is replaced.
    Replace,
}

/// The reason why a file could not be written; no partial file is left behind.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// An empty file name.
    #[error("a file without a name cannot be written: give it one")]
    NoName,
    /// A name that no message and no command could show.
    #[error("{}: the name has a control character, such as a line feed: choose another name", path.display().to_string().escape_debug())]
    ControlCharacter {
        /// The file.
        path: PathBuf,
    },
    /// A file with the same name exists.
    #[error("{} exists already: choose another name, or overwrite it with --force", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The name of a directory, existing or not.
    #[error("{} names a directory: add the name of a file in it", path.display())]
    IsDirectory {
        /// The directory.
        path: PathBuf,
    },
    /// A device, a pipe or the like, which renaming would destroy.
    #[error("{} is not a regular file: choose another name", path.display())]
    NotRegular {
        /// The device or pipe.
        path: PathBuf,
    },
    /// A missing directory.
    #[error("cannot write {}: there is no directory {}; create it first", path.display(), directory.display())]
    NoDirectory {
        /// The file.
        path: PathBuf,
        /// The missing directory.
        directory: PathBuf,
    },
    /// A directory in which no file can be created.
    #[error("cannot write {}: no file can be created in {} ({source}); {}",
        path.display(), directory.display(), way_out(.source))]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The directory of the file.
        directory: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// Failure to write, for instance because the disk is full.
    #[error("cannot write {}: {source}{}", path.display(), if is_full(.source) { format!("; {}", way_out(.source)) } else { String::new() })]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A directory in which another process replaces files, or whose file system has no locks.
    #[error("cannot lock {} to replace several files in it together ({source}); write into a new directory", directory.display())]
    Locked {
        /// The directory.
        directory: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
}

/// True if there is no room left for a file.
fn is_full(source: &io::Error) -> bool {
    matches!(source.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
}

/// The way out of an error by which no file can be created.
#[must_use]
pub fn way_out(source: &io::Error) -> &'static str {
    match source.kind() {
        ErrorKind::StorageFull => "free some space there, or choose a directory on another disk",
        ErrorKind::QuotaExceeded => "free some of your space there, or choose a directory on another disk",
        ErrorKind::ReadOnlyFilesystem => "choose a directory on a disk that is not read-only",
        ErrorKind::InvalidFilename => "choose a shorter name",
        _ => "choose a directory you may write to",
    }
}

/// The error for a directory that is missing or not a directory.
fn no_directory(path: &Path, directory: &Path) -> FileError {
    let (path, directory) = (path.to_owned(), directory.to_owned());
    if directory.exists() {
        return FileError::Unwritable { path, directory, source: ErrorKind::NotADirectory.into() };
    }
    FileError::NoDirectory { path, directory }
}

/// Writes a file in one step: a temporary file beside it is written, flushed to disk and then renamed, so that readers see
/// the old file, no file, or the whole new one. If a file is replaced, symbolic links are followed, and the new file has the
/// permissions of the old one.
///
/// # Errors
/// [`FileError`]; the temporary file is removed and an existing file keeps its contents.
#[cfg(test)]
pub fn write_new(path: &Path, bytes: &[u8], overwrite: Overwrite) -> Result<(), FileError> {
    StagedFile::new(path, bytes, overwrite)?.persist()
}

/// Checks if a [`StagedFile`] may create or replace the file, as far as possible without writing, so that an output that would
/// be refused need not be computed.
///
/// # Errors
/// [`FileError`] if the file exists and must not be replaced, is not a regular file, or its directory is missing.
pub fn check_destination(path: &Path, overwrite: Overwrite) -> Result<(), FileError> {
    let target = destination(path);
    let path = path.to_owned();
    // `new/` names a directory, existing or not.
    let names_directory = path.as_os_str().as_encoded_bytes().last().is_some_and(|&last| is_separator(last.into()));
    match path.metadata() {
        _ if path.as_os_str().is_empty() => Err(FileError::NoName),
        _ if path.to_string_lossy().contains(char::is_control) => Err(FileError::ControlCharacter { path }),
        Ok(found) if found.is_dir() => Err(FileError::IsDirectory { path }),
        Ok(found) if !found.is_file() => Err(FileError::NotRegular { path }),
        Ok(_) if overwrite == Overwrite::Refuse => Err(FileError::Exists { path }),
        // A dangling link.
        Err(_) if overwrite == Overwrite::Refuse && path.is_symlink() => Err(FileError::Exists { path }),
        // Links that form a cycle.
        _ if overwrite == Overwrite::Replace && target.is_symlink() => Err(FileError::NotRegular { path }),
        _ if names_directory || target.file_name().is_none() => Err(FileError::IsDirectory { path }),
        _ => match directory_of(&target) {
            directory if directory.is_dir() => Ok(()),
            directory => Err(no_directory(&path, directory)),
        },
    }
}

/// The file to be written for a path: symbolic links are followed, even if their target does not exist.
#[must_use]
pub fn destination(path: &Path) -> PathBuf {
    /// The limit of Linux.
    const LINKS: usize = 40;
    if let Ok(file) = path.canonicalize() {
        return file;
    }
    let mut target = path.to_owned();
    for _ in 0..LINKS {
        let Ok(next) = target.read_link() else { break };
        target = directory_of(&target).join(next);
    }
    target
}

/// The directory of a file.
fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::io::Write;

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).expect("the directory is there");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn an_existing_file_stays_unless_replaced() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let path = directory.path().join("a.top");
        write_new(&path, b"one", Overwrite::Replace).expect("a new file");
        let refused = write_new(&path, b"two", Overwrite::Refuse).expect_err("the file exists");
        assert!(refused.to_string().contains("a.top") && refused.to_string().contains("--force"), "{refused}");
        assert_eq!(fs::read(&path).expect("still there"), b"one");
        write_new(&path, b"two", Overwrite::Replace).expect("replaced");
        assert_eq!(fs::read(&path).expect("replaced"), b"two");
        assert_eq!(names(directory.path()), ["a.top"]);
    }

    #[test]
    fn a_file_that_is_given_up_leaves_nothing() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let path = directory.path().join("a.goal");
        let half = |out: &mut dyn Write| {
            out.write_all(b"half")?;
            Err(io::Error::other("stopped"))
        };
        let error = StagedFile::written(&path, Overwrite::Refuse, half).expect_err("it fails");
        assert!(error.to_string().ends_with("a.goal: stopped"), "{error}");
        assert!(names(directory.path()).is_empty());
        let whole = StagedFile::written(&path, Overwrite::Refuse, |out| out.write_all(b"whole"));
        whole.and_then(StagedFile::persist).expect("written");
        assert_eq!(fs::read(&path).expect("written"), b"whole");
    }

    #[test]
    fn bad_places_are_told_apart() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let feed = write_new(&directory.path().join("a\nwrote b"), b"", Overwrite::Refuse).expect_err("two lines");
        assert!(feed.to_string().contains(r"a\nwrote b: the name has a control character"), "{feed}");
        let missing = directory.path().join("no/such/a.top");
        for overwrite in [Overwrite::Refuse, Overwrite::Replace] {
            assert!(matches!(write_new(&missing, b"", overwrite), Err(FileError::NoDirectory { .. })));
            assert!(matches!(write_new(directory.path(), b"", overwrite), Err(FileError::IsDirectory { .. })));
        }
        let file = directory.path().join("file");
        write_new(&file, b"", Overwrite::Refuse).expect("a new file");
        let below = write_new(&file.join("x"), b"", Overwrite::Refuse).expect_err("a file holds no other").to_string();
        assert!(below.contains("(not a directory); choose a directory you may write to"), "{below}");
        assert_eq!(names(directory.path()), ["file"]);
    }

    #[cfg(unix)]
    #[test]
    fn devices_survive_and_links_are_followed() {
        let device = write_new(Path::new("/dev/null"), b"", Overwrite::Replace);
        assert!(matches!(device, Err(FileError::NotRegular { .. })));
        let directory = tempfile::tempdir().expect("a temporary directory");
        let (file, link) = (directory.path().join("file"), directory.path().join("link"));
        write_new(&file, b"old", Overwrite::Refuse).expect("a new file");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        write_new(&link, b"new", Overwrite::Replace).expect("replaced");
        assert_eq!(fs::read(&file).expect("there"), b"new");
        assert!(link.symlink_metadata().expect("there").is_symlink());
    }

    #[cfg(unix)]
    #[test]
    fn a_dangling_link_is_not_overwritten_by_a_new_file() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let link = directory.path().join("link");
        std::os::unix::fs::symlink(directory.path().join("nowhere"), &link).expect("a link");
        assert!(matches!(write_new(&link, b"", Overwrite::Refuse), Err(FileError::Exists { .. })));
        assert_eq!(names(directory.path()), ["link"]);
    }
}
