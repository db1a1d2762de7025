//! Choices of a request that are given by a word.

use crate::request::{Collective, InternalHosts, Mode, MpiCollective, Policy, TorusAllocation, Word};

/// A quantity to minimise; the number of waves is a separate field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectiveName {
    /// The time of one wave.
    Latency,
    /// The steady-state time between waves.
    Period,
    /// The time of all waves.
    Total,
    /// The rate of a long stream of data on a network.
    Throughput,
}

impl Word for ObjectiveName {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Latency, "latency", "The time of one wave"),
        (Self::Period, "period", "The steady-state time between waves"),
        (Self::Total, "total", "The time of --waves waves"),
        (Self::Throughput, "throughput", "The rate of a long stream of data on a network (of `logpine network plan`)"),
    ];
}

/// A front: all trades of latency against something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Front {
    /// Latency against period.
    Period,
    /// Latency against the number of internal processes.
    Internals,
    /// The height of trees on a network against their number.
    Height,
    /// The steps of a schedule on a network against its rounds for each block.
    Steps,
}

impl Word for Front {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Period, "period", "Latency against period"),
        (Self::Internals, "internals", "Latency against the number of internal processes"),
        (Self::Height, "height", "The height of trees on a network against their number"),
        (Self::Steps, "steps", "The steps of a schedule on a network against its rounds for each block"),
    ];
}

/// The objective over all machines within the ranges of a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Criterion {
    /// The largest value.
    Worst,
    /// The mean of the values.
    Mean,
}

impl Criterion {
    /// The name: `worst` or `mean`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.word()
    }
}

impl Word for Criterion {
    const WORDS: &'static [(Self, &'static str, &'static str)] =
        &[(Self::Worst, "worst", "The longest time"), (Self::Mean, "mean", "The mean time")];
}

/// The rules of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Semantics {
    /// The rules of this crate: ranks perform their operations in listed order, and pay for a message when they receive it.
    ProgramOrder,
    /// The rules of LogGOPSim.
    Loggopsim,
    /// The rules of ATLAHS's copy of LogGOPSim.
    Atlahs,
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

impl Word for Semantics {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (
            Self::ProgramOrder,
            "program-order",
            "Every rank does its operations in listed order, and pays for a message when it receives it; any model",
        ),
        (
            Self::Loggopsim,
            "loggopsim",
            "The rules of LogGOPSim: what is ready runs, and a message is paid for when it arrives",
        ),
        (
            Self::Atlahs,
            "atlahs",
            "The rules of ATLAHS, another simulator of GOAL schedules, whose copy of LogGOPSim differs",
        ),
    ];
}

/// The number of messages that a link carries at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Duplex {
    /// One, in either direction.
    #[default]
    Half,
    /// One in each direction.
    Full,
}

impl Duplex {
    /// The name in options and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.word()
    }
}

impl Word for Duplex {
    const WORDS: &'static [(Self, &'static str, &'static str)] =
        &[(Self::Half, "half", "One, of either direction"), (Self::Full, "full", "One in each direction")];
}

/// The number of links on which a node that runs a process sends, and receives, at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ports {
    /// All its links.
    #[default]
    All,
    /// One for sending, and one for receiving.
    One,
}

impl Ports {
    /// The name in options and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.word()
    }
}

impl Word for Ports {
    const WORDS: &'static [(Self, &'static str, &'static str)] =
        &[(Self::All, "all", "All of its links"), (Self::One, "one", "One to send on, and one to receive on")];
}

/// The use of switches by a schedule for a network. In a stream they only forward if nothing else is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Switches {
    /// They store a block, and send it on in a later step.
    #[default]
    Store,
    /// They pass a block on within the step: pairs of links are joined into links between ranks first, whose capacities stay
    /// fixed.
    Contract,
    /// Switches combine the data that they receive and copy the data that they send on, in a stream of allreduces.
    Combine,
}

impl Switches {
    /// The name in options and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.word()
    }
}

impl Word for Switches {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Store, "store", "They store a block, and send it on in a later step"),
        (Self::Contract, "contract", "They pass it on at once; their links are divided among pairs of ranks first"),
        (
            Self::Combine,
            "combine",
            "In a stream of allreduces they combine what they receive, and copy what they send on",
        ),
    ];
}

impl Word for Policy {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Pack, "pack", "Fills the hosts in their order, internal processes first"),
        (
            Self::Spread,
            "spread",
            "Internal processes go to the hosts in turn, so that they stand on different hosts; leaves are spread evenly",
        ),
        (Self::Rack, "rack", "The processes of a subtree stay within one rack, or else one pod, as far as slots allow"),
    ];
}

impl Word for InternalHosts {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Shared, "shared", "Only on hosts that also run a leaf"),
        (Self::Exclusive, "exclusive", "Only on hosts that run no leaf"),
    ];
}

impl Word for Mode {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Launch, "launch", "MRNet starts the back-ends"),
        (Self::Attach, "attach", "Back-ends that run already attach to the leaves of the file"),
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
