//! The length of a GOAL tick.

use logpine_text::units::Time;
use std::num::NonZeroU64;

/// The unit of `calc` operations, which count whole GOAL ticks: by default 1 ns on a machine with seconds or 1 cycle on a
/// machine with cycles, both 1000 ticks of [`Time`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GoalTick(NonZeroU64);

impl Default for GoalTick {
    fn default() -> Self {
        Self(const { NonZeroU64::new(1000).expect("not zero") })
    }
}

impl GoalTick {
    /// A GOAL tick of the given length; `None` if the length is 0.
    #[must_use]
    pub fn new(length: Time) -> Option<Self> {
        NonZeroU64::new(length.ticks()).map(Self)
    }

    /// The length.
    #[must_use]
    pub const fn length(self) -> Time {
        Time::from_ticks(self.0.get())
    }

    /// The duration of `goal_ticks` GOAL ticks; `None` if it cannot be represented.
    #[must_use]
    pub fn time(self, goal_ticks: u64) -> Option<Time> {
        goal_ticks.checked_mul(self.0.get()).map(Time::from_ticks)
    }

    /// The number of GOAL ticks in a time; `None` unless it is whole.
    ///
    /// ```
    /// use logpine_goal::GoalTick;
    /// use logpine_text::units::Time;
    /// let tick = GoalTick::default();
    /// assert_eq!(tick.count(Time::from_ticks(98_000)), Some(98));
    /// assert_eq!(tick.count(Time::from_ticks(98_001)), None);
    /// ```
    #[must_use]
    pub fn count(self, time: Time) -> Option<u64> {
        (time.ticks() % self.0 == 0).then(|| time.ticks() / self.0)
    }
}
