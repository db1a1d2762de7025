//! Faults in lists and tables of hosts.

use super::host_name::HostNameError;
use super::source::{Locator, Position, Severity, excerpt, rendered};
use logpine_text::units::{Factor, UnitError};
use std::ops::Range;
use std::path::Path;

/// The columns of a table of hosts, for messages.
const COLUMNS: &str = "host, slots, class, factor, rack and pod";

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("did you mean \"{name}\"? "))
}

/// A fault in a list of hosts, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{position}: {fault}")]
pub struct HostListError {
    /// The start of the fault.
    pub position: Position,
    /// The bytes of the text concerned.
    pub span: Range<usize>,
    /// The fault.
    pub(crate) fault: HostListFault,
}

impl HostListError {
    /// Formats the error for users, with the source line and carets.
    #[must_use]
    pub fn render(&self, text: &str, path: &Path) -> String {
        rendered(text.as_bytes(), path, (self.position, &self.span), Severity::Error, &self.fault)
    }

    /// The source line with carets under the fault.
    pub(crate) fn excerpt(&self, text: &str) -> String {
        excerpt(text.as_bytes(), &self.span, self.position.line)
    }
}

/// A kind of fault in a list of hosts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HostListFault {
    /// A list without hosts.
    #[error("there is no host in the list; write one on each line, host or host:slots")]
    Empty,
    /// A name that MRNet refuses.
    #[error("{0}; {hint}", hint = .0.hint())]
    HostName(HostNameError),
    /// A number of slots that is 0.
    #[error("a host with 0 slots; give it at least 1 or remove it")]
    ZeroSlots,
    /// A number of slots that is not a number.
    #[error("\"{text}\" is not a number of slots; write host:slots")]
    BadSlots {
        /// The text after the colon.
        text: String,
    },
    /// A bracket without its partner, or inside another pair.
    #[error("unbalanced bracket; ranges are written n[1-4,7]")]
    Bracket,
    /// Text in brackets that is neither a number nor a range of numbers.
    #[error("\"{text}\" is neither a number nor a range; ranges are written n[1-4,7]")]
    BadRange {
        /// The text.
        text: String,
    },
    /// A range whose end is below its start.
    #[error("the range {low}-{high} runs backwards; write the smaller number first")]
    ReversedRange {
        /// The start of the range.
        low: String,
        /// The end of the range.
        high: String,
    },
    /// A range whose end has leading zeros but whose start has none.
    #[error("the numbers of the range {low}-{high} are padded differently; write both with the same number of digits")]
    Padding {
        /// The start of the range.
        low: String,
        /// The end of the range.
        high: String,
    },
    /// A number of task counts that differs from the number of nodes.
    #[error("there are {nodes} nodes, but task counts for {counts}; both come from the resource manager")]
    Counts {
        /// The number of nodes in the list.
        nodes: u64,
        /// The number of nodes with a task count.
        counts: u64,
    },
    /// A task count, or its repetition, that cannot be read.
    #[error("\"{text}\" is not a number of tasks; tasks are written 2(x3),1")]
    BadCount {
        /// The text.
        text: String,
    },
    /// A column with an unknown name.
    #[error("unknown column \"{name}\"; {}the columns are {COLUMNS}", did_you_mean(*nearest))]
    UnknownColumn {
        /// The name.
        name: String,
        /// The known column with the nearest name, if one is near.
        nearest: Option<&'static str>,
    },
    /// A column that occurs twice.
    #[error("the column \"{name}\" is listed twice; keep one")]
    RepeatedColumn {
        /// The name of the column.
        name: &'static str,
    },
    /// A table without the column of hosts.
    #[error("there is no column \"host\"; the first line names the columns, of {COLUMNS}")]
    NoHostColumn,
    /// A row with too few or too many fields.
    #[error(
        "{found} fields in this row, but the first line names {expected} columns; a range with a comma goes in quotes"
    )]
    Fields {
        /// The number of fields in the row.
        found: usize,
        /// The number of columns in the first line.
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
    /// Different factors for hosts of the same class.
    #[error("hosts of class \"{class}\" have the factors {first} and {second}; a class has one factor")]
    ClassFactors {
        /// The class.
        class: String,
        /// The factor of an earlier row.
        first: Factor,
        /// The factor of this row.
        second: Factor,
    },
    /// A host with contradictory rows.
    #[error("the host \"{host}\" is in an earlier row with another class, factor, rack or pod")]
    TwoHosts {
        /// The host.
        host: String,
    },
    /// A control character in a class, a rack or a pod.
    #[error("a class, a rack or a pod is a line of text; this one has control characters")]
    ControlCharacter,
    /// Text that is not a table of comma-separated values.
    #[error("not a table of comma-separated values: {reason}")]
    Table {
        /// The message of the CSV reader.
        reason: String,
    },
    /// More hosts than a list may have.
    #[error("more than {limit} hosts; is a range mistyped?")]
    TooManyHosts {
        /// The maximum number of hosts.
        limit: u64,
    },
}

/// A fault before its line and column are known.
pub(super) struct Found {
    pub(super) span: Range<usize>,
    pub(super) fault: HostListFault,
}

impl Found {
    /// Adds the line and column in the text.
    pub(super) fn at(self, text: &str) -> HostListError {
        let position = Locator::new(text.as_bytes()).locate(self.span.start);
        HostListError { position, span: self.span, fault: self.fault }
    }
}
