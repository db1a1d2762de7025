//! Packings of trees for streams without end: the greatest throughput, and trees that attain it.

use super::task::roots;
use super::times::{fraction, fraction_below, wide_fraction};
use super::{Certified, Made, NetworkPlan, NetworkPlanError, Proof, Shown, Trees};
use crate::request::{Bound, Claim, Front, MpiCollective, NetworkPlanJob, Switches};
use logpine_check::synthesis::Least;
use logpine_netplan::{
    AllreduceBound, Links, Optimum, Options, Packing, Roots, front, least_allreduce_time, optimum, pack, packings,
};
use logpine_network::Network;
use logpine_network::digraph::Digraph;
use logpine_text::integer::{gcd, lowest};
use logpine_text::units::Time;
use logpine_text::watch::Watch;

const BY_CUT: &str = "all that the ranks on one side of a cut have must cross it";
const BY_PARTITION: &str = "before the first part of a partition knows the result, each other part has sent something, and then each other part \
                            receives it";
const BY_FORWARDING: &str = "before the first part of a partition knows the result, each other part has sent something, and then each other part \
                             receives it; switches only forward";
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
    watch: &dyn Watch,
) -> Result<NetworkPlan, NetworkPlanError> {
    let graph = &links.digraph;
    let (trees, claim, shown) = if job.collective == MpiCollective::Allreduce {
        both_ways(&job, graph, pareto, watch)?
    } else if job.collective.is_backward() {
        let (packings, claim, shown) = one_way(&job, &graph.reversed(), pareto, watch)?;
        (packings.into_iter().map(Trees::Inward).collect(), claim, shown)
    } else {
        let (packings, claim, shown) = one_way(&job, graph, pareto, watch)?;
        (packings.into_iter().map(Trees::Outward).collect(), claim, shown)
    };
    let measures = trees.iter().map(|trees| (trees.height(), trees.count()));
    let front = if pareto.is_some() { measures.collect() } else { Vec::new() };
    let best = trees.into_iter().next().ok_or(NetworkPlanError::TooManyBlocks)?;
    let extra = Certified { front, ..Certified::new(network, links, Proof::Shown(shown)) };
    Ok(NetworkPlan::ranked(job, claim, Made::Trees(best), extra, watch))
}

/// Packings of a collective that spreads data, or collects them on the reversed graph, with the time of a unit and the least.
fn one_way(
    job: &NetworkPlanJob,
    graph: &Digraph,
    pareto: Option<Front>,
    watch: &dyn Watch,
) -> Result<(Vec<Packing>, Claim, Shown), NetworkPlanError> {
    let Optimum { p, q, cut, .. } = optimum(graph, roots(job), watch)?;
    let options = Options { seed: job.seed, watch, ..Options::default() };
    let packings = match pareto {
        Some(_) => front(graph, roots(job), &options)?,
        None => vec![pack(graph, roots(job), &options)?],
    };
    let time = packings.first().map_or((p, q), |packing| (packing.p, packing.q));
    let value = fraction(time.0, time.1).ok_or(NetworkPlanError::TooSlow)?;
    let bound = bound(value, (p, q), time == (p, q))?;
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
    watch: &dyn Watch,
) -> Result<(Vec<Trees>, Claim, Shown), NetworkPlanError> {
    let AllreduceBound { p, q, parts } = least_allreduce_time(graph, job.switches == Switches::Combine, watch)?;
    // A unit is that of each rank, so the vector has as many as there are ranks.
    let (p, q) = lowest(u128::from(p) * u128::from(job.ranks), q.into());
    let of_bound = u64::try_from(p).ok().zip(u64::try_from(q).ok()).ok_or(NetworkPlanError::TooSlow)?;
    let is_optimal = |trees: &Trees| trees.time() == (p, q);
    let reversed = (!graph.is_symmetric()).then(|| graph.reversed());
    let options = Options { seed: job.seed, watch, ..Options::default() };
    let low = |graph: &Digraph| pack(graph, Roots::All, &options).map(|packing| vec![packing]);
    let all = |graph: &Digraph| packings(graph, Roots::All, &options);
    let mut trees = Vec::new();
    if pareto.is_none() {
        trees = pairs(graph, low(graph)?, reversed.as_ref().map(low).transpose()?.as_deref());
    }
    let may_gain = |trees: &[Trees]| trees.is_empty() || !trees.first().is_some_and(is_optimal) && !watch.is_over();
    if may_gain(&trees) {
        // How much both halves load the same links differs from packing to packing.
        trees = pairs(graph, all(graph)?, reversed.as_ref().map(all).transpose()?.as_deref());
    }
    if job.switches == Switches::Combine && may_gain(&trees) {
        if reversed.is_some() {
            return Err(NetworkPlanError::Unlike);
        }
        let spanned = Digraph::new(graph.vertices(), graph.vertices(), graph.arcs().to_vec());
        let found = all(&spanned)?.into_iter().filter_map(|packing| of_ranks(packing, graph));
        let combining = pairs(graph, found.collect(), None);
        trees = least(trees.into_iter().chain(combining).collect());
    }
    let best = trees.first().ok_or(NetworkPlanError::TooSlow)?;
    let value = wide_fraction(best.time()).ok_or(NetworkPlanError::TooSlow)?;
    let bound = bound(value, of_bound, is_optimal(best))?;
    let attains = |graph: &Digraph, packing: &Packing| -> Result<bool, NetworkPlanError> {
        let least = optimum(graph, Roots::All, watch)?;
        Ok((packing.p, packing.q) == (least.p, least.q))
    };
    let mut is_in_class = best.is_in_turn() && !is_optimal(best) && attains(graph, best.packing())?;
    if let Some((reversed, packing)) = reversed.as_ref().zip(best.reduce_scatter()) {
        is_in_class = is_in_class && attains(reversed, packing)?;
    }
    let (p, q) = of_bound;
    let last = parts[..graph.compute() as usize].iter().max();
    let reason = if parts.iter().max() > last { BY_FORWARDING } else { BY_PARTITION };
    let shown = Shown::Parts { least: Least::TimePerUnit { p, q }, parts };
    let claim = Claim::new(value, Bound { value: bound, reason }, is_in_class.then_some(IN_TURN));
    Ok((trees, claim, shown))
}

/// A packing of trees of all vertices, among which an allreduce divides the vector, in units of each rank; `None` if the numbers are
/// too large.
fn of_ranks(mut packing: Packing, graph: &Digraph) -> Option<Packing> {
    let (vertices, ranks) = (u64::from(graph.vertices()), u64::from(graph.compute()));
    let common = gcd(vertices, ranks);
    packing.share = packing.share.checked_mul(vertices / common)?;
    for tree in &mut packing.trees {
        tree.weight = tree.weight.checked_mul(ranks / common)?;
    }
    let time = |p: u64, by: u64| u128::from(p) * u128::from(by);
    let (p, q) = lowest(time(packing.p, ranks), time(packing.q, vertices));
    (packing.p, packing.q) = (u64::try_from(p).ok()?, u64::try_from(q).ok()?);
    Some(packing)
}

/// The most packings of each half that are paired.
const PAIRED: usize = 12;

/// The pairs of an allgather and a reduce-scatter, or of an allgather with itself turned around, that take the least time, and that no
/// other of these surpasses in height and number of trees, lowest first.
fn pairs(graph: &Digraph, outward: Vec<Packing>, inward: Option<&[Packing]>) -> Vec<Trees> {
    let outward = outward.into_iter().take(PAIRED);
    least(match inward {
        None => outward.filter_map(|outward| Trees::both(graph, outward, None)).collect(),
        Some(inward) => {
            let of_one = |outward: Packing| {
                let inward = inward.iter().take(PAIRED).cloned();
                inward.filter_map(move |inward| Trees::both(graph, outward.clone(), Some(inward)))
            };
            outward.flat_map(of_one).collect()
        }
    })
}

/// Those of the least time that no other of these surpasses in height and number of trees, lowest first.
fn least(mut all: Vec<Trees>) -> Vec<Trees> {
    let time = |trees: &Trees| wide_fraction(trees.time()).unwrap_or(Time::MAX);
    all.sort_by_cached_key(|trees| (time(trees), trees.height(), trees.count()));
    let least = all.first().map(time);
    let mut fewest = usize::MAX;
    all.retain(|trees| {
        let stays = Some(time(trees)) == least && trees.count() < fewest;
        fewest = if stays { trees.count() } else { fewest };
        stays
    });
    all
}

/// A bound of p / q beside a value: below it, even if only by what is not held, unless it is attained.
fn bound(value: Time, (p, q): (u64, u64), is_attained: bool) -> Result<Time, NetworkPlanError> {
    if is_attained {
        return Ok(value);
    }
    let below = fraction_below(p, q).ok_or(NetworkPlanError::TooSlow)?;
    Ok(below.min(Time::from_ticks(value.ticks().saturating_sub(1))))
}
