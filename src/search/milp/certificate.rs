//! The answer of a certification, and how it is come by.

use super::network::TooLarge;
use crate::units::Time;
use std::time::{Duration, Instant};

/// What was found out about a claimed time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<T> {
    /// No tree takes less than this: the claim.
    Proved {
        /// The claimed time.
        lower_bound: Time,
    },
    /// This tree takes less than the claim.
    Refuted {
        /// The faster tree.
        tree: T,
        /// Its time.
        time: Time,
    },
    /// Neither.
    Unknown {
        /// Why not.
        reason: UnknownReason,
        /// No tree takes less than this, by linear relaxations; zero where nothing is known.
        lower_bound: Time,
    },
}

/// Why there is no verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnknownReason {
    /// Out of time.
    #[error("the time limit was reached")]
    TimeLimit,
    /// More variables than the solver can be expected to manage.
    #[error("the integer program is too large: more than {limit} variables")]
    TooLarge {
        /// The most that is tried.
        limit: usize,
    },
    /// A level or a message that takes no time: its states are not ordered by time.
    #[error("a level or a message takes no time, which the formulation cannot have")]
    NoTime,
    /// What is asked is not a tree of the machine.
    #[error("{0}")]
    Question(&'static str),
    /// The solver failed.
    #[error("the solver failed: {0}")]
    Solver(String),
    /// The solver's tree is none, or takes longer than the solver says.
    #[error("the solver's answer does not pass the check in whole ticks")]
    Unsound,
}

impl From<TooLarge> for UnknownReason {
    fn from(_: TooLarge) -> Self {
        Self::TooLarge { limit: super::network::Network::MOST_CHOICES }
    }
}

/// The size of what was solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ModelSize {
    /// Variables of the largest program.
    pub variables: usize,
    /// Constraints of the largest program.
    pub constraints: usize,
    /// Nodes of branch and bound, over all programs; 0 where relaxations were enough.
    pub nodes: u64,
}

impl ModelSize {
    /// Takes account of a program.
    pub(super) fn include(&mut self, program: Self) {
        self.variables = self.variables.max(program.variables);
        self.constraints = self.constraints.max(program.constraints);
        self.nodes = self.nodes.saturating_add(program.nodes);
    }
}

/// A second opinion on a claimed time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate<T> {
    /// Whether the claim holds.
    pub verdict: Verdict<T>,
    /// The size of the programs that were solved for it.
    pub size: ModelSize,
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

    /// A time that no tree is faster than; zero where nothing is known, `None` where the claim is refuted.
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

/// The answer to: is there a tree within a time limit?
#[derive(Clone, Debug)]
pub enum Probe<T> {
    /// No.
    No,
    /// The relaxation allows one.
    Perhaps,
    /// This one, with its time.
    Yes(T, Time),
    /// Not known.
    Unknown(UnknownReason),
}

/// What can be certified.
pub trait Question {
    /// The trees it is about.
    type Tree;

    /// Whether there is a tree within a time, by linear relaxations only: [`Probe::Yes`] at most where it needs no solver.
    fn relaxed(&self, within: Time, deadline: Instant, size: &mut ModelSize) -> Probe<Self::Tree>;

    /// Whether there is a tree within a time; never [`Probe::Perhaps`].
    fn integral(&self, within: Time, deadline: Instant, size: &mut ModelSize) -> Probe<Self::Tree>;
}

/// Bounds from relaxations are found to one part in so many of the claim.
const BOUND_PARTS: u64 = 1 << 12;

/// Longer limits are as good as none: some thirty years.
const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// Whether there is a tree faster than `claimed`, within a limit of real time, of which the last quarter is for a bound.
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

/// A time that no tree is faster than, at most `above` + 1: bisection over what relaxations exclude.
fn relaxed_bound<Q: Question>(question: &Q, above: Time, deadline: Instant, size: &mut ModelSize) -> Time {
    // Below `excluded` there is no tree; at `open` the relaxation allows one, or is not known.
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

/// The least time of a tree that takes at most `within`, by the integer program alone: times that grow by a quarter until there
/// is a tree, for networks of short times are small, and then bisection. `None` where some answer is not known, or no tree is
/// fast enough.
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
