//! All MPI collectives, with algorithms costed stage by stage: the best of each family, the best trees with any fanouts and
//! segment sizes, and the best mapping of ranks to hosts.

mod bound;
#[cfg(test)]
mod drawn;
mod factors;
mod mapping;
mod nomial;
mod radices;
mod relays;
mod segment;
mod trees;

pub use bound::lower_bound;
pub use mapping::{BestMapping, best_mapping};
pub use nomial::{NomialTree, best_nomial};
pub use segment::best_segments;

use crate::collective::{AlgorithmFamily, Chosen, Exhaustive, families};
use crate::schedule::stages::Staged;
use logpine_models::job::{Layout, Mapping, MpiJob};
use logpine_models::model::stage::{Pace, Pattern, Sight, Stage, StageCost, stages_time};
use logpine_text::units::Time;
use logpine_trees::tree::families::{LeftOut, LeftOutReason, Parameters};

/// The maximum number of ranks for which chains along hosts of several sizes are costed.
const MOST_WINDOWS: u64 = 1 << 14;

/// An algorithm with its parameters and the time of its stages.
#[derive(Clone, Debug)]
pub struct StageChoice {
    /// The family's name.
    pub family: &'static str,
    /// The parameters that distinguish it from the others of its family.
    pub parameters: Parameters,
    /// The stages of the algorithm.
    pub stages: Vec<Stage>,
    /// The time until the collective is done at every rank.
    pub time: Time,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct StageSearch {
    /// The best of every family, best first.
    pub choices: Vec<StageChoice>,
    /// The families without a choice.
    pub left_out: Vec<LeftOut>,
    /// Exhaustive if every member of every family was costed.
    pub exhaustive: Exhaustive,
}

/// Returns the best of every family of algorithms for a job: all its members, and those with the parameters that a family
/// leaves to a search ([`Chosen`]): the best list of fanouts or radices, and the best number of segments that a search in steps
/// finds.
/// If ranks are not mapped sequentially, the members [along the hosts](AlgorithmFamily::along_hosts) are included too; chains along
/// hosts of several sizes only for up to 2^14 ranks.
#[must_use]
pub fn best_of_families(cost: &dyn StageCost, job: &MpiJob) -> StageSearch {
    let mut search = StageSearch { choices: Vec::new(), left_out: Vec::new(), exhaustive: Exhaustive::Yes };
    for family in families(job.collective).iter().filter(|family| family.is_in_stages()) {
        let (members, exhaustive) = members(cost, job, family);
        search.exhaustive = search.exhaustive.and(exhaustive);
        let none = members.is_empty();
        let mut best: Option<StageChoice> = None;
        for staged in members {
            let most = best.as_ref().map(|best| best.time);
            let Some(choice) = StageChoice::new(cost, job, staged, most) else { continue };
            if best.as_ref().is_none_or(|best| choice.key() < best.key()) {
                best = Some(choice);
            }
        }
        if let Some(choice) = best {
            search.choices.push(choice);
            continue;
        }
        let reason = if none { LeftOutReason::NoMember } else { LeftOutReason::NotRepresentable };
        search.left_out.push(LeftOut { family: family.name(), parameters: Parameters::new(), reason });
    }
    search.choices.sort_by_key(StageChoice::key);
    search
}

/// The members of a family that are worth costing for a job, exhaustive if these are all.
fn members(cost: &dyn StageCost, job: &MpiJob, family: &AlgorithmFamily) -> (Vec<Staged>, Exhaustive) {
    let (ranks, bytes) = (job.layout.ranks(), job.bytes().unwrap_or(1));
    match family.chosen() {
        Chosen::Fanouts => trees::members(cost, job, family),
        Chosen::Radices => radices::members(cost, job, family),
        Chosen::SegmentsAlong(trees) if bytes > 1 => {
            let mut best = None;
            let cut = trees(ranks).into_iter().filter_map(|tree| best_cut(cost, job, family, &tree, &mut best));
            (cut.collect(), Exhaustive::No)
        }
        Chosen::Segments if ranks > 2 && bytes > 1 => {
            let mut members = family.members(ranks, bytes);
            let hosts = along_hosts(cost, job, &members).then(|| Parameters::new().word("order", "hosts"));
            let orders = [Some(Parameters::new()), hosts].into_iter().flatten();
            members.extend(orders.filter_map(|order| best_cut(cost, job, family, &order, &mut None)));
            (members, Exhaustive::No)
        }
        Chosen::None | Chosen::Segments | Chosen::SegmentsAlong(_) => {
            let mut members = family.members(ranks, bytes);
            if along_hosts(cost, job, &members) {
                let along = members.iter().filter_map(|member| family.along_hosts(ranks, bytes, &member.parameters));
                let along: Vec<Staged> = along.collect();
                members.extend(along);
            }
            (members, Exhaustive::Yes)
        }
    }
}

/// True if members along the hosts are worth costing: if that order differs from the ranks'.
fn along_hosts(cost: &dyn StageCost, job: &MpiJob, members: &[Staged]) -> bool {
    let layout = &job.layout;
    let differs = *layout.mapping() != Mapping::Sequential && layout.hosts() > 1 && layout.hosts() < layout.ranks();
    if cost.sight() != Sight::Hosts || !differs {
        return false;
    }
    // The windows of a chain over hosts of several sizes are examined one by one.
    let is_chain = |stage: &Stage| matches!(stage.pattern, Pattern::Chain { .. });
    layout.ranks() <= MOST_WINDOWS
        || !members.iter().flat_map(|member| &member.stages).any(is_chain)
        || layout.along_hosts().is_filled()
}

/// The member of these parameters with the best number of segments that is found, or with one segment; `None` if the family
/// has none. Members that certainly take longer than `best`, the best time so far, are skipped.
fn best_cut(
    cost: &dyn StageCost,
    job: &MpiJob,
    family: &AlgorithmFamily,
    parameters: &Parameters,
    best: &mut Option<Time>,
) -> Option<Staged> {
    let (ranks, bytes) = (job.layout.ranks(), job.bytes()?);
    let of = |segments: u64| family.build(ranks, bytes, parameters.clone().number("segment", bytes.div_ceil(segments)));
    let found = best_segments(bytes, |segments| {
        let time = time_up_to(cost, &of(segments)?.stages, &job.layout, *best)?;
        *best = Some(best.map_or(time, |best| best.min(time)));
        Some(time)
    });
    of(found.map_or(1, |(_, segments)| segments))
}

/// The time of stages, unless it certainly exceeds `most`.
fn time_up_to(cost: &dyn StageCost, stages: &[Stage], layout: &Layout, most: Option<Time>) -> Option<Time> {
    // Under models of single messages the levels of trees may overlap, and every time is computed quickly.
    if let Some(most) = most.filter(|_| cost.ports().is_none()) {
        // One message of every stage by itself; those of a stream may overlap.
        let overlaps = may_overlap(cost, layout);
        let least = stages.iter().try_fold(Time::ZERO, |least, stage| {
            let waits = match stage.pace {
                Pace::Streaming if overlaps => 1,
                Pace::Streaming | Pace::Synchronous => stage.stages(layout.ranks()),
            };
            least.checked_add(cost.at_least(stage.bytes, layout)?.checked_mul(waits)?)
        });
        least.filter(|&least| least <= most)?;
    }
    stages_time(cost, stages, layout)
}

/// True if a rank's messages of a stream may overlap.
fn may_overlap(cost: &dyn StageCost, layout: &Layout) -> bool {
    cost.ports().is_some() || cost.overlap(layout).is_some()
}

impl StageChoice {
    /// Returns `None` if the time is not representable, or certainly exceeds `most`.
    fn new(cost: &dyn StageCost, job: &MpiJob, staged: Staged, most: Option<Time>) -> Option<Self> {
        let Staged { family, parameters, stages, .. } = staged;
        let time = time_up_to(cost, &stages, &job.layout, most)?;
        Some(Self { family, parameters, stages, time })
    }

    /// The sort key of choices: their time, then the number of lines that describe them. Equals stay in the order of the
    /// families and of their members.
    const fn key(&self) -> impl Ord + use<> {
        (self.time, self.stages.len())
    }
}
