//! Brute force: every order in which a small schedule can be executed, with the contents of every rank after each operation.

use logpine::request::{MpiCollective, Operands};
use logpine_check::schedule::{Execution, Meaning};
use logpine_collectives::schedule::{Dependency, Operation, Schedule};
use std::collections::{BTreeMap, HashSet};

/// The contributors to each block that a rank holds, in the order of combination; for a broadcast, only whether it holds the
/// block.
type Held = Vec<Option<Vec<u32>>>;

/// An operation, numbered through all ranks.
struct Node {
    rank: u32,
    operation: Operation,
    /// Operations of the rank that must be done, and begun, before this one begins.
    done: Vec<usize>,
    begun: Vec<usize>,
    /// The other end of a message.
    partner: usize,
}

/// True if a schedule has the right result in every order of execution.
pub fn accepts(schedule: &Schedule, meaning: &Meaning, execution: Execution) -> bool {
    let Some(nodes) = nodes(schedule, execution) else { return false };
    assert!(nodes.len() <= 64, "too many operations to try every order");
    let sizes: Vec<u64> = meaning.blocks.iter().collect();
    if meaning.root >= schedule.ranks() || stuck(&nodes) {
        return false;
    }
    let rule = Rule::of(meaning.collective);
    if rule == Rule::Moved && nodes.iter().any(|node| matches!(node.operation, Operation::Combine { .. })) {
        return false;
    }
    let carried = nodes.iter().map(|node| match rule {
        // Its messages tell of ranks, whatever their tags and sizes.
        Rule::Told => Some(is_end(node.operation).then_some(0).into_iter().collect()),
        _ => carried(node.operation, &sizes),
    });
    let Some(carried) = carried.collect() else { return false };
    let before = (0..nodes.len()).map(|at| before(&nodes, at)).collect();
    let (ranks, contents) = (schedule.ranks(), BTreeMap::new());
    let mut search = Search { nodes, carried, before, sizes, ranks, meaning: meaning.clone(), rule, contents };
    search.every_order()
}

/// The operations; `None` if messages do not match or an operation is impossible by itself.
fn nodes(schedule: &Schedule, execution: Execution) -> Option<Vec<Node>> {
    let mut nodes: Vec<Node> = Vec::new();
    let (mut sends, mut receptions) = (BTreeMap::new(), BTreeMap::new());
    for rank in 0..schedule.ranks() {
        let first = nodes.len();
        for (index, record) in schedule.rank(rank).iter().enumerate() {
            let (at, operation) = (first + index, record.operation());
            let twice = match operation {
                Operation::Send { to, bytes, tag } => sends.insert((rank, to, tag), (at, bytes)).is_some(),
                Operation::Receive { from, bytes, tag } => receptions.insert((from, rank, tag), (at, bytes)).is_some(),
                _ => false,
            };
            if twice {
                return None;
            }
            let done = if execution == Execution::ProgramOrder && index > 0 { vec![at - 1] } else { Vec::new() };
            nodes.push(Node { rank, operation, done, begun: Vec::new(), partner: at });
        }
        for index in 0..schedule.rank(rank).len() {
            for dependency in schedule.dependents(rank, u32::try_from(index).expect("few")) {
                let (Dependency::Done(waiting) | Dependency::Begun(waiting)) = dependency;
                let is_wait = |at: usize| matches!(nodes[at].operation, Operation::Wait { .. });
                if is_wait(first + index) || is_wait(first + waiting.0 as usize) {
                    return None;
                }
                match dependency {
                    Dependency::Done(waiting) => nodes[first + waiting.0 as usize].done.push(first + index),
                    Dependency::Begun(waiting) => nodes[first + waiting.0 as usize].begun.push(first + index),
                }
            }
        }
        for at in first..nodes.len() {
            let receives = |at: usize| at > first && matches!(nodes[at - 1].operation, Operation::Receive { .. });
            let requires = || {
                let index = u32::try_from(at - first).expect("few");
                schedule
                    .dependents(rank, index - 1)
                    .any(|on| on == Dependency::Done(logpine_collectives::schedule::Added(index)))
            };
            if matches!(nodes[at].operation, Operation::Combine { .. }) && !(receives(at) && requires()) {
                return None;
            }
        }
    }
    if sends.len() != receptions.len() {
        return None;
    }
    for ((from, to, tag), (send, bytes)) in sends {
        let &(reception, received) = receptions.get(&(from, to, tag))?;
        if from == to || bytes != received || bytes == 0 {
            return None;
        }
        (nodes[send].partner, nodes[reception].partner) = (reception, send);
    }
    Some(nodes)
}

/// The blocks of a message; empty for other operations. `None` if they are not whole.
fn carried(operation: Operation, sizes: &[u64]) -> Option<Vec<usize>> {
    let (Operation::Send { bytes, tag, .. } | Operation::Receive { bytes, tag, .. }) = operation else {
        return Some(Vec::new());
    };
    let (mut blocks, mut rest) = (Vec::new(), bytes);
    for step in 0..sizes.len() {
        let block = (tag as usize + step) % sizes.len();
        if rest == 0 || tag as usize >= sizes.len() {
            break;
        }
        if sizes[block] > 0 {
            blocks.push(block);
        }
        rest = rest.checked_sub(sizes[block])?;
    }
    (rest == 0 && !blocks.is_empty()).then_some(blocks)
}

const fn is_end(operation: Operation) -> bool {
    matches!(operation, Operation::Send { .. } | Operation::Receive { .. })
}

/// True if some operation never begins or never ends.
fn stuck(nodes: &[Node]) -> bool {
    let (mut begun, mut done) = (vec![false; nodes.len()], vec![false; nodes.len()]);
    loop {
        let mut changed = false;
        for (at, node) in nodes.iter().enumerate() {
            let may_begin = node.done.iter().all(|&on| done[on]) && node.begun.iter().all(|&on| begun[on]);
            if !begun[at] && may_begin {
                (begun[at], changed) = (true, true);
            }
            let is_reception = matches!(node.operation, Operation::Receive { .. });
            if !done[at] && begun[at] && (!is_reception || begun[node.partner]) {
                (done[at], changed) = (true, true);
            }
        }
        if !changed {
            return done.contains(&false);
        }
    }
}

/// The operations that take effect before a given one: sends when they begin, others when they end.
fn before(nodes: &[Node], at: usize) -> Vec<usize> {
    let mut before = before_begin(nodes, at);
    if matches!(nodes[at].operation, Operation::Receive { .. }) {
        before.push(nodes[at].partner);
    }
    before
}

fn before_begin(nodes: &[Node], at: usize) -> Vec<usize> {
    let mut before = nodes[at].done.clone();
    for &on in &nodes[at].begun {
        match nodes[on].operation {
            Operation::Send { .. } => before.push(on),
            // An operation that has begun has not taken effect, but its dependencies have.
            _ => before.extend(before_begin(nodes, on)),
        }
    }
    before
}

/// The rule for sent and received contents.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// Nothing is combined: ranks have a block or do not.
    Moved,
    /// Partial results are given away.
    GivenAway,
    /// Partial results are copied, and must not get lost.
    Copied,
    /// Every rank tells all it knows.
    Told,
}

impl Rule {
    const fn of(collective: MpiCollective) -> Self {
        match collective {
            MpiCollective::Reduce => Self::GivenAway,
            MpiCollective::Allreduce | MpiCollective::ReduceScatter => Self::Copied,
            MpiCollective::Barrier => Self::Told,
            _ => Self::Moved,
        }
    }
}

/// True if a rank has a block, or part of it, at the start; and true if it must have it at the end.
fn has_and_wants(meaning: &Meaning, rank: u32, block: u32, ranks: u32) -> (bool, bool) {
    let (root, own) = (rank == meaning.root, rank == block);
    match meaning.collective {
        MpiCollective::Bcast => (root, true),
        MpiCollective::Scatter => (root, own),
        MpiCollective::Gather => (own, root),
        MpiCollective::Allgather => (own, true),
        MpiCollective::Alltoall => (block / ranks == rank, block % ranks == rank),
        MpiCollective::Reduce => (true, root),
        MpiCollective::ReduceScatter => (true, own),
        _ => (true, true),
    }
}

struct Search {
    nodes: Vec<Node>,
    carried: Vec<Vec<usize>>,
    before: Vec<Vec<usize>>,
    sizes: Vec<u64>,
    ranks: u32,
    meaning: Meaning,
    rule: Rule,
    /// The contents of each send, which must be the same in every order.
    contents: BTreeMap<usize, Vec<Vec<u32>>>,
}

impl Search {
    fn every_order(&mut self) -> bool {
        let first = |(rank, block)| {
            let has = has_and_wants(&self.meaning, rank, block, self.ranks).0;
            has.then(|| if self.rule == Rule::Moved { Vec::new() } else { vec![rank] })
        };
        let start: Held = self.places().map(first).collect();
        let mut seen = HashSet::new();
        let mut open = vec![(0u64, start)];
        while let Some((done, held)) = open.pop() {
            if done.count_ones() as usize == self.nodes.len() {
                if !self.is_over(&held) {
                    return false;
                }
                continue;
            }
            let is_done = |at: usize| done >> at & 1 == 1;
            let next: Vec<usize> = (0..self.nodes.len())
                .filter(|&at| !is_done(at) && self.before[at].iter().all(|&before| is_done(before)))
                .collect();
            assert!(!next.is_empty(), "stuck");
            // An operation without effect may as well come first.
            let idle = next.iter().copied().find(|&at| self.is_idle(at));
            for at in idle.map_or(next, |at| vec![at]) {
                let mut held = held.clone();
                if !self.take_effect(at, &mut held) {
                    return false;
                }
                let state = (done | 1 << at, held);
                if seen.insert(state.clone()) {
                    open.push(state);
                }
            }
        }
        true
    }

    /// Ranks and blocks.
    fn places(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let blocks = u32::try_from(self.sizes.len()).expect("few");
        (0..self.ranks).flat_map(move |rank| (0..blocks).map(move |block| (rank, block)))
    }

    fn is_combined(&self, at: usize) -> bool {
        matches!(self.nodes.get(at + 1).map(|next| next.operation), Some(Operation::Combine { .. }))
    }

    fn is_idle(&self, at: usize) -> bool {
        match self.nodes[at].operation {
            Operation::Calculate { .. } | Operation::Wait { .. } => true,
            Operation::Receive { .. } => self.is_combined(at),
            Operation::Send { .. } | Operation::Combine { .. } => false,
        }
    }

    /// Performs an operation. Returns true if that is allowed.
    fn take_effect(&mut self, at: usize, held: &mut Held) -> bool {
        if self.is_idle(at) {
            return true;
        }
        let rank = self.nodes[at].rank as usize;
        let message = if matches!(self.nodes[at].operation, Operation::Combine { .. }) { at - 1 } else { at };
        let place = |block: usize| rank * self.sizes.len() + block;
        if matches!(self.nodes[at].operation, Operation::Send { .. }) {
            let sent: Option<Vec<_>> = self.carried[at].iter().map(|&block| held[place(block)].clone()).collect();
            let Some(sent) = sent else { return false };
            if self.rule == Rule::GivenAway {
                for &block in &self.carried[at] {
                    held[place(block)].take_if(|ranks| ranks.len() < self.ranks as usize);
                }
            }
            if self.rule == Rule::Told {
                self.contents.insert(at, sent);
                return true;
            }
            return *self.contents.entry(at).or_insert_with(|| sent.clone()) == sent;
        }
        let brought = &self.contents[&self.nodes[message].partner];
        for (&block, brought) in self.carried[message].iter().zip(brought) {
            let held = &mut held[place(block)];
            let (own, combined) = (held.take(), message != at);
            *held = match (self.rule, own) {
                (Rule::Moved, _) | (Rule::GivenAway, None) if !combined => Some(brought.clone()),
                (Rule::Copied, Some(own)) if !combined && own.iter().all(|rank| brought.contains(rank)) => {
                    Some(brought.clone())
                }
                (Rule::Told, Some(own)) if !combined => Some(own.into_iter().chain(brought.clone()).collect()),
                (_, Some(own)) if combined => match joined(self.meaning.operands, own, brought) {
                    Some(joined) => Some(joined),
                    None => return false,
                },
                _ => return false,
            };
        }
        true
    }

    fn is_over(&self, held: &Held) -> bool {
        let all = |ranks: &Vec<u32>| {
            let ranks: HashSet<u32> = ranks.iter().copied().collect();
            self.rule == Rule::Moved || ranks.len() == self.ranks as usize
        };
        self.places().zip(held).all(|((rank, block), held)| {
            let wanted = has_and_wants(&self.meaning, rank, block, self.ranks).1 && self.sizes[block as usize] > 0;
            !wanted || held.as_ref().is_some_and(all)
        })
    }
}

/// Contributions put together, each once and, if the order counts, in the order of the ranks without a gap.
fn joined(operands: Operands, own: Vec<u32>, other: &[u32]) -> Option<Vec<u32>> {
    let mut all = own;
    match operands {
        Operands::AnyOrder => {
            all.extend(other);
            all.sort_unstable();
            all.is_sorted_by(|one, next| one < next).then_some(all)
        }
        Operands::RankOrder => {
            let ordered = if other[0] < all[0] { [other, &all].concat() } else { [&all, other].concat() };
            ordered.windows(2).all(|pair| pair[0] + 1 == pair[1]).then_some(ordered)
        }
    }
}
