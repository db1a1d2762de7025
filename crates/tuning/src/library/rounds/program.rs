//! The algorithms, and the rounds of each.

use super::message::Rounds;
use super::{Alike, Halving, barrier, blocks, halving, trees, vectors};
use crate::library::trees::Tree;

/// An algorithm that follows no single tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// Broadcast: binomial scatter, then allgather by doubling.
    ScatterDoubling,
    /// Broadcast: binomial scatter, then allgather by ring.
    ScatterRing,
    /// Broadcast in two halves along a binary tree.
    SplitBinary,
    /// Reduction: recursive halving, then a binomial gather.
    HalvingGather(Halving),
    /// Allreduce: recursive halving, then doubling.
    HalvingDoubling(Halving),
    /// Allreduce by exchanges of whole vectors.
    Doubling,
    /// Allreduce by ring, in Open MPI's blocks.
    Ring,
    /// Allreduce by ring, in MPICH's blocks.
    CeilingRing,
    /// Allreduce up and down a tree.
    UpDown(Tree),
    /// Reduce-scatter by recursive halving.
    Halves,
    /// Reduce-scatter by ring.
    RingScatter,
    /// Reduce-scatter in which all send to all.
    PairwiseScatter,
    /// Reduce-scatter by a butterfly.
    Butterfly,
    /// Scatter along the binomial tree.
    BinomialScatter,
    /// Gather along the binomial tree.
    BinomialGather,
    /// Gather that asks one rank after the other.
    SynchronizedGather,
    /// Allgather by ring.
    RingAllgather,
    /// Allgather by doubling; other numbers of ranks than powers of two have further messages.
    DoublingAllgather,
    /// Allgather by doubling, and Bruck's for other numbers of ranks than powers of two.
    DoublingOrBruck,
    /// Bruck's allgather.
    BruckAllgather,
    /// Allgather of neighbours, and by ring for an odd number of ranks.
    Neighbours,
    /// An exchange of two ranks; with more the library ends the program.
    TwoRanks,
    /// Alltoall by exchanges of pairs, one after the other.
    Pairwise,
    /// Bruck's alltoall.
    BruckAlltoall,
    /// Alltoall in batches of 32 messages, the first with one that a rank sends to itself.
    Batches,
    /// Barrier: a token goes twice around the ring.
    DoubleRing,
    /// Barrier by exchanges.
    DoublingBarrier,
    /// Barrier by dissemination.
    Dissemination,
    /// Barrier up and down the binomial tree.
    TreeBarrier,
    /// Barrier through the root.
    LinearBarrier,
}

/// The messages of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sent {
    /// All ranks do the same.
    Alike(Vec<Alike>),
    /// All ranks send so many blocks, and receive as many, as a stream, and begin the next one when all are there.
    Streams(Vec<u64>),
    /// Message by message.
    Rounds(Rounds),
}

/// The most messages that are listed.
const MOST_MESSAGES: u64 = 1 << 21;

/// The same if they are listed for every size.
const MOST_IN_SEGMENTS: u64 = 1 << 14;

/// The messages of a batch, as `MPIR_CVAR_ALLTOALL_THROTTLE` sets them by default.
const BATCH: u64 = 32;

impl Program {
    /// True if the messages, and not only their lengths, depend on the size.
    #[must_use]
    pub const fn depends_on_bytes(self) -> bool {
        matches!(self, Self::SplitBinary | Self::UpDown(_) | Self::SynchronizedGather)
    }

    /// The algorithm of the catalogue that is taken for it under models of stages, by its name and words of its parameters. Ranks
    /// beyond a power of two may have other partners there.
    #[must_use]
    pub const fn family(self) -> Option<(&'static str, &'static [(&'static str, &'static str)])> {
        Some(match self {
            Self::ScatterDoubling => ("scatter-allgather", &[("allgather", "recursive-doubling")]),
            Self::ScatterRing => ("scatter-allgather", &[("allgather", "ring")]),
            Self::HalvingGather(_) => ("reduce-scatter-gather", &[("reduce-scatter", "recursive-halving")]),
            Self::HalvingDoubling(_) => ("rabenseifner", &[]),
            Self::Doubling | Self::DoublingAllgather | Self::DoublingOrBruck | Self::DoublingBarrier => {
                ("recursive-doubling", &[])
            }
            Self::Ring | Self::CeilingRing | Self::RingScatter | Self::RingAllgather => ("ring", &[]),
            Self::Halves => ("recursive-halving", &[]),
            Self::PairwiseScatter | Self::Pairwise => ("pairwise", &[]),
            Self::BinomialScatter | Self::BinomialGather | Self::TreeBarrier => ("binomial", &[]),
            Self::BruckAllgather | Self::BruckAlltoall => ("bruck", &[]),
            Self::Neighbours => ("neighbour-exchange", &[]),
            Self::Dissemination => ("dissemination", &[]),
            Self::LinearBarrier => ("linear", &[]),
            _ => return None,
        })
    }

    /// The messages among at least 2 ranks. `None` if the library would end the program, and beyond 2^21 messages, or 2^14 if they
    /// depend on the size.
    #[must_use]
    pub fn sent(self, ranks: u64, bytes: u64, fanout: u64, segment: Option<u64>) -> Option<Sent> {
        Some(match self {
            Self::RingAllgather | Self::Pairwise => Sent::Alike(vec![Alike { blocks: 1, rounds: ranks - 1 }]),
            Self::DoublingAllgather if !ranks.is_power_of_two() => Sent::Rounds(blocks::doubling_allgather(
                u32::try_from(ranks).ok().filter(|_| self.is_few(ranks, bytes, segment))?,
            )),
            Self::BruckAllgather | Self::DoublingOrBruck | Self::DoublingAllgather => {
                Sent::Alike(blocks::bruck_allgather(ranks))
            }
            Self::Neighbours if ranks.is_multiple_of(2) => Sent::Alike(blocks::neighbours(ranks)),
            Self::Neighbours => return Self::RingAllgather.sent(ranks, bytes, fanout, segment),
            Self::BruckAlltoall => Sent::Alike(blocks::bruck_alltoall(ranks)),
            Self::Batches => {
                let batch = |batch: u64| (ranks - batch * BATCH).min(BATCH) - u64::from(batch == 0);
                Sent::Streams((0..ranks.div_ceil(BATCH)).map(batch).collect())
            }
            Self::TwoRanks if ranks == 2 => Sent::Alike(vec![Alike { blocks: 1, rounds: 1 }]),
            Self::TwoRanks => return None,
            Self::Dissemination => {
                Sent::Alike(vec![Alike { blocks: 1, rounds: ranks.next_power_of_two().ilog2().into() }])
            }
            _ => {
                let count = u32::try_from(ranks).ok()?;
                self.is_few(ranks, bytes, segment).then_some(())?;
                Sent::Rounds(self.rounds(count, bytes, fanout, segment)?)
            }
        })
    }

    /// True if its messages can be listed.
    fn is_few(self, ranks: u64, bytes: u64, segment: Option<u64>) -> bool {
        let most = if self.depends_on_bytes() { MOST_IN_SEGMENTS } else { MOST_MESSAGES };
        self.messages(ranks, bytes, segment) <= most
    }

    /// An upper bound on the number of messages.
    fn messages(self, ranks: u64, bytes: u64, segment: Option<u64>) -> u64 {
        match self {
            Self::ScatterRing | Self::RingScatter | Self::PairwiseScatter => ranks.saturating_mul(ranks),
            Self::Ring | Self::CeilingRing => ranks.saturating_mul(ranks).saturating_mul(2),
            Self::SplitBinary | Self::UpDown(_) => trees::messages_up_and_down(ranks, bytes, segment),
            _ => ranks.saturating_mul(4 * u64::from(ranks.ilog2() + 1)),
        }
    }

    fn rounds(self, ranks: u32, bytes: u64, fanout: u64, segment: Option<u64>) -> Option<Rounds> {
        Some(match self {
            Self::ScatterDoubling => vectors::scatter_allgather(ranks, false),
            Self::ScatterRing => vectors::scatter_allgather(ranks, true),
            Self::SplitBinary => return trees::split_binary(ranks, bytes, segment),
            Self::HalvingGather(halving) => halving::gathered(ranks, halving),
            Self::HalvingDoubling(halving) => halving::exchanged(ranks, halving),
            Self::Doubling => vectors::doubled(ranks),
            Self::Ring => vectors::ring_allreduce(ranks, false),
            Self::CeilingRing => vectors::ring_allreduce(ranks, true),
            Self::UpDown(tree) => trees::up_and_down(&tree.built(ranks, fanout)?, bytes, segment),
            Self::Halves => halving::scattered(ranks),
            Self::RingScatter => vectors::ring_reduce_scatter(ranks),
            Self::PairwiseScatter => vectors::pairwise_reduce_scatter(ranks),
            Self::Butterfly => halving::butterfly(ranks),
            Self::BinomialScatter => blocks::binomial(ranks, false),
            Self::BinomialGather => blocks::binomial(ranks, true),
            Self::SynchronizedGather => blocks::synchronized_gather(ranks, bytes, segment),
            Self::DoubleRing => barrier::double_ring(ranks),
            Self::DoublingBarrier => barrier::doubling(ranks),
            Self::TreeBarrier => barrier::tree(ranks),
            Self::LinearBarrier => barrier::linear(ranks),
            // All ranks of the others do the same.
            _ => return None,
        })
    }
}
