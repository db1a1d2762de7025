//! Broadcast algorithms: along a tree, or block by block.

use super::{Cut, Cutting, Question};
use crate::schedule::build::{BuildError, Flow, Parts};
use crate::schedule::stages::Cut as Pieces;
use crate::schedule::{Blocks, Schedule};
use logpine_models::job::{RankCollective, RankJob};
use logpine_models::model::{Port, PortTiming};
use logpine_text::units::Time;
use logpine_trees::tree::{PipelineTimes, RankShape, Segments};
use std::fmt::Debug;

/// A broadcast with everything fixed but the size of the segments, in compressed form. Run backwards it is a reduction.
pub trait Algorithm: Debug + Send + Sync {
    /// The way in which it cuts a message into segments.
    fn cutting(&self) -> Cutting;

    /// The smallest number of segments with which it is an algorithm of its own.
    fn fewest_segments(&self) -> u64 {
        1
    }

    /// A lower bound on the number of times that some rank sends every byte.
    fn sends(&self) -> u64 {
        1
    }

    /// The time until every rank has every segment; `None` past [`Time::MAX`], and if the algorithm needs more segments or
    /// cuts the message by the number of ranks.
    ///
    /// Trees are replayed. Block algorithms take their number of rounds, each of length [`Port::round`]; it is the round
    /// of the last segment if that takes longer than the others.
    fn time(&self, ranks: u64, segments: &Segments, times: &mut PipelineTimes) -> Option<Time>;

    /// The time of an algorithm that cuts the message by the number of ranks; `None` for any other.
    fn time_by_ranks(&self, _question: Question) -> Option<Time> {
        None
    }

    /// The recurrence for its time, in words; `None` if a closed form holds for every number of ranks.
    fn recurrence(&self) -> Option<&'static str> {
        None
    }

    /// The number of a port that is summed over the segments for [`Self::time_of_gaps`], see [`Timed::gap`].
    fn gap(&self, port: Port) -> Option<Time> {
        Some(port.send_gap)
    }

    /// A lower bound on the time; see [`Timed::time_of_gaps`].
    fn time_of_gaps(&self, _ranks: u64, _full: Port, gaps: Time, _times: &mut PipelineTimes) -> Option<Time> {
        Some(gaps)
    }

    /// The steady-state time between messages in a stream of them; `None` past [`Time::MAX`], and if it is not known.
    fn period(&self, ranks: u64, segments: &Segments) -> Option<Time>;

    /// The tree, if the algorithm has an explicit one.
    fn tree(&self) -> Option<&RankShape> {
        None
    }

    /// The height of the tree: the number of edges from the root to the deepest leaf. `None` without a tree.
    fn height(&self, _ranks: u64) -> Option<u64> {
        None
    }

    /// The fanout of the root, and the largest of any other rank. `None` without a tree.
    fn fanouts(&self, _ranks: u64) -> Option<(u64, u64)> {
        None
    }

    /// An upper bound on the number of messages of the schedule, with the message in `segments` segments; `None` past
    /// 2^64 - 1, and if there is no schedule.
    fn messages(&self, ranks: u64, segments: u64) -> Option<u64> {
        ranks.saturating_sub(1).checked_mul(segments)
    }

    /// The schedule: the operations of every rank. Rank 0 is the root.
    ///
    /// # Errors
    /// [`BuildError`] if there are too many operations, or the algorithm is not known well enough.
    fn schedule(&self, given: Assignment) -> Result<Schedule, BuildError>;

    /// The same schedule in parts.
    ///
    /// # Errors
    /// As for [`Self::schedule`], if even one segment or round of all ranks is too large.
    fn parts<'a>(&'a self, given: Assignment<'a>) -> Result<Parts<'a>, BuildError>;
}

/// The task of the ranks.
#[derive(Clone, Copy)]
pub struct Assignment<'a> {
    /// The operation, and the number of ranks.
    pub job: RankJob,
    /// The cut of the message, if there is one.
    pub cut: Option<Cut>,
    /// The costs of messages.
    pub timing: &'a dyn PortTiming,
}

impl Assignment<'_> {
    /// The size s; a message without a size has one byte.
    pub(super) fn bytes(&self) -> u64 {
        self.job.bytes().unwrap_or(1)
    }

    /// The message as a tree sends it.
    pub(super) fn segments(&self) -> Pieces {
        let bytes = self.bytes();
        self.cut.map_or(Pieces::segments(bytes, bytes), |cut| Pieces::segments(bytes, cut.segment))
    }

    /// The message as block algorithms cut it.
    pub(super) fn blocks(&self) -> Result<Blocks, BuildError> {
        let count = self.cut.map_or(1, |cut| cut.segments);
        Blocks::new(self.bytes(), count).ok_or(BuildError::Ranks { ranks: self.job.ranks() })
    }

    /// The direction of data along a tree.
    pub(super) fn flow(&self) -> Flow {
        match self.job.collective {
            RankCollective::Bcast => Flow::Broadcast,
            RankCollective::Reduce => Flow::Reduction(self.job.operands),
        }
    }
}

/// An algorithm, or a bound on its times, as seen by a search for the best size of segments.
pub trait Timed {
    /// The time with these segments. It must not fall if the segments become more or any of their ports larger.
    fn time(&mut self, segments: &Segments) -> Option<Time>;

    /// The way in which a message is cut into segments of at most a given size.
    fn cutting(&self) -> Cutting {
        Cutting::LastShort
    }

    /// The number of a port that is summed over the segments for [`Timed::time_of_gaps`]; like the port's other numbers,
    /// it is convex if the model is.
    fn gap(&self, port: Port) -> Option<Time> {
        Some(port.send_gap)
    }

    /// A lower bound on the time of `count` or more segments if no message is delivered before its gap is over. All
    /// segments but the last cost at least `full`, and their gaps ([`Timed::gap`]) add up to at least `gaps`.
    fn time_of_gaps(&mut self, _count: u64, _full: Port, _gaps: Time) -> Option<Time> {
        Some(Time::ZERO)
    }
}

impl<F: FnMut(&Segments) -> Option<Time>> Timed for F {
    fn time(&mut self, segments: &Segments) -> Option<Time> {
        self(segments)
    }
}

/// The times of an algorithm for a number of ranks.
#[derive(Debug)]
pub struct AlgorithmTime<'a> {
    /// The algorithm.
    pub algorithm: &'a dyn Algorithm,
    /// The number of ranks.
    pub ranks: u64,
    /// The evaluator of trees.
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
        self.algorithm.gap(port)
    }

    fn time_of_gaps(&mut self, _count: u64, full: Port, gaps: Time) -> Option<Time> {
        self.algorithm.time_of_gaps(self.ranks, full, gaps, self.times)
    }
}
