//! The answer to a job of a given network: the schedule that was made for it, the proof of a bound, and the algorithms of the
//! catalogue on the same links.

mod bandwidths;
mod blocks;
mod certified;
mod checked;
mod error;
mod fronts;
mod listed;
mod made;
mod one_port;
mod rings;
mod rivals;
mod streams;
mod task;
mod times;
mod trees;
mod written;

pub(crate) use certified::{Certified, Contracted, Proof};
pub(crate) use error::NetworkPlanError;
pub(crate) use written::Written;

use super::{Candidate, Ranking};
use crate::request::{Claim, Front, NetworkPlanJob, Status, Switches};
use logpine_check::synthesis::{Proof as Shown, Sent, Statement};
use logpine_netplan::{Contraction, Links, PlanError, StepSchedule, Translated, contract};
use logpine_network::Network;
use logpine_network::digraph::Digraph;
use logpine_text::watch::Watch;
use logpine_trees::tree::families::Parameters;
use rivals::rivals;
use times::in_steps;
use trees::Trees;

/// The answer to a [`NetworkPlanJob`]. Times are steps, written as cycles; in a stream, the steps of a unit of each rank, or of the
/// root.
pub(crate) type NetworkPlan = Ranking<NetworkPlanJob, NetworkSchedule, Certified>;

/// The schedule of a candidate on a network.
#[derive(Clone, Debug)]
pub(crate) struct NetworkSchedule(pub(crate) Made);

/// The construction of a schedule on a network.
#[derive(Clone, Debug)]
pub(crate) enum Made {
    /// Blocks in steps.
    Steps(StepSchedule),
    /// Blocks in steps, too many to be listed: one tree, translated, or its reversal for a reduce-scatter.
    Translated(Translated),
    /// Trees, for a stream.
    Trees(Trees),
    /// An algorithm of the catalogue, executed on the links; one that takes less than the schedule that was made is [`Made::Steps`], if
    /// its transmissions say what they carry.
    Executed,
}

impl Made {
    /// The number of steps; 0 without any.
    fn steps(&self) -> u32 {
        match self {
            Self::Steps(schedule) => schedule.steps,
            Self::Translated(translated) => translated.steps,
            Self::Trees(_) | Self::Executed => 0,
        }
    }
}

/// The class in which a schedule on contracted links is optimal.
const JOINED: &str = "schedules on links of switches that are joined in this way";

/// The family of schedules that are made for the network.
const PLANNED: &str = "planned";

impl NetworkPlan {
    /// The schedule that was made, with its claim, among the algorithms of the catalogue on the same links. One of these may be faster
    /// than a schedule of a class, or than one that was found.
    fn ranked(job: NetworkPlanJob, mut claim: Claim, made: Made, mut extra: Certified, watch: &dyn Watch) -> Self {
        extra.is_stopped = watch.is_over();
        let planned = Candidate::new(PLANNED, Parameters::new(), claim.value, NetworkSchedule(made));
        let (rivals, left_out) = rivals(&job, &extra.links.digraph, claim.value, watch);
        let mut candidates: Vec<_> = std::iter::once(planned).chain(rivals).collect();
        candidates.sort_by_key(|candidate| candidate.time);
        if candidates[0].time < claim.value {
            claim = Claim::new(candidates[0].time, claim.bound, None);
        }
        Self { job, claim, candidates, left_out, executions: None, extra }
    }

    /// True if a candidate is the schedule that was made for the network.
    pub(crate) fn is_planned(candidate: &Candidate<NetworkSchedule>) -> bool {
        candidate.family == PLANNED
    }

    /// The steps of the best schedule; of a stream without meaning.
    pub(crate) fn steps(&self) -> u64 {
        in_steps(self.claim.value)
    }

    /// The number of steps that every schedule needs; `None` for a stream.
    pub(crate) fn bound_in_steps(&self) -> Option<u64> {
        self.job.blocks.map(|_| in_steps(self.claim.bound.value))
    }
}

/// The collective of a job on a graph, as the checkers take it.
fn statement<'a>(job: &NetworkPlanJob, graph: &'a Digraph) -> Statement<'a> {
    let NetworkPlanJob { collective, root, blocks, .. } = *job;
    Statement { graph, collective, root, blocks: blocks.unwrap_or(1) }
}

/// The transmissions of a schedule by their vertices.
fn sent<'a>(graph: &'a Digraph, schedule: &'a StepSchedule) -> impl Iterator<Item = Sent> + use<'a> {
    schedule.sends.iter().map(|send| {
        let arc = graph.arcs()[send.arc as usize];
        Sent { step: send.step, from: arc.from, to: arc.to, block: send.block }
    })
}

/// The best schedule for a job on a network, or the best that is found until `watch` ends the work.
///
/// # Errors
/// [`NetworkPlanError`] if there is none, or the job is too large.
pub(super) fn plan(
    job: NetworkPlanJob,
    network: Network,
    mut links: Links,
    front: Option<Front>,
    watch: &dyn Watch,
) -> Result<NetworkPlan, NetworkPlanError> {
    // Whatever comes first, the work can be asked to stop: there is a schedule without a search.
    watch.is_over();
    // Nodes without data that run processes are no switches: they stay, and store.
    let ranks = links.digraph.compute();
    let stays = (0u32..).zip(&links.nodes).filter(|&(vertex, &node)| vertex < ranks || node < network.endpoints());
    let kept = u32::try_from(stays.count()).unwrap_or(u32::MAX);
    if job.blocks.is_some() && job.switches == Switches::Contract && kept < links.digraph.vertices() {
        let whole = Digraph::new(links.digraph.vertices(), kept, links.digraph.arcs().to_vec());
        let Contraction { graph, routes } = contract(&whole, job.seed, watch)?;
        let graph = Digraph::new(graph.vertices(), ranks, graph.arcs().to_vec());
        let physical = std::mem::replace(&mut links.digraph, graph);
        let is_backward = job.collective.is_backward();
        let plan = blocks::plan(job, network, links, front, watch);
        let mut plan = plan.map_err(|error| undivided(error, &physical, is_backward))?;
        if plan.claim.status == Status::Optimal {
            (plan.claim.status, plan.claim.class) = (Status::OptimalInClass, Some(JOINED));
        }
        plan.extra.contracted = Some(Contracted { physical, routes });
        return Ok(plan);
    }
    match job.blocks {
        Some(_) => blocks::plan(job, network, links, front, watch),
        None => streams::plan(job, network, links, front, watch),
    }
}

/// The reason why there is no plan on contracted links: all ranks may be reached through the switches of the network itself. Errors of
/// reductions are those of the reversed network.
fn undivided(error: NetworkPlanError, physical: &Digraph, is_backward: bool) -> NetworkPlanError {
    let NetworkPlanError::Plan(PlanError::Unreached { from, to }) = error else { return error };
    let (source, sink) = if is_backward { (to, from) } else { (from, to) };
    if physical.distances(source, |_| 1)[sink as usize].is_some() {
        NetworkPlanError::Undivided { from, to }
    } else {
        error
    }
}
