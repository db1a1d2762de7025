//! The length of a tick of GOAL schedules.

use crate::request::Refusal;
use logpine_text::units::{Clock, Time};

/// The length of a tick of GOAL schedules as written, such as `1us`; the machine decides which unit it may have.
///
/// ```
/// use logpine::request::TickLength;
/// use logpine::units::{Clock, Time};
/// let tick = TickLength::from("2us".to_owned());
/// assert_eq!(tick.on(Clock::Second).ok(), Some(Time::from_ticks(2_000_000)));
/// assert!(tick.on(Clock::Cycle).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TickLength(String);

impl From<String> for TickLength {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl TickLength {
    /// The text as written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The length on a machine with that clock.
    ///
    /// # Errors
    /// [`Refusal::Invalid`] if the text is not a length, or has a unit of other machines.
    pub fn on(&self, clock: Clock) -> Result<Time, Refusal> {
        self.of("--goal-tick", clock)
    }

    /// The length on a machine with that clock, given by an option.
    ///
    /// # Errors
    /// As for [`TickLength::on`].
    pub(crate) fn of(&self, option: &str, clock: Clock) -> Result<Time, Refusal> {
        let length = Time::parse(&self.0, clock).map_err(|error| Refusal::invalid(format!("{option}: {error}")))?;
        if length == Time::ZERO {
            return Err(Refusal::invalid(format!("{option} {} is no length of time: give a longer one", self.0)));
        }
        Ok(length)
    }
}
