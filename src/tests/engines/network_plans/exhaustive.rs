//! The least number of steps, by a breadth-first search through all states.

use logpine_network::digraph::Arc;
use std::collections::HashSet;

/// A block: where it starts, and the ranks that need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub from: u32,
    pub to: Vec<u32>,
}

/// For each block and vertex, block by block, the steps until it is held: 0 if it is, `NEVER` if it is not on its way.
type State = Vec<u8>;

const NEVER: u8 = u8::MAX;

/// The most states that are made before the search is given up.
const STATES: usize = 60_000;

/// The verdict on a number of steps.
enum Within {
    Enough,
    TooFew,
    Unknown,
}

struct Search<'a> {
    arcs: &'a [Arc],
    vertices: usize,
    blocks: &'a [Block],
    /// The steps from each vertex to each other, vertex by vertex.
    distances: Vec<u32>,
    made: usize,
}

/// The least number of steps in which all blocks are where they are needed; `None` if there are too many states.
pub fn least_steps(arcs: &[Arc], vertices: u32, blocks: &[Block]) -> Option<u32> {
    let vertices = vertices as usize;
    let distances = distances(arcs, vertices);
    let mut search = Search { arcs, vertices, blocks, distances, made: 0 };
    for steps in 0..100 {
        match search.within(steps) {
            Within::Enough => return Some(steps),
            Within::TooFew => {}
            Within::Unknown => return None,
        }
    }
    None
}

fn distances(arcs: &[Arc], vertices: usize) -> Vec<u32> {
    // Far, but not so far that a sum of two does not fit.
    let mut distances = vec![u32::MAX / 4; vertices * vertices];
    (0..vertices).for_each(|vertex| distances[vertex * vertices + vertex] = 0);
    for arc in arcs {
        let at = &mut distances[arc.from as usize * vertices + arc.to as usize];
        *at = arc.latency.min(*at);
    }
    for over in 0..vertices {
        for from in 0..vertices {
            for to in 0..vertices {
                let around = distances[from * vertices + over] + distances[over * vertices + to];
                distances[from * vertices + to] = distances[from * vertices + to].min(around);
            }
        }
    }
    distances
}

impl Search<'_> {
    fn within(&mut self, steps: u32) -> Within {
        let mut start = vec![NEVER; self.blocks.len() * self.vertices];
        for (block, &Block { from, .. }) in self.blocks.iter().enumerate() {
            start[block * self.vertices + from as usize] = 0;
        }
        let mut states = HashSet::new();
        if self.is_possible(&start, steps) {
            states.insert(start);
        }
        for left in (0..=steps).rev() {
            if states.iter().any(|state| self.is_end(state)) {
                return Within::Enough;
            }
            if left == 0 || states.is_empty() {
                break;
            }
            let mut next = HashSet::new();
            for state in &states {
                self.choose(0, state, &mut state.clone(), left, &mut next);
                if self.made > STATES {
                    return Within::Unknown;
                }
            }
            states = next;
        }
        Within::TooFew
    }

    fn is_end(&self, state: &[u8]) -> bool {
        let columns = self.blocks.iter().zip(state.chunks(self.vertices));
        columns.into_iter().all(|(block, column)| block.to.iter().all(|&rank| column[rank as usize] == 0))
    }

    /// False if a block is too far from a rank that needs it, or a rank lacks more than can still reach it.
    fn is_possible(&self, state: &[u8], left: u32) -> bool {
        let mut lacking = vec![0; self.vertices];
        for (block, column) in self.blocks.iter().zip(state.chunks(self.vertices)) {
            for &rank in &block.to {
                let arrives = |(from, &time): (usize, &u8)| {
                    time != NEVER && u32::from(time) + self.distances[from * self.vertices + rank as usize] <= left
                };
                if !column.iter().enumerate().any(arrives) {
                    return false;
                }
                let time = column[rank as usize];
                lacking[rank as usize] += u64::from(time == NEVER || u32::from(time) > left);
            }
        }
        let mut open = vec![0; self.vertices];
        for arc in self.arcs {
            open[arc.to as usize] += arc.capacity * u64::from((left + 1).saturating_sub(arc.latency));
        }
        lacking.iter().zip(&open).all(|(lacking, open)| lacking <= open)
    }

    /// All choices of blocks for the arcs from `at` on, as many as each arc can carry: to hold more does no harm.
    fn choose(&mut self, at: usize, held: &State, next: &mut State, left: u32, states: &mut HashSet<State>) {
        if self.made > STATES {
            return;
        }
        let Some(arc) = self.arcs.get(at) else {
            self.made += 1;
            let passed: State =
                next.iter().map(|&time| if time == NEVER { time } else { time.saturating_sub(1) }).collect();
            if self.is_possible(&passed, left - 1) {
                states.insert(self.sorted(passed));
            }
            return;
        };
        let useful: Vec<usize> =
            (0..self.blocks.len()).filter(|&block| self.is_useful(block, arc, held, next, left)).collect();
        let count = useful.len().min(usize::try_from(arc.capacity).unwrap_or(usize::MAX));
        let latency = u8::try_from(arc.latency).expect("small");
        for chosen in 0u32..1 << useful.len() {
            if chosen.count_ones() as usize != count {
                continue;
            }
            let places: Vec<usize> = (0..useful.len())
                .filter(|index| chosen >> index & 1 == 1)
                .map(|index| useful[index] * self.vertices + self.arcs[at].to as usize)
                .collect();
            let before: Vec<u8> = places.iter().map(|&place| next[place]).collect();
            for &place in &places {
                next[place] = latency;
            }
            self.choose(at + 1, held, next, left, states);
            places.iter().zip(before).for_each(|(&place, time)| next[place] = time);
        }
    }

    /// True if the sender has the block, and with it some rank that needs the block can have it earlier than it would.
    fn is_useful(&self, block: usize, arc: &Arc, held: &State, next: &State, left: u32) -> bool {
        let column = block * self.vertices;
        let time = next[column + arc.to as usize];
        let sooner = time == NEVER || u32::from(time) > arc.latency;
        let helps = |&rank: &u32| {
            let end = arc.latency + self.distances[arc.to as usize * self.vertices + rank as usize];
            let time = next[column + rank as usize];
            end <= left && (time == NEVER || u32::from(time) > end)
        };
        held[column + arc.from as usize] == 0 && sooner && self.blocks[block].to.iter().any(helps)
    }

    /// The state with like blocks, which stand beside each other, in a fixed order.
    #[expect(clippy::needless_pass_by_value, reason = "the state before is of no more use")]
    fn sorted(&self, state: State) -> State {
        let mut columns: Vec<&[u8]> = state.chunks(self.vertices).collect();
        let mut start = 0;
        for like in self.blocks.chunk_by(|one, other| one == other) {
            columns[start..start + like.len()].sort_unstable();
            start += like.len();
        }
        columns.concat()
    }
}

/// A set of contributions, one bit a rank.
type Set = u8;

/// The parts each vertex has of a block, and those on their way: the steps until they arrive, the vertex, and the parts.
type Combined = (Vec<Set>, Vec<(u32, u32, Set)>);

/// The least number of steps in which one block is combined from all ranks at the root, without turning anything around: every
/// choice of arcs in every step, and no contribution counts twice. `None` if there are too many states.
pub fn least_reduction(arcs: &[Arc], vertices: u32, ranks: u32, root: u32) -> Option<u32> {
    let all: Set = (1 << ranks) - 1;
    let start = (0..vertices).map(|vertex| if vertex < ranks { 1 << vertex } else { 0 }).collect();
    let mut states: HashSet<Combined> = HashSet::from([(start, Vec::new())]);
    let mut made = 0;
    for steps in 0..20 {
        if states.iter().any(|(sets, _)| sets[root as usize] == all) {
            return Some(steps);
        }
        let mut next = HashSet::new();
        for (sets, under_way) in &states {
            for chosen in 0u32..1 << arcs.len() {
                let is_chosen = |index: usize| chosen >> index & 1 == 1;
                if (0..arcs.len()).any(|index| is_chosen(index) && sets[arcs[index].from as usize] == 0) {
                    continue;
                }
                made += 1;
                if made > STATES {
                    return None;
                }
                let sent = (0..arcs.len()).filter(|&index| is_chosen(index)).map(|index| {
                    let arc = arcs[index];
                    (arc.latency, arc.to, sets[arc.from as usize])
                });
                next.extend(passed(sets, under_way.iter().copied().chain(sent), all));
            }
        }
        states = next;
    }
    None
}

/// The state a step later; `None` if a contribution would count twice.
fn passed(sets: &[Set], under_way: impl Iterator<Item = (u32, u32, Set)>, all: Set) -> Option<Combined> {
    let (mut sets, mut later) = (sets.to_vec(), Vec::new());
    let mut arrived = Vec::new();
    for (time, to, set) in under_way {
        if time == 1 { arrived.push((set == all, to, set)) } else { later.push((time - 1, to, set)) }
    }
    // Partial sets first.
    arrived.sort_unstable();
    for (is_complete, to, set) in arrived {
        let at = &mut sets[to as usize];
        if !is_complete && *at & set != 0 {
            return None;
        }
        *at |= set;
    }
    later.sort_unstable();
    Some((sets, later))
}
