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
//! The prediction is good where both are random. How bad it is for regular ones tells how much it matters that network and
//! scheme match.

mod benchmark;
mod table;

pub use table::{CellError, ClassFactor, FactorTable, Predicted, Spread};

use super::StudyError;
use crate::network::{Class, SchemeClass};

/// What factors are asked for.
///
/// ```
/// use logpine::network::{Class, SchemeClass};
/// use logpine::study::{FactorQuestion, FactorTable};
/// let question = FactorQuestion {
///     classes: vec![Class::Ring],
///     schemes: vec![SchemeClass::OneToAll],
///     benchmark: 5,
///     sets: 2,
///     ..FactorQuestion::default()
/// };
/// let table = FactorTable::new(&question)?;
/// // Random messages take longer on a ring than on random networks, and the prediction for a broadcast is too high.
/// assert!(table.classes[0].factor.mean > 2.0);
/// assert!(table.errors[0][0].bias.mean < 0.0);
/// # Ok::<(), logpine::study::StudyError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FactorQuestion {
    /// Nodes of every network.
    pub nodes: u32,
    /// The mean number of messages a node of random schemes.
    pub node_msgs: u32,
    /// Classes of networks to characterise.
    pub classes: Vec<Class>,
    /// Kinds of schemes to characterise.
    pub schemes: Vec<SchemeClass>,
    /// Networks of a benchmark, and schemes.
    pub benchmark: u32,
    /// Networks of each class, and schemes of each kind, where there is more than one.
    pub instances: u32,
    /// Benchmarks, each with instances of its own.
    pub sets: u32,
    /// What all is drawn from.
    pub seed: u64,
}

impl Default for FactorQuestion {
    /// The paper's: 25 nodes, 25 messages a node, 50 networks and schemes, 10 benchmarks, all classes; and 25 instances.
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
    /// Simulates all benchmarks, on all processors; the result does not depend on how many there are.
    ///
    /// # Errors
    /// [`StudyError`]; too few to compare is [`StudyError::TooFew`].
    pub fn new(question: &FactorQuestion) -> Result<Self, StudyError> {
        question.check()?;
        let sets = benchmark::sets(question)?;
        Ok(Self::of(question, &sets))
    }
}

impl FactorQuestion {
    /// The most memory that one network with the messages on it may take, 1 GiB.
    pub const MOST_BYTES: u64 = 1 << 30;

    fn check(&self) -> Result<(), StudyError> {
        let parts = [
            ("nodes", self.nodes, 2),
            ("messages a node", self.node_msgs, 1),
            ("networks and schemes of a benchmark", self.benchmark, 1),
            ("instances of a class", self.instances, 1),
            ("benchmarks", self.sets, 1),
        ];
        if let Some((what, count, least)) = parts.into_iter().find(|&(_, count, least)| count < least) {
            return Err(StudyError::TooFew { what, count, least });
        }
        match self.bytes_of_couple() {
            bytes if bytes > Self::MOST_BYTES => Err(StudyError::TooLarge {
                nodes: self.nodes,
                node_msgs: self.node_msgs,
                bytes,
                limit: Self::MOST_BYTES,
            }),
            _ => Ok(()),
        }
    }

    /// What a network, its routes and the messages on it take, at the most; saturating. Every thread has one such couple at
    /// a time.
    fn bytes_of_couple(&self) -> u64 {
        // Random networks have up to 0.9 of all links, of 64 bytes with both ends; tables of routes have up to 4 an entry.
        const PAIR: u64 = 64 * 9 / 20 + 4;
        // As it is listed, and as it travels.
        const MESSAGE: u64 = 8 + 16;
        let nodes = u64::from(self.nodes);
        let pairs = nodes * nodes;
        let of_all = if self.schemes.contains(&SchemeClass::AllToAll) { pairs } else { 0 };
        // Random schemes have up to twice the mean.
        let messages = nodes.saturating_mul(2 * u64::from(self.node_msgs)).max(of_all);
        pairs.saturating_mul(PAIR).saturating_add(messages.saturating_mul(MESSAGE))
    }
}
