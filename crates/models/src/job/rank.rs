//! Questions about ranks, all of which hold data.

use logpine_text::reason::{Reason, reason};

/// The largest number of ranks of a job: 2^63.
pub const MOST_RANKS: u64 = 1 << 63;

/// A collective operation rooted at one rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RankCollective {
    /// One message from the root to all other ranks (`MPI_Bcast`).
    #[default]
    Bcast,
    /// The messages of all ranks combined into one at the root (`MPI_Reduce`).
    Reduce,
}

impl RankCollective {
    /// The collective's name: `bcast` or `reduce`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bcast => "bcast",
            Self::Reduce => "reduce",
        }
    }
}

/// The order in which a reduction may combine its operands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Operands {
    /// Any order: the operator is commutative.
    #[default]
    AnyOrder,
    /// The order of the ranks: the operator is associative only.
    RankOrder,
}

impl Operands {
    /// The name: `any order` or `rank order`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AnyOrder => "any order",
            Self::RankOrder => "rank order",
        }
    }
}

/// A question about a collective among ranks. Rank 0 is the root; by symmetry the answer holds for any root, unless the
/// operands are to be combined in the order of the ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankJob {
    /// The operation.
    pub collective: RankCollective,
    /// The order in which a reduction may combine its operands.
    pub operands: Operands,
    ranks: u64,
    bytes: Option<u64>,
}

impl RankJob {
    /// A collective among `ranks` ranks (1 to 2^63), of a message of `bytes` bytes, or of one without a size.
    ///
    /// # Errors
    /// [`Reason`] for a number of ranks out of range or a message of 0 bytes.
    pub fn new(collective: RankCollective, ranks: u64, bytes: Option<u64>) -> Result<Self, Reason> {
        if !(1..=MOST_RANKS).contains(&ranks) {
            return Err(reason!("{ranks} ranks: a collective has at least 1 rank and at most 2^63 = {MOST_RANKS}"));
        }
        if bytes == Some(0) {
            return Err(Reason::new("0 bytes: a message has at least 1 byte"));
        }
        Ok(Self { collective, operands: Operands::default(), ranks, bytes })
    }

    /// The same job with another order of operands.
    #[must_use]
    pub fn with_operands(self, operands: Operands) -> Self {
        Self { operands, ..self }
    }

    /// The number of ranks, including the root.
    #[must_use]
    pub const fn ranks(&self) -> u64 {
        self.ranks
    }

    /// The size of the message, if it has one.
    #[must_use]
    pub const fn bytes(&self) -> Option<u64> {
        self.bytes
    }
}
