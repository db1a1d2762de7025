//! The cost c(x) of one node as the search sees it: ticks by fanout, never decreasing.

use logpine_text::integer::last;

/// c(x) for x <= `widest`, non-decreasing from 2 on, in ticks; member trees take c(1) too, and there it must be no more than
/// c(2).
#[derive(Clone, Copy)]
pub struct NodeCost<'a> {
    ticks: &'a (dyn Fn(u64) -> Option<u64> + Sync),
    widest: u64,
}

impl<'a> NodeCost<'a> {
    /// The cost up to fanout `limit`, and no further than `ticks` gives values. `ticks` must be non-decreasing, and `None`
    /// above the largest fanout that has a value.
    pub fn new(ticks: &'a (dyn Fn(u64) -> Option<u64> + Sync), limit: u64) -> Self {
        let unlimited = Self { ticks, widest: limit };
        Self { ticks, widest: unlimited.last(2, limit, |cost| cost.is_some()).unwrap_or(limit.min(1)) }
    }

    /// The same cost with no fanout above `limit`.
    #[must_use]
    pub fn up_to(self, limit: u64) -> Self {
        Self { widest: self.widest.min(limit), ..self }
    }

    /// The largest fanout with a cost; below 2 if there is none.
    #[must_use]
    pub fn widest(self) -> u64 {
        self.widest
    }

    /// c(x) in ticks; `None` outside 1..=`widest`.
    #[must_use]
    pub fn ticks(self, fanout: u64) -> Option<u64> {
        (1..=self.widest).contains(&fanout).then(|| (self.ticks)(fanout)).flatten()
    }

    /// The largest fanout whose cost is at most `ticks`.
    #[must_use]
    pub fn widest_within(self, ticks: u64) -> Option<u64> {
        self.last(2, self.widest, |cost| cost.is_some_and(|cost| cost <= ticks))
    }

    /// The last fanout of `low..=high` that satisfies `holds`, which must hold for a prefix of the range only. Doubles the
    /// step first, because the answer is usually near `low`.
    fn last(self, low: u64, high: u64, holds: impl Fn(Option<u64>) -> bool) -> Option<u64> {
        if low > high || !holds((self.ticks)(low)) {
            return None;
        }
        let (mut inside, mut step) = (low, 1);
        while step <= high - inside && holds((self.ticks)(inside + step)) {
            inside += step;
            step = step.saturating_mul(2);
        }
        let end = inside.saturating_add(step - 1).min(high);
        Some(last(inside..=end, |fanout| holds((self.ticks)(fanout))))
    }
}

/// The largest non-decreasing cost that nowhere exceeds `costs`; nodes beyond the end of `costs` cost `beyond`.
pub fn lower_envelope(costs: &[Option<u64>], beyond: Option<u64>) -> Vec<Option<u64>> {
    let mut low = costs.to_vec();
    let mut least = beyond.unwrap_or(u64::MAX);
    for ticks in low.iter_mut().rev() {
        least = least.min(ticks.unwrap_or(u64::MAX));
        *ticks = (least < u64::MAX).then_some(least);
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_widest_fanout_within_a_cost_is_exact() {
        let steps = |fanout: u64| (fanout < 1_000_000).then_some(fanout / 10);
        let cost = NodeCost::new(&steps, u64::MAX);
        assert_eq!(cost.widest(), 999_999);
        for ticks in [0, 1, 2, 50, 99_998, 99_999, 100_000] {
            assert_eq!(cost.widest_within(ticks), Some((ticks * 10 + 9).min(999_999)));
        }
        assert_eq!(NodeCost::new(&|_| None, 9).widest(), 1);
        assert_eq!(NodeCost::new(&|_| Some(7), u64::MAX).widest(), u64::MAX);
        assert_eq!(NodeCost::new(&|_| Some(7), u64::MAX).widest_within(6), None);
    }
}
