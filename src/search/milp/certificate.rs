//! The result of a certification, and the steps to it.

use super::network::TooLarge;
use crate::units::Time;
use std::time::{Duration, Instant};

/// The verdict on a claimed time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<T> {
    /// The claim is proved: no tree takes less.
    Proved {
        /// The claimed time.
        lower_bound: Time,
    },
    /// The claim is refuted: this tree takes less.
    Refuted {
        /// The faster tree.
        tree: T,
        /// The time of the tree.
        time: Time,
    },
    /// Neither is known.
    Unknown {
        /// The reason.
        reason: UnknownReason,
        /// A time that no tree is faster than, by linear relaxations; zero if nothing is known.
        lower_bound: Time,
    },
}

/// The reason why there is no verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnknownReason {
    /// The time limit was reached.
    #[error("the time limit was reached")]
    TimeLimit,
    /// The program has more variables than the solver can be expected to manage.
    #[error("the integer program is too large: more than {limit} variables")]
    TooLarge {
        /// The maximum number that is tried.
        limit: usize,
    },
    /// A level or a message takes no time, so states are not ordered by time.
    #[error("a level or a message takes no time, which the integer program cannot represent")]
    NoTime,
    /// The question is not about a tree of the machine.
    #[error("{0}")]
    Question(&'static str),
    /// The solver failed.
    #[error("the solver failed: {0}")]
    Solver(String),
    /// The solver's answer is no valid tree, or takes longer than the solver says.
    #[error("the solver's answer does not pass the check in whole ticks")]
    Unsound,
}

impl From<TooLarge> for UnknownReason {
    fn from(_: TooLarge) -> Self {
        Self::TooLarge { limit: super::network::Network::MOST_CHOICES }
    }
}

/// The size of the programs that were solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ModelSize {
    /// The number of variables of the largest program.
    pub variables: usize,
    /// The number of constraints of the largest program.
    pub constraints: usize,
    /// The number of branch-and-bound nodes, over all programs; 0 if relaxations were enough.
    pub nodes: u64,
}

impl ModelSize {
    /// Includes a program.
    pub(super) fn include(&mut self, program: Self) {
        self.variables = self.variables.max(program.variables);
        self.constraints = self.constraints.max(program.constraints);
        self.nodes = self.nodes.saturating_add(program.nodes);
    }
}

/// A second opinion on a claimed time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate<T> {
    /// The verdict on the claim.
    pub verdict: Verdict<T>,
    /// The size of the programs that were solved for it.
    pub(crate) size: ModelSize,
}

impl<T> Certificate<T> {
    /// `proved`, `refuted` or `unknown`.
    #[must_use]
    pub const fn result(&self) -> &'static str {
        match self.verdict {
            Verdict::Proved { .. } => "proved",
            Verdict::Refuted { .. } => "refuted",
            Verdict::Unknown { .. } => "unknown",
        }
    }

    /// A time that no tree is faster than; zero if nothing is known, `None` if the claim is refuted.
    #[must_use]
    pub const fn lower_bound(&self) -> Option<Time> {
        match self.verdict {
            Verdict::Proved { lower_bound } | Verdict::Unknown { lower_bound, .. } => Some(lower_bound),
            Verdict::Refuted { .. } => None,
        }
    }

    /// The verdict and the size alone.
    #[must_use]
    pub fn without_tree(self) -> Certificate<()> {
        let verdict = match self.verdict {
            Verdict::Proved { lower_bound } => Verdict::Proved { lower_bound },
            Verdict::Refuted { time, .. } => Verdict::Refuted { tree: (), time },
            Verdict::Unknown { reason, lower_bound } => Verdict::Unknown { reason, lower_bound },
        };
        Certificate { verdict, size: self.size }
    }
}

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

    /// Checks for a tree within a time, by linear relaxations only; [`Probe::Yes`] only if no solver is needed.
    fn relaxed(&self, within: Time, deadline: Instant, size: &mut ModelSize) -> Probe<Self::Tree>;

    /// Checks for a tree within a time; never returns [`Probe::Perhaps`].
    fn integral(&self, within: Time, deadline: Instant, size: &mut ModelSize) -> Probe<Self::Tree>;
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

/// Finds the least time of a tree that takes at most `within`, by the integer program alone. First tries times that grow by
/// a quarter until there is a tree, because networks of short times are small, and then bisects. `None` if some answer is
/// unknown, or if no tree is fast enough.
#[cfg(any(test, feature = "internals"))]
pub fn least<Q: Question>(question: &Q, within: Time, limit: Duration) -> Option<(Q::Tree, Time)> {
    let deadline = Instant::now() + limit.min(LONGEST);
    let mut size = ModelSize::default();
    let (mut excluded, mut asked, mut best) = (0, 0, None);
    while excluded <= best.as_ref().map_or(within, |&(_, time): &(_, Time)| time).ticks() {
        match question.integral(Time::from_ticks(asked), deadline, &mut size) {
            Probe::No => excluded = asked.checked_add(1)?,
            Probe::Yes(_, time) if time.ticks() < excluded => return None,
            Probe::Yes(tree, time) => best = Some((tree, time)),
            Probe::Perhaps | Probe::Unknown(_) => return None,
        }
        asked = match &best {
            Some((_, time)) if time.ticks() == excluded => break,
            Some((_, time)) => excluded + (time.ticks() - excluded) / 2,
            None => excluded.saturating_add(excluded / 4).min(within.ticks()),
        };
    }
    best
}
