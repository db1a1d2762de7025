//! The spread of a message over ranks that share hosts, rank by rank.

use super::Lanes;
use super::table::Next;
use logpine_models::model::Port;
use logpine_text::units::Time;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A message from one rank to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    /// The sender.
    pub from: u32,
    /// The receiver.
    pub to: u32,
    /// The start of the send.
    pub start: Time,
}

/// The maximum number of ranks that are listed.
pub const MOST_RANKS: u64 = 1 << 24;

/// A rank with the number of further hosts that it has to reach.
struct Duty {
    rank: u32,
    /// The time left until the last host must have the message.
    left: u64,
    allowance: u32,
    further: u64,
}

impl Lanes {
    /// Returns every message; those of a rank are in the order in which it sends them. Rank r is on host r /
    /// `ranks_per_host`, and rank 0 has the message first. `None` for more than `MOST_RANKS` ranks.
    ///
    /// **Complexity** O(ranks log(ranks on a host)).
    #[must_use]
    pub fn messages(&self) -> Option<Vec<Sent>> {
        let ranks = self.hosts().checked_mul(self.ranks_per_host()).filter(|&ranks| ranks <= MOST_RANKS)?;
        let mut spread = Spread {
            lanes: self,
            per_host: u32::try_from(self.ranks_per_host()).ok()?,
            messages: Vec::with_capacity(usize::try_from(ranks).ok()?),
            hosts: Vec::with_capacity(usize::try_from(self.hosts()).ok()?),
        };
        spread.reach_hosts();
        for host in 0..spread.hosts.len() {
            spread.finish_host(host);
        }
        Some(spread.messages)
    }
}

struct Spread<'a> {
    lanes: &'a Lanes,
    per_host: u32,
    messages: Vec<Sent>,
    /// For each host, the times from which its ranks that have the message may send, in the order of the ranks.
    hosts: Vec<Vec<u64>>,
}

impl Spread<'_> {
    fn reach_hosts(&mut self) {
        let table = self.lanes.table();
        let end = self.lanes.informed().ticks();
        let (far, near) = (table.steps().among, table.steps().within);
        self.hosts.push(vec![0]);
        let allowance = table.allowance();
        let mut duties = vec![Duty { rank: 0, left: end, allowance, further: self.lanes.hosts() - 1 }];
        while let Some(mut duty) = duties.pop() {
            let host = (duty.rank / self.per_host) as usize;
            while duty.further > 0 {
                let start = Time::from_ticks(end - duty.left);
                match table.next(duty.left, duty.allowance) {
                    // A duty is never more than the number of hosts that can be reached.
                    Next::Nothing => break,
                    Next::Among => {
                        let left = duty.left - far[1];
                        let further = table.reached(left, allowance).min(duty.further - 1);
                        let rank = self.add_host(end - left);
                        self.messages.push(Sent { from: duty.rank, to: rank, start });
                        duties.push(Duty { rank, left, allowance, further });
                        duty.further -= 1 + further;
                        duty.left = duty.left.saturating_sub(far[0]);
                        self.hosts[host][(duty.rank % self.per_host) as usize] = start.ticks() + far[0];
                    }
                    Next::Within => {
                        let left = duty.left - near[1];
                        duty.allowance -= 1;
                        let further = table.reached(left, duty.allowance).min(duty.further);
                        let rank = self.add_rank(host, end - left);
                        self.messages.push(Sent { from: duty.rank, to: rank, start });
                        duties.push(Duty { rank, left, allowance: duty.allowance, further });
                        duty.further -= further;
                        duty.left = duty.left.saturating_sub(near[0]);
                        self.hosts[host][(duty.rank % self.per_host) as usize] = start.ticks() + near[0];
                    }
                }
            }
        }
    }

    /// The first rank of a new host, which has the message at `time`.
    fn add_host(&mut self, time: u64) -> u32 {
        // The ranks were counted before, so they are few enough.
        let rank = u32::try_from(self.hosts.len()).unwrap_or(u32::MAX).saturating_mul(self.per_host);
        self.hosts.push(vec![time]);
        rank
    }

    fn add_rank(&mut self, host: usize, time: u64) -> u32 {
        let ranks = &mut self.hosts[host];
        let first = u32::try_from(host).unwrap_or(u32::MAX).saturating_mul(self.per_host);
        let rank = first.saturating_add(u32::try_from(ranks.len()).unwrap_or(u32::MAX));
        ranks.push(time);
        rank
    }

    /// Completes a host: the rank that may send first informs the next rank of the host, until all have the message.
    fn finish_host(&mut self, host: usize) {
        let Port { send_gap, delivery, .. } = self.lanes.ports().0;
        let first = u32::try_from(host).unwrap_or(u32::MAX).saturating_mul(self.per_host);
        let known = std::mem::take(&mut self.hosts[host]);
        let informed = u32::try_from(known.len()).unwrap_or(u32::MAX);
        let mut free: BinaryHeap<_> = known.into_iter().zip(first..).map(Reverse).collect();
        for to in first + informed..first + self.per_host {
            let Some(Reverse((start, from))) = free.pop() else { return };
            self.messages.push(Sent { from, to, start: Time::from_ticks(start) });
            free.push(Reverse((start.saturating_add(send_gap.ticks()), from)));
            free.push(Reverse((start.saturating_add(delivery.ticks()), to)));
        }
    }
}
