//! Performance factors: one number for a network and one for a scheme, whose product predicts the time of the two together.
//!
//! After Lemeire, Dirkx and Colitti (2008, section 6). A benchmark is a number of random networks and of random schemes; its
//! mean time over all pairs is refT. Then
//!
//! ```text
//! NTPF(network) = mean time of the benchmark's schemes on the network / refT      (5)
//! CSPF(scheme)  = mean time of the scheme on the benchmark's networks / refT      (6)
//! prediction    = refT * CSPF * NTPF                                              (7)
//! error         = sqrt(mean squared difference to the real times) / mean real time     (8)
//! ```
//!
//! The prediction is good if both are random. Its error for regular ones shows the importance of the match between
//! network and scheme.

mod benchmark;
mod table;

pub use table::{ClassFactor, FactorTable, Spread};

use super::StudyError;
use logpine_network::{Class, SchemeClass};
use logpine_text::reason::{Reason, reason};
use logpine_text::units::MemorySize;
use logpine_text::watch::Watch;

/// The parameters of a computation of factors.
#[derive(Clone, Debug, PartialEq)]
pub struct FactorQuestion {
    /// The number of nodes of every network.
    pub nodes: u32,
    /// The mean number of messages per node of random schemes.
    pub node_msgs: u32,
    /// Classes of networks to characterise.
    pub classes: Vec<Class>,
    /// Kinds of schemes to characterise.
    pub schemes: Vec<SchemeClass>,
    /// The number of networks of a benchmark, and of schemes.
    pub benchmark: u32,
    /// The number of networks of each class, and of schemes of each kind, if there is more than one.
    pub instances: u32,
    /// The number of benchmarks, each with instances of its own.
    pub sets: u32,
    /// The seed of all random choices.
    pub seed: u64,
}

impl Default for FactorQuestion {
    /// The paper's values: 25 nodes, 25 messages per node, 50 networks and schemes, 10 benchmarks, all classes; and 25
    /// instances.
    fn default() -> Self {
        Self {
            nodes: 25,
            node_msgs: 25,
            classes: vec![Class::Random, Class::Torus, Class::Neighbour, Class::Planar, Class::Star, Class::Ring],
            schemes: SchemeClass::ALL.to_vec(),
            benchmark: 50,
            instances: 25,
            sets: 10,
            seed: 1,
        }
    }
}

impl FactorTable {
    /// Simulates all benchmarks, on all processors; the result does not depend on their number. `watch` may end the work.
    ///
    /// # Errors
    /// [`StudyError`].
    pub fn new(question: &FactorQuestion, watch: &dyn Watch) -> Result<Self, StudyError> {
        question.check()?;
        let sets = benchmark::sets(question, watch)?;
        Ok(Self::of(question, &sets))
    }
}

impl FactorQuestion {
    /// The limit on the memory of one network with the messages on it, and on that of all times, 1 GiB each.
    pub const MOST_BYTES: u64 = 1 << 30;

    fn check(&self) -> Result<(), Reason> {
        let parts = [
            ("nodes", self.nodes, 2),
            ("messages a node", self.node_msgs, 1),
            ("networks and schemes of a benchmark", self.benchmark, 1),
            ("instances of a class", self.instances, 1),
            ("benchmarks", self.sets, 1),
        ];
        if let Some((what, count, least)) = parts.into_iter().find(|&(_, count, least)| count < least) {
            return Err(reason!("too few {what}: {count}; take at least {least}"));
        }
        let limit = MemorySize(Self::MOST_BYTES);
        let bytes = self.bytes_of_times();
        if bytes > Self::MOST_BYTES {
            let times = self.times();
            return Err(reason!(
                "{}{times} times of a scheme on a network would take {} {}, and the limit is {limit}; take smaller or fewer benchmarks, or \
                 fewer instances",
                if times == u64::MAX { "more than " } else { "" },
                if bytes == u64::MAX { "more than" } else { "up to" },
                MemorySize(bytes)
            ));
        }
        match self.bytes_of_couple() {
            bytes if bytes > Self::MOST_BYTES => Err(reason!(
                "a network of {} nodes with {} messages a node would take up to {}, and the limit is {limit}; take fewer",
                self.nodes,
                self.node_msgs,
                MemorySize(bytes)
            )),
            _ => Ok(()),
        }
    }

    /// The most networks with every scheme on each, over all benchmarks; saturating.
    fn times(&self) -> u64 {
        let drawn = |kinds: usize| {
            u64::from(self.benchmark).saturating_add(u64::from(self.instances).saturating_mul(kinds as u64))
        };
        let of_set = drawn(self.classes.len()).saturating_mul(drawn(self.schemes.len()));
        of_set.saturating_mul(self.sets.into())
    }

    /// An upper bound on the memory of all times, and of the predictions that are compared with them; saturating.
    fn bytes_of_times(&self) -> u64 {
        const TIME: u64 = (size_of::<f64>() + size_of::<table::Predicted>()) as u64;
        self.times().saturating_mul(TIME)
    }

    /// An upper bound on the memory of a network, its routes and the messages on it, saturating. Every thread has one
    /// such couple at a time.
    fn bytes_of_couple(&self) -> u64 {
        // Random networks have up to 0.9 of all links, of 64 bytes with both ends; tables of routes have up to 4 bytes an
        // entry.
        const PAIR: u64 = 64 * 9 / 20 + 4;
        // In the list of messages, and on its way.
        const MESSAGE: u64 = 8 + 16;
        let nodes = u64::from(self.nodes);
        let pairs = nodes * nodes;
        let of_all = if self.schemes.contains(&SchemeClass::AllToAll) { pairs } else { 0 };
        // Random schemes have up to twice the mean.
        let messages = nodes.saturating_mul(2 * u64::from(self.node_msgs)).max(of_all);
        pairs.saturating_mul(PAIR).saturating_add(messages.saturating_mul(MESSAGE))
    }
}

#[cfg(test)]
mod published;
