//! Every ordered tree with a few nodes.

/// An ordered tree: the subtrees of its root, in the order of sends.
#[derive(Clone, Debug)]
pub struct Ordered(pub Vec<Ordered>);

impl Ordered {
    /// The time at which the last node knows the message that the root has at 0.
    pub fn finish(&self, gap: u64, delivery: u64) -> u64 {
        let arrivals = (0..).zip(&self.0).map(|(sends, child)| sends * gap + delivery + child.finish(gap, delivery));
        arrivals.max().unwrap_or(0)
    }

    pub fn fanout(&self) -> u64 {
        self.0.len() as u64
    }

    /// The largest fanout of any node below the root.
    pub fn fanout_below(&self) -> u64 {
        self.0.iter().map(|child| child.fanout().max(child.fanout_below())).max().unwrap_or(0)
    }

    pub fn leaves(&self) -> u64 {
        if self.0.is_empty() { 1 } else { self.0.iter().map(Self::leaves).sum() }
    }
}

/// All ordered trees with that many nodes: 1, 1, 2, 5, 14, 42, 132, 429 for 1 to 8.
pub fn all_trees(nodes: usize) -> Vec<Ordered> {
    forests(nodes - 1).into_iter().map(Ordered).collect()
}

/// All ordered forests with that many nodes.
fn forests(nodes: usize) -> Vec<Vec<Ordered>> {
    if nodes == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in 1..=nodes {
        let rest = forests(nodes - first);
        for tree in all_trees(first) {
            for others in &rest {
                let mut forest = vec![tree.clone()];
                forest.extend(others.iter().cloned());
                all.push(forest);
            }
        }
    }
    all
}

/// All ordered trees with that many leaves in which no node has a single child: 1, 1, 3, 11, 45, 197, 903, 4279.
pub fn all_leaf_trees(leaves: usize) -> Vec<Ordered> {
    if leaves == 1 {
        vec![Ordered(Vec::new())]
    } else {
        leaf_forests(leaves, leaves - 1).into_iter().map(Ordered).collect()
    }
}

/// All ordered forests with that many leaves, none of whose trees has more than `most`.
fn leaf_forests(leaves: usize, most: usize) -> Vec<Vec<Ordered>> {
    if leaves == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in 1..=most.min(leaves) {
        let rest = leaf_forests(leaves - first, most);
        for tree in all_leaf_trees(first) {
            for others in &rest {
                let mut forest = vec![tree.clone()];
                forest.extend(others.iter().cloned());
                all.push(forest);
            }
        }
    }
    all
}
