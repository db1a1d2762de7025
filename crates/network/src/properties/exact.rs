//! Bisections given by formulas.

use crate::{Grid, Topology, Wrap};
use std::cmp::Reverse;

impl Topology {
    /// The smallest number of links between two halves of the endpoints, if a formula is known.
    ///
    /// Fat trees are rearrangeable: all hosts of a half can send to the other over links of their own, so no cut is
    /// smaller than the links of half the hosts.
    #[must_use]
    pub fn bisection(&self) -> Option<u64> {
        let half = self.endpoints()? / 2;
        match self {
            Self::Star { .. } | Self::FatTree { .. } | Self::KAryTree { .. } => Some(half),
            Self::Complete { nodes } => half.checked_mul(u64::from(*nodes) - half),
            Self::Ring { nodes } => of_grid(&Grid { sides: vec![*nodes], wraps: Wrap::Around }),
            Self::Torus { sides } => of_grid(&Grid { sides: sides.clone(), wraps: Wrap::Around }),
            Self::Mesh { sides } => of_grid(&Grid { sides: sides.clone(), wraps: Wrap::Open }),
            Self::Hypercube { dimensions } => Some(1u64.checked_shl(*dimensions)? / 2),
            Self::Dragonfly { .. } | Self::Random(_) | Self::Neighbour(_) | Self::Planar(_) => None,
        }
    }
}

/// The bisection of a grid with sides k1 >= k2 >= ... >= kd: a mesh has C1 + ... + Ce, where Ci is the product of the
/// sides after the i-th, and e the first whose side is even, or the last; a torus has twice that (Aroca and Fernandez
/// Anta, Bisection (Band)Width of Product Networks with Application to Data Centers, 2014). Around a side of 2 a torus
/// has one link, not two: if it has longer sides as well, `None`.
pub(super) fn of_grid(grid: &Grid) -> Option<u64> {
    let mut sides: Vec<u64> = grid.sides.iter().filter(|&&side| side > 1).map(|&side| u64::from(side)).collect();
    sides.sort_unstable_by_key(|&side| Reverse(side));
    let twice = match (grid.wraps, sides.first(), sides.last()) {
        (Wrap::Around, Some(3..), Some(2)) => return None,
        (Wrap::Around, Some(3..), _) => 2,
        _ => 1,
    };
    let mut cut = 0u64;
    for (index, side) in sides.iter().enumerate() {
        cut += sides[index + 1..].iter().product::<u64>();
        if side % 2 == 0 {
            break;
        }
    }
    Some(twice * cut)
}
