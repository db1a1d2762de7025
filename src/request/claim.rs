//! The best value of an answer, a bound on it, and the status that follows.

use crate::units::Time;

/// Knowledge of the best candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Its value equals a lower bound over everything that could be an answer.
    Optimal,
    /// Nothing in a class of trees or schedules, all of which were tried or excluded, is better.
    OptimalInClass,
    /// It is the best that was found; the bound says how far it can be from the optimum.
    BestFound,
}

impl Status {
    /// `optimal`, `optimal in class` or `best found`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Optimal => "optimal",
            Self::OptimalInClass => "optimal in class",
            Self::BestFound => "best found",
        }
    }
}

/// A lower bound on the objective over everything that could be an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// No value is below it.
    pub value: Time,
    /// The argument, in words.
    pub reason: &'static str,
}

/// The value, the status and the bound of the best candidate of an answer. Times are in ticks of the machine's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The best value of the objective.
    pub value: Time,
    /// Proved, proved in a class, or found.
    pub status: Status,
    /// The trees or schedules among which it is optimal, for [`Status::OptimalInClass`].
    pub class: Option<&'static str>,
    /// The lower bound.
    pub bound: Bound,
}

impl Claim {
    /// Optimal if the value is that of the bound; else optimal in a class, if everything in one was tried or excluded; else
    /// the best that was found.
    #[must_use]
    pub fn new(value: Time, bound: Bound, class: Option<&'static str>) -> Self {
        let (status, class) = match class {
            _ if value == bound.value => (Status::Optimal, None),
            Some(class) => (Status::OptimalInClass, Some(class)),
            None => (Status::BestFound, None),
        };
        Self { value, status, class, bound }
    }

    /// By how many percent of the bound the value exceeds it; `None` if the bound is zero and the value is not.
    #[must_use]
    pub fn gap_percent(&self) -> Option<f64> {
        self.value.percent_above(self.bound.value)
    }
}
