//! Loads where host after host is filled: rank r runs on host r / Q.
//!
//! Transmissions between ranks D apart stay in a host where both ends lie between the same two multiples of Q. Counts in a
//! host therefore depend on where its first rank lies among the pattern's senders and receivers, and the most over all
//! hosts is found at few places.

mod block;
mod chain;
mod children;
mod k_ary;
mod pairs;
mod shift;

use super::k_ary::tree_loads;
use super::{Pattern, Run};
use crate::job::Layout;

/// P ranks, Q on each host but, perhaps, the last.
#[derive(Clone, Copy)]
struct Hosts {
    ranks: u64,
    per_host: u64,
}

/// Calls `each` with the loads of all stages of a pattern that keeps its rules, those alike together.
pub(super) fn runs(pattern: &Pattern, layout: &Layout, each: &mut dyn FnMut(Run)) {
    let hosts = Hosts { ranks: layout.ranks(), per_host: layout.ranks_per_host() };
    let mut alike = |stages, loads| each(Run::alike(stages, loads));
    match *pattern {
        Pattern::Shift { distance } => alike(1, shift::of(hosts, distance)),
        Pattern::Shifts { from, to } => shift::all(hosts, from.max(1)..to.min(hosts.ranks), each),
        Pattern::Pairs { distance, ranks } => alike(1, pairs::of(hosts, distance, ranks.min(hosts.ranks))),
        Pattern::Children { step, stride, .. } => {
            children::all(hosts, step, stride, pattern.children(hosts.ranks), &mut alike);
        }
        Pattern::Spread { holders, .. } => block::spread(hosts, holders, pattern.children(hosts.ranks), &mut alike),
        Pattern::Block { first, count, distance } => {
            let senders = count.min(hosts.ranks - distance - first);
            alike(1, block::of(hosts, first, senders, distance));
        }
        Pattern::Chain { segments } => chain::all(hosts, segments, each),
        Pattern::KAry { .. } | Pattern::KAryEnd { .. } => {
            tree_loads(pattern, hosts.ranks, |fanout, sends| k_ary::of(hosts, fanout, sends), &mut alike);
        }
    }
}

impl Hosts {
    /// Number of hosts.
    const fn count(self) -> u64 {
        self.ranks.div_ceil(self.per_host)
    }
}
