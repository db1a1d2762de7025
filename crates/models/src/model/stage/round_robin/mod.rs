//! Loads if ranks are given to the hosts in turn: of M hosts, rank r runs on host r mod M.
//!
//! Ranks D apart run on one host if M divides D. All transmissions over one distance therefore stay in their hosts, or none
//! does; the number of them that begin or end on a host depends only on the senders modulo M.

mod block;
mod children;
mod k_ary;
mod rotations;
mod shift;

use super::loads::InHost;
use super::residues::multiples;
use super::tree_loads::tree_loads;
use super::{Loads, Pattern, RankChannels, Run, sequential};
use crate::job::Layout;

/// Calls `each` with the loads of all stages of a pattern that keeps its rules; stages alike are grouped.
pub(super) fn runs(pattern: &Pattern, layout: &Layout, each: &mut dyn FnMut(Run)) {
    let (ranks, hosts) = (layout.ranks(), layout.hosts());
    // With one host, or one rank on each, the order does not matter.
    if hosts == 1 || hosts == ranks {
        return sequential::runs(pattern, layout, each);
    }
    let mut alike = |stages, loads| each(Run::alike(stages, loads));
    match *pattern {
        Pattern::Shift { distance } => alike(1, shift::of(ranks, hosts, distance)),
        Pattern::Shifts { from, to } => shift::all(ranks, hosts, from.max(1)..to.min(ranks), each),
        Pattern::Pairs { distance, ranks: among } => alike(1, pairs(among.min(ranks), hosts, distance)),
        Pattern::Rotations { stride, radix } => rotations::all(ranks, hosts, stride, radix, each),
        Pattern::Neighbours { from, to } => {
            sequential::in_turn(from..to, [pairs(ranks, hosts, 1), with_the_next(ranks, hosts)], &mut alike);
        }
        Pattern::Children { step, stride, .. } => {
            children::all(ranks, hosts, step, stride, pattern.children(ranks), &mut alike);
        }
        Pattern::Spread { holders, .. } => block::spread(ranks, hosts, holders, pattern.children(ranks), &mut alike),
        Pattern::Block { first, count, distance } => {
            alike(1, block::of(hosts, count.min(ranks - distance - first), distance));
        }
        Pattern::Chain { segments } => block::chain(ranks, hosts, segments, each),
        Pattern::KAry { fanout, .. } | Pattern::KAryEnd { fanout } => {
            let tree = k_ary::Tree::new(hosts, fanout);
            tree_loads(pattern, ranks, |_, sends| tree.loads(sends), &mut alike);
        }
    }
}

/// The loads if rank r and rank r XOR d exchange, d a power of two: r + d or r - d.
fn pairs(ranks: u64, hosts: u64, distance: u64) -> Loads {
    let most = ranks.div_ceil(hosts);
    if distance.is_multiple_of(hosts) {
        return Loads::default().with_host(most, 0, 0).with_ranks(RankChannels::exchange(InHost::Both));
    }
    Loads::default().with_host(0, most, most).with_ranks(RankChannels::exchange(InHost::Neither))
}

/// The loads if ranks 2i + 1 and 2i + 2 exchange, and the last of an even number with rank 0: always on two hosts, except
/// perhaps for the latter pair.
fn with_the_next(ranks: u64, hosts: u64) -> Loads {
    let most = ranks.div_ceil(hosts);
    if (ranks - 1).is_multiple_of(hosts) {
        // The last rank runs on the first host, which has one more than the others.
        let loads = Loads::default().with_host(2, most - 2, most - 2).with_host(0, most - 1, most - 1);
        let ranks = RankChannels::exchange(InHost::Both) | RankChannels::exchange(InHost::Neither);
        return loads.with_ranks(ranks);
    }
    Loads::default().with_host(0, most, most).with_ranks(RankChannels::exchange(InHost::Neither))
}

/// Senders dealt to `hosts` hosts in turn: n = u h + v, v < h, so that v hosts have one more.
#[derive(Clone, Copy)]
struct Dealt {
    hosts: u64,
    /// u.
    each: u64,
    /// v.
    more: u64,
}

impl Dealt {
    const fn new(senders: u64, hosts: u64) -> Self {
        Self { hosts, each: senders / hosts, more: senders % hosts }
    }

    /// The number of senders on the host that lies `host` places behind that of the first.
    fn at(self, host: u64) -> u64 {
        self.each + u64::from(host < self.more)
    }

    /// The largest number of senders on a host.
    fn most(self) -> u64 {
        self.each + u64::from(self.more > 0)
    }

    /// True if two hosts at distance `apart` (in the order of dealing, from 1 to h - 1) may both have one more: i and i +
    /// `apart` below v, or i and i - (h - `apart`).
    const fn both(self, apart: u64) -> bool {
        apart < self.more || self.hosts - apart < self.more
    }

    /// The loads if all transmissions stay in their hosts.
    fn shared(self) -> Loads {
        Loads::default().with_host(self.most(), 0, 0).one_way()
    }

    /// The loads if all transmissions leave their hosts, and receivers are dealt to other hosts than senders.
    fn to_others(self) -> Loads {
        Loads::default().with_host(0, self.most(), 0).with_host(0, 0, self.most()).one_way()
    }

    /// The loads if all transmissions leave their hosts, and receivers are dealt to the same hosts in another order, in
    /// which hosts with one more `coincide`.
    fn to_same(self, coincide: Coincide) -> Loads {
        let copies = match coincide {
            Coincide::Some => 2 * self.most(),
            Coincide::None => self.each + self.most(),
        };
        Loads { copies, ..self.to_others() }
    }
}

/// The existence of a host with both one sender more and one receiver more than others.
#[derive(Clone, Copy)]
enum Coincide {
    Some,
    None,
}

impl From<bool> for Coincide {
    fn from(some: bool) -> Self {
        if some { Self::Some } else { Self::None }
    }
}
