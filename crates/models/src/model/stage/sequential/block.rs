//! Adjacent senders with adjacent receivers.

use super::Hosts;
use crate::model::stage::Loads;
use logpine_text::integer::gcd;
use std::ops::Range;

/// The loads of `count` > 0 ranks from `first` on that send to the rank `distance` behind.
pub(super) fn of(hosts: Hosts, first: u64, count: u64, distance: u64) -> Loads {
    let size = hosts.per_host;
    let (senders, receivers) = (first..first + count, first + distance..first + distance + count);
    // Between the hosts in which senders or receivers begin or end, hosts are alike.
    let changes = [senders.start, senders.end, receivers.start, receivers.end];
    let loads = changes.into_iter().flat_map(|rank| [rank / size, (rank / size).saturating_add(1)]).fold(
        Loads::default(),
        |loads, host| {
            let host = host.saturating_mul(size)..host.saturating_add(1).saturating_mul(size);
            let [sent, received] = [&senders, &receivers].map(|ranks| overlap(&host, ranks));
            let intra = overlap(&(host.start..host.end.saturating_sub(distance)), &senders);
            loads.with_host(intra, sent - intra, received - intra)
        },
    );
    loads.one_way()
}

/// The number of integers in both ranges.
fn overlap(a: &Range<u64>, b: &Range<u64>) -> u64 {
    a.end.min(b.end).saturating_sub(a.start.max(b.start))
}

/// The loads of stages c of `children` in each of which rank r < `holders` sends to r + c `holders`.
pub(super) fn spread(hosts: Hosts, holders: u64, children: Range<u64>, each: &mut dyn FnMut(u64, Loads)) {
    let Hosts { ranks, per_host, .. } = hosts;
    let Range { start, end } = children;
    // The last child may have too few ranks for all holders.
    let whole = end.min(ranks / holders);
    if whole < end {
        let distance = whole * holders;
        each(1, of(hosts, 0, ranks - distance, distance));
    }
    // Children within host 0, then one that reaches beyond it or, if the holders fill it, lies behind them.
    let inside = (per_host / holders).clamp(start, whole);
    if start < inside {
        each(inside - start, of(hosts, 0, holders, start * holders));
    }
    let far = per_host.div_ceil(holders).max(2).clamp(inside, whole);
    for child in inside..far {
        each(1, of(hosts, 0, holders, child * holders));
    }
    // The other children share no host with the holders.
    if holders == 1 || holders / 2 >= per_host {
        let into = holders.min(per_host);
        return apart(whole - far, into, into, each);
    }
    let period = per_host / gcd(per_host, holders);
    for child in far..whole.min(far.saturating_add(period)) {
        let first = holders.min(per_host - child * holders % per_host);
        let into = first.max((holders - first).min(per_host));
        apart((whole - child).div_ceil(period), holders.min(per_host), into, each);
    }
}

/// A number of stages in which a host sends at most `out` and another receives at most `into`.
fn apart(stages: u64, out: u64, into: u64, each: &mut dyn FnMut(u64, Loads)) {
    if stages > 0 {
        each(stages, Loads::default().with_host(0, out, 0).with_host(0, 0, into).one_way());
    }
}
