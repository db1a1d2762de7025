//! Meshes.

use super::Draft;
use super::grid::grid;
use crate::{Grid, Wrap};

/// A grid that does not wrap around.
pub(in super::super) fn mesh(sides: Vec<u32>) -> Draft {
    grid(Grid { sides, wraps: Wrap::Open })
}
