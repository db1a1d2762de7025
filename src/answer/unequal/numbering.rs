//! The ranks that systems give to the nodes of their trees, by which nodes find their hosts.

use crate::tree::families::{Numbering, Parameters, Value, numbering};
use crate::tree::{Shape, Tree};
use std::collections::VecDeque;

/// The tree of a family, and the rank of each internal node but the root in breadth-first order: the host of rank r is the
/// r-th in order, the root's not counted. `None` if the tree is too large.
pub fn numbered(family: &str, parameters: &Parameters, shape: &Shape) -> Option<(Tree, Vec<usize>)> {
    let members = usize::try_from(shape.members()).ok()?;
    match (numbering(family), parameters.get("radix")) {
        (Numbering::InTurn, Some(&Value::Number(radix))) => {
            let radix = usize::try_from(radix).ok()?.min(members);
            by_ranks(1, |rank, wide| {
                let children = (1..=radix).map_while(|child| child.checked_mul(wide)?.checked_add(rank));
                let children = children.take_while(|&child| child < members);
                children.map(|child| (child, wide.saturating_mul(radix))).collect()
            })
        }
        (Numbering::Binomial, _) => {
            by_ranks(usize::BITS as usize - (members - 1).leading_zeros() as usize, |rank, order| {
                let children = (0..order).map(|order| (rank + (1 << order), order));
                children.take_while(|&(child, _)| child < members).collect()
            })
        }
        (numbering, _) => {
            let tree = Tree::from_shape(shape).ok()?;
            let ranks = if numbering == Numbering::Preorder {
                in_preorder(&tree)
            } else {
                (1..tree.internal_nodes().count().max(1)).collect()
            };
            Some((tree, ranks))
        }
    }
}

/// The tree in which `children` gives the ranks below a rank, each with a value that is passed when its own children are asked
/// for; the root's value is `of_root`.
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
