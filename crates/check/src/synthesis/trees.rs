//! Checks of packings of trees.
//!
//! A packing gives every root trees with weights that sum up to the same K; a rank's data are cut into parts in proportion to
//! the weights, and each part takes its tree. With the time p/q per unit (the data of a rank), an arc of capacity c carries
//! c p/q in that time, and the trees ask for load / K. So what must hold is load * q <= c * p * K.
//!
//! In an allreduce whose two halves take the same trees, switches may be vertices of trees, roots too: they combine what they receive,
//! and copy what they send on. The vector, of as many units as there are ranks, is then divided among all trees by their weights.

use super::fault::{Fault, Faults, Limits, Wrong};
use super::spanning::Trees;
use super::statement::{Arcs, Statement};
use super::tree_edge::TreeEdge;
use logpine_models::job::MpiCollective;
use rayon::prelude::*;

/// A packing with its claims. Of the statement, the number of blocks has no meaning.
#[derive(Clone, Copy, Debug)]
pub struct Packing<'a> {
    /// Time per unit: the numerator. For an allreduce, which is a reduce-scatter and then an allgather, that of the allgather.
    pub p: u64,
    /// Time per unit: the denominator.
    pub q: u64,
    /// Time per unit of the reduce-scatter of an allreduce, if it has trees of its own: those whose paths lead from children to
    /// parents. `None` if it takes the trees of the allgather with all paths turned around, in the same time. Without meaning for
    /// other collectives.
    pub reduce_scatter: Option<(u64, u64)>,
    /// The number of edges from a root to the deepest rank of all trees, if it is claimed.
    pub height: Option<u32>,
    /// The edges of all trees, in any order.
    pub edges: &'a [TreeEdge],
}

impl<'a> Packing<'a> {
    /// The packings that have to be correct, in the order of their checks: one, or the two of an allreduce.
    fn halves(&self, collective: MpiCollective) -> Vec<Half<'a>> {
        let Self { p, q, edges, .. } = *self;
        let half = |collective, (p, q), is_turned, is_in: &dyn Fn(&TreeEdge) -> bool| {
            let rows = (0u32..).zip(edges).filter(|(_, edge)| is_in(edge)).map(|(row, _)| row);
            Half { collective, p, q, edges, rows: rows.collect(), is_turned }
        };
        let (down, up) = (MpiCollective::Allgather, MpiCollective::ReduceScatter);
        match (collective, self.reduce_scatter) {
            (MpiCollective::Allreduce, None) => {
                vec![half(down, (p, q), false, &|_| true), half(up, (p, q), true, &|_| true)]
            }
            (MpiCollective::Allreduce, Some(of_up)) => {
                let is_up = |edge: &TreeEdge| edge.path.first() == Some(&edge.child);
                vec![half(down, (p, q), false, &|edge| !is_up(edge)), half(up, of_up, false, &is_up)]
            }
            _ => vec![half(collective, (p, q), false, &|_| true)],
        }
    }
}

/// A packing of a collective in one direction.
struct Half<'a> {
    collective: MpiCollective,
    p: u64,
    q: u64,
    edges: &'a [TreeEdge],
    /// The rows of its edges.
    rows: Vec<u32>,
    /// True if the data go over all paths backwards.
    is_turned: bool,
}

impl<'a> Half<'a> {
    /// The edges with their rows.
    fn rows(&self) -> impl Iterator<Item = (usize, &'a TreeEdge)> + '_ {
        self.rows.iter().map(|&row| (row as usize, &self.edges[row as usize]))
    }

    /// The hops of a path in the direction of the data.
    fn hops(&self, path: &'a [u32]) -> impl Iterator<Item = (u32, u32)> + 'a {
        let is_turned = self.is_turned;
        path.windows(2).map(move |hop| if is_turned { (hop[1], hop[0]) } else { (hop[0], hop[1]) })
    }
}

/// The measures of a correct packing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed {
    /// The number of trees.
    pub trees: u64,
    /// The sum K of the weights of each root.
    pub weight: u64,
    /// The greatest number of edges from a root to a rank.
    pub height: u32,
    /// The time of a unit p/q, in lowest terms, of a stream in which all trees are in use at the same time, also those of both halves of
    /// an allreduce: the greatest load of an arc over its capacity. `None` if it has too many digits.
    pub time: Option<(u64, u64)>,
    /// True if switches are vertices of the trees.
    pub combine: bool,
}

/// Checks a packing: every tree spans all ranks; its paths lead over arcs, between the ranks of their edges through vertices
/// that are no ranks; the weights of each root have the same sum; no arc carries more than it can in the time; the height is
/// as claimed. Trees may be numbered in any way.
///
/// # Errors
/// The first faults, at most [`Limits::faults`]: those of single edges if there are any, else those of trees, else those of
/// sums and loads; of an allreduce those of the allgather, if it has any.
///
/// **Complexity** O(n log n + m log m) time for n vertices on all paths and m arcs; 4 bytes an edge, 16 a rank and 32 an arc.
pub fn check_trees(statement: &Statement<'_>, packing: &Packing<'_>, limits: &Limits) -> Result<Packed, Vec<Fault>> {
    let fatal = |wrong: Wrong| vec![Fault { row: None, wrong }];
    if matches!(statement.collective, MpiCollective::Scatter | MpiCollective::Gather) {
        return Err(fatal(Wrong::new(format_args!(
            "{} has no packing of trees that span all ranks",
            statement.collective
        ))));
    }
    let arcs = Statement { blocks: 1, ..*statement }.arcs().map_err(fatal)?;
    if u32::try_from(packing.edges.len()).is_err() {
        return Err(fatal(Wrong::new(format_args!(
            "there are {edges} edges, more than 2^32 - 1",
            edges = packing.edges.len()
        ))));
    }
    let (ranks, vertices) = (statement.ranks(), statement.graph.vertices());
    let is_switch = |vertex: u32| vertex >= ranks && vertex < vertices;
    let may_combine = statement.collective == MpiCollective::Allreduce && packing.reduce_scatter.is_none();
    let combine = may_combine && packing.edges.iter().any(|edge| is_switch(edge.child) || is_switch(edge.parent));
    let mut all = Packed { trees: 0, weight: 0, height: 0, time: None, combine };
    let mut loads = Vec::new();
    let halves = packing.halves(statement.collective);
    let check = |half: &Half<'_>| {
        check_half(&Statement { collective: half.collective, ..*statement }, &arcs, (half, combine), limits)
    };
    let checked: Vec<_> = halves.par_iter().map(check).collect();
    for (half, checked) in halves.iter().zip(checked) {
        let (packed, of_half) = checked?;
        if loads.is_empty() {
            all.weight = packed.weight;
        }
        if !half.is_turned {
            all.trees += packed.trees;
        }
        all.height = all.height.max(packed.height);
        loads.push((packed.weight, of_half));
    }
    all.time = together(statement, &loads);
    match packing.height.filter(|&claimed| claimed != all.height) {
        Some(claimed) => Err(fatal(Wrong::new(format_args!(
            "the height is {height}, and {claimed} is claimed",
            height = all.height
        )))),
        None => Ok(all),
    }
}

/// The greatest load of an arc over its capacity, in units of data, of packings with these weights of a root and loads of the arcs.
fn together(statement: &Statement<'_>, halves: &[(u64, Vec<u128>)]) -> Option<(u64, u64)> {
    let mut greatest = (0u128, 1u128);
    for (index, arc) in statement.graph.arcs().iter().enumerate() {
        let (mut time, mut per) = (0u128, u128::from(arc.capacity));
        for (weight, loads) in halves {
            // A sum of fractions: time / per and load / (weight * capacity).
            let load = loads[index].checked_mul(per / u128::from(arc.capacity))?;
            time = time.checked_mul(u128::from(*weight))?.checked_add(load)?;
            per = per.checked_mul(u128::from(*weight))?;
        }
        let (p, q) = lowest(time, per);
        if p.checked_mul(greatest.1)? > greatest.0.checked_mul(q)? {
            greatest = (p, q);
        }
    }
    u64::try_from(greatest.0).ok().zip(u64::try_from(greatest.1).ok())
}

/// A fraction in lowest terms; the engines' own is not used here.
fn lowest(p: u128, q: u128) -> (u128, u128) {
    let (mut a, mut b) = (p, q);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    (p / a.max(1), q / a.max(1))
}

/// Checks the packing of one direction, and returns also the loads of the arcs.
fn check_half(
    statement: &Statement<'_>,
    arcs: &Arcs,
    (half, combine): (&Half<'_>, bool),
    limits: &Limits,
) -> Result<(Packed, Vec<u128>), Vec<Fault>> {
    let mut faults = Faults::new(limits);
    let Half { p, q, edges, .. } = *half;
    if p == 0 || q == 0 {
        return Err(vec![Fault {
            row: None,
            wrong: Wrong::new(format_args!("the time per unit is {p}/{q}; both numbers are at least 1")),
        }]);
    }
    // The vertices that may be in trees.
    let most = if combine { statement.graph.vertices() } else { statement.ranks() };
    for (row, edge) in half.rows() {
        check_edge(statement, arcs, (half, most), (row, edge), &mut faults);
    }
    if !faults.is_empty() {
        return faults.or((Packed { trees: 0, weight: 0, height: 0, time: None, combine }, Vec::new()));
    }
    let mut order = half.rows.clone();
    order.sort_unstable_by_key(|&row| (edges[row as usize].tree, row));
    let mut trees = Trees::new(statement, edges, most);
    for rows in order.chunk_by(|&a, &b| edges[a as usize].tree == edges[b as usize].tree) {
        trees.add(rows, &mut faults);
    }
    let (weight, units) = if combine {
        (trees.total_weight(&mut faults), statement.ranks())
    } else {
        (trees.common_weight(&mut faults), 1)
    };
    let loads =
        if faults.is_empty() { check_loads(statement, arcs, half, (weight, units), &mut faults) } else { Vec::new() };
    faults.or((Packed { trees: trees.count, weight, height: trees.height, time: None, combine }, loads))
}

/// Checks what can be seen of an edge by itself.
fn check_edge(
    statement: &Statement<'_>,
    arcs: &Arcs,
    (half, most): (&Half<'_>, u32),
    (row, edge): (usize, &TreeEdge),
    faults: &mut Faults,
) {
    let ranks = statement.ranks();
    let mut add = |wrong| faults.add(Some(row), wrong);
    for vertex in [edge.root, edge.child, edge.parent] {
        if vertex >= most {
            add(Wrong::new(format_args!("{vertex} is no rank; the ranks are 0 to {last}", last = most - 1)));
        }
    }
    if edge.weight == 0 {
        add(Wrong::new(format_args!("tree {tree} has no weight", tree = edge.tree)));
    }
    if statement.collective.is_rooted() && edge.root != statement.root {
        add(Wrong::new(format_args!(
            "the root of tree {tree} is {root}, not that of the collective",
            tree = edge.tree,
            root = edge.root
        )));
    }
    let upwards = statement.collective.is_backward() != half.is_turned;
    let (from, to) = if upwards { (edge.child, edge.parent) } else { (edge.parent, edge.child) };
    if edge.path.len() < 2 || edge.path.first() != Some(&from) || edge.path.last() != Some(&to) {
        return add(Wrong::new(format_args!("the path does not lead from {from} to {to}")));
    }
    for &rank in edge.path[1..edge.path.len() - 1].iter().filter(|&&vertex| vertex < ranks) {
        add(Wrong::new(format_args!("the path leads through rank {rank}; only what is no rank may pass on")));
    }
    for (from, to) in half.hops(&edge.path) {
        if arcs.find(from, to).is_none() {
            add(Wrong::new(format_args!("the path needs an arc from {from} to {to}, and there is none")));
        }
    }
}

/// Counts the load of each arc by trees whose weights are of so many units of data, checks that it fits, and returns the loads.
fn check_loads(
    statement: &Statement<'_>,
    arcs: &Arcs,
    half: &Half<'_>,
    (weight, units): (u64, u32),
    faults: &mut Faults,
) -> Vec<u128> {
    let Half { p, q, .. } = *half;
    // A load is below 2^96 times the number of hops, which has 32 bits at most.
    let mut loads = vec![0u128; statement.graph.arcs().len()];
    for (_, edge) in half.rows() {
        for arc in half.hops(&edge.path).filter_map(|(from, to)| arcs.find(from, to)) {
            loads[arc as usize] = loads[arc as usize].saturating_add(u128::from(edge.weight) * u128::from(units));
        }
    }
    for (arc, &load) in statement.graph.arcs().iter().zip(&loads) {
        let allowed = u128::from(arc.capacity).checked_mul(u128::from(p)).map(|c| c.checked_mul(u128::from(weight)));
        let (from, to, capacity) = (arc.from, arc.to, arc.capacity);
        match (load.checked_mul(u128::from(q)), allowed) {
            // Beyond 128 bits the right side is greater than any load.
            (Some(needed), Some(Some(allowed))) if needed > allowed => {
                faults.add(None, Wrong::new(format_args!("the arc from {from} to {to} carries {load} of {weight}, which takes longer than {p}/{q} at its capacity of {capacity}")));
            }
            (None, _) => faults.add(None, Wrong::new("the weights are too large")),
            _ => {}
        }
    }
    loads
}
