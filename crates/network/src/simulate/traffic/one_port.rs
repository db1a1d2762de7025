//! Nodes with one port: who sends and receives, and the links that take messages in turn.

use super::{LINKS_TAKE, NONE, Traffic, ends};
use crate::Network;
use crate::digraph::by_vertex;
use crate::simulate::TrafficError;
use crate::simulate::channels::Channels;
use logpine_collectives::schedule::replay::queue::Event;

/// State for nodes with one port.
#[derive(Debug)]
pub(super) struct Single {
    /// For each node, true if it sends, and true if it receives.
    pub sends: Vec<bool>,
    pub receives: Vec<bool>,
    /// The time since which each message waits.
    pub since: Vec<u64>,
    /// The channels at each node are `near[near_starts[node]..near_starts[node + 1]]`.
    near_starts: Vec<u32>,
    near: Vec<u32>,
    /// Channels whose heads may have become able to go.
    touched: Vec<u32>,
}

impl Single {
    pub fn new(network: &Network, channels: Channels, messages: usize) -> Self {
        let nodes = network.nodes() as usize;
        let mut at: Vec<(u32, u32)> = Vec::new();
        for (index, link) in (0u32..).zip(network.links()) {
            for step in [2 * index, 2 * index + 1] {
                let number = step >> channels.shift;
                at.extend([(link.from, number), (link.to, number)]);
            }
        }
        at.sort_unstable();
        at.dedup();
        let (_, near_starts) = by_vertex(network.nodes(), at.iter().map(|&(node, _)| node));
        Self {
            sends: vec![false; nodes],
            receives: vec![false; nodes],
            since: vec![0; messages],
            near_starts,
            near: at.into_iter().map(|(_, number)| number).collect(),
            touched: Vec::new(),
        }
    }

    pub fn near(&self, node: u32) -> &[u32] {
        let bound = |node: usize| self.near_starts[node] as usize;
        &self.near[bound(node as usize)..bound(node as usize + 1)]
    }
}

impl Traffic<'_, '_> {
    /// Schedules another look at a channel, after everything else at this time.
    pub(super) fn touch(&mut self, number: usize, now: u64) {
        let Some(single) = &mut self.single else { return };
        let channel = &self.all[number];
        if channel.is_full() || channel.first == NONE {
            return;
        }
        single.touched.push(u32::try_from(number).unwrap_or(NONE));
        if self.taking != Some(now) {
            self.taking = Some(now);
            self.queue.push(Event { time: now, key: LINKS_TAKE, rank: 0, id: 0 });
        }
    }

    /// Lets channels that were touched take their next messages as far as ports allow.
    pub(super) fn take_in_turn(&mut self, now: u64) -> Result<(), TrafficError> {
        self.taking = None;
        let Some(single) = &mut self.single else { return Ok(()) };
        let mut touched = std::mem::take(&mut single.touched);
        touched.sort_unstable_by_key(|&number| {
            let message = self.all[number as usize].first;
            (single.since[message as usize], message)
        });
        touched.dedup();
        let network = self.routes.network();
        for &number in &touched {
            let message = self.all[number as usize].first;
            let (from, to) = ends(&self.ends, self.flights[message as usize].step);
            let is_single = |node: u32| node < network.endpoints();
            let Some(single) = &mut self.single else { return Ok(()) };
            if single.sends[from as usize] || single.receives[to as usize] {
                continue;
            }
            single.sends[from as usize] = is_single(from);
            single.receives[to as usize] = is_single(to);
            self.take(number as usize, now)?;
        }
        touched.clear();
        if let Some(single) = &mut self.single {
            single.touched = touched;
        }
        Ok(())
    }
}
