//! Placement of the processes of a topology on hosts.

mod racks;
mod ranks;
mod rooms;

use super::host_name::{HostNameError, check_host_name};
use super::mrnet::{Mode, Process, ProcessTree, Topology};
use logpine_models::job::{Allocation, Host, Placement, Policy, TooFewSlots};
use logpine_trees::tree::{Tree, TreeTooLarge};
use ranks::Ranks;
use rooms::{Demand, Rooms, evenly, filled, in_turn};

/// The reason why processes cannot be placed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlacementError {
    /// Hosts with too few slots.
    #[error(transparent)]
    TooFewSlots(#[from] TooFewSlots),
    /// A placement by racks without a host that has a rack or pod.
    #[error(
        "no host has a rack or a pod: give a table of hosts (CSV) with a column rack or pod, or place subtrees \
         \
         otherwise (pack, spread)"
    )]
    NoRacks,
    /// A name of the front end's host that MRNet does not accept.
    #[error("the front end's host: {0}; {hint}", hint = .0.hint())]
    FrontEnd(#[from] HostNameError),
    /// Too many processes to number.
    #[error(transparent)]
    TooLarge(#[from] TreeTooLarge),
}

/// Places every process on a host, within the slots of each host.
///
/// Internal processes are taken in breadth-first order, leaves from left to right. In attach mode all are communication
/// processes and taken in breadth-first order. With [`Policy::Pack`] they fill the hosts in their order, the internal
/// processes first. With [`Policy::Spread`] the internal processes go to the hosts in turn, and the leaves to the remaining
/// slots as evenly as possible, neighbours together. With [`Policy::Rack`] a subtree that fits stays within one rack, or
/// otherwise within one pod. In attach mode the leaves are not named, and take slots only if
/// [`InternalHosts`](logpine_models::job::InternalHosts) relates the internal processes to them.
///
/// The front end is `front_end:0` and takes no slot of the list. On every host the ranks count up from 0, on that of the
/// front end from 1. MRNet may treat names that differ only in letter case, or by a domain after the short name, as one
/// host; such names share their ranks.
///
/// **Complexity** O(nodes + hosts) expected; by racks O(nodes + hosts + internal nodes * racks).
///
/// # Errors
/// [`PlacementError`] if there are too few slots, no racks, or a front end that MRNet cannot name.
///
/// ```
/// use logpine_overlays::{host_list::parse_hosts, mrnet::ProcessTree, place};
/// use logpine_models::job::{InternalHosts, Mode, Placement, Policy};
/// use logpine_trees::tree::Spec;
/// let tree = ProcessTree::new(&"g:2:2,1".parse::<Spec>()?.shape(), Mode::Launch);
/// let hosts = parse_hosts("n[1-3]:2").expect("three hosts");
/// let placed = |placement| -> Result<String, Box<dyn std::error::Error>> {
///     let names = place(&tree, &hosts, "fe", placement)?.processes;
///     Ok(names.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
/// };
/// assert_eq!(placed(Placement::default())?, "fe:0 n1:0 n1:1 n2:0 n2:1 n3:0");
/// let spread = Placement { policy: Policy::Spread, ..Placement::default() };
/// assert_eq!(placed(spread)?, "fe:0 n1:0 n2:0 n1:1 n2:1 n3:0");
/// let exclusive = Placement { internal_hosts: InternalHosts::Exclusive, ..Placement::default() };
/// assert_eq!(placed(exclusive)?, "fe:0 n1:0 n1:1 n2:0 n2:1 n3:0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn place(
    processes: &ProcessTree,
    hosts: &Allocation,
    front_end: &str,
    placement: Placement,
) -> Result<Topology, PlacementError> {
    check_host_name(front_end)?;
    if placement.policy == Policy::Rack && !hosts.hosts().iter().any(|host| host.rack.is_some() || host.pod.is_some()) {
        return Err(PlacementError::NoRacks);
    }
    let mode = processes.mode();
    let demand = Demand { internal: processes.internal(), leaves: processes.leaves_on_hosts(placement.internal_hosts) };
    let mut rooms = Rooms::new(hosts, demand, placement)?;
    // The tree is expanded only if the hosts have room for it, because it may be too large for the memory.
    let tree = Tree::from_shape(processes.shape())?;
    let is_leaf = |node| mode == Mode::Launch && tree.is_leaf(node);
    let host_of = match placement.policy {
        Policy::Pack => packed(&tree, mode, &mut rooms),
        Policy::Spread => spread(&tree, mode, &mut rooms),
        Policy::Rack => racks::by_rack(&tree, is_leaf, &mut rooms),
    };
    let mut ranks = Ranks::new(hosts.hosts(), front_end);
    let mut placed: Vec<Option<Process>> = vec![None; tree.len()];
    placed[0] = Some(ranks.next(front_end));
    for node in order(&tree, mode) {
        let Host { name, .. } = &rooms.hosts.hosts()[host_of[node as usize]];
        placed[node as usize] = Some(ranks.next(name));
    }
    let processes = placed.into_iter().flatten().collect();
    Ok(Topology { tree, processes })
}

/// Builds the topology of a tree whose processes have hosts: the internal ones without the front end in breadth-first order,
/// the leaves from left to right. Ranks are counted as by [`place`]. `None` if a process has no host.
///
/// # Errors
/// [`PlacementError::FrontEnd`] if MRNet does not accept the name of the front end's host.
pub fn place_on(
    tree: Tree,
    internal: &[&Host],
    leaves: &[&Host],
    front_end: &str,
) -> Result<Option<Topology>, PlacementError> {
    check_host_name(front_end)?;
    let names: Vec<Host> = internal.iter().chain(leaves).map(|&host| host.clone()).collect();
    let mut ranks = Ranks::new(&names, front_end);
    let mut placed: Vec<Option<Process>> = vec![None; tree.len()];
    placed[0] = Some(ranks.next(front_end));
    for (node, host) in order(&tree, Mode::Launch).into_iter().zip(&names) {
        placed[node as usize] = Some(ranks.next(&host.name));
    }
    let processes: Option<Vec<Process>> = placed.into_iter().collect();
    Ok(processes.map(|processes| Topology { tree, processes }))
}

/// The host of each node if hosts are filled one after the other.
fn packed(tree: &Tree, mode: Mode, rooms: &mut Rooms) -> Vec<usize> {
    let limits: Vec<u64> = rooms.rooms.iter().map(|room| room.internal.saturating_add(room.any)).collect();
    let internal = internal_nodes(tree, mode);
    let given = filled(&limits, internal.len() as u64);
    let mut host_of = vec![0; tree.len()];
    fill(&mut host_of, &internal, &given);
    let leaves = leaves_below(tree, mode);
    let given = filled(&room_for_leaves(rooms, &given), leaves.len() as u64);
    fill(&mut host_of, &leaves, &given);
    host_of
}

/// The host of each node if internal processes go to the hosts in turn.
fn spread(tree: &Tree, mode: Mode, rooms: &mut Rooms) -> Vec<usize> {
    let limits: Vec<u64> = rooms.rooms.iter().map(|room| room.internal.saturating_add(room.any)).collect();
    let internal = internal_nodes(tree, mode);
    let given = in_turn(&limits, internal.len() as u64);
    let mut host_of = vec![0; tree.len()];
    let mut left = given.clone();
    let mut open: Vec<usize> = (0..left.len()).filter(|&host| left[host] > 0).collect();
    let mut nodes = internal.iter();
    // The number of turns left on open hosts is the number of remaining nodes.
    while !open.is_empty() {
        for (&host, &node) in open.iter().zip(nodes.by_ref()) {
            host_of[node as usize] = host;
            left[host] -= 1;
        }
        open.retain(|&host| left[host] > 0);
    }
    let leaves = leaves_below(tree, mode);
    let given = evenly(&room_for_leaves(rooms, &given), &given, leaves.len() as u64);
    fill(&mut host_of, &leaves, &given);
    host_of
}

/// The room for leaves on each host, given the number of internal processes.
fn room_for_leaves(rooms: &mut Rooms, internal: &[u64]) -> Vec<u64> {
    for (room, &internal) in rooms.rooms.iter_mut().zip(internal) {
        room.take(Demand { internal, leaves: 0 });
    }
    rooms.rooms.iter().map(|room| room.leaves.saturating_add(room.any)).collect()
}

/// Assigns `given` nodes to each host, one host after the other.
fn fill(host_of: &mut [usize], nodes: &[u32], given: &[u64]) {
    let hosts = given.iter().enumerate().flat_map(|(host, &given)| (0..given).map(move |_| host));
    for (&node, host) in nodes.iter().zip(hosts) {
        host_of[node as usize] = host;
    }
}

/// The nodes below the front end in the order in which they are given ranks.
fn order(tree: &Tree, mode: Mode) -> Vec<u32> {
    let mut order = internal_nodes(tree, mode);
    order.extend(leaves_below(tree, mode));
    order
}

/// The internal processes without the front end in breadth-first order; in attach mode all processes.
fn internal_nodes(tree: &Tree, mode: Mode) -> Vec<u32> {
    tree.nodes().skip(1).filter(|&node| mode == Mode::Attach || !tree.is_leaf(node)).collect()
}

/// The leaves that the file launches, from left to right.
fn leaves_below(tree: &Tree, mode: Mode) -> Vec<u32> {
    if mode == Mode::Attach { Vec::new() } else { leaves_left_to_right(tree) }
}

/// The leaves from left to right, as drawn in a picture of the tree.
pub(super) fn leaves_left_to_right(tree: &Tree) -> Vec<u32> {
    let mut leaves = Vec::new();
    let mut stack = vec![0];
    while let Some(node) = stack.pop() {
        if tree.is_leaf(node) {
            leaves.push(node);
        }
        stack.extend(tree.children(node).rev());
    }
    leaves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host_list::parse_hosts;
    use logpine_models::job::SlotDemand;

    fn placed(fanouts: &[u32], mode: Mode, hosts: &str, front_end: &str) -> Result<String, PlacementError> {
        let tree = Tree::from_fanouts(fanouts.iter().copied()).expect("a tree");
        let hosts = parse_hosts(hosts).expect("a list of hosts");
        let topology = place(&ProcessTree::new(&tree.to_shape(), mode), &hosts, front_end, Placement::default())?;
        let names: Vec<String> = topology.processes.iter().map(ToString::to_string).collect();
        Ok(names.join(" "))
    }

    #[test]
    fn internal_processes_first_then_leaves_from_left_to_right() {
        // Breadth-first: root, leaf a, internal b, leaf c, then b's leaves d and e; left to right: a, d, e, c.
        let names = placed(&[3, 0, 2, 0, 0, 0], Mode::Launch, "n1 n2 n3 n4 n5", "fe");
        assert_eq!(names.as_deref(), Ok("fe:0 n2:0 n1:0 n5:0 n3:0 n4:0"));
    }

    #[test]
    fn attach_mode_needs_slots_for_communication_processes_only() {
        assert_eq!(placed(&[2, 2, 2, 0, 0, 0, 0], Mode::Attach, "n1:2", "fe").as_deref(), Ok("fe:0 n1:0 n1:1"));
        assert_eq!(placed(&[2, 0, 0], Mode::Attach, "n1", "fe").as_deref(), Ok("fe:0"));
    }

    #[test]
    fn too_few_slots() {
        let error = placed(&[4, 0, 0, 0, 0], Mode::Launch, "n1:2 n2", "fe");
        assert_eq!(error, Err(TooFewSlots { demand: SlotDemand::Processes, needed: 4, available: 3 }.into()));
    }

    #[test]
    fn names_of_one_host_share_its_ranks() {
        let names = placed(&[4, 0, 0, 0, 0], Mode::Launch, "fe N1 n1 n1.org", "fe.cluster.org");
        assert_eq!(names.as_deref(), Ok("fe.cluster.org:0 fe:1 N1:0 N1:1 n1.org:2"));
        let addresses = placed(&[2, 0, 0], Mode::Launch, "10.0.0.1 10.0.0.2", "fe");
        assert_eq!(addresses.as_deref(), Ok("fe:0 10.0.0.1:0 10.0.0.2:0"));
    }

    #[test]
    fn huge_slot_counts_are_not_spelt_out() {
        let names = placed(&[1, 0], Mode::Launch, "n1:18446744073709551615 n1:18446744073709551615", "fe");
        assert_eq!(names.as_deref(), Ok("fe:0 n1:0"));
    }

    #[test]
    fn the_front_end_needs_a_name() {
        assert!(matches!(placed(&[1, 0], Mode::Launch, "n1", "fe:1"), Err(PlacementError::FrontEnd(_))));
    }
}
