//! How a message moves: along a tree, or block by block.

use super::cutting::Cutting;
use super::question::Question;
use super::segment::Timed;
use crate::model::Port;
use crate::request::RankCollective;
use crate::schedule::scatter_allgather::ScatterAllgather;
use crate::schedule::{circulant, two_tree};
use crate::search::port::broadcast_time;
use crate::tree::{PipelineTimes, RankShape, Segments, chain_time};
use crate::units::Time;

/// A broadcast algorithm with everything fixed but the size of the segments.
#[derive(Clone, Debug)]
pub enum Algorithm {
    /// Every rank passes the segments on to its children in the tree.
    Tree(RankShape),
    /// The tree in which every rank has one child; its shape would be as long as itself.
    Chain,
    /// Every rank keeps sending what it has: the earliest tree, where it is too large even when compressed.
    LogpOptimal,
    /// Half of the segments along each of two trees.
    TwoTree,
    /// The blocks around a circulant graph, in as few rounds as there can be.
    Circulant,
    /// The message scattered among the ranks, and then gathered by all.
    ScatterAllgather(ScatterAllgather),
}

/// The times of an algorithm for [`best_cut`](super::best_cut).
#[derive(Debug)]
pub struct AlgorithmTime<'a> {
    /// The algorithm.
    pub algorithm: &'a Algorithm,
    /// Number of ranks.
    pub ranks: u64,
    /// Where trees are evaluated.
    pub times: &'a mut PipelineTimes,
}

impl Timed for AlgorithmTime<'_> {
    fn time(&mut self, segments: &Segments) -> Option<Time> {
        self.algorithm.time(self.ranks, segments, self.times)
    }

    fn cutting(&self) -> Cutting {
        self.algorithm.cutting()
    }

    fn gap(&self, port: Port) -> Option<Time> {
        match self.algorithm {
            Algorithm::TwoTree | Algorithm::Circulant => port.round(),
            _ => Some(port.send_gap),
        }
    }

    fn time_of_gaps(&mut self, _count: u64, full: Port, gaps: Time) -> Option<Time> {
        match self.algorithm {
            Algorithm::Tree(shape) => self.times.time_of_gaps(shape, full, gaps),
            // The last rank with a child has the first segment after P - 2 deliveries.
            Algorithm::Chain => full.delivery.checked_mul(self.ranks.saturating_sub(2))?.checked_add(gaps),
            // A round for every block, and as many more as a single block takes but one.
            Algorithm::TwoTree => Self::further_rounds(full, gaps, two_tree::rounds(self.ranks, 1)?),
            Algorithm::Circulant => Self::further_rounds(full, gaps, circulant::rounds(self.ranks, 1)?),
            Algorithm::LogpOptimal | Algorithm::ScatterAllgather(_) => Some(gaps),
        }
    }
}

impl AlgorithmTime<'_> {
    fn further_rounds(full: Port, gaps: Time, of_one: u64) -> Option<Time> {
        full.round()?.checked_mul(of_one.saturating_sub(1))?.checked_add(gaps)
    }
}

impl Algorithm {
    /// Into how many segments it cuts a message.
    #[must_use]
    pub const fn cutting(&self) -> Cutting {
        match self {
            Self::Tree(_) | Self::Chain => Cutting::LastShort,
            Self::TwoTree | Self::Circulant => Cutting::Even,
            Self::LogpOptimal => Cutting::Never,
            Self::ScatterAllgather(_) => Cutting::ByRanks,
        }
    }

    /// The fewest segments with which it is an algorithm of its own: a single block goes around a circulant graph along a
    /// binomial tree.
    #[must_use]
    pub const fn fewest_segments(&self) -> u64 {
        match self {
            Self::Circulant => 2,
            Self::Tree(_) | Self::Chain | Self::LogpOptimal | Self::TwoTree | Self::ScatterAllgather(_) => 1,
        }
    }

    /// How often, at least, some rank sends every byte.
    #[must_use]
    pub fn sends(&self) -> u64 {
        match self {
            Self::Tree(shape) => shape.max_fanout(),
            Self::Chain | Self::LogpOptimal | Self::TwoTree | Self::Circulant | Self::ScatterAllgather(_) => 1,
        }
    }

    /// The time until every rank has every segment; `None` past [`Time::MAX`], and where the algorithm needs more
    /// segments or cuts the message by the number of ranks.
    ///
    /// Trees are replayed; block algorithms take their number of rounds of [`Port::round`](crate::model::Port::round), of
    /// the last segment where that takes longer than the others.
    #[must_use]
    pub fn time(&self, ranks: u64, segments: &Segments, times: &mut PipelineTimes) -> Option<Time> {
        match self {
            Self::Tree(shape) => times.time(shape, segments),
            Self::Chain => chain_time(ranks, segments),
            Self::LogpOptimal if segments.count == 1 => {
                broadcast_time(segments.last.send_gap, segments.last.delivery, ranks)
            }
            Self::TwoTree => round(segments)?.checked_mul(two_tree::rounds(ranks, segments.count)?),
            Self::Circulant => round(segments)?.checked_mul(circulant::rounds(ranks, segments.count)?),
            Self::LogpOptimal | Self::ScatterAllgather(_) => None,
        }
    }

    /// The time of an algorithm that cuts the message by the number of ranks; `None` for any other.
    #[must_use]
    pub fn time_by_ranks(&self, question: Question) -> Option<Time> {
        let Question { collective, forward, ranks, bytes, .. } = question;
        match (self, collective) {
            (Self::ScatterAllgather(algorithm), RankCollective::Bcast) => algorithm.time(forward, ranks, bytes),
            (Self::ScatterAllgather(algorithm), RankCollective::Reduce) => {
                algorithm.reduction_time(forward, ranks, bytes)
            }
            _ => None,
        }
    }

    /// The steady-state time between messages in a stream of them; `None` past [`Time::MAX`].
    #[must_use]
    pub fn period(&self, ranks: u64, segments: &Segments) -> Option<Time> {
        match self {
            Self::Tree(shape) => {
                let (root, inner) = (shape.fanout(shape.root()), shape.max_fanout_below_root());
                segments.period(|port| Some(port.root_period(root)?.max(port.period(inner)?)))
            }
            Self::Chain => {
                let inner = u64::from(ranks > 2);
                segments.period(|port| Some(port.root_period(1)?.max(port.period(inner)?)))
            }
            // In steady state every rank receives one block in each round.
            Self::TwoTree | Self::Circulant => round(segments)?.checked_mul(segments.count),
            Self::LogpOptimal | Self::ScatterAllgather(_) => None,
        }
    }
}

/// The length of a round in which some ranks may pass on a full segment and others the last.
fn round(segments: &Segments) -> Option<Time> {
    segments.full.max_of_each(segments.last).round()
}
