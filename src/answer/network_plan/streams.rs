//! Packings of trees for streams without end: the greatest throughput, and trees that attain it.

use super::task::roots;
use super::times::fraction;
use super::{Certified, Made, NetworkPlan, NetworkPlanError, Proof, Shown, Trees};
use crate::check::synthesis::Least;
use crate::network::Network;
use crate::network::synthesis::{
    AllreduceBound, Digraph, Links, Optimum, Options, Packing, PackingError, Roots, allreduce_bound, front, gcd,
    optimum, pack,
};
use crate::request::{Bound, Claim, Front, MpiCollective, NetworkPlanJob};
use crate::units::Time;

const BY_CUT: &str = "all that the ranks on one side of a cut have must cross it";
const BY_PARTITION: &str = "before the first part of a partition knows the result, each other part has sent something, and then each other part \
                            receives it";
/// The class in which two packings make an allreduce.
const IN_HALVES: &str = "a reduce-scatter, and then an allgather, with equal parts of the vector";

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
    let is_backward = job.collective.is_backward();
    let is_both = job.collective == MpiCollective::Allreduce;
    let reversed = is_backward.then(|| links.digraph.reversed());
    let digraph = reversed.as_ref().unwrap_or(&links.digraph);
    if is_both && !digraph.is_symmetric() {
        return Err(NetworkPlanError::NotSymmetric);
    }
    let roots = roots(&job);
    let options = Options { seed: job.seed, ..Options::default() };
    let least = optimum(digraph, roots)?;
    let packings = match pareto {
        Some(_) => front(digraph, roots, &options).map_err(unsplit)?,
        None => vec![pack(digraph, roots, &options).map_err(unsplit)?],
    };
    let best = packings.first().ok_or(NetworkPlanError::TooManyBlocks)?.clone();
    let (claim, shown) = claim(&job, digraph, &best, &least)?;
    let made = Made::Trees(Trees { packing: best, is_backward });
    let heights = packings.iter().map(|packing| (packing.height(), packing.trees.len()));
    let front = if pareto.is_some() { heights.collect() } else { Vec::new() };
    let extra = Certified { front, ..Certified::new(network, links, Proof::Shown(shown)) };
    Ok(NetworkPlan::ranked(job, claim, made, extra))
}

/// The reason why there is no packing, though there is an optimum: all ranks are reached, but through switches.
fn unsplit(error: PackingError) -> NetworkPlanError {
    if matches!(error, PackingError::Unreached { .. }) { NetworkPlanError::Unsplit } else { error.into() }
}

/// The claim: the time of a unit by the packing, and the least with its proof.
fn claim(
    job: &NetworkPlanJob,
    digraph: &Digraph,
    packing: &Packing,
    least: &Optimum,
) -> Result<(Claim, Shown), NetworkPlanError> {
    let is_attained = (packing.p, packing.q) == (least.p, least.q);
    if job.collective != MpiCollective::Allreduce {
        let value = ratio(packing.p.into(), packing.q.into())?;
        let bound = if is_attained { value } else { ratio(least.p.into(), least.q.into())?.min(value) };
        let set = (0u32..).zip(&least.cut).filter(|(_, is_inside)| **is_inside).map(|(vertex, _)| vertex);
        let shown = Shown::Cut { p: least.p, q: least.q, set: set.collect() };
        return Ok((Claim::new(value, Bound { value: bound, reason: BY_CUT }, None), shown));
    }
    let value = ratio(2 * u128::from(packing.p), packing.q.into())?;
    let (p, q, parts) = if let Ok(AllreduceBound { p, q, parts, .. }) = allreduce_bound(digraph) {
        (p, q, parts)
    } else {
        // Too large for partitions: of two parts, what each lacks of the other has to reach it. Links are alike both ways.
        let Optimum { p, q, cut, .. } = optimum(digraph, Roots::One(0))?;
        (p, q, cut.into_iter().map(u32::from).collect())
    };
    // A unit is that of each rank, so the vector has as many as there are ranks.
    let p = p.checked_mul(job.ranks.into()).ok_or(NetworkPlanError::TooSlow)?;
    let divisor = gcd(p, q).max(1);
    let (p, q) = (p / divisor, q / divisor);
    let is_optimal = u128::from(p) * u128::from(packing.q) == u128::from(q) * 2 * u128::from(packing.p);
    let bound = if is_optimal { value } else { ratio(p.into(), q.into())?.min(value) };
    let class = (is_attained && !is_optimal).then_some(IN_HALVES);
    let shown = Shown::Parts { least: Least::TimePerUnit { p, q }, parts };
    Ok((Claim::new(value, Bound { value: bound, reason: BY_PARTITION }, class), shown))
}

fn ratio(p: u128, q: u128) -> Result<Time, NetworkPlanError> {
    let of = |number: u128| u64::try_from(number).ok();
    of(p).zip(of(q)).and_then(|(p, q)| fraction(p, q)).ok_or(NetworkPlanError::TooSlow)
}
