//! `--emit FORMAT -o FILE`: which files to write, and writing them.

use super::interrupt;
use super::outcome::{Outcome, Step, bad_input, message_to_stderr, write_to_stdout};
use crate::cli::file::{Overwrite, StagedFile, check_destination, destination, way_out};
use anyhow::anyhow;
use clap::{Args, ValueEnum};
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{self, Path, PathBuf};

/// Destinations of the formats of `--emit`.
#[derive(Debug, Args)]
pub struct OutputArgs {
    /// File for each --emit, in the same order; - is standard output.
    ///
    /// A file on standard output replaces the report.
    #[arg(short, long, value_name = "FILE", requires = "emit", help_heading = "Files")]
    output: Vec<PathBuf>,

    /// Replaces existing files.
    #[arg(long, requires = "emit", help_heading = "Files")]
    force: bool,
}

impl OutputArgs {
    /// The options as the program itself gives them.
    pub const fn new(output: Vec<PathBuf>, force: bool) -> Self {
        Self { output, force }
    }

    /// Each format with its file, checked before any work is done: no file is named twice or overwritten unasked, and its
    /// directory takes files.
    pub fn requests<F: Copy>(&self, formats: &[F]) -> Step<Vec<(F, &Path)>> {
        let (count, files) = (formats.len(), self.output.len());
        if count != files {
            return Err(bad_input(anyhow!("{count} --emit but {files} --output; give one FILE for each FORMAT")));
        }
        if files > 1 && self.has_stdout() {
            return Err(bad_input(anyhow!(
                "-o - is standard output, which takes one file: leave out the others, or give each a name"
            )));
        }
        for (index, path) in self.output.iter().enumerate().filter(|(_, path)| !is_stdout(path)) {
            check_destination(path, self.overwrite()).map_err(bad_input)?;
            if self.output[..index].iter().any(|earlier| is_same_file(earlier, path)) {
                let path = path.display();
                return Err(bad_input(anyhow!("{path} is named twice; give each format a file of its own")));
            }
            // An empty one, gone at once.
            let staged = stage(path, self.overwrite(), |_| Ok(()))?;
            drop(staged);
        }
        if interrupt::files_are_gone() {
            return Err(Outcome::Interrupted);
        }
        Ok(formats.iter().copied().zip(self.output.iter().map(PathBuf::as_path)).collect())
    }

    /// True if standard output is a file.
    pub fn has_stdout(&self) -> bool {
        self.output.iter().any(|path| is_stdout(path))
    }

    /// Says warnings on standard error if a file on standard output takes the place of the report, which has them first.
    pub fn warn_instead(&self, warnings: &[String]) {
        if self.has_stdout() {
            for warning in warnings {
                message_to_stderr(&format!("warning: {warning}"));
            }
        }
    }

    /// Writes all files or none: the last temporary file is written before the first gets its name.
    pub fn write<'a, F: ValueEnum>(&self, files: impl IntoIterator<Item = (F, &'a Path, String)>) -> Step<()> {
        let stage = |(format, path, text): (F, &Path, String)| {
            self.stage(path, &meaning(&format), |out| out.write_all(text.as_bytes()))
        };
        persist(files.into_iter().map(stage).collect::<Step<Vec<_>>>()?)
    }

    /// Has a temporary file written piece by piece. From the first one on, an interrupt (Ctrl-C) ends the program as soon
    /// as nothing is left behind. What goes to standard output is written at once. `what` is said of a file that is written.
    pub fn stage(&self, path: &Path, what: &str, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Step<Staged> {
        if is_stdout(path) {
            return write_to_stdout(write).map(|()| Staged::Stdout).map_err(bad_input);
        }
        let said = Some(format!("wrote {}: {what}", path.display()));
        Ok(Staged::File { file: stage(path, self.overwrite(), write)?, said })
    }

    fn overwrite(&self) -> Overwrite {
        if self.force { Overwrite::Replace } else { Overwrite::Refuse }
    }
}

/// Has a temporary file written piece by piece, as [`OutputArgs::stage`].
fn stage(path: &Path, overwrite: Overwrite, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Step<StagedFile> {
    interrupt::wait_for_files();
    let staged = StagedFile::written(path, overwrite, |out| write(&mut Stoppable(out)));
    if interrupt::is_pending() {
        // Dropped, the temporary file is removed.
        drop(staged);
        return Err(Outcome::Interrupted);
    }
    staged.map_err(bad_input)
}

/// A directory for files. If the program made it, it is removed with this value, and by an interrupt, unless it has files.
#[must_use = "a directory that was made goes with it"]
pub struct Folder<'a>(Option<&'a Path>);

impl Drop for Folder<'_> {
    fn drop(&mut self) {
        // Fails if there are files in it.
        _ = self.0.map(fs::remove_dir);
    }
}

/// Makes a directory for files if there is none, and checks that it takes them.
pub fn check_folder<'a>(folder: &'a Path, files: &[PathBuf], overwrite: Overwrite) -> Step<Folder<'a>> {
    let is_new = !folder.exists();
    if is_new {
        interrupt::remove_if_empty(folder);
        fs::create_dir(folder).map_err(|error| {
            let way_out = match error.kind() {
                ErrorKind::NotFound => "create the directory that it is to be in first",
                _ => way_out(&error),
            };
            bad_input(anyhow!("cannot make the directory {}: {error}; {way_out}", folder.display()))
        })?;
    }
    let made = Folder(is_new.then_some(folder));
    if !folder.is_dir() {
        return Err(bad_input(anyhow!("{} is not a directory: --dir takes one", folder.display())));
    }
    files.iter().try_for_each(|file| check_destination(file, overwrite).map_err(bad_input))?;
    Ok(made)
}

/// Writes texts as files, all or none, without a word: the report lists them.
pub fn write_in_silence(files: &[(&Path, &str)], overwrite: Overwrite) -> Step<()> {
    let staged = |&(path, text): &(&Path, &str)| {
        let file = stage(path, overwrite, |out| out.write_all(text.as_bytes()))?;
        Ok(Staged::File { file, said: None })
    };
    persist(files.iter().map(staged).collect::<Step<Vec<_>>>()?)
}

/// The meaning of a format as help says it, in the middle of a sentence.
pub fn meaning(format: &impl ValueEnum) -> String {
    let help = format.to_possible_value().and_then(|value| value.get_help().map(ToString::to_string));
    let help = help.unwrap_or_default();
    let is_word = ["A ", "The ", "As ", "One ", "Trace "].iter().any(|word| help.starts_with(word));
    let (first, rest) = help.split_at(usize::from(is_word));
    first.to_lowercase() + rest
}

/// A file that is written but has no name yet, or standard output.
pub enum Staged {
    /// A file without its name yet, and the message once it has it.
    File { file: StagedFile, said: Option<String> },
    /// All of standard output.
    Stdout,
}

/// Gives all files their names, or none. Where the one file was standard output, the subcommand ends: a report is not added.
pub fn persist(staged: Vec<Staged>) -> Step<()> {
    let (mut files, mut messages) = (Vec::with_capacity(staged.len()), Vec::new());
    for staged in staged {
        match staged {
            Staged::File { file, said } => {
                files.push(file);
                messages.extend(said);
            }
            Staged::Stdout => return Err(Outcome::Written),
        }
    }
    StagedFile::persist_all(files).map_err(bad_input)?;
    for message in messages {
        message_to_stderr(&message);
    }
    Ok(())
}

/// True if a path stands for standard output; a file of that name is `./-`.
fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A file that is given up when the program is told to end.
struct Stoppable<'a>(&'a mut dyn Write);

impl Write for Stoppable<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if interrupt::is_pending() {
            return Err(io::Error::other("interrupted"));
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// True if two paths lead to the same file, which need not exist yet.
fn is_same_file(a: &Path, b: &Path) -> bool {
    let place = |path: &Path| {
        let path = &destination(path);
        let absolute = path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let directory = absolute.parent().and_then(|parent| parent.canonicalize().ok());
        path.canonicalize().ok().or_else(|| Some(directory?.join(absolute.file_name()?))).unwrap_or(absolute)
    };
    place(a) == place(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_directory_goes_if_it_was_made() {
        let folder = tempfile::tempdir().expect("a folder");
        let checked = |folder: &Path| check_folder(folder, &[], Overwrite::Refuse).is_ok();
        assert!(checked(folder.path()) && folder.path().exists(), "it was there");
        let new = folder.path().join("new");
        assert!(checked(&new) && !new.exists(), "it is empty");
        let made = check_folder(&new, &[], Overwrite::Refuse).ok();
        fs::write(new.join("file"), "").expect("written");
        drop(made);
        assert!(new.join("file").exists());
    }
}
