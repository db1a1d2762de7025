//! Messages along trees that are no plain broadcast or reduction.

use super::message::{Division, Message, Rounds};
use crate::library::send_tree::SendTree;
use crate::library::trees::Tree;
use std::ops::Range;

/// The ends of segments; the short one is the first or the last.
fn segments(bytes: Range<u64>, segment: Option<u64>, is_short_first: bool) -> Vec<u64> {
    let length = bytes.end - bytes.start;
    let segment = segment.filter(|&segment| segment > 0 && segment < length).unwrap_or(length).max(1);
    let count = length.div_ceil(segment).max(1);
    let short = length - (count - 1) * segment;
    let end = |index: u64| if is_short_first { short + index * segment } else { ((index + 1) * segment).min(length) };
    (0..count).map(|index| bytes.start + end(index)).collect()
}

/// The number of messages of [`up_and_down`].
pub(super) fn messages_up_and_down(ranks: u64, bytes: u64, segment: Option<u64>) -> u64 {
    let segments = segment.filter(|&segment| segment > 0).map_or(1, |segment| bytes.div_ceil(segment));
    ranks.saturating_mul(2).saturating_mul(segments)
}

/// An allreduce along a tree: a segment is reduced, then broadcast, before a rank turns to the next. The short one comes first.
pub(super) fn up_and_down(tree: &SendTree, bytes: u64, segment: Option<u64>) -> Rounds {
    let ends = segments(0..bytes, segment, true);
    let count = u32::try_from(ends.len()).unwrap_or(u32::MAX);
    let mut rounds = Rounds::new(Division::Listed(ends));
    let edges: Vec<(u32, u32)> = tree.edges().collect();
    let of_parents: Vec<&[(u32, u32)]> = edges.chunk_by(|a, b| a.0 == b.0).collect();
    for block in 0..count {
        // Deep ranks first; the children of each in their order.
        for &(parent, child) in of_parents.iter().rev().copied().flatten() {
            rounds.round([Message::new(child, parent, block..block + 1).combined()]);
        }
        for &(parent, child) in &edges {
            rounds.round([Message::new(parent, child, block..block + 1)]);
        }
    }
    rounds
}

/// Open MPI's broadcast in two halves: one goes down the subtree of the odd ranks, the other that of the even ones, each in
/// segments, and then rank pairs exchange their halves. `None` if a half has fewer bytes than a segment, or none.
pub(super) fn split_binary(ranks: u32, bytes: u64, segment: Option<u64>) -> Option<Rounds> {
    let left = bytes.div_ceil(2);
    if left == bytes || segment.is_some_and(|segment| segment > bytes - left) {
        return None;
    }
    let halves = [0..left, left..bytes].map(|half| segments(half, segment, false));
    let counts = [&halves[0], &halves[1]].map(|half| u32::try_from(half.len()).unwrap_or(u32::MAX));
    let block = |half: usize, index: u32| if half == 0 { index } else { counts[0] + index };
    let all = |half: usize| block(half, 0)..block(half, 0) + counts[half];
    let mut rounds = Rounds::new(Division::Listed(halves.concat()));
    let tree = Tree::Levels.built(ranks, 2)?;
    // Odd ranks get the left half, and so do all below them.
    let half_of = |rank: u32| usize::from(rank.is_multiple_of(2));
    for index in 0..counts[0] {
        for (parent, child) in tree.edges().filter(|&(_, child)| index < counts[half_of(child)]) {
            let block = block(half_of(child), index);
            rounds.round([Message::new(parent, child, block..block + 1)]);
        }
    }
    let last = if ranks.is_multiple_of(2) { ranks - 1 } else { ranks };
    let pairs = (1..last).step_by(2).flat_map(|odd| [(odd, odd + 1), (odd + 1, odd)]);
    let root = (last < ranks).then(|| Message::new(0, last, all(1)));
    rounds.round(pairs.map(|(from, to)| Message::new(from, to, all(half_of(from)))).chain(root));
    Some(rounds)
}
