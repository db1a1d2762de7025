//! The front end: the root of a tree of processes, which times waves.

use super::assignment::{Processes, Settings, Timing};
use super::branches::Branches;
use super::clock::{Nanoseconds, now};
use super::error::MeasureError;
use super::frame::{Frame, Wave};
use super::link::{Deadline, Lifeline};
use super::node::{receive_all, send_down};
use super::pace::Pace;

/// The margin between the order and the start of a wave, at first for each level.
const MARGIN: Nanoseconds = 1_000_000;
/// The most margin that a wave gets.
const MOST_MARGIN: Nanoseconds = 1_000_000_000;

/// A tree of running processes below the front end. All end when it is dropped.
#[derive(Debug)]
pub struct Session {
    processes: Processes,
    branches: Branches,
    settings: Settings,
    pace: Pace,
    /// The number of the next wave.
    number: u32,
    margin: Nanoseconds,
}

/// The time of a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaveTime {
    /// From the first leaf's data to the end of the wave at the root; of a round trip, from the order to the end.
    pub time: Nanoseconds,
    /// The time between the first and the last leaf's data; 0 of a round trip.
    pub skew: Nanoseconds,
}

impl Session {
    /// Starts the processes.
    ///
    /// # Errors
    /// [`MeasureError`] that names the host at fault. All processes are ended then.
    pub fn start(processes: Processes, settings: &Settings) -> Result<Self, MeasureError> {
        let branches = Branches::start(&processes, &token()?, settings, &Lifeline::NONE)?;
        let margin = MARGIN.saturating_mul(i64::from(processes.height()) + 1).min(MOST_MARGIN);
        let pace = Pace::new(settings.emulation);
        Ok(Self { processes, branches, settings: settings.clone(), pace, number: 0, margin })
    }

    /// Compares all clocks with this process's. Returns the largest error, in nanoseconds.
    ///
    /// # Errors
    /// [`MeasureError`] if a process does not answer.
    pub fn synchronise(&mut self) -> Result<Nanoseconds, MeasureError> {
        self.branches.synchronise(&Lifeline::NONE)
    }

    /// The time, in nanoseconds, of a message to the first child and back, of as many bytes as those of waves, and without the work
    /// of a wave.
    ///
    /// # Errors
    /// [`MeasureError`] if it does not come back.
    pub fn echo(&mut self) -> Result<Nanoseconds, MeasureError> {
        let data = vec![0; self.settings.bytes as usize];
        let Some(branch) = self.branches.all().first_mut() else { return Ok(0) };
        let left = now();
        branch.link.send(&Frame::Echo { left, data })?;
        match branch.receive("echo", Deadline::new(self.settings.wave), &Lifeline::NONE)? {
            Frame::Echo { left: back, .. } => {
                self.pace.on_arrival(back);
                Ok(now() - left)
            }
            other => Err(branch.link.unexpected(&other, "an echo")),
        }
    }

    /// The time of a wave of `depth` levels through the first `width` children of the root. Processes at that depth begin it, as leaves do.
    ///
    /// # Errors
    /// [`MeasureError`] if it does not arrive whole.
    pub fn wave(&mut self, depth: u32, width: u32) -> Result<WaveTime, MeasureError> {
        loop {
            let (time, missed) = self.one_wave(depth, width)?;
            // Too late an order says nothing of the wave: the next one starts later.
            if !missed || self.margin >= MOST_MARGIN {
                return Ok(time);
            }
            self.margin = (2 * self.margin).min(MOST_MARGIN);
        }
    }

    /// A wave, and whether leaves heard of it after its start.
    fn one_wave(&mut self, depth: u32, width: u32) -> Result<(WaveTime, bool), MeasureError> {
        let Self { branches, settings, pace, .. } = self;
        let (number, bytes, width_here) = (self.number, settings.bytes, width as usize);
        self.number = self.number.wrapping_add(1);
        let timing = settings.timing;
        let data = pattern(number, 1, bytes);
        let begin = now();
        let start = begin + self.margin;
        let order = Wave { number, depth: depth.saturating_sub(1), start, left: begin, data };
        send_down(branches, width_here, order, timing, pace)?;
        let combined = receive_all(branches, width_here, settings, pace, &Lifeline::NONE)?;
        let end = now();
        let expected = self.processes.leaves(depth, width);
        if combined.number != number || combined.leaves != expected || combined.data != pattern(number, expected, bytes)
        {
            return Err(MeasureError::Data { expected, found: combined.leaves });
        }
        let [first, last] = combined.delays;
        let time = match timing {
            Timing::OneWay => WaveTime { time: end - start - first, skew: last - first },
            Timing::RoundTrip => WaveTime { time: end - begin, skew: 0 },
        };
        Ok((time, combined.missed > 0))
    }

    /// Ends all processes and waits for their end.
    pub fn end(self) {
        self.branches.end();
    }
}

/// The sum of what that many leaves send in a wave: every byte is the wave's number and its place, so that waves differ.
fn pattern(number: u32, leaves: u64, bytes: u32) -> Vec<u8> {
    let byte = |place: u32| u64::from(number.wrapping_add(place)).wrapping_mul(leaves).to_le_bytes()[0];
    (0..bytes).map(byte).collect()
}

/// A secret of 128 random bits, new for each tree.
fn token() -> Result<String, MeasureError> {
    let mut bits = [0; 16];
    getrandom::fill(&mut bits).map_err(|error| MeasureError::Assignment(format!("no random bits: {error}")))?;
    Ok(format!("{:032x}", u128::from_le_bytes(bits)))
}

#[cfg(test)]
mod tests {
    use super::pattern;

    #[test]
    fn patterns_of_leaves_add_up() {
        let one = pattern(7, 1, 300);
        let three: Vec<u8> = one.iter().map(|byte| byte.wrapping_mul(3)).collect();
        assert_eq!(pattern(7, 3, 300), three);
        assert_ne!(pattern(8, 1, 300), one);
        assert!(pattern(7, 9, 0).is_empty());
    }
}
