//! The exact optimum for any cost, also one that falls with the fanout, by dynamic programming over partitions.
//!
//! ```text
//! F(1) = 0,   F(n) = min over fanouts x of c(x) + min over partitions of n - own into x parts of max F(part)
//! ```
//!
//! Here own is 1 if an internal node is a target itself, and 0 if only the leaves are.
//!
//! If c may fall, F may fall with n too, so even splits no longer suffice: with c(3) = 1 and all else 10, five leaves take 2
//! with the parts 3, 1, 1. The inner minimum is found by admitting the parts in the order of their F. The part 1 comes first,
//! so x parts can sum to x + m if m is the sum of part - 1 over at most x admitted parts. The fewest parts for each m are kept.
//! One-child nodes never help in leaf trees, since c(1) >= 0.

use super::effort::Effort;
use super::lists::best_list;
use super::node_cost::{NodeCost, lower_envelope};
use crate::tree::{Group, NodeId, Shape, ShapeBuilder};
use logpine_models::job::Targets;
use logpine_text::watch::Watch;
use rustc_hash::FxHashMap;
use std::ops::RangeInclusive;

/// The maximum number of targets for which the search over partitions is meant: O(n^2) time for each height. Member trees may
/// be high.
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
    let bound = lower_bound(targets, costs, count)?;
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

/// A lower bound in ticks on trees with `count` targets: the best time where a node costs no more than any wider one. `None` if
/// no tree has that many targets.
fn lower_bound(targets: Targets, costs: &[Option<u64>], count: usize) -> Option<u64> {
    let envelope = lower_envelope(costs, None);
    let ticks = |fanout: u64| envelope.get(usize::try_from(fanout).ok()?).copied().flatten();
    let cost = NodeCost::new(&ticks, costs.len() as u64);
    best_list(cost, targets, count as u64, u32::MAX, &mut Effort::for_one_tree()).ok().map(|list| list.bound)
}

/// The rounds in which the time rises by an eighth.
const FINE_ROUNDS: u32 = 24;

/// F by number of targets, for trees of limited height.
type Layer = Vec<Option<u64>>;

/// F where a tree of all targets within a time may need it.
struct Within {
    /// Entry h is F over trees of at most h levels. The list ends at the height from which F no longer changes.
    layers: Vec<Layer>,
    /// A longer time in which there may be more trees; `None` if there are no more.
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
            let mut sums = Sums::new(count - own, widest(costs, limit));
            // The fanouts of the root, and those of parts, which leave time for a node above them.
            let mut of_root: Vec<usize> = (1..costs.len().min(sums.fewest.len())).collect();
            let mut of_parts = of_root.clone();
            for (ticks, part) in by_time(below) {
                if watch.is_over() {
                    return within;
                }
                // Nodes that are too slow above this part are not looked at.
                let left = limit.saturating_sub(ticks);
                let slower = sorted.get(sorted.partition_point(|&cost| cost <= left.saturating_sub(least)));
                let time = slower.and_then(|&cost| ticks.checked_add(cost)).map(|time| time.saturating_add(least));
                within.next = within.next.into_iter().chain(time.filter(|&time| time > limit)).min();
                of_root.retain(|&fanout| costs[fanout].is_some_and(|cost| cost <= left));
                of_parts.retain(|&fanout| costs[fanout].is_some_and(|cost| cost <= left.saturating_sub(least)));
                let Some(&widest) = of_root.last() else { break };
                let mut found = |fanout: usize, size: usize| {
                    let Some(time) = costs[fanout].and_then(|cost| ticks.checked_add(cost)) else { return };
                    if layer[size].is_none_or(|best| time < best) {
                        layer[size] = Some(time);
                    }
                };
                sums.admit(part, widest, |excess, fanouts| {
                    let first = of_parts.partition_point(|fanout| fanout < fanouts.start());
                    let those = of_parts[first..].iter().take_while(|fanout| fanouts.contains(fanout));
                    those.for_each(|fanout| found(*fanout, fanout + excess + own));
                });
                let roots = of_root.iter().filter(|&&fanout| sums.can_make(fanout, count - own));
                roots.for_each(|&fanout| found(fanout, count));
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
    let mut sums = Sums::new(layer.len() - 1 - own, wide);
    // What made each excess so far: the least number of parts, and the part that came last.
    let mut steps = vec![Vec::new(); sums.fewest.len()];
    for (ticks, part) in by_time(below) {
        if open.is_empty() {
            break;
        }
        wide = widest(&costs[..=wide], slowest.saturating_sub(ticks));
        sums.admit(part, wide, |excess, fanouts| steps[excess].push((*fanouts.start(), part)));
        open.retain(|&size| {
            let attains = |&fanout: &usize| {
                let time = costs[fanout].and_then(|cost| ticks.checked_add(cost));
                time == layer[size] && sums.can_make(fanout, size - own)
            };
            let fanout = (1..=wide.min(size - own)).find(attains);
            splits.extend(fanout.map(|fanout| (size, parts_of(&steps, fanout, size - own))));
            fanout.is_none()
        });
    }
    splits
}

/// The `count` parts that were the first to make `sum`, largest first.
fn parts_of(steps: &[Vec<(usize, usize)>], count: usize, sum: usize) -> Vec<usize> {
    let mut excess = sum - count;
    let last = |left: usize| {
        let (_, part) = steps[excess].iter().find(|&&(fewest, _)| fewest <= left).expect("so many parts make this sum");
        excess -= part - 1;
        *part
    };
    let mut parts: Vec<usize> = (1..=count).rev().map(last).collect();
    parts.sort_unstable_by(|a, b| b.cmp(a));
    parts
}

/// The sums that each number of admitted parts can make; parts may be used any number of times. The part 1, which takes no time, is the first.
struct Sums {
    /// Entry m is the least number of parts whose sum exceeds it by m. As many parts or more, by parts of 1, make sums that exceed their number
    /// by m. Greater than m if none does.
    fewest: Vec<usize>,
    /// Entry x, bit m: at most x parts make such a sum. Empty if there may be many parts.
    within: Vec<Vec<u64>>,
}

/// The most parts for which it is quicker to look at the sums of each number of them, 64 at a time.
const FEW_PARTS: usize = 16;

impl Sums {
    /// The sums up to `largest` of up to `most` parts, with no part admitted yet.
    fn new(largest: usize, most: usize) -> Self {
        let rows = if most <= FEW_PARTS { most + 1 } else { 0 };
        Self { fewest: vec![largest + 1; largest + 1], within: vec![vec![0; largest / 64 + 1]; rows] }
    }

    /// True if `count` parts make the sum.
    fn can_make(&self, count: usize, sum: usize) -> bool {
        self.fewest[sum - count] <= count
    }

    /// Admits a part, and calls `found(m, counts)` for the numbers of parts, at most `most`, that make a sum which exceeds them by m now and made
    /// none before. No later part may have a greater `most`.
    fn admit(&mut self, part: usize, most: usize, mut found: impl FnMut(usize, RangeInclusive<usize>)) {
        let largest = self.fewest.len() - 1;
        if part == 1 {
            self.fewest[0] = 0;
            self.within.iter_mut().for_each(|excesses| excesses[0] |= 1);
            found(0, 1..=most.min(largest));
            return;
        }
        if !self.within.is_empty() {
            self.admit_few(part - 1, most, found);
            return;
        }
        for excess in part - 1..=largest {
            let fewest = self.fewest[excess + 1 - part] + 1;
            let before = self.fewest[excess];
            if fewest < before && fewest <= most {
                self.fewest[excess] = fewest;
                found(excess, fewest..=most.min(before - 1).min(largest - excess));
            }
        }
    }

    /// The same for a part that exceeds 1 by `more`, if there are few parts.
    fn admit_few(&mut self, more: usize, most: usize, mut found: impl FnMut(usize, RangeInclusive<usize>)) {
        let (largest, words_over, bits_over) = (self.fewest.len() - 1, more / 64, more % 64);
        for count in 1..=most.min(self.within.len() - 1) {
            for word in words_over..=largest / 64 {
                let fewer = &self.within[count - 1];
                let carried = match word.checked_sub(words_over + 1) {
                    Some(below) if bits_over > 0 => fewer[below] >> (64 - bits_over),
                    _ => 0,
                };
                let mut new = (fewer[word - words_over] << bits_over | carried) & !self.within[count][word];
                while new != 0 {
                    let excess = word * 64 + new.trailing_zeros() as usize;
                    new &= new - 1;
                    if excess > largest {
                        break;
                    }
                    let before = std::mem::replace(&mut self.fewest[excess], count);
                    self.within[count..].iter_mut().for_each(|excesses| excesses[word] |= 1 << (excess % 64));
                    found(excess, count..=most.min(before - 1).min(largest - excess));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::partitions::partitions;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

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

    /// The numbers of parts up to `most`, and the sums up to `largest` that they can make.
    fn possible(parts: &[usize], most: usize, largest: usize) -> BTreeSet<(usize, usize)> {
        let mut all = BTreeSet::new();
        let mut sums = BTreeSet::from([0]);
        for count in 1..=most {
            sums = sums.iter().flat_map(|sum| parts.iter().map(move |part| sum + part)).collect();
            all.extend(sums.iter().filter(|&&sum| sum <= largest).map(|&sum| (count, sum)));
        }
        all
    }

    proptest! {
        #[test]
        fn each_sum_is_found_once_as_soon_as_the_admitted_parts_make_it(
            further in prop::collection::vec(2usize..12, 0..6),
            most in 1usize..9,
            largest in prop_oneof![1usize..24, 100usize..140],
            is_few in any::<bool>(),
        ) {
            let mut sums = Sums::new(largest, if is_few { most } else { usize::MAX });
            let mut steps = vec![Vec::new(); largest + 1];
            let (mut admitted, mut found) = (Vec::new(), BTreeSet::new());
            for part in std::iter::once(1).chain(further) {
                admitted.push(part);
                sums.admit(part, most, |excess, counts| {
                    steps[excess].push((*counts.start(), part));
                    assert!(counts.into_iter().all(|count| found.insert((count, count + excess))), "a sum is found once");
                });
                prop_assert_eq!(&found, &possible(&admitted, most, largest));
                for &(count, sum) in &found {
                    let parts = parts_of(&steps, count, sum);
                    prop_assert_eq!((parts.len(), parts.iter().sum::<usize>()), (count, sum));
                    prop_assert!(parts.is_sorted_by(|a, b| a >= b) && parts.iter().all(|part| admitted.contains(part)));
                }
            }
        }

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
