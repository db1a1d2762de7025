//! The places of nodes in a drawing, and their meaning.

use super::geometry::{Area, Point};

/// Places of nodes, in any unit of length.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The places in the order of the nodes.
    pub places: Vec<Point>,
    pub kind: Kind,
    /// The borders of boxes of nodes.
    pub boxes: Vec<Area>,
    /// Links between boxes, drawn as one.
    pub bundles: Vec<Bundle>,
}

/// The meaning of the places, which decides how nodes may move and how links run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Places without a meaning: nodes may move.
    Free,
    /// Places at which no links cross: nodes are small, and may move a little.
    Plane,
    /// Positions of the network itself.
    Given,
    /// Places on a circle; links stay inside.
    Circle,
    /// Rows by the distance from the hosts.
    Levels,
    /// Coordinates of a grid.
    Grid,
    /// Routers on a circle, and hosts outside.
    Dragonfly {
        /// The number of groups.
        groups: u32,
    },
}

/// Links between two boxes, drawn as one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bundle {
    pub from: Point,
    pub to: Point,
    /// The number of links; `None` for the end of a bundle around a grid.
    pub links: Option<u32>,
}

impl Layout {
    /// Nodes without boxes.
    pub const fn of(places: Vec<Point>, kind: Kind) -> Self {
        Self { places, kind, boxes: Vec::new(), bundles: Vec::new() }
    }
}
