//! Packings in which levels rise along every path.
//!
//! Each root has levels: the distances from it in hops. If its data may use only arcs from a level to the next, then any choice
//! of one such arc into every vertex is a tree, of the least height there is. So each vertex can be treated by itself: the
//! roots' shares have to be distributed among the arcs that enter it, within their capacities. That is a transportation
//! problem, and capacities of arcs into other vertices do not matter to it. Conversely a packing by trees that respect the
//! levels solves all these problems, so the test is exact.

use crate::Flow;
use crate::PlanError;
use crate::error::{at_most, too_many_trees};
use crate::packing::NONE;
use crate::packing::peel::Shares;
use crate::packing::roots::Roots;
use crate::packing::scale::Scale;
use crate::packing::trees::PackedTree;
use logpine_network::digraph::{Arc, Digraph};
use logpine_text::watch::Watch;
use rayon::prelude::*;
use std::collections::HashMap;

/// The levels of all roots.
pub struct Levels {
    pub roots: Vec<u32>,
    /// For each vertex its level for each root, vertex by vertex.
    pub levels: Vec<u16>,
}

/// Why the problem of a vertex has no solution.
pub struct Short {
    /// The units that do not fit.
    pub deficit: u64,
    /// The roots, by their indices, whose arcs are too few together.
    pub roots: Vec<u32>,
    /// The arcs into the vertex that would help them.
    pub arcs: Vec<u32>,
}

/// The largest product of roots and vertices for which distances are kept.
const DISTANCES: u64 = 1 << 27;
/// The largest product of roots and arcs: the size of all transportation problems together.
const WORK: u64 = 1 << 31;
/// The largest number of entries of all trees.
pub const ENTRIES: u64 = 1 << 26;

/// The roots whose trees are made at a time, in parallel; what is left of the memory is divided among them.
const BATCH: usize = 32;

const UNREACHED: u16 = u16::MAX;

/// The roots, in ascending order.
pub fn list(roots: Roots, ranks: u32) -> Vec<u32> {
    match roots {
        Roots::All => (0..ranks).collect(),
        Roots::One(root) => vec![root],
    }
}

/// True if a packing with rising levels exists. All vertices must be ranks.
pub fn fits(graph: &Digraph, roots: Roots, scale: &Scale, watch: &dyn Watch) -> bool {
    Levels::new(graph, roots).is_some_and(|levels| levels.solve(graph, scale, watch, |_| ()).is_some())
}

/// How levels are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rise {
    /// They are distances: trees are as low as can be.
    Distances,
    /// Where distances leave too few arcs to a vertex, its levels are raised. The seed decides between roots.
    Raised { seed: u64 },
}

/// A packing with rising levels, if there is one, and `watch` does not end the work. All vertices must be ranks. Links are arcs of the graph.
///
/// # Errors
///
/// More trees than are supported.
pub fn packing(
    graph: &Digraph,
    roots: Roots,
    scale: &Scale,
    rise: Rise,
    watch: &dyn Watch,
) -> Result<Option<Vec<PackedTree>>, PlanError> {
    let count = list(roots, graph.compute()).len();
    at_most("roots times ranks", count as u128 * u128::from(graph.vertices()), ENTRIES)?;
    let Some(mut levels) = Levels::new(graph, roots) else { return Ok(None) };
    if let Rise::Raised { seed } = rise
        && !crate::packing::raise::raise(&mut levels, graph, scale, seed, watch)
    {
        return Ok(None);
    }
    let Some(spans) = levels.solve(graph, scale, watch, |spans| spans) else { return Ok(None) };
    let trees = |index: usize, limit| {
        let mut shares = Shares::default();
        for vertex in &spans {
            shares.push(vertex.parts(index, scale.share));
        }
        shares.peel(levels.roots[index], scale.share, limit, |arc| graph.arcs()[arc as usize].from)
    };
    let most = ENTRIES / u64::from(graph.vertices());
    let mut all: Vec<PackedTree> = Vec::new();
    let indices: Vec<usize> = (0..levels.roots.len()).collect();
    for batch in indices.chunks(BATCH) {
        let limit = most.saturating_sub(all.len() as u64) / batch.len() as u64;
        let some: Option<Vec<Vec<PackedTree>>> = batch.par_iter().map(|&index| trees(index, limit)).collect();
        let Some(some) = some else { return Err(too_many_trees(most)) };
        all.extend(some.into_iter().flatten());
    }
    Ok(Some(all))
}

/// The amounts the arcs into a vertex carry for the roots.
pub struct Spans {
    /// The place of each root: at the place i it has the units from i * share to (i + 1) * share. [`NONE`] for the vertex itself.
    places: Vec<u32>,
    /// The unit at which the part of an arc ends, part by part.
    ends: Vec<(u64, u32)>,
}

impl Spans {
    /// The amounts of a root's share, and their arcs.
    fn parts(&self, root: usize, share: u64) -> impl Iterator<Item = (u64, u32)> {
        let place = Some(self.places[root]).filter(|&place| place != NONE).map(u64::from);
        let start = place.map_or(u64::MAX, |place| place * share);
        let end = start.saturating_add(share);
        let first = self.ends.partition_point(|&(unit, _)| unit <= start);
        let mut from = start;
        let inside = self.ends[first..].iter().take_while(move |_| place.is_some());
        inside.map_while(move |&(unit, arc)| {
            let amount = unit.min(end).saturating_sub(from);
            from = unit;
            (amount > 0).then_some((amount, arc))
        })
    }
}

impl Levels {
    /// The levels, if all ranks are reached and the problems are not too large.
    fn new(graph: &Digraph, roots: Roots) -> Option<Self> {
        let vertices = graph.vertices();
        let roots = list(roots, graph.compute());
        let count = roots.len() as u64;
        if count * u64::from(vertices) > DISTANCES || count * graph.arcs().len() as u64 > WORK {
            return None;
        }
        let levels = if let [root] = roots[..] {
            distances(graph.arcs(), |vertex| graph.leaving(vertex), |arc| arc.to, vertices, root)?
        } else {
            let from =
                |vertex| distances(graph.arcs(), |vertex| graph.entering(vertex), |arc| arc.from, vertices, vertex);
            let mut levels = vec![0; roots.len() * vertices as usize];
            let rows = levels.par_chunks_mut(roots.len()).zip(0..vertices);
            rows.try_for_each(|(row, vertex)| {
                // Ranks come first, and all are roots.
                row.copy_from_slice(&from(vertex)?[..row.len()]);
                Some(())
            })?;
            levels
        };
        Some(Self { roots, levels })
    }

    /// Solves the problems of all vertices, if they can be solved until `watch` ends the work; `keep` turns each solution into what is
    /// needed of it.
    fn solve<T: Send>(
        &self,
        graph: &Digraph,
        scale: &Scale,
        watch: &dyn Watch,
        keep: impl Fn(Spans) -> T + Sync,
    ) -> Option<Vec<T>> {
        let solution = |vertex| if watch.is_over() { None } else { self.at(graph, scale, vertex).ok().map(&keep) };
        (0..graph.vertices()).into_par_iter().map(solution).collect()
    }

    pub fn row(&self, vertex: u32) -> &[u16] {
        let width = self.roots.len();
        &self.levels[vertex as usize * width..][..width]
    }

    /// The solution of the problem of a vertex. Roots with the same admissible arcs are one source of the flow, as far as 128
    /// bits can tell.
    pub fn at(&self, graph: &Digraph, scale: &Scale, vertex: u32) -> Result<Spans, Short> {
        let entering = graph.entering(vertex);
        let row = self.row(vertex);
        let rows: Vec<&[u16]> = entering.iter().map(|&arc| self.row(graph.arcs()[arc as usize].from)).collect();
        let (order, starts) = self.groups(vertex, row, &rows);
        let groups: Vec<&[u32]> = starts.windows(2).map(|ends| &order[ends[0]..ends[1]]).collect();
        let count = u32::try_from(groups.len()).expect("no more than roots");
        let arcs = u32::try_from(entering.len()).expect("arcs fit 32 bits");
        let (source, sink) = (count + arcs, count + arcs + 1);
        let mut flow = Flow::new(sink + 1);
        for (number, &arc) in (count..).zip(entering) {
            flow.arc(number, sink, scale.capacities[arc as usize]);
        }
        let (mut total, mut uses) = (0, Vec::new());
        for (number, group) in (0u32..).zip(&groups) {
            // The scale keeps the weights of all roots together within 64 bits.
            let amount = scale.share * group.len() as u64;
            flow.arc(source, number, amount);
            total += amount;
            let index = group[0] as usize;
            for ((from, &arc), to) in rows.iter().zip(entering).zip(count..) {
                if from[index] < row[index] {
                    uses.push((flow.arc(number, to, amount), arc));
                }
            }
        }
        let fits = flow.augment(source, sink, total);
        if fits < total {
            let reached = flow.reached(source);
            let short = groups.iter().zip(&reached).filter(|&(_, &reached)| reached).flat_map(|(group, _)| *group);
            let open = entering.iter().zip(&reached[count as usize..]).filter(|&(_, &reached)| !reached);
            let roots = short.copied().collect();
            return Err(Short { deficit: total - fits, roots, arcs: open.map(|(&arc, _)| arc).collect() });
        }
        let mut places = vec![NONE; self.roots.len()];
        for (place, &index) in (0..).zip(&order) {
            places[index as usize] = place;
        }
        let mut unit = 0;
        let ends = uses.iter().map(|&(index, arc)| (flow.through(index), arc)).filter(|&(amount, _)| amount > 0);
        let ends = ends.map(|(amount, arc)| {
            unit += amount;
            (unit, arc)
        });
        Ok(Spans { ends: ends.collect(), places })
    }

    /// The roots other than the vertex, by their indices, group by group, and where each group begins and the last ends. The
    /// roots of a group have the same admissible arcs.
    fn groups(&self, vertex: u32, row: &[u16], rows: &[&[u16]]) -> (Vec<u32>, Vec<usize>) {
        let others = || (0u32..).zip(&self.roots).filter(|&(_, &root)| root != vertex).map(|(index, _)| index);
        if rows.len() > 128 {
            let order: Vec<u32> = others().collect();
            let starts = (0..=order.len()).collect();
            return (order, starts);
        }
        let mask = |index: u32| {
            let level = row[index as usize];
            let bits = rows.iter().enumerate().map(|(bit, from)| u128::from(from[index as usize] < level) << bit);
            bits.fold(0, |mask, bit| mask | bit)
        };
        let (mut numbers, mut starts) = (HashMap::new(), vec![0]);
        let mut last = (0, usize::MAX);
        let mut members: Vec<(u32, usize)> = Vec::with_capacity(self.roots.len());
        for index in others() {
            let mask = mask(index);
            if last.1 == usize::MAX || last.0 != mask {
                let next = numbers.len();
                last = (mask, *numbers.entry(mask).or_insert(next));
                starts.resize(numbers.len() + 1, 0);
            }
            starts[last.1 + 1] += 1;
            members.push((index, last.1));
        }
        for group in 1..starts.len() {
            starts[group] += starts[group - 1];
        }
        let (mut next, mut order) = (starts.clone(), vec![0; members.len()]);
        for (index, group) in members {
            order[next[group]] = index;
            next[group] += 1;
        }
        (order, starts)
    }
}

/// The distances from a vertex in hops, or to it, if all vertices are reached, in fewer than 65535. `next` is the vertex to which
/// an arc of the list `arcs_of` a vertex leads.
fn distances<'a>(
    arcs: &[Arc],
    arcs_of: impl Fn(u32) -> &'a [u32],
    next: impl Fn(&Arc) -> u32,
    vertices: u32,
    start: u32,
) -> Option<Vec<u16>> {
    let mut distances = vec![UNREACHED; vertices as usize];
    distances[start as usize] = 0;
    let mut queue = vec![start];
    let mut at = 0;
    while let Some(&vertex) = queue.get(at) {
        at += 1;
        let distance = distances[vertex as usize].checked_add(1).filter(|&distance| distance < UNREACHED)?;
        for &arc in arcs_of(vertex) {
            let to = next(&arcs[arc as usize]);
            if distances[to as usize] == UNREACHED {
                distances[to as usize] = distance;
                queue.push(to);
            }
        }
    }
    (queue.len() == distances.len()).then_some(distances)
}
