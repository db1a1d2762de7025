//! Hosts for the processes of an overlay tree.

use crate::words;
use std::fmt;

words! {
    /// The use of the topology.
    #[derive(Default)]
    pub enum Mode {
        /// MRNet starts the back-ends.
        #[word = "launch"]
        #[default]
        Launch,
        /// Back-ends that run already attach to the leaves of the file.
        #[word = "attach"]
        Attach,
    }
}

words! {
    /// The order in which hosts get processes.
    #[derive(Default)]
    pub enum Policy {
        /// Fills the hosts in their order, internal processes first.
        #[word = "pack"]
        #[default]
        Pack,
        /// Internal processes go to the hosts in turn, so that they stand on different hosts; leaves are spread evenly.
        #[word = "spread"]
        Spread,
        /// The processes of a subtree stay within one rack, or else one pod, as far as slots allow.
        #[word = "rack"]
        Rack,
    }
}

/// The hosts allowed for internal processes, relative to those of the leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum InternalHosts {
    /// Any hosts.
    #[default]
    Any,
    /// Only on hosts that also run a leaf (STAT's -A).
    Shared,
    /// Only on hosts that run no leaf (STAT's -x).
    Exclusive,
}

impl InternalHosts {
    /// The number of leaves that take slots of the hosts. In attach mode it is 0 on any hosts, which are those of the
    /// internal processes alone, and else all of them: the hosts are those of the whole job.
    ///
    /// ```
    /// use logpine_models::job::{InternalHosts, Mode};
    /// let on_hosts = |on: InternalHosts| [Mode::Launch, Mode::Attach].map(|mode| on.leaves_on_hosts(mode, 128));
    /// assert_eq!((on_hosts(InternalHosts::Any), on_hosts(InternalHosts::Shared)), ([128, 0], [128, 128]));
    /// ```
    #[must_use]
    pub const fn leaves_on_hosts(self, mode: Mode, leaves: u64) -> u64 {
        match (mode, self) {
            (Mode::Attach, Self::Any) => 0,
            _ => leaves,
        }
    }
}

/// The rules by which processes are given to hosts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The order in which hosts get processes.
    pub policy: Policy,
    /// The hosts allowed for internal processes.
    pub internal_hosts: InternalHosts,
}

/// The processes for which slots are too few.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SlotDemand {
    /// All processes besides the front end.
    Processes,
    /// The leaves only.
    Leaves,
    /// The internal processes, on hosts of a kind, beside the leaves.
    Internal {
        /// The hosts allowed for them.
        on: InternalHosts,
        /// The number of leaves, which need slots as well.
        leaves: u64,
    },
}

/// The hosts of an allocation have too few slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub struct TooFewSlots {
    /// The processes for which slots are too few.
    pub demand: SlotDemand,
    /// The number of slots that they need.
    pub needed: u64,
    /// The number of slots available to them.
    pub available: u64,
}

impl TooFewSlots {
    /// The number of missing slots.
    #[must_use]
    pub const fn missing(&self) -> u64 {
        self.needed.saturating_sub(self.available)
    }
}

impl fmt::Display for TooFewSlots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { demand, needed, available } = self;
        let (missing, more) =
            (self.missing(), "list more hosts, give them more slots (host:slots, or the column slots)");
        match demand {
            SlotDemand::Processes => write!(
                f,
                "{needed} processes besides the front end need a slot each, but the hosts have {available}: {missing} too \
                 few; {more}, or use a tree with fewer processes"
            ),
            SlotDemand::Leaves => write!(
                f,
                "{needed} leaves need a slot each, but the hosts have {available}: {missing} too few; {more}, or leave \
                 the leaves out (--attach, without --internal-hosts)"
            ),
            SlotDemand::Internal { on, leaves } => {
                let which = match on {
                    InternalHosts::Any => "",
                    InternalHosts::Shared => " on hosts that also run a leaf",
                    InternalHosts::Exclusive => " on hosts that run no leaf",
                };
                write!(
                    f,
                    "{needed} internal processes besides the front end need a slot each{which}, but beside {leaves} \
                     leaves there are {available}: {missing} too few; {more}, or use a tree with fewer internal processes"
                )
            }
        }
    }
}
