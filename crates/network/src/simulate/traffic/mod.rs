//! Messages on their way, from event to event: the part that schemes and plans share.

mod one_port;

use super::channels::Channels;
use super::error::not_representable;
use super::progress::Progress;
use super::{Duplex, Measurements, Ports, TrafficError};
use crate::route::NO_STEP;
use crate::{Link, Routes};
use logpine_collectives::schedule::replay::queue::{Event, EventQueue};
use logpine_text::units::{Rate, Time};
use logpine_text::watch::Watch;
use one_port::Single;

/// No message.
const NONE: u32 = u32::MAX;

/// The order of events at a time: messages arrive at their destinations; then the others, and those sent now, are queued;
/// then links take messages, if that depends on more than one link.
const ARRIVES: u64 = 0;
const IS_QUEUED: u64 = 1 << 32;
const LINKS_TAKE: u64 = 2 << 32;

/// A message.
#[derive(Clone, Copy, Debug)]
struct Flight {
    destination: u32,
    /// The step that the message takes, or waits for; [`NO_STEP`] before it is sent.
    step: u32,
    /// The next message in the queue.
    next: u32,
    hops: u32,
}

/// A link, or a direction of one.
#[derive(Clone, Copy, Debug)]
struct Channel {
    /// The head of the queue.
    first: u32,
    last: u32,
    /// The messages that it carries, and the most at a time.
    carries: u32,
    lanes: u32,
    carried: u64,
    busy: u64,
}

impl Channel {
    const fn is_full(&self) -> bool {
        self.carries >= self.lanes
    }
}

/// The sizes of messages.
#[derive(Clone, Debug)]
pub(super) enum Sizes {
    /// The same for all.
    Same(u64),
    /// One for each message.
    Each(Vec<u64>),
}

impl Sizes {
    #[inline]
    fn of(&self, message: u32) -> u64 {
        match self {
            Self::Same(bytes) => *bytes,
            Self::Each(bytes) => bytes[message as usize],
        }
    }
}

/// The hop last computed: most hops take as long as the one before.
#[derive(Clone, Copy, Debug)]
struct LastHop {
    latency: Time,
    per_byte: Rate,
    bytes: u64,
    ticks: u64,
}

/// A message that has arrived.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    pub message: u32,
    pub time: u64,
}

/// The number of events between two reports.
const REPORTED: u64 = 1 << 12;

/// The state of all messages and links.
pub(super) struct Traffic<'r, 'n> {
    routes: &'r Routes<'n>,
    channels: Channels,
    /// The nodes of every link; without its times, more of them fit the cache.
    ends: Vec<[u32; 2]>,
    /// True if all links have the times of the first.
    is_uniform: bool,
    all: Vec<Channel>,
    flights: Vec<Flight>,
    sizes: Sizes,
    queue: EventQueue,
    single: Option<Single>,
    /// The time for which the taking of messages by links is scheduled.
    taking: Option<u64>,
    last_hop: LastHop,
    totals: Totals,
    progress: Progress<'r>,
    /// The events that were handled.
    events: u64,
}

/// Sums of the measurements.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    hops: u64,
    max_hops: u32,
    /// Sums of the times at which messages were sent, at which they arrived, and for which links were busy.
    sent: u128,
    arrived: u128,
    moving: u128,
    last: u64,
}

impl<'r, 'n> Traffic<'r, 'n> {
    /// The state for messages to these nodes, none of which is sent yet.
    pub fn new(
        routes: &'r Routes<'n>,
        destinations: impl Iterator<Item = u32>,
        sizes: Sizes,
        (duplex, ports): (Duplex, Ports),
        watch: &'r dyn Watch,
    ) -> Self {
        let network = routes.network();
        let channels = Channels::new(network.links().len(), duplex);
        let flight = |destination| Flight { destination, step: NO_STEP, next: NONE, hops: 0 };
        let flights: Vec<Flight> = destinations.map(flight).collect();
        let progress = Progress::new(routes, flights.len(), watch);
        let channel = |number: usize| {
            let link = number >> (1 - channels.shift);
            let lanes = network.links().get(link).map_or(1, Link::lanes);
            Channel { first: NONE, last: NONE, carries: 0, lanes, carried: 0, busy: 0 }
        };
        let single = match ports {
            Ports::All => None,
            Ports::One => Some(Single::new(network, channels, flights.len())),
        };
        Self {
            routes,
            channels,
            ends: network.links().iter().map(|link| [link.from, link.to]).collect(),
            is_uniform: network.is_uniform(),
            all: (0..channels.count).map(channel).collect(),
            flights,
            sizes,
            queue: EventQueue::default(),
            single,
            taking: None,
            last_hop: LastHop { latency: Time::ZERO, per_byte: Rate::ZERO, bytes: 0, ticks: 0 },
            totals: Totals::default(),
            progress,
            events: 0,
        }
    }

    /// The bytes of a message of a scheme: its state and, as all are sent at the same time, its event.
    pub const fn bytes_of_message(ports: Ports) -> u64 {
        let since = match ports {
            Ports::All => 0,
            Ports::One => size_of::<u64>(),
        };
        (size_of::<Flight>() + size_of::<Event>() + since) as u64
    }

    /// Sends a message from a node at a time, not before the event that was handled last.
    pub fn send(&mut self, message: u32, node: u32, time: u64) -> Result<(), TrafficError> {
        self.progress.sent(message.into(), node, self.flights[message as usize].destination)?;
        self.totals.sent += u128::from(time);
        self.queue.push(Event { time, key: IS_QUEUED | u64::from(message), rank: node, id: message });
        Ok(())
    }

    /// Advances to the next message that arrives; `None` when all sent messages have arrived.
    pub fn next_arrival(&mut self) -> Result<Option<Arrival>, TrafficError> {
        while let Some(Event { time, key, rank: node, id: message }) = self.queue.pop() {
            self.events += 1;
            if self.events.is_multiple_of(REPORTED) {
                self.progress.report(self.totals.hops)?;
            }
            if key == LINKS_TAKE {
                self.take_in_turn(time)?;
                continue;
            }
            let Flight { destination, step, hops, .. } = self.flights[message as usize];
            if step != NO_STEP {
                self.flights[message as usize].hops = hops + 1;
                self.leave(step, time)?;
            }
            if node == destination {
                self.progress.arrived += 1;
                self.totals.arrived += u128::from(time);
                self.totals.last = time;
                self.totals.max_hops = self.totals.max_hops.max(self.flights[message as usize].hops);
                return Ok(Some(Arrival { message, time }));
            }
            self.enqueue(message, self.routes.step(node, destination), time)?;
        }
        Ok(None)
    }

    /// Makes a message take a step, or wait for it.
    fn enqueue(&mut self, message: u32, step: u32, now: u64) -> Result<(), TrafficError> {
        let flight = &mut self.flights[message as usize];
        (flight.step, flight.next) = (step, NONE);
        let number = self.channels.of(step);
        let channel = &mut self.all[number];
        let is_head = channel.first == NONE;
        if is_head {
            channel.first = message;
        } else {
            self.flights[channel.last as usize].next = message;
        }
        channel.last = message;
        let is_idle = !channel.is_full();
        if let Some(single) = &mut self.single {
            single.since[message as usize] = now;
            if is_head && is_idle {
                self.touch(number, now);
            }
        } else if is_idle {
            self.take(number, now)?;
        }
        Ok(())
    }

    /// Frees a link that a message has left.
    fn leave(&mut self, step: u32, now: u64) -> Result<(), TrafficError> {
        let number = self.channels.of(step);
        self.all[number].carries -= 1;
        let Some(single) = &mut self.single else {
            return if self.all[number].first == NONE { Ok(()) } else { self.take(number, now) };
        };
        let network = self.routes.network();
        let (from, to) = ends(&self.ends, step);
        single.sends[from as usize] = false;
        single.receives[to as usize] = false;
        self.touch(number, now);
        // The messages that wait to leave the one node or to enter the other.
        for node in [from, to].into_iter().filter(|&node| node < network.endpoints()) {
            let mut index = 0;
            while let Some(near) = self.single.as_ref().and_then(|single| single.near(node).get(index).copied()) {
                self.touch(near as usize, now);
                index += 1;
            }
        }
        Ok(())
    }

    /// Lets a link take the first message of its queue.
    fn take(&mut self, number: usize, now: u64) -> Result<(), TrafficError> {
        let message = self.all[number].first;
        let Flight { destination, step, next, .. } = self.flights[message as usize];
        let ticks = self.hop(step, message)?;
        let time = now.checked_add(ticks).ok_or_else(not_representable)?;
        let channel = &mut self.all[number];
        channel.first = next;
        channel.carries += 1;
        channel.carried += 1;
        // Saturates only if a channel carries several messages at a time; alone they do not exceed the current time.
        channel.busy = channel.busy.saturating_add(ticks);
        self.totals.hops += 1;
        self.totals.moving += u128::from(ticks);
        let (_, to) = ends(&self.ends, step);
        let kind = if to == destination { ARRIVES } else { IS_QUEUED };
        self.queue.push(Event { time, key: kind | u64::from(message), rank: to, id: message });
        Ok(())
    }

    /// The time that a message takes over a link, in ticks.
    #[inline]
    fn hop(&mut self, step: u32, message: u32) -> Result<u64, TrafficError> {
        let number = if self.is_uniform { 0 } else { (step >> 1) as usize };
        let link = &self.routes.network().links()[number];
        let bytes = self.sizes.of(message);
        let last = &self.last_hop;
        if (link.latency, link.per_byte, bytes) == (last.latency, last.per_byte, last.bytes) {
            return Ok(last.ticks);
        }
        let ticks = link.hop(bytes).ok_or_else(not_representable)?.ticks();
        self.last_hop = LastHop { latency: link.latency, per_byte: link.per_byte, bytes, ticks };
        Ok(ticks)
    }

    /// The measurements, when all messages have arrived.
    pub fn measurements(&self) -> Measurements {
        let network = self.routes.network();
        let Totals { hops, max_hops, sent, arrived, moving, last } = self.totals;
        let used = self.all.iter().enumerate().filter(|(_, channel)| channel.carried > 0);
        let usage = |(number, channel): (usize, &Channel)| {
            self.channels.usage(number, channel.carried, Time::from_ticks(channel.busy))
        };
        let travel = arrived - sent;
        Measurements {
            clock: network.clock(),
            nodes: network.endpoints(),
            messages: self.flights.len() as u64,
            hops,
            max_hops,
            comm_t: Time::from_ticks(last),
            travel,
            queued: travel - moving,
            links: used.map(usage).collect(),
        }
    }
}

/// The nodes at the two ends of a step.
#[inline]
fn ends(links: &[[u32; 2]], step: u32) -> (u32, u32) {
    let [from, to] = links[(step >> 1) as usize];
    if step & 1 == 0 { (from, to) } else { (to, from) }
}
