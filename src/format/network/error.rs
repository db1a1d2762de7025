//! Faults in files of networks, with their places.

use crate::format::source::{Locator, Position, Severity, excerpt, rendered};
use crate::network::NetworkError;
use logpine_text::suggest::did_you_mean;
use logpine_text::units::UnitError;
use std::ops::Range;
use std::path::Path;

/// A fault in a file of a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{position}: {fault}")]
pub struct NetworkFileError {
    /// The start of the fault.
    pub position: Position,
    /// The bytes of the text concerned.
    pub span: Range<usize>,
    /// The fault.
    pub fault: NetworkFault,
}

impl NetworkFileError {
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

/// A kind of fault in a file of a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkFault {
    /// Text that is not in the format.
    #[error("{0}")]
    Syntax(String),
    /// Unexpected text, or the unexpected end of the file.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// The text expected.
        expected: &'static str,
        /// The text found, in quotes, or the end of the file.
        found: String,
    },
    /// A line of a list of links that has more or fewer words than the others.
    #[error(
        "this line has {found} words, and {} {columns}: {}",
        if *are_named { "the first line names" } else { "the lines before have" },
        if *are_named { "name a column for each, or leave them out" } else { "a list of links has two names a line, or begins with a line such as `from to latency bandwidth`" }
    )]
    Uneven {
        /// The number of words.
        found: usize,
        /// The number of words of other lines, or of columns.
        columns: usize,
        /// True if the first line names the columns.
        are_named: bool,
    },
    /// A word that no line of a list of links has.
    #[error(
        "`{found}` is not part of a link; a list of links has two names a line, or begins with a line such as `from to latency bandwidth`"
    )]
    NoLink {
        /// The word.
        found: String,
    },
    /// Two links that differ, from a node to another and back.
    #[error(
        "the link from {from} to {to} is not the same as the one back, and links here carry messages both ways; begin the file with `#! directed`, or say in its own way that it is a directed graph"
    )]
    TwoWays {
        /// One node.
        from: String,
        /// The other.
        to: String,
    },
    /// A file without nodes.
    #[error("there is no node in the file; write the links, a line each: two names")]
    Empty,
    /// A link to a node that is not among the nodes.
    #[error("there is no node `{name}`; {}add it to the nodes, or correct the name", did_you_mean(nearest.as_deref()))]
    UnknownNode {
        /// The name.
        name: String,
        /// The nearest name of a node.
        nearest: Option<String>,
    },
    /// A second node with the same name.
    #[error("there is a node `{name}` already; give each a name of its own")]
    RepeatedNode {
        /// The name.
        name: String,
    },
    /// An unknown key, column or kind.
    #[error("unknown {what} `{key}`; {}it is one of {keys}", did_you_mean(*nearest))]
    UnknownKey {
        /// The category: key, column or kind.
        what: &'static str,
        /// The text found.
        key: String,
        /// The nearest known word.
        nearest: Option<&'static str>,
        /// All known words.
        keys: String,
    },
    /// A missing key or column.
    #[error("`{key}` is missing; {hint}")]
    Missing {
        /// The key.
        key: &'static str,
        /// Advice to the user.
        hint: &'static str,
    },
    /// A time that cannot be read.
    #[error(transparent)]
    Unit(UnitError),
    /// A bandwidth that cannot be read.
    #[error("`{found}` is not a bandwidth; write bytes per second, such as 10GB/s, above 0")]
    Bandwidth {
        /// The text found.
        found: String,
    },
    /// A capacity that cannot be read.
    #[error(
        "`{found}` is not a capacity; write a whole number above 0 and below 2^32, in a unit that is the same for all links"
    )]
    Capacity {
        /// The text found.
        found: String,
    },
    /// A bandwidth beside a time per byte.
    #[error("a link has a `per_byte` or a `bandwidth`, which mean the same; leave one out")]
    TwoRates,
    /// Times in seconds and in cycles.
    #[error(
        "this time is not in {expected}, as those before; write all times of a network in seconds, or all in cycles"
    )]
    TwoClocks {
        /// The unit of the first time.
        expected: &'static str,
    },
    /// A coordinate that is not a finite number.
    #[error("`{found}` is not a coordinate; write a finite number")]
    Coordinate {
        /// The text found.
        found: String,
    },
    /// A number of endpoints that does not suit the nodes.
    #[error("`{found}` is not a number of endpoints; write 1 to {nodes}, the number of nodes")]
    Endpoints {
        /// The text found.
        found: String,
        /// The number of nodes in the file.
        nodes: usize,
    },
    /// Both directed and undirected links.
    #[error(
        "the other links are {others}; a network has links of one kind: write each undirected link as two directed ones"
    )]
    MixedLinks {
        /// The kind of the other links.
        others: &'static str,
    },
    /// Sets of nodes with too many links between them.
    #[error(
        "more than {limit} links between sets of nodes, up to here; write links one by one, or generate the network by a spec"
    )]
    TooManyOfSets {
        /// The maximum number.
        limit: usize,
    },
    /// Nodes and links that do not form a network.
    #[error(transparent)]
    Network(NetworkError),
}

/// A fault before its line and column are known.
#[derive(Debug)]
pub(super) struct Found {
    pub span: Range<usize>,
    pub fault: NetworkFault,
}

impl Found {
    /// Adds the line and column in the text.
    pub fn at(self, text: &str) -> NetworkFileError {
        let position = Locator::new(text.as_bytes()).locate(self.span.start);
        NetworkFileError { position, span: self.span, fault: self.fault }
    }
}
