//! LogP-optimal: every rank that knows the message keeps sending it (Karp et al. 1993); binomial if G = D. Segments go along
//! the tree for their size, as in [`fibonacci`](super::fibonacci).

use super::earliest::{Target, groups, targets, why_no_tree};
use super::{Algorithm, Assignment, Cutting, Family, Member, MembersOf, Question, Sizes};
use crate::request::MpiCollective;
use crate::schedule::Schedule;
use crate::schedule::build::{BuildError, Parts};
use crate::tree::earliest::{FanoutLimits, broadcast_time};
use crate::tree::families::Parameters;
use crate::tree::{PipelineTimes, Segments};
use crate::units::Time;
use std::cell::Cell;
use std::iter::once;

pub(super) const BCAST: Family = Family::new(
    MpiCollective::Bcast,
    "logp-optimal",
    "every rank that has the message keeps sending it: the earliest tree for one message (Karp et al. 1993)",
)
.among_ranks(members, why_no_tree);

/// The tree for the whole message, then those for each class of segment sizes; none if gap and delivery are equal, since
/// the tree is then the binomial one.
fn members<'q>(question: Question<'q>, limit: &'q Cell<Time>) -> MembersOf<'q> {
    let Some(uncut) = Target::new(question, Sizes::only(question.bytes)).filter(|target| !target.is_binomial()) else {
        return Box::new(std::iter::empty());
    };
    let member = move |target: Target| target.member(question, FanoutLimits::NONE, Parameters::new());
    let uncut = Member { uncut: Some(uncut.time), least_sends: 1, ..member(uncut) };
    let cut = std::iter::once_with(move || {
        let targets: Vec<_> = targets(question, limit.get()).filter(|target| !target.is_binomial()).collect();
        let least_sends = targets.iter().map(|target| target.sends).min().unwrap_or(1);
        let groups = groups(targets, |_| Some(FanoutLimits::NONE));
        groups.into_iter().map(move |(target, _)| Member { least_sends, ..member(target) })
    });
    Box::new(once(uncut).chain(cut.flatten()))
}

/// The earliest tree if it is too large even in compressed form: only its time for an uncut message is known.
#[derive(Clone, Copy, Debug)]
pub(in crate::collective) struct UnknownTree;

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
