//! Machines as their own tools describe them: devices, and the links between them.

pub mod msccl_topology;
pub mod nccl;
pub mod nvidia_smi;

use logpine_network::digraph::{Arc, Digraph};
use logpine_text::integer::gcd;
use std::collections::BTreeMap;

/// A directed connection of two devices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connection {
    /// The device that sends, an index of [`Machine::devices`].
    pub from: u32,
    /// The device that receives.
    pub to: u32,
    /// The number of links of GPUs (`NVLink`, xGMI) in it; 0 if it is another one.
    pub links: u32,
    /// Megabits a second, of all links together: 200,000 for 25 GB/s.
    pub rate: u64,
}

/// A machine. The GPUs come first, in the order of ranks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Machine {
    /// The names of the devices: those of the file where it has some.
    pub devices: Vec<String>,
    /// The number of GPUs.
    pub gpus: u32,
    /// The connections, at most one from a device to another.
    pub connections: Vec<Connection>,
    /// What was assumed or left out, a sentence each.
    pub notes: Vec<String>,
}

impl Machine {
    /// The graph of the machine with latencies of 1. Capacities are links if all connections are links of GPUs, and else multiples of the
    /// greatest common rate.
    pub fn graph(&self) -> Digraph {
        let all_links = self.connections.iter().all(|connection| connection.links > 0);
        let common = self.connections.iter().fold(0, |common, connection| gcd(common, connection.rate)).max(1);
        let arc = |&Connection { from, to, links, rate }: &Connection| {
            let capacity = if all_links { links.into() } else { rate / common };
            Arc { from, to, capacity, latency: 1 }
        };
        let vertices = u32::try_from(self.devices.len()).expect("devices are numbered");
        Digraph::new(vertices, self.gpus, self.connections.iter().map(arc).collect())
    }
}

/// Leaves out the devices behind the GPUs that no connection has, and numbers the others anew.
pub(super) fn connected(devices: Vec<String>, gpus: u32, connections: Connections) -> Machine {
    let mut connections = connections.finish();
    let mut is_kept: Vec<bool> = (0..devices.len()).map(|device| device < gpus as usize).collect();
    for connection in &connections {
        is_kept[connection.from as usize] = true;
        is_kept[connection.to as usize] = true;
    }
    let mut next = 0;
    let number = |&is_kept: &bool| {
        next += u32::from(is_kept);
        next.saturating_sub(1)
    };
    let numbers: Vec<u32> = is_kept.iter().map(number).collect();
    for connection in &mut connections {
        connection.from = numbers[connection.from as usize];
        connection.to = numbers[connection.to as usize];
    }
    let devices = devices.into_iter().zip(is_kept).filter(|(_, is_kept)| *is_kept).map(|(device, _)| device).collect();
    Machine { devices, gpus, connections, notes: Vec::new() }
}

/// Connections that are being collected.
#[derive(Debug, Default)]
pub(super) struct Connections(BTreeMap<(u32, u32), (u32, u64)>);

impl Connections {
    /// Adds links or a rate to a connection.
    pub fn add(&mut self, from: u32, to: u32, links: u32, rate: u64) {
        let connection = self.0.entry((from, to)).or_default();
        connection.0 = connection.0.saturating_add(links);
        connection.1 = connection.1.saturating_add(rate);
    }

    /// The same both ways.
    pub fn add_both(&mut self, a: u32, b: u32, links: u32, rate: u64) {
        self.add(a, b, links, rate);
        self.add(b, a, links, rate);
    }

    /// The pairs of the first devices of which one has more links to the other than back.
    pub fn one_sided(&self, first: u32) -> Vec<(u32, u32)> {
        let links = |from: u32, to: u32| self.0.get(&(from, to)).map_or(0, |connection| connection.0);
        let pairs = self.0.keys().copied().filter(|&(from, to)| from < first && to < first);
        pairs.filter(|&(from, to)| links(from, to) > links(to, from)).collect()
    }

    /// True if the connections lead from each of the first devices to all of them, through any.
    pub fn connect(&self, first: u32, devices: u32) -> bool {
        let mut reached = vec![false; devices as usize];
        let mut back = vec![false; devices as usize];
        for (reached, turned) in [(&mut reached, false), (&mut back, true)] {
            let mut leaving = vec![Vec::new(); devices as usize];
            for &(from, to) in self.0.keys() {
                let (from, to) = if turned { (to, from) } else { (from, to) };
                leaving[from as usize].push(to);
            }
            let mut stack = vec![0u32];
            while let Some(device) = stack.pop() {
                if let Some(seen) = reached.get_mut(device as usize).filter(|seen| !**seen) {
                    *seen = true;
                    stack.extend(&leaving[device as usize]);
                }
            }
        }
        (0..first as usize).all(|device| reached[device] && back[device])
    }

    /// The connections in the order of devices, those without a rate left out.
    pub fn finish(self) -> Vec<Connection> {
        let connection = |((from, to), (links, rate))| Connection { from, to, links, rate };
        self.0.into_iter().map(connection).filter(|connection| connection.rate > 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capacities_are_links_or_multiples_of_a_rate() {
        let mut connections = Connections::default();
        connections.add_both(0, 1, 2, 400_000);
        connections.add(1, 2, 1, 200_000);
        assert!(connections.connect(2, 3) && !connections.connect(3, 3));
        connections.add(2, 0, 0, 100_000);
        assert!(connections.connect(3, 3));
        let devices = ["a", "b", "c"].map(str::to_owned).to_vec();
        let mut machine = Machine { devices, gpus: 3, connections: connections.finish(), notes: Vec::new() };
        let capacities = |graph: &Digraph| graph.arcs().iter().map(|arc| arc.capacity).collect::<Vec<_>>();
        assert_eq!(capacities(&machine.graph()), [4, 4, 2, 1]);
        machine.connections.pop();
        assert_eq!(capacities(&machine.graph()), [2, 2, 1]);
    }
}
