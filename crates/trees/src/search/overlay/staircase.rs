//! The staircase of optima: the best time for every number of leaves up to a limit, computed at once.
//!
//! A step is a number of leaves at which the optimum of [`best_list`] rises: the most leaves that
//! its time can serve. The steps are the Pareto front of (product, sum of costs) over all fanout lists.

use super::effort::Effort;
use super::lists::best_list;
use super::node_cost::NodeCost;
use logpine_models::job::Targets;
use logpine_text::units::Time;
use std::cmp::Reverse;

/// Up to `leaves` leaves (and more than the step before serves), the best tree takes `time`, C included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The most leaves that can be served in this time (capped at the staircase's limit).
    pub leaves: u64,
    /// The optimum over all trees.
    pub time: Time,
}

/// f(n) for every n up to a limit; see [`Staircase::time`].
#[derive(Clone, Debug)]
pub struct Staircase {
    steps: Vec<Step>,
}

impl Staircase {
    /// The steps up to `limit` leaves. `startup` is C, the time of a single leaf.
    ///
    /// **Complexity** O(useful fanouts x steps); a fanout x is useful while c(x) < f(x).
    #[must_use]
    pub fn new(cost: NodeCost, startup: Time, limit: u64) -> Self {
        let mut front = Front { entries: vec![Entry { leaves: 1, ticks: 0 }], ..Front::default() };
        let cost = cost.up_to(limit);
        // The fanout that reaches most for its cost comes first: with its lists in place, few useless lists are kept.
        if let Some(first) = most_for_its_cost(cost) {
            front.add(first, limit);
        }
        let mut fanout = 2;
        while let Some(ticks) = cost.ticks(fanout) {
            if front.best_for(limit).is_some_and(|best| best <= ticks) {
                break;
            }
            // Among fanouts of equal cost, only the widest is useful.
            let widest = if cost.ticks(fanout + 1) == Some(ticks) { cost.widest_within(ticks) } else { None };
            let widest = widest.unwrap_or(fanout);
            if front.best_for(widest).is_none_or(|best| ticks < best) {
                front.add(Entry { leaves: widest, ticks }, limit);
            }
            let Some(next) = widest.checked_add(1) else { break };
            fanout = next;
        }
        Self::of_front(&front.entries, startup)
    }

    /// The same for a convex cost. Two fanouts a + 1 < b then cost no less than a + 1 and b - 1, whose product is larger, so
    /// only lists of k and k + 1 are useful.
    ///
    /// **Complexity** O(steps log steps).
    #[must_use]
    pub fn of_convex(cost: NodeCost, startup: Time, limit: u64) -> Self {
        let mut lists = vec![Entry { leaves: 1, ticks: 0 }];
        let cost = cost.up_to(limit);
        // A convex cost that does not rise at first is constant there, and only the widest of these fanouts is useful.
        let first = cost.ticks(2).and_then(|ticks| cost.widest_within(ticks));
        let best = best_list(cost, Targets::Leaves, limit, u32::MAX, &mut Effort::for_one_tree());
        let most = best.map_or(u64::MAX, |best| best.ticks);
        for height in 1..=64 {
            let known = lists.len();
            let fanouts = first.into_iter().flat_map(|first| first..=cost.widest());
            for fanout in fanouts {
                if !push_lists(&mut lists, cost, fanout, height, limit, most) {
                    break;
                }
            }
            if lists.len() == known {
                break;
            }
        }
        lists.sort_by_key(|entry| (entry.ticks, Reverse(entry.leaves)));
        let mut widest = 0;
        lists.retain(|entry| {
            let reaches_more = entry.leaves > widest;
            widest = widest.max(entry.leaves);
            reaches_more
        });
        Self::of_front(&lists, startup)
    }

    fn of_front(front: &[Entry], startup: Time) -> Self {
        let time = |entry: &Entry| startup.checked_add(Time::from_ticks(entry.ticks));
        let step = |entry: &Entry| Some(Step { leaves: entry.leaves, time: time(entry)? });
        Self { steps: front.iter().map_while(step).collect() }
    }

    /// The steps, by leaves and so by time; the last serves the limit if any tree does.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The optimum for this many leaves; `None` for 0 leaves and above the last step.
    #[must_use]
    pub fn time(&self, leaves: u64) -> Option<Time> {
        let index = self.steps.partition_point(|step| step.leaves < leaves);
        self.steps.get(index).filter(|_| leaves > 0).map(|step| step.time)
    }
}

/// The product (capped at the limit) and the cost of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    leaves: u64,
    ticks: u64,
}

/// Adds the lists of `height` fanouts `fanout` and `fanout + 1` (at least one of the former) that cost at most `most`; false
/// once wider fanouts are useless.
fn push_lists(lists: &mut Vec<Entry>, cost: NodeCost, fanout: u64, height: u32, limit: u64, most: u64) -> bool {
    let Some(narrow) = cost.ticks(fanout) else { return false };
    let wide = cost.ticks(fanout + 1);
    for wider in 0..height {
        let ticks = match (narrow.checked_mul(u64::from(height - wider)), wide, wider) {
            (narrow, _, 0) => narrow,
            (Some(narrow), Some(wide), _) => {
                wide.checked_mul(u64::from(wider)).and_then(|wide| narrow.checked_add(wide))
            }
            _ => None,
        };
        let Some(ticks) = ticks.filter(|&ticks| ticks <= most) else { return wider > 0 };
        let product = u128::from(fanout).saturating_pow(height - wider);
        let product = product.saturating_mul(u128::from(fanout + 1).saturating_pow(wider));
        let leaves = u64::try_from(product).unwrap_or(u64::MAX).min(limit);
        lists.push(Entry { leaves, ticks });
        if leaves == limit {
            return false;
        }
    }
    true
}

/// A fanout with c(x)/ln x at a local minimum.
fn most_for_its_cost(cost: NodeCost) -> Option<Entry> {
    let ratio = |fanout: u64| cost.ticks(fanout).map(|ticks| ticks as f64 / libm::log(fanout as f64));
    let best = (2..4096)
        .find(|&fanout| ratio(fanout + 1).is_none_or(|next| ratio(fanout).is_some_and(|this| this <= next)))?;
    Some(Entry { leaves: best, ticks: cost.ticks(best)? })
}

/// Lists that no other list matches in both product and cost, by rising product and rising cost.
#[derive(Debug, Default)]
struct Front {
    entries: Vec<Entry>,
    /// Buffers, kept from fanout to fanout.
    gained: Vec<Entry>,
    tail: Vec<Entry>,
}

impl Front {
    /// The least cost that serves `leaves`.
    fn best_for(&self, leaves: u64) -> Option<u64> {
        self.entries.get(self.entries.partition_point(|entry| entry.leaves < leaves)).map(|entry| entry.ticks)
    }

    /// Adds a fanout, which may be used any number of times.
    fn add(&mut self, fanout: Entry, limit: u64) {
        self.gain(fanout, limit);
        if let Some(first) = self.gained.first() {
            let start = self.entries.partition_point(|entry| entry.ticks < first.ticks);
            self.tail.clear();
            self.tail.extend_from_slice(&self.entries[start..]);
            self.entries.truncate(start);
            self.merge();
        }
    }

    /// Collects the lists with the fanout that the front lacks, by rising cost: the fanout times each list of the front and
    /// times each list collected this way.
    fn gain(&mut self, fanout: Entry, limit: u64) {
        self.gained.clear();
        let (mut from_front, mut from_gained, mut rival) = (0, 0, 0);
        let mut widest = 0;
        while widest < limit {
            let next_gained = self.gained.get(from_gained).map_or(u64::MAX, |entry| entry.ticks);
            let source = match self.entries.get(from_front) {
                Some(&entry) if entry.ticks <= next_gained => {
                    from_front += 1;
                    entry
                }
                _ => match self.gained.get(from_gained) {
                    Some(&entry) => {
                        from_gained += 1;
                        entry
                    }
                    None => break,
                },
            };
            let Some(ticks) = source.ticks.checked_add(fanout.ticks) else { break };
            let leaves = source.leaves.saturating_mul(fanout.leaves).min(limit);
            rival = advance(&self.entries, rival, ticks);
            widest = widest.max(self.entries[rival].leaves);
            if leaves > widest {
                widest = leaves;
                self.gained.push(Entry { leaves, ticks });
            }
        }
    }

    /// Appends `tail` and `gained`, both by rising cost, each without the entries that the other makes useless.
    fn merge(&mut self) {
        let mut rest = self.tail.as_slice();
        for (index, &entry) in self.gained.iter().enumerate() {
            if self.gained.get(index + 1).is_some_and(|next| next.ticks == entry.ticks) {
                continue;
            }
            let cheaper = rest.iter().position(|old| old.ticks >= entry.ticks).unwrap_or(rest.len());
            self.entries.extend_from_slice(&rest[..cheaper]);
            self.entries.push(entry);
            let useless = rest[cheaper..].iter().take_while(|old| old.leaves <= entry.leaves).count();
            rest = &rest[cheaper + useless..];
        }
        self.entries.extend_from_slice(rest);
    }
}

/// The last entry that costs at most `ticks`, searched from `start` on: nearly always a few entries further.
fn advance(entries: &[Entry], start: usize, ticks: u64) -> usize {
    const NEAR: usize = 16;
    let near = entries[start + 1..].iter().take(NEAR).take_while(|entry| entry.ticks <= ticks).count();
    if near < NEAR {
        return start + near;
    }
    let (start, mut step) = (start + NEAR, NEAR);
    while entries.get(start + step).is_some_and(|entry| entry.ticks <= ticks) {
        step *= 2;
    }
    let end = (start + step).min(entries.len());
    start + entries[start + 1..end].partition_point(|entry| entry.ticks <= ticks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_convex_cost_needs_only_balanced_lists(
            mut rises in prop::collection::vec(prop_oneof![2 => Just(0u64), 3 => 0u64..5, 1 => 0u64..100], 300),
            base in prop_oneof![Just(0u64), 1u64..30, 100u64..3000],
            limit in 1u64..3000,
        ) {
            rises.sort_unstable();
            let costs: Vec<u64> = rises.iter().scan(base, |sum, rise| { *sum += rise; Some(*sum) }).collect();
            let cost = |x: u64| costs.get(usize::try_from(x).ok()? - 2).copied();
            let cost = NodeCost::new(&cost, u64::MAX);
            let (all, balanced) = (Staircase::new(cost, Time::ZERO, limit), Staircase::of_convex(cost, Time::ZERO, limit));
            prop_assert_eq!(all.steps(), balanced.steps());
        }
    }
}
