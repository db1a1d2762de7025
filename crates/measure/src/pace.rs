//! The pace of a process: that of the machine, or an emulated one.

use super::clock::{Nanoseconds, now, wait_until};
use logpine_text::units::{Clock, Time};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// Times that are waited for in place of a real network, in nanoseconds: every message takes the latency on its way, and the overhead in
/// the process that sends it and in the one that receives it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Emulation {
    /// L.
    pub latency: u64,
    /// The overhead of a message at each of its ends.
    pub overhead: u64,
}

impl FromStr for Emulation {
    type Err = String;

    /// Reads `latency=20ms,overhead=1ms`, in either order.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut emulation = Self::default();
        for part in text.split(',') {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let time =
                || nanoseconds(value).ok_or_else(|| format!("`{value}` is no time such as 20ms or 50us, up to 10s"));
            match name.trim() {
                "latency" => emulation.latency = time()?,
                "overhead" => emulation.overhead = time()?,
                other => return Err(format!("`{other}` is not latency or overhead; write latency=20ms,overhead=1ms")),
            }
        }
        Ok(emulation)
    }
}

/// A time in nanoseconds, at most 10 s.
fn nanoseconds(text: &str) -> Option<u64> {
    const PICOSECONDS: u64 = 1_000;
    let time = Time::parse(text.trim(), Clock::Second).ok()?.ticks() / PICOSECONDS;
    (time <= 10_000_000_000).then_some(time)
}

/// The moments at which a process sends and receives messages.
#[derive(Debug)]
pub struct Pace {
    emulation: Option<Emulation>,
    /// The end of the last message's overhead.
    busy_until: Nanoseconds,
}

impl Pace {
    pub const fn new(emulation: Option<Emulation>) -> Self {
        Self { emulation, busy_until: Nanoseconds::MIN }
    }

    /// Takes the overhead of a message that is about to be sent. Returns the time at which it leaves.
    pub fn before_sending(&mut self) -> Nanoseconds {
        if let Some(Emulation { overhead, .. }) = self.emulation {
            self.work_from(now(), overhead);
        }
        now()
    }

    /// Waits for the latency of a message that left at a time on this process's clock, then takes its overhead.
    pub fn after_receiving(&mut self, left: Nanoseconds) {
        if let Some(Emulation { latency, overhead }) = self.emulation {
            self.work_from(left.saturating_add_unsigned(latency), overhead);
        }
    }

    /// Waits for the latency alone.
    pub fn on_arrival(&self, left: Nanoseconds) {
        if let Some(Emulation { latency, .. }) = self.emulation {
            wait_until(left.saturating_add_unsigned(latency), false);
        }
    }

    /// Works as soon as there is work and the last is done. A sleep that is too long does not add up.
    fn work_from(&mut self, start: Nanoseconds, overhead: u64) {
        self.busy_until = self.busy_until.max(start).saturating_add_unsigned(overhead);
        wait_until(self.busy_until, false);
    }
}

#[cfg(test)]
mod tests {
    use super::Emulation;

    #[test]
    fn emulations_are_read() {
        let expected = Emulation { latency: 20_000_000, overhead: 1_000_000 };
        assert_eq!("latency=20ms,overhead=1ms".parse(), Ok(expected));
        assert_eq!("overhead=1000us, latency=20ms".parse(), Ok(expected));
        assert_eq!("latency=0s".parse(), Ok(Emulation::default()));
        for bad in ["", "latency", "latency=20", "latency=11s", "delay=1ms", "latency=1ms overhead=1ms"] {
            assert!(bad.parse::<Emulation>().is_err(), "{bad}");
        }
    }
}
