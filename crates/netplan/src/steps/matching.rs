//! Which block arrives over which arc of a vertex.

/// Blocks and the arcs that can bring them, matched best block first. Buffers for many vertices.
///
/// Sets of blocks that can arrive together are independent in a transversal matroid, so taking each block in turn if
/// the arcs can be found for it and for all before it gives the best set, and as many blocks as possible (Edmonds and
/// Fulkerson, Transversals and matroid partition, 1965).
#[derive(Default)]
pub(crate) struct Matching {
    /// The blocks that still fit through each arc.
    room: Vec<u64>,
    /// The arc, an index among those of the vertex, of each block taken.
    pub(crate) taken: Vec<(u32, u32)>,
    /// Arcs from which no other arc with room can be reached.
    dead: Vec<bool>,
    /// For each arc that the search has reached, the entry of `taken` that would move there; `NEW` for the new block.
    via: Vec<u32>,
    queue: Vec<u32>,
}

const NEW: u32 = u32::MAX;
const UNSEEN: u32 = u32::MAX - 1;

impl Matching {
    /// Begins with arcs of these capacities.
    pub(crate) fn begin(&mut self, capacities: impl Iterator<Item = u64>) {
        self.room.clear();
        self.room.extend(capacities);
        self.dead.clear();
        self.dead.resize(self.room.len(), false);
        self.taken.clear();
    }

    /// Takes a block if it can arrive together with those that are taken; `brings` says whether an arc can bring a
    /// block.
    pub(crate) fn take(&mut self, block: u32, brings: impl Fn(u32, u32) -> bool) {
        self.via.clear();
        self.via.resize(self.room.len(), UNSEEN);
        self.queue.clear();
        if let Some(free) = self.spread(block, NEW, &brings) {
            self.room[free as usize] -= 1;
            self.taken.push((free, block));
            return;
        }
        let mut at = 0;
        while let Some(&arc) = self.queue.get(at) {
            at += 1;
            for entry in 0..self.taken.len() {
                if self.taken[entry].0 == arc
                    && let Some(free) = self.spread(self.taken[entry].1, u32::try_from(entry).unwrap_or(NEW), &brings)
                {
                    self.shift(free, block);
                    return;
                }
            }
        }
        for &arc in &self.queue {
            self.dead[arc as usize] = true;
        }
    }

    /// Reaches the arcs that can bring a block; the first with room ends the search.
    fn spread(&mut self, block: u32, entry: u32, brings: impl Fn(u32, u32) -> bool) -> Option<u32> {
        for arc in 0..self.room.len() {
            let index = u32::try_from(arc).unwrap_or(NEW);
            if self.via[arc] == UNSEEN && !self.dead[arc] && brings(index, block) {
                self.via[arc] = entry;
                if self.room[arc] > 0 {
                    return Some(index);
                }
                self.queue.push(index);
            }
        }
        None
    }

    /// Moves blocks along the arcs found, and puts the new one first.
    fn shift(&mut self, free: u32, block: u32) {
        self.room[free as usize] -= 1;
        let mut arc = free;
        while self.via[arc as usize] != NEW {
            let entry = &mut self.taken[self.via[arc as usize] as usize];
            arc = std::mem::replace(&mut entry.0, arc);
        }
        self.taken.push((arc, block));
    }
}
