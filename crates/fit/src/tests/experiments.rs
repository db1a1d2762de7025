//! The three experiments on a network with known parameters.

use crate::tan::TanMeasurements;
use crate::tests::noise::Noise;
use crate::{Sample, Samples};
use logpine_text::units::Clock;

/// The fan-ins measured unless a test says otherwise: 4 to 256 leaves.
pub const FAN_INS: [u64; 13] = [4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 160, 192, 256];

/// A network: L, b, C and the growth of o(N), in seconds.
#[derive(Clone, Copy)]
pub struct Network {
    pub latency: f64,
    pub overhead: f64,
    pub startup: f64,
    pub growth: fn(f64) -> f64,
}

/// Table I of Groves, Gutierrez and Arnold (2015).
pub const CAB: Network = Network { latency: 98e-6, overhead: 49.3e-6, startup: 0.0, growth: cab_growth };

pub fn cab_growth(n: f64) -> f64 {
    783e-9 * n + 157e-9 * n * n
}

/// The scatter of times.
#[derive(Clone, Copy)]
pub enum Scatter {
    None,
    Relative(f64),
    Absolute(f64),
}

impl Scatter {
    fn apply(self, time: f64, noise: &mut Noise) -> f64 {
        match self {
            Self::None => time,
            Self::Relative(share) => time * (1.0 + share * noise.normal()),
            Self::Absolute(deviation) => (time + deviation * noise.normal()).max(0.0),
        }
    }
}

/// 500 latencies, chains of 1 to 32 levels and waves of [`FAN_INS`], 10 times each.
pub fn measure(network: Network, scatter: Scatter, seed: u64) -> TanMeasurements {
    measure_at(network, scatter, seed, &FAN_INS)
}

/// As [`measure`], with other fan-ins.
pub fn measure_at(network: Network, scatter: Scatter, seed: u64, fan_ins: &[u64]) -> TanMeasurements {
    let Network { latency, overhead, startup, growth } = network;
    let mut noise = Noise::new(seed);
    let mut repeat = |at: u64, time: f64, times: usize| -> Vec<(u64, f64)> {
        (0..times).map(|_| (at, scatter.apply(time, &mut noise))).collect()
    };
    let latencies = repeat(0, latency, 500);
    let chain = (1..=32).flat_map(|d| repeat(d, d as f64 * (latency + 2.0 * overhead) + startup, 10)).collect();
    let waves = fan_ins.iter().flat_map(|&n| repeat(n, latency + overhead + growth(n as f64), 10)).collect();
    TanMeasurements {
        latency: samples("latency.csv", latencies),
        chain: samples("chain.csv", chain),
        fan_in: samples("fanin.csv", waves),
    }
}

/// Samples as read from a file with a header.
pub fn samples(origin: &str, times: Vec<(u64, f64)>) -> Samples {
    let samples = times.into_iter().zip(2..).map(|((at, time), line)| Sample { at, time, line }).collect();
    Samples { origin: origin.to_owned(), clock: Clock::Second, samples, discarded: 0, warnings: Vec::new() }
}
