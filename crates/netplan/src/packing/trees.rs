//! Weighted trees.

use crate::packing::NONE;
use crate::packing::depths::Depths;
use logpine_network::digraph::Digraph;
use logpine_text::integer::lowest;
use rustc_hash::FxHashMap;
use std::collections::HashMap;

/// A way from a rank to another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Link {
    /// The vertices on the way in the direction of the data. The first and last are ranks, those between are switches.
    pub path: Vec<u32>,
}

impl Link {
    /// The rank at which the way begins.
    #[must_use]
    pub fn from(&self) -> u32 {
        self.path.first().copied().unwrap_or(0)
    }

    /// The rank at which it ends.
    #[must_use]
    pub fn to(&self) -> u32 {
        self.path.last().copied().unwrap_or(0)
    }
}

/// A tree that leads from its root to all ranks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackedTree {
    /// The root.
    pub root: u32,
    /// The units of the root's data that it carries.
    pub weight: u64,
    /// The greatest number of links from the root to a rank.
    pub height: u32,
    /// For each rank the link that enters it, an index of [`Packing::links`]; `u32::MAX` at the root.
    pub links: Vec<u32>,
}

/// Trees for the data of each root. Their weights sum to `share` for each root. The weights of all trees over a physical arc,
/// once for each path over it, sum to at most capacity * p * share / q.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packing {
    /// The numerator of the time for a unit of data of each root. The packing attains the optimum if p/q is the same.
    pub p: u64,
    /// The denominator; p/q is in lowest terms.
    pub q: u64,
    /// The weights of each root's trees, added up.
    pub share: u64,
    /// The ways between ranks that the trees use.
    pub links: Vec<Link>,
    /// The trees, sorted by root.
    pub trees: Vec<PackedTree>,
}

impl Packing {
    /// The greatest height of a tree, in links between ranks.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.trees.iter().map(|tree| tree.height).max().unwrap_or(0)
    }

    /// The greatest number of physical arcs from a root to a rank in a tree.
    #[must_use]
    pub fn physical_height(&self) -> u32 {
        let length = |link: &Link| u32::try_from(link.path.len().saturating_sub(1)).unwrap_or(u32::MAX);
        let mut depths = Depths::default();
        self.trees
            .iter()
            .map(|tree| {
                depths.of(&tree.links, |link| {
                    let link = &self.links[link as usize];
                    (link.from(), length(link))
                })
            })
            .max()
            .unwrap_or(0)
    }

    /// The edges of a tree: each rank but the root with the way that its parent sends to it.
    pub fn edges<'a>(&'a self, tree: &'a PackedTree) -> impl Iterator<Item = (u32, &'a Link)> + 'a {
        let edges = (0u32..).zip(&tree.links).filter(|&(_, &link)| link != NONE);
        edges.map(|(rank, &link)| (rank, &self.links[link as usize]))
    }

    /// The weights of the trees over each arc of a graph, or of its reversal; `None` if a path leads over none, or a sum is too large.
    #[must_use]
    pub fn loads(&self, graph: &Digraph, is_reversed: bool) -> Option<Vec<u64>> {
        let mut of_links = vec![0u64; self.links.len()];
        for tree in &self.trees {
            for &link in tree.links.iter().filter(|&&link| link != NONE) {
                of_links[link as usize] = of_links[link as usize].checked_add(tree.weight)?;
            }
        }
        let numbers: FxHashMap<(u32, u32), usize> =
            graph.arcs().iter().enumerate().map(|(index, arc)| ((arc.from, arc.to), index)).collect();
        let mut loads = vec![0u64; graph.arcs().len()];
        for (link, load) in self.links.iter().zip(of_links) {
            for hop in link.path.windows(2) {
                let ends = if is_reversed { (hop[1], hop[0]) } else { (hop[0], hop[1]) };
                let sum = &mut loads[*numbers.get(&ends)?];
                *sum = sum.checked_add(load)?;
            }
        }
        Some(loads)
    }

    /// Sets p/q to the time that the loads of a graph take. Trees through switches may take less than the network without switches
    /// that they were found on, if capacity was lost.
    pub(crate) fn measure(&mut self, graph: &Digraph) {
        let Some(loads) = self.loads(graph, false) else { return };
        let times = loads.iter().zip(graph.arcs());
        let times = times.map(|(&load, arc)| lowest(load.into(), u128::from(arc.capacity) * u128::from(self.share)));
        // Below 2^64 each, or else nothing is changed.
        let fits = |(p, q): (u128, u128)| Some((u64::try_from(p).ok()?, u64::try_from(q).ok()?));
        let Some(times) = times.map(fits).collect::<Option<Vec<(u64, u64)>>>() else { return };
        let product = |p: u64, q: u64| u128::from(p) * u128::from(q);
        let greatest = times.into_iter().reduce(|a, b| if product(b.0, a.1) > product(a.0, b.1) { b } else { a });
        if let Some((p, q)) = greatest.filter(|&(p, _)| p > 0) {
            (self.p, self.q) = (p, q);
        }
    }

    /// Joins trees that are the same, drops links that no tree uses, and sorts the trees by root, height and weight.
    pub(crate) fn tidy(&mut self) {
        merge(&mut self.trees);
        let mut numbers = vec![NONE; self.links.len()];
        let mut used = Vec::new();
        for link in self.trees.iter_mut().flat_map(|tree| &mut tree.links).filter(|link| **link != NONE) {
            let number = &mut numbers[*link as usize];
            if *number == NONE {
                *number = u32::try_from(used.len()).expect("no more than there were");
                used.push(std::mem::replace(&mut self.links[*link as usize], Link { path: Vec::new() }));
            }
            *link = *number;
        }
        self.links = used;
    }
}

/// Joins trees that are the same, and sorts all by root, height and descending weight.
pub fn merge(trees: &mut Vec<PackedTree>) {
    let mut first: HashMap<(u32, Vec<u32>), usize> = HashMap::with_capacity(trees.len());
    let mut merged: Vec<PackedTree> = Vec::with_capacity(trees.len());
    for mut tree in trees.drain(..) {
        let at = *first.entry((tree.root, std::mem::take(&mut tree.links))).or_insert(merged.len());
        match merged.get_mut(at) {
            Some(same) => same.weight += tree.weight,
            None => merged.push(tree),
        }
    }
    for ((_, links), at) in first {
        merged[at].links = links;
    }
    merged.sort_by(|a, b| (a.root, a.height, b.weight).cmp(&(b.root, b.height, a.weight)));
    *trees = merged;
}
