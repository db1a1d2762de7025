//! Checks algorithms among ranks, with code that shares nothing with the search or the evaluation.

use super::claim::Claimed;
use super::schedule::{Execution, Meaning, check_meaning};
use crate::request::{Claim, Status};
use crate::schedule::Schedule;
use crate::schedule::replay::{ReplayError, Replayed};
use crate::tree::RankShape;
use crate::units::Time;

/// A fault that the checker found in a plan among ranks. Any of these is a bug of this crate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RankFault {
    /// The tree has a wrong number of ranks.
    #[error("{family}: the tree has {found} ranks, not {expected}")]
    Ranks {
        /// The candidate's family.
        family: &'static str,
        /// The number of ranks of the tree.
        found: u128,
        /// The number of ranks of the job.
        expected: u64,
    },
    /// The stated time is not the time of executing the schedule.
    #[error("{family}: stated {stated} ticks, its schedule takes {found}")]
    Time {
        /// The candidate's family.
        family: &'static str,
        /// The time in the plan.
        stated: u64,
        /// The time of the replay.
        found: u64,
    },
    /// The stages do not match the messages.
    #[error("{family}: {fault}")]
    Stages {
        /// The candidate's family.
        family: &'static str,
        /// The fault of the stages.
        fault: String,
    },
    /// The schedule does not implement the collective.
    #[error("{family}: {fault}")]
    Schedule {
        /// The candidate's family.
        family: &'static str,
        /// The fault of the schedule.
        fault: String,
    },
    /// The schedule cannot be built.
    #[error("{family}: {error}")]
    Build {
        /// The candidate's family.
        family: &'static str,
        /// The reason.
        error: String,
    },
    /// The schedule cannot be executed.
    #[error("{family}: {error}")]
    Replay {
        /// The candidate's family.
        family: &'static str,
        /// The reason.
        error: ReplayError,
    },
    /// A candidate is better than the bound, or the status or the order of candidates is wrong.
    #[error("{family}: {time} ticks against bound {bound}, status {status:?}")]
    Bound {
        /// The candidate's family.
        family: &'static str,
        /// The candidate's time.
        time: u64,
        /// The plan's bound.
        bound: u64,
        /// The plan's status.
        status: Status,
    },
}

/// An algorithm with the claims about it.
#[derive(Clone, Copy, Debug)]
pub struct ClaimedAlgorithm<'a> {
    /// The family of the algorithm, for messages.
    pub family: &'static str,
    /// The time of the algorithm.
    pub time: Time,
    /// The tree of the algorithm, if it is one.
    pub tree: Option<&'a RankShape>,
}

/// Checks algorithms, the best first, against the number of ranks of every tree, and the claim on the first.
///
/// # Errors
/// The first [`RankFault`].
pub fn check<'a>(
    ranks: u64,
    claim: &Claim,
    algorithms: impl IntoIterator<Item = ClaimedAlgorithm<'a>>,
) -> Result<(), RankFault> {
    let mut claimed = Claimed::new(claim);
    for ClaimedAlgorithm { family, time, tree } in algorithms {
        if !claimed.admits(time) {
            let (time, bound) = (time.ticks(), claim.bound.value.ticks());
            return Err(RankFault::Bound { family, time, bound, status: claim.status });
        }
        let (found, expected) = (tree.map(ranks_of), ranks);
        if let Some(found) = found.filter(|&found| found != u128::from(expected)) {
            return Err(RankFault::Ranks { family, found, expected });
        }
    }
    Ok(())
}

/// Checks that a schedule does what it is for, and that its replay takes the stated time.
///
/// # Errors
/// [`RankFault`].
pub fn check_schedule(
    family: &'static str,
    schedule: &Schedule,
    meaning: &Meaning,
    stated: Time,
    replay: impl FnOnce() -> Result<Replayed, ReplayError>,
) -> Result<(), RankFault> {
    check_meaning(schedule, meaning, Execution::ProgramOrder)
        .map_err(|fault| RankFault::Schedule { family, fault: fault.to_string() })?;
    let replayed = replay().map_err(|error| RankFault::Replay { family, error })?;
    let (stated, found) = (stated.ticks(), replayed.finish.ticks());
    if found == stated { Ok(()) } else { Err(RankFault::Time { family, stated, found }) }
}

/// The number of ranks of a tree, counted from its smallest parts up.
fn ranks_of(shape: &RankShape) -> u128 {
    let mut ranks = vec![1u128; shape.distinct()];
    for rank in shape.nodes() {
        if let Some(run) = shape.parts(rank) {
            let children = ranks[run.child.index()].saturating_mul(u128::from(run.count));
            ranks[rank.index()] = ranks[run.rest.index()].saturating_add(children);
        }
    }
    ranks[shape.root().index()]
}
