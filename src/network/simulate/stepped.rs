//! Time in steps of a hop, where every link takes as long.

use super::{Channels, Duplex, Measurements, TrafficError};
use crate::network::route::Ways;
use crate::network::{Message, Network, Routes, RoutingRule};
use crate::units::Time;
use std::collections::VecDeque;

/// The most nodes: a destination is 16 bits.
pub(super) const MOST_NODES: u32 = 1 << 16;

/// A message in a queue, in 64 bits: its index (30), so that numbers are in the order of indices; its destination (16);
/// the hops it has done (17); and which way it goes (1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Queued(u64);

impl Queued {
    fn new(index: usize, destination: u32, step: u32) -> Self {
        Self((index as u64) << 34 | u64::from(destination) << 18 | u64::from(step & 1))
    }

    #[expect(clippy::cast_possible_truncation, reason = "16 bits")]
    #[inline]
    const fn destination(self) -> u32 {
        (self.0 >> 18) as u32 & 0xffff
    }

    #[expect(clippy::cast_possible_truncation, reason = "17 bits")]
    #[inline]
    const fn hops(self) -> u32 {
        (self.0 >> 1) as u32 & 0x1_ffff
    }

    #[inline]
    const fn against(self) -> u32 {
        (self.0 & 1) as u32
    }

    /// After a hop, about to take a step.
    #[inline]
    const fn onwards(self, step: u32) -> Self {
        Self((self.0 & !1 | step as u64 & 1) + 2)
    }
}

/// A link, or a direction of one.
struct Channel {
    queue: VecDeque<Queued>,
    /// The last time at which messages came, and how many were queued before them.
    time: u64,
    before: usize,
    /// How many it has carried.
    carried: u64,
}

impl Channel {
    /// Queues a message by its index among those of the same time.
    #[inline]
    fn push(&mut self, message: Queued, time: u64) {
        if self.time != time {
            (self.time, self.before) = (time, self.queue.len());
        }
        if self.queue.len() == self.queue.capacity() {
            // For a quarter more, not for twice as many: most of the memory is here.
            self.queue.reserve_exact(4 + self.queue.len() / 4);
        }
        let mut place = self.queue.len();
        while place > self.before && self.queue[place - 1] > message {
            place -= 1;
        }
        if place == self.queue.len() {
            self.queue.push_back(message);
        } else {
            self.queue.insert(place, message);
        }
    }
}

/// Simulates messages that are ready at time 0 where every hop takes as long, on at most [`MOST_NODES`] nodes.
pub(super) fn run(
    routes: &Routes,
    messages: &[Message],
    duplex: Duplex,
    hop: Time,
) -> Result<Measurements, TrafficError> {
    let network = routes.network();
    let channels = Channels::new(network.links().len(), duplex);
    let nodes = network.nodes() as usize;
    let entry = move |node: u32, destination: u32| destination as usize * nodes + node as usize;
    let done = match &routes.ways {
        Ways::Short(steps) => {
            let steps = steps.as_slice();
            deliver_by(network, messages, channels, move |node, to| u32::from(steps[entry(node, to)]))
        }
        Ways::Long(steps) => {
            let steps = steps.as_slice();
            deliver_by(network, messages, channels, move |node, to| steps[entry(node, to)])
        }
        Ways::Grid(grid) if routes.rule() == RoutingRule::LowestIndex => {
            deliver_by(network, messages, channels, move |node, to| grid.lowest(node, to))
        }
        Ways::Grid(_) => deliver_by(network, messages, channels, move |node, to| routes.step(node, to)),
    };
    done.measurements(network, channels, messages.len(), hop).ok_or(TrafficError::NotRepresentable)
}

/// What was counted, in steps.
struct Delivered {
    channels: Vec<Channel>,
    last: u64,
    travel: u128,
    hops: u64,
    max_hops: u32,
}

fn deliver_by(
    network: &Network,
    messages: &[Message],
    channels: Channels,
    next: impl Fn(u32, u32) -> u32,
) -> Delivered {
    match channels.shift {
        1 => deliver::<1>(network, messages, channels, next),
        _ => deliver::<0>(network, messages, channels, next),
    }
}

/// `SHIFT` is that of the channels.
fn deliver<const SHIFT: u32>(
    network: &Network,
    messages: &[Message],
    channels: Channels,
    next: impl Fn(u32, u32) -> u32,
) -> Delivered {
    let (mut all, mut active) = ready(messages, channels, &next);
    // The node that each step leads to.
    let ends: Vec<[u32; 2]> = network.links().iter().map(|link| [link.to, link.from]).collect();
    let mut onwards: Vec<(Queued, u32)> = Vec::with_capacity(active.len());
    let (mut now, mut travel, mut hops, mut max_hops) = (0u64, 0u128, 0u64, 0);
    while !active.is_empty() {
        now += 1;
        hops += active.len() as u64;
        onwards.clear();
        let mut arrived = 0u64;
        active.retain(|&number| {
            let channel = &mut all[number as usize];
            let Some(message) = channel.queue.pop_front() else { return false };
            channel.carried += 1;
            let node = ends[(number >> (1 - SHIFT)) as usize][message.against() as usize];
            let destination = message.destination();
            if node == destination {
                arrived += 1;
                max_hops = max_hops.max(message.hops() + 1);
            } else {
                let step = next(node, destination);
                onwards.push((message.onwards(step), step));
            }
            !channel.queue.is_empty()
        });
        travel += u128::from(now) * u128::from(arrived);
        for &(message, step) in &onwards {
            let number = step >> SHIFT;
            let channel = &mut all[number as usize];
            if channel.queue.is_empty() {
                active.push(number);
            }
            channel.push(message, now);
        }
    }
    Delivered { channels: all, last: now, travel, hops, max_hops }
}

/// The queues at time 0, and which of them are not empty.
fn ready(messages: &[Message], channels: Channels, next: &impl Fn(u32, u32) -> u32) -> (Vec<Channel>, Vec<u32>) {
    let hops = || (0usize..).zip(messages).filter(|(_, message)| message.source != message.destination);
    let mut counts = vec![0usize; channels.count];
    for (_, message) in hops() {
        counts[channels.of(next(message.source, message.destination))] += 1;
    }
    let channel = |count| Channel { queue: VecDeque::with_capacity(count), time: 0, before: 0, carried: 0 };
    let mut all: Vec<Channel> = counts.iter().map(|&count| channel(count)).collect();
    for (index, message) in hops() {
        let step = next(message.source, message.destination);
        all[channels.of(step)].queue.push_back(Queued::new(index, message.destination, step));
    }
    let active = (0u32..).zip(&counts).filter(|&(_, &count)| count > 0).map(|(number, _)| number).collect();
    (all, active)
}

impl Delivered {
    fn measurements(self, network: &Network, channels: Channels, messages: usize, hop: Time) -> Option<Measurements> {
        let ticks = u128::from(hop.ticks());
        // At most 2^30 messages, each of fewer than 2^17 hops: steps and their sum stay below 2^77.
        let travel = self.travel.checked_mul(ticks)?;
        let links = self.channels.iter().enumerate().filter(|(_, channel)| channel.carried > 0);
        let links = links
            .map(|(number, channel)| Some(channels.usage(number, channel.carried, hop.checked_mul(channel.carried)?)));
        Some(Measurements {
            clock: network.clock(),
            nodes: network.endpoints(),
            messages: messages as u64,
            hops: self.hops,
            max_hops: self.max_hops,
            comm_t: hop.checked_mul(self.last)?,
            travel,
            queued: travel - u128::from(self.hops) * ticks,
            links: links.collect::<Option<_>>()?,
        })
    }
}
