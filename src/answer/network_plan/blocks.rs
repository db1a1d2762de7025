//! Schedules of blocks in steps: the search, its bound, and the collectives that run backwards or in two halves.

use super::made::InSteps;
use super::one_port::through_ports;
use super::task::task;
use super::times::steps;
use super::{Certified, Made, NetworkPlan, NetworkPlanError, Proof, Shown, fronts};
use crate::request::{Bound, Claim, Front, MpiCollective, NetworkPlanJob, Ports};
use logpine_check::synthesis::Least;
use logpine_netplan::{
    Effort, Found, Links, SatLimits, StepBound, Task, Translated, Verdict, allreduce_bound, bound, satisfied, search,
    translated,
};
use logpine_network::digraph::Digraph;
use logpine_network::{Network, Wrap};
use logpine_text::watch::Watch;
use rayon::prelude::*;

const BY_TIMES: &str = "node times show that fewer steps cannot carry the blocks to some rank";
const BY_FORMULA: &str = "a formula that every shorter schedule would satisfy has no solution";
const BY_ALLREDUCE: &str = "every block of the result needs something of every rank: node times show that fewer steps cannot carry \
                            one block for each from some rank to another";
const BY_PARTITION: &str = "before the first part of a partition knows a block of the result, each other part has sent something, and then each \
                            other part receives it";
/// The class in which the two halves of an allreduce are optimal.
const IN_HALVES: &str = "a reduce-scatter, and then an allgather";

/// The most transmissions of a schedule: 200 MB.
const MOST_SENDS: u64 = 1 << 24;

/// The formulas by which small gaps are closed.
const SAT: SatLimits = SatLimits { size: 500_000, effort: 20_000, watch: &() };

/// The best schedule in steps that is found; with `pareto` a front of steps and rounds beside it.
///
/// # Errors
/// [`NetworkPlanError`] if the job is too large.
pub(super) fn plan(
    job: NetworkPlanJob,
    network: Network,
    links: Links,
    pareto: Option<Front>,
    watch: &dyn Watch,
) -> Result<NetworkPlan, NetworkPlanError> {
    let blocks = job.all_blocks().ok_or(NetworkPlanError::TooManyBlocks)?;
    let sides = sides(&network, &links);
    let digraph = &links.digraph;
    let sends = transmissions(&job);
    let found = if sends > MOST_SENDS {
        let too_many = NetworkPlanError::TooManySends { sends, limit: MOST_SENDS };
        by_translation(&job, digraph, sides).ok_or(too_many)?.map(Made::Translated)
    } else if job.collective == MpiCollective::Allreduce {
        in_halves(&job, digraph, sides, (blocks, watch))?.map(Made::Steps)
    } else {
        one_way(&job, digraph, sides, watch)?.map(Made::Steps)
    };
    let InSteps { schedule, bound, reason, proof, class } = found;
    let claim = Claim::new(steps(schedule.steps()), Bound { value: steps(bound), reason }, class);
    let points = pareto.map(|_| fronts::points(&job, digraph, watch)).transpose()?;
    if let (Some(point), Some(front)) = (job.point, &points) {
        fronts::find(front, point)
            .ok_or_else(|| NetworkPlanError::NoPoint { steps: point, points: fronts::listed(front) })?;
    }
    let extra = Certified { points, ..Certified::new(network, links, proof) };
    Ok(NetworkPlan::ranked(job, claim, schedule, extra, watch))
}

/// The sides of a torus whose nodes are the ranks.
fn sides<'a>(network: &'a Network, links: &Links) -> Option<&'a [u32]> {
    let is_whole = links.nodes.iter().zip(0..).all(|(&node, vertex): (_, u32)| node == vertex);
    let grid = network.grid().filter(|grid| is_whole && grid.wraps == Wrap::Around);
    grid.map(|grid| &grid.sides[..])
}

/// A collective whose blocks are copied, or combined.
fn one_way(
    job: &NetworkPlanJob,
    digraph: &Digraph,
    sides: Option<&[u32]>,
    watch: &dyn Watch,
) -> Result<InSteps, NetworkPlanError> {
    let backward = job.collective.is_backward();
    let reversed = backward.then(|| digraph.reversed());
    let graph = reversed.as_ref().unwrap_or(digraph);
    let effort = Effort { seed: job.seed, watch, ..Effort::default() };
    let found = if job.ports == Ports::One {
        through_ports(job, graph, &effort)?
    } else {
        through_links(job, graph, sides, &effort)?
    };
    let schedule = if backward { found.schedule.reversed(digraph) } else { found.schedule };
    Ok(InSteps { schedule, ..found })
}

/// A schedule that uses all links at a time: of tori by translation, else by search, and if a small gap is left by formulas.
fn through_links(
    job: &NetworkPlanJob,
    graph: &Digraph,
    sides: Option<&[u32]>,
    effort: &Effort<'_>,
) -> Result<InSteps, NetworkPlanError> {
    let task = task(job);
    if let Some(grown) = by_translation(job, graph, sides)
        && let Some(schedule) = grown.schedule.expand(MOST_SENDS)
    {
        return Ok(grown.map(|_| schedule));
    }
    let Found { schedule, bound } = search(graph, &task, effort)?;
    Ok(closed(graph, &task, by_times(schedule, bound), effort.watch))
}

/// A schedule with the bound by node times.
fn by_times<S>(schedule: S, StepBound { steps, times }: StepBound) -> InSteps<S> {
    let proof = Proof::Shown(Shown::Times { bound: steps, times });
    InSteps { schedule, bound: steps, reason: BY_TIMES, proof, class: None }
}

/// The least number of transmissions of a schedule: each block reaches, or comes from, every rank that needs it.
pub(super) fn transmissions(job: &NetworkPlanJob) -> u64 {
    let (ranks, blocks) = (u64::from(job.ranks), u64::from(job.blocks.unwrap_or(1)));
    let of_one_root = blocks.saturating_mul(ranks.saturating_sub(1).max(1));
    match job.collective {
        MpiCollective::Allgather | MpiCollective::ReduceScatter => of_one_root.saturating_mul(ranks),
        MpiCollective::Allreduce => of_one_root.saturating_mul(2 * ranks),
        _ => of_one_root,
    }
}

/// An allgather, or a reduce-scatter, of a torus by translation, if it takes no more steps than the bound.
fn by_translation(job: &NetworkPlanJob, graph: &Digraph, sides: Option<&[u32]>) -> Option<InSteps<Translated>> {
    if !matches!(job.collective, MpiCollective::Allgather | MpiCollective::ReduceScatter) || job.ports == Ports::One {
        return None;
    }
    let grown = translated(graph, sides?, job.blocks.unwrap_or(1))?;
    let bound = grown.bound();
    (grown.steps == bound.steps).then(|| by_times(grown, bound))
}

/// The schedule, or a shorter one that satisfies a formula; with a formula that has no solution the bound rises.
fn closed(graph: &Digraph, task: &Task, mut found: InSteps, watch: &dyn Watch) -> InSteps {
    while found.bound < found.schedule.steps && !watch.is_over() {
        let rounds = vec![1; found.bound as usize];
        match satisfied(graph, task, &rounds, &SatLimits { watch, ..SAT }) {
            Verdict::Schedule(schedule) => found.schedule = schedule,
            Verdict::Refuted => {
                let refuted = found.bound;
                found = InSteps {
                    bound: refuted + 1,
                    reason: BY_FORMULA,
                    proof: Proof::Formula { steps: refuted },
                    ..found
                };
            }
            Verdict::Unknown(_) => break,
        }
    }
    found
}

/// An allreduce: a reduce-scatter, and then an allgather.
fn in_halves(
    job: &NetworkPlanJob,
    digraph: &Digraph,
    sides: Option<&[u32]>,
    (blocks, watch): (u32, &dyn Watch),
) -> Result<InSteps, NetworkPlanError> {
    let half = |collective| one_way(&NetworkPlanJob { collective, ..job.clone() }, digraph, sides, watch);
    let (first, second) = rayon::join(|| half(MpiCollective::ReduceScatter), || half(MpiCollective::Allgather));
    let (first, second) = (first?, second?);
    let are_optimal = [&first, &second].iter().all(|half| half.schedule.steps == half.bound);
    let (bound, reason, proof) = of_allreduce(job.ranks, digraph, blocks, watch)?;
    let schedule = first.schedule.then(&second.schedule);
    let class = (are_optimal && schedule.steps > bound).then_some(IN_HALVES);
    Ok(InSteps { schedule, bound, reason, proof, class })
}

/// The most ranks whose part in an allreduce is looked at for a bound.
const LOOKED_AT: u32 = 64;

/// A bound on every allreduce. A rank has a part in each block of the result, so that, whatever is combined on the way, as much has to go from
/// it to every other rank as in a broadcast of all blocks; and between the parts of a partition, twice as many messages for a block as there are
/// parts besides one.
fn of_allreduce(
    ranks: u32,
    digraph: &Digraph,
    blocks: u32,
    watch: &dyn Watch,
) -> Result<(u32, &'static str, Proof), NetworkPlanError> {
    let roots = (0..ranks.min(LOOKED_AT)).into_par_iter().filter(|&root| root == 0 || !watch.is_over());
    let bounds = roots.map(|root| bound(digraph, &Task::bcast(root, blocks), watch));
    let bounds: Vec<Option<StepBound>> = bounds.collect();
    // Of equal bounds the first.
    let of_times = bounds.into_iter().flatten().reduce(|best, next| if next.steps > best.steps { next } else { best });
    let of_times = of_times.ok_or(NetworkPlanError::TooManyBlocks)?;
    let of_parts = allreduce_bound(digraph, watch).ok().and_then(|all| {
        let least = (u128::from(all.p) * u128::from(blocks)).div_ceil(u128::from(all.q));
        let least = u32::try_from(least).ok().filter(|&least| least > of_times.steps)?;
        Some((least, all.parts))
    });
    let (bound, reason, shown) = if let Some((bound, parts)) = of_parts {
        (bound, BY_PARTITION, Shown::Parts { least: Least::Steps(bound), parts })
    } else {
        let StepBound { steps: bound, times } = of_times;
        (bound, BY_ALLREDUCE, Shown::Times { bound, times })
    };
    Ok((bound, reason, Proof::Shown(shown)))
}
