//! Loads of exchanges between rank r and rank r XOR d, d a power of two, or between an odd rank r and the next.

use super::Hosts;
use crate::model::stage::loads::InHost;
use crate::model::stage::{Loads, RankChannels};
use logpine_text::integer::gcd;

/// The loads of exchanges at `distance` among the ranks below `among`, a multiple of 2 `distance` up to P.
pub(super) fn of(hosts: Hosts, distance: u64, among: u64) -> Loads {
    let size = hosts.per_host;
    let full = among / size;
    let mut loads = Loads::default();
    if full > 0 {
        // Of the hosts full of such ranks, the first has the most pairs (it has as many lower ends as fit); another has the
        // fewest.
        loads = with(loads, pairs(0, size, distance), size);
        loads = with(loads, fewest(size, distance, full), size);
    }
    let rest = full * size;
    if rest < among { with(loads, pairs(rest, among, distance), among - rest) } else { loads }
}

/// The loads of exchanges of ranks 2i + 1 and 2i + 2, the last of an even number with rank 0.
pub(super) fn with_the_next(hosts: Hosts) -> Loads {
    let Hosts { ranks, per_host, fewer } = hosts;
    if hosts.count() == 1 {
        return with(Loads::default(), ranks / 2, ranks);
    }
    // The first or the last rank of a host, or both, has its partner on the next host: the number of ranks before the host
    // is even or odd as the number of its ranks is.
    let loads = with(Loads::default(), (per_host - 1) / 2, per_host);
    if fewer > 0 { with(loads, (fewer - 1) / 2, fewer) } else { loads }
}

/// The loads with one more host, which has `ranks` ranks and `pairs` pairs inside.
fn with(loads: Loads, pairs: u64, ranks: u64) -> Loads {
    let away = ranks - 2 * pairs;
    let mut loads = loads.with_host(2 * pairs, away, away);
    if pairs > 0 {
        loads = loads.with_ranks(RankChannels::exchange(InHost::Both));
    }
    if away > 0 {
        loads = loads.with_ranks(RankChannels::exchange(InHost::Neither));
    }
    loads
}

/// The number of pairs with both ends from `first` to `end` - 1: lower ends (ranks without the bit d) among the first
/// `end` - `first` - d.
const fn pairs(first: u64, end: u64, distance: u64) -> u64 {
    let end = end.saturating_sub(distance);
    if end <= first { 0 } else { lower(end, distance) - lower(first, distance) }
}

/// The number of ranks below `rank` without the bit d.
const fn lower(rank: u64, distance: u64) -> u64 {
    let over = rank % (2 * distance);
    rank / (2 * distance) * distance + if over < distance { over } else { distance }
}

/// The smallest number of pairs on any of the first `hosts` full hosts.
fn fewest(size: u64, distance: u64, hosts: u64) -> u64 {
    if size <= distance {
        return 0;
    }
    // First ranks lie at the multiples of gcd(Q, 2 d) modulo 2 d. The number of lower ends is smallest from rank d on: the
    // window there includes all d ranks that are not lower ends.
    let common = gcd(size, 2 * distance);
    let period = 2 * distance / common;
    if hosts >= period {
        let first = if common > distance { 0 } else { distance };
        return pairs(first, first + size, distance);
    }
    (0..hosts).map(|host| pairs(host * size, (host + 1) * size, distance)).min().unwrap_or(0)
}
