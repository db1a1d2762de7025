//! Optimal summation: the most values that ranks can add up in a time.

use super::arrivals::{Arrivals, Until};
use super::capped::broadcast_shape;
use super::error::PortError;
use super::limits::FanoutLimits;
use crate::tree::RankShape;
use logpine_models::model::Port;
use logpine_text::integer::first;
use logpine_text::units::Time;

/// The summation of values that may be spread freely over ranks; Karp, Sahay, Santos and Schauser (1993).
///
/// A rank with a budget of time adds up values of its own and receives partial sums from its children, each of which costs
/// it a reception and an addition. It sends its sum when its budget ends. In LogP, with an addition of one cycle, a rank
/// with budget t and j children adds t - j (o + 1) + 1 values of its own, and its children have the budgets t - (2o +
/// L + 1) - i max(g, o + 1). So budgets are t less the arrival times of a broadcast with the reversed port, and the ranks
/// with the largest budgets are the most useful:
///
/// ```text
/// values(t) = 1 + floor(t / add) + sum over the other ranks used of (floor(budget / add) - o / add)
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Summation {
    /// The gap between two receptions with an addition each.
    gap: u64,
    /// The time from the end of a child's budget to the end of the addition of its sum.
    delivery: u64,
    add: u64,
    /// The number of additions of its own that a rank misses while it receives a sum, besides the one that adds the sum.
    missed: u64,
    ranks: u64,
}

/// Ranks of an optimal summation that have equal budgets: Karp, Sahay, Santos and Schauser (1993).
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Budget {
    /// The time from the start until the rank has its sum.
    pub time: Time,
    /// The number of ranks with this budget.
    pub ranks: u64,
}

/// The budgets and the tree of an optimal summation.
#[derive(Clone, Debug)]
pub struct SummationPlan {
    /// The time of the summation.
    pub time: Time,
    /// The most values that can be summed in that time.
    pub values: u64,
    /// The budgets, the root's first, of as many ranks as are useful.
    pub budgets: Vec<Budget>,
    /// The tree, children in the order of sends of the reversed broadcast: a rank receives from the last child first.
    pub tree: RankShape,
}

impl Summation {
    /// Returns the summation over up to `ranks` ranks with the given port and time of one addition.
    ///
    /// # Errors
    /// [`PortError::NoAddition`] if an addition takes no time; [`PortError::NotWholeAdditions`] unless the receive overhead,
    /// and the gap if it is longer than a reception and an addition, are whole multiples of an addition (otherwise additions
    /// would have to be cut in pieces); [`PortError::NotRepresentable`].
    pub fn new(port: Port, add: Time, ranks: u64) -> Result<Self, PortError> {
        let reversed = port.reversed(add).ok_or(PortError::NotRepresentable)?;
        let (gap, delivery, add) = (reversed.send_gap.ticks(), reversed.delivery.ticks(), add.ticks());
        let missed = port.recv_busy.ticks().checked_div(add).ok_or(PortError::NoAddition)?;
        if !port.recv_busy.ticks().is_multiple_of(add) || !gap.is_multiple_of(add) {
            return Err(PortError::NotWholeAdditions);
        }
        Ok(Self { gap, delivery, add, missed, ranks: ranks.max(1) })
    }

    /// The most values that can be summed within `time` (saturating).
    ///
    /// **Complexity** O(distinct budgets), a few thousand for any number of ranks if gap and delivery are not too different.
    ///
    /// # Errors
    /// [`PortError::TooManySubtrees`] above 2^20 distinct budgets.
    pub fn values(&self, time: Time) -> Result<u64, PortError> {
        Ok(self.values_in(&self.arrivals(time.ticks())?, time.ticks()))
    }

    /// The least time in which `values` values can be summed.
    ///
    /// # Errors
    /// [`PortError::NotRepresentable`], and as [`Summation::values`].
    pub fn time(&self, values: u64) -> Result<Time, PortError> {
        let alone = u128::from(values.saturating_sub(1)) * u128::from(self.add);
        let mut late = u64::try_from(alone).unwrap_or(u64::MAX);
        // Less time, and so fewer budgets, is enough if a short list of budgets reaches the values.
        let mut enough = self.delivery.min(late);
        let arrivals = loop {
            let arrivals = self.arrivals(enough)?;
            if self.values_in(&arrivals, enough) >= values {
                late = enough;
                break arrivals;
            }
            if enough == late {
                return Err(PortError::NotRepresentable);
            }
            enough = enough.saturating_mul(2).min(late);
        };
        Ok(Time::from_ticks(first(0..=late, |time| self.values_in(&arrivals, time) >= values)))
    }

    /// Returns the budgets and the tree that sum the most values within `time`.
    ///
    /// # Errors
    /// As [`Summation::values`] and [`broadcast_shape`].
    pub fn plan(&self, time: Time) -> Result<SummationPlan, PortError> {
        let arrivals = self.arrivals(time.ticks())?;
        let mut used = 0u64;
        let mut budgets = Vec::new();
        self.each_budget(&arrivals, time.ticks(), |budget, ranks| {
            used = used.saturating_add(ranks);
            budgets.push(Budget { time: Time::from_ticks(budget), ranks });
        });
        let [gap, delivery] = [self.gap, self.delivery].map(Time::from_ticks);
        let tree = broadcast_shape(gap, delivery, FanoutLimits::NONE, used)?;
        Ok(SummationPlan { time, values: self.values_in(&arrivals, time.ticks()), budgets, tree })
    }

    /// The number of its own values that a rank with this budget and number of children adds (saturating).
    #[must_use]
    pub fn own_values(&self, budget: Time, fanout: u64) -> u64 {
        let receptions = fanout.saturating_mul(self.missed.saturating_add(1));
        (budget.ticks() / self.add).saturating_add(1).saturating_sub(receptions)
    }

    /// The arrivals, in the reversed broadcast, of ranks that may be useful within `time`.
    fn arrivals(&self, time: u64) -> Result<Arrivals, PortError> {
        Arrivals::new(self.gap, self.delivery, FanoutLimits::NONE, Until { ranks: self.ranks, time })
    }

    fn values_in(&self, arrivals: &Arrivals, time: u64) -> u64 {
        let (mut additions, mut used) = (0u128, 0u128);
        self.each_budget(arrivals, time, |budget, ranks| {
            additions += u128::from(budget / self.add) * u128::from(ranks);
            used += u128::from(ranks);
        });
        // Every rank but the root makes its parent miss some additions.
        u64::try_from(1 + additions - u128::from(self.missed) * (used - 1)).unwrap_or(u64::MAX)
    }

    /// Calls `each` with every useful budget, the largest first, and its number of ranks.
    fn each_budget(&self, arrivals: &Arrivals, time: u64, mut each: impl FnMut(u64, u64)) {
        let mut known = 0;
        for (&arrival, &reached) in arrivals.times.iter().zip(&arrivals.root) {
            let Some(budget) = time.checked_sub(arrival) else { break };
            // A rank other than the root has to add more values than its parent misses additions.
            if known > 0 && budget / self.add <= self.missed {
                break;
            }
            let ranks = reached.min(self.ranks) - known;
            each(budget, ranks);
            known += ranks;
            if known == self.ranks {
                break;
            }
        }
    }
}
