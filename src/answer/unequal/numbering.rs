//! The ranks that systems give to the nodes of their trees, by which nodes find their hosts.

use logpine_trees::tree::families::{self, Numbering, Parameters, Value};
use logpine_trees::tree::{Shape, Tree};
use logpine_tuning::library::{SendTree, Tree as Sends};

/// The tree of a family, and the rank of each internal node but the root in breadth-first order: the host of rank r is the
/// r-th in order, the root's not counted. `None` if the tree is too large.
pub fn numbered(family: &str, parameters: &Parameters, shape: &Shape) -> Option<(Tree, Vec<usize>)> {
    let members = u32::try_from(shape.members()).ok()?;
    match (families::facts(family).numbering, parameters.get("radix")) {
        // Ranks of a chain are the same in any order.
        (Numbering::InTurn, Some(&Value::Number(radix))) if radix > 1 => {
            of_sends(&Sends::Levels.built(members, radix)?)
        }
        (Numbering::Binomial, _) => of_sends(&Sends::SmallFirst.built(members, 2)?),
        (Numbering::Preorder, _) => {
            let tree = Tree::from_shape(shape).ok()?;
            let ranks = in_preorder(&tree);
            Some((tree, ranks))
        }
        (Numbering::Levels | Numbering::InTurn, _) => {
            let tree = Tree::from_shape(shape).ok()?;
            let ranks = (1..tree.internal_nodes().count().max(1)).collect();
            Some((tree, ranks))
        }
    }
}

/// A tree of numbered ranks, and those of its internal nodes but the root.
fn of_sends(sends: &SendTree) -> Option<(Tree, Vec<usize>)> {
    let fanouts: Vec<u32> = sends.fanouts().map(|(_, fanout)| fanout).collect();
    let internal = sends.fanouts().skip(1).filter(|&(_, fanout)| fanout > 0);
    Some((Tree::from_fanouts(fanouts)?, internal.map(|(rank, _)| rank as usize).collect()))
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
