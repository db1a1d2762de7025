//! Stars.

use super::Draft;

/// All nodes are linked with node 0, the hub, which runs a process too.
pub(in super::super) fn star(nodes: u32) -> Draft {
    Draft::new(nodes, (1..nodes).map(|node| [0, node]).collect())
}
