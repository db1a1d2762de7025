//! Broadcast as a scatter and an allgather: each rank gets one of P blocks, then all exchange theirs.
//!
//! Barnett, Gupta, Payne, Shuler, van de Geijn and Watts (1994), with the allgathers of Thakur, Rabenseifner and Gropp
//! (2005), and scatters along k-nomial trees and the optimal one ([`Scatter`]).
//!
//! Block i is the bytes from floor(i s / P) to floor((i + 1) s / P), so m consecutive blocks, also across the end, have
//! c(m) = ceil(m s / P) bytes or one fewer ([`part_bytes`](super::part_bytes)). In a round of an allgather every message counts c(m) bytes,
//! and some rank does send as many; if shorter messages may take longer, it counts as the slowest up to that size.
//!
//! If a machine's times do not fall as messages grow, no time here falls as s grows. As P grows it may, for three
//! reasons:
//!
//! - *Whole bytes:* a round of an allgather lasts as long as its longest part (33 rounds of 3 bytes follow 32 of 4 in a
//!   ring for s = 100), and parts of a scatter count whole bytes too. If gap and delivery grow with the same slope this
//!   is the only reason that concerns the best of the family, for with real numbers of bytes neither the [optimal
//!   scatter](Scatter::OPTIMAL) nor the allgathers take less for more ranks. On the built-in machines, for up to 200
//!   ranks and sizes that are powers of two up to 16 MiB, the best time then falls from one number of ranks to the next
//!   in 48 of 4,950 steps on `loggopsim`, by at most 0.04 %, and in one on `tukey` (`LogGP`), by 0.002 %.
//! - *A floor to the gap:* if a message holds its sender for as long as a shorter one, more ranks can spread the work
//!   better. In one step on `atlahs-hpc`, by 0.03 %.
//! - *A step of the machine's times* below which a part falls: in 14 on `bgp`, by at most 2.1 %. Of 32 KiB among 128
//!   ranks a block has 256 bytes, the longest of its fast messages, and among 127 ranks 259.
//!
//! On the other machines the time never falls. A single kind of tree does so more often: with halves, T(16) sends 15/16
//! of the message along one path, T(17) 15/17.
//!
//! Run backwards, an allgather is a reduce-scatter and the scatter a gather, which combines nothing: see
//! [`ScatterAllgather::reduction_time`].

use super::{Scatter, part_bytes};
use crate::collective::allgather;
use crate::schedule::stages::{Cut, Steps};
use logpine_models::model::{PortTiming, Reversed};
use logpine_text::units::Time;

/// The exchange of blocks among the ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Allgather {
    /// P - 1 rounds of one block: each rank passes on to the next the block that it received last.
    Ring,
    /// q rounds, P = 2^q: in round k, ranks that differ in bit k exchange the 2^k blocks that they have.
    RecursiveDoubling,
    /// q rounds for any P, Bruck et al. (1997): in round k rank r sends the first of its 2^k blocks, at most P - 2^k, to
    /// rank r - 2^k.
    Bruck,
}

impl Allgather {
    /// All allgathers.
    pub const ALL: [Self; 3] = [Self::Ring, Self::RecursiveDoubling, Self::Bruck];

    /// The name in options and reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ring => "ring",
            Self::RecursiveDoubling => "recursive-doubling",
            Self::Bruck => "bruck",
        }
    }

    /// The allgather of that name.
    pub(super) fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|allgather| allgather.name() == name)
    }

    /// The blocks that move in its rounds; `None` if it does not [fit](Self::fits).
    pub(super) fn steps(self, ranks: u64, cut: Cut) -> Option<Steps> {
        self.fits(ranks).then(|| match self {
            Self::Ring => allgather::ring(ranks, cut),
            Self::RecursiveDoubling => allgather::recursive_doubling(ranks, ranks, cut),
            Self::Bruck => allgather::bruck(ranks, cut),
        })
    }

    /// The same with blocks of a byte, if only the numbers of the blocks count.
    pub(super) fn numbered_steps(self, ranks: u64) -> Option<Steps> {
        self.steps(ranks, Cut::Equal { block: 1, count: ranks })
    }

    /// True if the allgather exists for that number of ranks.
    #[must_use]
    pub const fn fits(self, ranks: u64) -> bool {
        match self {
            Self::Ring | Self::Bruck => ranks > 0,
            Self::RecursiveDoubling => ranks.is_power_of_two(),
        }
    }

    /// The number of rounds; 0 if the allgather does not fit.
    #[must_use]
    pub fn rounds(self, ranks: u64) -> u64 {
        self.numbered_steps(ranks).map_or(0, |steps| steps.exchanges().map(|(_, rounds)| rounds).sum())
    }

    /// The time of an allgather of s = `bytes` in all, in synchronous rounds of
    /// [`Port::round`](logpine_models::model::Port::round). `None` if it does not fit, for no bytes, and past [`Time::MAX`].
    ///
    /// **Complexity** O(log P).
    #[must_use]
    pub fn time(self, timing: &dyn PortTiming, ranks: u64, bytes: u64) -> Option<Time> {
        Some(Rounds::new(self, timing, ranks, bytes)?.end)
    }
}

/// The rounds of an allgather in time, from its start.
pub(super) struct Rounds {
    runs: Vec<Run>,
    /// The number of rounds.
    pub(super) count: u64,
    /// The end of the last.
    pub(super) end: Time,
}

/// Rounds of the same length, one after the other.
struct Run {
    /// The number of its first round.
    first: u64,
    begin: Time,
    /// The length of a round.
    length: Time,
}

impl Rounds {
    /// `None` as for [`Allgather::time`].
    pub(super) fn new(allgather: Allgather, timing: &dyn PortTiming, ranks: u64, bytes: u64) -> Option<Self> {
        part_bytes(ranks, bytes, 0)?;
        let mut rounds = Self { runs: Vec::new(), count: 0, end: Time::ZERO };
        for (blocks, count) in allgather.numbered_steps(ranks)?.exchanges() {
            let length = timing.port_up_to(part_bytes(ranks, bytes, blocks)?)?.round()?;
            rounds.runs.push(Run { first: rounds.count, begin: rounds.end, length });
            rounds.count += count;
            rounds.end = rounds.end.checked_add(length.checked_mul(count)?)?;
        }
        Some(rounds)
    }

    /// The start of a round, or the end of the last.
    pub(super) fn start(&self, round: u64) -> Option<Time> {
        let begun = self.runs.partition_point(|run| run.first <= round);
        let Some(Run { first, begin, length }) = self.runs[..begun].last() else { return Some(self.end) };
        begin.checked_add(length.checked_mul(round - first)?)
    }
}

/// The broadcast of a scatter and an allgather.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScatterAllgather {
    /// The scatter, by which each rank gets its block.
    pub scatter: Scatter,
    /// The allgather, by which all get the other blocks.
    pub allgather: Allgather,
}

impl ScatterAllgather {
    /// The time of a broadcast: [`Scatter::time`], then [`Allgather::time`].
    ///
    /// With the binomial scatter the time is exact under alpha-beta if P divides s and a send takes the sender as long as
    /// the message: the rank that the scatter reaches last still has to send a message in every round, one after the
    /// other, and none can be shorter. In general it is an upper bound: a rank reached early could begin early, and a
    /// synchronous round lasts as long as its slowest part.
    #[must_use]
    pub fn bcast_time(self, timing: &dyn PortTiming, ranks: u64, bytes: u64) -> Option<Time> {
        self.scatter.time(timing, ranks, bytes)?.checked_add(self.allgather.time(timing, ranks, bytes)?)
    }

    /// The time of a reduction, the broadcast run backwards: a reduce-scatter, which combines, then a gather, which does not.
    #[must_use]
    pub fn reduction_time(self, timing: &dyn PortTiming, ranks: u64, bytes: u64) -> Option<Time> {
        let gather = self.scatter.gather_time(timing, ranks, bytes)?;
        gather.checked_add(self.allgather.time(&Reversed(timing), ranks, bytes)?)
    }
}
