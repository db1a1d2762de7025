//! A network as a flat graph: nodes, links with their times, and the arcs that leave each node.

use logpine_text::units::{Clock, Rate, Time};
use std::ops::Range;

/// The direction in which links carry messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LinkKind {
    /// Both ways.
    #[default]
    Undirected,
    /// Only from its first node to its second.
    Directed,
}

/// A connection between two nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The first node.
    pub from: u32,
    /// The second node.
    pub to: u32,
    /// The time that a message without bytes takes over the link.
    pub latency: Time,
    /// The additional time of each byte: 1 / bandwidth.
    pub per_byte: Rate,
    /// The bandwidth in whole units that are the same for all links: the number of parallel links, for instance. Schedules for a
    /// network send as many blocks in a step. `None` if only `per_byte` tells it.
    pub capacity: Option<u32>,
}

impl Link {
    /// The time that a message of `bytes` bytes takes over the link, latency + bytes * `per_byte` (Lemeire et al. 2008,
    /// section 4); `None` beyond [`Time::MAX`].
    #[must_use]
    pub fn hop(&self, bytes: u64) -> Option<Time> {
        self.latency.checked_add(self.per_byte.times(bytes)?)
    }

    /// The number of messages that the link carries at a time in a direction: its capacity, unless the time per byte tells the
    /// bandwidth already.
    #[must_use]
    pub(crate) fn lanes(&self) -> u32 {
        self.capacity.filter(|_| self.per_byte.is_zero()).unwrap_or(1)
    }
}

/// A link in one of its directions, as seen from the node that it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arc {
    /// The node that the arc leads to.
    pub to: u32,
    /// The link, as an index of [`Network::links`].
    pub link: u32,
}

/// A grid of nodes: node numbers are coordinates in row-major order, the last dimension's fastest. In each dimension
/// neighbours are linked; if the grid wraps around, the last is linked with the first too.
///
/// A 5 x 5 torus has `sides` 5, 5 and `wraps`; a mesh does not wrap; a hypercube has sides 2; a ring is one side that
/// wraps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    /// The number of nodes in each dimension.
    pub sides: Vec<u32>,
    /// Paths or cycles in each dimension.
    pub wraps: Wrap,
}

/// The shape of the dimensions of a [`Grid`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// Paths: a mesh.
    Open,
    /// Cycles: a torus.
    Around,
}

/// The position at which a node is drawn. Both coordinates lie in 0..=1, and y grows downwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    /// The distance from the left.
    pub x: f64,
    /// The distance from the top.
    pub y: f64,
}

/// Nodes and the links between them. Nodes `0..endpoints` run processes; those beyond only pass messages on (switches).
///
/// Between two nodes there is at most one link each way, no link leads from a node to itself, and every endpoint reaches
/// every other.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    pub(super) name: String,
    pub(super) clock: Clock,
    pub(super) kind: LinkKind,
    pub(super) nodes: u32,
    pub(super) endpoints: u32,
    pub(super) links: Vec<Link>,
    /// Node i has the arcs `arc_starts[i]..arc_starts[i + 1]`.
    pub(super) arc_starts: Vec<u32>,
    pub(super) arcs: Vec<Arc>,
    pub(super) grid: Option<Grid>,
    pub(super) positions: Vec<Position>,
    pub(super) labels: Vec<String>,
}

impl Network {
    /// The largest number of nodes, and of links: numbers are 32 bits, and an undirected link has two arcs.
    pub const LIMIT: u64 = 1 << 30;

    /// The name: the spec, or the name of the file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The clock of the link times.
    #[must_use]
    pub const fn clock(&self) -> Clock {
        self.clock
    }

    /// Directed or undirected links.
    #[must_use]
    pub const fn kind(&self) -> LinkKind {
        self.kind
    }

    /// The number of nodes, switches included.
    #[must_use]
    pub const fn nodes(&self) -> u32 {
        self.nodes
    }

    /// The number of nodes that run processes; they are the first ones.
    #[must_use]
    pub const fn endpoints(&self) -> u32 {
        self.endpoints
    }

    /// All links, in the order in which they were added.
    #[must_use]
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// The arcs that leave `node`, in the order of the nodes they lead to; empty if there is no such node.
    #[must_use]
    pub fn arcs(&self, node: u32) -> &[Arc] {
        &self.arcs[self.arc_range(node)]
    }

    /// The arc from a node to a neighbour.
    #[must_use]
    pub fn arc_to(&self, node: u32, neighbour: u32) -> Option<Arc> {
        let arcs = self.arcs(node);
        arcs.binary_search_by_key(&neighbour, |arc| arc.to).ok().map(|index| arcs[index])
    }

    pub(super) fn arc_range(&self, node: u32) -> Range<usize> {
        match self.arc_starts.get(node as usize..).unwrap_or_default() {
            [start, end, ..] => *start as usize..*end as usize,
            _ => 0..0,
        }
    }

    /// The grid, if a generator declared one: distances and next hops then follow from coordinates.
    #[must_use]
    pub const fn grid(&self) -> Option<&Grid> {
        self.grid.as_ref()
    }

    /// The positions at which the nodes are drawn; empty if neither a generator nor a file gives them.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The name of the node in its file, or its number if it has no name.
    #[must_use]
    pub fn label(&self, node: u32) -> String {
        self.labels.get(node as usize).filter(|label| !label.is_empty()).cloned().unwrap_or_else(|| node.to_string())
    }

    /// The time that a message takes over any link, if it is the same for all links. `None` if it differs, without links,
    /// and beyond [`Time::MAX`].
    #[must_use]
    pub fn uniform_hop(&self, bytes: u64) -> Option<Time> {
        let first = self.links.first()?;
        if self.is_uniform() { first.hop(bytes) } else { None }
    }

    /// True if all links have the same latency and the same time per byte, and carry one message at a time.
    pub(super) fn is_uniform(&self) -> bool {
        let times = |link: &Link| (link.latency, link.per_byte);
        self.links.windows(2).all(|pair| times(&pair[0]) == times(&pair[1]))
            && self.links.iter().all(|link| link.lanes() == 1)
    }
}
