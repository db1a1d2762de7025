//! The directory of measured files: made if it is new, and without files of an earlier run in the end.

use crate::cli::interrupt;
use crate::cli::outcome::{Step, message_to_stderr};
use anyhow::Context;
use std::fs;
use std::path::{Path, PathBuf};

/// Removes files of an earlier run that this one has not replaced: a fit would take them for parts of one measurement.
pub fn remove_earlier<'a>(paths: impl Iterator<Item = &'a PathBuf>) -> Step<()> {
    for path in paths.filter(|path| path.exists() || path.is_symlink()) {
        let shown = path.display();
        fs::remove_file(path).with_context(|| {
            format!(
                "the new files are whole, but {shown}, of an earlier run, cannot be removed: remove it before a fit"
            )
        })?;
        message_to_stderr(&format!("removed {shown}: of an earlier run, and no part of this one"));
    }
    Ok(())
}

/// A directory that the program makes. It is removed with this value, and by an interrupt, if it is empty.
pub struct Made<'a>(Option<&'a Path>);

impl<'a> Made<'a> {
    /// None if the directory is there already.
    pub fn new(folder: &'a Path) -> Self {
        if folder.exists() {
            return Self(None);
        }
        interrupt::remove_if_empty(folder);
        Self(Some(folder))
    }
}

impl Drop for Made<'_> {
    fn drop(&mut self) {
        // Fails if there are files in it.
        _ = self.0.map(fs::remove_dir);
    }
}

#[cfg(test)]
mod tests {
    use super::{Made, remove_earlier};
    use std::fs;

    #[test]
    fn files_of_an_earlier_run_are_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let paths = ["chain.csv", "topologies.csv"].map(|name| folder.path().join(name));
        fs::write(&paths[1], "old").expect("written");
        assert!(remove_earlier(paths.iter()).is_ok());
        assert!(!paths[1].exists() && folder.path().exists());
    }

    #[test]
    fn an_empty_directory_goes_if_it_was_made() {
        let folder = tempfile::tempdir().expect("a folder");
        drop(Made::new(folder.path()));
        assert!(folder.path().exists(), "it was there");
        let new = folder.path().join("new");
        let made = Made::new(&new);
        fs::create_dir(&new).expect("made");
        drop(made);
        assert!(!new.exists(), "it is empty");
    }
}
