//! Gaps and deliveries between groups of equal ranks.

use super::{MOST_RANKS, UnequalRanksError};
use logpine_models::model::{HostClass, PortTiming};
use logpine_text::units::Time;

/// Ranks that are alike: the same times to and from every other rank, and among themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankGroup {
    /// The host of one of them.
    pub host: HostClass,
    /// The host of another of them; the same if there is no other.
    pub peer: HostClass,
    /// The number of these ranks.
    pub ranks: u64,
}

/// The costs of messages between groups of ranks, in ticks: the times after which the sender, and the receiver, may send
/// again.
#[derive(Clone, Debug)]
pub struct RankTimes {
    counts: Vec<u64>,
    root: usize,
    /// The gaps by sender, then receiver.
    gaps: Vec<u64>,
    deliveries: Vec<u64>,
}

/// A gap and a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The time from the start of a send to the earliest start of the next.
    pub gap: Time,
    /// The time from the start of a send until the receiver may send.
    pub delivery: Time,
}

/// The maximum number of groups of ranks.
const MOST_GROUPS: usize = 1024;

impl RankTimes {
    /// Returns the costs of a message of `bytes` between ranks of these groups, one of which includes the root (counted
    /// there).
    ///
    /// # Errors
    /// [`UnequalRanksError`] for too many ranks or groups, or a message whose cost is not representable.
    pub fn new(
        timing: &dyn PortTiming,
        bytes: u64,
        groups: &[RankGroup],
        root: usize,
    ) -> Result<Self, UnequalRanksError> {
        let ranks = groups.iter().fold(0u64, |sum, group| sum.saturating_add(group.ranks));
        if ranks > MOST_RANKS || groups.len() > MOST_GROUPS || root >= groups.len() {
            return Err(UnequalRanksError::TooMany { ranks, groups: groups.len(), limit: MOST_RANKS });
        }
        let ports = groups.iter().enumerate().flat_map(|(sender, from)| {
            groups.iter().enumerate().map(move |(receiver, to)| {
                let to = if sender == receiver { to.peer } else { to.host };
                timing.between(bytes, from.host, to).ok_or(UnequalRanksError::NotRepresentable)
            })
        });
        let ports: Vec<_> = ports.collect::<Result<_, _>>()?;
        let (gaps, deliveries) = ports.iter().map(|port| (port.send_gap.ticks(), port.delivery.ticks())).unzip();
        Ok(Self { counts: groups.iter().map(|group| group.ranks.max(1)).collect(), root, gaps, deliveries })
    }

    /// The times of given matrices, by sender and then receiver.
    pub(super) fn of_matrices(counts: Vec<u64>, root: usize, gaps: Vec<u64>, deliveries: Vec<u64>) -> Self {
        Self { counts, root, gaps, deliveries }
    }

    /// The number of groups.
    #[must_use]
    pub fn groups(&self) -> usize {
        self.counts.len()
    }

    /// The number of ranks.
    #[must_use]
    pub fn ranks(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The root's group.
    #[must_use]
    pub const fn root(&self) -> usize {
        self.root
    }

    /// The number of ranks of a group, without the root.
    pub(super) fn receivers(&self, group: usize) -> u64 {
        self.counts[group] - u64::from(group == self.root)
    }

    /// The number of ranks of every group, without the root.
    pub(super) fn all_receivers(&self) -> Vec<u64> {
        (0..self.groups()).map(|group| self.receivers(group)).collect()
    }

    /// The time from the start of a send to the earliest start of the next, in ticks.
    #[must_use]
    pub fn gap(&self, sender: usize, receiver: usize) -> u64 {
        self.gaps[sender * self.counts.len() + receiver]
    }

    /// The time from the start of a send until the receiver may send, in ticks.
    #[must_use]
    pub fn delivery(&self, sender: usize, receiver: usize) -> u64 {
        self.deliveries[sender * self.counts.len() + receiver]
    }

    /// True if there are two ranks that could send and receive like this.
    pub(super) fn occurs(&self, sender: usize, receiver: usize) -> bool {
        self.receivers(receiver) > 0 && (sender != receiver || self.counts[sender] > 1)
    }

    /// The pairs of groups between which a message can be sent.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let all = 0..self.groups();
        all.flat_map(|sender| (0..self.groups()).map(move |receiver| (sender, receiver)))
            .filter(|&(sender, receiver)| self.occurs(sender, receiver))
    }

    /// The least gap and the least delivery of any message.
    #[must_use]
    pub fn least_pace(&self) -> Pace {
        let gap = self.pairs().map(|(sender, receiver)| self.gap(sender, receiver)).min().unwrap_or(0);
        let delivery = self.pairs().map(|(sender, receiver)| self.delivery(sender, receiver)).min().unwrap_or(0);
        Pace { gap: Time::from_ticks(gap), delivery: Time::from_ticks(delivery) }
    }

    /// The longest time that some rank must wait even if its sender starts at once.
    pub(super) fn slowest_reception(&self) -> u64 {
        let mut least = vec![None; self.groups()];
        for (sender, receiver) in self.pairs() {
            let delivery = self.delivery(sender, receiver);
            least[receiver] = Some(least[receiver].map_or(delivery, |least: u64| least.min(delivery)));
        }
        least.into_iter().flatten().max().unwrap_or(0)
    }

    /// The longest delivery or gap; no sum of as many as there are ranks may exceed the longest time.
    pub(super) fn longest(&self) -> u64 {
        self.gaps.iter().chain(&self.deliveries).copied().max().unwrap_or(0)
    }

    /// True if every schedule in which senders never wait is representable.
    pub(super) fn is_representable(&self) -> bool {
        Time::from_ticks(self.longest()).checked_mul(self.ranks().saturating_mul(2)).is_some()
    }
}
