//! The best list of fanouts so far.

use crate::tree::even_split_internal_nodes;

/// The best list so far, with everything that breaks ties.
#[derive(Clone, Debug)]
pub struct Best {
    pub ticks: u64,
    pub internal_nodes: u64,
    pub fanouts: Vec<u64>,
}

impl Best {
    pub fn new(leaves: u64, ticks: u64, fanouts: Vec<u64>) -> Self {
        Self { ticks, internal_nodes: even_split_internal_nodes(leaves, &fanouts), fanouts }
    }

    pub fn key(&self) -> (u64, u64, usize, &[u64]) {
        (self.ticks, self.internal_nodes, self.fanouts.len(), &self.fanouts)
    }
}
