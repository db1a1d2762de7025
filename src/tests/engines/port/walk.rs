//! The results of a tree, found by walking it.

use logpine_trees::tree::{RankId, RankShape, Tree};

/// A tree as it was walked.
#[derive(Debug, PartialEq, Eq)]
pub struct Walked {
    pub ranks: u64,
    pub finish: u64,
    pub root_fanout: u64,
    pub fanout_below: u64,
}

/// Sends one by one, from the root down.
pub fn walk_tree(tree: &Tree, gap: u64, delivery: u64) -> Walked {
    let mut arrivals = vec![0; tree.len()];
    for rank in tree.nodes() {
        let mut sent = arrivals[rank as usize];
        for child in tree.children(rank) {
            arrivals[child as usize] = sent + delivery;
            sent += gap;
        }
    }
    Walked {
        ranks: arrivals.len() as u64,
        finish: arrivals.iter().copied().max().unwrap_or(0),
        root_fanout: u64::from(tree.fanout(0)),
        fanout_below: tree.nodes().skip(1).map(|rank| u64::from(tree.fanout(rank))).max().unwrap_or(0),
    }
}

/// The same for distinct subtrees, from the leaves up.
pub fn walk_shape(shape: &RankShape, gap: u64, delivery: u64) -> Walked {
    let mut walked: Vec<Walked> = Vec::new();
    for rank in shape.nodes() {
        let mut all = Walked { ranks: 1, finish: 0, root_fanout: 0, fanout_below: 0 };
        for run in shape.children(rank) {
            let child = &walked[run.child.index()];
            all.root_fanout += run.count;
            all.ranks += run.count * child.ranks;
            all.finish = all.finish.max((all.root_fanout - 1) * gap + delivery + child.finish);
            all.fanout_below = all.fanout_below.max(child.root_fanout).max(child.fanout_below);
        }
        walked.push(all);
    }
    walked.pop().expect("a shape has a root")
}

/// The fanouts of all ranks in breadth-first order.
pub fn fanouts(shape: &RankShape) -> Vec<u32> {
    let mut fanouts = Vec::new();
    let mut level: Vec<RankId> = vec![shape.root()];
    while !level.is_empty() {
        let mut below = Vec::new();
        for &rank in &level {
            let before = below.len();
            for run in shape.children(rank) {
                below.extend((0..run.count).map(|_| run.child));
            }
            fanouts.push(u32::try_from(below.len() - before).expect("a small tree"));
        }
        level = below;
    }
    fanouts
}
