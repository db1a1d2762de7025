//! Scatter and allgather (van de Geijn): each rank gets one of P blocks, then all exchange theirs.

mod scatter;
mod schedule;
mod share;
mod times;

pub use scatter::OPTIMAL_RANKS;
pub use scatter::Scatter;
use share::Share;
pub use share::part_bytes;
pub use times::{Allgather, ScatterAllgather};

use super::{
    Algorithm, AlgorithmFamily, Assignment, Cutting, Load, Member, MembersOf, Nomial, OperandOrder, Question, Recipe,
    Setting, Steps, can_cut, no_blocks,
};
use crate::schedule::Schedule;
use crate::schedule::build::{BuildError, Parts};
use logpine_models::job::{MpiCollective, RankCollective};
use logpine_text::units::Time;
use logpine_trees::tree::families::Parameters;
use logpine_trees::tree::{PipelineTimes, Segments};
use std::cell::Cell;
use std::iter::{empty, once};

pub(super) const BCAST: AlgorithmFamily = AlgorithmFamily::new(
    MpiCollective::Bcast,
    "scatter-allgather",
    "scatter along a k-nomial tree, of radix 2 to 8 or the least for its height, or the optimal one; then allgather by ring, recursive doubling or Bruck (van de Geijn)",
).drawn('S', [52, 200, 97], 77)
.in_stages(steps, in_stages)
.among_ranks(members, no_blocks);

/// A binomial scatter of P blocks, then an allgather (Barnett et al. 1994; Thakur, Rabenseifner, Gropp 2005). `None` for
/// any other scatter.
///
/// Subtrees begin at multiples of powers of two. Among ranks every holder sends half of its blocks instead, which is the
/// same tree only if P is a power of two.
fn steps(setting: &Setting) -> Option<Steps> {
    let is_binomial = setting.number("radix").is_none_or(|radix| radix == 2);
    if !is_binomial || setting.parameters.get("scatter").is_some() {
        return None;
    }
    let (ranks, cut) = (setting.ranks, setting.parts());
    let allgather = Allgather::by_name(setting.word("allgather", Allgather::Ring.name())?)?;
    let steps = allgather.steps(ranks, cut)?;
    let steps = if allgather == Allgather::Ring { steps.numbered(setting.numbering()?) } else { steps };
    let scatter = Nomial::binomial(ranks)?.down(ranks, cut, Load::Subtree)?;
    Some(scatter.then(steps))
}

fn in_stages(_ranks: u64, _bytes: u64) -> Vec<Parameters> {
    Allgather::ALL.map(|allgather| Parameters::new().word("allgather", allgather.name())).into()
}

fn members<'q>(question: Question<'q>, limit: &'q Cell<Time>) -> MembersOf<'q> {
    if !can_cut(question) {
        return Box::new(empty());
    }
    let Question { timing, ranks, bytes, .. } = question;
    let allgathers = Allgather::ALL.map(|allgather| (allgather, allgather.time(timing, ranks, bytes)));
    // Members that the allgather alone excludes are left out, and wider scatters that are too slow.
    if allgathers.iter().filter_map(|(_, time)| *time).min().is_some_and(|least| least > limit.get()) {
        return Box::new(empty());
    }
    let scatters = Scatter::k_nomial(ranks).chain(once(Scatter::OPTIMAL));
    let scatters = scatters.take(if sends_early(question) { usize::MAX } else { 1 });
    let of = move |scatter: Scatter| {
        let scattered = match question.collective {
            RankCollective::Bcast => scatter.time(question.forward, ranks, bytes),
            RankCollective::Reduce => scatter.gather_time(question.forward, ranks, bytes),
        };
        let allgathers = allgathers.into_iter().filter(move |(allgather, _)| allgather.fits(ranks));
        allgathers.filter_map(move |(allgather, gathered)| {
            let uncut = scattered.zip(gathered).and_then(|(scattered, gathered)| scattered.checked_add(gathered));
            let is_within = scatter == Scatter::BINOMIAL || uncut.is_some_and(|time| time <= limit.get());
            is_within.then(|| Member { uncut, ..scattered_by(scatter, allgather) })
        })
    };
    Box::new(scatters.flat_map(of))
}

/// True if a sender is free before its message is delivered, for the longest or the shortest message of a scatter.
/// Otherwise no tree is faster than the binomial one: it has the fewest messages one after the other, and apart from
/// rounding on each level they hold no more bytes than those of other trees.
fn sends_early(question: Question) -> bool {
    let Question { collective, forward, ranks, bytes, .. } = question;
    let early = |bytes: u64| {
        let port = forward.port_up_to(bytes).and_then(|port| match collective {
            RankCollective::Bcast => Some(port),
            RankCollective::Reduce => port.reversed(Time::ZERO),
        });
        port.is_some_and(|port| port.delivery > port.send_gap)
    };
    early(bytes) || early(bytes.div_ceil(ranks))
}

fn scattered_by(scatter: Scatter, allgather: Allgather) -> Member {
    let parameters = match scatter.radix() {
        Some(radix) => Parameters::new().number("radix", radix),
        None => Parameters::new().word("scatter", "optimal"),
    };
    let parameters = parameters.word("allgather", allgather.name());
    Member::new(parameters, Recipe::made(ScatterAllgather { scatter, allgather }), OperandOrder::Lost)
}

impl Algorithm for ScatterAllgather {
    fn cutting(&self) -> Cutting {
        Cutting::ByRanks
    }

    fn time(&self, _ranks: u64, _segments: &Segments, _times: &mut PipelineTimes) -> Option<Time> {
        None
    }

    fn recurrence(&self) -> Option<&'static str> {
        self.scatter.recurrence()
    }

    fn time_by_ranks(&self, question: Question) -> Option<Time> {
        let Question { collective, forward, ranks, bytes, .. } = question;
        match collective {
            RankCollective::Bcast => self.bcast_time(forward, ranks, bytes),
            RankCollective::Reduce => self.reduction_time(forward, ranks, bytes),
        }
    }

    fn period(&self, _ranks: u64, _segments: &Segments) -> Option<Time> {
        None
    }

    /// The scatter has fewer messages than ranks, and every round of the allgather as many as ranks.
    fn messages(&self, ranks: u64, _segments: u64) -> Option<u64> {
        self.allgather.rounds(ranks).checked_add(1)?.checked_mul(ranks)
    }

    fn schedule(&self, given: Assignment) -> Result<Schedule, BuildError> {
        schedule::whole(*self, given)
    }

    fn parts<'a>(&'a self, given: Assignment<'a>) -> Result<Parts<'a>, BuildError> {
        schedule::in_parts(*self, given)
    }
}
