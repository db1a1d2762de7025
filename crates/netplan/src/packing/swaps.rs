//! Lower trees by exchanges of parents.
//!
//! A vertex on the way to the deepest one of a tallest tree gets a parent nearer to the root: over an arc with capacity to
//! spare, or over one of another tree, which takes over the old arc. Loads of arcs stay within their capacities. Each exchange
//! leaves less weight at the greatest height and puts none there, so the search ends.

use crate::packing::trees::{PackedTree, merge};
use crate::packing::{NONE, Options};
use logpine_network::digraph::Digraph;

/// A tree with what the search needs to know of its vertices.
struct Shape {
    tree: PackedTree,
    depths: Vec<u32>,
    /// The height of the part below each vertex.
    below: Vec<u32>,
}

/// A new parent for a vertex of a tree.
#[derive(Clone, Copy)]
struct Exchange {
    vertex: u32,
    /// The arc from the new parent.
    arc: u32,
    /// The tree that gives it up, if it has no capacity to spare.
    other: Option<usize>,
    amount: u64,
}

/// Lowers the greatest height as far as exchanges of two parents can, with at most `limit` trees. `spare` is the capacity that no
/// tree uses, and the work of `options` about the number of edges of trees that may be looked at.
pub fn lower(graph: &Digraph, trees: &mut Vec<PackedTree>, spare: &mut [u64], options: &Options<'_>, limit: u64) {
    let mut search = Search { graph, spare, shapes: Vec::with_capacity(trees.len()) };
    for tree in trees.drain(..) {
        let shape = Shape { tree, depths: Vec::new(), below: Vec::new() };
        search.shapes.push(shape);
        search.measure(search.shapes.len() - 1);
    }
    let height = |shape: &Shape| shape.tree.height;
    let mut at = 0;
    let mut tallest = search.shapes.iter().map(height).max().unwrap_or(0);
    let mut left = options.work;
    loop {
        // Trees before `at` are lower than the tallest.
        while at < search.shapes.len() && search.shapes[at].tree.height < tallest {
            at += 1;
        }
        if at == search.shapes.len() {
            tallest = search.shapes.iter().map(height).max().unwrap_or(0);
            at = 0;
            continue;
        }
        let ways = u64::from(tallest) * (graph.arcs().len() as u64 / u64::from(graph.vertices().max(1)) + 1);
        let Some(rest) = left.checked_sub(ways.saturating_mul(search.shapes.len() as u64)) else { break };
        left = rest;
        let may_split = (search.shapes.len() as u64) + 2 <= limit;
        let exchange = if options.watch.is_over() { None } else { search.find(at, tallest, may_split) };
        let Some(exchange) = exchange else { break };
        search.apply(at, exchange);
    }
    trees.extend(search.shapes.into_iter().map(|shape| shape.tree));
    merge(trees);
}

struct Search<'a> {
    graph: &'a Digraph,
    spare: &'a mut [u64],
    shapes: Vec<Shape>,
}

impl Search<'_> {
    fn parent(&self, tree: usize, vertex: u32) -> Option<u32> {
        let link = self.shapes[tree].tree.links[vertex as usize];
        (link != NONE).then(|| self.graph.arcs()[link as usize].from)
    }

    /// Computes the depths and heights of a tree again.
    fn measure(&mut self, index: usize) {
        let arcs = self.graph.arcs();
        let Shape { tree, depths, below } = &mut self.shapes[index];
        let count = tree.links.len();
        depths.clear();
        depths.resize(count, NONE);
        below.clear();
        below.resize(count, 0);
        depths[tree.root as usize] = 0;
        tree.height = 0;
        for vertex in 0..count {
            let (mut at, mut steps) = (vertex, 0);
            while depths[at] == NONE {
                at = arcs[tree.links[at] as usize].from as usize;
                steps += 1;
            }
            let depth = depths[at] + steps;
            tree.height = tree.height.max(depth);
            // The same way again. Above a vertex that has as much below it nothing changes.
            (at, steps) = (vertex, 0);
            while depths[at] == NONE || below[at] < steps {
                depths[at] = depth - steps;
                below[at] = below[at].max(steps);
                if tree.links[at] == NONE {
                    break;
                }
                at = arcs[tree.links[at] as usize].from as usize;
                steps += 1;
            }
        }
    }

    /// True if a vertex is another, or below it.
    fn is_below(&self, tree: usize, vertex: u32, above: u32) -> bool {
        let mut at = vertex;
        while at != above {
            match self.parent(tree, at) {
                Some(parent) => at = parent,
                None => return false,
            }
        }
        true
    }

    /// An exchange that brings the deepest vertex of a tree nearer to its root; one that divides no tree if there is one.
    fn find(&self, tree: usize, tallest: u32, may_split: bool) -> Option<Exchange> {
        let shape = &self.shapes[tree];
        let deepest = shape.depths.iter().position(|&depth| depth == tallest)?;
        let mut vertex = u32::try_from(deepest).ok()?;
        let mut best: Option<((bool, u64), Exchange)> = None;
        while let Some(parent) = self.parent(tree, vertex) {
            for &arc in self.graph.entering(vertex) {
                let from = self.graph.arcs()[arc as usize].from;
                // A parent at the depth of the present one, or deeper, would not help.
                if from == vertex
                    || shape.depths[from as usize] >= shape.depths[parent as usize]
                    || self.is_below(tree, from, vertex)
                {
                    continue;
                }
                let others = self.offers(tree, vertex, arc, tallest);
                let spare = (self.spare[arc as usize] > 0).then(|| (None, self.spare[arc as usize]));
                for (other, weight) in spare.into_iter().chain(others) {
                    let amount = weight.min(shape.tree.weight);
                    let whole = amount == shape.tree.weight && (other.is_none() || amount == weight);
                    if whole {
                        return Some(Exchange { vertex, arc, other, amount });
                    }
                    // Better one tree divided than two, and better a large part.
                    let rank = (amount == shape.tree.weight, amount);
                    if may_split && best.as_ref().is_none_or(|(other, _)| rank > *other) {
                        best = Some((rank, Exchange { vertex, arc, other, amount }));
                    }
                }
            }
            vertex = parent;
        }
        best.map(|(_, exchange)| exchange)
    }

    /// The trees that use an arc into a vertex and can use the one of this tree instead, with their weights.
    fn offers(&self, tree: usize, vertex: u32, arc: u32, tallest: u32) -> impl Iterator<Item = (Option<usize>, u64)> {
        let old = self.parent(tree, vertex);
        self.shapes.iter().enumerate().filter_map(move |(index, shape)| {
            let old = old.filter(|_| index != tree && shape.tree.links[vertex as usize] == arc)?;
            let depth = shape.depths[old as usize] + 1 + shape.below[vertex as usize];
            (depth < tallest && !self.is_below(index, old, vertex)).then_some((Some(index), shape.tree.weight))
        })
    }

    /// Divides a tree if an exchange concerns only a part of it, and returns nothing of the rest.
    fn divide(&mut self, tree: usize, amount: u64) {
        let shape = &mut self.shapes[tree];
        let rest = shape.tree.weight - amount;
        if rest > 0 {
            shape.tree.weight = amount;
            let rest = PackedTree { weight: rest, ..shape.tree.clone() };
            let (depths, below) = (shape.depths.clone(), shape.below.clone());
            self.shapes.push(Shape { tree: rest, depths, below });
        }
    }

    fn apply(&mut self, tree: usize, Exchange { vertex, arc, other, amount }: Exchange) {
        self.divide(tree, amount);
        let old = std::mem::replace(&mut self.shapes[tree].tree.links[vertex as usize], arc);
        self.measure(tree);
        if let Some(other) = other {
            self.divide(other, amount);
            self.shapes[other].tree.links[vertex as usize] = old;
            self.measure(other);
        } else {
            self.spare[arc as usize] -= amount;
            self.spare[old as usize] += amount;
        }
    }
}
