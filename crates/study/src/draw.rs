//! Random networks and schemes: the distributions of studies and of performance factors.

use logpine_network::{Class, Drawn, Scheme, SchemeClass, Topology};
use logpine_text::random::Generator;
use std::ops::RangeInclusive;

/// The ranges of parameters, each value equally likely.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranges {
    /// The number of nodes of networks other than tori.
    pub nodes: RangeInclusive<u32>,
    /// Connection degrees, in millionths.
    pub rel_connect: RangeInclusive<u32>,
    /// The number of nodes of each ring of a torus.
    pub sides: RangeInclusive<u32>,
    /// The mean number of messages per node of random schemes.
    pub node_msgs: RangeInclusive<u32>,
    /// Shifts.
    pub index_shift: RangeInclusive<u32>,
}

impl Default for Ranges {
    /// The ranges of Lemeire, Dirkx and Colitti (2008, section 4).
    fn default() -> Self {
        Self { nodes: 20..=100, rel_connect: 50_000..=900_000, sides: 4..=14, node_msgs: 20..=100, index_shift: 1..=5 }
    }
}

/// A random number of the range; its start if it is empty.
pub(super) fn within(range: &RangeInclusive<u32>, generator: &mut Generator) -> u32 {
    let count = u64::from(range.end().saturating_sub(*range.start())) + 1;
    #[expect(clippy::cast_possible_truncation, reason = "below the count, which the range holds")]
    let offset = generator.below(count) as u32;
    range.start() + offset
}

/// A seed that JSON numbers represent exactly.
fn seed(generator: &mut Generator) -> u64 {
    generator.next() >> 11
}

impl Ranges {
    /// A network of a class; `None` for classes whose parameters are not among these ranges.
    pub(super) fn topology(&self, class: Class, generator: &mut Generator) -> Option<Topology> {
        if class == Class::Torus {
            let sides = (0..2).map(|_| within(&self.sides, generator)).collect();
            return Some(Topology::Torus { sides });
        }
        let nodes = within(&self.nodes, generator);
        self.topology_of(class, nodes, generator)
    }

    /// A network of a class with `nodes` nodes. The sides of a torus are two random factors of that number, the smaller
    /// first.
    pub(super) fn topology_of(&self, class: Class, nodes: u32, generator: &mut Generator) -> Option<Topology> {
        let mut drawn = || Drawn {
            nodes,
            rel_connect: f64::from(within(&self.rel_connect, generator)) / 1e6,
            seed: seed(generator),
        };
        Some(match class {
            Class::Ring => Topology::Ring { nodes },
            Class::Star => Topology::Star { nodes },
            Class::Complete => Topology::Complete { nodes },
            Class::Random => Topology::Random(drawn()),
            Class::Neighbour => Topology::Neighbour(drawn()),
            Class::Planar => Topology::Planar(drawn()),
            Class::Torus => {
                let smaller: Vec<u32> = (1..=nodes.isqrt()).filter(|&side| nodes.is_multiple_of(side)).collect();
                #[expect(clippy::cast_possible_truncation, reason = "the index of a side")]
                let side = smaller[generator.below(smaller.len() as u64) as usize];
                Topology::Torus { sides: vec![side, nodes / side] }
            }
            _ => return None,
        })
    }

    /// A scheme of a kind; random ones with `node_msgs` messages per node, if given.
    pub(super) fn scheme(&self, class: SchemeClass, node_msgs: Option<u32>, generator: &mut Generator) -> Scheme {
        match class {
            SchemeClass::Random => {
                let node_msgs = node_msgs.unwrap_or_else(|| within(&self.node_msgs, generator));
                Scheme::Random { node_msgs, seed: seed(generator) }
            }
            SchemeClass::OneToAll => Scheme::OneToAll { root: 0 },
            SchemeClass::AllToAll => Scheme::AllToAll,
            SchemeClass::Shift => Scheme::Shift { index_shift: within(&self.index_shift, generator), node_msgs: 1 },
        }
    }
}
