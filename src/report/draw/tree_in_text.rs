//! A small text drawing of a tree: equal neighbours once, with their number.

use logpine_trees::tree::{NodeId, Shape};

/// The tree in at most `most_lines` lines, which say if something is left out. A repeated subtree is drawn only once.
#[must_use]
pub fn drawing(shape: &Shape, most_lines: usize) -> String {
    let root = shape.root();
    let mut drawing = Drawing { shape, drawn: vec![false; shape.distinct()], lines: Vec::new(), most_lines };
    if root == NodeId::LEAF {
        drawing.lines.push("a single leaf".to_owned());
    } else if all_leaves(shape, root) {
        drawing.lines.push(format!("root with {}", leaves(shape.fanout(root))));
    } else {
        drawing.lines.push("root".to_owned());
        drawing.children(root, "");
    }
    let complete = drawing.lines.len() <= most_lines;
    drawing.lines.truncate(most_lines);
    if !complete {
        drawing.lines.push("...".to_owned());
    }
    drawing.lines.join("\n") + "\n"
}

struct Drawing<'a> {
    shape: &'a Shape,
    drawn: Vec<bool>,
    lines: Vec<String>,
    most_lines: usize,
}

impl Drawing<'_> {
    fn children(&mut self, node: NodeId, indent: &str) {
        let groups = self.shape.children(node);
        for (index, group) in groups.iter().enumerate() {
            if self.lines.len() > self.most_lines {
                return;
            }
            let last = index + 1 == groups.len();
            let (branch, below) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            let times = if group.count > 1 { format!("{} x ", group.count) } else { String::new() };
            self.lines.push(format!("{indent}{branch}{}", self.label(group.node, group.count, &times)));
            if group.node != NodeId::LEAF && !all_leaves(self.shape, group.node) && !self.drawn[group.node.index()] {
                self.drawn[group.node.index()] = true;
                self.children(group.node, &format!("{indent}{below}"));
            }
        }
    }

    fn label(&self, node: NodeId, count: u64, times: &str) -> String {
        if node == NodeId::LEAF {
            return leaves(count);
        }
        let shape = self.shape;
        if all_leaves(shape, node) {
            return format!("{times}process with {}", leaves(shape.fanout(node)));
        }
        let seen = if self.drawn[node.index()] { ", as above" } else { "" };
        let below = leaves(shape.leaves_of(node));
        let children = if shape.fanout(node) == 1 { "child" } else { "children" };
        format!("{times}process with {} {children} ({below} below){seen}", shape.fanout(node))
    }
}

fn all_leaves(shape: &Shape, node: NodeId) -> bool {
    shape.children(node).iter().all(|group| group.node == NodeId::LEAF)
}

fn leaves(count: u64) -> String {
    if count == 1 { "1 leaf".to_owned() } else { format!("{count} leaves") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logpine_trees::tree::{Spec, even_split};

    #[test]
    fn equal_subtrees_are_drawn_once() {
        let tree = even_split(30, &[2, 3, 5]).expect("the product is 30");
        let expected = "root\n└─ 2 x process with 3 children (15 leaves below)\n   └─ 3 x process with 5 leaves\n";
        assert_eq!(drawing(&tree, 9), expected);
        let repeated: Spec = "g:3:2,0,2:2x1,2x1".parse().expect("a tree");
        let text = drawing(&repeated.shape(), 20);
        assert_eq!(
            text,
            "root\n├─ process with 2 children (2 leaves below)\n│  └─ 2 x process with 1 leaf\n├─ 1 leaf\n\
             └─ process with 2 children (2 leaves below), as above\n"
        );
    }

    #[test]
    fn large_trees_are_cut() {
        let tree = even_split(1_000_003, &[2; 20]).expect("2^20 leaves fit");
        let text = drawing(&tree, 6);
        assert_eq!(text.lines().count(), 7);
        assert!(text.ends_with("...\n"));
        assert_eq!(drawing(&Shape::leaf(), 5), "a single leaf\n");
    }
}
