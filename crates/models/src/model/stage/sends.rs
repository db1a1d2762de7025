//! The messages that single ranks send in a stream of stages: their channels, and their order.

use super::residues::{any_below, greatest_multiple, multiples};
use super::{Pattern, Way};
use crate::job::{Layout, Mapping};
use crate::machine::Channel;
use logpine_text::integer::{first, gcd, last};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// The messages of one rank in sending order, described as far as their time depends on it: the number through each channel,
/// and the number at the end that go through the same channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sends {
    /// The number that stay on the rank's host.
    pub shared: u64,
    /// The number that go to other hosts.
    pub network: u64,
    /// The channel of the last message.
    pub last: Channel,
    /// The number of messages through that channel after the last one through the other; all if none takes the other.
    pub trailing: u64,
}

impl Sends {
    /// `shared` messages inside the host, then `network` messages to other hosts; `None` if there are none.
    const fn inside_first(shared: u64, network: u64) -> Option<Self> {
        match (shared, network) {
            (0, 0) => None,
            (_, 0) => Some(Self { shared, network, last: Channel::Shared, trailing: shared }),
            _ => Some(Self { shared, network, last: Channel::Network, trailing: network }),
        }
    }

    /// The messages with one more.
    fn and(before: Option<Self>, channel: Channel) -> Self {
        let before = before.unwrap_or(Self { shared: 0, network: 0, last: channel, trailing: 0 });
        let trailing = if before.last == channel { before.trailing + 1 } else { 1 };
        let (shared, network) = match channel {
            Channel::Shared => (before.shared + 1, before.network),
            Channel::Network => (before.shared, before.network + 1),
        };
        Self { shared, network, last: channel, trailing }
    }
}

impl Pattern {
    /// Calls `each` with the messages that ranks send in all stages of the pattern, one after the other; if the pattern is
    /// run backwards, these are the messages received, the last first. Ranks are left out if another one needs at least as
    /// long for any gap and delivery of the two channels: ranks that send the first messages of another, and ranks that send
    /// as many messages, inside their hosts first, of which neither the fewest nor the most (or nearly so) stay inside.
    ///
    /// `None`, without a call, if ranks of a stage both send and receive.
    pub fn sends(&self, layout: &Layout, each: &mut dyn FnMut(Sends)) -> Option<()> {
        if self.way() == Way::Exchange {
            return None;
        }
        let ranks = layout.ranks();
        let children = self.children(ranks);
        match (*self, layout.mapping()) {
            (Self::Children { stride, .. } | Self::Spread { holders: stride, .. }, Mapping::RoundRobin)
                if self.keeps_its_rules(ranks) =>
            {
                in_turn(layout.hosts(), stride, &children).into_iter().for_each(each);
            }
            (Self::Children { step, stride, .. }, Mapping::Sequential)
                if layout.is_filled() && self.keeps_its_rules(ranks) =>
            {
                Level { ranks, size: layout.ranks_per_host(), step, stride, children }.all(each);
            }
            (Self::Spread { holders, .. }, Mapping::Sequential)
                if layout.is_filled() && self.keeps_its_rules(ranks) =>
            {
                spread(ranks, layout.ranks_per_host(), holders, &children, each);
            }
            _ => listed(self, layout).into_iter().for_each(each),
        }
        Some(())
    }
}

/// The host of a child c `stride` away is the sender's if M divides c `stride`. This is the same for all senders, and rank 0
/// has the most children.
fn in_turn(hosts: u64, stride: u64, children: &Range<u64>) -> Option<Sends> {
    let last = children.end.checked_sub(1).filter(|_| !children.is_empty())?;
    let period = hosts / gcd(hosts, stride);
    let (all, shared) = (children.end - children.start, multiples(children, period));
    let network = all - shared;
    Some(match last % period {
        0 => {
            let trailing = if period == 1 { all } else { 1 };
            Sends { shared, network, last: Channel::Shared, trailing }
        }
        behind => Sends { shared, network, last: Channel::Network, trailing: behind.min(all) },
    })
}

/// Ranks 0, s, 2 s, ... with the children c `stride` behind them, if hosts are filled one after the other. For a sender at
/// the offset o of its host, the children up to (Q - 1 - o) / `stride` are on the same host.
struct Level {
    ranks: u64,
    size: u64,
    step: u64,
    stride: u64,
    children: Range<u64>,
}

impl Level {
    fn all(&self, each: &mut dyn FnMut(Sends)) {
        let &Self { ranks, size, step, stride, ref children } = self;
        if children.is_empty() {
            return;
        }
        let last = (ranks - 1) / step;
        // The last sender may lack children.
        let of_last = children.start..(ranks - last * step).div_ceil(stride).clamp(children.start, children.end);
        let full = last + u64::from(of_last == *children);
        let mut offsets = [Some(last * step % size), None, None, None, None];
        self.at(offsets[0].unwrap_or(0), &of_last).into_iter().for_each(&mut *each);
        if full == 0 {
            return;
        }
        let largest = greatest_multiple(step, size, full);
        // From the offset `some_leave` on, the last child is on another host; up to `some_stay`, the first is on the same.
        let some_leave = size.saturating_sub((children.end - 1).saturating_mul(stride));
        let some_stay = (size - 1).checked_sub(children.start.saturating_mul(stride));
        offsets[0] = Some(0);
        offsets[1] = Some(largest);
        offsets[2] = (some_leave <= largest).then(|| self.least_from(some_leave, largest, full));
        offsets[3] = some_stay.map(|most| self.greatest_up_to(most, full));
        offsets.into_iter().flatten().filter_map(|offset| self.at(offset, children)).for_each(each);
    }

    /// The messages of the sender at an offset to a range of children.
    fn at(&self, offset: u64, children: &Range<u64>) -> Option<Sends> {
        let stay = ((self.size - 1 - offset) / self.stride).saturating_add(1).clamp(children.start, children.end);
        Sends::inside_first(stay - children.start, children.end - stay)
    }

    /// True if one of the first senders has an offset in a nonempty range.
    fn any(&self, offsets: &Range<u64>, senders: u64) -> bool {
        any_below(&(0..senders), self.step, self.size - offsets.start, self.size, offsets.end - offsets.start)
    }

    /// The least offset of a sender from `from` to `largest`, which is such an offset.
    fn least_from(&self, from: u64, largest: u64, senders: u64) -> u64 {
        first(from..=largest, |offset| self.any(&(from..offset + 1), senders))
    }

    /// The greatest offset of a sender up to `most`; 0 is such an offset.
    fn greatest_up_to(&self, most: u64, senders: u64) -> u64 {
        last(0..=most, |offset| self.any(&(offset..most + 1), senders))
    }
}

/// Calls `each` with the messages of ranks r < `holders` to the children r + c `holders`, if hosts are filled one after the
/// other.
fn spread(ranks: u64, size: u64, holders: u64, children: &Range<u64>, each: &mut dyn FnMut(Sends)) {
    if children.is_empty() {
        return;
    }
    let sends = |rank: u64| {
        let end = ((ranks - 1 - rank) / holders).saturating_add(1).clamp(children.start, children.end);
        // If the holders fill a host, no child shares a host with its sender.
        let stay = if holders < size { (size - 1 - rank) / holders + 1 } else { 0 };
        let stay = stay.clamp(children.start, end);
        Sends::inside_first(stay - children.start, end - stay)
    };
    // From these ranks on there is one child less, on the host or in all.
    let fewer = [(size - 1) % holders, (ranks - 1) % holders].map(|rank| rank + 1);
    std::iter::once(0).chain(fewer).filter(|&rank| rank < holders).filter_map(sends).for_each(each);
}

/// The messages of all ranks, one transmission after the other.
fn listed(pattern: &Pattern, layout: &Layout) -> HashSet<Sends> {
    let ranks = layout.ranks();
    let mut senders: HashMap<u64, Sends> = HashMap::new();
    for (from, to) in (0..pattern.stages(ranks)).flat_map(|stage| pattern.transmissions(ranks, stage)) {
        let inside = layout.host(from) == layout.host(to);
        let channel = if inside { Channel::Shared } else { Channel::Network };
        let sends = Sends::and(senders.get(&from).copied(), channel);
        senders.insert(from, sends);
    }
    senders.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::iproduct;

    /// The longest time of any rank for `rounds` rounds of its messages, with gaps and deliveries of both channels.
    fn longest(sends: impl IntoIterator<Item = Sends>, [shared, network]: [(u64, u64); 2], rounds: u64) -> u64 {
        let time = |sends: Sends| {
            let all = sends.shared * shared.0 + sends.network * network.0;
            let (last, other, others) = match sends.last {
                Channel::Shared => (shared, network, sends.network),
                Channel::Network => (network, shared, sends.shared),
            };
            let end = all - last.0 + last.1;
            let before = if others > 0 { all - sends.trailing * last.0 - other.0 + other.1 } else { 0 };
            (rounds - 1) * all + end.max(before)
        };
        sends.into_iter().map(time).max().unwrap_or(0)
    }

    fn assert_longest(pattern: Pattern, layout: &Layout) {
        let mut counted = Vec::new();
        pattern.sends(layout, &mut |sends| counted.push(sends)).expect("nobody does both");
        let all = listed(&pattern, layout);
        assert!(counted.iter().all(|sends| all.contains(sends)), "{pattern:?} of {layout:?}: {counted:?}");
        for channels in [[(4, 15), (2, 3)], [(2, 3), (4, 15)], [(1, 30), (9, 10)], [(9, 10), (1, 30)], [(5, 5), (5, 6)]]
        {
            for rounds in [1, 2, 7] {
                let [counted, all] =
                    [longest(counted.clone(), channels, rounds), longest(all.clone(), channels, rounds)];
                assert_eq!(counted, all, "{pattern:?} of {layout:?}, {channels:?}, {rounds} rounds");
            }
        }
    }

    #[test]
    fn the_slowest_sender_is_among_those_that_are_looked_at() {
        for ranks in 1..=33 {
            let steps = iproduct!(2..=ranks + 1, 1..=ranks).filter(|(step, stride)| stride < step);
            let trees = steps.flat_map(|(step, stride)| {
                let to = (step - 1) / stride + 1;
                [(1, to), (2, to), (1, to / 2)].map(|(from, to)| Pattern::Children { step, stride, from, to })
            });
            let spreads = iproduct!(1..=ranks, [(1, 2), (1, 99), (2, 5)]);
            let spreads = spreads.map(|(holders, (from, to))| Pattern::Spread { holders, from, to });
            for pattern in trees.chain(spreads) {
                for (per_host, mapping) in
                    iproduct!([1, 2, 3, 4, 5, 8, 13, 33], [Mapping::Sequential, Mapping::RoundRobin])
                {
                    assert_longest(pattern, &Layout::new(ranks, per_host, mapping).expect("a layout"));
                }
            }
        }
    }
}
