//! The steps to a certificate: questions whether there is a tree within a time.

use super::certificate::{Certificate, ModelSize, UnknownReason, Verdict};
use super::program::{Feasibility, Program};
use logpine_text::units::Time;
use std::time::{Duration, Instant};

/// The answer to the question whether there is a tree within a time limit.
#[derive(Clone, Debug)]
pub enum Probe<T> {
    /// There is no tree.
    No,
    /// The relaxation allows a tree.
    Perhaps,
    /// There is this tree, with its time.
    Yes(T, Time),
    /// The answer is unknown.
    Unknown(UnknownReason),
}

/// A question that can be certified.
pub trait Question {
    /// The trees of the question.
    type Tree;

    /// The time of a tree, computed from its definition; `None` if it does not answer the question.
    fn time_of(&self, tree: &Self::Tree) -> Option<Time>;

    /// The tree, if it is valid and within the time.
    fn checked(&self, tree: Self::Tree, within: Time) -> Probe<Self::Tree> {
        match self.time_of(&tree) {
            Some(time) if time <= within => Probe::Yes(tree, time),
            _ => Probe::Unknown(UnknownReason::Unsound),
        }
    }

    /// Checks for a tree within a time; `ask` is given the programs of the question.
    fn probe(&self, within: Time, deadline: Instant, ask: impl FnMut(&Program) -> Feasibility) -> Probe<Self::Tree>;

    /// Checks for a tree within a time, by linear relaxations only; [`Probe::Yes`] only if no solver is needed.
    fn relaxed(&self, within: Time, deadline: Instant, size: &mut ModelSize) -> Probe<Self::Tree> {
        self.probe(within, deadline, |program| program.relaxation(deadline, size))
    }

    /// Checks for a tree within a time; never returns [`Probe::Perhaps`].
    fn integral(&self, within: Time, deadline: Instant, size: &mut ModelSize) -> Probe<Self::Tree> {
        self.probe(within, deadline, |program| match program.relaxation(deadline, size) {
            Feasibility::No => Feasibility::No,
            _ => program.integral(deadline, size),
        })
    }
}

/// The fraction of the claim to which bounds from relaxations are found.
const BOUND_PARTS: u64 = 1 << 12;

/// The limit that stands for no limit: some thirty years.
const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// Decides whether there is a tree faster than `claimed`, within a limit of real time. The last quarter of that time is for
/// a bound.
pub fn certify<Q: Question>(question: &Q, claimed: Time, limit: Duration) -> Certificate<Q::Tree> {
    let start = Instant::now();
    let mut size = ModelSize::default();
    let Some(faster) = claimed.checked_sub(Time::from_ticks(1)) else {
        return Certificate { verdict: Verdict::Proved { lower_bound: Time::ZERO }, size };
    };
    let limit = limit.min(LONGEST);
    let for_verdict = start + limit.saturating_sub(limit / 4);
    let mut probe = question.relaxed(faster, for_verdict, &mut size);
    if matches!(probe, Probe::Perhaps) {
        probe = question.integral(faster, for_verdict, &mut size);
    }
    let verdict = match probe {
        Probe::No => Verdict::Proved { lower_bound: claimed },
        Probe::Yes(tree, time) => Verdict::Refuted { tree, time },
        Probe::Perhaps => Verdict::Unknown { reason: UnknownReason::Unsound, lower_bound: Time::ZERO },
        Probe::Unknown(reason) => {
            let lower_bound = relaxed_bound(question, faster, start + limit, &mut size);
            Verdict::Unknown { reason, lower_bound }
        }
    };
    Certificate { verdict, size }
}

/// A time that no tree is faster than, at most `above` + 1, by bisection with relaxations.
fn relaxed_bound<Q: Question>(question: &Q, above: Time, deadline: Instant, size: &mut ModelSize) -> Time {
    // Below `excluded` there is no tree; at `open` the relaxation allows one, or the answer is unknown.
    let (mut excluded, mut open) = (0, above.ticks());
    while open - excluded > above.ticks() / BOUND_PARTS {
        let middle = excluded + (open - excluded) / 2;
        match question.relaxed(Time::from_ticks(middle), deadline, size) {
            Probe::No => excluded = middle + 1,
            Probe::Unknown(UnknownReason::TimeLimit) => break,
            Probe::Perhaps | Probe::Yes(..) | Probe::Unknown(_) => open = middle,
        }
    }
    Time::from_ticks(excluded)
}
