//! The algorithms of the catalogue on the links of a network, beside the schedule that is made for it.

use super::{Made, NetworkSchedule};
use crate::answer::costs::ModelChoice;
use crate::answer::{Candidate, MpiPlan};
use crate::machine::Machine;
use crate::network::synthesis::{Conditions, Digraph, Executed, executed};
use crate::request::{Layout, MpiCollective, MpiJob, NetworkPlanJob, Ports, Request};
use crate::units::{Clock, Time};
use rayon::prelude::*;

/// The most ranks for which algorithms are executed.
const MOST_RANKS: u32 = 1_024;
/// The most blocks of all ranks together.
const MOST_BLOCKS: u32 = 1 << 20;

/// The machine by which the parameters of every algorithm are chosen: a message takes a step for each block, as over one link.
const MACHINE: &str = "name = \"links\"\nunit = \"cycle\"\n[alpha_beta]\nalpha = \"0 cycles\"\nbeta = \"1 cycle/B\"\n";

/// The best member of every family of algorithms, by the model of single messages, executed on the links block by block; in no
/// order. Families that take too much work are left out.
pub(super) fn rivals(job: &NetworkPlanJob, digraph: &Digraph) -> Vec<Candidate<NetworkSchedule>> {
    plan(job).map_or_else(Vec::new, |(plan, machine)| executed_all(&plan, &machine, job, digraph))
}

/// The ranking of the algorithms by the model, with its machine.
fn plan(job: &NetworkPlanJob) -> Option<(MpiPlan, Machine)> {
    let all_blocks = stream_or_blocks(job)?;
    if job.ranks > MOST_RANKS || all_blocks > MOST_BLOCKS {
        return None;
    }
    let of_each = match job.collective {
        MpiCollective::Scatter | MpiCollective::Gather | MpiCollective::Allgather => all_blocks / job.ranks,
        _ => all_blocks,
    };
    let machine = Machine::from_toml(MACHINE, "links").ok()?;
    let costs = ModelChoice::from(&Request::default()).of_stages(&machine).ok()?;
    let layout = Layout::one_host(job.ranks.into()).ok()?;
    let of_ranks = MpiJob::new(job.collective, layout, Some(of_each.into())).ok()?;
    Some((MpiPlan::new(costs.view().cost(), of_ranks).ok()?, machine))
}

/// The number of all blocks; of a stream, one of each rank, or as many as there are ranks at the root, so that algorithms that cut the
/// message have something to cut.
fn stream_or_blocks(job: &NetworkPlanJob) -> Option<u32> {
    if job.blocks.is_some() { job.all_blocks() } else { Some(job.ranks) }
}

fn executed_all(
    plan: &MpiPlan,
    machine: &Machine,
    job: &NetworkPlanJob,
    digraph: &Digraph,
) -> Vec<Candidate<NetworkSchedule>> {
    let Ok(costs) = ModelChoice::from(&Request::default()).of_stages(machine) else { return Vec::new() };
    let view = costs.view();
    let Some(timing) = view.cost().ports() else { return Vec::new() };
    let conditions = Conditions { root: job.root, one_port: job.ports == Ports::One };
    let execute = |candidate: &Candidate<_>| {
        let schedule = plan.schedule(candidate, timing).ok()?;
        let executed = executed(&schedule, digraph, conditions)?;
        let time = match job.blocks {
            Some(_) => steps(executed.steps),
            None => per_unit(&executed, digraph, job)?,
        };
        Some(Candidate::new(candidate.family, candidate.parameters.clone(), time, NetworkSchedule(Made::Executed)))
    };
    plan.candidates().par_iter().filter_map(execute).collect()
}

/// Steps as a time: a step is a cycle.
pub(super) fn steps(steps: u32) -> Time {
    Time::from_ticks(u64::from(steps) * Clock::Cycle.ticks_per_unit())
}

/// The time of a unit of a stream, in steps of a unit of capacity: the greatest load of an arc in proportion to its capacity, for
/// one unit of each rank, or at the root.
fn per_unit(executed: &Executed, digraph: &Digraph, job: &NetworkPlanJob) -> Option<Time> {
    let units = match job.collective {
        MpiCollective::Bcast | MpiCollective::Reduce => job.ranks,
        _ => 1,
    };
    let loads = executed.loads.iter().zip(digraph.arcs());
    let times = loads.map(|(&load, arc)| fraction(load, arc.capacity.saturating_mul(units.into())));
    times.max().flatten()
}

/// The time p / q of a unit of a stream, rounded half up to 10^-12; `None` beyond [`Time::MAX`].
pub(super) fn fraction(p: u64, q: u64) -> Option<Time> {
    let ticks = u128::from(p) * u128::from(Clock::Second.ticks_per_unit());
    let ticks = (ticks + u128::from(q) / 2).checked_div(u128::from(q))?;
    u64::try_from(ticks).ok().map(Time::from_ticks)
}
