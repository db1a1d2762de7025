//! Grids in any number of dimensions.

use super::Draft;
use crate::{Grid, Wrap};

/// The links of a grid, node by node, the last dimension's first: from each node to the next one in that dimension. Around a
/// side of 2 there is one link, not two, and along a side of 1 none.
pub(in super::super) fn grid(sides: Vec<u32>, wraps: Wrap) -> Draft {
    let nodes: u32 = sides.iter().product();
    let mut links = Vec::new();
    for node in 0..nodes {
        let mut stride = 1;
        for &side in sides.iter().rev() {
            let coordinate = node / stride % side;
            if coordinate + 1 < side {
                links.push([node, node + stride]);
            } else if wraps == Wrap::Around && side > 2 {
                links.push([node, node - coordinate * stride]);
            }
            stride *= side;
        }
    }
    Draft { grid: Some(Grid { sides, wraps }), ..Draft::new(nodes, links) }
}
