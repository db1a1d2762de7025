//! Checks of fronts, of trees and sums that are counted, and of costs on a torus: [`check`](mod@logpine_check) gets the claims on
//! them.

use super::{Candidate, Decomposition, FftPlan, LeafPlan, Optimum, SumPlan, Transpose, Transposes};
use crate::request::{Front, Job};
use logpine_check::fft::{self, ClaimedDecomposition, ClaimedExchange};
use logpine_check::front::{self, ClaimedPoint};
use logpine_check::leaves::{self, TreeOfMessages};
use logpine_check::library::{self};
use logpine_check::sum::{self, ClaimedSum};
use logpine_models::model::{BgpCost, Interval, LevelCost, PortTiming};
use logpine_text::reason::Reason;

/// Checks the trees of a front against the job and the model, and that they are a front.
///
/// # Errors
/// The first fault that is found.
pub fn check_front(front: Front, trees: &[Optimum], job: &Job, cost: &dyn LevelCost) -> Result<(), Reason> {
    let points = trees.iter().map(|tree| ClaimedPoint { shape: &tree.shape, score: tree.score, bound: tree.bound });
    front::check(cost, job, front, points)
}

impl LeafPlan {
    /// Checks the leaves and the time of every candidate, the bound, and the status against it.
    ///
    /// # Errors
    /// The first fault that is found.
    pub(crate) fn check(&self, timing: &dyn PortTiming) -> Result<(), Reason> {
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
    /// The first fault that is found.
    pub(crate) fn check(&self, timing: &dyn PortTiming) -> Result<(), Reason> {
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

impl FftPlan {
    /// Checks the exchanges of every decomposition and the sums of their times, of this number of ranks and of the others; with a
    /// model of messages, the time of each exchange too.
    ///
    /// # Errors
    /// The first fault that is found.
    pub(crate) fn check(&self, timing: Option<&dyn PortTiming>) -> Result<(), Reason> {
        fft::check(self.job, timing, self.claimed())?;
        self.by_ranks.iter().try_for_each(|at| {
            let best = at.planes.iter().chain(&at.pencils);
            best.map(claimed).try_for_each(|one| fft::check(self.job.among(at.ranks), timing, [one]))
        })
    }

    /// The claims on the decompositions.
    pub(crate) fn claimed(&self) -> Vec<ClaimedDecomposition> {
        self.candidates().iter().map(claimed).collect()
    }
}

fn claimed(candidate: &Candidate<Transposes>) -> ClaimedDecomposition {
    let Transposes { decomposition, ref transposes, time } = candidate.construction;
    let exchanges: Vec<_> = transposes
        .iter()
        .map(|&Transpose { group, groups, bytes, time }| ClaimedExchange { group, groups, bytes, time })
        .collect();
    let grid = match decomposition {
        // Their one exchange is among all ranks.
        Decomposition::Planes => (1, exchanges.first().map_or(1, |exchange| exchange.group)),
        Decomposition::Pencils { rows, columns } => (rows, columns),
    };
    ClaimedDecomposition { grid, exchanges, time, value: candidate.time }
}

/// Checks that the time of the machine's library is the sum of its terms.
///
/// # Errors
/// The first fault that is found.
pub fn check_cost(cost: &BgpCost) -> Result<(), Reason> {
    let terms: Vec<Interval> = cost.terms.iter().map(|term| term.time).collect();
    library::check(cost.time, &terms)
}
