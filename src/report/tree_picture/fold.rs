//! A tree with its equal subtrees folded.

use super::subtrees::Subtrees;
use crate::report::times::counted;
use std::collections::HashMap;

/// The most nodes of a tree that is drawn as a whole.
const MOST_WHOLE: u64 = 64;
/// The most boxes of a folded tree, and its most levels.
const MOST_BOXES: usize = 24;
pub(super) const MOST_LEVELS: u32 = 24;
/// The most children of a box.
const MOST_CHILDREN: usize = 3;
/// The most subtrees that a box names.
const MOST_NAMED: usize = 4;

/// A box of a picture: a node, or several folded ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Box {
    pub parent: Option<usize>,
    pub level: u32,
    pub kind: Kind,
    /// The lines of words.
    pub lines: Vec<String>,
    /// The number by which other boxes name this subtree.
    pub name: Option<usize>,
}

/// The kind of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A node with children, or several that are equal.
    Inner,
    /// Nodes without children.
    Leaf,
    /// Subtrees that are not drawn here.
    Elsewhere,
}

/// The boxes of a tree, parents before their children.
#[derive(Clone, Debug)]
pub(super) struct Folded {
    boxes: Vec<Box>,
    is_whole: bool,
}

impl Folded {
    /// The boxes of a tree.
    pub(super) fn new<T: Subtrees>(tree: &T) -> Self {
        if tree.nodes() <= MOST_WHOLE {
            return Self { boxes: whole(tree), is_whole: true };
        }
        let mut folding = Folding { tree, boxes: Vec::new(), drawn: HashMap::new(), names: 0 };
        folding.subtree(None, 0, tree.whole(), 1);
        Self { boxes: folding.boxes, is_whole: false }
    }

    pub(super) fn boxes(&self) -> &[Box] {
        &self.boxes
    }

    /// The number of levels that have boxes.
    pub(super) fn levels(&self) -> u32 {
        self.boxes.iter().map(|of| of.level + 1).max().unwrap_or(0)
    }

    /// True if every node has a box of its own.
    pub(super) const fn is_whole(&self) -> bool {
        self.is_whole
    }
}

/// A box for each node. Ranks are numbered as schedules number them: depth first, the last child first.
fn whole<T: Subtrees>(tree: &T) -> Vec<Box> {
    let mut boxes = Vec::new();
    let mut waiting = vec![(None, 0, tree.whole(), 0)];
    while let Some((parent, level, subtree, number)) = waiting.pop() {
        let is_leaf = tree.children_of(subtree) == 0;
        let kind = if is_leaf { Kind::Leaf } else { Kind::Inner };
        let are_ranks = T::LEAF == T::INNER;
        let lines = if are_ranks { vec![number.to_string()] } else { Vec::new() };
        let index = boxes.len();
        boxes.push(Box { parent, level, kind, lines, name: None });
        let mut next = number + tree.size_of(subtree);
        let mut children = Vec::new();
        for (child, count) in tree.runs(subtree) {
            for _ in 0..count {
                next -= tree.size_of(child);
                children.push((Some(index), level + 1, child, next));
            }
        }
        waiting.extend(children.into_iter().rev());
    }
    boxes
}

/// A tree that is being folded.
struct Folding<'a, T: Subtrees> {
    tree: &'a T,
    boxes: Vec<Box>,
    /// The box of each subtree that is drawn.
    drawn: HashMap<T::Id, usize>,
    names: usize,
}

impl<T: Subtrees> Folding<'_, T> {
    /// Draws `count` equal subtrees as one.
    fn subtree(&mut self, parent: Option<usize>, level: u32, subtree: T::Id, count: u64) {
        let children = self.tree.children_of(subtree);
        let [one, several] = if children == 0 { T::LEAF } else { T::INNER };
        let head = if parent.is_none() { "root".to_owned() } else { counted(count, one, several) };
        let each = if count > 1 { " each" } else { "" };
        let below = (children > 0).then(|| format!("{}{each}", counted(children, "child", "children")));
        let kind = if children == 0 { Kind::Leaf } else { Kind::Inner };
        let index = self.boxes.len();
        self.boxes.push(Box { parent, level, kind, lines: [head].into_iter().chain(below).collect(), name: None });
        self.drawn.insert(subtree, index);
        if children > 0 {
            self.children(index, level + 1, subtree);
        }
    }

    /// Draws the children: new ones as boxes, and runs of others as a box that names them.
    fn children(&mut self, parent: usize, level: u32, subtree: T::Id) {
        let tree = self.tree;
        let (mut others, mut drawn) = (Vec::new(), 0);
        for (child, count) in tree.runs(subtree) {
            let is_leaf = tree.children_of(child) == 0;
            let has_room = drawn < MOST_CHILDREN && self.boxes.len() < MOST_BOXES && level <= MOST_LEVELS;
            if has_room && (is_leaf || !self.drawn.contains_key(&child)) {
                self.elsewhere(parent, level, &mut others);
                self.subtree(Some(parent), level, child, count);
                drawn += 1;
            } else {
                others.push((child, count));
            }
        }
        self.elsewhere(parent, level, &mut others);
    }

    /// Draws a box for subtrees that are drawn in other places, or nowhere.
    fn elsewhere(&mut self, parent: usize, level: u32, others: &mut Vec<(T::Id, u64)>) {
        if others.is_empty() {
            return;
        }
        let sum = |of: &dyn Fn(T::Id) -> u64| {
            others.iter().fold(0u64, |sum, &(id, count)| sum.saturating_add(count.saturating_mul(of(id))))
        };
        let (subtrees, size) = (sum(&|_| 1), sum(&|id| self.tree.size_of(id)));
        let known: Vec<(usize, u64)> =
            others.iter().filter_map(|(id, count)| Some((*self.drawn.get(id)?, *count))).collect();
        let mut lines = vec![counted(subtrees, "subtree", "subtrees")];
        if known.len() == others.len() {
            let names: Vec<String> = known.iter().take(MOST_NAMED).map(|&(at, count)| self.named(at, count)).collect();
            let more = if known.len() > MOST_NAMED { ", ..." } else { "" };
            lines.push(format!("like {}{more}", names.join(", ")));
        }
        lines.push(counted(size, T::SIZE[0], T::SIZE[1]));
        self.boxes.push(Box { parent: Some(parent), level, kind: Kind::Elsewhere, lines, name: None });
        others.clear();
    }

    /// The name of a drawn subtree, with the number of its repetitions.
    fn named(&mut self, at: usize, count: u64) -> String {
        let name = *self.boxes[at].name.get_or_insert_with(|| {
            self.names += 1;
            self.names
        });
        let times = if count > 1 { format!("{count} x ") } else { String::new() };
        format!("{times}#{name}")
    }
}
