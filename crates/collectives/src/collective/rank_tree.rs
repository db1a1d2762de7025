//! The algorithm along a tree of ranks.

use super::{Algorithm, Assignment, Cutting};
use crate::schedule::Schedule;
use crate::schedule::build::{self, BuildError, Parts};
use logpine_models::model::Port;
use logpine_text::units::Time;
use logpine_trees::tree::{PipelineTimes, RankShape, Segments};

/// Every rank passes the segments on to its children in the tree.
#[derive(Clone, Debug)]
pub struct RankTree(pub RankShape);

impl Algorithm for RankTree {
    fn cutting(&self) -> Cutting {
        Cutting::LastShort
    }

    fn sends(&self) -> u64 {
        self.0.max_fanout()
    }

    fn time(&self, _ranks: u64, segments: &Segments, times: &mut PipelineTimes) -> Option<Time> {
        times.time(&self.0, segments)
    }

    fn time_of_gaps(&self, _ranks: u64, full: Port, gaps: Time, times: &mut PipelineTimes) -> Option<Time> {
        times.time_of_gaps(&self.0, full, gaps)
    }

    fn period(&self, ranks: u64, segments: &Segments) -> Option<Time> {
        let (root, inner) = self.fanouts(ranks)?;
        segments.period(|port| Some(port.root_period(root)?.max(port.period(inner)?)))
    }

    fn tree(&self) -> Option<&RankShape> {
        Some(&self.0)
    }

    fn height(&self, _ranks: u64) -> Option<u64> {
        Some(self.0.height().into())
    }

    fn fanouts(&self, _ranks: u64) -> Option<(u64, u64)> {
        Some((self.0.fanout(self.0.root()), self.0.max_fanout_below_root()))
    }

    fn schedule(&self, given: Assignment) -> Result<Schedule, BuildError> {
        build::tree(&self.0, given.segments(), given.flow(), given.timing)
    }

    fn parts<'a>(&'a self, given: Assignment<'a>) -> Result<Parts<'a>, BuildError> {
        build::tree_in_parts(&self.0, given.segments(), given.flow(), given.timing)
    }
}
