//! What can be wrong with the file of a network, and where.

use crate::format::source::{Locator, Position, excerpt};
use crate::network::NetworkError;
use crate::units::UnitError;
use std::ops::Range;
use std::path::Path;

/// A fault in the file of a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{position}: {fault}")]
pub struct NetworkFileError {
    /// Where it is.
    pub position: Position,
    /// The bytes of the text concerned.
    pub span: Range<usize>,
    /// What it is.
    pub fault: NetworkFault,
}

impl NetworkFileError {
    /// The error as people read it, with the source line and carets.
    #[must_use]
    pub fn render(&self, text: &str, path: &Path) -> String {
        let Position { line, column } = self.position;
        let excerpt = excerpt(text.as_bytes(), &self.span, line);
        format!("{}:{line}:{column}: error: {}\n{excerpt}", path.display(), self.fault)
    }
}

/// What can be wrong with the file of a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkFault {
    /// The text is not of the format.
    #[error("{0}")]
    Syntax(String),
    /// Something that cannot stand there, or the end of the file.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What can stand there.
        expected: &'static str,
        /// What does, in quotes, or the end of the file.
        found: String,
    },
    /// There are no nodes.
    #[error("there is no node in the file; write the links, a line each: two names")]
    Empty,
    /// A link names a node that is not among the nodes.
    #[error("there is no node `{name}`; {}add it to the nodes, or correct the name", did_you_mean(nearest.as_deref()))]
    UnknownNode {
        /// The name.
        name: String,
        /// The nearest name of a node.
        nearest: Option<String>,
    },
    /// A second node of the same name.
    #[error("a node `{name}` is there already; give each a name of its own")]
    RepeatedNode {
        /// The name.
        name: String,
    },
    /// A key or a column that means nothing.
    #[error("unknown {what} `{key}`; {}it is one of {keys}", did_you_mean(*nearest))]
    UnknownKey {
        /// Key, column or kind.
        what: &'static str,
        /// What stands there.
        key: String,
        /// The nearest one that is known.
        nearest: Option<&'static str>,
        /// All that are known.
        keys: String,
    },
    /// A key or a column is missing.
    #[error("`{key}` is missing; {hint}")]
    Missing {
        /// The key.
        key: &'static str,
        /// What to write.
        hint: &'static str,
    },
    /// A time that cannot be read.
    #[error(transparent)]
    Unit(UnitError),
    /// A bandwidth that cannot be read.
    #[error("`{found}` is not a bandwidth; write bytes per second, such as 10GB/s, above 0")]
    Bandwidth {
        /// What stands there.
        found: String,
    },
    /// A bandwidth beside a time per byte.
    #[error("a link has a `per_byte` or a `bandwidth`, which say the same; leave one out")]
    TwoRates,
    /// Times in seconds and in cycles.
    #[error(
        "this time is not in {expected}, as those before; write all times of a network in seconds, or all in cycles"
    )]
    TwoClocks {
        /// What the first time was in.
        expected: &'static str,
    },
    /// A coordinate that is no finite number.
    #[error("`{found}` is no coordinate; write a finite number")]
    Coordinate {
        /// What stands there.
        found: String,
    },
    /// A number of endpoints that the nodes cannot have.
    #[error("`{found}` is no number of endpoints; write 1 to {nodes}, the number of nodes")]
    Endpoints {
        /// What stands there.
        found: String,
        /// Nodes of the file.
        nodes: usize,
    },
    /// Directed and undirected links.
    #[error(
        "the other links are {others}; a network has links of one kind: write each undirected link as two directed ones"
    )]
    MixedLinks {
        /// What they are.
        others: &'static str,
    },
    /// Sets of nodes with more links between them than are made.
    #[error(
        "more than {limit} links between sets of nodes, up to here; write links one by one, or generate the network by a spec"
    )]
    TooManyOfSets {
        /// The most.
        limit: usize,
    },
    /// Nodes and links that make no network.
    #[error(transparent)]
    Network(NetworkError),
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("did you mean `{name}`? "))
}

/// A fault before its line and column are known.
#[derive(Debug)]
pub(super) struct Found {
    pub span: Range<usize>,
    pub fault: NetworkFault,
}

impl Found {
    /// The fault with its line and column in the text.
    pub fn at(self, text: &str) -> NetworkFileError {
        let position = Locator::new(text.as_bytes()).locate(self.span.start);
        NetworkFileError { position, span: self.span, fault: self.fault }
    }
}
