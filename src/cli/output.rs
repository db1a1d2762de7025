//! `--emit FORMAT -o FILE`: which files to write, and writing them.

use super::outcome::{Step, bad_input};
use anyhow::anyhow;
use clap::Args;
use logpine::format::{Overwrite, StagedFile, check_destination};
use std::path::{self, Path, PathBuf};

/// Where the formats of `--emit` go.
#[derive(Debug, Args)]
pub struct OutputArgs {
    /// The file to write; one for each --emit, in the same order.
    #[arg(short, long, value_name = "FILE", requires = "emit", help_heading = "Files")]
    output: Vec<PathBuf>,

    /// Replaces files that exist.
    #[arg(long, requires = "emit", help_heading = "Files")]
    force: bool,
}

impl OutputArgs {
    /// Each format with its file, checked before any work is done: no file is named twice or overwritten unasked.
    pub fn requests<F: Copy>(&self, formats: &[F]) -> Step<Vec<(F, &Path)>> {
        let (count, files) = (formats.len(), self.output.len());
        if count != files {
            return Err(bad_input(anyhow!("{count} --emit but {files} --output; give one FILE for each FORMAT")));
        }
        for (index, path) in self.output.iter().enumerate() {
            check_destination(path, self.overwrite()).map_err(bad_input)?;
            if self.output[..index].iter().any(|earlier| is_same_file(earlier, path)) {
                let path = path.display();
                return Err(bad_input(anyhow!("{path} is named twice; give each format a file of its own")));
            }
        }
        Ok(formats.iter().copied().zip(self.output.iter().map(PathBuf::as_path)).collect())
    }

    /// Writes all files or none: the last temporary file is written before the first gets its name.
    pub fn write<'a>(&self, files: impl IntoIterator<Item = (&'a Path, String)>) -> Step<()> {
        let stage = |(path, contents): (&Path, String)| StagedFile::new(path, contents.as_bytes(), self.overwrite());
        let staged = files.into_iter().map(stage).collect::<Result<Vec<_>, _>>().map_err(bad_input)?;
        staged.into_iter().try_for_each(StagedFile::persist).map_err(bad_input)
    }

    fn overwrite(&self) -> Overwrite {
        if self.force { Overwrite::Replace } else { Overwrite::Refuse }
    }
}

/// Whether two paths lead to one file, which need not exist yet.
fn is_same_file(a: &Path, b: &Path) -> bool {
    let place = |path: &Path| {
        let absolute = path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let directory = absolute.parent().and_then(|parent| parent.canonicalize().ok());
        path.canonicalize().ok().or_else(|| Some(directory?.join(absolute.file_name()?))).unwrap_or(absolute)
    };
    place(a) == place(b)
}
