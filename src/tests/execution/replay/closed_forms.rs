//! The closed forms of event-driven replays, for messages of s >= 1 bytes, all eager, with chained sends.

use logpine::units::{Rate, Time};
use logpine_collectives::schedule::Schedule;
use logpine_collectives::schedule::replay::{Network, Simulator, event_driven};

/// L, o, g, G, O and s.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    pub latency: u64,
    pub overhead: u64,
    pub gap: u64,
    /// G and O.
    pub per_byte: [u64; 2],
    pub bytes: u64,
}

pub fn network(latency: u64, overhead: u64, gap: u64, [gap_per_byte, overhead_per_byte]: [u64; 2]) -> Network {
    let [latency, overhead, gap] = [latency, overhead, gap].map(Time::from_ticks);
    let [gap_per_byte, overhead_per_byte] =
        [gap_per_byte, overhead_per_byte].map(|each| Rate::from_time(Time::from_ticks(each)));
    Network { latency, overhead, gap, gap_per_byte, overhead_per_byte, rendezvous_above: None }
}

pub fn finish(schedule: &Schedule, network: &Network, simulator: Simulator) -> u64 {
    event_driven(schedule, network, simulator, &mut ()).expect("it can be replayed").finish.ticks()
}

impl Setting {
    /// All 324.
    pub fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for latency in [0, 6, 50] {
            for overhead in [0, 2, 9] {
                for gap in [0, 4, 30] {
                    for gap_per_byte in [0, 1, 5] {
                        for overhead_per_byte in [0, 2] {
                            for bytes in [1, 9] {
                                let per_byte = [gap_per_byte, overhead_per_byte];
                                all.push(Self { latency, overhead, gap, per_byte, bytes });
                            }
                        }
                    }
                }
            }
        }
        assert_eq!(all.len(), 324);
        all
    }
}
