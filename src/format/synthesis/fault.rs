//! Faults of files, with their places.

use crate::check::synthesis::{WrongCertificate, WrongFormula, WrongSend, WrongTree};

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A fault of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileFault {
    /// The place; `None` if something is missing, or the fault is of the file as a whole.
    pub place: Option<Place>,
    /// The fault.
    pub wrong: WrongFile,
}

impl FileFault {
    /// A fault of a line.
    pub(super) const fn of_line(line: usize, wrong: WrongFile) -> Self {
        Self { place: Some(Place { line, column: 1 }), wrong }
    }

    /// A fault of the file as a whole.
    pub(super) const fn of_file(wrong: WrongFile) -> Self {
        Self { place: None, wrong }
    }
}

impl std::fmt::Display for FileFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.place {
            Some(place) => write!(f, "{place}: {}", self.wrong),
            None => write!(f, "{}", self.wrong),
        }
    }
}

impl std::error::Error for FileFault {}

/// A kind of fault of a file of a schedule, a packing or a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum WrongFile {
    /// Another beginning than the expected one.
    #[error("expected `{expected}`, found `{found}`")]
    Expected { expected: &'static str, found: String },
    /// A `#!` line that has no meaning in this file.
    #[error("`#! {key}` has no meaning here; it is one of {keys}")]
    UnknownKey { key: String, keys: String },
    /// A `#!` line that is there twice.
    #[error("`#! {key}` is there twice")]
    Repeated { key: &'static str },
    /// A `#!` line that is missing.
    #[error("`#! {key}` is missing")]
    Missing { key: &'static str },
    /// A `#!` line below the header.
    #[error("lines with `#!` stand above the header")]
    Misplaced,
    /// A line with more or fewer words or fields.
    #[error("expected `{expected}`, found {found} {}", if *found == 1 { "field" } else { "fields" })]
    Fields { expected: &'static str, found: usize },
    /// Text that is no number, or one that is too large.
    #[error("`{found}` is no {what}; write a whole number from {least} to {most}")]
    Number { what: &'static str, found: String, least: u64, most: u64 },
    /// An unknown collective.
    #[error("there is no collective `{found}`; it is one of {all}")]
    Collective { found: String, all: String },
    /// An arc that is there already.
    #[error("there is an arc from {from} to {to} already; add their capacities up")]
    RepeatedArc { from: u32, to: u32 },
    /// An arc from a vertex to itself.
    #[error("the arc leads from {vertex} to itself")]
    Loop { vertex: u32 },
    /// A name for a vertex that has one.
    #[error("vertex {vertex} has a name already")]
    RepeatedName { vertex: u32 },
    /// Ranks or vertices without arcs.
    #[error("there are {vertices} vertices, most of them without an arc or a name; vertices are numbered from 0")]
    TooManyVertices { vertices: u64 },
    /// Another number of steps than the claimed one.
    #[error("the schedule takes {steps} steps, and {claimed} are claimed")]
    Steps { steps: u64, claimed: u64 },
    /// A lower bound above the number of steps.
    #[error("the schedule takes {steps} steps, so that {bound} is no lower bound")]
    Bound { steps: u64, bound: u64 },
    /// Text that is not JSON, or not of the expected form.
    #[error("{0}")]
    Json(String),
    /// A key of a certificate that is missing.
    #[error("`{key}` is missing; a certificate of the kind `{kind}` has it")]
    MissingKey { key: &'static str, kind: &'static str },
    /// A key of another kind of certificate.
    #[error("`{key}` has no meaning in a certificate of the kind `{kind}`")]
    ForeignKey { key: &'static str, kind: &'static str },
    /// A fault of the schedule.
    #[error(transparent)]
    Send(WrongSend),
    /// A fault of the packing.
    #[error(transparent)]
    Tree(WrongTree),
    /// A fault of the certificate.
    #[error(transparent)]
    Certificate(#[from] WrongCertificate),
    /// A fault of the formula of a certificate.
    #[error(transparent)]
    Formula(#[from] WrongFormula),
}
