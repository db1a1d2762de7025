//! Loads of adjacent ranks r that each send to k r + j, k at least 2.

use super::Hosts;
use crate::model::stage::k_ary::Sends;
use crate::model::stage::residues::any_below;
use crate::model::stage::{Loads, RankChannels};
use std::ops::Range;

/// The loads of one stage.
pub(super) fn of(hosts: Hosts, fanout: u64, sends: &Sends) -> Loads {
    let Sends { child, ref senders, .. } = *sends;
    let size = hosts.per_host;
    let stage = Stage::new(size, fanout, child, senders);
    // From rank r >= Q on, k r + j lies on a later host: only host 0 keeps transmissions.
    let home = senders.start..senders.end.min(size);
    let intra = stage.received_below(size);
    let mut loads = Loads::default();
    if !home.is_empty() {
        loads = loads.with_host(intra, home.end - home.start - intra, 0);
        loads.copies = loads.copies.max(home.end - home.start + intra);
    }
    // Of the other hosts, those from the first to the last sender's are full of senders, except for these two.
    let last = (senders.end - 1) / size;
    if last > 2 && last - 2 > fanout && stage.receivers.0 / size < last - 2 - fanout {
        // More than k hosts are full of senders and lie between the first and the last receiver: one of them has the maximum
        // of both.
        let loads = loads.with_host(0, size, size.div_ceil(fanout));
        return stage.ranks(loads, senders);
    }
    let first = (senders.start / size).max(1);
    if last >= first {
        for host in [first, last] {
            let ranks = host * size..host.saturating_add(1).saturating_mul(size);
            let sent = ranks.end.min(senders.end) - ranks.start.max(senders.start);
            loads = loads.with_host(0, sent, stage.received(host));
        }
        if last - first > 1 {
            loads = loads.with_host(0, size, stage.most_received(first + 1..last));
        }
    }
    // Later hosts only receive.
    let behind = last.saturating_add(1).max(1)..stage.receivers.1 / size + 1;
    if !behind.is_empty() {
        loads = loads.with_host(0, 0, stage.most_received(behind));
    }
    stage.ranks(loads, senders)
}

/// Receivers k r + j, from the first to the last.
struct Stage {
    size: u64,
    fanout: u64,
    child: u64,
    receivers: (u64, u64),
}

impl Stage {
    const fn new(size: u64, fanout: u64, child: u64, senders: &Range<u64>) -> Self {
        let receivers = (senders.start * fanout + child, (senders.end - 1) * fanout + child);
        Self { size, fanout, child, receivers }
    }

    /// The number of receivers below a rank.
    const fn received_below(&self, rank: u64) -> u64 {
        let (first, last) = self.receivers;
        match rank {
            _ if rank <= first => 0,
            _ if rank > last => (last - first) / self.fanout + 1,
            _ => (rank - 1 - first) / self.fanout + 1,
        }
    }

    /// The number of receivers on a host.
    const fn received(&self, host: u64) -> u64 {
        let first = host.saturating_mul(self.size);
        self.received_below(first.saturating_add(self.size)) - self.received_below(first)
    }

    /// The largest number of receivers on one of several hosts, not all of which are behind the last receiver.
    fn most_received(&self, hosts: Range<u64>) -> u64 {
        let &Self { size, fanout, child, receivers: (first, last) } = self;
        let (first, last) = (first / size, last / size);
        let ends = [first, last].into_iter().filter(|end| hosts.contains(end)).map(|end| self.received(end)).max();
        let inside = hosts.start.max(first.saturating_add(1))..hosts.end.min(last);
        if inside.is_empty() {
            return ends.unwrap_or(0);
        }
        // Q = q k + t: a host's first receiver is (j - i Q) modulo k ranks behind its first rank, and there is one more than
        // q if that is below t. Over k hosts, that is 0 for at least one, or it takes the t multiples of a divisor in turn.
        let (whole, rest) = (size / fanout, size % fanout);
        let more = rest > 0
            && (inside.end - inside.start >= fanout || any_below(&inside, fanout - rest, child % fanout, fanout, rest));
        ends.unwrap_or(0).max(whole + u64::from(more))
    }

    /// The loads with the channels of the ranks: k r + j receives and, if it is a sender, also sends, to a rank behind
    /// itself.
    fn ranks(&self, loads: Loads, senders: &Range<u64>) -> Loads {
        let &Self { size, fanout, child, receivers: (first, _) } = self;
        let mut loads = loads.one_way();
        if first >= senders.end {
            return loads;
        }
        // The last rank that does both, and the last such rank on host 0.
        let last_below = |rank: u64| first + (rank - 1 - first) / fanout * fanout;
        if last_below(senders.end) >= size {
            loads = loads.with_ranks(RankChannels::NETWORK_TWICE);
        }
        if first < size {
            let next = |rank: u64| rank.saturating_mul(fanout).saturating_add(child);
            if next(first) < size {
                loads = loads.with_ranks(RankChannels::SHARED_TWICE);
            }
            if next(last_below(senders.end.min(size))) >= size {
                loads = loads.with_ranks(RankChannels::BOTH);
            }
        }
        loads
    }
}
