//! Errors of networks.

use super::LinkKind;
use logpine_text::excerpt::short;
use logpine_text::reason::{Reason, reason};

/// Nodes and links that do not make a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// Too many of something, or links that lead nowhere.
    #[error(transparent)]
    Refused(#[from] Reason),
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

/// The refusal of more nodes, links or other items than can be numbered or held; the number is saturating.
pub(crate) fn too_large(what: &str, count: u64, limit: u64) -> NetworkError {
    reason!("the network has {count} {what}, and at most {limit} are supported").into()
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
