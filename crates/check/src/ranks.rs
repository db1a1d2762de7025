//! Checks algorithms among ranks, with code that shares nothing with the search or the evaluation.

use super::claim::Claimed;
use super::schedule::{self, Execution, Meaning, check_meaning};
use super::stages;
use logpine_collectives::schedule::Schedule;
use logpine_collectives::schedule::replay::{ReplayError, Replayed};
use logpine_collectives::schedule::stages::Staged;
use logpine_models::job::{Claim, MpiJob};
use logpine_text::reason::{Reason, reason};
use logpine_text::units::Time;
use logpine_trees::tree::RankShape;

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
/// The first fault that is found.
pub fn check<'a>(
    ranks: u64,
    claim: &Claim,
    algorithms: impl IntoIterator<Item = ClaimedAlgorithm<'a>>,
) -> Result<(), Reason> {
    let mut claimed = Claimed::new(claim);
    for ClaimedAlgorithm { family, time, tree } in algorithms {
        claimed.check(family, time)?;
        let (found, expected) = (tree.map(ranks_of), ranks);
        if let Some(found) = found.filter(|&found| found != u128::from(expected)) {
            return Err(reason!("{family}: the tree has {found} ranks, not {expected}"));
        }
    }
    Ok(())
}

/// The claim on the time of a schedule.
#[derive(Clone, Copy, Debug)]
pub struct ClaimedTime {
    /// The family of the algorithm, for messages.
    pub family: &'static str,
    /// The stated time.
    pub stated: Time,
    /// True if a replay may take less.
    pub is_upper_bound: bool,
}

impl ClaimedTime {
    /// Checks the time against that of a replay.
    ///
    /// # Errors
    /// [`Reason`]: it cannot be executed, or takes another time.
    pub fn check(self, replayed: Result<Replayed, ReplayError>) -> Result<(), Reason> {
        let Self { family, stated, is_upper_bound } = self;
        let found = replayed.map_err(|error| reason!("{family}: {error}"))?.finish;
        if found == stated || (is_upper_bound && found < stated) {
            return Ok(());
        }
        let (stated, found) = (stated.ticks(), found.ticks());
        Err(reason!("{family}: stated {stated} ticks, its schedule takes {found}"))
    }
}

/// Checks that a schedule does what it is for by the rules of an execution.
///
/// # Errors
/// [`Reason`] if it does not.
pub fn check_schedule(
    family: &'static str,
    schedule: &Schedule,
    meaning: &Meaning,
    execution: Execution,
) -> Result<(), Reason> {
    check_meaning(schedule, meaning, execution).map_err(|fault| reason!("{family}: {fault}"))
}

/// Checks that the stages of an algorithm are those of the job and match its messages, and that their schedule does what it is for, in
/// program order and in every order that its dependencies leave open. Algorithms with too many messages to be
/// [listed](stages::explicit) are not checked.
///
/// # Errors
/// [`Reason`] if they do not.
pub fn check_stages(family: &'static str, job: &MpiJob, staged: &Staged, schedule: &Schedule) -> Result<(), Reason> {
    let Some(messages) = stages::explicit(staged) else { return Ok(()) };
    let meaning = stages::check(staged, &messages).and_then(|()| stages::meaning(job, staged, &messages));
    let meaning = meaning.map_err(|fault| reason!("{family}: {fault}"))?;
    schedule::check(schedule, &meaning).map_err(|fault| reason!("{family}: {fault}"))
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
