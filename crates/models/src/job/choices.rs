//! Choices of a request that are given by a word.

use super::Word;
use crate::job::{Collective, InternalHosts, MpiCollective, TorusAllocation};
use crate::words;

words! {
    /// A quantity to minimise; the number of waves is a separate field.
    pub enum ObjectiveName {
        /// The time of one wave.
        #[word = "latency"]
        Latency,
        /// The steady-state time between waves.
        #[word = "period"]
        Period,
        /// The time of --waves waves.
        #[word = "total"]
        Total,
        /// The rate of a long stream of data on a network (of `logpine network plan`).
        #[word = "throughput"]
        Throughput,
    }
}

words! {
    /// A front: all trades of latency against something else.
    pub enum Front {
        /// Latency against period.
        #[word = "period"]
        Period,
        /// Latency against the number of internal processes.
        #[word = "internals"]
        Internals,
        /// The height of trees on a network against their number.
        #[word = "height"]
        Height,
        /// The steps of a schedule on a network against its rounds for each block.
        #[word = "steps"]
        Steps,
    }
}

words! {
    /// The objective over all machines within the ranges of a profile.
    pub enum Criterion {
        /// The longest time.
        #[word = "worst"]
        Worst,
        /// The mean time.
        #[word = "mean"]
        Mean,
    }
}

impl Criterion {
    /// The name: `worst` or `mean`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.word()
    }
}

words! {
    /// The rules of an execution.
    pub enum Semantics {
        /// Every rank does its operations in listed order, and pays for a message when it receives it; any model.
        #[word = "program-order"]
        ProgramOrder,
        /// The rules of LogGOPSim: what is ready runs, and a message is paid for when it arrives.
        #[word = "loggopsim"]
        Loggopsim,
        /// The rules of ATLAHS, another simulator of GOAL schedules, whose copy of LogGOPSim differs.
        #[word = "atlahs"]
        Atlahs,
    }
}

impl Semantics {
    /// All rules.
    pub const ALL: [Self; 3] = [Self::ProgramOrder, Self::Loggopsim, Self::Atlahs];

    /// The name in options and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.word()
    }
}

words! {
    /// The number of messages that a link carries at a time.
    #[derive(Default)]
    pub enum Duplex {
        /// One, of either direction.
        #[word = "half"]
        #[default]
        Half,
        /// One in each direction.
        #[word = "full"]
        Full,
    }
}

impl Duplex {
    /// The name in options and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.word()
    }
}

words! {
    /// The number of links on which a node that runs a process sends, and receives, at a time.
    #[derive(Default)]
    pub enum Ports {
        /// All of its links.
        #[word = "all"]
        #[default]
        All,
        /// One to send on, and one to receive on.
        #[word = "one"]
        One,
    }
}

impl Ports {
    /// The name in options and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.word()
    }
}

words! {
    /// The use of switches by a schedule for a network. In a stream they only forward if nothing else is said.
    #[derive(Default)]
    pub enum Switches {
        /// They store a block, and send it on in a later step.
        #[word = "store"]
        #[default]
        Store,
        /// They pass it on at once; their links are divided among pairs of ranks first.
        #[word = "contract"]
        Contract,
        /// In a stream of allreduces they combine what they receive, and copy what they send on.
        #[word = "combine"]
        Combine,
    }
}

impl Switches {
    /// The name in options and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.word()
    }
}

impl Word for InternalHosts {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Shared, "shared", "Only on hosts that also run a leaf"),
        (Self::Exclusive, "exclusive", "Only on hosts that run no leaf"),
    ];
}

impl Word for TorusAllocation {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Cubic, "cubic", "As many nodes along every dimension"),
        (Self::NonCubic, "non-cubic", "Anything else"),
    ];
}

impl Word for Collective {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Reduce, "reduce", "Data of the leaves combined on the way up"),
        (Self::Multicast, "multicast", "One message from the root to all leaves"),
        (Self::Roundtrip, "roundtrip", "A multicast followed by a reduction"),
    ];
}

const fn mpi(collective: MpiCollective) -> (MpiCollective, &'static str, &'static str) {
    (collective, collective.name(), collective.description())
}

impl Word for MpiCollective {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        mpi(Self::Bcast),
        mpi(Self::Reduce),
        mpi(Self::Scatter),
        mpi(Self::Gather),
        mpi(Self::Allgather),
        mpi(Self::ReduceScatter),
        mpi(Self::Allreduce),
        mpi(Self::Alltoall),
        mpi(Self::Barrier),
    ];
}
