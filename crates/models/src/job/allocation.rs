//! The hosts of a job.

use super::division::Division;
use super::host_identity::{FoldedName, HostIdentity};
use super::placement::{InternalHosts, SlotDemand, TooFewSlots};
use crate::machine::Locality;
use logpine_text::units::Factor;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::sync::{Arc, OnceLock};

/// A host of an allocation. Copies share its texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host {
    /// The name, as MRNet resolves it.
    pub name: Arc<str>,
    /// The number of processes it may run, at least 1.
    pub slots: u64,
    /// The kind of host, for reports; `None` if it is not given.
    pub class: Option<Arc<str>>,
    /// The factor of its processor's time for every message, relative to the machine's profile.
    pub factor: Factor,
    /// The rack; `None` if unknown, in which case it shares no rack.
    pub rack: Option<Arc<str>>,
    /// The pod of the rack; `None` if unknown, in which case it shares no pod.
    pub pod: Option<Arc<str>>,
}

impl Host {
    /// A host with that many slots, with the profile's speed, that shares no rack.
    #[must_use]
    pub fn new(name: impl Into<Arc<str>>, slots: u64) -> Self {
        Self { name: name.into(), slots, class: None, factor: Factor::ONE, rack: None, pod: None }
    }

    /// The locality of processes on two different hosts. Racks of the same name in different pods are different racks.
    ///
    /// ```
    /// use logpine_models::job::Host;
    /// use logpine_models::machine::Locality;
    /// let host = |name: &str, rack: &str, pod: &str| Host {
    ///     rack: Some(rack.into()), pod: Some(pod.into()), ..Host::new(name, 1)
    /// };
    /// let [a, b, c] = [host("a", "r1", "p1"), host("b", "r2", "p1"), host("c", "r1", "p2")];
    /// assert_eq!([a.shares(&a), a.shares(&b), a.shares(&c)], [Locality::Rack, Locality::Pod, Locality::Machine]);
    /// ```
    #[must_use]
    pub fn shares(&self, other: &Self) -> Locality {
        let same = |a: &Option<Arc<str>>, b: &Option<Arc<str>>| a.is_some() && a == b;
        if same(&self.rack, &other.rack) && self.pod == other.pod {
            Locality::Rack
        } else if same(&self.pod, &other.pod) {
            Locality::Pod
        } else {
            Locality::Machine
        }
    }
}

/// Hosts in the order in which they were given. A host may be listed at several places, with its slots at each. Copies share
/// the list.
#[derive(Clone, Debug, Default)]
pub struct Allocation {
    hosts: Arc<Vec<Host>>,
    /// The hosts of [`Allocation::merged`], once they were asked for: a list may have a million hosts.
    merged: Arc<OnceLock<Arc<Vec<Host>>>>,
}

impl PartialEq for Allocation {
    fn eq(&self, other: &Self) -> bool {
        self.hosts == other.hosts
    }
}

impl Eq for Allocation {}

impl Allocation {
    /// An allocation of these hosts.
    #[must_use]
    pub fn new(hosts: Vec<Host>) -> Self {
        Self { hosts: Arc::new(hosts), merged: Arc::default() }
    }

    /// The hosts in order.
    #[must_use]
    pub fn hosts(&self) -> &[Host] {
        &self.hosts
    }

    /// The hosts in order, copied only if another copy shares them.
    #[must_use]
    pub fn into_hosts(self) -> Vec<Host> {
        drop(self.merged);
        Arc::unwrap_or_clone(self.hosts)
    }

    /// True if every host has the profile's speed.
    #[must_use]
    pub fn is_alike(&self) -> bool {
        self.hosts.iter().all(|host| host.factor == Factor::ONE)
    }

    /// The slots of all hosts (saturating).
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.hosts.iter().fold(0, |slots, host| slots.saturating_add(host.slots))
    }

    /// The same slots with every host listed once, at its first place and with the slots of all its places. Names that MRNet
    /// may take for the same host are merged: those that differ by letter case, or by a domain behind a short name of the
    /// list.
    #[must_use]
    pub fn merged(&self) -> Self {
        let hosts = Arc::clone(self.merged.get_or_init(|| self.merge()));
        Self { merged: Arc::new(OnceLock::from(Arc::clone(&hosts))), hosts }
    }

    fn merge(&self) -> Arc<Vec<Host>> {
        let identity = HostIdentity::new(self.hosts.iter().map(|host| &*host.name));
        let mut places: FxHashMap<FoldedName<'_>, usize> = FxHashMap::default();
        places.reserve(self.hosts.len());
        // `None` as long as every host is listed once.
        let mut merged: Option<Vec<Host>> = None;
        for (index, host) in self.hosts.iter().enumerate() {
            match places.entry(identity.of(&host.name)) {
                Entry::Occupied(place) => {
                    let merged = merged.get_or_insert_with(|| self.hosts[..index].to_vec());
                    let first = &mut merged[*place.get()];
                    first.slots = first.slots.saturating_add(host.slots);
                }
                Entry::Vacant(place) => {
                    place.insert(merged.as_ref().map_or(index, Vec::len));
                    if let Some(merged) = &mut merged {
                        merged.push(host.clone());
                    }
                }
            }
        }
        merged.map_or_else(|| Arc::clone(&self.hosts), Arc::new)
    }

    /// Checks that `internal` internal processes besides the front end fit beside `leaves` leaves.
    ///
    /// # Errors
    /// [`TooFewSlots`] with the demand that does not fit, and the number of slots.
    pub fn check_slots(&self, internal: u64, leaves: u64, internal_hosts: InternalHosts) -> Result<(), TooFewSlots> {
        let (needed, available) = (internal.saturating_add(leaves), self.slots());
        if needed > available {
            return Err(TooFewSlots { demand: SlotDemand::Processes, needed, available });
        }
        let available = self.internal_slots(leaves, internal_hosts)?.slots;
        if internal > available {
            let demand = SlotDemand::Internal { on: internal_hosts, leaves };
            return Err(TooFewSlots { demand, needed: internal, available });
        }
        Ok(())
    }

    /// The number of internal processes besides the front end that the hosts can run beside `leaves` leaves, with the
    /// reason.
    ///
    /// Each leaf takes a slot, and the rest is for internal processes: all of it, or with [`InternalHosts::Shared`] all
    /// except one slot on each host, for its leaf, or with [`InternalHosts::Exclusive`] the slots of whole hosts, for the
    /// division with the most slots. With more than a million slots (in units of the greatest common divisor of all hosts'
    /// slots) on unequal hosts, the better of two divisions is taken, which may have fewer.
    ///
    /// # Errors
    /// [`TooFewSlots`] if the leaves alone do not fit.
    pub fn internal_slots(&self, leaves: u64, internal_hosts: InternalHosts) -> Result<InternalSlots, TooFewSlots> {
        let hosts = self.merged().hosts;
        // The largest number of slots that can be added up.
        let most = u64::MAX / (hosts.len() as u64).max(1);
        let slots: Vec<u64> = hosts.iter().map(|host| host.slots.min(most)).collect();
        let total = slots.iter().sum();
        let all = format!("{} with {}", counted(hosts.len() as u64, "host"), counted(total, "slot"));
        let too_few = TooFewSlots { demand: SlotDemand::Leaves, needed: leaves, available: total };
        let beside = total.checked_sub(leaves).ok_or(too_few)?;
        let number = if leaves == 0 { "none".to_owned() } else { leaves.to_string() };
        let taken = format!("{all}, {number} of them for leaves");
        Ok(match internal_hosts {
            InternalHosts::Any => InternalSlots { slots: beside, reason: taken },
            InternalHosts::Shared => InternalSlots {
                slots: shared_slots(slots, leaves).min(beside),
                reason: format!("{taken}, internal processes only beside a leaf"),
            },
            InternalHosts::Exclusive => {
                let order: Vec<usize> = (0..slots.len()).collect();
                InternalSlots {
                    slots: Division::largest(&order, &slots, beside).slots,
                    reason: format!("{taken}, internal processes on whole hosts without leaves"),
                }
            }
        })
    }
}

impl Allocation {
    /// The slots for internal processes and those for `leaves` leaves, 0 in attach mode, each host with its part of them. If
    /// hosts have different speeds, the leaves take the slowest hosts, since they are not faster on any other.
    ///
    /// # Errors
    /// [`TooFewSlots`] if the leaves do not fit.
    pub fn divided(&self, leaves: u64) -> Result<Divided, TooFewSlots> {
        let mut internal = Arc::unwrap_or_clone(self.merged().hosts);
        let available = internal.iter().fold(0, |sum: u64, host| sum.saturating_add(host.slots));
        if leaves > available {
            return Err(TooFewSlots { demand: SlotDemand::Leaves, needed: leaves, available });
        }
        let mut slowest: Vec<usize> = (0..internal.len()).collect();
        slowest.sort_by_key(|&host| (Reverse(internal[host].factor), Reverse(host)));
        let mut left = leaves;
        let mut taken = vec![0; internal.len()];
        for host in slowest {
            taken[host] = internal[host].slots.min(left);
            left -= taken[host];
            internal[host].slots -= taken[host];
        }
        let for_leaves = internal.iter().zip(taken).filter(|&(_, slots)| slots > 0);
        let leaves = Self::new(for_leaves.map(|(host, slots)| Host { slots, ..host.clone() }).collect());
        internal.retain(|host| host.slots > 0);
        Ok(Divided { internal: Self::new(internal), leaves })
    }
}

/// Slots for internal processes and for leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divided {
    /// The hosts with their slots for internal processes.
    pub internal: Allocation,
    /// The hosts with their slots for leaves.
    pub leaves: Allocation,
}

/// The slots beside one leaf on each host, on the hosts with the most slots.
fn shared_slots(mut slots: Vec<u64>, leaves: u64) -> u64 {
    slots.sort_unstable_by(|a, b| b.cmp(a));
    let with_leaf = usize::try_from(leaves).unwrap_or(usize::MAX);
    slots.iter().take(with_leaf).fold(0, |sum, slots| sum.saturating_add(slots.saturating_sub(1)))
}

fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// The number of internal processes that an allocation can run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InternalSlots {
    /// The slots for internal processes; the front end needs none.
    pub slots: u64,
    /// The reason for the number, as "5 hosts with 20 slots, 9 of them for leaves".
    pub reason: String,
}

impl InternalSlots {
    /// The largest number of internal nodes of a tree, including its root on the front end (saturating).
    #[must_use]
    pub const fn max_internal(&self) -> u64 {
        self.slots.saturating_add(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(list: &[(&str, u64)]) -> Allocation {
        Allocation::new(list.iter().map(|&(name, slots)| Host::new(name, slots)).collect())
    }

    #[test]
    fn leaves_take_the_slowest_hosts() {
        let host =
            |name: &str, slots, factor| Host { factor: Factor::from_millionths(factor), ..Host::new(name, slots) };
        let hosts = Allocation::new(vec![host("a", 2, 2_000_000), host("b", 2, 1_000_000), host("c", 3, 2_000_000)]);
        let names = |hosts: &Allocation| {
            hosts.hosts().iter().map(|host| format!("{}{}", host.name, host.slots)).collect::<Vec<_>>().join(" ")
        };
        let divided = |leaves| {
            let divided = hosts.divided(leaves).ok()?;
            Some(format!("{} | {}", names(&divided.internal), names(&divided.leaves)))
        };
        assert_eq!(divided(4).as_deref(), Some("a1 b2 | a1 c3"));
        assert_eq!(divided(0).as_deref(), Some("a2 b2 c3 | "));
        assert_eq!(divided(8), None);
    }

    #[test]
    fn names_of_one_host_are_merged() {
        let merged =
            hosts(&[("N1", 1), ("n2.org", 2), ("n1.org", 4), ("n1", 8), ("10.0.0.1", 1), ("10.0.0.2", 1)]).merged();
        assert_eq!(merged, hosts(&[("N1", 13), ("n2.org", 2), ("10.0.0.1", 1), ("10.0.0.2", 1)]));
    }

    #[test]
    fn internal_slots_follow_from_what_leaves_need() {
        let slots =
            |list: &[(&str, u64)], leaves, on| hosts(list).internal_slots(leaves, on).map(|internal| internal.slots);
        // A host listed twice counts as one.
        assert_eq!(slots(&[("a", 2), ("b", 2), ("a", 2)], 2, InternalHosts::Exclusive), Ok(4));
        assert_eq!(slots(&[("a", 2), ("b", 2), ("a", 2)], 3, InternalHosts::Exclusive), Ok(2));
        // A single leaf makes only one host a shared one: the largest.
        assert_eq!(slots(&[("a", 2), ("b", 5), ("c", 3)], 1, InternalHosts::Shared), Ok(4));
        assert_eq!(slots(&[("a", 2), ("b", 5), ("c", 3)], 9, InternalHosts::Shared), Ok(1));
        assert_eq!(slots(&[("a", 1), ("b", 1)], 2, InternalHosts::Shared), Ok(0));
        let error = TooFewSlots { demand: SlotDemand::Leaves, needed: 3, available: 2 };
        assert_eq!(slots(&[("a", 1), ("b", 1)], 3, InternalHosts::Any), Err(error));
    }

    #[test]
    fn the_reason_is_said() {
        let internal = hosts(&[("a", 4), ("b", 1)]).internal_slots(2, InternalHosts::Any).expect("enough");
        assert_eq!(internal.reason, "2 hosts with 5 slots, 2 of them for leaves");
        assert_eq!(internal.max_internal(), 4);
    }
}
