//! Checks of fronts: [`check`](mod@crate::check) gets the claims on their trees.

use super::Optimum;
use crate::check::front::{self, ClaimedPoint, FrontFault};
use crate::model::LevelCost;
use crate::request::{Front, Job};

/// Checks the trees of a front against the job and the model, and that they are a front.
///
/// # Errors
/// The first [`FrontFault`].
pub fn check_front(front: Front, trees: &[Optimum], job: &Job, cost: &dyn LevelCost) -> Result<(), FrontFault> {
    let points = trees.iter().map(|tree| ClaimedPoint { shape: &tree.shape, score: tree.score, bound: tree.bound });
    front::check(cost, job, front, points)
}
