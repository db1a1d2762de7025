//! Broadcasts and reductions among ranks, by code that shares nothing with the search or the evaluation.

use super::schedule::{Execution, Meaning, ScheduleFault, check_meaning};
use crate::request::{Claim, RankJob, Status};
use crate::schedule::Schedule;
use crate::schedule::replay::{ReplayError, Replayed};
use crate::tree::RankShape;
use crate::units::Time;

/// What the checker found wrong with a plan among ranks. Any of these is a bug of this crate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RankFault {
    /// The tree has another number of ranks.
    #[error("{family}: the tree has {found} ranks, not {expected}")]
    Ranks {
        /// The candidate's family.
        family: &'static str,
        /// Ranks of the tree.
        found: u128,
        /// Ranks of the job.
        expected: u64,
    },
    /// The stated time is not what executing the schedule takes.
    #[error("{family}: stated {stated} ticks, its schedule takes {found}")]
    Time {
        /// The candidate's family.
        family: &'static str,
        /// What the plan states.
        stated: u64,
        /// What the replay took.
        found: u64,
    },
    /// The schedule is none of that collective.
    #[error("{family}: {fault}")]
    Schedule {
        /// The candidate's family.
        family: &'static str,
        /// What is wrong with it.
        fault: ScheduleFault,
    },
    /// There is no schedule.
    #[error("{family}: {error}")]
    Build {
        /// The candidate's family.
        family: &'static str,
        /// Why.
        error: String,
    },
    /// The schedule cannot be executed.
    #[error("{family}: {error}")]
    Replay {
        /// The candidate's family.
        family: &'static str,
        /// Why.
        error: ReplayError,
    },
    /// A candidate is better than the bound, or the status does not fit it, or the order of candidates does not.
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

/// An algorithm with what is stated of it.
#[derive(Clone, Copy, Debug)]
pub struct ClaimedAlgorithm<'a> {
    /// Its family, for messages.
    pub family: &'static str,
    /// Its time.
    pub time: Time,
    /// Its tree, if it is one.
    pub tree: Option<&'a RankShape>,
}

/// Checks algorithms, of which the first is the best, against the bound and the number of ranks of every tree, and the status
/// against the bound.
///
/// # Errors
/// The first [`RankFault`].
pub fn check<'a>(
    job: &RankJob,
    claim: &Claim,
    algorithms: impl IntoIterator<Item = ClaimedAlgorithm<'a>>,
) -> Result<(), RankFault> {
    let bound = claim.bound.value;
    let fault = |family, time: Time| {
        let (time, bound, status) = (time.ticks(), bound.ticks(), claim.status);
        Err(RankFault::Bound { family, time, bound, status })
    };
    let mut algorithms = algorithms.into_iter().peekable();
    let Some(&best) = algorithms.peek() else { return Ok(()) };
    if (best.time == bound) != (claim.status == Status::Optimal) {
        return fault(best.family, best.time);
    }
    for ClaimedAlgorithm { family, time, tree } in algorithms {
        if time < bound.max(best.time) {
            return fault(family, time);
        }
        let (found, expected) = (tree.map(ranks_of), job.ranks());
        if let Some(found) = found.filter(|&found| found != u128::from(expected)) {
            return Err(RankFault::Ranks { family, found, expected });
        }
    }
    Ok(())
}

/// Checks that a schedule does what it is for, and takes the stated time when it is replayed.
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
    check_meaning(schedule, meaning, Execution::ProgramOrder).map_err(|fault| RankFault::Schedule { family, fault })?;
    let replayed = replay().map_err(|error| RankFault::Replay { family, error })?;
    let (stated, found) = (stated.ticks(), replayed.finish.ticks());
    if found == stated { Ok(()) } else { Err(RankFault::Time { family, stated, found }) }
}

/// Ranks of a tree, counted from its smallest parts up.
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
