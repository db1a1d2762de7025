//! The schedule of a sum, as it is claimed.

use super::sizes::sizes;
use logpine_text::reason::{Reason, reason};
use logpine_text::units::Time;
use logpine_trees::tree::RankShape;
use logpine_trees::tree::earliest::Budget;

/// The schedule of a sum with the claims about it.
#[derive(Clone, Copy, Debug)]
pub struct ClaimedSum<'a> {
    /// The time in which a rank adds one value.
    pub addition: Time,
    /// The time of the sum.
    pub time: Time,
    /// The most values that are summed in that time.
    pub values: u64,
    /// The budgets of the ranks, the root's first.
    pub budgets: &'a [Budget],
    /// The tree; a rank receives from its last child first.
    pub tree: &'a RankShape,
}

impl ClaimedSum<'_> {
    /// Checks that all ranks of the tree have a budget, and that they may take part.
    pub(super) fn check_ranks(&self, most: u64) -> Result<(), Reason> {
        let budgets: u128 = self.budgets.iter().map(|budget| u128::from(budget.ranks)).sum();
        let tree = sizes(self.tree).ranks;
        if budgets == tree && budgets <= u128::from(most) {
            return Ok(());
        }
        Err(reason!("{budgets} ranks have a budget, {tree} are in the tree, and at most {most} may take part"))
    }
}
