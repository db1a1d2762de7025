//! Maximum flows in whole numbers (Dinic, Algorithm for solution of a problem of maximum flow in networks with power estimation, 1970). A
//! graph can carry many flows: each is a list of what more fits through the arcs, cheap to copy and to change.

use logpine_network::digraph::by_vertex;
use logpine_text::watch::Watch;

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
    meeting: Meeting,
    /// The arcs looked at so far: a measure of the work.
    pub work: u64,
}

const UNREACHED: u32 = u32::MAX;

/// Two searches that meet: forth from sources, back from sinks.
#[derive(Clone, Debug, Default)]
struct Meeting {
    /// For each vertex the search that has reached it, or 0: odd numbers are forth, even ones back.
    reached: Vec<u32>,
    /// The odd number of the last search.
    number: u32,
    /// The arc over which each vertex was reached.
    arcs: Vec<u32>,
    /// The vertices to look at, forth and back, and those that follow.
    fronts: [Vec<u32>; 2],
    following: Vec<u32>,
}

const NO_ARC: u32 = u32::MAX;

impl Residual {
    /// The graph of these arcs.
    pub fn new(vertices: u32, arcs: &[[u32; 2]]) -> Self {
        let to: Vec<u32> = arcs.iter().flat_map(|&[from, to]| [to, from]).collect();
        let (leaving, starts) = by_vertex(vertices, (0..to.len()).map(|arc| to[arc ^ 1]));
        Self { to, leaving, starts, ..Self::default() }
    }

    /// Adds as much flow as fits, but at most `limit`, and returns the amount.
    pub fn augment(&mut self, rest: &mut [u64], source: u32, sink: u32, limit: u64) -> u64 {
        self.augment_until(rest, [source, sink], limit, &())
    }

    /// The same until `watch` ends the work: then more may fit.
    pub fn augment_until(&mut self, rest: &mut [u64], [source, sink]: [u32; 2], limit: u64, watch: &dyn Watch) -> u64 {
        let mut total = 0;
        while total < limit && source != sink && self.find_levels(rest, source, Some(sink)) {
            self.next.clear();
            self.next.extend_from_slice(&self.starts[..self.level.len()]);
            while !watch.is_over() {
                let amount = self.push(rest, source, sink, limit - total);
                if amount == 0 {
                    break;
                }
                total += amount;
            }
            if watch.is_over() {
                break;
            }
        }
        total
    }

    /// Leads an amount from a vertex to another; there must be room for it.
    pub fn lead(&mut self, rest: &mut [u64], from: u32, to: u32, amount: u64) {
        if from != to {
            self.push_along_paths(rest, &[from], &[to], amount);
        }
    }

    /// The flow that more fits from some vertices to others, up to `limit`. All is as before afterwards.
    pub fn room(&mut self, rest: &mut [u64], sources: &[u32], sinks: &[u32], limit: u64) -> u64 {
        if sources.iter().any(|source| sinks.contains(source)) {
            return limit;
        }
        let (total, pushed) = self.push_along_paths(rest, sources, sinks, limit);
        // A later path may have taken back what an earlier one had pushed.
        for (arc, amount) in pushed.into_iter().rev() {
            rest[arc as usize] += amount;
            rest[arc as usize ^ 1] -= amount;
        }
        total
    }

    /// Pushes flow from some vertices to others, up to `limit`: along paths one by one, by two searches that meet in the middle, so that a path
    /// between near vertices, or a cut around either, takes little time on a large graph. Returns what was pushed, in all and over each arc.
    fn push_along_paths(
        &mut self,
        rest: &mut [u64],
        sources: &[u32],
        sinks: &[u32],
        limit: u64,
    ) -> (u64, Vec<(u32, u64)>) {
        let (mut total, mut pushed) = (0, Vec::new());
        while total < limit && self.meet(rest, sources, sinks) {
            let amount = self.path.iter().map(|&arc| rest[arc as usize]).min().unwrap_or(0).min(limit - total);
            for &arc in &self.path {
                rest[arc as usize] -= amount;
                rest[arc as usize ^ 1] += amount;
                pushed.push((arc, amount));
            }
            total += amount;
        }
        (total, pushed)
    }

    /// Finds a shortest path of residual arcs from some vertices to others; false if there is none.
    fn meet(&mut self, rest: &[u64], sources: &[u32], sinks: &[u32]) -> bool {
        let Self { to, leaving, starts, meeting, .. } = self;
        let vertices = starts.len() - 1;
        if meeting.reached.len() != vertices || meeting.number > u32::MAX - 4 {
            meeting.reached = vec![0; vertices];
            meeting.arcs = vec![NO_ARC; vertices];
            meeting.number = 1;
        }
        meeting.number += 2;
        let numbers = [meeting.number, meeting.number + 1];
        for ((front, ends), number) in meeting.fronts.iter_mut().zip([sources, sinks]).zip(numbers) {
            front.clear();
            for &end in ends {
                if meeting.reached[end as usize] != number {
                    meeting.reached[end as usize] = number;
                    meeting.arcs[end as usize] = NO_ARC;
                    front.push(end);
                }
            }
        }
        while meeting.fronts.iter().all(|front| !front.is_empty()) {
            // The side with fewer vertices goes on by one arc.
            let side = usize::from(meeting.fronts[1].len() < meeting.fronts[0].len());
            meeting.following.clear();
            for &vertex in &meeting.fronts[side] {
                let of_vertex = &leaving[starts[vertex as usize] as usize..starts[vertex as usize + 1] as usize];
                self.work += of_vertex.len() as u64;
                for &arc in of_vertex {
                    let forth = if side == 0 { arc } else { arc ^ 1 };
                    let next = to[arc as usize];
                    if rest[forth as usize] == 0 || meeting.reached[next as usize] == numbers[side] {
                        continue;
                    }
                    if meeting.reached[next as usize] == numbers[1 - side] {
                        self.path.clear();
                        self.path.push(forth);
                        let ends = if side == 0 { [vertex, next] } else { [next, vertex] };
                        meeting.lead(&mut self.path, to, ends);
                        return true;
                    }
                    meeting.reached[next as usize] = numbers[side];
                    meeting.arcs[next as usize] = forth;
                    meeting.following.push(next);
                }
            }
            std::mem::swap(&mut meeting.fronts[side], &mut meeting.following);
        }
        false
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

impl Meeting {
    /// Adds the arcs from a source to the first vertex, and from the second to a sink.
    fn lead(&self, path: &mut Vec<u32>, to: &[u32], [first, second]: [u32; 2]) {
        let (mut first, mut second) = (first, second);
        while self.arcs[first as usize] != NO_ARC {
            let arc = self.arcs[first as usize];
            path.push(arc);
            first = to[arc as usize ^ 1];
        }
        while self.arcs[second as usize] != NO_ARC {
            let arc = self.arcs[second as usize];
            path.push(arc);
            second = to[arc as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logpine_text::random::Generator;

    #[test]
    fn the_room_between_vertices_is_a_maximum_flow() {
        for seed in 0..300 {
            let mut random = Generator::new(seed);
            let mut below = |most: u32| u32::try_from(random.below(most.into())).expect("below a 32-bit number");
            let vertices = 3 + below(8);
            let arcs: Vec<[u32; 2]> = (0..below(30)).map(|_| [below(vertices), below(vertices)]).collect();
            let arcs: Vec<[u32; 2]> = arcs.into_iter().filter(|[from, to]| from != to).collect();
            let mut rest: Vec<u64> = arcs.iter().flat_map(|_| [u64::from(below(4)), 0]).collect();
            let (sources, sinks, limit) = ([below(vertices), below(vertices)], [below(vertices); 3], 1 + below(6));
            let before = rest.clone();
            let mut graph = Residual::new(vertices, &arcs);
            let room = graph.room(&mut rest, &sources, &sinks, limit.into());
            assert_eq!(rest, before, "seed {seed}");
            if room > 0 && sources[0] != sinks[0] {
                // What is led one way can be led back.
                let one_way = graph.room(&mut rest, &sources[..1], &sinks[..1], limit.into());
                graph.lead(&mut rest, sources[0], sinks[0], one_way);
                assert_eq!(graph.room(&mut rest, &sinks[..1], &sources[..1], one_way), one_way, "seed {seed}");
                rest.clone_from(&before);
            }
            // A source and a sink of their own.
            let mut all = arcs.clone();
            all.extend(sources.map(|source| [vertices, source]));
            all.extend(sinks.map(|sink| [sink, vertices + 1]));
            rest.extend((arcs.len()..all.len()).flat_map(|_| [u64::from(limit), 0]));
            let flow = Residual::new(vertices + 2, &all).augment(&mut rest, vertices, vertices + 1, limit.into());
            assert_eq!(room, flow, "seed {seed}");
        }
    }
}
