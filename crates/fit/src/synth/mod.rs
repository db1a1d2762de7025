//! Synthetic measurements: the results of the experiments on a machine that exactly follows its profile, with noise.
//!
//! The experiments are those of Groves, Gutierrez and Arnold (A LogP Extension for Modeling Tree Aggregation Networks, 2015,
//! section IV), in the form used by the fit:
//!
//! ```text
//! latency    L
//! chain      depth x (L + 2b) + C        one send and one reception a level
//! fan-in     L + o(N)                    N leaves under one node
//! ```
//!
//! with b the constant term of o(x). A data set is determined by machine, noise and seed, and is the same on every platform.

mod csv;
mod noise;

pub use csv::DataSet;
pub use noise::{NoiseError, RelativeNoise};

use super::tan::TanMeasurements;
use super::{Sample, Samples};
use logpine_models::machine::{Machine, Overhead};
use logpine_text::random::Generator;
use logpine_text::reason::{Reason, reason};
use logpine_text::units::{Clock, Rate, Time};

/// The deepest chain: a binary tree of that height has more leaves than any machine.
pub const DEEPEST_CHAIN: u64 = 32;
/// The numbers of leaves under one node. With the node itself they fit on 256 hosts.
pub const FAN_INS: [u64; 15] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192];
/// The number of samples of the latency.
pub const LATENCIES: u32 = 500;

/// Options for synthetic measurements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Synthesis {
    /// The noise of each measurement.
    pub noise: RelativeNoise,
    /// The seed of the data set.
    pub seed: u64,
    /// The number of measurements of each point of chains and fan-ins, and of each whole tree.
    pub repetitions: u32,
}

/// The time of a whole tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeTime {
    /// The spec string of the tree.
    pub tree: String,
    /// The time of one wave.
    pub time: Time,
}

/// The noiseless results of the experiments on a machine.
#[derive(Clone, Copy, Debug)]
pub struct SyntheticTan<'a> {
    machine: &'a Machine,
    latency: Time,
    overhead: &'a Overhead,
    /// b, the constant term of the overhead.
    constant: Rate,
    startup: Time,
}

impl<'a> SyntheticTan<'a> {
    /// Prepares the experiments for the reduction (upward) direction.
    ///
    /// # Errors
    /// [`Reason`] if the overhead of the machine is not a formula with a constant term, or if the machine has a gap or a
    /// filter.
    pub fn new(machine: &'a Machine) -> Result<Self, Reason> {
        let name = || machine.name.clone();
        let tan = machine.tan.as_ref().ok_or_else(|| {
            reason!("machine `{machine}` has no [tan] section, which these experiments are for", machine = name())
        })?;
        let up = &tan.reduction;
        if matches!(up.overhead, Overhead::Table(_)) {
            return Err(reason!(
                "machine `{machine}`: its overhead is a table, and chains take their overhead b from the constant term of a \
         formula; write overhead = {{ constant = ..., linear = ... }}",
                machine = name()
            ));
        }
        if up.gap.value > Time::ZERO || up.filter.value > Time::ZERO {
            return Err(reason!(
                "machine `{machine}` has a gap or a filter, which these experiments cannot tell from the overhead; set both to 0",
                machine = name()
            ));
        }
        let constant = up.overhead.constant_term().ok_or_else(|| reason!("machine `{machine}`: its overhead has no constant term, which is the overhead b of each level of a chain; add \
         constant to [tan] overhead", machine = name()))?;
        Ok(Self { machine, latency: up.latency.value, overhead: &up.overhead, constant, startup: tan.startup.value })
    }

    /// The time of a wave through a chain: depth x (L + 2b) + C, rounded half up once.
    ///
    /// # Errors
    /// [`Reason`] if the time exceeds [`Time::MAX`].
    pub fn chain(&self, depth: u64) -> Result<Time, Reason> {
        let time = || {
            let overheads = self.constant.times(depth.checked_mul(2)?)?;
            self.latency.checked_mul(depth)?.checked_add(overheads)?.checked_add(self.startup)
        };
        time().ok_or_else(|| self.not_representable(&format!("a chain of depth {depth}")))
    }

    /// The time of a wave from `leaves` leaves to one node: L + o(N).
    ///
    /// # Errors
    /// [`Reason`] if the time exceeds [`Time::MAX`].
    pub fn fan_in(&self, leaves: u64) -> Result<Time, Reason> {
        let time = || self.latency.checked_add(self.overhead.at(leaves)?);
        time().ok_or_else(|| self.not_representable(&format!("a fan-in of {leaves}")))
    }

    /// Simulates measurements of the latency ([`LATENCIES`]), of chains of depth 1 to [`DEEPEST_CHAIN`], and of [`FAN_INS`].
    ///
    /// # Errors
    /// [`Reason`] if the time exceeds [`Time::MAX`].
    pub fn measurements(&self, synthesis: &Synthesis) -> Result<TanMeasurements, Reason> {
        let repetitions = synthesis.repetitions;
        let chains = (1..=DEEPEST_CHAIN).map(|depth| Ok((depth, self.chain(depth)?)));
        let chains = chains.collect::<Result<Vec<_>, Reason>>()?;
        let fan_ins = FAN_INS.iter().map(|&leaves| Ok((leaves, self.fan_in(leaves)?)));
        let fan_ins = fan_ins.collect::<Result<Vec<_>, Reason>>()?;
        Ok(TanMeasurements {
            latency: self.samples(&[(0, self.latency)], LATENCIES, synthesis, Stream::Latency),
            chain: self.samples(&chains, repetitions, synthesis, Stream::Chain),
            fan_in: self.samples(&fan_ins, repetitions, synthesis, Stream::FanIn),
        })
    }

    fn samples(&self, points: &[(u64, Time)], repetitions: u32, synthesis: &Synthesis, stream: Stream) -> Samples {
        let Machine { name, clock, .. } = self.machine;
        let mut generator = stream.generator(synthesis.seed);
        let mut samples = Vec::new();
        for &(at, truth) in points {
            for _ in 0..repetitions {
                let time = synthesis.noise.measure(truth, &mut generator);
                samples.push(Sample { at, time: in_units(time, *clock), line: 0 });
            }
        }
        let Synthesis { noise, seed, .. } = synthesis;
        let origin = format!("synthetic: {name}, noise {noise}, seed {seed}");
        Samples { origin, clock: *clock, samples, discarded: 0, warnings: Vec::new() }
    }

    fn not_representable(&self, what: &str) -> Reason {
        reason!("machine `{}`: {what} takes too long to be represented", self.machine.name)
    }
}

impl Synthesis {
    /// Simulates measurements of whole trees with the given true times.
    #[must_use]
    pub fn trees(&self, truths: &[TreeTime]) -> Vec<TreeTime> {
        let mut generator = Stream::Trees.generator(self.seed);
        let mut measured = Vec::new();
        for TreeTime { tree, time } in truths {
            for _ in 0..self.repetitions {
                measured.push(TreeTime { tree: tree.clone(), time: self.noise.measure(*time, &mut generator) });
            }
        }
        measured
    }
}

/// A random stream for each experiment, so that more repetitions of one do not change the others.
#[derive(Clone, Copy, Debug)]
enum Stream {
    Latency = 1,
    Chain,
    FanIn,
    Trees,
}

impl Stream {
    fn generator(self, seed: u64) -> Generator {
        Generator::stream(seed, self as u64)
    }
}

/// The time in the clock's unit, as the nearest float.
fn in_units(time: Time, clock: Clock) -> f64 {
    time.ticks() as f64 / clock.ticks_per_unit() as f64
}

#[cfg(test)]
mod tests;
