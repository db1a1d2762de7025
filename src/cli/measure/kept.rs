//! The files of a measurement, written as its experiments end.

use super::folder::remove_earlier;
use super::head::Head;
use crate::cli::file::Overwrite;
use crate::cli::interrupt;
use crate::cli::outcome::{Outcome, Step};
use crate::cli::output::write_in_silence;
use logpine_measure::Measured;
use std::path::{Path, PathBuf};

/// The files, and what they hold so far: what fails later takes nothing of it away.
pub struct Kept<'a> {
    /// The files of latencies, chains, fan-ins and whole trees.
    pub paths: &'a [PathBuf; 4],
    /// The treatment of files of an earlier run.
    pub overwrite: Overwrite,
    pub head: Head<'a>,
    /// The comments at the heads of the files.
    pub comments: Vec<String>,
    /// The files that are written, each with the number of its times.
    pub written: Vec<(PathBuf, usize)>,
}

impl Kept<'_> {
    /// Writes what was measured so far, all files with the same comments. Files of an earlier run go with the first ones: a fit would
    /// take them for parts of one measurement.
    pub fn keep(&mut self, measured: &Measured) -> Step<()> {
        let Head { experiments, settings, .. } = self.head;
        self.comments = self.head.lines(measured);
        let names: Vec<String> = experiments.trees.iter().map(|(name, _)| name.clone()).collect();
        let set = measured.data_set(settings.timing, &self.comments, &names);
        let texts = [set.latency, set.chain, set.fan_in, set.topologies];
        let counts = [measured.latency.len(), measured.chain.len(), measured.fan_in.len(), measured.trees.len()];
        let files: Vec<(&Path, &str, usize)> = (self.paths.iter().zip(&texts).zip(counts))
            .filter(|&(_, count)| count > 0)
            .map(|((path, text), count)| (path.as_path(), text.as_str(), count))
            .collect();
        let is_ours = |path: &Path| self.written.iter().any(|(written, _)| written == path);
        let of = |ours: bool| -> Vec<(&Path, &str)> {
            let those = files.iter().filter(|(path, ..)| is_ours(path) == ours);
            those.map(|&(path, text, _)| (path, text)).collect()
        };
        write_in_silence(&of(false), self.overwrite)?;
        write_in_silence(&of(true), Overwrite::Replace)?;
        if self.written.is_empty() {
            remove_earlier(self.paths.iter().filter(|path| files.iter().all(|(written, ..)| written != path)))?;
        }
        self.written = files.iter().map(|&(path, _, count)| (path.to_owned(), count)).collect();
        // An interrupt ends what follows at once.
        if interrupt::files_are_gone() { Err(Outcome::Interrupted) } else { Ok(()) }
    }

    /// The files that a failure leaves, in a line; `None` without any.
    pub fn said(&self) -> Option<String> {
        let paths: Vec<String> = self.written.iter().map(|(path, _)| path.display().to_string()).collect();
        (!paths.is_empty()).then(|| format!("kept {}: of the experiments that had ended", paths.join(", ")))
    }
}
