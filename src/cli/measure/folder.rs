//! The directory of measured files: without files of an earlier run in the end.

use crate::cli::outcome::{Step, message_to_stderr};
use anyhow::Context;
use std::fs;
use std::path::PathBuf;

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

#[cfg(test)]
mod tests {
    use super::remove_earlier;
    use std::fs;

    #[test]
    fn files_of_an_earlier_run_are_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let paths = ["chain.csv", "topologies.csv"].map(|name| folder.path().join(name));
        fs::write(&paths[1], "old").expect("written");
        assert!(remove_earlier(paths.iter()).is_ok());
        assert!(!paths[1].exists() && folder.path().exists());
    }
}
