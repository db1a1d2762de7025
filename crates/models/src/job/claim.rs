//! The best value of an answer, a bound on it, and the status that follows.

use logpine_text::units::Time;

/// The proof status of the best candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The value equals a lower bound over everything that could be an answer.
    Optimal,
    /// No member of a class of trees or schedules is better; all of them were tried or excluded.
    OptimalInClass,
    /// The candidate is the best that was found; the bound limits its distance from the optimum.
    BestFound,
}

impl Status {
    /// The name: `optimal`, `optimal in class` or `best found`.
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
    /// The bound; no value is below it.
    pub value: Time,
    /// The argument in words.
    pub reason: &'static str,
}

/// The value, the status and the bound of the best candidate of an answer. Times are in ticks of the machine's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The best value of the objective.
    pub value: Time,
    /// The status of the value.
    pub status: Status,
    /// The trees or schedules among which it is optimal, for [`Status::OptimalInClass`].
    pub class: Option<&'static str>,
    /// The lower bound.
    pub bound: Bound,
}

impl Claim {
    /// Determines the status: optimal if the value equals the bound, else optimal in the class, if there is one whose
    /// members were all tried or excluded, else the best that was found.
    #[must_use]
    pub fn new(value: Time, bound: Bound, class: Option<&'static str>) -> Self {
        let (status, class) = match class {
            _ if value == bound.value => (Status::Optimal, None),
            Some(class) => (Status::OptimalInClass, Some(class)),
            None => (Status::BestFound, None),
        };
        Self { value, status, class, bound }
    }

    /// The percentage by which the value exceeds the bound; `None` if the bound is zero and the value is not.
    #[must_use]
    pub fn gap_percent(&self) -> Option<f64> {
        self.value.percent_above(self.bound.value)
    }
}
