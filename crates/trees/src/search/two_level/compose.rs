//! The tree of a composition: trees inside hosts replace the leaves of the tree among hosts.

use super::Composition;
use super::spelt_out::replaced;
use crate::tree::{Group, NodeId, Shape, ShapeBuilder};

/// The maximum number of leaders whose trees are put together.
const MOST_LEADERS: u64 = 1 << 22;

impl Composition {
    /// Returns the whole tree over `leaves` leaves, `leaves_per_host` on every host but the last. From left to right its
    /// leaves are those of one host after the other. `None` for more than 2^22 leaders.
    ///
    /// **Complexity** O(leaders + nodes of the tree among hosts).
    #[must_use]
    pub fn shape(&self, leaves: u64, leaves_per_host: u64) -> Option<Shape> {
        if self.among.leaves() > MOST_LEADERS {
            return None;
        }
        let mut builder = ShapeBuilder::new();
        let trees: Vec<(u64, NodeId)> =
            self.leaders.iter().map(|leaders| (leaders.within.leaves(), copy(&leaders.within, &mut builder))).collect();
        let mut leaders = Leaders { left: leaves, leaves_per_host, per_host: self.leaders_per_host, host: Vec::new() };
        let tree_of = |size| trees.iter().find(|&&(leaves, _)| leaves == size).map(|&(_, node)| node);
        let root = replaced(&self.among, self.among.root(), &mut builder, &mut || tree_of(leaders.next()?))?;
        Some(builder.finish(root))
    }
}

/// The numbers of leaves of the leaders, one after the other.
struct Leaders {
    /// The number of leaves of the remaining hosts.
    left: u64,
    leaves_per_host: u64,
    per_host: u64,
    /// The remaining leaders of the current host, the next one last.
    host: Vec<u64>,
}

impl Iterator for Leaders {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        if self.host.is_empty() {
            let leaves = self.left.min(self.leaves_per_host);
            let leaders = self.per_host.min(leaves);
            self.left -= leaves;
            let (size, longer) = (leaves.checked_div(leaders)?, leaves.checked_rem(leaders)?);
            self.host.extend((0..leaders).map(|leader| size + u64::from(leader < longer)).rev());
        }
        self.host.pop()
    }
}

/// A copy of a whole shape among the subtrees of a builder.
fn copy(shape: &Shape, builder: &mut ShapeBuilder) -> NodeId {
    let mut copied = vec![NodeId::LEAF; shape.distinct()];
    for node in shape.nodes().skip(1) {
        let children: Vec<Group> =
            shape.children(node).iter().map(|group| Group { node: copied[group.node.index()], ..*group }).collect();
        copied[node.index()] = builder.internal(&children);
    }
    copied[shape.root().index()]
}
