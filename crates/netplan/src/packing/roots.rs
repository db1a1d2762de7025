//! The ranks whose data are packed.

/// The ranks whose data all ranks need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Roots {
    /// Each of them: allgather, and reduce-scatter on the reversed network.
    All,
    /// One of them: broadcast, and reduce on the reversed network.
    One(u32),
}
