//! The candidates of plans that can run on a network.

use crate::answer::{
    Candidate, LeafPlan, MpiPlan, NON_UNIFORM, OverlayTree, Plan, RankAlgorithm, RankPlan, StageSequence,
};
use logpine_collectives::schedule::Schedule;
use logpine_collectives::schedule::build::{Waves, for_network};
use logpine_models::model::{HostClass, LevelBreakdown, LevelCost, PortTiming};
use logpine_text::reason::Reason;
use logpine_text::units::Time;
use logpine_trees::tree::RankShapeBuilder;
use logpine_trees::tree::families::Parameters;
use rustc_hash::FxHashMap;

/// A candidate of a plan that can run on a network.
pub struct Contender<'a> {
    /// The family's name.
    pub family: &'static str,
    /// The name in reports, before the parameters: the family's name, or that it is the best of all trees.
    pub title: &'static str,
    /// The other families with the same best tree.
    pub also: Vec<&'static str>,
    /// The place, from 1, of an earlier candidate that is the same tree with the same segments.
    pub alike: Option<usize>,
    /// The parameters within the family.
    pub parameters: &'a Parameters,
    /// The time by the plan's model.
    pub time: Time,
    /// The number of ranks, or of processes.
    pub ranks: u64,
    /// An upper bound on the number of messages; saturating.
    pub messages: u64,
    program: Program<'a>,
}

/// A function that builds a schedule.
type Program<'a> = Box<dyn Fn() -> Result<Schedule, Reason> + Sync + 'a>;

impl Contender<'_> {
    /// Builds the program for a network: the candidate's schedule, with the processor time of messages as calculations
    /// (`send_busy` before every send, `recv_busy` after every reception), and without waits for the rounds of a clock.
    ///
    /// # Errors
    /// [`Reason`] if the candidate has no schedule.
    pub fn program(&self) -> Result<Schedule, Reason> {
        (self.program)()
    }
}

impl RankPlan {
    /// The candidates for a network, best first; `timing` is that of the plan.
    #[must_use]
    pub(crate) fn contenders<'a>(&'a self, timing: &'a dyn PortTiming) -> Vec<Contender<'a>> {
        let ranks = self.job.ranks();
        let contender = |(candidate, alike): (&'a Candidate<RankAlgorithm>, Option<usize>)| {
            let segments = candidate.construction.cut.map_or(1, |cut| cut.segments);
            let messages = candidate.construction.algorithm.messages(ranks, segments).unwrap_or(u64::MAX);
            Contender {
                family: candidate.family,
                title: candidate.family,
                also: Vec::new(),
                alike,
                parameters: &candidate.parameters,
                time: candidate.time,
                ranks,
                messages,
                program: Box::new(move || Ok(for_network(&self.schedule(candidate, timing)?, timing)?)),
            }
        };
        let firsts = self.first_equals().into_iter().enumerate();
        let alike = firsts.map(|(index, first)| (first != index).then_some(first + 1));
        self.candidates().iter().zip(alike).map(contender).collect()
    }

    /// For each candidate, the index of the first one that is the same tree with the same segments.
    pub(crate) fn first_equals(&self) -> Vec<usize> {
        let (mut trees, mut indices) = (RankShapeBuilder::new(), FxHashMap::default());
        let first = |(index, candidate): (usize, &Candidate<RankAlgorithm>)| {
            let RankAlgorithm { algorithm, cut, .. } = &candidate.construction;
            let Some(tree) = algorithm.tree() else { return index };
            let cut = cut.map(|cut| (cut.segment, cut.segments));
            *indices.entry((trees.add(tree), cut)).or_insert(index)
        };
        self.candidates().iter().enumerate().map(first).collect()
    }
}

impl MpiPlan {
    /// The candidates for a network, best first; `timing` is that of the plan, under a model of single messages.
    #[must_use]
    pub(crate) fn contenders<'a>(&'a self, timing: &'a dyn PortTiming) -> Vec<Contender<'a>> {
        let contender = |candidate: &'a Candidate<StageSequence>| Contender {
            family: candidate.family,
            title: candidate.family,
            also: Vec::new(),
            alike: None,
            parameters: &candidate.parameters,
            time: candidate.time,
            ranks: self.job.layout.ranks(),
            messages: self.messages(candidate),
            program: Box::new(move || Ok(for_network(&self.schedule(candidate, timing)?, timing)?)),
        };
        self.candidates().iter().map(contender).collect()
    }
}

impl LeafPlan {
    /// The best candidate of every family for a network, best first, each tree once; `timing` is that of the plan. Every
    /// process of the tree is a rank, numbered breadth-first.
    #[must_use]
    pub(crate) fn contenders<'a>(&'a self, timing: &'a dyn PortTiming) -> Vec<Contender<'a>> {
        let contender = |tree: Alike<'a>| {
            let candidate = tree.candidate;
            let program = Box::new(move || Ok(for_network(&self.schedule(candidate, timing)?, timing)?));
            tree.contender(self.claim.bound.value, self.job.leaves(), 1, program)
        };
        different_trees(self.candidates()).into_iter().map(contender).collect()
    }
}

impl Plan {
    /// The best candidate of every family for a network, best first, each tree once: one wave, with the costs of the plan.
    /// Every process of the tree is a rank, numbered breadth-first. The network replaces the model's latency of messages,
    /// but not the cost of a level for its node.
    #[must_use]
    pub(crate) fn contenders<'a>(&'a self, kind: Waves<'a>) -> Vec<Contender<'a>> {
        let ways = if matches!(kind, Waves::Roundtrip { .. }) { 2 } else { 1 };
        let contender = |tree: Alike<'a>| {
            let candidate = tree.candidate;
            let program = Box::new(move || one_wave(self, candidate, kind));
            tree.contender(self.claim.bound.value, self.job.count(), ways, program)
        };
        different_trees(self.candidates()).into_iter().map(contender).collect()
    }
}

/// The schedule of a wave in which processes calculate for the whole cost of a level but the latency.
fn one_wave(plan: &Plan, candidate: &Candidate<OverlayTree>, kind: Waves) -> Result<Schedule, Reason> {
    let [down, up] = match kind {
        Waves::Reduce(cost) | Waves::Multicast(cost) => [cost, cost],
        Waves::Roundtrip { multicast, reduction } => [multicast, reduction],
    };
    let [multicast, reduction] = [down, up].map(WithoutLatency);
    let kind = match kind {
        Waves::Reduce(_) => Waves::Reduce(&reduction),
        Waves::Multicast(_) => Waves::Multicast(&multicast),
        Waves::Roundtrip { .. } => Waves::Roundtrip { multicast: &multicast, reduction: &reduction },
    };
    Ok(plan.schedule(candidate, kind, 1)?.schedule)
}

/// Costs with the busy time as the period: messages on their way could delay only the next wave, and there is none.
struct WithoutLatency<'a>(&'a dyn LevelCost);

impl LevelCost for WithoutLatency<'_> {
    fn host_classes(&self) -> u16 {
        self.0.host_classes()
    }

    fn busy(&self, host: HostClass, fanout: u64) -> Option<Time> {
        self.0.busy(host, fanout)
    }

    fn latency(&self, parent: HostClass, child: HostClass) -> Time {
        self.0.latency(parent, child)
    }

    fn period(&self, host: HostClass, fanout: u64) -> Option<Time> {
        self.0.busy(host, fanout)
    }

    fn startup(&self) -> Time {
        self.0.startup()
    }

    fn max_fanout(&self) -> u64 {
        self.0.max_fanout()
    }

    fn is_monotone_to(&self, widest: u64) -> bool {
        self.0.is_monotone_to(widest)
    }

    fn breakdown(&self, fanout: u64) -> Option<LevelBreakdown> {
        self.0.breakdown(fanout)
    }

    fn level(&self, fanout: u64) -> Option<Time> {
        self.0.level(fanout)
    }
}

/// A tree, and the other families that have it as their best.
struct Alike<'a> {
    candidate: &'a Candidate<OverlayTree>,
    also: Vec<&'static str>,
}

impl<'a> Alike<'a> {
    /// The contender for a tree of a plan with this bound. Messages go `ways` times along every edge.
    fn contender(self, lower_bound: Time, leaves: u64, ways: u64, program: Program<'a>) -> Contender<'a> {
        let Self { candidate, also } = self;
        let processes = candidate.construction.shape.internal_nodes().saturating_add(leaves);
        Contender {
            family: candidate.family,
            title: title(candidate, lower_bound),
            also,
            alike: None,
            parameters: &candidate.parameters,
            time: candidate.time,
            ranks: processes,
            messages: processes.saturating_mul(ways),
            program,
        }
    }
}

/// The first candidate of every family, each tree once: under the search's own name if the search found it, else under that
/// of the first family.
fn different_trees(candidates: &[Candidate<OverlayTree>]) -> Vec<Alike<'_>> {
    let mut trees: Vec<Alike> = Vec::new();
    for candidate in best_of_families(candidates) {
        let same = |tree: &&mut Alike| {
            tree.candidate.time == candidate.time && tree.candidate.construction.shape == candidate.construction.shape
        };
        match trees.iter_mut().find(same) {
            None => trees.push(Alike { candidate, also: Vec::new() }),
            Some(tree) if candidate.family == NON_UNIFORM => {
                tree.also.insert(0, tree.candidate.family);
                tree.candidate = candidate;
            }
            Some(tree) => tree.also.push(candidate.family),
        }
    }
    trees
}

/// The name in the ranking by the model.
fn title(candidate: &Candidate<OverlayTree>, lower_bound: Time) -> &'static str {
    match candidate.family {
        NON_UNIFORM if candidate.time == lower_bound => "best over all trees",
        NON_UNIFORM => "found by the search",
        family => family,
    }
}

/// The first candidate of every family.
fn best_of_families(candidates: &[Candidate<OverlayTree>]) -> impl Iterator<Item = &Candidate<OverlayTree>> {
    let mut families = Vec::new();
    candidates.iter().filter(move |candidate| {
        let is_new = !families.contains(&candidate.family);
        families.push(candidate.family);
        is_new
    })
}
