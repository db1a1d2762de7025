//! Which process of a topology runs on which host.

use super::host_name::{HostNameError, check_host_name, short_name};
use super::hosts::{HostList, HostSlots};
use super::mrnet::{Mode, Process, ProcessTree, Topology};
use crate::tree::{Tree, TreeTooLarge};
use rustc_hash::{FxHashMap, FxHashSet};

/// Why processes cannot be placed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlacementError {
    /// The hosts have too few slots.
    #[error(
        "{needed} processes besides the front end need a slot each, but the hosts have {available}: {missing} \
         too few; list more hosts, give them more slots (host:slots), or use a tree with fewer processes"
    )]
    TooFewSlots {
        /// Processes besides the front end.
        needed: u64,
        /// Slots of all hosts.
        available: u64,
        /// The difference.
        missing: u64,
    },
    /// MRNet does not take the name of the front end's host.
    #[error("the front end's host: {0}; {hint}", hint = .0.hint())]
    FrontEnd(#[from] HostNameError),
    /// More processes than can be told apart.
    #[error(transparent)]
    TooLarge(#[from] TreeTooLarge),
}

/// Places every process, filling the hosts in their order: first the internal processes in breadth-first order, then
/// the leaves from left to right. In attach mode all are communication processes and go in breadth-first order.
///
/// The front end is `front_end:0` and takes no slot of the list. On every host the ranks count up from 0, on the front
/// end's from 1. MRNet may take names that differ only by letter case, or by a domain behind the short name, for one
/// host; such names share their ranks.
///
/// **Complexity** O(nodes + hosts) expected.
///
/// # Errors
/// [`PlacementError`]: too few slots, or a front end that MRNet cannot name.
///
/// ```
/// use logpine::format::{HostList, mrnet::{Mode, ProcessTree}, place};
/// use logpine::tree::Spec;
/// let tree = "g:2:2".parse::<Spec>()?.shape();
/// let hosts = HostList::parse("n1:3 fe").expect("two hosts");
/// let topology = place(&ProcessTree::new(&tree, Mode::Launch), &hosts, "fe")?;
/// let names: Vec<String> = topology.processes.iter().map(ToString::to_string).collect();
/// assert_eq!(names, ["fe:0", "n1:0", "fe:1", "n1:1", "n1:2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn place(processes: &ProcessTree, hosts: &HostList, front_end: &str) -> Result<Topology, PlacementError> {
    check_host_name(front_end)?;
    let needed = processes.processes() - 1;
    let available = hosts.slots();
    if let Some(missing) = needed.checked_sub(available).filter(|&missing| missing > 0) {
        return Err(PlacementError::TooFewSlots { needed, available, missing });
    }
    // Only now, for the hosts hold it: a tree can be too large for the memory.
    let tree = Tree::from_shape(processes.shape())?;
    let mut ranks = Ranks::new(hosts.hosts(), front_end);
    let mut placed: Vec<Option<Process>> = vec![None; tree.len()];
    placed[0] = Some(ranks.next(front_end));
    let slots = hosts.hosts().iter().flat_map(|entry| (0..entry.slots).map(|_| entry.host.as_str()));
    for (node, host) in order(&tree, processes.mode()).into_iter().zip(slots) {
        placed[node as usize] = Some(ranks.next(host));
    }
    let processes = placed.into_iter().flatten().collect();
    Ok(Topology { tree, processes })
}

/// The nodes below the front end in the order in which they take slots.
fn order(tree: &Tree, mode: Mode) -> Vec<u32> {
    match mode {
        Mode::Launch => {
            tree.internal_nodes().skip(1).chain(leaves_left_to_right(tree)).filter(|&node| node > 0).collect()
        }
        Mode::Attach => tree.nodes().skip(1).collect(),
    }
}

/// The leaves as a picture of the tree shows them from left to right.
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

/// Counts the ranks of every host.
struct Ranks {
    /// The short names in the list, in lower case: a dotted name may be the same host.
    short: FxHashSet<String>,
    /// The spelling of every name, by its lower case: the first one.
    spelling: FxHashMap<String, String>,
    next: FxHashMap<String, u32>,
}

impl Ranks {
    fn new(hosts: &[HostSlots], front_end: &str) -> Self {
        let names = || std::iter::once(front_end).chain(hosts.iter().map(|entry| entry.host.as_str()));
        let short = names().filter(|name| !name.contains('.')).map(str::to_ascii_lowercase).collect();
        let mut spelling = FxHashMap::default();
        for name in names() {
            spelling.entry(name.to_ascii_lowercase()).or_insert_with(|| name.to_owned());
        }
        Self { short, spelling, next: FxHashMap::default() }
    }

    /// The next process of a host.
    fn next(&mut self, host: &str) -> Process {
        let folded = host.to_ascii_lowercase();
        let name = self.spelling.get(&folded).map_or(host, String::as_str).to_owned();
        let counted = short_name(&folded).filter(|&short| self.short.contains(short)).unwrap_or(&folded);
        let next = match self.next.get_mut(counted) {
            Some(next) => next,
            None => self.next.entry(counted.to_owned()).or_default(),
        };
        let rank = *next;
        *next += 1;
        Process { host: name, rank }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(fanouts: &[u32], mode: Mode, hosts: &str, front_end: &str) -> Result<String, PlacementError> {
        let tree = Tree::from_fanouts(fanouts.iter().copied()).expect("a tree");
        let hosts = HostList::parse(hosts).expect("a list of hosts");
        let topology = place(&ProcessTree::new(&tree.to_shape(), mode), &hosts, front_end)?;
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
        assert_eq!(error, Err(PlacementError::TooFewSlots { needed: 4, available: 3, missing: 1 }));
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
