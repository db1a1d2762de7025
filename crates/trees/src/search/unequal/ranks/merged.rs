//! Reduction to fewer groups: similar ones count as one.

use super::times::RankTimes;

/// The groups joined to at most a given number.
pub struct Merged {
    /// The times between the joined groups.
    pub times: RankTimes,
    /// The joined group of each group.
    pub of: Vec<usize>,
    /// The groups, the fastest first.
    pub order: Vec<usize>,
}

/// The choice among the times between the members of two joined groups.
#[derive(Clone, Copy)]
pub enum Takes {
    /// The least time: every schedule is at least as fast as before.
    Least,
    /// The longest time.
    Longest,
}

impl Merged {
    /// At most `most` groups, joined from neighbours in the order of their speed of sending and receiving. The groups stay
    /// the same if they are few enough.
    pub fn new(times: &RankTimes, most: usize, takes: Takes) -> Self {
        let groups = times.groups();
        let mut order: Vec<usize> = (0..groups).collect();
        order.sort_by_key(|&group| (pace(times, group), group));
        let ranks = times.ranks();
        let mut of = vec![0; groups];
        let (mut before, mut joined, mut last) = (0u64, 0, None);
        for &group in &order {
            // Groups of one pace stay together; the others are cut when a share of the ranks is full.
            let pace = pace(times, group);
            let full = u128::from(before) * most as u128 / u128::from(ranks.max(1)) > joined as u128;
            if last.is_some() && (groups <= most || (full && last != Some(pace))) {
                joined += 1;
            }
            of[group] = joined;
            last = Some(pace);
            before += times.receivers(group);
        }
        let count = joined + 1;
        let mut counts = vec![0; count];
        for group in 0..groups {
            counts[of[group]] += times.receivers(group) + u64::from(group == times.root());
        }
        let (mut gaps, mut deliveries) = (vec![None; count * count], vec![None; count * count]);
        for (sender, receiver) in times.pairs() {
            let at = of[sender] * count + of[receiver];
            let pick = |old: Option<u64>, new: u64| match (old, takes) {
                (None, _) => Some(new),
                (Some(old), Takes::Least) => Some(old.min(new)),
                (Some(old), Takes::Longest) => Some(old.max(new)),
            };
            gaps[at] = pick(gaps[at], times.gap(sender, receiver));
            deliveries[at] = pick(deliveries[at], times.delivery(sender, receiver));
        }
        // A pair that does not occur gets the longest time.
        let longest = times.longest();
        let filled = |values: Vec<Option<u64>>| values.into_iter().map(|value| value.unwrap_or(longest)).collect();
        let times = RankTimes::of_matrices(counts, of[times.root()], filled(gaps), filled(deliveries));
        Self { times, of, order }
    }
}

/// The time that a rank of a group takes, as a sender and as a receiver.
fn pace(times: &RankTimes, group: usize) -> u128 {
    let mut sum = 0;
    let mut ranks = 0;
    for other in 0..times.groups() {
        if times.occurs(group, other) {
            let count = u128::from(times.receivers(other));
            let both = times.delivery(group, other).saturating_add(times.gap(group, other));
            sum += count * u128::from(both.saturating_add(times.delivery(other, group)));
            ranks += count;
        }
    }
    sum / ranks.max(1)
}
