//! Placement of processes on hosts: every process once, no host above its slots, the promises of each option, and refusals
//! only if there is no placement at all.

use crate::csv_hosts::parse_host_table;
use crate::mrnet::{self, Mode, Process, ProcessTree, Topology};
use crate::{PlacementError, place};
use logpine_models::job::{Allocation, Host, InternalHosts, Placement, Policy};
use logpine_trees::tree::{Spec, Tree};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

const POLICIES: [Policy; 3] = [Policy::Pack, Policy::Spread, Policy::Rack];
const INTERNAL_HOSTS: [InternalHosts; 3] = [InternalHosts::Any, InternalHosts::Shared, InternalHosts::Exclusive];

fn every_placement() -> impl Iterator<Item = Placement> {
    POLICIES.into_iter().flat_map(|policy| INTERNAL_HOSTS.map(|internal_hosts| Placement { policy, internal_hosts }))
}

/// The processes on each host except the front end's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Load {
    internal: u64,
    leaves: u64,
}

fn loads(topology: &Topology, mode: Mode) -> BTreeMap<&str, Load> {
    let mut loads: BTreeMap<&str, Load> = BTreeMap::new();
    for (node, process) in topology.tree.nodes().zip(&topology.processes).skip(1) {
        let load = loads.entry(process.host.as_str()).or_default();
        if mode == Mode::Launch && topology.tree.is_leaf(node) {
            load.leaves += 1;
        } else {
            load.internal += 1;
        }
    }
    loads
}

/// True if the processes fit on the hosts at all: every way to load them is tried.
fn is_feasible(slots: &[u64], internal: u64, leaves: u64, on: InternalHosts) -> bool {
    let Some((&here, rest)) = slots.split_first() else { return internal == 0 && leaves == 0 };
    (0..=here.min(internal)).any(|internal_here| {
        (0..=(here - internal_here).min(leaves)).any(|leaves_here| {
            let is_allowed = match on {
                InternalHosts::Any => true,
                InternalHosts::Shared => internal_here == 0 || leaves_here > 0,
                InternalHosts::Exclusive => internal_here == 0 || leaves_here == 0,
            };
            is_allowed && is_feasible(rest, internal - internal_here, leaves - leaves_here, on)
        })
    })
}

/// Checks a placement; `unnamed` leaves take slots as well, but are not in the file.
fn check_placed(
    topology: &Topology,
    hosts: &Allocation,
    mode: Mode,
    on: InternalHosts,
    unnamed: u64,
) -> Result<(), TestCaseError> {
    let nodes = topology.tree.len();
    prop_assert_eq!(topology.processes.len(), nodes, "every process once");
    let names: BTreeSet<&Process> = topology.processes.iter().collect();
    prop_assert_eq!(names.len(), nodes, "no name twice");
    prop_assert_eq!(&topology.processes[0], &Process { host: "fe".to_owned(), rank: 0 });
    for (name, load) in loads(topology, mode) {
        let slots: u64 = hosts.hosts().iter().filter(|host| &*host.name == name).map(|host| host.slots).sum();
        prop_assert!(load.internal + load.leaves <= slots, "{name} has {load:?} on {slots} slots");
        match on {
            InternalHosts::Any => {}
            _ if mode == Mode::Attach => {}
            InternalHosts::Shared => prop_assert!(load.internal == 0 || load.leaves > 0, "{name}: {load:?}"),
            InternalHosts::Exclusive => prop_assert!(load.internal == 0 || load.leaves == 0, "{name}: {load:?}"),
        }
    }
    if mode == Mode::Attach {
        let loads = loads(topology, mode);
        let load = |name: &str| loads.get(name).map_or(0, |load| load.internal);
        let merged = hosts.merged();
        let left = merged.hosts().iter().map(|host| match (on, load(&host.name)) {
            (InternalHosts::Exclusive, 1..) => (false, 0),
            (_, internal) => (on == InternalHosts::Shared && internal > 0, host.slots - internal),
        });
        let left: Vec<(bool, u64)> = left.collect();
        prop_assert!(left.iter().map(|(_, slots)| slots).sum::<u64>() >= unnamed, "{left:?}: {unnamed} leaves");
        prop_assert!(left.iter().all(|&(needs_leaf, slots)| !needs_leaf || slots > 0), "{left:?}");
        prop_assert!(left.iter().filter(|(needs_leaf, _)| *needs_leaf).count() as u64 <= unnamed, "{left:?}");
    }
    let text = mrnet::write(topology).expect("a placed topology is valid");
    let report = mrnet::check(text.as_bytes());
    prop_assert!(report.faults.is_empty(), "{:?}", report.faults);
    prop_assert_eq!(report.topology.as_ref(), Some(topology));
    Ok(())
}

/// A random tree of at most `nodes` parents.
fn tree(nodes: usize) -> impl Strategy<Value = Tree> {
    prop::collection::vec(0u32..4, 1..nodes).prop_map(|wanted| {
        let (mut fanouts, mut open) = (Vec::new(), 1);
        for fanout in wanted {
            if open == 0 {
                break;
            }
            open = open - 1 + fanout as usize;
            fanouts.push(fanout);
        }
        fanouts.extend(std::iter::repeat_n(0, open));
        Tree::from_fanouts(fanouts).expect("every child is listed")
    })
}

/// Hosts, some of them listed twice, in racks and pods, the first one in both.
fn hosts(most: usize, slots: u64) -> impl Strategy<Value = Allocation> {
    let rack = |count: u32| prop::option::of((0..count).prop_map(|number| format!("r{number}")));
    let host = (0..most, 1..=slots);
    let racks = prop::collection::vec((rack(3), rack(2)), most);
    (prop::collection::vec(host, 1..=most), racks).prop_map(|(hosts, racks)| {
        let host = |(number, slots): (usize, u64)| {
            let (rack, pod) = racks[number].clone();
            Host { rack: rack.map(Into::into), pod: pod.map(Into::into), ..Host::new(format!("n{number}"), slots) }
        };
        let mut hosts: Vec<Host> = hosts.into_iter().map(host).collect();
        hosts[0].rack = Some("r0".into());
        Allocation::new(hosts)
    })
}

proptest! {
    #[test]
    fn all_is_placed_or_there_is_no_way(tree in tree(8), hosts in hosts(4, 6), attach: bool) {
        let mode = if attach { Mode::Attach } else { Mode::Launch };
        let processes = ProcessTree::new(&tree.to_shape(), mode);
        let named = if attach { 0 } else { processes.shape().leaves() };
        let internal = processes.processes() - 1 - named;
        let merged: Vec<u64> = hosts.merged().hosts().iter().map(|host| host.slots).collect();
        for placement in every_placement() {
            let on = placement.internal_hosts;
            // In attach mode the leaves have their slots beside the internal processes, or run elsewhere.
            let unnamed = if attach && on != InternalHosts::Any { tree.leaves().count() as u64 } else { 0 };
            let leaves = named + unnamed;
            let placed = place(&processes, &hosts, "fe", placement);
            prop_assert_eq!(placed.is_ok(), is_feasible(&merged, internal, leaves, on), "{:?}: {:?}", placement, placed);
            match placed {
                Ok(topology) => {
                    check_placed(&topology, &hosts, mode, on, unnamed)?;
                    prop_assert_eq!(Ok(topology), place(&processes, &hosts, "fe", placement), "the same again");
                }
                Err(error) => {
                    let is_short = matches!(&error, PlacementError::TooFewSlots(short) if short.missing() > 0);
                    prop_assert!(is_short, "{error}");
                }
            }
        }
    }

    #[test]
    fn what_is_short_is_exact(leaves in 0u64..12, hosts in hosts(4, 5)) {
        let merged: Vec<u64> = hosts.merged().hosts().iter().map(|host| host.slots).collect();
        for on in INTERNAL_HOSTS {
            let most = (0..=hosts.slots()).rev().find(|&internal| is_feasible(&merged, internal, leaves, on));
            let found = hosts.internal_slots(leaves, on);
            prop_assert_eq!(found.as_ref().ok().map(|internal| internal.slots), most, "{:?}", on);
        }
    }

    #[test]
    fn large_trees_on_many_hosts(tree in tree(400), hosts in hosts(60, 40)) {
        let processes = ProcessTree::new(&tree.to_shape(), Mode::Launch);
        for placement in every_placement() {
            if let Ok(topology) = place(&processes, &hosts, "fe", placement) {
                check_placed(&topology, &hosts, Mode::Launch, placement.internal_hosts, 0)?;
            }
        }
    }
}

fn placed(spec: &str, hosts: &Allocation, placement: Placement) -> Result<String, PlacementError> {
    let tree = spec.parse::<Spec>().expect("a tree").shape();
    let topology = place(&ProcessTree::new(&tree, Mode::Launch), hosts, "fe", placement)?;
    let names: Vec<String> = topology.processes.iter().map(ToString::to_string).collect();
    Ok(names.join(" "))
}

fn with(policy: Policy, internal_hosts: InternalHosts) -> Placement {
    Placement { policy, internal_hosts }
}

/// Two parents with three leaves each.
const TWO_PARENTS: &str = "g:2:3,3";

#[test]
fn a_subtree_stays_in_its_rack() {
    // In file order the racks alternate; by rack each parent stands with its leaves.
    let table = "host,slots,rack,pod\na,2,r1,p1\nb,2,r2,p1\nc,2,r1,p1\nd,2,r2,p1\n";
    let hosts = parse_host_table(table).expect("a table");
    let racks = with(Policy::Rack, InternalHosts::Any);
    assert_eq!(placed(TWO_PARENTS, &hosts, racks).as_deref(), Ok("fe:0 a:0 b:0 a:1 c:0 c:1 b:1 d:0 d:1"));
    // A rack of one name in another pod is another rack; a subtree too large for a rack stays in its pod.
    let table = "host,slots,rack,pod\na,3,r1,p1\nb,3,r1,p2\nc,3,r2,p1\nd,3,r2,p2\n";
    let hosts = parse_host_table(table).expect("a table");
    let names = placed("g:2:4,4", &hosts, racks).expect("enough slots");
    assert_eq!(names, "fe:0 a:0 b:0 a:1 a:2 c:0 c:1 b:1 b:2 d:0 d:1");
    let exclusive = with(Policy::Rack, InternalHosts::Exclusive);
    assert_eq!(placed("g:2:3,3", &hosts, exclusive).as_deref(), Ok("fe:0 a:0 b:0 c:0 c:1 c:2 d:0 d:1 d:2"));
}
