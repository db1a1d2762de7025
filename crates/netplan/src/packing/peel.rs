//! Trees from the shares of their edges.

use crate::packing::NONE;
use crate::packing::depths::Depths;
use crate::packing::trees::PackedTree;

/// For each vertex the links that enter it, each with the units of weight that it carries; the amounts of a vertex sum to the
/// same total. The root has none.
#[derive(Default)]
pub struct Shares {
    parts: Vec<(u64, u32)>,
    /// Where the parts of each vertex that are left begin and end.
    ranges: Vec<(usize, usize)>,
}

impl Shares {
    /// Removes all.
    pub fn clear(&mut self) {
        self.parts.clear();
        self.ranges.clear();
    }

    /// Adds the shares of the next vertex, and puts the largest first, so that fewer trees result.
    pub fn push(&mut self, parts: impl Iterator<Item = (u64, u32)>) {
        let start = self.parts.len();
        self.parts.extend(parts.filter(|&(amount, _)| amount > 0));
        self.parts[start..].sort_unstable_by(|a, b| b.cmp(a));
        self.ranges.push((start, self.parts.len()));
    }

    /// Peels trees off, each with the weight that is left on its least share: no more trees than one and the shares beyond the
    /// first of each vertex, or `None` if they are more than `limit`. `from` is the vertex that a link comes from. The shares are
    /// used up.
    pub fn peel(&mut self, root: u32, total: u64, limit: u64, from: impl Fn(u32) -> u32) -> Option<Vec<PackedTree>> {
        let (mut trees, mut left, mut depths) = (Vec::new(), total, Depths::default());
        while left > 0 {
            if trees.len() as u64 >= limit {
                return None;
            }
            let heads = self.ranges.iter().filter(|(next, end)| next < end).map(|&(next, _)| self.parts[next].0);
            let weight = heads.min().unwrap_or(left).min(left);
            let mut links = vec![NONE; self.ranges.len()];
            for (link, (next, end)) in links.iter_mut().zip(&mut self.ranges).filter(|(_, (next, end))| next < end) {
                let (amount, first) = &mut self.parts[*next];
                *link = *first;
                *amount -= weight;
                *next += usize::from(*amount == 0 && *next + 1 < *end);
            }
            if weight == 0 {
                break;
            }
            let height = depths.of(&links, |link| (from(link), 1));
            trees.push(PackedTree { root, weight, height, links });
            left -= weight;
        }
        Some(trees)
    }
}
