//! Reasons why the model has no answer.

use logpine_text::reason::Reason;

/// A question that the model of a machine's own library cannot answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BgpError {
    /// A collective that the model does not cover.
    #[error(
        "the model of machine `{machine}`'s own library does not cover {collective}; if it has been measured, add \
         {key} = {{ alpha = ..., beta = ... }}, each a time or a formula or table over the ranks, to [bgp.models]"
    )]
    NotCovered {
        /// The machine.
        machine: String,
        /// The collective.
        collective: &'static str,
        /// The key that the profile would use for it.
        key: String,
    },
    /// A parameter that the question needs and the profile leaves out.
    #[error("machine `{machine}` gives no time for that: its [bgp] has no `{key}`")]
    Missing {
        /// The machine.
        machine: String,
        /// The key.
        key: &'static str,
    },
    /// A profile without a model of messages.
    #[error("machine `{machine}` has no [piecewise] section, which gives the cost of messages without congestion")]
    NoMessages {
        /// The machine.
        machine: String,
    },
    /// A table that ends below the ranks asked for.
    #[error("machine `{machine}`: the table `{key}` has no entry for {ranks} ranks")]
    OutsideTable {
        /// The machine.
        machine: String,
        /// The key.
        key: &'static str,
        /// The number of ranks asked for.
        ranks: u64,
    },
    /// A factor for non-cubic allocations that was measured for broadcasts only.
    #[error("the cost of an allocation that is not a cube is known for bcast only, not for {operation}")]
    NonCubic {
        /// The operation.
        operation: &'static str,
    },
    /// A distance greater than that of any two nodes.
    #[error("{hops} hops: two nodes of a torus of {side} x {side} x {side} are at most {most} hops apart")]
    TooFar {
        /// The number of hops asked for.
        hops: u64,
        /// The number of nodes along a side.
        side: u64,
        /// The diameter.
        most: u64,
    },
    /// More links at once than the machine drives.
    #[error("{streams} streams: a node of machine `{machine}` drives at most {links} links at a time")]
    TooManyStreams {
        /// The machine.
        machine: String,
        /// The number of streams asked for.
        streams: u64,
        /// The number of links the machine drives.
        links: u64,
    },
    /// More nodes than counts can hold.
    #[error(transparent)]
    Torus(#[from] Reason),
    /// A time past [`Time::MAX`](logpine_text::units::Time::MAX).
    #[error("the time is too long to be represented")]
    NotRepresentable,
}
