//! A tree that is not there: only its time is known.

use super::{Algorithm, Assignment, Cutting};
use crate::schedule::Schedule;
use crate::schedule::build::{BuildError, Parts};
use logpine_text::units::Time;
use logpine_trees::tree::earliest::broadcast_time;
use logpine_trees::tree::{PipelineTimes, Segments};

/// The earliest tree if it is too large even in compressed form: only its time for an uncut message is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnknownTree;

impl Algorithm for UnknownTree {
    fn cutting(&self) -> Cutting {
        Cutting::Never
    }

    fn time(&self, ranks: u64, segments: &Segments, _times: &mut PipelineTimes) -> Option<Time> {
        let Segments { count, last, .. } = *segments;
        if count == 1 { broadcast_time(last.send_gap, last.delivery, ranks) } else { None }
    }

    fn period(&self, _ranks: u64, _segments: &Segments) -> Option<Time> {
        None
    }

    fn messages(&self, _ranks: u64, _segments: u64) -> Option<u64> {
        None
    }

    fn schedule(&self, _given: Assignment) -> Result<Schedule, BuildError> {
        Err(BuildError::UnknownTree)
    }

    fn parts<'a>(&'a self, _given: Assignment<'a>) -> Result<Parts<'a>, BuildError> {
        Err(BuildError::UnknownTree)
    }
}
