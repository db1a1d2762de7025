//! Time in steps of a hop, where every link takes as long.

use super::{Channels, Duplex, Measurements, TrafficError};
use crate::network::route::Ways;
use crate::network::{Message, Network, Routes};
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

    #[inline]
    const fn destination(self) -> u32 {
        (self.0 >> 18) as u32 & 0xffff
    }

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
    /// How many it has carried.
    carried: u64,
    /// The last time at which messages came, and how many were queued before them.
    time: u64,
    before: usize,
}

impl Channel {
    /// Queues a message by its index among those of the same time.
    #[inline]
    fn push(&mut self, message: Queued, time: u64) {
        if self.time != time {
            (self.time, self.before) = (time, self.queue.len());
        }
        let mut place = self.queue.len();
        while place > self.before && self.queue[place - 1] > message {
            place -= 1;
        }
        if self.queue.len() == self.queue.capacity() {
            // By a quarter, not to twice the size: most of the memory is here.
            self.queue.reserve_exact(1 + self.queue.len() / 4);
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
    let entry = |node: u32, destination: u32| destination as usize * nodes + node as usize;
    let done = match &routes.ways {
        Ways::Short(steps) => deliver(network, messages, channels, |node, to| u32::from(steps[entry(node, to)])),
        Ways::Long(steps) => deliver(network, messages, channels, |node, to| steps[entry(node, to)]),
        Ways::Grid(grid) => {
            deliver(network, messages, channels, |node, to| grid.step(network, routes.rule(), node, to))
        }
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

fn deliver(network: &Network, messages: &[Message], channels: Channels, next: impl Fn(u32, u32) -> u32) -> Delivered {
    let (mut all, mut active) = ready(messages, channels, &next);
    // The node that each step leads to.
    let ends: Vec<[u32; 2]> = network.links().iter().map(|link| [link.to, link.from]).collect();
    let half = channels.shift == 1;
    // What every channel carries at a step: the message, with the node it comes to, and then its next step. The loops are
    // apart, and the second has no branches, so that the memory fetches many entries side by side.
    let mut moving: Vec<(Queued, u32)> = Vec::with_capacity(active.len());
    let (mut now, mut travel, mut hops, mut max_hops) = (0u64, 0u128, 0u64, 0);
    while !active.is_empty() {
        now += 1;
        hops += active.len() as u64;
        moving.clear();
        active.retain(|&number| {
            let channel = &mut all[number as usize];
            let Some(message) = channel.queue.pop_front() else { return false };
            channel.carried += 1;
            let link = if half { number } else { number >> 1 };
            moving.push((message, ends[link as usize][message.against() as usize]));
            !channel.queue.is_empty()
        });
        let mut onwards = 0;
        for place in 0..moving.len() {
            let (message, node) = moving[place];
            let destination = message.destination();
            let step = next(node, destination);
            let is_there = node == destination;
            max_hops = max_hops.max(if is_there { message.hops() + 1 } else { 0 });
            moving[onwards] = (message.onwards(step), step);
            onwards += usize::from(!is_there);
        }
        let arrived = (moving.len() - onwards) as u64;
        travel += u128::from(now) * u128::from(arrived);
        for &(message, step) in &moving[..onwards] {
            let number = channels.of(step);
            let channel = &mut all[number];
            if channel.queue.is_empty() {
                active.push(step >> channels.shift);
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
    let channel = |count| Channel { queue: VecDeque::with_capacity(count), carried: 0, time: 0, before: 0 };
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
