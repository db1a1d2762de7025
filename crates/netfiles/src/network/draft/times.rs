//! The times and the capacity of a link, as files give them.

use logpine_network::{latency, per_byte};
use logpine_text::placed::Found;
use logpine_text::units::{Clock, Rate, Time, UnitError};
use std::ops::Range;

const CAPACITY: &str =
    "a capacity; write a whole number above 0 and below 2^32, in a unit that is the same for all links";
const BANDWIDTH: &str = "a bandwidth; write bytes per second, such as 10GB/s, above 0";
const TWO_RATES: &str = "a link has a `per_byte` or a `bandwidth`, which mean the same; leave one out";

/// The given times of a link, each with its clock, and its capacity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Times {
    pub(super) latency: Option<(Clock, Time)>,
    pub(super) per_byte: Option<(Clock, Rate)>,
    pub(super) capacity: Option<u32>,
    /// The bits per second that the Topology Zoo gives to some links.
    pub(super) raw_speed: Option<Rate>,
}

impl Times {
    /// The keys of times, and of the capacity.
    pub const KEYS: [&'static str; 4] = ["latency", "per_byte", "bandwidth", "capacity"];

    /// Sets the value of one of the keys.
    pub fn set(&mut self, key: &str, value: &str, span: &Range<usize>) -> Result<(), Found> {
        let wrong = |what| Found::wrong(span.clone(), value.trim(), what);
        let unit = |error: UnitError| Found::new(span.clone(), error);
        let value = value.trim();
        if key == "latency" {
            self.latency = Some(latency(value).map_err(unit)?);
            return Ok(());
        }
        if key == "capacity" {
            let capacity = value.parse().ok().filter(|&capacity| capacity > 0);
            self.capacity = Some(capacity.ok_or_else(|| wrong(CAPACITY))?);
            return Ok(());
        }
        let rate = if key == "per_byte" {
            per_byte(value).map_err(unit)?
        } else {
            (Clock::Second, Rate::of_bandwidth(value).map_err(|_| wrong(BANDWIDTH))?)
        };
        match self.per_byte.replace(rate) {
            None => Ok(()),
            Some(_) => Err(Found::new(span.clone(), TWO_RATES)),
        }
    }

    /// Sets the value of a key of other programs as well; false if it says nothing that is read.
    pub fn read(&mut self, key: &str, value: &str, span: &Range<usize>) -> Result<bool, Found> {
        if key == "LinkSpeedRaw" {
            self.raw_speed = Rate::of_bandwidth(&format!("{value}bit/s")).ok();
            return Ok(true);
        }
        if Self::KEYS.contains(&key) {
            self.set(key, value, span)?;
            return Ok(true);
        }
        Ok(false)
    }

    /// These times, completed by `others`.
    pub fn or(self, others: Self) -> Self {
        Self {
            latency: self.latency.or(others.latency),
            per_byte: self.per_byte.or(others.per_byte),
            capacity: self.capacity.or(others.capacity),
            raw_speed: self.raw_speed.or(others.raw_speed),
        }
    }

    pub(super) fn clocks(self) -> impl Iterator<Item = Clock> {
        self.latency.map(|(clock, _)| clock).into_iter().chain(self.per_byte.map(|(clock, _)| clock))
    }
}
