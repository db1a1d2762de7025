//! Questions about a machine's own MPI library on a torus.

use super::mpi::MpiCollective;
use super::rank::MOST_RANKS;
use logpine_text::reason::{Reason, reason};

/// A question about the machine's own library: the time of a message or a collective among ranks with a node each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BgpJob {
    operation: BgpOperation,
    ranks: u64,
    bytes: Option<u64>,
    allocation: TorusAllocation,
}

/// The operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BgpOperation {
    /// A message from one rank to another, among other messages.
    PointToPoint(Conditions),
    /// A collective of all ranks.
    Collective(MpiCollective),
}

/// The conditions of a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// R: the number of requests in the receiver's queue before the matching one.
    pub queue: u64,
    /// The hops to the receiver, at least 1; `None` ignores them, as does equation (1) of Hoefler et al. (2010).
    pub hops: Option<u64>,
    /// The largest number of links that every node drives at a time, 1 to 6; `None` for all that the machine can.
    pub streams: Option<u64>,
    /// The layout of its bytes in memory.
    pub contents: Contents,
}

/// The layout of a message's bytes in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Contents {
    /// One directly behind the other.
    #[default]
    Contiguous,
    /// Separate, at any distance (an MPI vector datatype).
    Strided,
}

/// The shape of a job's nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TorusAllocation {
    /// A cube, for which the machine was measured.
    #[default]
    Cubic,
    /// Any other shape.
    NonCubic,
}

impl TorusAllocation {
    /// The word in options and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cubic => "cubic",
            Self::NonCubic => "non-cubic",
        }
    }
}

impl BgpJob {
    /// A question; `bytes` are those of the message, of the vector (bcast, reduce, reduce-scatter, allreduce), or of the block of
    /// one rank or pair of ranks.
    ///
    /// # Errors
    /// [`Reason`] for a question that makes no sense.
    pub fn new(operation: BgpOperation, ranks: u64, bytes: Option<u64>) -> Result<Self, Reason> {
        if !(1..=MOST_RANKS).contains(&ranks) {
            return Err(reason!("{ranks} ranks: the least is 1, the most 2^63 = {MOST_RANKS}"));
        }
        match operation {
            BgpOperation::PointToPoint(_) if ranks == 1 => {
                return Err(Reason::new("1 rank: a message goes from one rank to another"));
            }
            BgpOperation::PointToPoint(Conditions { hops: Some(0), .. }) => {
                return Err(Reason::new("0 hops: another rank is at least 1 hop away"));
            }
            BgpOperation::PointToPoint(Conditions { streams: Some(streams), .. }) if !(1..=6).contains(&streams) => {
                return Err(reason!("{streams} streams: a node of a torus drives from 1 to 6 links"));
            }
            _ => {}
        }
        let is_barrier = operation == BgpOperation::Collective(MpiCollective::Barrier);
        match bytes {
            Some(0) => Err(Reason::new("0 bytes: a message has at least 1 byte")),
            Some(_) if is_barrier => Err(Reason::new("a barrier has no message; leave out --bytes")),
            None if !is_barrier => {
                let of = if operation.is_of_blocks() { " of one rank to another" } else { "" };
                Err(reason!(
                    "{operation} under bgp needs --bytes, the size of the message{of}",
                    operation = operation.name()
                ))
            }
            _ => Ok(Self { operation, ranks, bytes, allocation: TorusAllocation::Cubic }),
        }
    }

    /// The same question on another allocation.
    #[must_use]
    pub const fn on(self, allocation: TorusAllocation) -> Self {
        Self { allocation, ..self }
    }

    /// The operation.
    #[must_use]
    pub const fn operation(&self) -> BgpOperation {
        self.operation
    }

    /// P: the number of ranks, each with a node of its own.
    #[must_use]
    pub const fn ranks(&self) -> u64 {
        self.ranks
    }

    /// The name of the operation, such as `bcast` or `point-to-point`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.operation.name()
    }

    /// S: the number of bytes of the message, of the vector, or of a block; `None` for a barrier.
    #[must_use]
    pub const fn bytes(&self) -> Option<u64> {
        self.bytes
    }

    /// The shape of the job's nodes.
    #[must_use]
    pub const fn allocation(&self) -> TorusAllocation {
        self.allocation
    }
}

impl BgpOperation {
    /// The name in options, reports and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PointToPoint(_) => "point-to-point",
            Self::Collective(collective) => collective.name(),
        }
    }

    fn is_of_blocks(self) -> bool {
        matches!(self, Self::Collective(collective) if collective.bytes_of() == Some(super::mpi::BytesOf::Block))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_without_sense() {
        let error = |operation, ranks, bytes| BgpJob::new(operation, ranks, bytes).err();
        let message = |conditions| BgpOperation::PointToPoint(conditions);
        let barrier = BgpOperation::Collective(MpiCollective::Barrier);
        let bcast = BgpOperation::Collective(MpiCollective::Bcast);
        assert_eq!(error(bcast, 0, Some(8)), Some(reason!("0 ranks: the least is 1, the most 2^63 = {MOST_RANKS}")));
        assert_eq!(error(bcast, 8, Some(0)), Some(Reason::new("0 bytes: a message has at least 1 byte")));
        assert!(
            error(bcast, 8, None).is_some_and(|fault| fault.says("under bgp needs --bytes, the size of the message"))
        );
        assert_eq!(error(barrier, 8, Some(8)), Some(Reason::new("a barrier has no message; leave out --bytes")));
        assert_eq!((error(barrier, 8, None), error(bcast, 1, Some(8))), (None, None));
        assert_eq!(
            error(message(Conditions::default()), 1, Some(8)),
            Some(Reason::new("1 rank: a message goes from one rank to another"))
        );
        let conditions = Conditions { hops: Some(0), ..Conditions::default() };
        assert_eq!(
            error(message(conditions), 8, Some(8)),
            Some(Reason::new("0 hops: another rank is at least 1 hop away"))
        );
        let conditions = Conditions { streams: Some(7), ..Conditions::default() };
        assert_eq!(
            error(message(conditions), 8, Some(8)),
            Some(Reason::new("7 streams: a node of a torus drives from 1 to 6 links"))
        );
    }
}
