//! Time in steps of a hop, if every link takes equally long.

use super::channels::Channels;
use super::error::not_representable;
use super::progress::Progress;
use super::queues::{MOST_QUEUES, Queued, Queues};
use super::{Duplex, Measurements, TrafficError};
use crate::route::Ways;
use crate::{Message, Network, Routes, RoutingRule};
use logpine_text::units::Time;
use logpine_text::watch::Watch;

/// The largest number of nodes: a destination is 16 bits.
const MOST_NODES: u32 = 1 << 16;

/// True if [`run`] supports a network.
pub(super) fn is_for(network: &Network, duplex: Duplex) -> bool {
    network.nodes() <= MOST_NODES && Channels::new(network.links().len(), duplex).count <= MOST_QUEUES
}

/// The bytes that the queues of so many messages take.
pub(super) fn memory(network: &Network, duplex: Duplex, messages: u64) -> u64 {
    Queues::bytes(Channels::new(network.links().len(), duplex).count as u64, messages)
}

/// Simulates messages that are ready at time 0 if every hop takes equally long, on a network that [`is_for`] accepts.
pub(super) fn run(
    routes: &Routes,
    messages: &[Message],
    duplex: Duplex,
    hop: Time,
    watch: &dyn Watch,
) -> Result<Measurements, TrafficError> {
    let network = routes.network();
    let channels = Channels::new(network.links().len(), duplex);
    let nodes = network.nodes() as usize;
    let entry = move |node: u32, destination: u32| destination as usize * nodes + node as usize;
    let work = Work { routes, messages, channels, watch };
    let done = match &routes.ways {
        Ways::Short(steps) => {
            let steps = steps.as_slice();
            work.deliver_by(move |node, to| u32::from(steps[entry(node, to)]))
        }
        Ways::Long(steps) => {
            let steps = steps.as_slice();
            work.deliver_by(move |node, to| steps[entry(node, to)])
        }
        Ways::Grid(grid) if routes.rule() == RoutingRule::LowestIndex => {
            work.deliver_by(move |node, to| grid.lowest(node, to))
        }
        Ways::Grid(_) | Ways::OnDemand(_) => work.deliver_by(move |node, to| routes.step(node, to)),
    }?;
    done.measurements(network, channels, messages.len(), hop).ok_or_else(not_representable)
}

/// Counts, in steps.
struct Delivered {
    /// The messages of each channel.
    carried: Vec<u32>,
    last: u64,
    travel: u128,
    hops: u64,
    max_hops: u32,
}

/// Messages to deliver.
struct Work<'a> {
    routes: &'a Routes<'a>,
    messages: &'a [Message],
    channels: Channels,
    watch: &'a dyn Watch,
}

/// The number of messages of a long queue that are taken at once: later messages queue up behind them, even those that
/// come before the last of them has left.
const AHEAD: usize = 8;

impl Work<'_> {
    fn deliver_by(&self, next: impl Fn(u32, u32) -> u32) -> Result<Delivered, TrafficError> {
        match self.channels.shift {
            1 => self.deliver::<1>(next),
            _ => self.deliver::<0>(next),
        }
    }

    /// Delivers all messages. `SHIFT` is that of the channels.
    fn deliver<const SHIFT: u32>(&self, next: impl Fn(u32, u32) -> u32) -> Result<Delivered, TrafficError> {
        let mut progress = Progress::new(self.routes, self.messages.len(), self.watch);
        let mut run = Run::<SHIFT, _>::new(self.routes.network(), self.messages, self.channels, next, &mut progress)?;
        let (mut now, mut travel) = (0u64, 0u128);
        while run.waiting > 0 {
            progress.arrived = (self.messages.len() - run.waiting) as u64;
            progress.report(run.hops)?;
            run.look_ahead();
            for turn in 0..AHEAD {
                if run.waiting == 0 {
                    break;
                }
                now += 1;
                travel += u128::from(now) * run.step(turn, now) as u128;
            }
            run.release();
        }
        let (hops, max_hops) = (run.hops, run.max_hops);
        Ok(Delivered { carried: run.queues.left().collect(), last: now, travel, hops, max_hops })
    }
}

/// Messages on their way.
struct Run<const SHIFT: u32, N> {
    /// The next step, of a node towards a destination.
    next: N,
    /// The nodes that the steps of a link lead to.
    ends: Vec<[u32; 2]>,
    queues: Queues,
    /// The channels whose first message is taken in every step.
    active: Vec<u32>,
    /// The channels of which [`AHEAD`] messages are taken already, and these messages in the order in which they leave.
    held: Vec<(u32, [Queued; AHEAD])>,
    /// The messages that go on after they have left, and their steps, for each of the steps to come; `going` counts them.
    onwards: [Vec<(Queued, u32)>; AHEAD],
    going: [usize; AHEAD],
    /// The number of messages that have not arrived.
    waiting: usize,
    hops: u64,
    max_hops: u32,
}

impl<const SHIFT: u32, N: Fn(u32, u32) -> u32> Run<SHIFT, N> {
    /// Queues all messages at time 0.
    fn new(
        network: &Network,
        messages: &[Message],
        channels: Channels,
        next: N,
        progress: &mut Progress<'_>,
    ) -> Result<Self, TrafficError> {
        let mut run = Self {
            ends: network.links().iter().map(|link| [link.to, link.from]).collect(),
            queues: Queues::new(channels.count, messages.len()),
            next,
            active: Vec::new(),
            held: Vec::new(),
            onwards: [const { Vec::new() }; AHEAD],
            going: [0; AHEAD],
            waiting: 0,
            hops: 0,
            max_hops: 0,
        };
        for (index, message) in messages.iter().enumerate().filter(|(_, message)| message.source != message.destination)
        {
            progress.sent(index as u64, message.source, message.destination)?;
            let step = (run.next)(message.source, message.destination);
            if run.queues.push(step >> SHIFT, Queued::new(index, message.destination, step), 0) {
                run.active.push(step >> SHIFT);
            }
            run.waiting += 1;
        }
        Ok(run)
    }

    /// Takes the messages that leave long queues in the steps to come.
    fn look_ahead(&mut self) {
        self.active.retain(|&number| {
            let many = self.queues.pop(number);
            self.held.extend(many.map(|many| (number, many)));
            many.is_none()
        });
        for onwards in &mut self.onwards {
            onwards.resize(self.held.len(), (Queued::default(), 0));
        }
        self.going = [0; AHEAD];
        self.hops += (self.held.len() * AHEAD) as u64;
        for (number, many) in &self.held {
            let ends = self.ends[(number >> (1 - SHIFT)) as usize];
            for ((message, onwards), going) in many.iter().zip(&mut self.onwards).zip(&mut self.going) {
                let (node, destination) = (ends[message.against() as usize], message.destination());
                // Without a branch that would be mispredicted once per message. There is no step at the destination.
                let step = (self.next)(node, destination);
                onwards[*going] = (message.onwards(step), step);
                *going += usize::from(node != destination);
                self.max_hops = self.max_hops.max(message.hops() + 1);
            }
        }
    }

    /// Queues again the messages that leave in a step. Returns the number that arrive.
    fn step(&mut self, turn: usize, now: u64) -> usize {
        let onwards = &mut self.onwards[turn];
        onwards.truncate(self.going[turn]);
        let mut arrived = self.held.len() - onwards.len();
        self.hops += self.active.len() as u64;
        self.active.retain(|&number| {
            let Some([message]) = self.queues.pop(number) else { return false };
            let (ends, destination) = (self.ends[(number >> (1 - SHIFT)) as usize], message.destination());
            let node = ends[message.against() as usize];
            self.max_hops = self.max_hops.max(message.hops() + 1);
            if node == destination {
                arrived += 1;
            } else {
                let step = (self.next)(node, destination);
                onwards.push((message.onwards(step), step));
            }
            self.queues.activate(number)
        });
        for &(message, step) in &*onwards {
            let number = step >> SHIFT;
            if self.queues.push(number, message, now) {
                self.active.push(number);
            }
        }
        self.waiting -= arrived;
        arrived
    }

    /// Releases the channels whose messages have all left.
    fn release(&mut self) {
        for (number, _) in self.held.drain(..) {
            if self.queues.activate(number) {
                self.active.push(number);
            }
        }
    }
}

impl Delivered {
    fn measurements(self, network: &Network, channels: Channels, messages: usize, hop: Time) -> Option<Measurements> {
        let ticks = u128::from(hop.ticks());
        // At most 2^30 messages, each of fewer than 2^17 hops: steps and their sum stay below 2^77.
        let travel = self.travel.checked_mul(ticks)?;
        let links = self.carried.iter().enumerate().filter(|&(_, &carried)| carried > 0);
        let links = links.map(|(number, &carried)| {
            let carried = u64::from(carried);
            Some(channels.usage(number, carried, hop.checked_mul(carried)?))
        });
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
