//! Faults in files of observed messages, with their places.

use logpine_text::excerpt::{Marked, mark};
use std::ops::Range;

/// A fault in a file of observed messages. Shown, it has its place, the source line and carets below the fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}:{line}:{column}: {fault}\n{excerpt}")]
pub struct ObservedError {
    /// The file, as the user named it.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The fault.
    pub fault: Box<ObservedFault>,
    /// The line, or the part near the fault if it is long, and a line of carets.
    pub excerpt: String,
}

/// A kind of fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ObservedFault {
    // Of any file.
    #[error("there is no file to read; name the files of one run")]
    NoFile,
    #[error("this is not UTF-8; name the files that the library or the probe has written")]
    NotUtf8,
    #[error("these are not the messages of a run; {expected}")]
    Unknown { expected: &'static str },
    #[error("`{text}` is not {expected}; let the library write the file again")]
    Expected { text: String, expected: &'static str },
    #[error("rank {rank}, but the run had {ranks} ranks; name the files of one run only")]
    Rank { rank: u64, ranks: u64 },
    #[error("{ranks} ranks here, and {before} in `{file}`; name the files of one run only")]
    OtherRun { ranks: u64, before: u64, file: String },
    #[error("rank {rank} is in `{file}`, too; name each file once, and those of one run only")]
    RepeatedRank { rank: u64, file: String },
    #[error("rank {rank} of {ranks} is in none of the files{more}; name those of all ranks")]
    MissingRank { rank: u64, ranks: u64, more: String },
    #[error("the messages from rank {from} to rank {to} are counted twice; name each file once")]
    RepeatedEdge { from: u64, to: u64 },
    // Of MPICH.
    #[error("this is no tree as MPICH dumps it: {reason}; it has \"rank\", \"nranks\", \"parent\" and \"children\"")]
    Json { reason: String },
    #[error("rank {child} is a child of rank {rank}, but its own file says {parent}; name the files of one run only")]
    OtherParent { rank: u64, child: u64, parent: String },
    #[error("rank {rank} is the child of rank {parent}, which does not list it; name the files of one run only")]
    NotListed { rank: u64, parent: u64 },
    #[error("{roots} ranks have no parent, where one has; name the files of one run only")]
    Roots { roots: u64 },
    // Of probes.
    #[error("the head has no line `# {key}: ...`; let `logpine-mpi probe` write the file")]
    NoHead { key: &'static str },
    #[error("the columns are rank,parent,agreeing,of, as `logpine-mpi probe` writes them")]
    Columns,
    #[error("{found} fields, where {expected} are due")]
    Fields { found: usize, expected: usize },
    #[error("rank {expected} is due here; each rank has a line, in their order")]
    Order { expected: u64 },
    #[error("rank {rank} has no parent, and the root is rank {root}")]
    NoParent { rank: u64, root: u64 },
    #[error("rank {rank} is the root, and has a parent")]
    RootWithParent { rank: u64 },
    #[error("more repetitions agree than there are")]
    Agreeing,
    #[error("{found} hosts of ranks, and {ranks} ranks")]
    Hosts { found: u64, ranks: u64 },
    #[error("no ranks follow the head; let `logpine-mpi probe` write the file again")]
    NoRanks,
}

/// The bytes of a file, and its name.
#[derive(Clone, Copy, Debug)]
pub struct ObservedFile<'a> {
    /// The name, as the user gave it.
    pub path: &'a str,
    /// The contents.
    pub bytes: &'a [u8],
}

impl<'a> ObservedFile<'a> {
    /// The text.
    pub(super) fn text(&self) -> Result<&'a str, ObservedError> {
        std::str::from_utf8(self.bytes).map_err(|error| {
            let (text, at) = (String::from_utf8_lossy(self.bytes), error.valid_up_to());
            self.marked(mark(&text, at, at + 1), ObservedFault::NotUtf8)
        })
    }

    /// A fault at a place of the text.
    pub(super) fn error(&self, span: Range<usize>, fault: ObservedFault) -> ObservedError {
        self.marked(mark(std::str::from_utf8(self.bytes).unwrap_or_default(), span.start, span.end), fault)
    }

    fn marked(&self, marked: Marked, fault: ObservedFault) -> ObservedError {
        let Marked { line, column, excerpt } = marked;
        ObservedError { path: self.path.to_owned(), line, column, fault: Box::new(fault), excerpt }
    }
}

/// A part of a text, and the offset of its first byte.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
}

impl<'a> Part<'a> {
    /// The lines of a text, without their ends.
    pub(super) fn lines(text: &'a str) -> impl Iterator<Item = Self> + use<'a> {
        let mut start = 0;
        text.split_inclusive('\n').map(move |line| {
            let part = Self { text: line.trim_end_matches(['\r', '\n']), start };
            start += line.len();
            part
        })
    }

    /// The fields between separators.
    pub(super) fn fields(self, separator: char) -> impl Iterator<Item = Self> + use<'a> {
        let mut start = self.start;
        self.text.split(separator).map(move |text| {
            let part = Self { text, start };
            start += text.len() + separator.len_utf8();
            part
        })
    }

    /// The part without blanks around it.
    pub(super) fn trimmed(self) -> Self {
        let blanks = self.text.len() - self.text.trim_start().len();
        Self { text: self.text.trim(), start: self.start + blanks }
    }

    pub(super) fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_know_their_places() {
        let text = "ab,c\r\n\n d ,e";
        let places: Vec<_> = Part::lines(text).map(|line| (line.text, line.start)).collect();
        assert_eq!(places, [("ab,c", 0), ("", 6), (" d ,e", 7)]);
        let fields = Part { text: " d ,e", start: 7 }.fields(',').map(Part::trimmed);
        assert_eq!(fields.map(|field| (field.text, field.span())).collect::<Vec<_>>(), [("d", 8..9), ("e", 11..12)]);
    }

    #[test]
    fn a_fault_shows_its_place() {
        let file = ObservedFile { path: "a.prof", bytes: b"one\ntwo \xff" };
        let error = file.text().expect_err("no text");
        assert_eq!((error.line, error.column), (2, 5));
        let shown = error.to_string();
        assert!(shown.starts_with("a.prof:2:5: this is not UTF-8; ") && shown.contains("  2 | two "), "{shown}");
    }
}
