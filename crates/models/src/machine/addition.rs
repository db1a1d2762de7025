//! The time in which a machine adds two values.

use super::{Combine, Machine};
use logpine_text::units::{Clock, Time};

impl Machine {
    /// The time in which a processor adds one value to another: `combine_per_value` of `[logp]`, or else of the profile; if
    /// neither is given and times are in cycles, one cycle. `None` if the profile does not determine it, as with a cost per
    /// byte.
    ///
    /// ```
    /// use logpine_models::machine::Machine;
    /// let addition = |name| Machine::built_in(name).and_then(|machine| machine.addition()).map(|time| time.ticks());
    /// assert_eq!(addition("logp-textbook"), Some(1000), "a cycle");
    /// assert_eq!(addition("bgp"), None);
    /// ```
    #[must_use]
    pub fn addition(&self) -> Option<Time> {
        let own = self.logp.and_then(|logp| logp.combine);
        match (own.or(self.combine), self.clock) {
            (Some(Combine::PerValue(time)), _) => Some(time.value),
            (None, Clock::Cycle) => Some(Time::from_ticks(Clock::Cycle.ticks_per_unit())),
            (Some(Combine::PerByte(_)), _) | (None, Clock::Second) => None,
        }
    }
}
