//! Fronts of steps, rounds and blocks.

use super::NetworkPlanError;
use super::task::roots;
use crate::request::NetworkPlanJob;
use logpine_check::synthesis::{BlocksBound, CellCuts, CutInTime, Dual, RoundsBound};
use logpine_netplan::fronts::{Cell, Front, FrontLimits, Point, RatioBound, Refutation, front};
use logpine_network::digraph::Digraph;
use logpine_text::integer::gcd;
use logpine_text::watch::Watch;

/// The schedules that no other undercuts in steps and in rounds for a block.
///
/// Turned around, a block that is two steps under way starts in another step, which may have other rounds: reductions have a front only
/// if every link takes one step.
///
/// # Errors
/// [`NetworkPlanError`] if the network is too large, or links are too long.
pub(super) fn points(job: &NetworkPlanJob, digraph: &Digraph, watch: &dyn Watch) -> Result<Front, NetworkPlanError> {
    let is_backward = job.collective.is_backward();
    if let Some(arc) = digraph.arcs().iter().find(|arc| is_backward && arc.latency > 1) {
        return Err(NetworkPlanError::LongLinks { collective: job.collective, steps: arc.latency });
    }
    let reversed = is_backward.then(|| digraph.reversed());
    let mut limits = FrontLimits::default();
    limits.sat.watch = watch;
    let mut front = front(reversed.as_ref().unwrap_or(digraph), roots(job), &limits)?;
    let of_cells = front.cells.iter_mut().filter_map(|cell| cell.best.as_mut());
    for point in front.points.iter_mut().chain(of_cells) {
        point.schedule.steps = point.steps;
        if is_backward {
            point.composition.reverse();
            point.schedule = point.schedule.reversed(digraph);
        }
    }
    Ok(front)
}

/// The point of a front with so many steps: there is one at most.
pub(super) fn find(front: &Front, steps: u64) -> Option<&Point> {
    front.points.iter().find(|point| u64::from(point.steps) == steps)
}

/// The steps of the points of a front.
pub(super) fn listed(front: &Front) -> String {
    let steps: Vec<String> = front.points.iter().map(|point| point.steps.to_string()).collect();
    if steps.is_empty() { "none".to_owned() } else { steps.join(", ") }
}

/// The bound on the rounds for a block of a number of steps, with its proof; `None` if there is no such bound.
///
/// The capacity into a vertex is such a proof, too: each link into it has the price 1, and each block of another rank the value 1
/// there, so that the values add up to the number of other ranks.
pub(super) fn dual(graph: &Digraph, cell: &Cell) -> Option<Dual> {
    let (scale, prices, values) = match cell.ratio.as_ref()? {
        RatioBound::Dual(dual) => (dual.scale, dual.prices.clone(), dual.values.clone()),
        RatioBound::Indegree { vertex } => {
            let of_step = || graph.arcs().iter().map(|arc| u64::from(arc.to == *vertex));
            let at = (0..graph.compute()).flat_map(|rank| (0..graph.vertices()).map(move |at| (rank, at)));
            let values = at.map(|(rank, at)| i64::from(at == *vertex && rank != at));
            let prices = (0..cell.steps).flat_map(|_| of_step()).collect();
            (graph.capacity_into(*vertex), prices, values.collect())
        }
    };
    let total = u64::try_from(values.iter().sum::<i64>()).ok()?;
    let divisor = gcd(total, scale).max(1);
    let bound = RoundsBound { steps: cell.steps, p: total / divisor, q: scale / divisor };
    Some(Dual { bound, scale, prices, values })
}

/// The cuts that bound the blocks of a cell of a broadcast; `None` if no bound is needed, or if a formula is part of its proof.
pub(super) fn cuts(cell: &Cell) -> Option<CellCuts> {
    let cuts: Option<Vec<(u32, CutInTime)>> = cell.refutations.iter().map(of_cut).collect();
    let (cuts, rounds) = (cuts.filter(|cuts| !cuts.is_empty())?, cell.rounds?);
    let blocks = cuts.iter().map(|(blocks, _)| u64::from(*blocks)).max()?;
    let cuts = cuts.into_iter().map(|(_, cut)| cut).collect();
    Some(CellCuts { bound: BlocksBound { steps: cell.steps, rounds, blocks }, cuts })
}

fn of_cut(refutation: &Refutation) -> Option<(u32, CutInTime)> {
    match refutation {
        Refutation::Cut { rounds, blocks, times } => {
            Some((*blocks, CutInTime { rounds: rounds.clone(), times: times.clone() }))
        }
        Refutation::Sat { .. } => None,
    }
}
