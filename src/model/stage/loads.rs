//! How many transmissions share a channel.

use super::Run;
use std::cmp::Ordering;
use std::ops::BitOr;

/// What one stage asks of the channels: of every number the most over all hosts, saturating.
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

/// Calls what it is given as [`Pattern::runs`](super::Pattern::runs) does.
pub type CountedLoads<'a> = &'a dyn Fn(&mut dyn FnMut(Run));

impl Loads {
    /// With a host of so many transmissions.
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

    /// With such ranks.
    #[must_use]
    pub fn with_ranks(self, ranks: RankChannels) -> Self {
        Self { ranks: self.ranks | ranks, ..self }
    }

    /// With the ranks of a stage in which none both sends and receives.
    #[must_use]
    pub(super) fn one_way(self) -> Self {
        let shared = if self.intra > 0 { RankChannels::SHARED } else { RankChannels::default() };
        let network = if self.out > 0 { RankChannels::NETWORK } else { RankChannels::default() };
        self.with_ranks(shared | network)
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

/// Whether what a rank sends and what it receives stay in its host.
#[derive(Clone, Copy)]
pub(super) enum InHost {
    Both,
    One,
    Neither,
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

    /// Those of a rank that both sends and receives.
    pub(super) const fn exchange(in_host: InHost) -> Self {
        match in_host {
            InHost::Both => Self(Self::SHARED.0 | Self::SHARED_TWICE.0),
            InHost::One => Self(Self::SHARED.0 | Self::NETWORK.0 | Self::BOTH.0),
            InHost::Neither => Self(Self::NETWORK.0 | Self::NETWORK_TWICE.0),
        }
    }

    /// Those of ranks in a row of `size`, where each sends to the one `distance` behind, from 1 to `size` - 1. Of others in
    /// their hosts, the first `distance` receive from none and the last send to none.
    pub(super) fn row(size: u64, distance: u64) -> Self {
        let ends = Self::exchange(InHost::One);
        match distance.cmp(&(size - distance)) {
            Ordering::Less => ends | Self::exchange(InHost::Both),
            Ordering::Equal => ends,
            Ordering::Greater => ends | Self::exchange(InHost::Neither),
        }
    }

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
