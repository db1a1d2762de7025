//! The numbers of internal processes and leaves on each host.

use logpine_models::job::{Allocation, Division, Host, InternalHosts, Placement, Policy, SlotDemand, TooFewSlots};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The processes below the front end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Demand {
    /// The number of internal processes; in attach mode of all processes.
    pub internal: u64,
    /// The number of leaves that take a slot.
    pub leaves: u64,
}

impl Demand {
    /// The number of all processes.
    pub fn processes(self) -> u64 {
        self.internal.saturating_add(self.leaves)
    }
}

/// The room on a host: separate numbers for the two kinds of processes, or a common one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Room {
    /// The room for internal processes.
    pub internal: u64,
    /// The room for leaves.
    pub leaves: u64,
    /// The room for processes of any kind.
    pub any: u64,
}

impl Room {
    /// True if the processes fit.
    pub fn fits(self, demand: Demand) -> bool {
        let internal = demand.internal.saturating_sub(self.internal);
        let leaves = demand.leaves.saturating_sub(self.leaves);
        internal.saturating_add(leaves) <= self.any
    }

    /// The number of processes like the single one in `alone` that fit.
    pub fn most(self, alone: Demand) -> u64 {
        let own = if alone.leaves > 0 { self.leaves } else { self.internal };
        own.saturating_add(self.any)
    }

    /// Takes room for processes that fit.
    pub fn take(&mut self, demand: Demand) {
        let internal = demand.internal.min(self.internal);
        let leaves = demand.leaves.min(self.leaves);
        self.internal -= internal;
        self.leaves -= leaves;
        self.any = self.any.saturating_sub(demand.internal - internal).saturating_sub(demand.leaves - leaves);
    }

    /// The room of both together.
    pub fn plus(self, other: Self) -> Self {
        Self {
            internal: self.internal.saturating_add(other.internal),
            leaves: self.leaves.saturating_add(other.leaves),
            any: self.any.saturating_add(other.any),
        }
    }

    /// The total room.
    pub fn total(self) -> u64 {
        self.internal.saturating_add(self.leaves).saturating_add(self.any)
    }
}

/// Hosts and the room on each.
pub(super) struct Rooms {
    pub hosts: Allocation,
    pub rooms: Vec<Room>,
}

impl Rooms {
    /// Determines the room on each host, such that any assignment within the rooms respects the placement, and there is room
    /// for all processes.
    pub fn new(hosts: &Allocation, demand: Demand, placement: Placement) -> Result<Self, TooFewSlots> {
        let on = placement.internal_hosts;
        // Slots beyond the number of processes are useless; the limit avoids overflow of sums.
        let most = demand.processes();
        let cap = |host: &Host| Host { slots: host.slots.min(most), ..host.clone() };
        let capped = if hosts.hosts().iter().all(|host| host.slots <= most) {
            hosts.clone()
        } else {
            Allocation::new(hosts.hosts().iter().map(cap).collect())
        };
        capped.check_slots(demand.internal, demand.leaves, on).map_err(|error| match error.demand {
            SlotDemand::Processes => TooFewSlots { available: hosts.slots(), ..error },
            _ => error,
        })?;
        let (hosts, available) = (&capped, capped.slots());
        let is_whole = on == InternalHosts::Any && placement.policy == Policy::Pack;
        let hosts = if is_whole { hosts.clone() } else { hosts.merged() };
        let slots: Vec<u64> = hosts.hosts().iter().map(|host| host.slots).collect();
        let order = order(hosts.hosts(), placement.policy);
        let rooms = match on {
            InternalHosts::Any => slots.iter().map(|&any| Room { any, ..Room::default() }).collect(),
            InternalHosts::Exclusive => exclusive(&order, &slots, available - demand.leaves, demand, placement.policy),
            InternalHosts::Shared => shared(order, &slots, demand, placement.policy),
        };
        Ok(Self { hosts, rooms })
    }
}

/// The order in which hosts are considered for internal processes: with racks, one host of each rack in turn.
fn order(hosts: &[Host], policy: Policy) -> Vec<usize> {
    let mut order: Vec<usize> = (0..hosts.len()).collect();
    if policy == Policy::Rack {
        let mut seen = FxHashMap::default();
        let turns: Vec<usize> = hosts
            .iter()
            .map(|host| {
                let turn = seen.entry((&host.pod, &host.rack)).or_insert(0);
                *turn += 1;
                *turn
            })
            .collect();
        order.sort_by_key(|&host| turns[host]);
    }
    order
}

/// Whole hosts for internal processes: all that are not needed for leaves, or with [`Policy::Pack`] only as many as needed.
fn exclusive(order: &[usize], slots: &[u64], spare: u64, demand: Demand, policy: Policy) -> Vec<Room> {
    let mut division = Division::in_order(order, slots, spare);
    if division.slots < demand.internal {
        division = Division::largest(order, slots, spare);
    }
    if policy == Policy::Pack {
        let mut missing = demand.internal;
        for &host in order.iter().filter(|&&host| division.internal[host]).collect::<Vec<_>>() {
            division.internal[host] = missing > 0;
            missing = missing.saturating_sub(slots[host]);
        }
    }
    let room = |(&is_internal, &slots): (&bool, &u64)| {
        if is_internal {
            Room { internal: slots, ..Room::default() }
        } else {
            Room { leaves: slots, ..Room::default() }
        }
    };
    division.internal.iter().zip(slots).map(room).collect()
}

/// Internal processes on hosts that also have a leaf each.
fn shared(mut order: Vec<usize>, slots: &[u64], demand: Demand, policy: Policy) -> Vec<Room> {
    let mut rooms = vec![Room::default(); slots.len()];
    let with_leaf = usize::try_from(demand.leaves).unwrap_or(usize::MAX).min(order.len());
    let beside = |order: &[usize]| {
        order[..with_leaf].iter().fold(0, |sum: u64, &host| sum.saturating_add(slots[host].saturating_sub(1)))
    };
    if beside(&order) < demand.internal {
        order.sort_by_key(|&host| Reverse(slots[host]));
    }
    let limits: Vec<u64> = order[..with_leaf].iter().map(|&host| slots[host].saturating_sub(1)).collect();
    let is_packed = policy == Policy::Pack;
    let internal = if is_packed { filled(&limits, demand.internal) } else { in_turn(&limits, demand.internal) };
    for (&host, internal) in order.iter().zip(internal) {
        rooms[host].internal = internal;
    }
    // Every host with an internal process is given its leaf first.
    for room in rooms.iter_mut().filter(|room| room.internal > 0) {
        room.leaves = 1;
    }
    let rest = demand.leaves.saturating_sub(rooms.iter().map(|room| room.leaves).sum());
    let loads: Vec<u64> = rooms.iter().map(|room| room.total()).collect();
    let limits: Vec<u64> = slots.iter().zip(&loads).map(|(slots, load)| slots - load).collect();
    let leaves = if is_packed { filled(&limits, rest) } else { evenly(&limits, &loads, rest) };
    for (room, leaves) in rooms.iter_mut().zip(leaves) {
        room.leaves += leaves;
    }
    rooms
}

/// Distributes `count` over places with limits, filling one place after the other.
pub(super) fn filled(limits: &[u64], mut count: u64) -> Vec<u64> {
    let fill = |&limit: &u64| {
        let given = limit.min(count);
        count -= given;
        given
    };
    limits.iter().map(fill).collect()
}

/// Distributes `count` over places with limits, one at a time to all places in turn.
pub(super) fn in_turn(limits: &[u64], count: u64) -> Vec<u64> {
    evenly(limits, &vec![0; limits.len()], count)
}

/// Distributes `count` over places with limits, one at a time to the place with the smallest load; of equal ones, to the
/// first.
pub(super) fn evenly(limits: &[u64], loads: &[u64], count: u64) -> Vec<u64> {
    let mut given = vec![0; limits.len()];
    let open = (0..limits.len()).filter(|&place| limits[place] > 0);
    let mut open: BinaryHeap<Reverse<(u64, usize)>> = open.map(|place| Reverse((loads[place], place))).collect();
    for _ in 0..count {
        let Some(Reverse((load, place))) = open.pop() else { break };
        given[place] += 1;
        if given[place] < limits[place] {
            open.push(Reverse((load + 1, place)));
        }
    }
    given
}
