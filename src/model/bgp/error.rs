//! Why there is no answer.

use crate::model::TorusError;

/// A question that the model of a machine's own library does not answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BgpError {
    /// The model does not cover the collective.
    #[error(
        "the model of machine `{machine}`'s own library does not cover {collective}; if it has been measured, add \
         {key} = {{ alpha = ..., beta = ... }}, each a time or a formula or table over the ranks, to [bgp.models]"
    )]
    NotCovered {
        /// The machine.
        machine: String,
        /// The collective.
        collective: &'static str,
        /// As the profile would call it.
        key: String,
    },
    /// The profile leaves out what the question needs.
    #[error("machine `{machine}` does not say what that takes: its [bgp] has no `{key}`")]
    Missing {
        /// The machine.
        machine: String,
        /// The key.
        key: &'static str,
    },
    /// The profile has no model of messages.
    #[error("machine `{machine}` has no [piecewise] section, which has what messages without congestion cost")]
    NoMessages {
        /// The machine.
        machine: String,
    },
    /// A table that ends before.
    #[error("machine `{machine}`: the table `{key}` says nothing about {ranks} ranks")]
    OutsideTable {
        /// The machine.
        machine: String,
        /// The key.
        key: &'static str,
        /// The ranks asked for.
        ranks: u64,
    },
    /// Measured for broadcasts only.
    #[error("what an allocation that is no cube costs is known of bcast only, not of {operation}")]
    NonCubic {
        /// The operation.
        operation: &'static str,
    },
    /// Further than any two nodes are.
    #[error("{hops} hops: in a torus of {side} x {side} x {side} nodes no two are more than {most} hops apart")]
    TooFar {
        /// The hops asked for.
        hops: u64,
        /// Nodes along a side.
        side: u64,
        /// The diameter.
        most: u64,
    },
    /// More links at once than the machine drives.
    #[error("{streams} streams: a node of machine `{machine}` drives at most {links} links at a time")]
    TooManyStreams {
        /// The machine.
        machine: String,
        /// The streams asked for.
        streams: u64,
        /// What it drives.
        links: u64,
    },
    /// More nodes than counts hold.
    #[error(transparent)]
    Torus(#[from] TorusError),
    /// Past [`Time::MAX`](crate::units::Time::MAX).
    #[error("the time is more than can be represented")]
    NotRepresentable,
}
