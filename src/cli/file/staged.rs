//! Files that are written under temporary names.

use super::lock::{DirectoryLock, PATIENCE};
use super::{FileError, Overwrite, check_destination, destination, directory_of, temporary};
use std::collections::BTreeSet;
use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempPath};

/// A file that is written and flushed to disk under a temporary name beside its own. Dropping it removes it.
///
/// Several files are written together by staging all of them before [`persist_all`](Self::persist_all).
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
    /// [`FileError`] if the file cannot be written, or not in full.
    #[cfg(test)]
    pub fn new(path: &Path, bytes: &[u8], overwrite: Overwrite) -> Result<Self, FileError> {
        Self::written(path, overwrite, |out| out.write_all(bytes))
    }

    /// Writes the temporary file piece by piece, through a buffer. Temporary files that killed processes left in the
    /// directory are removed.
    ///
    /// # Errors
    /// [`FileError`] if the file cannot be written, or not in full, or if `write` fails.
    pub fn written(
        path: &Path,
        overwrite: Overwrite,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Self, FileError> {
        check_destination(path, overwrite)?;
        let target = match overwrite {
            Overwrite::Refuse => path.to_owned(),
            // Replaces the file that a symbolic link points to, not the link.
            Overwrite::Replace => destination(path),
        };
        let file = temporary::beside(path, &target, old_mode(&target, overwrite))?;
        let mut buffer = BufWriter::new(file.as_file());
        let written = write(&mut buffer).and_then(|()| buffer.flush());
        // The buffered rest of an abandoned file need not be written.
        drop(buffer.into_parts());
        let written = written.and_then(|()| keep_mode(file.as_file(), &target, overwrite));
        let written = written.and_then(|()| file.as_file().sync_all());
        written.map_err(|source| FileError::Write { path: path.to_owned(), source })?;
        Ok(Self { file, path: path.to_owned(), target, overwrite })
    }

    /// Renames the file to its final name.
    ///
    /// # Errors
    /// [`FileError`]; the temporary file is removed and an existing file keeps its contents.
    #[cfg(test)]
    pub fn persist(self) -> Result<(), FileError> {
        Self::persist_all([self])
    }

    /// Renames all of several files to their final names, or none of them.
    ///
    /// # Errors
    /// [`FileError`] of the first file that cannot be renamed. The files before it are rolled back, and existing files keep
    /// their contents.
    pub fn persist_all(files: impl IntoIterator<Item = Self>) -> Result<(), FileError> {
        let files: Vec<Self> = files.into_iter().collect();
        // Each once, whichever way a path leads there.
        let directory = |file: &Self| {
            let directory = directory_of(&file.target);
            directory.canonicalize().unwrap_or_else(|_| directory.to_owned())
        };
        let directories: BTreeSet<PathBuf> = files.iter().map(directory).collect();
        // A single file is replaced in one step, so the old one needs no copy.
        let needs_copies = files.len() > 1;
        // Of two processes that replace the same files at the same time, one waits: no mixture of theirs is left.
        let is_shared = needs_copies && files.iter().any(|file| file.overwrite == Overwrite::Replace);
        let locks = directories.iter().filter(|_| is_shared).map(|directory| {
            DirectoryLock::new(directory, PATIENCE)
                .map_err(|source| FileError::Locked { directory: directory.clone(), source })
        });
        let locks = locks.collect::<Result<Vec<_>, _>>()?;
        let copies = files.iter().map(|file| if needs_copies { file.copy_of_old() } else { Ok(None) });
        let copies = copies.collect::<Result<Vec<_>, _>>()?;
        let mut named: Vec<Named> = Vec::with_capacity(files.len());
        for (file, old) in files.into_iter().zip(copies) {
            let target = file.target.clone();
            if let Err(error) = file.rename() {
                named.into_iter().rev().for_each(Named::take_back);
                return Err(error);
            }
            named.push(Named { target, old });
        }
        // The contents are on disk already; flushing the directories makes the names durable. A directory that cannot be
        // flushed is not an error.
        drop(locks);
        for directory in directories {
            let _ = File::open(directory).and_then(|directory| directory.sync_all());
        }
        Ok(())
    }

    /// A copy of the file to be replaced, under a temporary name.
    fn copy_of_old(&self) -> Result<Option<TempPath>, FileError> {
        if self.overwrite == Overwrite::Refuse || !self.target.exists() {
            return Ok(None);
        }
        let copy = || {
            let copy = temporary::create(&self.target, old_mode(&self.target, Overwrite::Replace))?.into_temp_path();
            fs::copy(&self.target, &copy)?;
            Ok(copy)
        };
        copy().map(Some).map_err(|source| FileError::Write { path: self.path.clone(), source })
    }

    fn rename(self) -> Result<(), FileError> {
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

/// The permissions of the file to be replaced.
fn old_mode(target: &Path, overwrite: Overwrite) -> Option<Permissions> {
    let old = (overwrite == Overwrite::Replace).then(|| target.metadata().ok()).flatten()?;
    Some(old.permissions())
}

/// Gives a new file the permissions of the one it replaces, including those masked by the umask.
fn keep_mode(file: &File, target: &Path, overwrite: Overwrite) -> io::Result<()> {
    old_mode(target, overwrite).map_or(Ok(()), |mode| file.set_permissions(mode))
}

/// A file under its final name.
struct Named {
    target: PathBuf,
    /// The copy of the file that it replaced.
    old: Option<TempPath>,
}

impl Named {
    /// Restores the old file, or removes the new one. Errors are ignored, because the error that caused the rollback is
    /// reported.
    fn take_back(self) {
        match self.old {
            Some(old) => drop(old.persist(&self.target)),
            None => drop(fs::remove_file(&self.target)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    fn names(directory: &TempDir) -> Vec<String> {
        let entries = fs::read_dir(directory.path()).expect("the directory is there");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    fn staged(directory: &TempDir, name: &str, overwrite: Overwrite) -> StagedFile {
        StagedFile::new(&directory.path().join(name), b"new", overwrite).expect("staged")
    }

    #[test]
    fn several_files_are_named_together_or_not_at_all() {
        for overwrite in [Overwrite::Refuse, Overwrite::Replace] {
            let directory = tempfile::tempdir().expect("a temporary directory");
            let old = directory.path().join("b");
            if overwrite == Overwrite::Replace {
                fs::write(&old, "old").expect("a new file");
            }
            let files = ["a", "b", "c"].map(|name| staged(&directory, name, overwrite));
            // Meanwhile a directory takes the name of the last file.
            fs::create_dir(directory.path().join("c")).expect("a new directory");
            StagedFile::persist_all(files).expect_err("c is a directory");
            let left: &[&str] = if overwrite == Overwrite::Replace { &["b", "c"] } else { &["c"] };
            assert_eq!(names(&directory), left);
            if overwrite == Overwrite::Replace {
                assert_eq!(fs::read(&old).expect("there"), b"old");
            }
            fs::remove_dir(directory.path().join("c")).expect("empty");
            StagedFile::persist_all(["a", "b", "c"].map(|name| staged(&directory, name, overwrite))).expect("written");
            assert_eq!(names(&directory), ["a", "b", "c"]);
            assert_eq!(fs::read(&old).expect("there"), b"new");
        }
    }

    #[test]
    fn files_that_are_replaced_together_are_of_one_process() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let paths = ["a", "b", "c", "d"].map(|name| directory.path().join(name));
        let replaced = |text: &str| {
            let staged = paths.iter().map(|path| StagedFile::new(path, text.as_bytes(), Overwrite::Replace));
            StagedFile::persist_all(staged.collect::<Result<Vec<_>, _>>().expect("staged")).expect("replaced");
        };
        for _ in 0..8 {
            std::thread::scope(|scope| {
                for text in ["one", "two", "three"] {
                    scope.spawn(move || replaced(text));
                }
            });
            let contents = paths.each_ref().map(|path| fs::read(path).expect("there"));
            assert!(contents.iter().all(|content| *content == contents[0]), "{contents:?}");
        }
        assert_eq!(names(&directory), ["a", "b", "c", "d"]);
    }

    #[cfg(unix)]
    #[test]
    fn the_mode_of_what_is_replaced_is_kept() {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().expect("a temporary directory");
        let path = directory.path().join("a");
        fs::write(&path, "old").expect("a new file");
        for mode in [0o600, 0o755, 0o444] {
            fs::set_permissions(&path, Permissions::from_mode(mode)).expect("ours");
            for others in [&["a"][..], &["a", "b"]] {
                let files: Vec<_> = others.iter().map(|name| staged(&directory, name, Overwrite::Replace)).collect();
                StagedFile::persist_all(files).expect("replaced");
                let found = path.metadata().expect("there").permissions().mode();
                assert_eq!((found & 0o777, fs::read(&path).expect("there")), (mode, b"new".to_vec()));
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_also_where_they_lead_to_nothing_yet() {
        use std::os::unix::fs::symlink;
        let directory = tempfile::tempdir().expect("a temporary directory");
        let place = |name: &str| directory.path().join(name);
        fs::create_dir(place("far")).expect("a new directory");
        symlink("far/file", place("link")).expect("a link");
        symlink("link", place("further")).expect("a link");
        for _ in 0..2 {
            staged(&directory, "further", Overwrite::Replace).persist().expect("written");
            assert_eq!(fs::read(place("far/file")).expect("there"), b"new");
            assert!(place("link").is_symlink() && place("further").is_symlink());
        }
        symlink("round", place("round")).expect("a link");
        StagedFile::new(&place("round"), b"", Overwrite::Replace).expect_err("it leads to itself");
        symlink("no/such", place("lost")).expect("a link");
        StagedFile::new(&place("lost"), b"", Overwrite::Replace).expect_err("there is no directory");
        assert_eq!(names(&directory), ["far", "further", "link", "lost", "round"]);
    }
}
