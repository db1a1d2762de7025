//! `[loggph]`: LogGP with parameters for each channel, the extension `LogGPH` of Rico-Gallego et al., equations (5) and (6).

use super::combine::Combine;
use super::logp;
use super::measured::Measured;
use super::reader::{Read, Value};
use super::tau_lop::no_channel;
use logpine_text::units::{Rate, Time};

/// Parameters of hierarchical LogGP, for at least one channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoggphParameters {
    /// `[loggph.shared]`: between ranks on one host.
    pub shared: Option<LoggphChannel>,
    /// `[loggph.network]`: between hosts.
    pub network: Option<LoggphChannel>,
    /// The reduction operator, if it differs from the profile's.
    pub combine: Option<Combine>,
}

/// LogGP on one channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoggphChannel {
    /// L: the time of a byte in the channel.
    pub latency: Measured<Time>,
    /// o: the processor time for sending a message.
    pub overhead_send: Measured<Time>,
    /// o: the processor time for receiving a message.
    pub overhead_receive: Measured<Time>,
    /// g: the least time between two sends, or two receptions, of a processor.
    pub gap: Measured<Time>,
    /// G: the time per byte of a long message.
    pub gap_per_byte: Measured<Rate>,
}

const CHANNEL_KEYS: &[&str] = &["latency", "overhead", "overhead_send", "overhead_receive", "gap", "gap_per_byte"];

impl LoggphParameters {
    pub(super) fn read(value: Value<'_>) -> Read<Self> {
        let section = value.section("[loggph]", &["shared", "network", "combine", "combine_per_value"])?;
        let shared =
            section.optional("shared").map(|value| LoggphChannel::read(value, "[loggph.shared]")).transpose()?;
        let network =
            section.optional("network").map(|value| LoggphChannel::read(value, "[loggph.network]")).transpose()?;
        if shared.is_none() && network.is_none() {
            return Err(section.fault(no_channel("loggph")));
        }
        Ok(Self { shared, network, combine: Combine::read(&section)? })
    }
}

impl LoggphChannel {
    fn read(value: Value<'_>, name: &str) -> Read<Self> {
        let section = value.section(name, CHANNEL_KEYS)?;
        let [overhead_send, overhead_receive] = logp::overheads(&section)?;
        Ok(Self {
            latency: Measured::time(section.required("latency", "\"5us\"")?)?,
            overhead_send,
            overhead_receive,
            gap: Measured::time(section.required("gap", "\"4us\"")?)?,
            gap_per_byte: Measured::per_byte(section.required("gap_per_byte", "\"0.3ns/B\"")?)?,
        })
    }
}
