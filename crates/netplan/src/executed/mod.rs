//! The steps that the messages of an algorithm take on a network, block by block.

mod routes;

use logpine_collectives::schedule::Schedule;
use logpine_collectives::schedule::operations::Kind;
use logpine_collectives::schedule::replay::program_order::matching::{self, NONE};
use logpine_network::digraph::Digraph;
use logpine_text::watch::Watch;
use routes::Towards;
pub use routes::ring_loads;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::ops::Range;

/// An algorithm on a network: its steps, and the blocks that each arc carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Executed {
    /// The number of steps until everything has arrived.
    pub steps: u32,
    /// The number of blocks over each arc, an index of [`Digraph::arcs`].
    pub loads: Vec<u64>,
    /// What every arc carried in every step, if that was [asked for](Conditions::is_recorded).
    pub carried: Vec<Carried>,
}

/// Consecutive blocks of a message over an arc in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carried {
    /// The step in which they are sent.
    pub step: u32,
    /// The arc.
    pub arc: u32,
    /// The operation that sends the message.
    pub message: u32,
    /// The blocks of the message, counted from 0.
    pub blocks: Range<u64>,
}

/// The most transmissions, of single blocks over single arcs: a second or so.
const MOST_TRANSMISSIONS: u64 = 1 << 25;
/// The work, in transmissions and looks at arcs, that is done whatever the watch says: a quarter of a second or so.
pub const LEAST_WORK: u64 = 1 << 23;
/// The work between two questions to the watch.
const LOOK: u64 = 1 << 14;
/// The most entries of the tables of routes: vertices times destinations.
const MOST_ROUTES: u64 = 1 << 26;
/// The most steps.
const MOST_STEPS: u32 = 1 << 20;

/// The ranks and ports of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// The vertex of rank 0; the ranks follow it in the order of the vertices, around.
    pub root: u32,
    /// True if a vertex starts to send at most one block in a step, and ends to receive at most one.
    pub one_port: bool,
    /// True if the execution keeps what every arc carried.
    pub is_recorded: bool,
}

/// Executes a schedule in steps: a message of n bytes is n blocks.
///
/// Each rank performs its operations in listed order: sends go on at once, receptions wait for all blocks of the message, and
/// calculations take no time. Blocks go along a shortest path with the lowest arcs, each by itself, and queue up at arcs in the order in which
/// they come. So the execution is a schedule in steps, and no faster than the best.
///
/// `None` if that is more work than `MOST_TRANSMISSIONS`, if `watch` ends it, or some rank never ends. Executions of little work are done
/// whatever the watch says.
#[must_use]
pub fn executed(schedule: &Schedule, digraph: &Digraph, conditions: Conditions, watch: &dyn Watch) -> Option<Executed> {
    let mut run = Run::new(schedule, digraph, conditions, watch)?;
    run.advance_all()?;
    while run.arrived < run.sent {
        run.step()?;
    }
    let done = (0..schedule.ranks()).all(|rank| run.positions[rank as usize] == schedule.range(rank).end);
    done.then_some(Executed { steps: run.last, loads: run.loads, carried: run.carried })
}

/// Blocks of a message, on their way.
#[derive(Clone, Copy)]
struct Blocks {
    /// The operation that sends them.
    message: u32,
    to: u32,
    /// The first of them in the message.
    first: u64,
    count: u64,
}

struct Run<'a> {
    schedule: &'a Schedule,
    digraph: &'a Digraph,
    conditions: Conditions,
    watch: &'a dyn Watch,
    /// The work until now, and that at which the watch is asked next.
    work: u64,
    look: u64,
    /// With one port: the step in which each vertex last sent a block.
    sent_in: Vec<u32>,
    /// With one port: the vertices and steps in which they will receive a block that is on its way.
    receiving: FxHashSet<(u32, u32)>,
    /// The operation at which each rank is.
    positions: Vec<usize>,
    /// The reception of every message.
    receptions: Vec<u32>,
    /// The blocks that each reception still waits for.
    missing: Vec<u64>,
    routes: Vec<Option<Towards>>,
    queues: Vec<VecDeque<Blocks>>,
    /// The arcs with blocks in their queues, unsorted.
    busy: Vec<u32>,
    /// Arrivals of later steps, by the step modulo their number: the vertex, and the blocks.
    flights: Vec<Vec<(u32, Blocks)>>,
    loads: Vec<u64>,
    carried: Vec<Carried>,
    now: u32,
    /// The step of the last arrival.
    last: u32,
    sent: u64,
    arrived: u64,
    transmissions: u64,
}

impl<'a> Run<'a> {
    fn new(schedule: &'a Schedule, digraph: &'a Digraph, conditions: Conditions, watch: &'a dyn Watch) -> Option<Self> {
        let destinations = u64::from(schedule.ranks());
        if schedule.ranks() != digraph.compute() || destinations * u64::from(digraph.vertices()) > MOST_ROUTES {
            return None;
        }
        let slowest = digraph.arcs().iter().map(|arc| arc.latency).max().unwrap_or(1);
        let missing = schedule.records().iter();
        Some(Self {
            schedule,
            digraph,
            conditions,
            watch,
            work: 0,
            look: LEAST_WORK,
            sent_in: vec![0; digraph.vertices() as usize],
            receiving: FxHashSet::default(),
            positions: (0..schedule.ranks()).map(|rank| schedule.range(rank).start).collect(),
            receptions: matching::receptions(schedule),
            missing: missing.map(|record| if record.kind == Kind::Receive { record.amount } else { 0 }).collect(),
            routes: vec![None; schedule.ranks() as usize],
            queues: vec![VecDeque::new(); digraph.arcs().len()],
            busy: Vec::new(),
            flights: vec![Vec::new(); slowest as usize + 1],
            loads: vec![0; digraph.arcs().len()],
            carried: Vec::new(),
            now: 0,
            last: 0,
            sent: 0,
            arrived: 0,
            transmissions: 0,
        })
    }

    /// The vertex of a rank.
    #[expect(clippy::cast_possible_truncation, reason = "below the number of ranks")]
    const fn vertex(&self, rank: u32) -> u32 {
        ((rank as u64 + self.conditions.root as u64) % self.digraph.compute() as u64) as u32
    }

    /// The rank at a vertex.
    #[expect(clippy::cast_possible_truncation, reason = "below the number of ranks")]
    const fn rank(&self, vertex: u32) -> u32 {
        let ranks = self.digraph.compute() as u64;
        ((vertex as u64 + ranks - self.conditions.root as u64) % ranks) as u32
    }

    /// The blocks that more fit on an arc in this step, when nothing is sent on it yet.
    fn room(&mut self, index: u32) -> u64 {
        let arc = self.digraph.arcs()[index as usize];
        if !self.conditions.one_port {
            return arc.capacity;
        }
        let arrival = (arc.to, self.now.saturating_add(arc.latency - 1));
        let sent_in = &mut self.sent_in[arc.from as usize];
        if *sent_in == self.now || !self.receiving.insert(arrival) {
            return 0;
        }
        *sent_in = self.now;
        1
    }

    /// Lets every rank go as far as it can.
    fn advance_all(&mut self) -> Option<()> {
        (0..self.schedule.ranks()).try_for_each(|rank| self.advance(rank))
    }

    /// Lets a rank go on until it waits for a message.
    fn advance(&mut self, rank: u32) -> Option<()> {
        let end = self.schedule.range(rank).end;
        while self.positions[rank as usize] < end {
            let at = self.positions[rank as usize];
            let record = self.schedule.records()[at];
            match record.kind {
                Kind::Receive if self.missing[at] > 0 => return Some(()),
                Kind::Send => {
                    if self.receptions[at] == NONE {
                        return None;
                    }
                    let message = u32::try_from(at).ok()?;
                    self.sent = self.sent.checked_add(record.amount)?;
                    let blocks = Blocks { message, to: self.vertex(record.peer), first: 0, count: record.amount };
                    self.forward(self.vertex(rank), blocks)?;
                }
                _ => {}
            }
            self.positions[rank as usize] += 1;
        }
        Some(())
    }

    /// Puts blocks at a vertex into the queue of their next arc.
    fn forward(&mut self, vertex: u32, blocks: Blocks) -> Option<()> {
        if blocks.count == 0 {
            return Some(());
        }
        self.transmissions = self.transmissions.checked_add(blocks.count)?;
        if self.transmissions > MOST_TRANSMISSIONS {
            return None;
        }
        self.spend(1)?;
        let digraph = self.digraph;
        let routes = self.routes.get_mut(blocks.to as usize)?;
        let arc = routes.get_or_insert_with(|| Towards::new(digraph, blocks.to)).arc(digraph, vertex)?;
        let queue = &mut self.queues[arc as usize];
        if queue.is_empty() {
            self.busy.push(arc);
        }
        queue.push_back(blocks);
        Some(())
    }

    /// Counts work. `None` if the watch ends it.
    fn spend(&mut self, work: u64) -> Option<()> {
        self.work += work;
        if self.work < self.look {
            return Some(());
        }
        self.look = self.work + LOOK;
        (!self.watch.is_over()).then_some(())
    }

    /// Sends as many blocks over every arc as it carries, and delivers those that arrive.
    fn step(&mut self) -> Option<()> {
        self.now = self.now.checked_add(1).filter(|&now| now <= MOST_STEPS)?;
        let ring = self.flights.len();
        let mut busy = std::mem::take(&mut self.busy);
        self.spend(busy.len() as u64)?;
        busy.sort_unstable();
        for &index in &busy {
            let arc = self.digraph.arcs()[index as usize];
            let mut room = self.room(index);
            let slot = (self.now as usize + arc.latency as usize - 1) % ring;
            while room > 0
                && let Some(first) = self.queues[index as usize].front_mut()
            {
                let count = first.count.min(room);
                self.flights[slot].push((arc.to, Blocks { count, ..*first }));
                if self.conditions.is_recorded {
                    let blocks = first.first..first.first + count;
                    self.carried.push(Carried { step: self.now, arc: index, message: first.message, blocks });
                }
                self.loads[index as usize] += count;
                room -= count;
                first.first += count;
                first.count -= count;
                if first.count == 0 {
                    self.queues[index as usize].pop_front();
                }
            }
        }
        busy.retain(|&index| !self.queues[index as usize].is_empty());
        self.busy = busy;
        let mut landed = std::mem::take(&mut self.flights[self.now as usize % ring]);
        for &(vertex, blocks) in &landed {
            if self.conditions.one_port {
                self.receiving.remove(&(vertex, self.now));
            }
            if vertex == blocks.to {
                self.arrived += blocks.count;
                self.last = self.now;
                self.missing[self.receptions[blocks.message as usize] as usize] -= blocks.count;
            } else {
                self.forward(vertex, blocks)?;
            }
        }
        for &(vertex, blocks) in &landed {
            if vertex == blocks.to {
                self.advance(self.rank(vertex))?;
            }
        }
        landed.clear();
        self.flights[self.now as usize % ring] = landed;
        Some(())
    }
}

#[cfg(test)]
mod tests;
