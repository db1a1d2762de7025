//! Checks of fronts, and of trees and sums that are counted: [`check`](mod@crate::check) gets the claims on them.

use super::{LeafPlan, Optimum, SumPlan};
use crate::check::front::{self, ClaimedPoint, FrontFault};
use crate::check::leaves::{self, LeafFault, TreeOfMessages};
use crate::check::sum::{self, ClaimedSum, SumFault};
use crate::model::{LevelCost, PortTiming};
use crate::request::{Front, Job};

/// Checks the trees of a front against the job and the model, and that they are a front.
///
/// # Errors
/// The first [`FrontFault`].
pub fn check_front(front: Front, trees: &[Optimum], job: &Job, cost: &dyn LevelCost) -> Result<(), FrontFault> {
    let points = trees.iter().map(|tree| ClaimedPoint { shape: &tree.shape, score: tree.score, bound: tree.bound });
    front::check(cost, job, front, points)
}

impl LeafPlan {
    /// Checks the leaves and the time of every candidate, the bound, and the status against it.
    ///
    /// # Errors
    /// The first [`LeafFault`].
    pub(crate) fn check(&self, timing: &dyn PortTiming) -> Result<(), LeafFault> {
        let trees = self.candidates().iter().map(|candidate| TreeOfMessages {
            family: candidate.family,
            shape: &candidate.construction.shape,
            score: candidate.construction.score,
            value: candidate.time,
        });
        leaves::check(timing, &self.job, self.extra, &self.claim, trees)
    }
}

impl SumPlan {
    /// Checks the ranks, budgets and values of the best schedule, the bound, and the status against it.
    ///
    /// # Errors
    /// The first [`SumFault`].
    pub(crate) fn check(&self, timing: &dyn PortTiming) -> Result<(), SumFault> {
        let best = &self.extra.best;
        let sum = ClaimedSum {
            addition: self.extra.addition,
            time: best.time,
            values: best.values,
            budgets: &best.budgets,
            tree: &best.tree,
        };
        let times = self.candidates().iter().map(|candidate| (candidate.family, candidate.time));
        sum::check(timing, self.job, &self.claim, sum, times)
    }
}
