//! What several algorithms have in common: ranks folded to a power of two, and allgathers of the blocks of a vector.

use super::message::{Message, Rounds};

/// The largest power of two up to a number of ranks, at least 1.
pub(super) const fn power_of_two(ranks: u32) -> u32 {
    1 << ranks.ilog2()
}

/// The ranks of an exchange among 2^q: of the first 2 r ranks, r = P - 2^q, the ranks of one parity take part.
#[derive(Clone, Copy)]
pub(super) struct Fold {
    /// 2^q.
    pub power: u32,
    /// r.
    pub rest: u32,
    /// The parity of the ranks that stay, 0 or 1.
    pub parity: u32,
}

impl Fold {
    pub(super) const fn new(ranks: u32, parity: u32) -> Self {
        let power = power_of_two(ranks);
        Self { power, rest: ranks - power, parity }
    }

    /// The rank that has a number in the exchange.
    pub(super) const fn rank(self, number: u32) -> u32 {
        if number < self.rest { 2 * number + self.parity } else { number + self.rest }
    }

    /// Each rank that stays out, with the one that stands for it.
    pub(super) fn pairs(self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.rest).map(move |pair| (2 * pair + 1 - self.parity, 2 * pair + self.parity))
    }

    /// The distances of partners: 1, 2, 4, ...
    pub(super) fn masks(self) -> impl DoubleEndedIterator<Item = u32> {
        (0..self.power.ilog2()).map(|bit| 1 << bit)
    }

    /// A round in which the numbers with a distance exchange; `blocks` gives those of the message of a number.
    pub(super) fn exchange(
        self,
        mask: u32,
        blocks: impl Fn(u32) -> std::ops::Range<u32>,
    ) -> impl Iterator<Item = Message> {
        (0..self.power).map(move |number| Message::new(self.rank(number), self.rank(number ^ mask), blocks(number)))
    }
}

/// The blocks go around the ring, as `kind` makes of each message; rank v begins with block v + `ahead`.
pub(super) fn ring(rounds: &mut Rounds, ranks: u32, ahead: u32, kind: fn(Message) -> Message) {
    for step in 0..ranks - 1 {
        rounds.round((0..ranks).map(|rank| {
            let block = (rank + ahead + ranks - step) % ranks;
            kind(Message::new(rank, (rank + 1) % ranks, block..block + 1))
        }));
    }
}

/// Groups of 1, 2, 4, ... ranks exchange all their blocks. If the other group has fewer ranks, those with a partner there
/// pass on its blocks to those without, over half the distance each time.
pub(super) fn doubling(rounds: &mut Rounds, ranks: u32) {
    let mut mask = 1;
    while mask < ranks {
        let group = |rank: u32| rank / mask * mask;
        let exchanging = (0..ranks).filter(|rank| rank ^ mask < ranks);
        rounds.round(exchanging.map(|rank| {
            let first = group(rank);
            Message::new(rank, rank ^ mask, first..(first + mask).min(ranks))
        }));
        let mut half = mask / 2;
        while half > 0 {
            rounds.round((0..ranks).filter_map(|rank| {
                let beyond = group(rank) + mask;
                // Only the lower group has less to gain than ranks, and only if there are some above.
                let complete = ranks.checked_sub(beyond).filter(|_| group(rank ^ mask) + mask > ranks)?;
                let (root, to) = (rank / (2 * half) * (2 * half), rank ^ half);
                let sends = to > rank && rank < root + complete && to >= root + complete && to < ranks;
                sends.then(|| Message::new(rank, to, beyond..ranks))
            }));
            half /= 2;
        }
        mask *= 2;
    }
}

/// A binomial scatter of the blocks, the largest subtree first; blocks without a byte are not sent.
pub(super) fn scatter(rounds: &mut Rounds, ranks: u32) {
    for mask in (0..ranks.next_power_of_two().ilog2()).rev().map(|bit| 1 << bit) {
        let senders = (0..ranks).step_by(2 * mask as usize).filter(|sender| sender + mask < ranks);
        rounds.round(senders.map(|sender| {
            let child = sender + mask;
            Message::new(sender, child, child..(child + mask).min(ranks)).unless_empty()
        }));
    }
}
