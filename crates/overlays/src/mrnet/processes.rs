//! The processes in a topology file; in attach mode leaves are not included.

use logpine_models::job::{Allocation, InternalHosts, Mode, TooFewSlots};
use logpine_trees::tree::{Group, NodeId, Shape, ShapeBuilder};
use std::fmt;

/// A warning about a topology that is written nevertheless.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Warning {
    /// A tree with a single leaf, in launch mode.
    SingleLeaf,
    /// Leaves with internal siblings, in attach mode.
    AddedProcesses {
        /// The number of such leaves, each with a communication process of its own.
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

/// The processes of a topology file, as a compressed tree.
///
/// ```
/// use logpine_overlays::mrnet::ProcessTree;
/// use logpine_models::job::Mode;
/// use logpine_trees::tree::Spec;
/// let tree = "b:8x16".parse::<Spec>()?.shape();
/// assert_eq!(ProcessTree::new(&tree, Mode::Launch).processes(), 137);
/// assert_eq!(ProcessTree::new(&tree, Mode::Attach).processes(), 9);
/// # Ok::<(), logpine_trees::tree::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessTree {
    shape: Shape,
    mode: Mode,
    overlay: Shape,
    warning: Option<Warning>,
}

impl ProcessTree {
    /// Checks if the hosts have room for all processes except the front end, with internal processes on permitted hosts.
    ///
    /// # Errors
    /// [`TooFewSlots`] if they do not.
    pub fn check_fits(&self, hosts: &Allocation, on: InternalHosts) -> Result<(), TooFewSlots> {
        hosts.check_slots(self.internal(), self.leaves_on_hosts(on), on)
    }

    /// The number of leaves that take slots of the hosts.
    #[must_use]
    pub fn leaves_on_hosts(&self, on: InternalHosts) -> u64 {
        on.leaves_on_hosts(self.mode, self.overlay.leaves())
    }

    /// The number of internal processes in the file, without the front end; in attach mode of all processes.
    #[must_use]
    pub fn internal(&self) -> u64 {
        let listed = if self.mode == Mode::Attach { 0 } else { self.shape.leaves() };
        (self.processes() - 1).saturating_sub(listed)
    }

    /// The processes for an overlay tree. **Complexity** O(distinct subtrees).
    #[must_use]
    pub fn new(overlay: &Shape, mode: Mode) -> Self {
        match mode {
            Mode::Launch if overlay.root() == NodeId::LEAF => {
                let mut builder = ShapeBuilder::new();
                let root = builder.internal(&[Group { node: NodeId::LEAF, count: 1 }]);
                Self { shape: builder.finish(root), mode, overlay: overlay.clone(), warning: Some(Warning::SingleLeaf) }
            }
            Mode::Launch => Self { shape: overlay.clone(), mode, overlay: overlay.clone(), warning: None },
            Mode::Attach => Self::attach(overlay),
        }
    }

    /// A node whose children are all leaves has only back-ends, which are not named: it is a leaf of the file. A leaf with
    /// internal siblings becomes a process with one back-end.
    fn attach(overlay: &Shape) -> Self {
        let mut builder = ShapeBuilder::new();
        let mut named = vec![NodeId::LEAF; overlay.distinct()];
        let mut added = vec![0u64; overlay.distinct()];
        for node in overlay.nodes() {
            let children = overlay.children(node);
            if children.iter().all(|group| group.node == NodeId::LEAF) {
                continue;
            }
            let groups: Vec<Group> =
                children.iter().map(|group| Group { node: named[group.node.index()], ..*group }).collect();
            named[node.index()] = builder.internal(&groups);
            let of_group = |group: &Group| match group.node {
                NodeId::LEAF => group.count,
                inner => added[inner.index()].saturating_mul(group.count),
            };
            added[node.index()] = children.iter().map(of_group).fold(0, u64::saturating_add);
        }
        let root = overlay.root().index();
        let warning = (added[root] > 0).then_some(Warning::AddedProcesses { count: added[root] });
        Self { shape: builder.finish(named[root]), mode: Mode::Attach, overlay: overlay.clone(), warning }
    }

    /// The number of back-ends that attach to each process without children, in attach mode, from left to right.
    /// **Complexity** O(internal nodes).
    #[must_use]
    pub fn attached(&self) -> Vec<u64> {
        let overlay = &self.overlay;
        let (mut attached, mut stack) = (Vec::new(), vec![overlay.root()]);
        while let Some(node) = stack.pop() {
            let children = overlay.children(node);
            if children.iter().all(|group| group.node == NodeId::LEAF) {
                attached.push(overlay.fanout(node).max(1));
                continue;
            }
            for group in children.iter().rev() {
                stack.extend((0..group.count).map(|_| group.node));
            }
        }
        attached
    }

    /// The shape of the tree of processes.
    #[must_use]
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The mode in which the file will be used.
    #[must_use]
    pub const fn mode(&self) -> Mode {
        self.mode
    }

    /// A warning for the user, if any.
    #[must_use]
    pub const fn warning(&self) -> Option<Warning> {
        self.warning
    }

    /// The number of processes in the file, including the front end (saturating).
    #[must_use]
    pub fn processes(&self) -> u64 {
        self.shape.leaves().saturating_add(self.shape.internal_nodes())
    }

    /// The number of statements in the file (saturating); MRNet loads at most 9,994.
    #[must_use]
    pub fn statements(&self) -> u64 {
        self.shape.internal_nodes().max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logpine_trees::tree::Tree;

    fn shape(fanouts: &[u32]) -> Shape {
        Tree::from_fanouts(fanouts.iter().copied()).expect("a tree").to_shape()
    }

    fn attach(fanouts: &[u32]) -> (Shape, Option<Warning>) {
        let processes = ProcessTree::new(&shape(fanouts), Mode::Attach);
        (processes.shape, processes.warning)
    }

    #[test]
    fn attach_mode_omits_the_leaves() {
        assert_eq!(attach(&[0]), (shape(&[0]), None));
        assert_eq!(attach(&[3, 0, 0, 0]), (shape(&[0]), None));
        assert_eq!(attach(&[2, 1, 2, 0, 0, 0]), (shape(&[2, 0, 0]), None));
    }

    #[test]
    fn a_leaf_beside_an_internal_node_gets_a_process() {
        let (processes, warning) = attach(&[3, 0, 2, 0, 0, 0]);
        assert_eq!(processes, shape(&[3, 0, 0, 0]));
        assert_eq!(warning, Some(Warning::AddedProcesses { count: 2 }));
        let (processes, warning) = attach(&[2, 2, 2, 2, 0, 2, 0, 0, 0, 0, 0]);
        assert_eq!(processes, shape(&[2, 2, 2, 0, 0, 0, 0]));
        assert_eq!(warning, Some(Warning::AddedProcesses { count: 2 }));
    }

    #[test]
    fn back_ends_attach_to_the_processes_they_had() {
        let attached = |fanouts: &[u32]| ProcessTree::new(&shape(fanouts), Mode::Attach).attached();
        assert_eq!(attached(&[0]), [1]);
        assert_eq!(attached(&[3, 0, 0, 0]), [3]);
        assert_eq!(attached(&[2, 1, 2, 0, 0, 0]), [1, 2]);
        assert_eq!(attached(&[3, 0, 2, 0, 0, 0]), [1, 2, 1]);
    }

    #[test]
    fn a_single_leaf_is_launched_below_the_front_end() {
        let processes = ProcessTree::new(&Shape::leaf(), Mode::Launch);
        assert_eq!(processes.shape, shape(&[1, 0]));
        assert_eq!(processes.warning, Some(Warning::SingleLeaf));
    }

    #[test]
    fn statements_are_those_of_the_file() {
        let counts = |mode| {
            let processes = ProcessTree::new(&shape(&[2, 2, 0, 0, 0]), mode);
            (processes.processes(), processes.statements())
        };
        assert_eq!((counts(Mode::Launch), counts(Mode::Attach)), ((5, 2), (3, 1)));
    }
}
