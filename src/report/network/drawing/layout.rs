//! The places of nodes in a drawing, and what they mean.

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

/// What the places mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing: they may move.
    Free,
    /// That no links cross: they may move, but nodes must be small enough.
    Plane,
    /// They come with the network.
    Given,
    /// They are around a circle; links stay inside.
    Circle,
    /// They are above each other by their distance from the hosts.
    Levels,
    /// They are coordinates.
    Grid,
    /// Routers are around a circle, and hosts outside.
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
