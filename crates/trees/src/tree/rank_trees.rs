//! Rank trees in common use, in compressed form.
//!
//! Every tree has exactly the number of ranks asked for, including the root, and its children are in the order of the sends.

use super::rank_shape::{RankId, RankShape, RankShapeBuilder};
use rustc_hash::FxHashMap;

/// Linear (flat): the root sends to every other rank.
#[must_use]
pub fn linear(ranks: u64) -> RankShape {
    let mut builder = RankShapeBuilder::new();
    let root = builder.prepend(RankId::LEAF, ranks.saturating_sub(1), RankId::LEAF);
    builder.finish(root)
}

/// Chain: every rank but the last has one child.
///
/// **Complexity** O(ranks): a chain has no equal subtrees.
#[must_use]
pub fn chain(ranks: u64) -> RankShape {
    let mut builder = RankShapeBuilder::new();
    let root = (1..ranks).fold(RankId::LEAF, |child, _| builder.prepend(child, 1, RankId::LEAF));
    builder.finish(root)
}

/// k-ary in heap order: levels are filled from the left, so rank r has the children k r + 1 to k r + k.
///
/// A subtree is again such a tree, so a tree is determined by its number of ranks. Three sizes occur on each level.
///
/// *Requires* `k >= 2` (a smaller k counts as 2).
#[must_use]
pub fn k_ary_heap(ranks: u64, k: u64) -> RankShape {
    let mut builder = RankShapeBuilder::new();
    let mut known = FxHashMap::default();
    let root = heap_of(ranks, k.max(2), &mut builder, &mut known);
    builder.finish(root)
}

fn heap_of(ranks: u64, k: u64, builder: &mut RankShapeBuilder, known: &mut FxHashMap<u64, RankId>) -> RankId {
    if ranks <= 1 {
        return RankId::LEAF;
    }
    if let Some(&rank) = known.get(&ranks) {
        return rank;
    }
    // Each child has the levels above the last filled (`inner` ranks) and at most `most` ranks on the last level.
    let (mut inner, mut most) = (0u64, 1u64);
    while inner.saturating_add(most).saturating_mul(k).saturating_add(1) < ranks {
        inner += most;
        most = most.saturating_mul(k);
    }
    let on_last = ranks - 1 - k.saturating_mul(inner);
    let (full, part) = (on_last / most, on_last % most);
    let without = k - full - u64::from(part > 0);
    let above = heap_of(inner, k, builder, known);
    let without = if inner == 0 { 0 } else { without };
    let mut children = builder.prepend(above, without, RankId::LEAF);
    if part > 0 {
        let partial = heap_of(inner + part, k, builder, known);
        children = builder.prepend(partial, 1, children);
    }
    let filled = heap_of(inner + most, k, builder, known);
    let rank = builder.prepend(filled, full, children);
    known.insert(ranks, rank);
    rank
}

/// k-ary, split evenly: the subtrees of a rank differ by at most one rank, the larger ones first.
///
/// In depth-first order every subtree is an interval of ranks. If P = 1 + k + … + k^h, this is the full k-ary tree, as
/// is [`k_ary_heap`]; otherwise its height is at most the same, but the deepest subtrees need not come first.
///
/// *Requires* `k >= 2` (a smaller k counts as 2).
#[must_use]
pub fn k_ary(ranks: u64, k: u64) -> RankShape {
    let mut builder = RankShapeBuilder::new();
    let mut known = FxHashMap::default();
    let root = evenly(ranks, k.max(2), &mut builder, &mut known);
    builder.finish(root)
}

fn evenly(ranks: u64, k: u64, builder: &mut RankShapeBuilder, known: &mut FxHashMap<u64, RankId>) -> RankId {
    if ranks <= 1 {
        return RankId::LEAF;
    }
    if let Some(&rank) = known.get(&ranks) {
        return rank;
    }
    let children = k.min(ranks - 1);
    let (size, larger) = ((ranks - 1) / children, (ranks - 1) % children);
    let smaller = evenly(size, k, builder, known);
    let rest = builder.prepend(smaller, children - larger, RankId::LEAF);
    let larger_child = if larger > 0 { evenly(size + 1, k, builder, known) } else { RankId::LEAF };
    let rank = builder.prepend(larger_child, larger, rest);
    known.insert(ranks, rank);
    rank
}

/// k-nomial: rank r, a multiple of k^i, has the children r + j k^l for l < i, largest subtrees first, as far as there are
/// ranks. This is the binomial tree for k = 2. Every subtree is an interval of ranks.
///
/// *Requires* `k >= 2` (a smaller k counts as 2).
#[must_use]
pub fn k_nomial(ranks: u64, k: u64) -> RankShape {
    let k = k.max(2);
    let mut builder = RankShapeBuilder::new();
    // The full trees of k^l ranks.
    let mut full = vec![RankId::LEAF];
    let mut powers = vec![1u64];
    while let Some(next) = powers.last().and_then(|power| power.checked_mul(k)).filter(|&next| next < ranks) {
        let smaller = full[full.len() - 1];
        full.push(builder.prepend(smaller, k - 1, smaller));
        powers.push(next);
    }
    let mut root = RankId::LEAF;
    // The one part-filled child of the tree of `left` ranks is the tree of `left` mod k^l ranks; so start from the smallest
    // remainder.
    for (&power, &subtree) in powers.iter().zip(&full) {
        let left = if power.checked_mul(k).is_some_and(|next| next < ranks) { ranks % (power * k) } else { ranks };
        let (whole, part) = (left / power, left % power);
        root = match whole {
            0 => root,
            _ if part == 0 => builder.prepend(subtree, whole - 1, subtree),
            _ => {
                let partial = builder.prepend(root, 1, subtree);
                builder.prepend(subtree, whole - 1, partial)
            }
        };
    }
    builder.finish(root)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{PipelineTimes, Segments};
    use logpine_models::model::Port;
    use logpine_text::units::Time;

    fn rounds(shape: &RankShape, segments: u64) -> u64 {
        let tick = Time::from_ticks(1);
        let port = Port { send_gap: tick, recv_gap: tick, delivery: tick, ..Port::default() };
        let segments = Segments { count: segments, full: port, last: port };
        PipelineTimes::new().time(shape, &segments).expect("few rounds").ticks()
    }

    #[test]
    fn every_tree_has_its_ranks() {
        let large = [4096, 99_991, 1 << 32, 10u64.pow(18), (1 << 63) - 1, 1 << 63];
        for ranks in (1..300).chain(large) {
            assert_eq!(linear(ranks).ranks(), ranks);
            for k in [2, 3, 4, 5, 7, 16, 100, 1 << 20] {
                for (name, shape) in
                    [("heap", k_ary_heap(ranks, k)), ("even", k_ary(ranks, k)), ("nomial", k_nomial(ranks, k))]
                {
                    assert_eq!(shape.ranks(), ranks, "{name} {k} {ranks}");
                    assert!(shape.distinct() < 300, "{name} {k} {ranks}: {}", shape.distinct());
                    assert!(name == "nomial" || shape.max_fanout() <= k);
                }
            }
        }
        assert_eq!(chain(1).ranks(), 1);
        assert_eq!((chain(9).ranks(), chain(9).height(), chain(9).max_fanout()), (9, 8, 1));
    }

    /// Rank r of a heap has the children k r + 1 to k r + k; the rounds are the largest sum of child positions.
    #[test]
    fn heap_order_by_its_definition() {
        for (ranks, k) in (2..130usize).flat_map(|ranks| (2..6usize).map(move |k| (ranks, k))) {
            let mut latest = vec![0; ranks];
            for rank in 1..ranks {
                let parent = (rank - 1) / k;
                latest[rank] = latest[parent] + (rank - parent * k) as u64;
            }
            let found = rounds(&k_ary_heap(ranks as u64, k as u64), 1);
            assert_eq!(found, latest.into_iter().max().unwrap_or(0), "{ranks} {k}");
        }
        assert_eq!([2, 3, 4, 5].map(|k| rounds(&k_ary_heap(100, k), 1)), [11, 11, 12, 12]);
    }

    /// Rank r sends to r + j k^i for every power k^i below the lowest digit of r, largest first.
    #[test]
    fn k_nomial_by_its_definition() {
        for (ranks, k) in (2..130usize).flat_map(|ranks| (2..6usize).map(move |k| (ranks, k))) {
            let mut known = vec![None; ranks];
            known[0] = Some(0u64);
            for rank in 0..ranks {
                let mut now = known[rank].expect("smaller ranks come first");
                let mut power = 1;
                while power < ranks && rank.is_multiple_of(power * k) {
                    power *= k;
                }
                while power > 1 {
                    power /= k;
                    for child in (1..k).map(|j| rank + j * power).filter(|&child| child < ranks) {
                        now += 1;
                        known[child] = Some(now);
                    }
                }
            }
            let latest = known.into_iter().map(|time| time.expect("all ranks are reached")).max();
            assert_eq!(Some(rounds(&k_nomial(ranks as u64, k as u64), 1)), latest, "{ranks} {k}");
        }
        assert_eq!([2, 3, 4, 5, 8, 16].map(|k| rounds(&k_nomial(100, k), 1)), [7, 9, 10, 11, 15, 21]);
    }
}
