//! `[tau_lop]`: concurrent transfers on channels, after J. A. Rico-Gallego, J. C. Diaz-Martin and A. L. Lastovetsky,
//! "Modeling Contention and Mapping Effects in Multi-core Clusters".

use super::combine::Combine;
use super::measured::Measured;
use super::reader::{Read, Section, Value};
use super::size_table::SizeTable;
use super::transfer::Transfer;
use logpine_text::units::{Bytes, Time};

/// A channel that messages go through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Channel {
    /// Channel 0: the memory of a host, between its ranks, and between a rank and the network interface.
    Shared,
    /// Channel 1: the network between hosts.
    Network,
}

impl Channel {
    /// The name in profiles: `shared` or `network`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shared => "shared",
            Self::Network => "network",
        }
    }
}

/// Parameters of the tau-Lop model, for at least one channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TauLopParameters {
    /// `[tau_lop.shared]`: the memory of every host.
    pub shared: Option<TauLopChannel>,
    /// `[tau_lop.network]`: between hosts.
    pub network: Option<TauLopChannel>,
    /// S: longer messages are cut into segments of this length, at least 1 byte; absent if none are.
    pub segment: Option<Bytes>,
    /// The reduction operator, if it differs from the profile's.
    pub combine: Option<Combine>,
}

/// A channel under tau-Lop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TauLopChannel {
    /// o(m): the time from the call until data are in the channel; other transmissions in the channel do not change it.
    pub overhead: ChannelOverhead,
    /// L(m, tau): the time of tau concurrent transfers.
    pub transfer: Transfer,
    /// The transfers of a transmission.
    pub path: TransmissionPath,
}

/// o(m).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChannelOverhead {
    /// The same overhead for all sizes.
    Constant(Measured<Time>),
    /// An overhead measured by size.
    Table(SizeTable),
}

/// The transfers of a transmission: `transfers` in profiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TransmissionPath {
    /// Through buffers. In shared memory there are 2 copies, from the sender to a buffer and from there to the receiver.
    /// Over the network there are 3 transfers: from the sender's memory to the network interface, in the channel of that
    /// memory; from there to the other interface; and on to the receiver's memory, in its channel.
    #[default]
    Buffered,
    /// A single transfer: one copy from rank to rank, or one from memory to memory over the network.
    Direct,
}

impl ChannelOverhead {
    /// o(`bytes`), rounded half up; `None` past [`Time::MAX`].
    #[inline]
    #[must_use]
    pub fn at(&self, bytes: u64) -> Option<Time> {
        match self {
            Self::Constant(time) => Some(time.value),
            Self::Table(table) => table.at(bytes),
        }
    }

    /// The least overhead for any size of at least a byte; `None` past [`Time::MAX`].
    #[must_use]
    pub fn at_least(&self) -> Option<Time> {
        match self {
            Self::Constant(time) => Some(time.value),
            Self::Table(table) => table.at_least(1),
        }
    }

    fn read(value: Value<'_>) -> Read<Self> {
        if value.is_array() {
            SizeTable::read(value).map(Self::Table)
        } else {
            Measured::time(value).map(Self::Constant)
        }
    }
}

impl TauLopParameters {
    pub(super) fn read(value: Value<'_>) -> Read<Self> {
        let keys = &["shared", "network", "segment", "combine", "combine_per_value"];
        let section = value.section("[tau_lop]", keys)?;
        let shared = channel(&section, Channel::Shared)?;
        let network = channel(&section, Channel::Network)?;
        match (&shared, &network) {
            (None, None) => return Err(section.fault(no_channel("tau_lop"))),
            (None, Some(network)) if network.path == TransmissionPath::Buffered => {
                return Err(section.fault(
                    "messages between hosts are first copied to the network interface, through memory, and [tau_lop] has no \
                     `shared`; add [tau_lop.shared], or transfers = 1 where the interface reads from the sender and writes to the \
                     receiver itself",
                ));
            }
            _ => {}
        }
        let segment = section.optional("segment").map(read_segment).transpose()?;
        if let Some(value) = section.optional("segment")
            && shared.as_ref().is_some_and(|shared| shared.path == TransmissionPath::Direct)
        {
            return Err(value.fault(
                "`segment` cuts messages for the buffers between ranks of a host, and [tau_lop.shared] has none, with transfers = 1; \
                 remove one of them",
            ));
        }
        Ok(Self { shared, network, segment, combine: Combine::read(&section)? })
    }
}

/// The fault of a channel model without a channel.
pub(super) fn no_channel(section: &str) -> String {
    format!(
        "[{section}] describes no channel; add [{section}.shared] for ranks on one host, [{section}.network] for hosts, or both"
    )
}

fn channel(section: &Section<'_>, channel: Channel) -> Read<Option<TauLopChannel>> {
    let Some(value) = section.optional(channel.name()) else { return Ok(None) };
    let section = value.section(&format!("[tau_lop.{}]", channel.name()), &["overhead", "transfer", "transfers"])?;
    let example = "{ latency = \"0.2us\", per_byte = \"0.25ns/B\", contention = 0.3 }";
    Ok(Some(TauLopChannel {
        overhead: ChannelOverhead::read(section.required("overhead", "\"1us\"")?)?,
        transfer: Transfer::read(section.required("transfer", example)?)?,
        path: section
            .optional("transfers")
            .map_or(Ok(TransmissionPath::default()), |value| read_path(value, channel))?,
    }))
}

fn read_path(value: Value<'_>, channel: Channel) -> Read<TransmissionPath> {
    let count = value.count()?;
    match (channel, count) {
        (_, 1) => Ok(TransmissionPath::Direct),
        (Channel::Shared, 2) | (Channel::Network, 3) => Ok(TransmissionPath::Buffered),
        (Channel::Shared, _) => Err(value.out_of_range(count, "2, through a buffer, or 1, from rank to rank")),
        (Channel::Network, _) => {
            Err(value.out_of_range(count, "3, through the memory of both hosts, or 1, from memory to memory"))
        }
    }
}

fn read_segment(value: Value<'_>) -> Read<Bytes> {
    match value.bytes()? {
        Bytes(0) => Err(value.out_of_range("0B", "at least 1B")),
        segment => Ok(segment),
    }
}
