//! The results of a command: in words, and in the files that are asked for.

use crate::args::Output;
use crate::cells::Row;
use crate::commands::{Said, warnings};
use crate::failure::Failure;
use crate::files::{check_free, write};
use crate::place::Places;
use crate::result::{csv, picture, table};
use crate::wire::Wire;
use std::path::Path;

impl Output {
    /// Refuses files that exist or cannot be written.
    ///
    /// # Errors
    /// [`Failure::Input`] with the way out.
    pub fn check(&self) -> Result<(), Failure> {
        let files = self.output.iter().filter(|path| path.as_os_str() != "-").chain(&self.svg);
        let paths: Vec<&Path> = files.map(AsRef::as_ref).collect();
        check_free(&paths, self.force)
    }

    /// The result in words at rank 0, with the files that are asked for; `more` is added to their heads.
    ///
    /// # Errors
    /// [`Failure::Input`] if a file cannot be written.
    pub fn said(
        &self,
        wire: &dyn Wire,
        places: &Places,
        command: &str,
        more: &[String],
        rows: &[Row],
        notes: Vec<String>,
    ) -> Result<Said, Failure> {
        if wire.rank() > 0 {
            return Ok(Said::default());
        }
        let said = Said { out: table(rows), messages: warnings(places).into_iter().chain(notes).collect() };
        let mut head = places.head(command);
        head.extend_from_slice(more);
        self.write(&head, &places.origin(), rows, said)
    }

    /// Writes the files that are asked for; of rows on standard output nothing else is said there.
    ///
    /// # Errors
    /// [`Failure::Input`] if a file cannot be written.
    pub fn write(&self, head: &[String], origin: &str, rows: &[Row], mut said: Said) -> Result<Said, Failure> {
        let head =
            [head, &["each repetition begins after a barrier and takes as long as on the slowest rank".to_owned()]];
        let text = csv(&head.concat(), rows);
        match &self.output {
            Some(path) if path.as_os_str() == "-" => said.out = text,
            Some(path) => {
                write(path, &text, self.force)?;
                said.messages.push(format!("{}: {} rows", path.display(), rows.len()));
            }
            None => {}
        }
        if let Some(path) = &self.svg {
            write(path, &picture(origin, rows), self.force)?;
            said.messages.push(format!("{}: a picture for a browser", path.display()));
        }
        Ok(said)
    }

    /// True if standard output has the rows alone.
    #[must_use]
    pub fn is_rows(&self) -> bool {
        self.output.as_ref().is_some_and(|path| path.as_os_str() == "-")
    }
}
