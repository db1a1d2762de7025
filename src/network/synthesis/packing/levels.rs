//! The levels of the roots, and where a packing by levels fails.

/// The levels of all roots.
pub struct Levels {
    pub roots: Vec<u32>,
    /// For each vertex its level for each root, vertex by vertex.
    pub levels: Vec<u16>,
}

/// Why the problem of a vertex has no solution.
pub struct Short {
    /// The units that do not fit.
    pub deficit: u64,
    /// The roots, by their indices, whose arcs are too few together.
    pub roots: Vec<u32>,
    /// The arcs into the vertex that would help them.
    pub arcs: Vec<u32>,
}
