//! Loads if host after host is filled: rank r runs on host r / Q.
//!
//! Transmissions between ranks D apart stay in a host if both ends lie between the same two multiples of Q. The counts of a
//! host therefore depend on the place of its first rank among the pattern's senders and receivers, and the maximum over all
//! hosts is found at a few places.

mod block;
mod chain;
mod children;
mod k_ary;
mod pairs;
mod rotations;
mod shift;

use super::tree_loads::tree_loads;
use super::{Loads, Pattern, Run};
use crate::job::Layout;
use std::ops::Range;

/// P ranks, Q on each host, except possibly on the last or, for shifts, on the last ones.
#[derive(Clone, Copy)]
struct Hosts {
    ranks: u64,
    per_host: u64,
    /// The number of ranks of the exceptional hosts; 0 if there are none.
    fewer: u64,
}

/// Calls `each` with the loads of all stages of a pattern that keeps its rules; stages alike are grouped.
pub(super) fn runs(pattern: &Pattern, layout: &Layout, each: &mut dyn FnMut(Run)) {
    let (ranks, per_host) = (layout.ranks(), layout.ranks_per_host());
    let hosts = Hosts { ranks, per_host, fewer: ranks % per_host };
    let mut alike = |stages, loads| each(Run::alike(stages, loads));
    match *pattern {
        Pattern::Shift { distance } => alike(1, shift::of(hosts, distance)),
        Pattern::Shifts { from, to } => shift::all(hosts, from.max(1)..to.min(hosts.ranks), each),
        Pattern::Pairs { distance, ranks } => alike(1, pairs::of(hosts, distance, ranks.min(hosts.ranks))),
        Pattern::Rotations { stride, radix } => rotations::all(hosts, stride, radix, each),
        Pattern::Neighbours { from, to } => {
            in_turn(from..to, [pairs::of(hosts, 1, hosts.ranks), pairs::with_the_next(hosts)], &mut alike);
        }
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

/// Calls `each` with the loads of the even and of the odd stages of a range.
pub(super) fn in_turn(stages: Range<u64>, loads: [Loads; 2], each: &mut dyn FnMut(u64, Loads)) {
    let even = stages.end.div_ceil(2) - stages.start.div_ceil(2);
    let numbers = [even, stages.end - stages.start - even];
    numbers.into_iter().zip(loads).filter(|&(number, _)| number > 0).for_each(|(number, loads)| each(number, loads));
}

/// Calls `each` with the loads of shifts by all distances of a range, on hosts of which some have Q ranks and the others one
/// less: a host's loads depend on its size alone.
pub(super) fn shifts_on_two_sizes(layout: &Layout, distances: Range<u64>, each: &mut dyn FnMut(Run)) {
    let (ranks, per_host) = (layout.ranks(), layout.ranks_per_host());
    if !distances.is_empty() {
        shift::all(Hosts { ranks, per_host, fewer: per_host - 1 }, distances, each);
    }
}

impl Hosts {
    /// The number of hosts.
    const fn count(self) -> u64 {
        self.ranks.div_ceil(self.per_host)
    }
}
