//! Broadcast as a scatter and an allgather: each rank gets one of P blocks, then all exchange theirs.
//!
//! Barnett, Gupta, Payne, Shuler, van de Geijn and Watts (1994), with the allgathers of Thakur, Rabenseifner and Gropp
//! (2005). The scatter halves: who holds m blocks sends floor(m / 2) of them on and keeps the rest, until every rank holds
//! its own. For P = 2^q this is the scatter along the binomial tree, largest part first.
//!
//! Block i is the bytes from floor(i s / P) to floor((i + 1) s / P), so m consecutive blocks, also across the end, have
//! c(m) = ceil(m s / P) bytes or one fewer ([`part_bytes`]). Every message counts c(m) bytes; where shorter messages may take
//! longer, it counts as the slowest up to that size. In a round of an allgather some rank does send as many.
//!
//! If a machine's times do not fall as messages grow, no time here falls as s grows. As P grows it may: parts become
//! smaller (33 rounds of 3 bytes follow 32 of 4 in a ring for s = 100), halves more even (T(16) sends 15/16 of the message
//! along one path, T(17) 15/17), and a part can fall below a step of the machine's times.
//!
//! Run backwards, an allgather is a reduce-scatter and the scatter a gather, which combines nothing: see
//! [`reduction_time`].

use super::log_ranks;
use crate::model::{Port, PortTiming, Reversed};
use crate::units::Time;

/// How the ranks exchange their blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Allgather {
    /// P - 1 rounds of one block: each rank passes on to the next what it received last.
    Ring,
    /// q rounds, P = 2^q: in round k, ranks that differ in bit k exchange the 2^k blocks that they have.
    RecursiveDoubling,
    /// q rounds for any P, Bruck et al. (1997): in round k rank r sends the first of its 2^k blocks, at most P - 2^k, to
    /// rank r - 2^k.
    Bruck,
}

impl Allgather {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Ring, Self::RecursiveDoubling, Self::Bruck];

    /// The name, as options and reports have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ring => "ring",
            Self::RecursiveDoubling => "recursive-doubling",
            Self::Bruck => "bruck",
        }
    }

    /// Whether there is one for that many ranks.
    #[must_use]
    pub const fn fits(self, ranks: u64) -> bool {
        match self {
            Self::Ring | Self::Bruck => ranks > 0,
            Self::RecursiveDoubling => ranks.is_power_of_two(),
        }
    }

    /// How many rounds it has, where it [fits](Self::fits).
    #[must_use]
    pub const fn rounds(self, ranks: u64) -> u64 {
        match self {
            Self::Ring => ranks.saturating_sub(1),
            Self::RecursiveDoubling | Self::Bruck => log_ranks(ranks) as u64,
        }
    }

    /// The time of an allgather of s = `bytes` in all, in synchronous rounds of [`Port::round`]. `None` where it does not
    /// fit, for no bytes, and past [`Time::MAX`].
    ///
    /// **Complexity** O(log P).
    #[must_use]
    pub fn time(self, timing: &dyn PortTiming, ranks: u64, bytes: u64) -> Option<Time> {
        if !self.fits(ranks) {
            return None;
        }
        let round = |blocks: u64| timing.port_up_to(part_bytes(ranks, bytes, blocks)?)?.round();
        match self {
            _ if ranks == 1 => (bytes > 0).then_some(Time::ZERO),
            Self::Ring => round(1)?.checked_mul(ranks - 1),
            Self::RecursiveDoubling | Self::Bruck => (0..log_ranks(ranks)).try_fold(Time::ZERO, |time, k| {
                let held = 1 << k;
                time.checked_add(round((ranks - held).min(held))?)
            }),
        }
    }
}

/// c(m) = ceil(m s / P), the most bytes of m = `blocks` consecutive blocks. `None` for no rank, for no bytes, and for more
/// blocks than there are.
///
/// ```
/// use logpine::schedule::scatter_allgather::part_bytes;
/// // Blocks of 2, 3, 2 and 3 bytes.
/// assert_eq!([1, 2, 3, 4].map(|blocks| part_bytes(4, 10, blocks)), [3, 5, 8, 10].map(Some));
/// ```
#[must_use]
pub fn part_bytes(ranks: u64, bytes: u64, blocks: u64) -> Option<u64> {
    let most =
        (u128::from(bytes) * u128::from(blocks)).checked_add(u128::from(ranks).checked_sub(1)?)? / u128::from(ranks);
    u64::try_from(most).ok().filter(|_| bytes > 0 && blocks <= ranks)
}

/// The time until every rank has its block and may send again: T(P) with T(1) = 0 and, sending f = floor(m / 2) blocks,
///
/// ```text
/// T(m) = max(delivery(c(f)) + T(f), gap(c(f)) + T(m - f))
/// ```
///
/// Exact where P divides s; else no message counts more than a byte too much. Under alpha-beta it is
/// q alpha + beta s (P - 1) / P for every P, and under `LogGP` with P = 2^q, q (L + 2o - G) + G s (P - 1) / P where the gaps
/// do not bind. `None` for no rank or byte and past [`Time::MAX`].
///
/// **Complexity** O(log P): after i halvings, parts have one of two sizes.
#[must_use]
pub fn scatter_time(timing: &dyn PortTiming, ranks: u64, bytes: u64) -> Option<Time> {
    scatter_along(&|bytes| timing.port_up_to(bytes), ranks, bytes)
}

/// What a message of so many bytes costs.
type PortOf<'a> = &'a dyn Fn(u64) -> Option<Port>;

fn scatter_along(port: PortOf, ranks: u64, bytes: u64) -> Option<Time> {
    if ranks <= 1 {
        return part_bytes(ranks, bytes, 0).map(|_| Time::ZERO);
    }
    let halving = |sent: u64, [receiver, sender]: [Option<Time>; 2]| {
        let port = port(part_bytes(ranks, bytes, sent)?)?;
        Some(port.delivery.checked_add(receiver?)?.max(port.send_gap.checked_add(sender?)?))
    };
    // T of a number of blocks and of one more, from those of half the number.
    let mut times = [Some(Time::ZERO), halving(1, [Some(Time::ZERO); 2])];
    for halvings in (0..ranks.ilog2()).rev() {
        let (half, odd) = (ranks >> (halvings + 1), (ranks >> halvings) & 1);
        let [even_half, more] = times;
        times = if odd == 0 {
            [halving(half, [even_half, even_half]), halving(half, [even_half, more])]
        } else {
            [halving(half, [even_half, more]), halving(half + 1, [more, more])]
        };
    }
    times[0]
}

/// The time of a broadcast: [`scatter_time`], then [`Allgather::time`].
///
/// Exact under alpha-beta where P divides s, and a send takes the sender as long as the message: the rank that the scatter
/// reaches last still has to send a message in every round, one after the other, and none can be shorter. In general an
/// upper bound: a rank reached early could begin early, and a synchronous round lasts as long as its slowest part.
///
/// ```
/// use logpine::schedule::scatter_allgather::{Allgather, scatter_time, time};
/// # use logpine::model::{HostClass, MessageSize, Port, PortTiming};
/// # use logpine::units::Time;
/// # struct AlphaBeta;
/// # impl PortTiming for AlphaBeta {
/// #     fn name(&self) -> &'static str { "alpha-beta" }
/// #     fn message_size(&self) -> MessageSize { MessageSize::Bytes }
/// #     fn between(&self, bytes: u64, _: HostClass, _: HostClass) -> Option<Port> {
/// #         let time = Time::from_ticks(bytes.checked_add(10)?);
/// #         Some(Port { send_gap: time, recv_gap: time, delivery: time, ..Port::default() })
/// #     }
/// #     fn combine(&self, _: u64) -> Option<Time> { Some(Time::ZERO) }
/// # }
/// // Alpha is 10 ticks and beta 1 tick a byte: 40 + 15 x 62,500, then as much again with 150 for 40.
/// let (ranks, bytes) = (16, 1_000_000);
/// assert_eq!(scatter_time(&AlphaBeta, ranks, bytes), Some(Time::from_ticks(937_540)));
/// assert_eq!(time(&AlphaBeta, Allgather::Ring, ranks, bytes), Some(Time::from_ticks(1_875_190)));
/// ```
#[must_use]
pub fn time(timing: &dyn PortTiming, allgather: Allgather, ranks: u64, bytes: u64) -> Option<Time> {
    scatter_time(timing, ranks, bytes)?.checked_add(allgather.time(timing, ranks, bytes)?)
}

/// The time of a reduction, the broadcast run backwards: a reduce-scatter, which combines, then a gather, which does not.
#[must_use]
pub fn reduction_time(timing: &dyn PortTiming, allgather: Allgather, ranks: u64, bytes: u64) -> Option<Time> {
    let gather = scatter_along(&|bytes| timing.port_up_to(bytes)?.reversed(Time::ZERO), ranks, bytes)?;
    gather.checked_add(allgather.time(&Reversed(timing), ranks, bytes)?)
}
