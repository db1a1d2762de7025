//! The reasons why there is no plan for a network.

use crate::request::MpiCollective;
use logpine_netplan::PlanError;
use logpine_text::reason::Reason;

/// The reason why there is no plan for a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum NetworkPlanError {
    /// Links that cannot be planned for, or a front that is too large.
    #[error(transparent)]
    Links(#[from] Reason),
    /// No schedule, packing or broadcast by calls.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A front of reductions over links of several steps.
    #[error(
        "a front of {collective} is known only over links of one step, and one takes {steps}; let a --step be as long as the longest link"
    )]
    LongLinks {
        /// The collective.
        collective: MpiCollective,
        /// The steps of a link.
        steps: u32,
    },
    /// A point that is not of the front.
    #[error("the front has no point of {steps} steps; the steps of its points: {points}")]
    NoPoint {
        /// The steps that were asked for.
        steps: u64,
        /// The steps of the points of the front.
        points: String,
    },
    /// A schedule that is too long to be written down.
    #[error("the schedule has {sends} transmissions, and at most {limit} are made; take fewer blocks or ranks")]
    TooManySends {
        /// The transmissions, at least.
        sends: u64,
        /// The most transmissions.
        limit: u64,
    },
    /// Links of an allreduce in which switches combine.
    #[error("--switches combine is planned only on links that are alike both ways; leave it out")]
    Unlike,
    /// Switches whose capacities were not divided so that all ranks are reached.
    #[error(
        "the capacities of switches were not divided among pairs of ranks so that rank {to} is still reached from rank {from}; multiply \
         all capacities, for smaller blocks"
    )]
    Undivided {
        /// The rank with a block.
        from: u32,
        /// The rank that needs it.
        to: u32,
    },
    /// A time that is too long.
    #[error(
        "the time of a unit is too long to be represented, or has too many digits; give smaller capacities, in a larger unit"
    )]
    TooSlow,
    /// More blocks than can be numbered.
    #[error("the blocks of all ranks together are too many; take fewer --blocks")]
    TooManyBlocks,
}

impl NetworkPlanError {
    /// True if the job is valid, but has no schedule.
    pub(crate) const fn is_infeasible(&self) -> bool {
        matches!(self, Self::Plan(PlanError::Unreached { .. } | PlanError::TooFewRanks { .. }))
    }
}
