//! Rings.

use super::{Draft, torus};

/// A cycle: node i is linked with i + 1, and the last with the first.
pub(in super::super) fn ring(nodes: u32) -> Draft {
    torus(vec![nodes])
}
