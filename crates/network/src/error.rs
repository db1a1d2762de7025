//! Errors of networks.

use super::LinkKind;
use logpine_text::excerpt::short;

/// Nodes and links that do not make a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// There is no node that runs a process.
    #[error("the network has no node that runs a process; give it at least one")]
    NoEndpoint,
    /// More nodes, links or other items than can be numbered or held.
    #[error("the network has {count} {what}, and at most {limit} are supported")]
    TooLarge {
        /// The kind of item.
        what: &'static str,
        /// The number of items, saturating.
        count: u64,
        /// The largest supported number.
        limit: u64,
    },
    /// A link at a node that does not exist.
    #[error("a link ends at node {node}, and the {nodes} nodes are numbered from 0")]
    UnknownNode {
        /// The node.
        node: u64,
        /// The number of nodes.
        nodes: u32,
    },
    /// A link from a node to itself.
    #[error("node {} is linked to itself; leave that link out", short(node))]
    LinkToItself {
        /// The node.
        node: String,
    },
    /// A second link between the same nodes.
    #[error("nodes {} and {} are linked twice; write one link with the bandwidth of both", short(from), short(to))]
    RepeatedLink {
        /// One node.
        from: String,
        /// The other.
        to: String,
        /// The later of the two links, an index in the order in which they were added.
        link: usize,
    },
    /// A process that another process cannot send to.
    #[error("node {} cannot be reached from {}: {}", short(to), short(from), unreached(*kind))]
    Disconnected {
        /// The sender.
        from: String,
        /// The node that is not reached.
        to: String,
        /// Directed or undirected links.
        kind: LinkKind,
    },
}

/// A hint at the cause if a node is not reached.
const fn unreached(kind: LinkKind) -> &'static str {
    match kind {
        LinkKind::Undirected => "the network is not connected; add the links that are missing",
        LinkKind::Directed => {
            "the links are directed, and carry messages one way only; add those of the way back, or write undirected links, \
             which carry them both ways"
        }
    }
}
