//! The result of a certification.

use super::network::TooLarge;
use logpine_text::units::Time;

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
