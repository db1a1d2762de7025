//! An overlay tree as a candidate.

use super::Candidate;
use crate::request::{Limits, Objective, Targets};
use logpine_trees::search::overlay::objective_value;
use logpine_trees::tree::families::Parameters;
use logpine_trees::tree::{Score, Shape, level_fanouts_of};

/// The name of the family that the search itself finds: any fanout on any level.
pub const NON_UNIFORM: &str = "non-uniform";

/// An overlay tree and its times.
#[derive(Clone, Debug)]
pub struct OverlayTree {
    /// The tree.
    pub shape: Shape,
    /// Fanouts from the root down, if the tree is level-uniform with even splits.
    pub fanouts: Option<Vec<u64>>,
    /// The time of one wave, and the period.
    pub score: Score,
}

impl Candidate<OverlayTree> {
    /// The candidate, or `None` if the objective's value is not representable.
    pub(super) fn tree(
        family: &'static str,
        parameters: Parameters,
        shape: Shape,
        score: Score,
        (targets, objective): (Targets, Objective),
    ) -> Option<Self> {
        let time = objective_value(objective, score)?;
        Some(Self::new(
            family,
            parameters,
            time,
            OverlayTree { fanouts: level_fanouts_of(targets, &shape), shape, score },
        ))
    }

    /// The sort key of candidates: the objective, then the latency. Ties go to level-uniform trees, unless internal
    /// processes are limited; then to fewer internal nodes, the smaller height, the lexicographically smallest fanouts, the
    /// family's name and its parameters.
    pub(super) fn key(&self, limits: Limits) -> impl Ord + '_ {
        let OverlayTree { shape, fanouts, score } = &self.construction;
        let internal = shape.internal_nodes();
        let processes = (limits.max_internal.map(|_| internal), fanouts.is_none(), internal);
        let tree = (processes, shape.height(), fanouts);
        (self.time, score.time, tree, self.family, &self.parameters)
    }
}
