//! The names of the classes of networks.

use std::fmt;

/// A class of networks, for which there is a generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Class {
    /// A cycle.
    Ring,
    /// A grid that wraps around.
    Torus,
    /// A grid that does not.
    Mesh,
    /// Links between numbers that differ in one bit.
    Hypercube,
    /// A hub and its neighbours.
    Star,
    /// Links between all nodes.
    Complete,
}

impl Class {
    /// All classes.
    pub const ALL: [Self; 6] = [Self::Ring, Self::Torus, Self::Mesh, Self::Hypercube, Self::Star, Self::Complete];

    /// The name that specs begin with.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ring => "ring",
            Self::Torus => "torus",
            Self::Mesh => "mesh",
            Self::Hypercube => "hypercube",
            Self::Star => "star",
            Self::Complete => "complete",
        }
    }

    /// How a spec of the class is written, with an example.
    #[must_use]
    pub const fn form(self) -> &'static str {
        match self {
            Self::Ring => "ring:NODES, such as ring:25",
            Self::Torus => "torus:SIDExSIDEx..., such as torus:8x8",
            Self::Mesh => "mesh:SIDExSIDEx..., such as mesh:4x4x4",
            Self::Hypercube => "hypercube:DIMENSIONS, such as hypercube:10 with 1024 nodes",
            Self::Star => "star:NODES, the hub counted, such as star:25",
            Self::Complete => "complete:NODES, such as complete:25",
        }
    }

    /// The keys of its specs.
    #[expect(clippy::unused_self, reason = "classes drawn at random have a seed")]
    pub(super) const fn keys(self) -> &'static [&'static str] {
        &["latency", "per_byte", "bandwidth"]
    }

    /// What its networks are.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Ring => "a cycle",
            Self::Torus => "a grid that wraps around in each dimension",
            Self::Mesh => "a grid that does not wrap around",
            Self::Hypercube => "nodes whose numbers differ in one bit are linked",
            Self::Star => "node 0, the hub, is linked with all others",
            Self::Complete => "all nodes are linked with each other",
        }
    }

    /// The class of that name, in either spelling.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.name() == name)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
