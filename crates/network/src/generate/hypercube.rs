//! Hypercubes.

use super::{Draft, mesh};

/// Nodes are linked if their numbers differ in one bit: a mesh with sides of 2.
pub(in super::super) fn hypercube(dimensions: u32) -> Draft {
    mesh(vec![2; dimensions as usize])
}
