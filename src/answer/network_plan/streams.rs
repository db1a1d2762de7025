//! Packings of trees for streams without end: the greatest throughput, and trees that attain it.

use super::task::roots;
use super::times::{fraction, fraction_below, wide_fraction};
use super::{Certified, Made, NetworkPlan, NetworkPlanError, Proof, Shown, Trees};
use crate::check::synthesis::Least;
use crate::network::Network;
use crate::network::synthesis::{
    AllreduceBound, Digraph, Links, Optimum, Options, Packing, Roots, allreduce_bound, front, gcd, optimum, pack,
};
use crate::request::{Bound, Claim, Front, MpiCollective, NetworkPlanJob};
use crate::units::Time;

const BY_CUT: &str = "all that the ranks on one side of a cut have must cross it";
const BY_PARTITION: &str = "before the first part of a partition knows the result, each other part has sent something, and then each other part \
                            receives it";
/// The class in which two packings make an allreduce, if to use them at the same time gains nothing.
const IN_TURN: &str = "a reduce-scatter, and then an allgather, with equal parts of the vector";

/// The trees with the greatest throughput, and of those the lowest that are found; with `pareto` the whole front of height and number
/// of trees.
///
/// # Errors
/// [`NetworkPlanError`] if there is no such packing, or the job is too large.
pub(super) fn plan(
    job: NetworkPlanJob,
    network: Network,
    links: Links,
    pareto: Option<Front>,
) -> Result<NetworkPlan, NetworkPlanError> {
    let graph = &links.digraph;
    let (trees, claim, shown) = if job.collective == MpiCollective::Allreduce {
        both_ways(&job, graph, pareto)?
    } else if job.collective.is_backward() {
        let (packings, claim, shown) = one_way(&job, &graph.reversed(), pareto)?;
        (packings.into_iter().map(Trees::Inward).collect(), claim, shown)
    } else {
        let (packings, claim, shown) = one_way(&job, graph, pareto)?;
        (packings.into_iter().map(Trees::Outward).collect(), claim, shown)
    };
    let measures = trees.iter().map(|trees| (trees.height(), trees.count()));
    let front = if pareto.is_some() { measures.collect() } else { Vec::new() };
    let best = trees.into_iter().next().ok_or(NetworkPlanError::TooManyBlocks)?;
    let extra = Certified { front, ..Certified::new(network, links, Proof::Shown(shown)) };
    Ok(NetworkPlan::ranked(job, claim, Made::Trees(best), extra))
}

/// The packings of a front, or the lowest alone; `graph` has arcs that lead where data spread.
fn packings(job: &NetworkPlanJob, graph: &Digraph, pareto: Option<Front>) -> Result<Vec<Packing>, NetworkPlanError> {
    let options = Options { seed: job.seed, ..Options::default() };
    let roots = roots(job);
    let found = match pareto {
        Some(_) => front(graph, roots, &options)?,
        None => vec![pack(graph, roots, &options)?],
    };
    Ok(found)
}

/// Packings of a collective that spreads data, or collects them on the reversed graph, with the time of a unit and the least.
fn one_way(
    job: &NetworkPlanJob,
    graph: &Digraph,
    pareto: Option<Front>,
) -> Result<(Vec<Packing>, Claim, Shown), NetworkPlanError> {
    let Optimum { p, q, cut, .. } = optimum(graph, roots(job))?;
    let packings = packings(job, graph, pareto)?;
    let time = packings.first().map_or((p, q), |packing| (packing.p, packing.q));
    let value = fraction(time.0, time.1).ok_or(NetworkPlanError::TooSlow)?;
    let bound = if time == (p, q) { value } else { below(p, q)?.min(value) };
    let set = (0u32..).zip(&cut).filter(|(_, is_inside)| **is_inside).map(|(vertex, _)| vertex);
    let shown = Shown::Cut { p, q, set: set.collect() };
    Ok((packings, Claim::new(value, Bound { value: bound, reason: BY_CUT }, None), shown))
}

/// Packings of an allreduce: those of an allgather, and those of a reduce-scatter if links are not alike both ways; with the time of
/// a unit, and the least.
fn both_ways(
    job: &NetworkPlanJob,
    graph: &Digraph,
    pareto: Option<Front>,
) -> Result<(Vec<Trees>, Claim, Shown), NetworkPlanError> {
    let mut least = optimum(graph, Roots::All)?;
    let outward = packings(job, graph, pareto)?;
    let mut is_attained = outward.first().is_some_and(|packing| (packing.p, packing.q) == (least.p, least.q));
    let trees = if graph.is_symmetric() {
        outward.into_iter().map(|outward| Trees::both(outward, None)).collect()
    } else {
        let reversed = graph.reversed();
        least = optimum(&reversed, Roots::All)?;
        let inward = packings(job, &reversed, pareto)?;
        is_attained &= inward.first().is_some_and(|packing| (packing.p, packing.q) == (least.p, least.q));
        pairs(&outward, &inward)
    };
    let best = trees.first().ok_or(NetworkPlanError::TooManyBlocks)?;
    let (time, in_turn) = (best.time(graph).or_else(|| best.time_in_turn()), best.time_in_turn());
    let (numerator, denominator) = time.ok_or(NetworkPlanError::TooSlow)?;
    let value = wide_fraction(numerator, denominator).ok_or(NetworkPlanError::TooSlow)?;
    let (p, q, parts) = least_allreduce(graph)?;
    // A unit is that of each rank, so the vector has as many as there are ranks.
    let p = p.checked_mul(job.ranks.into()).ok_or(NetworkPlanError::TooSlow)?;
    let divisor = gcd(p, q).max(1);
    let (p, q) = (p / divisor, q / divisor);
    let is_optimal = time == Some((p.into(), q.into()));
    let bound = if is_optimal { value } else { below(p, q)?.min(value) };
    let class = (is_attained && time == in_turn && !is_optimal).then_some(IN_TURN);
    let shown = Shown::Parts { least: Least::TimePerUnit { p, q }, parts };
    Ok((trees, Claim::new(value, Bound { value: bound, reason: BY_PARTITION }, class), shown))
}

/// The pairs of an allgather and a reduce-scatter that no other surpasses in height and number of trees, lowest first.
fn pairs(outward: &[Packing], inward: &[Packing]) -> Vec<Trees> {
    let pairs = outward.iter().flat_map(|outward| inward.iter().map(move |inward| (outward, inward)));
    let mut all: Vec<Trees> =
        pairs.map(|(outward, inward)| Trees::both(outward.clone(), Some(inward.clone()))).collect();
    all.sort_by_key(|trees| (trees.height(), trees.count()));
    let mut fewest = usize::MAX;
    all.retain(|trees| {
        let is_fewer = trees.count() < fewest;
        fewest = fewest.min(trees.count());
        is_fewer
    });
    all
}

/// The least time of an element of an allreduce that a partition proves, and the partition.
fn least_allreduce(graph: &Digraph) -> Result<(u64, u64, Vec<u32>), NetworkPlanError> {
    let of_parts = allreduce_bound(graph).ok().map(|AllreduceBound { p, q, parts, .. }| (p, q, parts));
    if let Some(of_parts) = of_parts.clone().filter(|_| graph.is_symmetric()) {
        return Ok(of_parts);
    }
    // Of two parts, each has to receive something of the other. If links are alike both ways, that is the bound of their partition.
    let of_cut = |Optimum { p, q, cut, .. }| (p, q, cut.into_iter().map(u32::from).collect());
    let mut greatest: (u64, u64, Vec<u32>) = of_cut(optimum(graph, Roots::One(0))?);
    let inward = of_cut(optimum(&graph.reversed(), Roots::One(0))?);
    for (p, q, parts) in std::iter::once(inward).chain(of_parts) {
        if u128::from(p) * u128::from(greatest.1) > u128::from(greatest.0) * u128::from(q) {
            greatest = (p, q, parts);
        }
    }
    Ok(greatest)
}

/// A bound as a time.
fn below(p: u64, q: u64) -> Result<Time, NetworkPlanError> {
    fraction_below(p, q).ok_or(NetworkPlanError::TooSlow)
}
