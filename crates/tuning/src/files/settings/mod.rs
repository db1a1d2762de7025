//! Settings of MPI libraries, as people and tools write them: names with values, each with its place.

mod lines;
mod sections;
mod shell;

pub use lines::{Lines, lines};
pub use sections::{has_sections, sections};
pub use shell::variables;

use std::ops::Range;

/// The notation of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `export NAME=value`, or `NAME=value` in a file that exports nothing, as environment files do.
    Variable,
    /// `-genv NAME value`, as `mpiexec` takes it.
    Option,
    /// `name = value`, as `mca-params.conf` and `ucc.conf` have it.
    Equals,
    /// `--mca name value`, as `mpirun` takes it.
    Mca,
    /// `--gmca name value`, for all programs of a job.
    GlobalMca,
}

/// A name with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The notation.
    pub notation: Notation,
    /// The name.
    pub name: String,
    /// The bytes of the name.
    pub name_span: Range<usize>,
    /// The value without quotes; empty if there is none.
    pub value: String,
    /// The bytes of the value; of one piece in quotes, without the quotes.
    pub span: Range<usize>,
    /// The places of pieces of the value that stand together in the source: in the value, and in the source.
    pieces: Vec<(usize, usize)>,
}

impl Setting {
    /// A setting whose value stands in one piece at `value`, and whose name ends at `end`.
    fn plain(notation: Notation, (name, end): (&str, usize), (value, start): (&str, usize)) -> Self {
        Self {
            notation,
            name: name.to_owned(),
            name_span: end - name.len()..end,
            value: value.to_owned(),
            span: start..start + value.len(),
            pieces: vec![(0, start)],
        }
    }

    /// The setting without the beginning of its name; `None` if the name begins otherwise.
    pub fn without(&self, prefix: &str) -> Option<Self> {
        let name = self.name.strip_prefix(prefix)?.to_owned();
        let name_span = self.name_span.end - name.len()..self.name_span.end;
        Some(Self { name, name_span, ..self.clone() })
    }

    /// The bytes in the source of a part of the value.
    pub fn place(&self, part: Range<usize>) -> Range<usize> {
        let at = |offset: usize| {
            let piece = self.pieces.get(self.pieces.partition_point(|(start, _)| *start <= offset).saturating_sub(1));
            piece.map_or(self.span.start, |(start, source)| source + offset.saturating_sub(*start))
        };
        // The last letter of the part, and one more: quotes after it are no part of it.
        let end = if part.is_empty() { at(part.start) } else { at(part.end - 1) + 1 };
        at(part.start)..end
    }
}
