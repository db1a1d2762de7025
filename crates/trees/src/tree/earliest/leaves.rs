//! Trees in which only the leaves hold data: one message from the root to all leaves over processes that only forward.

use super::arrivals::MOST_TIMES;
use super::capped::broadcast_shape;
use super::error::PortError;
use super::limits::FanoutLimits;
use super::time::broadcast_time;
use crate::tree::{Group, NodeId, RankShape, Shape, ShapeBuilder};
use logpine_text::units::Time;

/// The least time in which a message reaches `leaves` leaves from the root over any number of internal processes: one gap
/// more than [`broadcast_time`] for the same number of ranks. `None` past [`Time::MAX`].
///
/// An internal process sends to its children a gap apart, so the most leaves below a process that has the message with time
/// t left are
///
/// ```text
/// l(t) = max(1, sum over i >= 0, D + iG <= t of l(t - D - iG))
///      = 1                        t < D + G, as a single child is of no use
///      = l(t - D) + l(t - G)      otherwise
/// ```
///
/// which is P(t - G) with P as in [`informed`](super::informed): an internal process is a rank of a broadcast that finally
/// sends the message to its own leaf.
#[must_use]
pub fn leaf_time(gap: Time, delivery: Time, leaves: u64) -> Option<Time> {
    match leaves {
        0 | 1 => Some(Time::ZERO),
        _ => broadcast_time(gap, delivery, leaves)?.checked_add(gap),
    }
}

/// A tree that takes [`leaf_time`], children in the order of sends.
///
/// **Complexity** O(distinct subtrees x fanout): lists of children are not shared.
///
/// # Errors
/// [`PortError::NotRepresentable`]; [`PortError::TooManySubtrees`] if the distinct subtrees have more than 2^20 runs of
/// equal children in total.
pub fn leaf_shape(gap: Time, delivery: Time, leaves: u64) -> Result<Shape, PortError> {
    leaf_time(gap, delivery, leaves).ok_or(PortError::NotRepresentable)?;
    own_leaves(&broadcast_shape(gap, delivery, FanoutLimits::NONE, leaves)?)
}

/// The tree in which every rank with children also has a leaf as its last child, for its own data.
fn own_leaves(ranks: &RankShape) -> Result<Shape, PortError> {
    // Lists of children are numbered too; only those that are the whole list of a rank are needed.
    let mut whole = vec![false; ranks.distinct()];
    whole[ranks.root().index()] = true;
    let mut runs = 0;
    for rank in ranks.nodes().rev() {
        if whole[rank.index()] {
            ranks.children(rank).for_each(|run| {
                whole[run.child.index()] = true;
                runs += 1;
            });
        }
        if runs > MOST_TIMES {
            return Err(PortError::TooManySubtrees { limit: MOST_TIMES });
        }
    }
    let mut builder = ShapeBuilder::new();
    let mut processes = vec![NodeId::LEAF; ranks.distinct()];
    let mut children: Vec<Group> = Vec::new();
    for rank in ranks.nodes().skip(1).filter(|rank| whole[rank.index()]) {
        children.clear();
        children.extend(ranks.children(rank).map(|run| Group { node: processes[run.child.index()], count: run.count }));
        children.push(Group { node: NodeId::LEAF, count: 1 });
        processes[rank.index()] = builder.internal(&children);
    }
    Ok(builder.finish(processes[ranks.root().index()]))
}
