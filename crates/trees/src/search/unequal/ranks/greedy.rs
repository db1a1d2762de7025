//! Trees that grow by one message at a time.

use super::clusters::{Cluster, clusters};
use super::draft::{Draft, Timed};
use super::times::RankTimes;
use logpine_text::watch::Watch;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The criterion for a receiver besides the time at which it is informed.
#[derive(Clone, Copy)]
enum Lookahead {
    /// No other criterion: the message that is delivered earliest is sent next.
    None,
    /// The least delivery from the receiver.
    Least,
    /// The mean delivery from the receiver.
    Mean,
    /// The speed: the fastest ranks come first, regardless of when they are informed (fastest-node-first). `longest` is the longest
    /// delivery or gap.
    Fastest { longest: u64 },
}

/// The parts of the distance between clusters, in eighths, by which a rank in a reached cluster must be nearer to come
/// before one whose cluster is not yet reached.
const EIGHTHS: [u64; 5] = [2, 4, 6, 8, 10];

/// The best of the greedy trees that are made until `watch` ends the work, of which one is made in any case; `None` if a time may not be
/// representable.
pub fn best(times: &RankTimes, watch: &dyn Watch) -> Option<Timed> {
    if !times.is_representable() {
        return None;
    }
    let fastest = Lookahead::Fastest { longest: times.longest() };
    let rules = [Lookahead::None, Lookahead::Least, Lookahead::Mean, fastest];
    let ahead = rules.map(|rule| (0..times.groups()).map(|group| lookahead(times, group, rule)).collect::<Vec<_>>());
    let clusters = clusters(times);
    let spread: Vec<(&Cluster, u64)> =
        clusters.iter().flat_map(|cluster| EIGHTHS.map(|part| (cluster, part))).collect();
    let plain = ahead.iter().enumerate().filter(|&(index, _)| !watch.is_over() || index == 0);
    let plain: Vec<Draft> = plain.map(|(_, ahead)| tree(times, ahead)).collect();
    let spread = spread.par_iter().filter(|_| !watch.is_over());
    let spread: Vec<Draft> = spread.map(|&(cluster, part)| spread_out(times, cluster, part)).collect();
    let drafts = plain.into_iter().chain(spread);
    let trees = drafts.filter_map(|draft| Some(Timed { time: draft.finish(times)?, draft }));
    trees.min_by_key(|timed| timed.time)
}

fn tree(times: &RankTimes, lookahead: &[u64]) -> Draft {
    let mut growing = Growing::new(times);
    while growing.extend(lookahead).is_some() {}
    growing.draft
}

/// Delays messages to ranks in a cluster that has been reached, because ranks nearby will inform them. The delay is `part`
/// eighths of the distance between clusters.
fn spread_out(times: &RankTimes, cluster: &Cluster, part: u64) -> Draft {
    let wait = cluster.apart / 8 * part;
    let mut growing = Growing::new(times);
    let mut lookahead = vec![0; times.groups()];
    let mut reached = Some(times.root());
    while let Some(receiver) = reached {
        if lookahead[receiver] == 0 {
            let alike = lookahead.iter_mut().zip(&cluster.of).filter(|&(_, &of)| of == cluster.of[receiver]);
            alike.for_each(|(ahead, _)| *ahead = wait);
        }
        reached = growing.extend(&lookahead);
    }
    growing.draft
}

/// The time added to the delivery to a rank of a group.
fn lookahead(times: &RankTimes, sender: usize, rule: Lookahead) -> u64 {
    let receivers = || (0..times.groups()).filter(move |&receiver| times.occurs(sender, receiver));
    let least = || receivers().map(|receiver| times.delivery(sender, receiver)).min().unwrap_or(0);
    match rule {
        Lookahead::None => 0,
        Lookahead::Least => least(),
        Lookahead::Mean => {
            let (sum, ranks) = receivers().fold((0u128, 0u128), |(sum, ranks), receiver| {
                let count = u128::from(times.receivers(receiver));
                (sum + count * u128::from(times.delivery(sender, receiver)), ranks + count)
            });
            u64::try_from(sum / ranks.max(1)).unwrap_or(u64::MAX)
        }
        Lookahead::Fastest { longest } => {
            let gap = receivers().map(|receiver| times.gap(sender, receiver)).min().unwrap_or(0);
            // More than any delivery can make up for.
            longest.saturating_add(1).saturating_mul(least().saturating_add(gap))
        }
    }
}

/// A growing tree, with the time at which each informed rank may send next.
pub struct Growing<'a> {
    times: &'a RankTimes,
    /// The tree so far.
    pub draft: Draft,
    /// The number of ranks of each group that are not informed.
    pub left: Vec<u64>,
    /// The times at which the informed ranks of each group may send next, the earliest first.
    senders: Vec<BinaryHeap<Reverse<(u64, usize)>>>,
    least_delivery: Vec<u64>,
}

impl<'a> Growing<'a> {
    /// The tree with the root alone.
    pub fn new(times: &'a RankTimes) -> Self {
        let mut senders = vec![BinaryHeap::new(); times.groups()];
        senders[times.root()].push(Reverse((0, 0)));
        let least = |sender| (0..times.groups()).map(|receiver| times.delivery(sender, receiver)).min().unwrap_or(0);
        let least_delivery = (0..times.groups()).map(least).collect();
        Self { times, draft: Draft::root(times), left: times.all_receivers(), senders, least_delivery }
    }

    /// The rank that may send first: its time, its node and its group.
    pub fn earliest(&self) -> Option<(u64, usize, usize)> {
        let tops = self.senders.iter().enumerate();
        tops.filter_map(|(group, heap)| heap.peek().map(|&Reverse((time, node))| (time, node, group))).min()
    }

    /// Retires the earliest sender of a group, which then sends no more.
    pub fn retire(&mut self, sender: usize) -> Option<(u64, usize)> {
        self.senders[sender].pop().map(|Reverse(sender)| sender)
    }

    /// Restores a retired sender of a group.
    pub fn restore(&mut self, group: usize, sender: (u64, usize)) {
        self.senders[group].push(Reverse(sender));
    }

    /// Sends from the earliest sender of a group to a rank of another.
    pub fn send(&mut self, sender: usize, receiver: usize) {
        let Some(Reverse((time, node))) = self.senders[sender].pop() else { return };
        self.left[receiver] -= 1;
        let informed = self.draft.parents.len();
        self.draft.push(node, receiver);
        self.senders[sender].push(Reverse((time + self.times.gap(sender, receiver), node)));
        self.senders[receiver].push(Reverse((time + self.times.delivery(sender, receiver), informed)));
    }

    /// Sends the message with the least sum of delivery time and lookahead, and returns the group of its receiver; `None` if
    /// all ranks are informed.
    pub fn extend(&mut self, lookahead: &[u64]) -> Option<usize> {
        let least_ahead = lookahead.iter().copied().min().unwrap_or(0);
        let mut best: Option<((u64, u64), usize, usize)> = None;
        for (sender, heap) in self.senders.iter().enumerate() {
            let Some(&Reverse((time, _))) = heap.peek() else { continue };
            let soonest = time.saturating_add(self.least_delivery[sender]).saturating_add(least_ahead);
            if best.is_some_and(|(key, ..)| soonest > key.0) {
                continue;
            }
            for receiver in (0..self.left.len()).filter(|&receiver| self.left[receiver] > 0) {
                let delivered = time + self.times.delivery(sender, receiver);
                let key = (delivered.saturating_add(lookahead[receiver]), delivered);
                if best.is_none_or(|(least, ..)| key < least) {
                    best = Some((key, sender, receiver));
                }
            }
        }
        let (_, sender, receiver) = best?;
        self.send(sender, receiver);
        Some(receiver)
    }
}
