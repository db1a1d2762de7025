//! The tree of hosts of which each says its parent.

use super::HostTree;
use logpine_text::excerpt::short;
use logpine_text::fault::Diagnostic;
use logpine_trees::tree::Tree;
use std::sync::Arc;

/// Cycles of nodes, each given by the parent of every node; a cycle begins with its least node and goes from parent to child.
pub fn cycles(parents: &[Option<usize>]) -> Vec<Vec<usize>> {
    // 0: not seen; otherwise the number of the walk that saw it.
    let mut seen = vec![0usize; parents.len()];
    let mut cycles = Vec::new();
    for start in 0..parents.len() {
        let walk = start + 1;
        let mut node = start;
        while seen[node] == 0 {
            seen[node] = walk;
            let Some(parent) = parents[node] else { break };
            node = parent;
        }
        if seen[node] == walk && parents[node].is_some() {
            let next = |&at: &usize| parents[at].filter(|&parent| parent != node);
            let mut cycle: Vec<usize> = std::iter::successors(Some(node), next).collect();
            cycle.reverse();
            let least = cycle.iter().enumerate().min_by_key(|(_, node)| **node).map_or(0, |(at, _)| at);
            cycle.rotate_left(least);
            cycles.push(cycle);
        }
    }
    cycles
}

/// A cycle as a fault; it shows the first few hosts.
pub fn fault<'a>(cycle: &[usize], name: impl Fn(usize) -> &'a str) -> Diagnostic {
    const SHOWN: usize = 8;
    let mut shown: Vec<String> = cycle.iter().take(SHOWN).map(|&node| short(name(node))).collect();
    if cycle.len() > SHOWN {
        shown.push("...".to_owned());
    }
    shown.extend(cycle.first().map(|&node| short(name(node))));
    Diagnostic::error(
        "cycle",
        format!(
            "a cycle of {length} hosts, each the parent of the next: {shown}",
            length = cycle.len(),
            shown = shown.join(" > ")
        ),
        "let one of them be below the root",
    )
}

/// The tree below a root, children in the order of their numbers; `None` if there are too many.
pub fn tree(names: &[Arc<str>], parents: &[Option<usize>], root: usize) -> Option<HostTree> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); names.len()];
    for (node, parent) in parents.iter().enumerate() {
        if let Some(parent) = parent.filter(|_| node != root) {
            children[parent].push(node);
        }
    }
    let mut order = vec![root];
    let mut at = 0;
    while at < order.len() {
        let node = order[at];
        order.extend(std::mem::take(&mut children[node]));
        at += 1;
    }
    // The children were taken out while they were listed.
    let mut fanouts = vec![0u32; names.len()];
    for &node in &order[1..] {
        fanouts[parents[node]?] += 1;
    }
    let tree = Tree::from_fanouts(order.iter().map(|&node| fanouts[node]))?;
    Some(HostTree { tree, hosts: order.into_iter().map(|node| names[node].clone()).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_found_once() {
        let parents = [None, Some(0), Some(4), Some(2), Some(3), Some(4), Some(6)];
        assert_eq!(cycles(&parents), [vec![2, 3, 4], vec![6]]);
        assert_eq!(cycles(&[None, Some(0), Some(1)]), [[0usize; 0]; 0]);
    }

    #[test]
    fn a_tree_is_listed_breadth_first() {
        let names = ["a", "b", "c", "d", "e"].map(Arc::from);
        let of = tree(&names, &[Some(4), Some(0), Some(4), Some(0), None], 4).expect("a small tree");
        assert_eq!(of.hosts, ["e", "a", "c", "b", "d"].map(Arc::from));
        assert_eq!((of.tree.height(), of.tree.children(1)), (2, 3..5));
    }
}
