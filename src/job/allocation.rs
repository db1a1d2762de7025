//! The hosts that a job has.

use crate::machine::Locality;
use crate::units::Factor;

/// A host of an allocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host {
    /// Its name, as MRNet resolves it.
    pub name: String,
    /// How many processes it may run, at least 1.
    pub slots: u64,
    /// How many times as long as on the machine's profile its processor takes for every message.
    pub factor: Factor,
    /// The rack it stands in; `None` where that is not known, and then it shares no rack.
    pub rack: Option<String>,
    /// The pod its rack is in; `None` where that is not known, and then it shares no pod.
    pub pod: Option<String>,
}

impl Host {
    /// A host with that many slots, as fast as the profile says, that shares no rack.
    #[must_use]
    pub const fn new(name: String, slots: u64) -> Self {
        Self { name, slots, factor: Factor::ONE, rack: None, pod: None }
    }

    /// What processes on two different hosts share. Racks of one name in different pods are different racks.
    ///
    /// ```
    /// use logpine::job::Host;
    /// use logpine::machine::Locality;
    /// let host = |name: &str, rack: &str, pod: &str| Host {
    ///     rack: Some(rack.to_owned()), pod: Some(pod.to_owned()), ..Host::new(name.to_owned(), 1)
    /// };
    /// let [a, b, c] = [host("a", "r1", "p1"), host("b", "r2", "p1"), host("c", "r1", "p2")];
    /// assert_eq!([a.shares(&a), a.shares(&b), a.shares(&c)], [Locality::Rack, Locality::Pod, Locality::Machine]);
    /// ```
    #[must_use]
    pub fn shares(&self, other: &Self) -> Locality {
        let same = |a: &Option<String>, b: &Option<String>| a.is_some() && a == b;
        if same(&self.rack, &other.rack) && self.pod == other.pod {
            Locality::Rack
        } else if same(&self.pod, &other.pod) {
            Locality::Pod
        } else {
            Locality::Machine
        }
    }
}

/// Hosts in the order in which they were given. A host may stand at several places, with its slots there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allocation {
    hosts: Vec<Host>,
}

impl Allocation {
    /// An allocation of these hosts.
    #[must_use]
    pub const fn new(hosts: Vec<Host>) -> Self {
        Self { hosts }
    }

    /// The hosts in order.
    #[must_use]
    pub fn hosts(&self) -> &[Host] {
        &self.hosts
    }

    /// The slots of all hosts (saturating).
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.hosts.iter().fold(0, |slots, host| slots.saturating_add(host.slots))
    }
}
