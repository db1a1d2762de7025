//! Which processes a topology file names: in attach mode not the leaves.

use crate::tree::Tree;
use std::fmt;

/// How the file will be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// MRNet starts the back-ends: the leaves of the file.
    #[default]
    Launch,
    /// Back-ends that run already attach to the leaves of the file, which are communication processes (STAT, CBTF,
    /// Extrae): the back-ends themselves must not be in it.
    Attach,
}

/// What the caller should know about a topology that is written nevertheless.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Warning {
    /// A tree of one leaf, in launch mode.
    SingleLeaf,
    /// Leaves beside internal siblings, in attach mode.
    AddedProcesses {
        /// How many there are, each with a communication process of its own.
        count: u64,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SingleLeaf => f.write_str(
                "the tree is a single leaf, but MRNet cannot launch a back-end without a front end above it: the file has \
                 the front end with one child, a message more than predicted; attach the back-end instead to save it",
            ),
            Self::AddedProcesses { count } => {
                let (leaves, processes) = match count {
                    1 => ("leaf hangs", "process with a single back-end"),
                    _ => ("leaves hang", "processes, each with a single back-end"),
                };
                write!(
                    f,
                    "{count} {leaves} beside internal processes, where no back-end can attach: the file has {count} more \
                     communication {processes}; the predicted time is unchanged where c(1) <= c(2); where processes \
                     are scarce, choose a tree with all leaves at the same height"
                )
            }
        }
    }
}

/// The processes that a topology file names, as a tree.
///
/// ```
/// use logpine::format::mrnet::{Mode, ProcessTree};
/// use logpine::tree::Tree;
/// let tree = Tree::from_fanouts([2, 3, 3, 0, 0, 0, 0, 0, 0]).expect("every child is listed");
/// assert_eq!(ProcessTree::new(&tree, Mode::Launch).tree().len(), 9);
/// assert_eq!(ProcessTree::new(&tree, Mode::Attach).tree().len(), 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessTree {
    tree: Tree,
    mode: Mode,
    warning: Option<Warning>,
}

impl ProcessTree {
    /// The processes of an overlay tree. **Complexity** O(nodes).
    #[must_use]
    pub fn new(overlay: &Tree, mode: Mode) -> Self {
        match mode {
            Mode::Launch if overlay.len() == 1 => {
                let tree = Tree::from_fanouts([1, 0]).expect("a root and its child");
                Self { tree, mode, warning: Some(Warning::SingleLeaf) }
            }
            Mode::Launch => Self { tree: overlay.clone(), mode, warning: None },
            Mode::Attach => Self::attach(overlay),
        }
    }

    /// A node whose children are all leaves has back-ends only, none of them named. A leaf beside internal siblings
    /// becomes a process with one back-end.
    fn attach(overlay: &Tree) -> Self {
        let mut has_named_children = vec![false; overlay.len()];
        for parent in overlay.internal_nodes().filter_map(|node| overlay.parent(node)) {
            has_named_children[parent as usize] = true;
        }
        let mut added = 0;
        let mut fanouts = Vec::new();
        // The named nodes stand in the same order in both trees: a node's children are all named or none.
        for node in overlay.nodes() {
            if overlay.parent(node).is_some_and(|parent| !has_named_children[parent as usize]) {
                continue;
            }
            if node > 0 && overlay.is_leaf(node) {
                added += 1;
            }
            fanouts.push(if has_named_children[node as usize] { overlay.fanout(node) } else { 0 });
        }
        let tree = Tree::from_fanouts(fanouts).expect("a named node's children are all named or none");
        let warning = (added > 0).then_some(Warning::AddedProcesses { count: added });
        Self { tree, mode: Mode::Attach, warning }
    }

    /// Who is whose child.
    #[must_use]
    pub const fn tree(&self) -> &Tree {
        &self.tree
    }

    /// How the file will be used.
    #[must_use]
    pub const fn mode(&self) -> Mode {
        self.mode
    }

    /// What the caller should know.
    #[must_use]
    pub const fn warning(&self) -> Option<Warning> {
        self.warning
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attach(fanouts: &[u32]) -> (Tree, Option<Warning>) {
        let tree = Tree::from_fanouts(fanouts.iter().copied()).expect("a tree");
        let processes = ProcessTree::new(&tree, Mode::Attach);
        (processes.tree, processes.warning)
    }

    fn tree(fanouts: &[u32]) -> Tree {
        Tree::from_fanouts(fanouts.iter().copied()).expect("a tree")
    }

    #[test]
    fn attach_mode_omits_the_leaves() {
        assert_eq!(attach(&[0]), (tree(&[0]), None));
        assert_eq!(attach(&[3, 0, 0, 0]), (tree(&[0]), None));
        assert_eq!(attach(&[2, 1, 2, 0, 0, 0]), (tree(&[2, 0, 0]), None));
    }

    #[test]
    fn a_leaf_beside_an_internal_node_gets_a_process() {
        let (processes, warning) = attach(&[3, 0, 2, 0, 0, 0]);
        assert_eq!(processes, tree(&[3, 0, 0, 0]));
        assert_eq!(warning, Some(Warning::AddedProcesses { count: 2 }));
    }

    #[test]
    fn a_single_leaf_is_launched_below_the_front_end() {
        let processes = ProcessTree::new(&tree(&[0]), Mode::Launch);
        assert_eq!(processes.tree, tree(&[1, 0]));
        assert_eq!(processes.warning, Some(Warning::SingleLeaf));
    }
}
