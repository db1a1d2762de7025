//! Files that are there in full or not at all.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// What to do where a file of that name exists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overwrite {
    /// Leave it and fail.
    #[default]
    Refuse,
    /// Put the new one in its place.
    Replace,
}

/// Why a file could not be written; nothing of it is left behind.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// A file of that name exists.
    #[error("{} exists already: choose another name, or overwrite it with --force", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The name is that of a directory.
    #[error("{} is a directory: add the name of a file in it", path.display())]
    IsDirectory {
        /// The directory.
        path: PathBuf,
    },
    /// A device, a pipe or the like, which a rename would destroy.
    #[error("{} is not a regular file: choose another name", path.display())]
    NotRegular {
        /// The device or pipe.
        path: PathBuf,
    },
    /// The directory does not exist.
    #[error("cannot write {}: there is no directory {}; create it first", path.display(), directory.display())]
    NoDirectory {
        /// The file.
        path: PathBuf,
        /// The missing directory.
        directory: PathBuf,
    },
    /// No file can be created in the directory.
    #[error("cannot write {}: no file can be created in {} ({source}); choose a directory you may write to",
        path.display(), directory.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// Its directory.
        directory: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// Writing failed, for instance because the disk is full.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
}

/// Writes a file in one step: a temporary file beside it is written, flushed to disk and then renamed, so that readers
/// see the old file, none, or the whole new one. A symbolic link is followed when its file is replaced.
///
/// # Errors
/// [`FileError`]; the temporary file is removed and an existing file keeps its contents.
///
/// ```
/// use logpine::format::{FileError, Overwrite, write_new};
/// let directory = tempfile::tempdir()?;
/// let path = directory.path().join("tree.top");
/// write_new(&path, b"fe:0 ;\n", Overwrite::Refuse)?;
/// assert!(matches!(write_new(&path, b"", Overwrite::Refuse), Err(FileError::Exists { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_new(path: &Path, bytes: &[u8], overwrite: Overwrite) -> Result<(), FileError> {
    StagedFile::new(path, bytes, overwrite)?.persist()
}

/// A file that is written and flushed to disk under a temporary name beside its own. Dropping it removes it.
///
/// Several files are written together by staging all of them before the first is persisted.
#[derive(Debug)]
pub struct StagedFile {
    file: NamedTempFile,
    path: PathBuf,
    target: PathBuf,
    overwrite: Overwrite,
}

impl StagedFile {
    /// Writes the temporary file.
    ///
    /// # Errors
    /// [`FileError`] where the file may not be written, or not all of it.
    pub fn new(path: &Path, bytes: &[u8], overwrite: Overwrite) -> Result<Self, FileError> {
        Self::written(path, overwrite, |out| out.write_all(bytes))
    }

    /// Has the temporary file written, through a buffer, piece by piece.
    ///
    /// # Errors
    /// [`FileError`] where the file may not be written, or not all of it, or `write` fails.
    pub fn written(
        path: &Path,
        overwrite: Overwrite,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Self, FileError> {
        check_destination(path, overwrite)?;
        let target = match overwrite {
            Overwrite::Refuse => path.to_owned(),
            // Replace the file that a symbolic link points to, not the link.
            Overwrite::Replace => path.canonicalize().unwrap_or_else(|_| path.to_owned()),
        };
        let file = temporary_beside(path, &target)?;
        let mut buffer = BufWriter::new(file.as_file());
        let written = write(&mut buffer).and_then(|()| buffer.flush());
        // What is left in the buffer of a file that is given up need not be written.
        drop(buffer.into_parts());
        let written = written.and_then(|()| file.as_file().sync_all());
        written.map_err(|source| FileError::Write { path: path.to_owned(), source })?;
        Ok(Self { file, path: path.to_owned(), target, overwrite })
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// [`FileError`]; the temporary file is removed and an existing file keeps its contents.
    pub fn persist(self) -> Result<(), FileError> {
        let persisted = match self.overwrite {
            Overwrite::Refuse => self.file.persist_noclobber(&self.target),
            Overwrite::Replace => self.file.persist(&self.target),
        };
        match persisted {
            Ok(_) => Ok(()),
            Err(lost) if lost.error.kind() == io::ErrorKind::AlreadyExists => {
                Err(FileError::Exists { path: self.path })
            }
            Err(lost) => Err(FileError::Write { path: self.path, source: lost.error }),
        }
    }
}

/// Whether [`write_new`] may create or replace the file, as far as can be told without writing: what is refused here need
/// not be computed first.
///
/// # Errors
/// [`FileError`] where the file exists and must not be replaced, is no regular file, or has no directory to stand in.
pub fn check_destination(path: &Path, overwrite: Overwrite) -> Result<(), FileError> {
    let path = path.to_owned();
    match path.metadata() {
        Ok(found) if found.is_dir() => Err(FileError::IsDirectory { path }),
        Ok(found) if !found.is_file() => Err(FileError::NotRegular { path }),
        Ok(_) if overwrite == Overwrite::Refuse => Err(FileError::Exists { path }),
        // A link that leads nowhere.
        Err(_) if overwrite == Overwrite::Refuse && path.is_symlink() => Err(FileError::Exists { path }),
        _ => match directory_of(&path) {
            directory if directory.is_dir() => Ok(()),
            directory => Err(FileError::NoDirectory { directory: directory.to_owned(), path }),
        },
    }
}

/// The directory that a file stands in.
fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// An empty file in the directory of `target` with the permissions that a new file has.
fn temporary_beside(path: &Path, target: &Path) -> Result<NamedTempFile, FileError> {
    let directory = directory_of(target);
    if !directory.is_dir() {
        return Err(FileError::NoDirectory { path: path.to_owned(), directory: directory.to_owned() });
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".logpine-");
    #[cfg(unix)]
    let builder = {
        // Temporary files are private; this one becomes an ordinary file, for which the umask decides.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666))
    };
    builder.tempfile_in(directory).map_err(|source| FileError::Unwritable {
        path: path.to_owned(),
        directory: directory.to_owned(),
        source,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

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
        let missing = directory.path().join("no/such/a.top");
        for overwrite in [Overwrite::Refuse, Overwrite::Replace] {
            assert!(matches!(write_new(&missing, b"", overwrite), Err(FileError::NoDirectory { .. })));
            assert!(matches!(write_new(directory.path(), b"", overwrite), Err(FileError::IsDirectory { .. })));
        }
        let file = directory.path().join("file");
        write_new(&file, b"", Overwrite::Refuse).expect("a new file");
        assert!(write_new(&file.join("a.top"), b"", Overwrite::Refuse).is_err());
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
