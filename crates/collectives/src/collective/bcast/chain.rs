//! Chain (pipeline): every rank passes the message on to the next.

use super::{
    Algorithm, AlgorithmFamily, Assignment, Cutting, Member, MembersOf, OperandOrder, Question, Recipe, Setting,
    backwards, too_few,
};
use crate::collective::Chosen;
use crate::collective::offered::segments;
use crate::schedule::Schedule;
use crate::schedule::build::{self, BuildError, Parts};
use crate::schedule::stages::{Rule, Steps};
use logpine_models::job::MpiCollective;
use logpine_models::model::Port;
use logpine_models::model::stage::{Pattern, Stage};
use logpine_text::units::Time;
use logpine_trees::tree::families::Parameters;
use logpine_trees::tree::{PipelineTimes, Segments, chain_time};
use std::cell::Cell;
use std::iter::once;

pub(super) const BCAST: AlgorithmFamily =
    AlgorithmFamily::new(MpiCollective::Bcast, "chain", "every rank passes the message on to the next (pipeline)")
        .drawn('C', [170, 118, 0], 136)
        .in_stages(steps, segments)
        .choosing(Chosen::Segments)
        .among_ranks(members, too_few);

pub(crate) const REDUCE: AlgorithmFamily = AlgorithmFamily::new(
    MpiCollective::Reduce,
    "chain",
    "segments go from rank to rank, one behind the other (pipeline)",
)
.in_stages(|setting| backwards(steps(setting)), segments)
.choosing(Chosen::Segments);

/// k = ceil(s / z) segments in P + k - 2 stages, the last of them with the last segment alone.
fn steps(setting: &Setting) -> Option<Steps> {
    let ranks = setting.ranks;
    let cut = setting.segments()?;
    let steps = Steps::new(ranks, cut);
    let Some(first) = ranks.checked_sub(2) else { return Some(steps) };
    let segments = cut.count();
    segments.checked_add(ranks)?;
    let last = Stage::new(Pattern::Block { first, count: 1, distance: 1 }, cut.bytes(&(segments - 1..segments)));
    let before = Stage::new(Pattern::Chain { segments }, cut.bytes(&(0..1)));
    let steps = steps.with(before, Rule::Pipeline).with(last, Rule::LastSegment);
    Some(steps.numbered(setting.numbering()?))
}

fn members<'q>(_question: Question<'q>, _limit: &'q Cell<Time>) -> MembersOf<'q> {
    Box::new(once(Member::new(Parameters::new(), Recipe::made(Chain), OperandOrder::Kept)))
}

/// The tree in which every rank has one child; an explicit shape would be as long as the chain itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain;

impl Algorithm for Chain {
    fn cutting(&self) -> Cutting {
        Cutting::LastShort
    }

    fn time(&self, ranks: u64, segments: &Segments, _times: &mut PipelineTimes) -> Option<Time> {
        chain_time(ranks, segments)
    }

    /// The last rank with a child has the first segment after P - 2 deliveries.
    fn time_of_gaps(&self, ranks: u64, full: Port, gaps: Time, _times: &mut PipelineTimes) -> Option<Time> {
        full.delivery.checked_mul(ranks.saturating_sub(2))?.checked_add(gaps)
    }

    fn period(&self, ranks: u64, segments: &Segments) -> Option<Time> {
        let inner = u64::from(ranks > 2);
        segments.period(|port| Some(port.root_period(1)?.max(port.period(inner)?)))
    }

    fn height(&self, ranks: u64) -> Option<u64> {
        Some(ranks - 1)
    }

    fn fanouts(&self, ranks: u64) -> Option<(u64, u64)> {
        Some((1, u64::from(ranks > 2)))
    }

    fn schedule(&self, given: Assignment) -> Result<Schedule, BuildError> {
        build::chain(given.job.ranks(), given.segments(), given.job.collective, given.timing)
    }

    fn parts<'a>(&'a self, given: Assignment<'a>) -> Result<Parts<'a>, BuildError> {
        build::chain_in_parts(given.job.ranks(), given.segments(), given.job.collective, given.timing)
    }
}
