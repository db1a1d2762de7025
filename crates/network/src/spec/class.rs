//! The names of the classes of networks.

use std::fmt;

/// A class of networks that has a generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Class {
    /// A cycle.
    Ring,
    /// A grid that wraps around.
    Torus,
    /// A grid that does not wrap around.
    Mesh,
    /// Links between numbers that differ in one bit.
    Hypercube,
    /// A hub and its neighbours.
    Star,
    /// Links between all nodes.
    Complete,
    /// Levels of switches whose bandwidth does not shrink towards the top.
    FatTree,
    /// Groups of routers that are all linked with each other.
    Dragonfly,
    /// Links between all pairs with equal probability.
    Random,
    /// Random points; the nearer two are, the likelier they are linked.
    Neighbour,
    /// Random points, and links that do not cross.
    Planar,
}

impl Class {
    /// All classes.
    pub const ALL: [Self; 11] = [
        Self::Ring,
        Self::Torus,
        Self::Mesh,
        Self::Hypercube,
        Self::Star,
        Self::Complete,
        Self::FatTree,
        Self::Dragonfly,
        Self::Random,
        Self::Neighbour,
        Self::Planar,
    ];

    /// The name, the form and the description.
    const fn facts(self) -> [&'static str; 3] {
        match self {
            Self::Ring => ["ring", "ring:NODES, such as ring:25", "a cycle"],
            Self::Torus => {
                ["torus", "torus:SIDExSIDEx..., such as torus:8x8", "a grid that wraps around in each dimension"]
            }
            Self::Mesh => ["mesh", "mesh:SIDExSIDEx..., such as mesh:4x4x4", "a grid that does not wrap around"],
            Self::Hypercube => [
                "hypercube",
                "hypercube:DIMENSIONS, such as hypercube:10 with 1024 nodes",
                "nodes whose numbers differ in one bit are linked",
            ],
            Self::Star => {
                ["star", "star:NODES, the hub counted, such as star:25", "node 0, the hub, is linked with all others"]
            }
            Self::Complete => {
                ["complete", "complete:NODES, such as complete:25", "every node is linked with every other"]
            }
            Self::FatTree => [
                "fat-tree",
                "fat-tree:PODS, such as fat-tree:4, or fat-tree:ARITY,LEVELS, such as fat-tree:4,3",
                "hosts below switches: three levels in k pods (Al-Fares et al. 2008), or a k-ary n-tree (Petrini and Vanneschi 1997)",
            ],
            Self::Dragonfly => [
                "dragonfly",
                "dragonfly:HOSTS,ROUTERS,GLOBAL (hosts of a router, routers of a group, links of a router to other groups), such as dragonfly:2,4,2",
                "hosts at routers in groups, each two of which have a link (Kim et al. 2008)",
            ],
            Self::Random => [
                "random",
                "random:NODES,REL_CONNECT,seed=N, such as random:25,0.4,seed=7",
                "each pair is linked with the same probability, a node with REL_CONNECT * NODES others on average",
            ],
            Self::Neighbour => [
                "neighbour",
                "neighbour:NODES,REL_CONNECT,seed=N, such as neighbour:25,0.4,seed=7",
                "random points, linked with probability REL_CONNECT * (1 - distance / largest distance)^2",
            ],
            Self::Planar => [
                "planar",
                "planar:NODES,REL_CONNECT,seed=N, such as planar:25,0.4,seed=7",
                "random points and REL_CONNECT * (3 NODES - 6) random links that do not cross",
            ],
        }
    }

    /// The name at the beginning of specs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts()[0]
    }

    /// The form of a spec of the class, with an example.
    #[must_use]
    pub const fn form(self) -> &'static str {
        self.facts()[1]
    }

    /// The keys of its specs.
    pub(super) const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Random | Self::Neighbour | Self::Planar => &["latency", "per_byte", "bandwidth", "seed"],
            _ => &["latency", "per_byte", "bandwidth"],
        }
    }

    /// A description of the networks.
    #[must_use]
    pub const fn description(self) -> &'static str {
        self.facts()[2]
    }

    /// The class of that name, in either spelling.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let name = if name == "neighbor" { Self::Neighbour.name() } else { name };
        Self::ALL.into_iter().find(|class| class.name() == name)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
