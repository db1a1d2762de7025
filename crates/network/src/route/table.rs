//! Tables of next hops, one breadth-first search for each destination.

use super::{NO_STEP, RouteError, RoutingRule, Ways, step_from};
use crate::digraph::by_vertex;
use crate::{LinkKind, Network};
use logpine_text::watch::Watch;
use rayon::prelude::*;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// The table of a network by a rule.
pub(super) fn ways(network: &Network, rule: RoutingRule, watch: &dyn Watch) -> Result<Ways, RouteError> {
    let into = Into::new(network, rule);
    let most = 2 * network.links().len();
    if u16::try_from(most).is_ok() {
        fill(network, rule, &into, watch, short).map(Ways::Short)
    } else {
        fill(network, rule, &into, watch, |step| step).map(Ways::Long)
    }
}

/// A step in 16 bits.
fn short(step: u32) -> u16 {
    u16::try_from(step).unwrap_or(u16::MAX)
}

/// A step from 16 bits.
#[inline]
pub(super) fn long(step: u16) -> u32 {
    if step == u16::MAX { NO_STEP } else { u32::from(step) }
}

/// The number of destinations that is worth a thread.
const AT_ONCE: usize = 64;

fn fill<T: Clone + Send + Sync>(
    network: &Network,
    rule: RoutingRule,
    into: &Into,
    watch: &dyn Watch,
    narrow: impl Fn(u32) -> T + Sync,
) -> Result<Vec<T>, RouteError> {
    let (nodes, done) = (network.nodes() as usize, AtomicU64::new(0));
    let mut table = vec![narrow(NO_STEP); nodes * network.endpoints() as usize];
    let rows = table.par_chunks_mut(nodes).with_min_len(AT_ONCE).zip(0..network.endpoints());
    rows.try_for_each_init(
        || Search::new(nodes),
        |search, (row, destination)| {
            let endpoints = network.endpoints();
            if watch.is_over() {
                return Err(RouteError::Stopped { done: done.load(Relaxed), endpoints });
            }
            search.run(network, rule, into, destination);
            for (entry, &step) in row.iter_mut().zip(&search.steps) {
                *entry = narrow(step);
            }
            watch.progress(done.fetch_add(1, Relaxed) + 1, endpoints.into());
            Ok(())
        },
    )?;
    Ok(table)
}

/// The links that lead into every node, in the order in which a search takes them.
#[derive(Clone, Debug)]
pub(super) struct Into {
    starts: Vec<u32>,
    /// The node a link comes from, and its step.
    from: Vec<(u32, u32)>,
}

impl Into {
    pub(super) fn new(network: &Network, rule: RoutingRule) -> Self {
        let mut ends: Vec<(u32, u32, u32)> = Vec::new();
        for (index, link) in (0u32..).zip(network.links()) {
            ends.push((link.to, link.from, 2 * index));
            if network.kind() == LinkKind::Undirected {
                ends.push((link.from, link.to, 2 * index + 1));
            }
        }
        match rule {
            RoutingRule::Insertion => ends.sort_unstable_by_key(|&(to, _, step)| (to, step)),
            _ => ends.sort_unstable(),
        }
        let (_, starts) = by_vertex(network.nodes(), ends.iter().map(|&(to, ..)| to));
        Self { starts, from: ends.into_iter().map(|(_, from, step)| (from, step)).collect() }
    }

    fn of(&self, node: u32) -> &[(u32, u32)] {
        let bound = |node: usize| self.starts[node] as usize;
        &self.from[bound(node as usize)..bound(node as usize + 1)]
    }
}

/// A breadth-first search towards one destination.
pub(super) struct Search {
    /// Hops to the destination; `u32::MAX` if it is not reached.
    distances: Vec<u32>,
    /// The node that each step leads to.
    next: Vec<u32>,
    steps: Vec<u32>,
    order: Vec<u32>,
}

impl Search {
    pub(super) fn new(nodes: usize) -> Self {
        Self {
            distances: vec![u32::MAX; nodes],
            next: vec![u32::MAX; nodes],
            steps: vec![NO_STEP; nodes],
            order: Vec::with_capacity(nodes),
        }
    }

    /// The steps that were found.
    pub(super) fn into_steps(self) -> Box<[u32]> {
        self.steps.into_boxed_slice()
    }

    pub(super) fn run(&mut self, network: &Network, rule: RoutingRule, into: &Into, destination: u32) {
        self.distances.fill(u32::MAX);
        self.next.fill(u32::MAX);
        self.steps.fill(NO_STEP);
        self.order.clear();
        self.order.push(destination);
        self.distances[destination as usize] = 0;
        let mut done = 0;
        while let Some(&node) = self.order.get(done) {
            done += 1;
            let further = self.distances[node as usize] + 1;
            if self.order.len() == self.distances.len()
                && self.order.last().is_some_and(|&last| self.distances[last as usize] < further)
            {
                // All nodes are reached, and from here on no links lead on from nodes that are farther away.
                break;
            }
            for &(from, step) in into.of(node) {
                let at = from as usize;
                if self.distances[at] == u32::MAX {
                    self.distances[at] = further;
                    self.order.push(from);
                } else if rule == RoutingRule::Insertion || self.distances[at] != further || self.next[at] < node {
                    continue;
                }
                (self.next[at], self.steps[at]) = (node, step);
            }
        }
        if let RoutingRule::Random { seed } = rule {
            self.draw(network, seed, destination);
        }
    }

    /// Replaces the steps by random ones.
    fn draw(&mut self, network: &Network, seed: u64, destination: u32) {
        for &node in &self.order {
            let distance = self.distances[node as usize];
            let nearer = |to: u32| self.distances[to as usize].checked_add(1) == Some(distance);
            let arcs = || network.arcs(node).iter().filter(|arc| nearer(arc.to));
            let drawn = RoutingRule::draw(seed, network.nodes(), node, destination, arcs().count());
            if let Some(arc) = arcs().nth(drawn) {
                self.steps[node as usize] = step_from(network, node, arc.link);
            }
        }
    }
}
