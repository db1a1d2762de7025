//! Trees whose nodes become trees.

use super::side_by_side::SideBySide;
use crate::search::overlay::SearchError;
use crate::tree::{Group, NodeId, Shape, ShapeBuilder};

/// A copy of a subtree with its leaves, from left to right, replaced; `None` if a replacement is missing.
pub(super) fn replaced(
    shape: &Shape,
    node: NodeId,
    builder: &mut ShapeBuilder,
    leaf: &mut impl FnMut() -> Option<NodeId>,
) -> Option<NodeId> {
    if node == NodeId::LEAF {
        return leaf();
    }
    let mut children = Vec::new();
    for group in shape.children(node) {
        for _ in 0..group.count {
            children.push(Group { node: replaced(shape, group.node, builder, leaf)?, count: 1 });
        }
    }
    Some(builder.internal(&children))
}

/// A tree among hosts with every process.
pub(super) struct SpeltOut {
    /// For each distinct node, the tree inside its host above its processes; a leaf for a single one.
    pub above: Vec<Shape>,
    /// The tree of the processes.
    pub among: Shape,
}

/// The tree among hosts with every process: each node of `hosts` becomes its processes under a tree inside the host, given
/// by `above` for the number of processes.
pub(super) fn spelt_out(
    hosts: &Shape,
    nodes: &SideBySide,
    above: impl Fn(u64) -> Result<Shape, SearchError>,
) -> Result<SpeltOut, SearchError> {
    let mut builder = ShapeBuilder::new();
    let mut trees = vec![Shape::leaf(); hosts.distinct()];
    let mut spelt = vec![NodeId::LEAF; hosts.distinct()];
    for node in hosts.nodes().skip(1) {
        let fanout = hosts.fanout(node);
        let lanes = nodes.best(fanout).map_or(1, |best| best.lanes);
        let mut children = hosts.children(node).iter().map(|group| Group { node: spelt[group.node.index()], ..*group });
        let mut left = children.next();
        let (size, longer) = (fanout / lanes, fanout % lanes);
        let mut processes = Vec::new();
        for lane in 0..lanes {
            let mut wanted = size + u64::from(lane < longer);
            let mut groups = Vec::new();
            while let Some(group) = left.filter(|_| wanted > 0) {
                let count = group.count.min(wanted);
                groups.push(Group { count, ..group });
                wanted -= count;
                left = if group.count > count {
                    Some(Group { count: group.count - count, ..group })
                } else {
                    children.next()
                };
            }
            processes.push(builder.internal(&groups));
        }
        spelt[node.index()] = if let [process] = processes[..] {
            process
        } else {
            let (above, mut processes) = (above(lanes)?, processes.into_iter());
            let root = replaced(&above, above.root(), &mut builder, &mut || processes.next());
            trees[node.index()] = above;
            root.ok_or(SearchError::NotRepresentable)?
        };
    }
    Ok(SpeltOut { above: trees, among: builder.finish(spelt[hosts.root().index()]) })
}
