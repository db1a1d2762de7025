//! The algorithms of the catalogue on the links of a network, beside the schedule that is made for it.

use super::blocks::transmissions;
use super::listed::listed;
use super::rings::rings;
use super::times::{fraction, steps};
use super::{Made, NetworkSchedule, statement};
use crate::answer::costs::ModelChoice;
use crate::answer::{Candidate, MpiPlan};
use crate::request::{Layout, MpiCollective, MpiJob, NetworkPlanJob, Ports, Request};
use logpine_collectives::schedule::Schedule;
use logpine_models::machine::Machine;
use logpine_netplan::{Conditions, Executed, LEAST_WORK, executed};
use logpine_network::digraph::Digraph;
use logpine_text::units::Time;
use logpine_text::watch::Watch;
use logpine_trees::tree::families::{LeftOut, LeftOutReason};
use rayon::iter::Either;
use rayon::prelude::*;

/// The most ranks for which algorithms are executed.
const MOST_RANKS: u32 = 1_024;
/// The most blocks of all ranks together.
const MOST_BLOCKS: u32 = 1 << 20;

/// The family of rings.
const RING: &str = "ring";

/// The families that are executed although the search was stopped, if that is little work.
const ALWAYS: [&str; 2] = [RING, "chain"];
/// The most messages of these.
const FEW_MESSAGES: u64 = 1 << 20;
/// The product of ranks and blocks up to which every family is executed although the search was stopped.
const QUICK: u64 = 1 << 14;
/// The most arcs for that.
const FEW_ARCS: usize = 1 << 17;

/// The machine by which the parameters of every algorithm are chosen: a message takes a step for each block, as over one link.
const MACHINE: &str = "name = \"links\"\nunit = \"cycle\"\n[alpha_beta]\nalpha = \"0 cycles\"\nbeta = \"1 cycle/B\"\n";

/// The best member of every family of algorithms, by the model of single messages, executed on the links block by block; the fastest
/// first. Families that take too much work are left out. Of a stream, the ring is one for each rail between boxes, as NCCL has them, if
/// there are boxes, else one in the order of the ranks. Those that take less than `planned` have their transmissions. The second
/// list has the families that were not executed because `watch` ended the work.
pub(super) fn rivals(
    job: &NetworkPlanJob,
    digraph: &Digraph,
    planned: Time,
    watch: &dyn Watch,
) -> (Vec<Candidate<NetworkSchedule>>, Vec<LeftOut>) {
    let (mut rivals, left_out) = of_catalogue(job, digraph, planned, watch).unwrap_or_default();
    rivals.sort_by(|one, other| (one.time, one.family).cmp(&(other.time, other.family)));
    (rivals, left_out)
}

/// The executed members in the order of the model, and those that were not executed because `watch` ended the work. `None` if the job has
/// too many ranks or blocks.
fn of_catalogue(
    job: &NetworkPlanJob,
    digraph: &Digraph,
    planned: Time,
    watch: &dyn Watch,
) -> Option<(Vec<Candidate<NetworkSchedule>>, Vec<LeftOut>)> {
    let all_blocks = stream_or_blocks(job).filter(|&blocks| job.ranks <= MOST_RANKS && blocks <= MOST_BLOCKS)?;
    let of_each = match job.collective {
        MpiCollective::Scatter | MpiCollective::Gather | MpiCollective::Allgather => all_blocks / job.ranks,
        _ => all_blocks,
    };
    let machine = Machine::from_toml(MACHINE, "links").ok()?;
    let costs = ModelChoice::from(&Request::default()).of_stages(&machine).ok()?;
    let (view, layout) = (costs.view(), Layout::one_host(job.ranks.into()).ok()?);
    let plan = MpiPlan::new(view.cost(), MpiJob::new(job.collective, layout, Some(of_each.into())).ok()?).ok()?;
    let timing = view.cost().ports()?;
    let conditions = Conditions { root: job.root, one_port: job.ports == Ports::One, is_recorded: false };
    let made = |candidate: &Candidate<_>, schedule: &Schedule, time| {
        let executed = executed(schedule, digraph, Conditions { is_recorded: true, ..conditions }, watch)?;
        let meaning = plan.meaning(candidate).ok()?;
        listed(job, &statement(job, digraph), (schedule, &meaning), &executed, time)
    };
    let is_quick = u64::from(job.ranks) * u64::from(all_blocks) <= QUICK && digraph.arcs().len() <= FEW_ARCS;
    let most = digraph.arcs().iter().map(|arc| arc.capacity).max().unwrap_or(1);
    let is_little = transmissions(job) / most <= LEAST_WORK;
    let execute = |candidate: &Candidate<_>| {
        // The loads of a stream's ring are known without an execution.
        let is_ring = candidate.family == RING && job.blocks.is_none();
        if let Some((time, through_boxes)) = is_ring.then(|| rings(job, digraph)).flatten() {
            let parameters = candidate.parameters.clone();
            let parameters = match through_boxes {
                Some(rings) => parameters.number("rings", rings.into()),
                None => parameters.word("order", "ranks"),
            };
            return Some(Either::Left(Candidate::new(RING, parameters, time, NetworkSchedule(Made::Executed))));
        }
        let stopped = || {
            let (family, parameters) = (candidate.family, candidate.parameters.clone());
            watch.is_over().then_some(Either::Right(LeftOut { family, parameters, reason: LeftOutReason::Stopped }))
        };
        let is_little = || is_little && plan.messages(candidate) <= FEW_MESSAGES;
        if !(is_quick || ALWAYS.contains(&candidate.family) && is_little())
            && let Some(stopped) = stopped()
        {
            return Some(stopped);
        }
        let schedule = plan.schedule(candidate, timing).ok()?;
        let Some(executed) = executed(&schedule, digraph, conditions, watch) else { return stopped() };
        let time = match job.blocks {
            Some(_) => steps(executed.steps),
            None => per_unit(&executed, digraph, job)?,
        };
        let is_written = job.blocks.is_some() && time < planned;
        let made = if is_written { made(candidate, &schedule, time) } else { None };
        let made = NetworkSchedule(made.map_or(Made::Executed, Made::Steps));
        Some(Either::Left(Candidate::new(candidate.family, candidate.parameters.clone(), time, made)))
    };
    Some(plan.candidates().par_iter().filter_map(execute).partition_map(|found| found))
}

/// The number of all blocks; of a stream, one of each rank, or as many as there are ranks at the root, so that algorithms that cut the
/// message have something to cut.
fn stream_or_blocks(job: &NetworkPlanJob) -> Option<u32> {
    if job.blocks.is_some() { job.all_blocks() } else { Some(job.ranks) }
}

/// The time of a unit of a stream, in steps of a unit of capacity: the greatest load of an arc in proportion to its capacity, for
/// one unit of each rank, or at the root.
fn per_unit(executed: &Executed, digraph: &Digraph, job: &NetworkPlanJob) -> Option<Time> {
    let units = if job.collective.has_blocks_of_root() { job.ranks } else { 1 };
    let loads = executed.loads.iter().zip(digraph.arcs());
    let times = loads.map(|(&load, arc)| fraction(load, arc.capacity.saturating_mul(units.into())));
    times.max().flatten()
}
