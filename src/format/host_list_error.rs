//! What can be wrong with hosts, in any form.

use super::host_name::HostNameError;
use super::source::{Locator, Position, excerpt};
use crate::units::{Factor, UnitError};
use std::ops::Range;
use std::path::Path;

/// The columns of a table of hosts, as messages list them.
const COLUMNS: &str = "host, slots, class, factor, rack and pod";

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("did you mean \"{name}\"? "))
}

/// What is wrong with a list of hosts, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{position}: {fault}")]
pub struct HostListError {
    /// Where it is.
    pub position: Position,
    /// The bytes of the text concerned.
    pub span: Range<usize>,
    /// What it is.
    pub fault: HostListFault,
}

impl HostListError {
    /// The error as people read it, with the source line and carets.
    #[must_use]
    pub fn render(&self, text: &str, path: &Path) -> String {
        let Position { line, column } = self.position;
        let excerpt = excerpt(text.as_bytes(), &self.span, line);
        format!("{}:{line}:{column}: error: {}\n{excerpt}", path.display(), self.fault)
    }
}

/// What can be wrong with a list of hosts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HostListFault {
    /// There is no host.
    #[error("there is no host in the list; write one on each line, host or host:slots")]
    Empty,
    /// MRNet would refuse the name.
    #[error("{0}; {hint}", hint = .0.hint())]
    HostName(HostNameError),
    /// The number of slots is 0.
    #[error("a host with 0 slots; give it at least 1 or remove it")]
    ZeroSlots,
    /// The number of slots is no number.
    #[error("\"{text}\" is not a number of slots; write host:slots")]
    BadSlots {
        /// What stands after the colon.
        text: String,
    },
    /// A bracket without its partner, or inside another pair.
    #[error("unbalanced bracket; ranges are written n[1-4,7]")]
    Bracket,
    /// Something in brackets that is neither a number nor a range of numbers.
    #[error("\"{text}\" is neither a number nor a range; ranges are written n[1-4,7]")]
    BadRange {
        /// What stands there.
        text: String,
    },
    /// A range whose end is below its start.
    #[error("the range {low}-{high} runs backwards; write the smaller number first")]
    ReversedRange {
        /// Its start.
        low: String,
        /// Its end.
        high: String,
    },
    /// A range whose end has leading zeros that its start has not.
    #[error("the numbers of the range {low}-{high} are padded differently; write both with the same number of digits")]
    Padding {
        /// Its start.
        low: String,
        /// Its end.
        high: String,
    },
    /// Not as many numbers of tasks as nodes.
    #[error("there are {nodes} nodes, but numbers of tasks for {counts}; both come from the resource manager")]
    Counts {
        /// Nodes of the list.
        nodes: u64,
        /// How many have a number of tasks.
        counts: u64,
    },
    /// Not a number of tasks, or a repeated one.
    #[error("\"{text}\" is not a number of tasks; SLURM_TASKS_PER_NODE is written 2(x3),1")]
    BadCount {
        /// What stands there.
        text: String,
    },
    /// A column that has no meaning.
    #[error("unknown column \"{name}\"; {}the columns are {COLUMNS}", did_you_mean(*nearest))]
    UnknownColumn {
        /// Its name.
        name: String,
        /// The column with the nearest name, where one is near.
        nearest: Option<&'static str>,
    },
    /// A column twice.
    #[error("the column \"{name}\" stands there twice; keep one")]
    RepeatedColumn {
        /// Its name.
        name: &'static str,
    },
    /// No column with the hosts.
    #[error("there is no column \"host\"; the first line names the columns, of {COLUMNS}")]
    NoHostColumn,
    /// A row with too few or too many fields.
    #[error(
        "{found} fields in this row, but the first line names {expected} columns; a range with a comma goes in quotes"
    )]
    Fields {
        /// Fields of the row.
        found: usize,
        /// Columns of the first line.
        expected: usize,
    },
    /// A factor that cannot be read.
    #[error("{0}")]
    Factor(UnitError),
    /// A factor below one.
    #[error("the factor {factor} is below 1; the machine's profile describes the fastest hosts, others take 1 or more")]
    FactorBelowOne {
        /// The factor.
        factor: Factor,
    },
    /// Two factors for hosts of one class.
    #[error("hosts of class \"{class}\" have the factors {first} and {second}; a class has one factor")]
    ClassFactors {
        /// The class.
        class: String,
        /// Of an earlier row.
        first: Factor,
        /// Of this row.
        second: Factor,
    },
    /// A host that is two things at once.
    #[error("the host \"{host}\" stands in an earlier row with another class, factor, rack or pod")]
    TwoHosts {
        /// The host.
        host: String,
    },
    /// A control character in a class, a rack or a pod.
    #[error("a class, a rack or a pod is a line of text; this one has control characters")]
    ControlCharacter,
    /// Not a table of comma-separated values.
    #[error("not a table of comma-separated values: {reason}")]
    Table {
        /// What the reader says.
        reason: String,
    },
    /// More hosts than a list may have.
    #[error("more than {limit} hosts; is a range mistyped?")]
    TooManyHosts {
        /// The most a list may have.
        limit: u64,
    },
}

/// A fault before its line and column are known.
pub(super) struct Found {
    pub(super) span: Range<usize>,
    pub(super) fault: HostListFault,
}

impl Found {
    /// The fault with its line and column in the text.
    pub(super) fn at(self, text: &str) -> HostListError {
        let position = Locator::new(text.as_bytes()).locate(self.span.start);
        HostListError { position, span: self.span, fault: self.fault }
    }
}
