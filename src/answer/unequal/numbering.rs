//! The ranks that systems give to the nodes of their trees, by which nodes find their hosts.

use crate::tree::families::{Parameters, Value};
use crate::tree::{Shape, Tree};
use std::collections::VecDeque;

/// The tree of a family, and the rank of each internal node but the root in breadth-first order: the host of rank r is the
/// r-th in order, the root's not counted. `None` if the tree is too large.
///
/// | family | children of rank i |
/// |---|---|
/// | of Slurm | the first hosts of consecutive parts of those that follow i, so that ranks are in preorder |
/// | of PRRTE | i + w, i + 2 w, ... up to the radix, on a level of w ranks |
/// | binomial of Flux | i + 1, i + 2, i + 4, ..., up to half the ranks of its subtree |
/// | others | ranks go level by level |
pub fn numbered(family: &str, parameters: &Parameters, shape: &Shape) -> Option<(Tree, Vec<usize>)> {
    let members = usize::try_from(shape.members()).ok()?;
    match (family, parameters.get("radix")) {
        ("prrte" | "prrte-64", Some(&Value::Number(radix))) => {
            let radix = usize::try_from(radix).ok()?.min(members);
            by_ranks(1, |rank, wide| {
                let children = (1..=radix).map_while(|child| child.checked_mul(wide)?.checked_add(rank));
                let children = children.take_while(|&child| child < members);
                children.map(|child| (child, wide.saturating_mul(radix))).collect()
            })
        }
        ("flux-binomial", _) => {
            by_ranks(usize::BITS as usize - (members - 1).leading_zeros() as usize, |rank, order| {
                let children = (0..order).map(|order| (rank + (1 << order), order));
                children.take_while(|&(child, _)| child < members).collect()
            })
        }
        (family, _) => {
            let tree = Tree::from_shape(shape).ok()?;
            let ranks = if family.starts_with("slurm") {
                in_preorder(&tree)
            } else {
                (1..tree.internal_nodes().count().max(1)).collect()
            };
            Some((tree, ranks))
        }
    }
}

/// The tree in which `children` gives the ranks below a rank. It is told with each rank what it said of it; of the root that
/// is `of_root`.
fn by_ranks(of_root: usize, children: impl Fn(usize, usize) -> Vec<(usize, usize)>) -> Option<(Tree, Vec<usize>)> {
    let (mut fanouts, mut ranks) = (Vec::new(), Vec::new());
    let mut open = VecDeque::from([(0, of_root)]);
    while let Some((rank, of_rank)) = open.pop_front() {
        let below = children(rank, of_rank);
        fanouts.push(u32::try_from(below.len()).ok()?);
        if !below.is_empty() && rank > 0 {
            ranks.push(rank);
        }
        open.extend(below);
    }
    Some((Tree::from_fanouts(fanouts)?, ranks))
}

/// The ranks of internal nodes if every subtree has consecutive ones.
fn in_preorder(tree: &Tree) -> Vec<usize> {
    let mut sizes = vec![1usize; tree.len()];
    for node in tree.nodes().rev() {
        if let Some(parent) = tree.parent(node) {
            sizes[parent as usize] += sizes[node as usize];
        }
    }
    let mut ranks = vec![0; tree.len()];
    for node in tree.internal_nodes() {
        let mut next = ranks[node as usize] + 1;
        for child in tree.children(node) {
            ranks[child as usize] = next;
            next += sizes[child as usize];
        }
    }
    tree.internal_nodes().skip(1).map(|node| ranks[node as usize]).collect()
}
