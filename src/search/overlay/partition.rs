//! The exact optimum for any cost, also one that falls with the fanout, by dynamic programming over partitions.
//!
//! ```text
//! F(1) = 0,   F(n) = min over fanouts x of c(x) + min over partitions of n - own into x parts of max F(part)
//! ```
//!
//! Here own is 1 if an internal node is a target itself, and 0 if only the leaves are.
//!
//! If c may fall, F may fall with n too, so even splits no longer suffice: with c(3) = 1 and all else 10, five leaves take 2
//! with the parts 3, 1, 1. The inner minimum is found by admitting the parts in the order of their F and keeping, for each
//! fanout, the set of sums that this number of admitted parts can make. One-child nodes never help in leaf trees, since
//! c(1) >= 0.

use crate::request::Targets;
use crate::tree::{Group, NodeId, Shape, ShapeBuilder};
use crate::watch::Watch;
use rustc_hash::FxHashMap;

/// The maximum number of targets for which the search over partitions is meant: O(n^3 / 64) time for each height, O(n^2)
/// memory. Member trees may be high.
pub const fn most(targets: Targets) -> u64 {
    match targets {
        Targets::Leaves => 4096,
        Targets::Members => 1024,
    }
}

/// A tree that attains F(`count`), over trees of at most `max_height` levels whose fanouts have a cost; `costs[x]` is c(x)
/// in ticks, `None` if a node cannot have x children. `None` if no such tree has that many targets, or the watch ends the search.
///
/// Only trees up to a time are searched, from a lower bound on, until one is found: parts that are too slow for it, and fanouts, are never
/// looked at.
pub fn best_partition(
    targets: Targets,
    costs: &[Option<u64>],
    count: usize,
    max_height: u32,
    watch: &dyn Watch,
) -> Option<Shape> {
    let own = usize::from(targets == Targets::Members);
    let bound = AtLeast::new(own, costs).time(count)?;
    let mut limit = bound;
    for round in 0u32.. {
        let Within { layers, next } = Within::new((own, costs), count, max_height, (bound, limit), watch);
        if watch.is_over() {
            return None;
        }
        if layers.last().is_some_and(|layer| layer[count].is_some()) {
            return Some(tree(own, costs, &layers, count));
        }
        // An eighth more each time, so that little more than the time of the tree is searched; where that is far, twice as much.
        let more = if round < FINE_ROUNDS { limit / 8 } else { limit };
        limit = next?.max(limit.saturating_add(more));
    }
    None
}

/// The least times of trees with at least so many targets: F for the parts that even splits have, as more targets never take less time.
struct AtLeast {
    own: usize,
    /// For each fanout the least cost of a node that is as wide, or wider.
    costs: Vec<Option<u64>>,
    known: FxHashMap<usize, Option<u64>>,
}

impl AtLeast {
    fn new(own: usize, costs: &[Option<u64>]) -> Self {
        let mut wider = costs.to_vec();
        for fanout in (1..wider.len()).rev() {
            let next = wider.get(fanout + 1).copied().flatten();
            wider[fanout] = [wider[fanout], next].into_iter().flatten().min();
        }
        Self { own, costs: wider, known: FxHashMap::default() }
    }

    /// `None` if no tree has that many targets.
    fn time(&mut self, count: usize) -> Option<u64> {
        if count <= 1 {
            return Some(0);
        }
        if let Some(&known) = self.known.get(&count) {
            return known;
        }
        let below = count - self.own;
        // A node with one child and no target of its own has no fewer targets below it.
        let fanouts = 2 - self.own..self.costs.len().min(below + 1);
        let time =
            fanouts.filter_map(|fanout| self.costs[fanout]?.checked_add(self.time(below.div_ceil(fanout))?)).min();
        self.known.insert(count, time);
        time
    }
}

/// The rounds in which the time rises by an eighth.
const FINE_ROUNDS: u32 = 24;

/// F by number of targets, for trees of limited height.
type Layer = Vec<Option<u64>>;

/// F where a tree of all targets within a time may need it.
struct Within {
    /// Entry h is F over trees of at most h levels. The list ends at the height from which F no longer changes.
    layers: Vec<Layer>,
    /// The least time that was too long; `None` if none was.
    next: Option<u64>,
}

impl Within {
    /// No tree takes less than `bound`.
    fn new(
        (own, costs): (usize, &[Option<u64>]),
        count: usize,
        max_height: u32,
        (bound, limit): (u64, u64),
        watch: &dyn Watch,
    ) -> Self {
        let mut single_leaf = vec![None; count + 1];
        single_leaf[1] = Some(0);
        let mut within = Self { layers: vec![single_leaf], next: None };
        let mut sorted: Vec<u64> = costs.iter().skip(1).flatten().copied().collect();
        sorted.sort_unstable();
        let Some(&least) = sorted.first() else { return within };
        for height in 1..=max_height as usize {
            let below = &within.layers[height - 1];
            let mut layer = below.clone();
            // A part of a tree leaves time for the node above it.
            let above = |size: usize| if size == count { 0 } else { least };
            let mut too_long = |time: u64| within.next = Some(within.next.map_or(time, |next| next.min(time)));
            let mut wide = widest(costs, limit);
            let mut sums = Sums::new(wide, count - own, false);
            for (ticks, part) in by_time(below) {
                if watch.is_over() {
                    return within;
                }
                // Nodes that are too slow above this part are not looked at.
                let left = limit.saturating_sub(ticks);
                let slower = sorted.get(sorted.partition_point(|&cost| cost <= left));
                slower.and_then(|&cost| ticks.checked_add(cost)).into_iter().for_each(&mut too_long);
                wide = widest(&costs[..=wide], left);
                let is_wanted = |fanout: usize| costs[fanout].is_some_and(|cost| cost <= left);
                sums.admit(part, wide, is_wanted, |fanout, sum| {
                    let size = sum + own;
                    let Some(time) = costs[fanout].and_then(|cost| ticks.checked_add(cost)) else { return };
                    let Some(needed) = time.checked_add(above(size)) else { return };
                    if needed > limit {
                        too_long(needed);
                    } else if layer[size].is_none_or(|best| time < best) {
                        layer[size] = Some(time);
                    }
                });
            }
            if layer == *below {
                break;
            }
            let is_found = layer[count] == Some(bound);
            within.layers.push(layer);
            if is_found {
                // No higher tree takes less.
                break;
            }
        }
        within
    }
}

/// The widest fanout whose node takes no longer than a limit.
fn widest(costs: &[Option<u64>], limit: u64) -> usize {
    costs.iter().rposition(|cost| cost.is_some_and(|cost| cost <= limit)).unwrap_or(0)
}

/// The numbers of targets that have a tree, fastest first.
fn by_time(layer: &Layer) -> Vec<(u64, usize)> {
    let mut parts: Vec<_> = layer.iter().enumerate().filter_map(|(count, time)| Some(((*time)?, count))).collect();
    parts.sort_unstable();
    parts
}

/// A tree that attains F(`count`), from the layers' top down.
fn tree(own: usize, costs: &[Option<u64>], layers: &[Layer], count: usize) -> Shape {
    let mut wanted = vec![count];
    let mut splits = Vec::new();
    for pair in layers.windows(2).rev() {
        let split = splits_of(own, costs, &pair[0], &pair[1], &wanted);
        let mut parts: Vec<usize> = split.values().flatten().copied().collect();
        parts.extend(wanted.iter().filter(|size| !split.contains_key(size)));
        parts.sort_unstable();
        parts.dedup();
        wanted = parts;
        splits.push(split);
    }
    let mut builder = ShapeBuilder::new();
    let mut nodes: FxHashMap<usize, NodeId> = FxHashMap::from_iter([(1, NodeId::LEAF)]);
    for split in splits.iter().rev() {
        let below = nodes.clone();
        for (&size, parts) in split {
            let children: Vec<Group> = parts.iter().map(|part| Group { node: below[part], count: 1 }).collect();
            nodes.insert(size, builder.internal(&children));
        }
    }
    builder.finish(nodes[&count])
}

/// The parts of each wanted number of targets that is faster in `layer` than `below` it: parts from below that attain its
/// time, larger parts first.
fn splits_of(
    own: usize,
    costs: &[Option<u64>],
    below: &Layer,
    layer: &Layer,
    wanted: &[usize],
) -> FxHashMap<usize, Vec<usize>> {
    let mut open: Vec<usize> = wanted.iter().copied().filter(|&size| layer[size] != below[size]).collect();
    let mut splits = FxHashMap::default();
    let slowest = open.iter().filter_map(|&size| layer[size]).max().unwrap_or(0);
    let mut wide = widest(costs, slowest);
    let mut sums = Sums::new(wide, layer.len() - 1 - own, true);
    for (ticks, part) in by_time(below) {
        if open.is_empty() {
            break;
        }
        let mut attained = Vec::new();
        wide = widest(&costs[..=wide], slowest.saturating_sub(ticks));
        sums.admit(
            part,
            wide,
            |_| true,
            |fanout, sum| {
                let time = costs[fanout].and_then(|cost| ticks.checked_add(cost));
                if time == layer[sum + own] && open.contains(&(sum + own)) {
                    attained.push((sum, fanout));
                }
            },
        );
        for (sum, fanout) in attained {
            splits.entry(sum + own).or_insert_with(|| sums.parts(fanout, sum));
            open.retain(|&size| size != sum + own);
        }
    }
    splits
}

/// The sums that each number of admitted parts can make; parts may be used any number of times.
struct Sums {
    largest: usize,
    words: usize,
    /// Row x, bit n: x parts can sum to n.
    rows: Vec<u64>,
    /// One part of such a sum, by row x and sum n; empty if nobody asks for parts.
    last: Vec<u16>,
}

impl Sums {
    /// The sums up to `largest` of up to `most` parts, with no part admitted yet; with the parts of each if `has_parts`.
    fn new(most: usize, largest: usize, has_parts: bool) -> Self {
        let words = largest / 64 + 1;
        let mut rows = vec![0; (most + 1) * words];
        rows[0] = 1;
        let last = if has_parts { vec![0; (most + 1) * (largest + 1)] } else { Vec::new() };
        Self { largest, words, rows, last }
    }

    /// Admits a part, and calls `found(x, n)` for every sum n that x parts, at most `most` and wanted, make now and could not make before. No
    /// later part may have a greater `most`.
    fn admit(
        &mut self,
        part: usize,
        most: usize,
        is_wanted: impl Fn(usize) -> bool,
        mut found: impl FnMut(usize, usize),
    ) {
        let (words_over, bits_over) = (part / 64, part % 64);
        let as_last = u16::try_from(part).expect("few targets");
        for count in 1..(self.rows.len() / self.words).min(most + 1) {
            let (fewer, row) = self.rows[(count - 1) * self.words..(count + 1) * self.words].split_at_mut(self.words);
            let is_wanted = is_wanted(count);
            // The other parts are at least one each.
            for word in (count - 1 + part) / 64..self.words {
                let low = fewer[word - words_over] << bits_over;
                let high = if bits_over > 0 && word > words_over {
                    fewer[word - words_over - 1] >> (64 - bits_over)
                } else {
                    0
                };
                let mut new = (low | high) & !row[word];
                row[word] |= new;
                while is_wanted && new != 0 {
                    let sum = word * 64 + new.trailing_zeros() as usize;
                    new &= new - 1;
                    if sum <= self.largest {
                        if let Some(last) = self.last.get_mut(count * (self.largest + 1) + sum) {
                            *last = as_last;
                        }
                        found(count, sum);
                    }
                }
            }
        }
    }

    /// `count` admitted parts that make `sum`, largest first.
    fn parts(&self, count: usize, mut sum: usize) -> Vec<usize> {
        let mut parts = Vec::with_capacity(count);
        for count in (1..=count).rev() {
            let part = usize::from(self.last[count * (self.largest + 1) + sum]);
            parts.push(part);
            sum -= part;
        }
        parts.sort_unstable_by(|a, b| b.cmp(a));
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::partitions::partitions;
    use proptest::prelude::*;

    /// F by trying every partition, one-child nodes included.
    fn brute_force(costs: &[Option<u64>], leaves: usize, height: u32) -> Option<u64> {
        if leaves == 1 {
            return Some(0);
        }
        let height = height.checked_sub(1)?;
        let mut best: Option<u64> = None;
        partitions(leaves, leaves - 1, &mut Vec::new(), &mut |parts| {
            let Some(cost) = costs.get(parts.len()).copied().flatten() else { return };
            let slowest: Option<Vec<u64>> = parts.iter().map(|&part| brute_force(costs, part, height)).collect();
            if let Some(time) = slowest.and_then(|times| times.into_iter().max()).map(|time| time + cost) {
                best = Some(best.map_or(time, |best| best.min(time)));
            }
        });
        best
    }

    fn time_of(shape: &Shape, costs: &[Option<u64>]) -> u64 {
        let mut times = vec![0; shape.distinct()];
        for node in shape.nodes().skip(1) {
            let slowest = shape.children(node).iter().map(|group| times[group.node.index()]).max();
            let fanout = usize::try_from(shape.fanout(node)).expect("small");
            times[node.index()] = slowest.expect("children") + costs[fanout].expect("a fanout with a cost");
        }
        times[shape.root().index()]
    }

    fn best(costs: &[Option<u64>], leaves: usize, height: u32) -> Option<u64> {
        best_partition(Targets::Leaves, costs, leaves, height, &()).map(|shape| time_of(&shape, costs))
    }

    #[test]
    fn uneven_splits_win_where_a_wider_node_is_cheaper() {
        let mut costs = vec![Some(10); 6];
        costs[3] = Some(1);
        let shape = best_partition(Targets::Leaves, &costs, 5, u32::MAX, &()).expect("a tree");
        assert_eq!((shape.leaves(), shape.internal_nodes(), shape.height()), (5, 2, 2));
        assert_eq!(time_of(&shape, &costs), 2);
        assert_eq!(best(&costs, 5, 1), Some(10));
        assert_eq!(best(&costs[..4], 2, u32::MAX), Some(10));
    }

    #[test]
    fn fanouts_without_a_cost_are_not_used() {
        let costs = [None, None, None, Some(4)];
        assert_eq!(best(&costs, 2, u32::MAX), None);
        assert_eq!(best(&costs, 7, u32::MAX), Some(8));
        assert_eq!(best(&costs, 7, 1), None);
    }

    proptest! {
        #[test]
        fn equals_all_partitions(
            costs in prop::collection::vec(prop::option::weighted(0.8, 0u64..40), 12),
            leaves in 2usize..11,
            height in 1u32..5,
        ) {
            let costs: Vec<Option<u64>> = [None, None].into_iter().chain(costs).collect();
            let expected = brute_force(&costs, leaves, height);
            let shape = best_partition(Targets::Leaves, &costs, leaves, height, &());
            prop_assert_eq!(shape.as_ref().map(|shape| time_of(shape, &costs)), expected);
            if let Some(shape) = shape {
                prop_assert_eq!(shape.leaves(), leaves as u64);
                prop_assert!(shape.height() <= height);
            }
        }
    }
}
