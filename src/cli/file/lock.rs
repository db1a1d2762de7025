//! The lock of a directory in which several files are replaced together.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// The name of the lock; a file of that name that a killed process left is taken over.
const NAME: &str = ".logpine.lock";
/// The time that other processes have to rename their files.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);
/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(5);

/// A locked directory: other processes wait before they replace several files in it. Dropping it unlocks the directory.
#[derive(Debug)]
pub(super) struct DirectoryLock {
    path: PathBuf,
    file: File,
}

impl DirectoryLock {
    /// Locks the directory, after at most `patience`.
    ///
    /// # Errors
    /// The error of the operating system, or [`ErrorKind::TimedOut`].
    pub fn new(directory: &Path, patience: Duration) -> io::Result<Self> {
        let path = directory.join(NAME);
        let start = Instant::now();
        loop {
            if let Some(file) = attempt(&path)? {
                return Ok(Self { path, file });
            }
            if start.elapsed() >= patience {
                return Err(io::Error::new(ErrorKind::TimedOut, "another process holds it"));
            }
            thread::sleep(PAUSE);
        }
    }
}

impl Drop for DirectoryLock {
    fn drop(&mut self) {
        // Before it is unlocked: who waits for it sees that its name is gone, and begins again.
        let _ = fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
}

/// The locked file; `None` if another process holds it, or has just removed it.
fn attempt(path: &Path) -> io::Result<Option<File>> {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    // A link that somebody put there leads to no new file.
    let file = match options.clone().create_new(true).open(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => match options.open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound && !path.is_symlink() => return Ok(None),
            opened => opened?,
        },
        created => created?,
    };
    match file.try_lock() {
        Ok(()) => Ok(is_at(&file, path).then_some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// True if the path still leads to the file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |found: io::Result<fs::Metadata>| found.ok().map(|found| (found.dev(), found.ino()));
    place(file.metadata()) == place(path.metadata())
}

/// Elsewhere an open file keeps its name.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let lock = |patience| DirectoryLock::new(directory.path(), patience);
        let held = lock(PATIENCE).expect("free");
        assert_eq!(lock(Duration::ZERO).expect_err("held").kind(), ErrorKind::TimedOut);
        drop(held);
        assert_eq!(fs::read_dir(directory.path()).expect("there").count(), 0);
        // The lock of a process that was killed.
        fs::write(directory.path().join(NAME), "").expect("written");
        drop(lock(Duration::ZERO).expect("nobody holds it"));
        assert_eq!(fs::read_dir(directory.path()).expect("there").count(), 0);
    }
}
