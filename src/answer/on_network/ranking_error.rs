//! The reasons why no candidate can run on a network.

use logpine_network::MappingError;
use logpine_text::units::Clock;

/// The reason why no candidate can run on a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkRankingError {
    /// The times of the network and of the model have different units.
    #[error(
        "the machine's times are in {} and those of {network} in {}: write the times of its links in {}, like {}",
        machine.plural(), found.plural(), machine.plural(), way_out(network, *machine)
    )]
    Clock {
        /// The clock of the machine.
        machine: Clock,
        /// The network's name.
        network: String,
        /// The clock of the network.
        found: Clock,
    },
    /// No candidate has few enough ranks.
    #[error(transparent)]
    Mapping(#[from] MappingError),
}

/// The specification of the network with its times in the unit of the machine.
fn way_out(network: &str, clock: Clock) -> String {
    let times = match clock {
        Clock::Second => "latency=1us,per_byte=0.1ns/B",
        Clock::Cycle => "latency=2cycles,per_byte=0.1cycles/B",
    };
    let is_time = |key: &&str| ["latency=", "per_byte=", "bandwidth="].iter().any(|time| key.starts_with(time));
    // Files have names without a colon.
    let spec = if network.contains(':') { network } else { "" };
    let shape = spec.split(',').filter(|key| !key.is_empty() && !is_time(key));
    shape.chain([times]).collect::<Vec<_>>().join(",")
}
