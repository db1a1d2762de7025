//! Depths in trees.

use crate::packing::NONE;

/// Computes depths; keeps its memory from tree to tree.
#[derive(Default)]
pub struct Depths {
    depths: Vec<u32>,
    open: Vec<u32>,
}

impl Depths {
    /// The greatest depth of a tree given by the link that enters each vertex; `above` is the vertex that a link comes from, and
    /// its length. Links of vertices that no path from the root reaches count as depth 0.
    pub fn of(&mut self, links: &[u32], above: impl Fn(u32) -> (u32, u32)) -> u32 {
        self.depths.clear();
        self.depths.resize(links.len(), NONE);
        let mut greatest = 0;
        for vertex in 0..links.len() {
            let mut at = vertex;
            while self.depths[at] == NONE && links[at] != NONE && self.open.len() <= links.len() {
                self.open.push(u32::try_from(at).expect("vertices fit 32 bits"));
                at = above(links[at]).0 as usize;
            }
            let mut depth = if self.depths[at] == NONE { 0 } else { self.depths[at] };
            self.depths[at] = depth;
            while let Some(child) = self.open.pop() {
                depth = depth.saturating_add(above(links[child as usize]).1);
                self.depths[child as usize] = depth;
            }
            greatest = greatest.max(depth);
        }
        greatest
    }
}
