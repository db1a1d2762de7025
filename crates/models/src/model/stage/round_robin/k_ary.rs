//! Loads of adjacent ranks r that each send to k r + j, k at least 2.

use super::{Dealt, Loads, RankChannels};
use crate::model::stage::k_ary::Sends;
use crate::model::stage::residues::{any_below, inverse, product};
use logpine_text::integer::gcd;

/// A k-ary tree whose ranks are dealt to M hosts in turn.
///
/// Rank k r + j runs on the host of rank r if M divides (k - 1) r + j: if one rank of a host sends to its own host, all its
/// sending ranks do. These home hosts are one residue modulo M / d, d = gcd(k - 1, M), and there are none if d does not
/// divide j. Receivers are dealt in turn to the M / g hosts j modulo g, g = gcd(k, M).
#[derive(Clone, Copy)]
pub(super) struct Tree {
    hosts: u64,
    fanout: u64,
    /// M / g.
    receiving: u64,
    /// d, and the inverse of (k - 1) / d modulo M / d.
    before: (u64, u64),
}

impl Tree {
    pub(super) const fn new(hosts: u64, fanout: u64) -> Self {
        Self { hosts, fanout, receiving: hosts / gcd(fanout, hosts), before: inverse(fanout - 1, hosts) }
    }

    /// The loads of one stage.
    pub(super) fn loads(&self, sends: &Sends) -> Loads {
        let &Self { hosts, receiving, .. } = self;
        let senders = sends.senders.end - sends.senders.start;
        let [dealt, received] = [hosts, receiving].map(|hosts| Dealt::new(senders, hosts));
        let home = self.home(sends);
        let mut loads = Loads {
            leaving: dealt.most(),
            arriving: received.most(),
            copies: self.most_copies(sends, dealt, received),
            ..Loads::default()
        };
        // Home hosts, counted from that of the first sender; the number of them with one more sender, and with one more
        // receiver.
        let (mut at_home, mut more_sent, mut more_received) = (0, 0, 0);
        for host in
            home.into_iter().flat_map(|Home { first, every }| (0..hosts / every).map(move |i| first + i * every))
        {
            let sent = dealt.at(host);
            let arrived = received.at(host % receiving);
            loads.intra = loads.intra.max(sent);
            loads.into = loads.into.max(arrived - sent);
            loads.twice_leaving = loads.twice_leaving.max(2 * sent);
            loads.twice_arriving = loads.twice_arriving.max(arrived + sent);
            at_home += 1;
            more_sent += sent - dealt.each;
            more_received += arrived - received.each;
        }
        // Other hosts send and receive over the network only.
        let others = |dealt: Dealt, more: u64| {
            if dealt.hosts > at_home { dealt.each + u64::from(dealt.more > more) } else { 0 }
        };
        let (sent, arrived) = (others(dealt, more_sent), others(received, more_received));
        loads.out = sent;
        loads.into = loads.into.max(arrived);
        loads.twice_leaving = loads.twice_leaving.max(sent);
        loads.twice_arriving = loads.twice_arriving.max(arrived);
        self.ranks(loads.one_way(), sends, home)
    }

    /// The home hosts of a stage.
    fn home(&self, sends: &Sends) -> Option<Home> {
        let &Self { hosts, before: (common, inverse), .. } = self;
        if !sends.child.is_multiple_of(common) {
            return None;
        }
        let every = hosts / common;
        let host = every - product(sends.child / common, inverse, every);
        Some(Home { first: (host + every - sends.senders.start % every) % every, every })
    }

    /// The largest number of sends and receptions together on one host.
    fn most_copies(&self, sends: &Sends, dealt: Dealt, received: Dealt) -> u64 {
        let &Self { hosts, fanout, receiving, .. } = self;
        let from = sends.senders.start;
        // (k r + `apart`) mod M is the place of the receiver's host, counted from the first sender's.
        let apart = (sends.child % hosts + hosts - from % hosts) % hosts;
        let both = |count: u64, below: u64| any_below(&(from..from + count), fanout, apart, hosts, below);
        let more = match (dealt.more, received.more) {
            (0, 0) => 0,
            (0, _) | (_, 0) if received.more > 0 => 1,
            // Every receiving host has the same number, and some of them has one more sender.
            (more, 0) => u64::from(both(receiving, more)),
            (more, receivers) => 1 + u64::from(both(receivers, more)),
        };
        dealt.each + received.each + more
    }

    /// The loads with the channels of the ranks: k r + j receives and, if it is a sender, also sends. With a = (k - 1) r +
    /// j, it receives on its host if M divides a, and sends there if M divides k a.
    fn ranks(&self, loads: Loads, sends: &Sends, home: Option<Home>) -> Loads {
        let first = sends.senders.start.saturating_mul(self.fanout).saturating_add(sends.child);
        if first >= sends.senders.end {
            return loads;
        }
        let both = (sends.senders.end - 1 - first) / self.fanout + 1;
        let receive = home.map_or(0, |home| home.among(both));
        let every = |home: Home| home.every / (self.hosts / self.receiving);
        let send = home.map_or(0, |home| Home { first: home.first % every(home), every: every(home) }.among(both));
        let uses = [
            (receive > 0, RankChannels::SHARED_TWICE),
            (send > receive, RankChannels::BOTH),
            (both > send, RankChannels::NETWORK_TWICE),
        ];
        uses.into_iter().filter(|(used, _)| *used).fold(loads, |loads, (_, ranks)| loads.with_ranks(ranks))
    }
}

/// Hosts `first`, `first` + `every`, ...
#[derive(Clone, Copy)]
struct Home {
    first: u64,
    every: u64,
}

impl Home {
    /// The number of such hosts below `count`.
    const fn among(self, count: u64) -> u64 {
        count.saturating_sub(self.first).div_ceil(self.every)
    }
}
