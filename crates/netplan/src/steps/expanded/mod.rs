//! Scatters and gathers, and bounds, by flows in the time-expanded graph.

mod paths;
#[cfg(test)]
mod tests;

use crate::steps::bound::StepBound;
use crate::steps::demand::Demand;
use crate::steps::search::Found;
use crate::{Flow, StepSchedule, Task};
use logpine_network::digraph::Digraph;
use logpine_text::watch::Watch;
use std::cmp::Reverse;

/// Sources and the blocks that start there, sinks and the blocks that they need.
pub(crate) type Ends = (Vec<(u32, u64)>, Vec<(u32, u64)>);

/// The sources and sinks of the blocks that a single rank needs.
pub(crate) fn ends(demand: &Demand) -> Ends {
    let mut supplies: Vec<(u32, u64)> = demand.single.values().flatten().copied().collect();
    supplies.sort_unstable();
    supplies.dedup_by(|later, first| {
        let same = later.0 == first.0;
        first.1 += if same { later.1 } else { 0 };
        same
    });
    let demands = demand.single.iter().map(|(&sink, sources)| (sink, sources.iter().map(|&(_, blocks)| blocks).sum()));
    (supplies, demands.collect())
}

/// The graph with a copy of every vertex for the end of each step from 0 to the horizon (Ford and Fulkerson 1958). A
/// block waits from one copy to the next, or moves over an arc to the copy after its latency.
pub(crate) struct Expanded<'a> {
    digraph: &'a Digraph,
    supplies: &'a [(u32, u64)],
    horizon: u32,
    flow: Flow,
    /// For each arc, the first of its copies in `flow`, two apart.
    first: Vec<u32>,
    /// For each vertex, the first of its waits.
    waits: Vec<u32>,
    /// For each source, the first of the arcs by which its blocks leave it at a time, without waiting copy by copy.
    departures: Vec<(u32, u32)>,
    /// For each sink, the first of the arcs by which blocks stay there from a time on.
    arrivals: Vec<(u32, u32)>,
    blocks: u64,
    fill: u64,
}

/// More than flows through any arc.
const ENOUGH: u64 = u64::MAX / 4;

impl<'a> Expanded<'a> {
    /// The largest time-expanded graph that is built.
    const MOST: u64 = 1 << 23;

    /// The number of vertices and arcs.
    pub(crate) fn size(digraph: &Digraph, horizon: u32) -> u64 {
        (u64::from(digraph.vertices()) + digraph.arcs().len() as u64).saturating_mul(u64::from(horizon) + 1)
    }

    /// As many blocks as arrive by the end of step `horizon`, on their way; `None` if the graph would be too large, or `watch` ends the
    /// work.
    pub(crate) fn new(
        digraph: &'a Digraph,
        supplies: &'a [(u32, u64)],
        demands: &[(u32, u64)],
        horizon: u32,
        watch: &dyn Watch,
    ) -> Option<Self> {
        let blocks = supplies
            .iter()
            .try_fold(0u64, |sum, &(_, blocks)| sum.checked_add(blocks))
            .filter(|&blocks| blocks < ENOUGH)?;
        if Self::size(digraph, horizon) > Self::MOST {
            return None;
        }
        let vertices = digraph.vertices();
        let copy = |vertex: u32, time: u32| time * vertices + vertex;
        let (source, sink) = (copy(0, horizon + 1), copy(0, horizon + 1) + 1);
        // Shortcuts past the waits at sources and sinks: flows are found by shortest paths first, of few lengths then.
        let ends = u32::try_from(supplies.len() + demands.len()).ok()?;
        let mut hub = sink + 1;
        let mut flow = Flow::new(hub + ends);
        let waits = (0..vertices).map(|vertex| {
            // The index of the first is that of the next arc, whether or not there is one.
            (0..horizon).map(|time| flow.arc(copy(vertex, time), copy(vertex, time + 1), ENOUGH)).min().unwrap_or(0)
        });
        let waits = waits.collect();
        let first = digraph.arcs().iter().map(|arc| {
            let starts = 0..(horizon + 1).saturating_sub(arc.latency);
            let copies = starts
                .map(|time| flow.arc(copy(arc.from, time), copy(arc.to, time + arc.latency), arc.capacity.min(ENOUGH)));
            copies.min().unwrap_or(0)
        });
        let first = first.collect();
        let (mut departures, mut arrivals) = (Vec::new(), Vec::new());
        for &(vertex, blocks) in supplies {
            flow.arc(source, hub, blocks);
            let first = (0..=horizon).map(|time| flow.arc(hub, copy(vertex, time), ENOUGH)).min();
            departures.extend(first.map(|first| (vertex, first)));
            hub += 1;
        }
        for &(vertex, blocks) in demands {
            flow.arc(hub, sink, blocks);
            let first = (0..=horizon).map(|time| flow.arc(copy(vertex, time), hub, ENOUGH)).min();
            arrivals.extend(first.map(|first| (vertex, first)));
            hub += 1;
        }
        let fill = flow.augment_until(source, sink, blocks, watch);
        if fill < blocks && watch.is_over() {
            return None;
        }
        Some(Self { digraph, supplies, horizon, flow, first, waits, departures, arrivals, blocks, fill })
    }

    /// If not all blocks arrive: node times of the least cut, which prove that more than `horizon` steps are needed.
    pub(crate) fn lacking(mut self) -> Option<Vec<u32>> {
        if self.fill == self.blocks {
            return None;
        }
        let vertices = self.digraph.vertices();
        let late = self.flow.reached(vertices * (self.horizon + 1));
        let first_late = |vertex| (0..=self.horizon).find(|&time| late[(time * vertices + vertex) as usize]);
        Some((0..vertices).map(|vertex| first_late(vertex).unwrap_or(self.horizon + 1)).collect())
    }
}

/// The schedule with the fewest steps, and the bound that proves it, for blocks that all start at one rank and are each
/// for a single rank (a scatter), or are all for one rank (a gather), in any numbers. `None` for other tasks, if the
/// least time-expanded graph that will do has more than 2^23 vertices and arcs, if there is no path, if a vertex is
/// no rank, or if `watch` ends the work.
///
/// With one source or one sink the flow need not know which block is which, so a maximum flow decides whether a number
/// of steps is enough, and its least cut proves that one less is not.
#[must_use]
pub fn one_ended(digraph: &Digraph, task: &Task, watch: &dyn Watch) -> Option<Found> {
    let demand = Demand::new(digraph, task).ok()?;
    let (supplies, demands) = ends(&demand);
    if !demand.everyone.is_empty() || (supplies.len() > 1 && demands.len() > 1) {
        return None;
    }
    let (Some(&(source, _)), Some(&(sink, _))) = (supplies.first(), demands.first()) else {
        let bound = StepBound { steps: 0, times: vec![0; digraph.vertices() as usize] };
        return Some(Found { schedule: StepSchedule { steps: 0, sends: Vec::new() }, bound });
    };
    let least = if supplies.len() > 1 {
        simple(&digraph.reversed(), sink, &supplies)
    } else {
        simple(digraph, source, &demands)
    };
    let flow = |horizon| Expanded::new(digraph, &supplies, &demands, horizon, watch);
    // Fewer than `low` steps are too few; steps are doubled until they are enough.
    let (mut low, mut high) = (u32::try_from(least).ok()?, None);
    let (mut rise, mut times) = (0, None);
    let steps = loop {
        let middle = high.map_or_else(|| low.saturating_add(rise), |high| low + (high - low) / 2);
        if high == Some(low) {
            break low;
        }
        let tried = flow(middle)?;
        if tried.fill == tried.blocks {
            high = Some(middle);
        } else {
            times = tried.lacking();
            low = middle + 1;
            rise = rise.max(1).saturating_mul(2);
        }
    };
    let bound = match times {
        Some(times) if steps > u32::try_from(least).ok()? => StepBound { steps, times },
        // The simple bound is attained; the flow with one step less has the cut.
        _ => StepBound { steps, times: flow(steps - 1)?.lacking()? },
    };
    let sends = flow(steps)?.sends(task);
    Some(Found { schedule: StepSchedule { steps, sends }, bound })
}

/// A bound on the steps of a scatter from `end`: the distance of the nearest of some sinks, and then as many steps as
/// their blocks take out of `end`; over the sinks at least so far away.
fn simple(digraph: &Digraph, end: u32, others: &[(u32, u64)]) -> u64 {
    let distances = digraph.distances(end, |arc| u64::from(arc.latency));
    let capacity = digraph.capacity_out_of(end);
    let mut others: Vec<(u64, u64)> =
        others.iter().map(|&(other, blocks)| (distances[other as usize].unwrap_or(u64::MAX), blocks)).collect();
    others.sort_unstable_by_key(|&(distance, _)| Reverse(distance));
    let mut far = 0u64;
    let bounds = others.iter().map(|&(distance, blocks)| {
        far = far.saturating_add(blocks);
        (distance - 1).saturating_add(far.div_ceil(capacity.max(1)))
    });
    bounds.max().unwrap_or(0)
}
