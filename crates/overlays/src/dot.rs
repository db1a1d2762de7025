//! Graphviz pictures of trees.

use super::mrnet::Process;
use logpine_text::dot::{Look, head, quoted};
use logpine_trees::tree::Tree;
use std::fmt::Write as _;

/// Draws the tree in Graphviz's DOT language: internal nodes as rounded boxes, leaves as dots. Nodes have the names of their
/// processes if these are given, in breadth-first order; otherwise internal nodes are named `n0`, `n1`, ... in that order.
#[must_use]
pub fn dot(tree: &Tree, processes: Option<&[Process]>) -> String {
    let process = |node: u32| processes.and_then(|processes| processes.get(node as usize));
    let mut text = head("digraph", "topology", Look::Tree(None));
    for node in tree.nodes() {
        let label = match process(node) {
            Some(process) => format!("label={}", quoted(&process.to_string())),
            None if tree.is_leaf(node) => "label=\"\"".to_owned(),
            None => format!("label=\"n{node}\""),
        };
        let shape = match (tree.is_leaf(node), process(node)) {
            (false, _) => "",
            (true, Some(_)) => ", shape=plaintext",
            (true, None) => ", shape=point",
        };
        push(&mut text, format_args!("  n{node} [{label}{shape}];\n"));
    }
    for node in tree.internal_nodes() {
        push(&mut text, format_args!("  n{node} -> {{"));
        tree.children(node).for_each(|child| push(&mut text, format_args!(" n{child}")));
        text.push_str(" };\n");
    }
    text.push_str("}\n");
    text
}

fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments).expect("a string takes all that is written to it");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placed_tree_shows_its_processes() {
        let tree = Tree::from_fanouts([2, 0, 0]).expect("a tree");
        let processes: Vec<Process> =
            ["fe", "a", "b\"c"].iter().map(|host| Process { host: (*host).to_owned(), rank: 0 }).collect();
        let picture = dot(&tree, Some(&processes));
        assert_eq!(
            picture.lines().skip(3).collect::<Vec<_>>(),
            [
                "  n0 [label=\"fe:0\"];",
                "  n1 [label=\"a:0\", shape=plaintext];",
                "  n2 [label=\"b\\\"c:0\", shape=plaintext];",
                "  n0 -> { n1 n2 };",
                "}"
            ]
        );
    }

    #[test]
    fn a_single_leaf_is_a_picture() {
        let tree = Tree::from_fanouts([0]).expect("a tree");
        assert!(dot(&tree, None).ends_with("  n0 [label=\"\", shape=point];\n}\n"));
    }
}
