//! All times at which ranks can learn a message, with the number of ranks of the best tree at each.

use super::error::PortError;
use super::limits::FanoutLimits;

/// The maximum number of times that are listed.
pub(super) const MOST_TIMES: usize = 1 << 20;

/// The times at which ranks can learn the message, in order: 0 and every sum iG + jD with j >= 1.
#[derive(Debug)]
pub(super) struct Arrivals {
    pub gap: u64,
    pub delivery: u64,
    pub times: Vec<u64>,
    /// The most ranks in the subtree of a rank other than the root that has this much time left: N(t) = 1 + sum over i < d
    /// of N(t - D - iG) for a fanout limit d. Saturating.
    pub below: Vec<u64>,
    /// The same for the subtree of the root.
    pub root: Vec<u64>,
}

/// The condition for the end of the list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Until {
    /// The number of ranks that have to know the message.
    pub ranks: u64,
    /// The latest time to list.
    pub time: u64,
}

impl Arrivals {
    /// Lists the arrivals up to the first time at which `until.ranks` ranks are reached, but none later than `until.time`.
    ///
    /// *Requires* a gap and a delivery above zero.
    pub fn new(gap: u64, delivery: u64, limits: FanoutLimits, until: Until) -> Result<Self, PortError> {
        let mut arrivals = Self { gap, delivery, times: vec![0], below: vec![1], root: vec![1] };
        let (mut next_by_delivery, mut next_by_gap) = (0, 1);
        let (mut a_delivery, mut a_gap) = (Ago::new(delivery), Ago::new(gap));
        // A rank with a fanout limit sends for that many gaps: the first child beyond the limit would come that much later.
        let beyond = |fanout: u64| Ago::new(delivery.saturating_add(gap.saturating_mul(fanout)));
        let (mut beyond_others, mut beyond_root) = (beyond(limits.others), beyond(limits.root));
        while arrivals.root[arrivals.root.len() - 1] < until.ranks {
            let times = &mut arrivals.times;
            let by_delivery = times[next_by_delivery].checked_add(delivery);
            let by_gap = times.get(next_by_gap).and_then(|time| time.checked_add(gap));
            let time = by_delivery.into_iter().chain(by_gap).min().ok_or(PortError::NotRepresentable)?;
            if time > until.time {
                break;
            }
            if times.len() == MOST_TIMES {
                return Err(PortError::TooManySubtrees { limit: MOST_TIMES });
            }
            next_by_delivery += usize::from(by_delivery == Some(time));
            next_by_gap += usize::from(by_gap == Some(time));
            times.push(time);
            let (below, root) = (&mut arrivals.below, &mut arrivals.root);
            let a_gap = a_gap.index(times, time);
            let one_more = a_delivery.index(times, time).map_or(0, |index| u128::from(below[index]));
            // The children of a rank with a gap less time left, plus one more, minus one that is beyond the limit.
            let count = |of: &[u64], beyond: &mut Ago| {
                let with_fewer = a_gap.map_or(1, |index| u128::from(of[index]));
                let dropped = beyond.index(times, time).map_or(0, |index| u128::from(below[index]));
                u64::try_from((with_fewer + one_more).saturating_sub(dropped)).unwrap_or(u64::MAX)
            };
            let (below_now, root_now) = (count(below, &mut beyond_others), count(root, &mut beyond_root));
            below.push(below_now);
            root.push(root_now);
        }
        Ok(arrivals)
    }

    /// The last of the times.
    pub fn last(&self) -> u64 {
        self.times[self.times.len() - 1]
    }

    /// The index of the last arrival that is at most `time`. A rank with `time` left has the same tree as a rank with that
    /// arrival left.
    pub fn at_or_before(&self, time: u64) -> usize {
        self.times.partition_point(|&arrival| arrival <= time) - 1
    }

    /// The number of ranks in the subtree of a rank with `left` time left that learn the message at the very end.
    pub fn at_the_end(&self, left: u64) -> u64 {
        match self.times.binary_search(&left) {
            Ok(0) => 1,
            Ok(index) => self.below[index] - self.below[index - 1],
            Err(_) => 0,
        }
    }
}

/// Follows the last arrival that is at least a given lag ago.
#[derive(Debug)]
pub(super) struct Ago {
    lag: u64,
    at: usize,
}

impl Ago {
    pub fn new(lag: u64) -> Self {
        Self { lag, at: 0 }
    }

    /// The index of the last of `times` that is at least the lag before `now`, which must not decrease from call to call.
    pub fn index(&mut self, times: &[u64], now: u64) -> Option<usize> {
        let earlier = now.checked_sub(self.lag)?;
        while times.get(self.at + 1).is_some_and(|&time| time <= earlier) {
            self.at += 1;
        }
        Some(self.at)
    }
}
