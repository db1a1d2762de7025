//! Messages that bring partial sums: the budgets of the ranks of a tree, and the values for which they have time.

use super::claimed::ClaimedSum;
use super::sizes::{Sizes, sizes};
use crate::arrivals::{Arrivals, MOST_TIMES, backwards};
use logpine_models::model::{Port, PortTiming};
use logpine_text::reason::{Reason, reason};
use logpine_text::units::Time;
use logpine_trees::tree::RankId;
use std::collections::BTreeMap;
use std::mem::take;

/// The most budgets of ranks that are followed through the tree, in a few milliseconds.
const MOST_FOLLOWED: u64 = 1 << 15;

/// A message with the addition of what it brings, in ticks.
pub(super) struct Message {
    /// The port of the messages, seen backwards.
    port: Port,
    addition: u64,
    /// The additions of its own for which a rank has no time while it receives a sum.
    missed: u64,
}

impl Message {
    pub fn new(timing: &dyn PortTiming, addition: Time) -> Option<Self> {
        let sent = timing.port(1)?;
        let addition = Some(addition.ticks()).filter(|&ticks| ticks > 0)?;
        let port = backwards(sent, Time::from_ticks(addition))?;
        Some(Self { port, addition, missed: sent.recv_busy.ticks() / addition })
    }

    /// The values that a rank adds up if it receives nothing.
    fn alone(&self, budget: u64) -> u128 {
        u128::from(budget / self.addition) + 1
    }

    /// The values for which a rank has no time because of its children.
    fn lost(&self, children: u128) -> u128 {
        children.saturating_mul(u128::from(self.missed) + 1)
    }

    /// Checks the number of values: every rank but the root is the child of one.
    pub fn check_values(&self, sum: &ClaimedSum<'_>, asked: u64) -> Result<(), Reason> {
        let (mut ranks, mut alone) = (0u128, 0u128);
        for budget in sum.budgets {
            let here = u128::from(budget.ranks);
            ranks += here;
            alone = alone.saturating_add(self.alone(budget.time.ticks()).saturating_mul(here));
        }
        let found = alone.saturating_sub(self.lost(ranks.saturating_sub(1)));
        let stated = sum.values;
        let is_stated = u64::try_from(found).unwrap_or(u64::MAX) == stated;
        if is_stated && stated >= asked {
            Ok(())
        } else {
            Err(reason!("the ranks add up {found} values; the plan says {stated}, the request {asked}"))
        }
    }

    /// Follows the budgets from the root down, and checks that every rank has time for its children, and how many ranks have each
    /// budget.
    pub fn check_tree(&self, sum: &ClaimedSum<'_>) -> Result<(), Reason> {
        let Some(found) = self.budgets(sum)? else { return Ok(()) };
        let mut stated: BTreeMap<u64, u64> = BTreeMap::new();
        for budget in sum.budgets {
            *stated.entry(budget.time.ticks()).or_default() += budget.ranks;
        }
        for &budget in found.keys().chain(stated.keys()) {
            let found = found.get(&budget).copied().unwrap_or(0);
            let stated = stated.get(&budget).copied().unwrap_or(0);
            if found != u128::from(stated) {
                return Err(reason!("{found} ranks of the tree have a budget of {budget} ticks, not {stated}"));
            }
        }
        Ok(())
    }

    /// The number of ranks with each budget; `None` if there are too many to follow. The i-th child of a rank has a delivery
    /// and i - 1 gaps less than the rank, and its further children have what they would have below a rank with that many gaps
    /// less.
    fn budgets(&self, sum: &ClaimedSum<'_>) -> Result<Option<BTreeMap<u64, u128>>, Reason> {
        let tree = sum.tree;
        if tree.distinct() as u64 > MOST_FOLLOWED {
            return Ok(None);
        }
        let Sizes { fanouts, .. } = sizes(tree);
        let mut found: BTreeMap<u64, u128> = BTreeMap::new();
        let mut here: Vec<BTreeMap<u64, Holders>> = vec![BTreeMap::new(); tree.distinct()];
        here[tree.root().index()].insert(sum.time.ticks(), Holders { ranks: 1, rests: 0 });
        let mut followed = 0u64;
        for rank in tree.nodes().rev() {
            let children = fanouts[rank.index()];
            for (budget, holders) in take(&mut here[rank.index()]) {
                let no_time =
                    || reason!("a rank with a budget of {budget} ticks has no time for its {children} children");
                if holders.ranks > 0 {
                    *found.entry(budget).or_default() += holders.ranks;
                    if self.alone(budget) < self.lost(children) {
                        return Err(no_time());
                    }
                }
                let Some(run) = tree.parts(rank) else { continue };
                followed = followed.saturating_add(run.count);
                if followed > MOST_FOLLOWED {
                    return Ok(None);
                }
                let all = holders.ranks.saturating_add(holders.rests);
                let after = |gaps: u64| {
                    let gaps = self.port.send_gap.ticks().checked_mul(gaps);
                    gaps.and_then(|gaps| budget.checked_sub(gaps)).ok_or_else(no_time)
                };
                for place in 0..run.count {
                    let child = after(place)?.checked_sub(self.port.delivery.ticks()).ok_or_else(no_time)?;
                    here[run.child.index()].entry(child).or_default().ranks += all;
                }
                if run.rest != RankId::LEAF {
                    here[run.rest.index()].entry(after(run.count)?).or_default().rests += all;
                }
            }
        }
        Ok(Some(found))
    }

    /// The most values that the ranks can add up in a time: the largest budgets are the time less the arrivals of the message
    /// sent backwards, and a rank is of use if it adds up more than its parent loses. `None` if there are too many budgets to
    /// count.
    pub fn most_values(&self, time: u64, ranks: u64) -> Option<u128> {
        let mut left = u128::from(ranks - 1);
        let mut values = self.alone(time);
        for (at, received) in Arrivals::new(self.port)?.skip(1).take(MOST_TIMES) {
            let budget = u64::try_from(at).ok().and_then(|at| time.checked_sub(at));
            let gain = budget.map_or(0, |budget| self.alone(budget).saturating_sub(self.lost(1)));
            if gain == 0 || left == 0 {
                return Some(values);
            }
            let more = received.min(left);
            values = values.saturating_add(gain.saturating_mul(more));
            left -= more;
        }
        None
    }
}

/// The ranks that have a subtree, and those whose further children are those of its root.
#[derive(Clone, Copy, Default)]
struct Holders {
    ranks: u128,
    rests: u128,
}
