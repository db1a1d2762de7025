//! Maximum flows in whole numbers (Dinic, Algorithm for solution of a problem of maximum flow in networks with power estimation, 1970). A
//! graph can carry many flows: each is a list of what more fits through the arcs, cheap to copy and to change.

/// A graph of residual arcs. Arc 2 i + 1 is the reverse of arc 2 i.
#[derive(Clone, Debug, Default)]
pub struct Residual {
    to: Vec<u32>,
    /// The arcs that leave each vertex, vertex by vertex, and where those of each begin.
    leaving: Vec<u32>,
    starts: Vec<u32>,
    level: Vec<u32>,
    next: Vec<u32>,
    queue: Vec<u32>,
    path: Vec<u32>,
    /// The arcs looked at so far: a measure of the work.
    pub work: u64,
}

const UNREACHED: u32 = u32::MAX;

impl Residual {
    /// The graph of these arcs.
    pub fn new(vertices: u32, arcs: &[[u32; 2]]) -> Self {
        let to: Vec<u32> = arcs.iter().flat_map(|&[from, to]| [to, from]).collect();
        let from = |arc: usize| to[arc ^ 1];
        let mut starts = vec![0; vertices as usize + 1];
        (0..to.len()).for_each(|arc| starts[from(arc) as usize + 1] += 1);
        for vertex in 0..vertices as usize {
            starts[vertex + 1] += starts[vertex];
        }
        let (mut place, mut leaving) = (starts.clone(), vec![0; to.len()]);
        for arc in 0..to.len() {
            let at = &mut place[from(arc) as usize];
            leaving[*at as usize] = u32::try_from(arc).expect("arcs fit 32 bits");
            *at += 1;
        }
        Self { to, leaving, starts, ..Self::default() }
    }

    /// Adds as much flow as fits, but at most `limit`, and returns the amount.
    pub fn augment(&mut self, rest: &mut [u64], source: u32, sink: u32, limit: u64) -> u64 {
        let mut total = 0;
        while total < limit && source != sink && self.find_levels(rest, source, Some(sink)) {
            self.next.clear();
            self.next.extend_from_slice(&self.starts[..self.level.len()]);
            loop {
                let amount = self.push(rest, source, sink, limit - total);
                if amount == 0 {
                    break;
                }
                total += amount;
            }
        }
        total
    }

    /// The vertices that residual arcs reach from the source: after a maximum flow, the side of the source of a minimum cut.
    pub fn reached(&mut self, rest: &[u64], source: u32) -> Vec<bool> {
        self.find_levels(rest, source, None);
        self.level.iter().map(|&level| level != UNREACHED).collect()
    }

    /// Levels by breadth-first search; true if the sink is reached.
    fn find_levels(&mut self, rest: &[u64], source: u32, sink: Option<u32>) -> bool {
        self.level.clear();
        self.level.resize(self.starts.len() - 1, UNREACHED);
        self.queue.clear();
        self.level[source as usize] = 0;
        self.queue.push(source);
        let mut at = 0;
        while let Some(&vertex) = self.queue.get(at) {
            at += 1;
            let leaving =
                &self.leaving[self.starts[vertex as usize] as usize..self.starts[vertex as usize + 1] as usize];
            self.work += leaving.len() as u64;
            for &arc in leaving {
                let to = self.to[arc as usize];
                if rest[arc as usize] > 0 && self.level[to as usize] == UNREACHED {
                    self.level[to as usize] = self.level[vertex as usize] + 1;
                    if Some(to) == sink {
                        return true;
                    }
                    self.queue.push(to);
                }
            }
        }
        false
    }

    /// Sends flow along one path of ascending levels.
    fn push(&mut self, rest: &mut [u64], source: u32, sink: u32, limit: u64) -> u64 {
        self.path.clear();
        let mut vertex = source;
        while vertex != sink {
            let end = self.starts[vertex as usize + 1];
            let next = &mut self.next[vertex as usize];
            let level = self.level[vertex as usize] + 1;
            while *next < end {
                let arc = self.leaving[*next as usize] as usize;
                if rest[arc] > 0 && self.level[self.to[arc] as usize] == level {
                    break;
                }
                *next += 1;
            }
            if *next < end {
                let arc = self.leaving[*next as usize];
                self.path.push(arc);
                vertex = self.to[arc as usize];
            } else {
                // A dead end: the arc that led here leads nowhere in this phase.
                let Some(back) = self.path.pop() else { return 0 };
                vertex = self.to[back as usize ^ 1];
                self.next[vertex as usize] += 1;
            }
        }
        let amount = self.path.iter().map(|&arc| rest[arc as usize]).min().unwrap_or(0).min(limit);
        for &arc in &self.path {
            rest[arc as usize] -= amount;
            rest[arc as usize ^ 1] += amount;
        }
        amount
    }
}
