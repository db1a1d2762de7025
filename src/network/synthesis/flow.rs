//! Maximum flows in whole numbers (Dinic, Algorithm for solution of a problem of maximum flow in networks with power estimation, 1970).

/// A network of residual arcs. Arc 2 i + 1 is the reverse of arc 2 i.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// The arcs that leave each vertex.
    leaving: Vec<Vec<u32>>,
    to: Vec<u32>,
    /// The residual capacity of each arc.
    rest: Vec<u64>,
    level: Vec<u32>,
    next: Vec<u32>,
    queue: Vec<u32>,
}

const UNREACHED: u32 = u32::MAX;

impl Flow {
    /// A network without arcs.
    #[must_use]
    pub fn new(vertices: u32) -> Self {
        Self { leaving: vec![Vec::new(); vertices as usize], ..Self::default() }
    }

    /// Adds an arc, and returns its index, which is even; the next is its reverse.
    pub fn arc(&mut self, from: u32, to: u32, capacity: u64) -> u32 {
        let index = u32::try_from(self.to.len()).expect("arcs fit 32 bits");
        self.leaving[from as usize].push(index);
        self.leaving[to as usize].push(index + 1);
        self.to.extend([to, from]);
        self.rest.extend([capacity, 0]);
        index
    }

    /// Sets the capacity of an arc, without flow through it.
    pub fn set(&mut self, arc: u32, capacity: u64) {
        self.rest[arc as usize] = capacity;
        self.rest[arc as usize ^ 1] = 0;
    }

    /// The flow through an arc that [`Flow::arc`] has returned.
    #[must_use]
    pub fn through(&self, arc: u32) -> u64 {
        self.rest[arc as usize ^ 1]
    }

    /// Adds as much flow as fits, but at most `limit`, and returns the amount. Flow that is there stays, or is led elsewhere.
    pub fn augment(&mut self, source: u32, sink: u32, limit: u64) -> u64 {
        let mut total = 0;
        while total < limit && source != sink && self.find_levels(source, Some(sink)) {
            self.next.clear();
            self.next.resize(self.leaving.len(), 0);
            loop {
                let amount = self.push(source, sink, limit - total);
                if amount == 0 {
                    break;
                }
                total += amount;
            }
        }
        total
    }

    /// The vertices that residual arcs reach from the source: after a maximum flow, the side of the source of a minimum cut.
    pub fn reached(&mut self, source: u32) -> Vec<bool> {
        self.find_levels(source, None);
        self.level.iter().map(|&level| level != UNREACHED).collect()
    }

    /// Levels by breadth-first search; true if the sink is reached.
    fn find_levels(&mut self, source: u32, sink: Option<u32>) -> bool {
        self.level.clear();
        self.level.resize(self.leaving.len(), UNREACHED);
        self.queue.clear();
        self.level[source as usize] = 0;
        self.queue.push(source);
        let mut at = 0;
        while let Some(&vertex) = self.queue.get(at) {
            at += 1;
            for &arc in &self.leaving[vertex as usize] {
                let to = self.to[arc as usize] as usize;
                if self.rest[arc as usize] > 0 && self.level[to] == UNREACHED {
                    self.level[to] = self.level[vertex as usize] + 1;
                    if Some(self.to[arc as usize]) == sink {
                        return true;
                    }
                    self.queue.push(self.to[arc as usize]);
                }
            }
        }
        false
    }

    /// Sends flow along one path of ascending levels, found depth first without recursion.
    fn push(&mut self, source: u32, sink: u32, limit: u64) -> u64 {
        let mut path: Vec<u32> = Vec::new();
        loop {
            let vertex = path.last().map_or(source, |&arc| self.to[arc as usize]);
            if vertex == sink {
                let amount = path.iter().map(|&arc| self.rest[arc as usize]).min().unwrap_or(0).min(limit);
                for &arc in &path {
                    self.rest[arc as usize] -= amount;
                    self.rest[arc as usize ^ 1] += amount;
                }
                return amount;
            }
            let leaving = &self.leaving[vertex as usize];
            let next = &mut self.next[vertex as usize];
            let level = self.level[vertex as usize] + 1;
            let admissible =
                |&arc: &u32| self.rest[arc as usize] > 0 && self.level[self.to[arc as usize] as usize] == level;
            if let Some(steps) = leaving[*next as usize..].iter().position(admissible) {
                *next += u32::try_from(steps).expect("arcs fit 32 bits");
                path.push(leaving[*next as usize]);
            } else {
                // A dead end: the arc that led here leads nowhere in this phase.
                let Some(back) = path.pop() else { return 0 };
                self.next[self.to[back as usize ^ 1] as usize] += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flow_is_that_of_the_least_cut() {
        // Two paths of 3 and 2, joined by an arc of 1.
        let mut flow = Flow::new(4);
        flow.arc(0, 1, 3);
        flow.arc(0, 2, 2);
        flow.arc(1, 2, 5);
        flow.arc(1, 3, 2);
        let last = flow.arc(2, 3, 3);
        assert_eq!(flow.augment(0, 3, u64::MAX), 5);
        assert_eq!(flow.through(last), 3);
        assert_eq!(flow.reached(0), [true, false, false, false]);
    }
}
