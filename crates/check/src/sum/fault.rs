//! The faults of sums.

use logpine_models::job::Status;

/// A fault that the checker found in a plan. Any of these is a bug of this crate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SumFault {
    /// The model has no such messages, or an addition takes no time.
    #[error("the model has no messages with an addition each")]
    Model,
    /// A candidate is better than the bound or than one before it, or the claim is not that of the first.
    #[error("{family}: {time} ticks against bound {bound}, status {status:?}")]
    Claim {
        /// The candidate's family.
        family: &'static str,
        /// The candidate's time.
        time: u64,
        /// The plan's bound.
        bound: u64,
        /// The plan's status.
        status: Status,
    },
    /// The schedule takes another time than the plan states.
    #[error("stated {stated} ticks, the root has {found}")]
    Time {
        /// The time of the plan, in ticks.
        stated: u64,
        /// The budget of the root, in ticks.
        found: u64,
    },
    /// There are more ranks than asked for, or the tree has more or fewer than have a budget.
    #[error("{budgets} ranks have a budget, {tree} are in the tree, and at most {most} may take part")]
    Ranks {
        /// The number of ranks with a budget.
        budgets: u128,
        /// The number of ranks of the tree.
        tree: u128,
        /// The most that may take part.
        most: u64,
    },
    /// The budgets are not those of the tree.
    #[error("{found} ranks of the tree have a budget of {budget} ticks, not {stated}")]
    Budget {
        /// The budget, in ticks.
        budget: u64,
        /// The number of ranks that the tree gives this budget.
        found: u128,
        /// The number of ranks in the plan.
        stated: u64,
    },
    /// The budget of a rank does not hold its children.
    #[error("a rank with a budget of {budget} ticks has no time for its {children} children")]
    Children {
        /// The budget, in ticks.
        budget: u64,
        /// The number of its children.
        children: u128,
    },
    /// The ranks add up another number of values than stated, or fewer than asked for.
    #[error("the ranks add up {found} values, not {stated}; asked for are {asked}")]
    Values {
        /// The number by the budgets.
        found: u128,
        /// The number in the plan.
        stated: u64,
        /// The number in the job.
        asked: u64,
    },
    /// The ranks can add up the values before the bound.
    #[error("the ranks can add up {values} values before the bound of {bound} ticks")]
    Bound {
        /// The number of values.
        values: u64,
        /// The plan's bound.
        bound: u64,
    },
}
