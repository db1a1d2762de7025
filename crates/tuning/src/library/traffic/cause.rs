//! The causes for which something else runs than was meant, with what they rest on and the mend.

use crate::library::{Library, Rule, Setting};

/// A likely cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The monitor counted no message of a collective.
    NoTraffic {
        /// The library.
        library: Library,
        /// The calls of the collective that it counted.
        calls: u64,
        /// The messages of the program that it counted.
        of_program: u64,
        /// The messages of collectives without bytes that it counted.
        empty: u64,
    },
    /// The monitor counted calls, and on no edge the bytes of them.
    Bypassed {
        /// The bytes that were due on an edge.
        expected: u64,
        /// The most that were counted on one.
        found: u64,
    },
    /// The library's own choice for the cell has just these messages.
    Default {
        /// The library.
        library: Library,
        /// The choice.
        setting: Setting,
    },
    /// All ranks wait for the root alone, as in MPICH's shared memory.
    SharedMemory,
    /// A tree among hosts over trees within hosts, as coll/han of Open MPI makes it.
    Han {
        /// The number of hosts.
        hosts: u64,
    },
    /// The messages are those of a rule for other ranks or sizes.
    OtherRule {
        /// The rule.
        rule: Rule,
    },
    /// The same algorithm with another fanout.
    OtherFanout {
        /// The setting meant.
        expected: Setting,
        /// The setting that ran.
        found: Setting,
    },
    /// The right tree with segments of another size.
    OtherSegments {
        /// The messages of a call that were meant.
        expected: u64,
        /// Those that were counted.
        found: u64,
        /// The likely size of segments; `None` for whole messages.
        segment: Option<u64>,
    },
    /// The right tree from another root.
    OtherRoot {
        /// The root that was meant.
        expected: u64,
        /// The root that was seen.
        found: u64,
    },
    /// Calls of another size.
    OtherSize {
        /// The bytes that were meant.
        expected: u64,
        /// Those of a call.
        found: u64,
    },
    /// Another number of calls.
    OtherCalls {
        /// The calls that were meant.
        expected: u64,
        /// Those that the monitor counted.
        found: u64,
    },
    /// Messages of other collectives besides.
    OtherTraffic {
        /// The library.
        library: Library,
        /// Calls of other kinds that the monitor counted.
        other_calls: u64,
    },
    /// Another algorithm of the library.
    OtherAlgorithm {
        /// The library.
        library: Library,
        /// The setting that ran.
        found: Setting,
    },
    /// Messages of an algorithm that follows no tree.
    NoTree {
        /// The library.
        library: Library,
    },
    /// A tree that none of the library's settings makes.
    Unknown {
        /// The library.
        library: Library,
    },
}

impl Cause {
    /// The name in JSON.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoTraffic { .. } => "no-traffic",
            Self::Bypassed { .. } => "bypassed",
            Self::Default { .. } => "default",
            Self::SharedMemory => "shared-memory",
            Self::Han { .. } => "han",
            Self::OtherRule { .. } => "other-rule",
            Self::OtherFanout { .. } => "other-fanout",
            Self::OtherSegments { .. } => "other-segments",
            Self::OtherRoot { .. } => "other-root",
            Self::OtherSize { .. } => "other-size",
            Self::OtherCalls { .. } => "other-calls",
            Self::OtherTraffic { .. } => "other-traffic",
            Self::OtherAlgorithm { .. } => "other-algorithm",
            Self::NoTree { .. } => "no-tree",
            Self::Unknown { .. } => "unknown",
        }
    }
}
