//! Tori.

use super::Draft;
use super::grid::grid;
use crate::{Grid, Wrap};

/// A grid that wraps around in every dimension.
pub(in super::super) fn torus(sides: Vec<u32>) -> Draft {
    grid(Grid { sides, wraps: Wrap::Around })
}
