//! The places of nodes in a drawing, and their meaning.

use super::geometry::Point;

/// Places of nodes, in any unit of length.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The places in the order of the nodes.
    pub places: Vec<Point>,
    pub kind: Kind,
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
