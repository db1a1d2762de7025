//! Complete graphs.

use super::Draft;

/// Every node is linked with every other.
pub(in super::super) fn complete(nodes: u32) -> Draft {
    Draft::new(nodes, (0..nodes).flat_map(|from| (from + 1..nodes).map(move |to| [from, to])).collect())
}
