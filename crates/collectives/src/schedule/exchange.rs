//! The exchange of one rank in one round.

/// A block on its way to or from another rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Transfer {
    /// The rank that receives or sends it.
    pub peer: u64,
    /// The index of the block, from 0.
    pub block: u64,
}

/// The sends and receptions of one rank in one round: both at once, one, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exchange {
    /// The round, from 0.
    pub round: u64,
    /// The block sent, which the rank had before this round.
    pub send: Option<Transfer>,
    /// The block received, which the rank has after this round.
    pub receive: Option<Transfer>,
}
