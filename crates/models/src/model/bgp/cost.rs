//! Costs that are known up to bounds.

use super::BgpError;
use crate::model::Accuracy;
use logpine_text::units::{FineTime, Rate, Time};

/// A time between two bounds, both in ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Interval {
    /// The lower bound.
    pub low: Time,
    /// The upper bound; equal to `low` if the time is known.
    pub high: Time,
}

impl Interval {
    /// The interval of a known time.
    #[must_use]
    pub const fn exactly(time: Time) -> Self {
        Self { low: time, high: time }
    }

    /// The time if it is known.
    #[must_use]
    pub fn time(self) -> Option<Time> {
        (self.low == self.high).then_some(self.low)
    }

    /// The sum of both bounds, for one interval after the other; `None` past [`Time::MAX`].
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        Some(Self { low: self.low.checked_add(other.low)?, high: self.high.checked_add(other.high)? })
    }
}

/// The cost of a message or a collective of the machine's own library, with its terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BgpCost {
    /// The time; both ends are rounded half up once.
    pub time: Interval,
    /// The accuracy of the time.
    pub accuracy: Accuracy,
    /// The terms that add up to the time, each rounded half up by itself.
    pub terms: Vec<Term>,
}

impl BgpCost {
    /// The accuracy of the time, after Hoefler, Gropp, Thakur and Traeff (2010), section 2: `exact`, `bounded`,
    /// `dominant term` or `asymptotic`.
    #[must_use]
    pub const fn accuracy(&self) -> &'static str {
        self.accuracy.name()
    }
}

/// A term of a [`BgpCost`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The operation that takes the time.
    pub what: String,
    /// The duration.
    pub time: Interval,
    /// The equation, or the section of the profile, that gives it.
    pub source: &'static str,
}

/// A term between two exact times.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub low: FineTime,
    pub high: FineTime,
}

impl Span {
    pub(super) const fn exactly(time: FineTime) -> Self {
        Self { low: time, high: time }
    }

    pub(super) fn rounded(self) -> Result<Interval, BgpError> {
        let round = |time: FineTime| time.round().ok_or(BgpError::NotRepresentable);
        Ok(Interval { low: round(self.low)?, high: round(self.high)? })
    }
}

/// A cost under construction.
#[derive(Debug)]
pub(super) struct Sum {
    pub span: Span,
    terms: Vec<Term>,
}

impl Sum {
    pub(super) fn new() -> Self {
        Self { span: Span::exactly(FineTime::default()), terms: Vec::new() }
    }

    /// Adds a known term; `None` stands for one past all limits.
    pub(super) fn add(&mut self, what: &str, source: &'static str, time: Option<FineTime>) -> Result<(), BgpError> {
        self.add_between(what, source, time, time)
    }

    /// Adds a term between two times.
    pub(super) fn add_between(
        &mut self,
        what: &str,
        source: &'static str,
        low: Option<FineTime>,
        high: Option<FineTime>,
    ) -> Result<(), BgpError> {
        let limit = || BgpError::NotRepresentable;
        let (low, high) = (low.ok_or_else(limit)?, high.ok_or_else(limit)?);
        let span = Span { low, high };
        self.terms.push(Term { what: what.to_owned(), time: span.rounded()?, source });
        self.span.low = self.span.low.checked_add(low).ok_or_else(limit)?;
        self.span.high = self.span.high.checked_add(high).ok_or_else(limit)?;
        Ok(())
    }

    /// The cost, with `accuracy` if both ends are the same; otherwise it is bounded.
    pub(super) fn cost(self, accuracy: Accuracy) -> Result<BgpCost, BgpError> {
        let time = self.span.rounded()?;
        let accuracy = if time.time().is_some() { accuracy } else { Accuracy::Bounded };
        Ok(BgpCost { time, accuracy, terms: self.terms })
    }
}

/// `count` times a time of whole ticks.
pub(super) fn times(time: Time, count: u64) -> Option<FineTime> {
    FineTime::of(Rate::from_time(time), count)
}
