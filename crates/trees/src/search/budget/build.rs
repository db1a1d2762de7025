//! Construction of the tree from the results of [`Reach`].

use super::reach::{Reach, Room, Root, TooLong};
use crate::tree::{Group, NodeId, Shape, ShapeBuilder};
use rustc_hash::FxHashMap;

/// A tree with exactly `leaves` leaves and at most `internal` internal processes in this room; `None` if there is no space
/// for them.
pub fn tree(reach: &mut Reach, room: Room, internal: u64, leaves: u64) -> Result<Option<Shape>, TooLong> {
    let mut building = Building { reach, builder: ShapeBuilder::new(), known: FxHashMap::default() };
    let root = building.subtree(room, internal, leaves)?;
    Ok(root.map(|root| building.builder.finish(root)))
}

struct Building<'a, 'b> {
    reach: &'a mut Reach<'b>,
    builder: ShapeBuilder,
    known: FxHashMap<(Room, u64, u64), NodeId>,
}

impl Building<'_, '_> {
    fn subtree(&mut self, room: Room, internal: u64, leaves: u64) -> Result<Option<NodeId>, TooLong> {
        if leaves == 1 {
            return Ok(Some(NodeId::LEAF));
        }
        if let Some(&node) = self.known.get(&(room, internal, leaves)) {
            return Ok(Some(node));
        }
        let Some(largest) = self.reach.largest(room, internal, leaves)? else { return Ok(None) };
        let node = match largest.root {
            Root::Last { fanout, width } => Some(self.last(fanout, width, internal, leaves)),
            Root::Full { fanout } => self.full(room, fanout, internal, leaves)?,
        };
        if let Some(node) = node {
            self.known.insert((room, internal, leaves), node);
        }
        Ok(node)
    }

    /// A node with internal children that are flat and as even as possible, and leaves.
    fn last(&mut self, fanout: u64, width: u64, internal: u64, leaves: u64) -> NodeId {
        let flat = if width < 2 || leaves <= fanout { 0 } else { fanout.min(internal - 1) };
        if flat == 0 {
            return self.flat(leaves);
        }
        let single = fanout - flat;
        let below = leaves - single;
        let children = [(below / flat + 1, below % flat), (below / flat, flat - below % flat), (1, single)];
        let children = children.map(|(leaves, count)| Group { node: self.flat(leaves), count });
        self.builder.internal(&children)
    }

    /// A leaf, or a node with leaves only.
    fn flat(&mut self, leaves: u64) -> NodeId {
        match leaves {
            0 | 1 => NodeId::LEAF,
            _ => self.builder.internal(&[Group { node: NodeId::LEAF, count: leaves }]),
        }
    }

    /// A node whose children are all internal. They get equal numbers of leaves as far as they have space.
    fn full(&mut self, room: Room, fanout: u64, internal: u64, leaves: u64) -> Result<Option<NodeId>, TooLong> {
        let below = self.reach.below(room, fanout);
        let Some(shares) = self.reach.of_each_child(below, fanout, internal - 1, leaves)? else { return Ok(None) };
        let mut children = Vec::new();
        for internal in shares {
            let space = self.reach.largest(below, internal, 1)?.map_or(1, |largest| largest.leaves);
            children.push((space, internal));
        }
        children.sort_unstable();
        let (mut left, mut groups) = (leaves, Vec::new());
        for (&(space, internal), others) in children.iter().zip((1..=fanout).rev()) {
            let own = space.min(left / others);
            left -= own;
            groups.push((own, internal));
        }
        groups.sort_unstable_by(|a, b| b.cmp(a));
        let mut nodes = Vec::with_capacity(groups.len());
        for (own, internal) in groups {
            let Some(node) = self.subtree(below, internal, own.max(1))? else { return Ok(None) };
            nodes.push(Group { node, count: 1 });
        }
        Ok((left == 0).then(|| self.builder.internal(&nodes)))
    }
}
