//! Placement of subtrees within racks and pods.

use super::rooms::{Demand, Room, Rooms};
use logpine_models::job::Host;
use logpine_trees::tree::Tree;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// A rack of hosts, with the nodes placed on it.
struct Rack {
    pod: Option<usize>,
    hosts: Vec<usize>,
    room: Room,
    nodes: Vec<u32>,
}

/// The hosts to which a subtree is restricted.
#[derive(Clone, Copy)]
enum Domain {
    Machine,
    Pod(usize),
}

/// Nodes that are still to be placed.
enum Open {
    /// A node with its subtree.
    Subtree { node: u32, domain: Domain },
    /// Children that are leaves, with a preferred rack.
    Childless { nodes: Vec<u32>, rack: Option<usize>, domain: Domain },
}

/// Places subtrees from the root down. A subtree that fits into a rack goes to the fullest such rack, one that fits into a
/// pod to the fullest such pod. Otherwise its root goes to the emptiest rack and the subtrees of its children are placed
/// separately, the largest first. This simple rule tends to keep subtrees together, but does not minimise the crossings.
///
/// Returns the host of each node except the first. **Complexity** O(nodes + internal nodes * racks).
pub(super) fn by_rack(tree: &Tree, is_leaf: impl Fn(u32) -> bool, rooms: &mut Rooms) -> Vec<usize> {
    let subtrees = subtrees(tree, &is_leaf);
    let mut racks = Racks::new(rooms);
    let mut open = Vec::new();
    split(tree, 0, None, Domain::Machine, &subtrees, &mut open);
    while let Some(next) = open.pop() {
        match next {
            Open::Subtree { node, domain } => {
                let demand = subtrees[node as usize];
                if let Some(rack) = racks.fullest(demand, domain) {
                    racks.put(rack, demand, below(tree, node));
                    continue;
                }
                let domain = match domain {
                    Domain::Machine => racks.fullest_pod(demand).map_or(Domain::Machine, Domain::Pod),
                    pod @ Domain::Pod(_) => pod,
                };
                let alone = demand_of(is_leaf(node));
                let rack = racks.emptiest(alone, domain);
                if let Some(rack) = rack {
                    racks.put(rack, alone, [node]);
                }
                split(tree, node, rack, domain, &subtrees, &mut open);
            }
            Open::Childless { mut nodes, rack, domain } => {
                let Some(&first) = nodes.first() else { continue };
                let alone = demand_of(is_leaf(first));
                let fits = |&rack: &usize| racks.racks[rack].room.fits(alone);
                let Some(rack) = rack.filter(fits).or_else(|| racks.emptiest(alone, domain)) else { continue };
                let count = racks.racks[rack].room.most(alone).min(nodes.len() as u64);
                let rest = nodes.split_off(usize::try_from(count).unwrap_or(nodes.len()));
                racks.put(rack, Demand { internal: alone.internal * count, leaves: alone.leaves * count }, nodes);
                open.push(Open::Childless { nodes: rest, rack: None, domain });
            }
        }
    }
    racks.hosts(tree.len(), is_leaf, rooms)
}

/// Adds a node's children to `open`, the largest subtree on top.
fn split(tree: &Tree, node: u32, rack: Option<usize>, domain: Domain, subtrees: &[Demand], open: &mut Vec<Open>) {
    let (childless, mut parents): (Vec<u32>, Vec<u32>) = tree.children(node).partition(|&child| tree.is_leaf(child));
    open.push(Open::Childless { nodes: childless, rack, domain });
    // Of subtrees of equal size, the first is on top.
    parents.reverse();
    parents.sort_by_key(|&child| subtrees[child as usize].processes());
    open.extend(parents.into_iter().map(|node| Open::Subtree { node, domain }));
}

fn demand_of(is_leaf: bool) -> Demand {
    Demand { internal: u64::from(!is_leaf), leaves: u64::from(is_leaf) }
}

/// The number of processes in the subtree of each node.
fn subtrees(tree: &Tree, is_leaf: &impl Fn(u32) -> bool) -> Vec<Demand> {
    let mut subtrees: Vec<Demand> = tree.nodes().map(|node| demand_of(is_leaf(node))).collect();
    // Children come after their parents.
    for node in tree.nodes().rev() {
        if let Some(parent) = tree.parent(node) {
            let of_node = subtrees[node as usize];
            let of_parent = &mut subtrees[parent as usize];
            of_parent.internal += of_node.internal;
            of_parent.leaves += of_node.leaves;
        }
    }
    subtrees
}

/// The nodes of a subtree, depth first.
fn below(tree: &Tree, node: u32) -> Vec<u32> {
    let (mut found, mut stack) = (Vec::new(), vec![node]);
    while let Some(node) = stack.pop() {
        found.push(node);
        stack.extend(tree.children(node).rev());
    }
    found
}

struct Racks {
    racks: Vec<Rack>,
    pods: usize,
}

impl Racks {
    /// Groups hosts by rack, in the order of the first host of each. A host without a known rack is a rack of its own.
    fn new(rooms: &Rooms) -> Self {
        let (mut racks, mut places, mut pods) = (Vec::<Rack>::new(), FxHashMap::default(), FxHashMap::default());
        for (index, (Host { rack, pod, .. }, &room)) in rooms.hosts.hosts().iter().zip(&rooms.rooms).enumerate() {
            let count = pods.len();
            let pod_index = pod.as_ref().map(|pod| *pods.entry(pod).or_insert(count));
            let count = racks.len();
            let place = rack.as_ref().map_or(count, |rack| *places.entry((pod, rack)).or_insert(count));
            if place == count {
                racks.push(Rack { pod: pod_index, hosts: Vec::new(), room: Room::default(), nodes: Vec::new() });
            }
            racks[place].hosts.push(index);
            racks[place].room = racks[place].room.plus(room);
        }
        Self { pods: pods.len(), racks }
    }

    fn within(&self, domain: Domain) -> impl Iterator<Item = usize> + '_ {
        let is_within = move |&rack: &usize| match domain {
            Domain::Machine => true,
            Domain::Pod(pod) => self.racks[rack].pod == Some(pod),
        };
        (0..self.racks.len()).filter(is_within)
    }

    /// The rack with the least room that is sufficient.
    fn fullest(&self, demand: Demand, domain: Domain) -> Option<usize> {
        let fits = |&rack: &usize| self.racks[rack].room.fits(demand);
        self.within(domain).filter(fits).min_by_key(|&rack| self.racks[rack].room.total())
    }

    /// The rack with the most room for one process.
    fn emptiest(&self, alone: Demand, domain: Domain) -> Option<usize> {
        let fits = |&rack: &usize| self.racks[rack].room.fits(alone);
        // Of racks with equal room, the first.
        self.within(domain).filter(fits).max_by_key(|&rack| (self.racks[rack].room.total(), Reverse(rack)))
    }

    /// Places nodes on a rack.
    fn put(&mut self, rack: usize, demand: Demand, nodes: impl IntoIterator<Item = u32>) {
        self.racks[rack].room.take(demand);
        self.racks[rack].nodes.extend(nodes);
    }

    /// The host of each node: the hosts of each rack are filled one after the other.
    fn hosts(&self, nodes: usize, is_leaf: impl Fn(u32) -> bool, rooms: &mut Rooms) -> Vec<usize> {
        let mut host_of = vec![0; nodes];
        for rack in &self.racks {
            // The first host that may have room for an internal process, and for a leaf.
            let mut first = [0, 0];
            for &node in &rack.nodes {
                let alone = demand_of(is_leaf(node));
                let at = &mut first[usize::from(is_leaf(node))];
                while rack.hosts.get(*at).is_some_and(|&host| !rooms.rooms[host].fits(alone)) {
                    *at += 1;
                }
                if let Some(&host) = rack.hosts.get(*at) {
                    rooms.rooms[host].take(alone);
                    host_of[node as usize] = host;
                }
            }
        }
        host_of
    }

    /// The pod with the least room that is sufficient.
    fn fullest_pod(&self, demand: Demand) -> Option<usize> {
        let mut rooms = vec![Room::default(); self.pods];
        for rack in &self.racks {
            if let Some(pod) = rack.pod {
                rooms[pod] = rooms[pod].plus(rack.room);
            }
        }
        (0..self.pods).filter(|&pod| rooms[pod].fits(demand)).min_by_key(|&pod| rooms[pod].total())
    }
}
