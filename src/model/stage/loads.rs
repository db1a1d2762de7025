//! How many transmissions share a channel.

use std::ops::BitOr;

/// What one stage asks of the channels: of every number the most over all hosts.
///
/// On a host, `intra` transmissions go from one of its ranks to another, `out` leave it and `into` come to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Loads {
    /// intra.
    pub intra: u64,
    /// out.
    pub out: u64,
    /// into.
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
    /// Which channels the ranks use.
    pub ranks: RankChannels,
}

impl Loads {
    /// With a host of so many transmissions.
    #[must_use]
    pub fn with_host(self, intra: u64, out: u64, into: u64) -> Self {
        Self {
            intra: self.intra.max(intra),
            out: self.out.max(out),
            into: self.into.max(into),
            leaving: self.leaving.max(intra + out),
            arriving: self.arriving.max(intra + into),
            twice_leaving: self.twice_leaving.max(2 * intra + out),
            twice_arriving: self.twice_arriving.max(2 * intra + into),
            copies: self.copies.max(2 * intra + out + into),
            ranks: self.ranks,
        }
    }

    /// With such ranks.
    #[must_use]
    pub fn with_ranks(self, ranks: RankChannels) -> Self {
        Self { ranks: self.ranks | ranks, ..self }
    }

    /// Those of the same transmissions the other way.
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

/// Which channels the ranks of a stage use, for models in which a rank that sends and receives does one after the other.
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

    /// Whether there are such ranks as all of `other`.
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
