//! Numbers of transmissions that share a channel.

use std::cmp::Ordering;
use std::ops::BitOr;

/// The load of one stage on the channels: each number is the maximum over all hosts, saturating.
///
/// On a host, `intra` transmissions go from one of its ranks to another, `out` leave it and `into` come to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Loads {
    /// The maximum of intra.
    pub intra: u64,
    /// The maximum of out.
    pub out: u64,
    /// The maximum of into.
    pub into: u64,
    /// intra + out: ranks of the host that send.
    pub leaving: u64,
    /// intra + into: ranks of the host that receive.
    pub arriving: u64,
    /// 2 intra + out.
    pub twice_leaving: u64,
    /// 2 intra + into.
    pub twice_arriving: u64,
    /// 2 intra + out + into: copies in the host's memory when both ends of a transmission are in progress.
    pub copies: u64,
    /// The channels that the ranks use.
    pub ranks: RankChannels,
}

impl Loads {
    /// These loads with one more host, which has the given transmissions.
    #[must_use]
    pub fn with_host(self, intra: u64, out: u64, into: u64) -> Self {
        let (leaving, arriving) = (intra.saturating_add(out), intra.saturating_add(into));
        Self {
            intra: self.intra.max(intra),
            out: self.out.max(out),
            into: self.into.max(into),
            leaving: self.leaving.max(leaving),
            arriving: self.arriving.max(arriving),
            twice_leaving: self.twice_leaving.max(intra.saturating_add(leaving)),
            twice_arriving: self.twice_arriving.max(intra.saturating_add(arriving)),
            copies: self.copies.max(leaving.saturating_add(arriving)),
            ranks: self.ranks,
        }
    }

    /// These loads with further ranks' channels.
    #[must_use]
    pub fn with_ranks(self, ranks: RankChannels) -> Self {
        Self { ranks: self.ranks | ranks, ..self }
    }

    /// These loads with the ranks of a stage in which none both sends and receives.
    #[must_use]
    pub(super) fn one_way(self) -> Self {
        let shared = if self.intra > 0 { RankChannels::SHARED } else { RankChannels::default() };
        let network = if self.out > 0 { RankChannels::NETWORK } else { RankChannels::default() };
        self.with_ranks(shared | network)
    }

    /// The loads of the same transmissions in the other direction.
    #[must_use]
    pub const fn backward(self) -> Self {
        Self {
            out: self.into,
            into: self.out,
            leaving: self.arriving,
            arriving: self.leaving,
            twice_leaving: self.twice_arriving,
            twice_arriving: self.twice_leaving,
            ..self
        }
    }
}

/// The transmissions of a rank that stay in its host.
#[derive(Clone, Copy)]
pub(super) enum InHost {
    Both,
    One,
    Neither,
}

/// The channels used by the ranks of a stage, for models in which a rank that sends and receives does one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RankChannels(u8);

impl RankChannels {
    /// Some transmission stays in its host's memory.
    pub const SHARED: Self = Self(1);
    /// Some transmission goes over the network.
    pub const NETWORK: Self = Self(2);
    /// Some rank both sends and receives through its host's memory.
    pub const SHARED_TWICE: Self = Self(4);
    /// Some rank both sends and receives over the network.
    pub const NETWORK_TWICE: Self = Self(8);
    /// Some rank sends one way and receives the other.
    pub const BOTH: Self = Self(16);

    /// The channels of a rank that both sends and receives.
    pub(super) const fn exchange(in_host: InHost) -> Self {
        match in_host {
            InHost::Both => Self(Self::SHARED.0 | Self::SHARED_TWICE.0),
            InHost::One => Self(Self::SHARED.0 | Self::NETWORK.0 | Self::BOTH.0),
            InHost::Neither => Self(Self::NETWORK.0 | Self::NETWORK_TWICE.0),
        }
    }

    /// The channels of ranks in a row of `size`, each of which sends to the rank `distance` behind it, from 1 to `size` - 1.
    /// The first `distance` ranks receive from none of the row, and the last send to none.
    pub(super) fn row(size: u64, distance: u64) -> Self {
        let ends = Self::exchange(InHost::One);
        match distance.cmp(&(size - distance)) {
            Ordering::Less => ends | Self::exchange(InHost::Both),
            Ordering::Equal => ends,
            Ordering::Greater => ends | Self::exchange(InHost::Neither),
        }
    }

    /// True if all ranks' channels of `other` are included.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for RankChannels {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
