//! Broadcasts by calls: every vertex sends one block in a step at most.
//!
//! The last of B blocks to leave the root leaves it in step B or later, and from then on takes as long as one block alone. For
//! one block, let D(v) be the vertices that the root reaches by way of v only: they hear nothing but what v tells them. A
//! vertex needs, from the step on in which it has the block,
//!
//! ```text
//! need(v) = max(ceil log2(ranks in D(v) + 1), max over k of k + e(K_k))    K_0, K_1, ..: parts of D(v) by descending e
//! e(K) = max(ceil log2(ranks in K + 1), max over ranks w of K of distance(v, w) + need(w))
//! ```
//!
//! where the parts are those that no arc joins: v calls into one after the other, and those who know at most double in a step.
//! A rank with a distance d from the root does not have the block before the end of step d, so that d + need is a bound for each
//! vertex that is a rank or has a rank behind it.
//!
//! Only the need of the root counts in graphs with more than 2^26 pairs of a vertex and an arc; finding all needs would take too long.
//!
//! *Reductions* are broadcasts with all arcs and steps turned around.

use super::super::fault::Wrong;
use crate::synthesis::distances::{by_start, distances};
use crate::synthesis::formula::{Formula, check_calls};
use crate::synthesis::statement::Statement;
use logpine_network::digraph::Arc;

/// The most pairs of a vertex and an arc for which the needs of all vertices are found.
const MOST_PAIRS: u64 = 1 << 26;

/// Checks that a broadcast by calls takes at least `bound` steps.
///
/// # Errors
/// The first [`Wrong`].
///
/// **Complexity** O(n m log n) time for n vertices and m arcs; O(m log n) if n m is above 2^26.
pub(super) fn check(statement: &Statement<'_>, bound: u32) -> Result<(), Wrong> {
    let (calls, distances) = reached(statement)?;
    let needs = calls.needs(statement.root, &distances);
    let least = calls.least(&needs, &distances) + u64::from(statement.blocks) - 1;
    if u64::from(bound) <= least {
        Ok(())
    } else {
        Err(Wrong::new(format_args!(
            "calls need at least {least} steps, as far as can be seen; that {bound} are needed is not proved"
        )))
    }
}

/// Checks that a formula says that one block gets to all ranks in `bound` - blocks steps, each early enough for those behind it.
///
/// # Errors
/// The first [`Wrong`].
///
/// **Complexity** O(n m log n) time for n vertices and m arcs, and the length of the formula.
pub(super) fn check_formula(statement: &Statement<'_>, bound: u32, dimacs: &str) -> Result<Formula, Wrong> {
    let (calls, distances) = reached(statement)?;
    // The formula is one of fewer steps than the last block takes after the others have left.
    let steps = bound.checked_sub(statement.blocks).ok_or_else(|| {
        Wrong::new(format_args!(
            "a bound of {bound} steps needs no formula: the last block leaves the root when all others have"
        ))
    })?;
    let of_need = |need: u64| steps.saturating_sub(u32::try_from(need).unwrap_or(u32::MAX));
    let deadlines = calls.needs(statement.root, &distances).into_iter().map(of_need).collect();
    check_calls(statement, steps, deadlines, dimacs)
}

/// The arcs of a statement about calls, and the distances from its root.
fn reached(statement: &Statement<'_>) -> Result<(Calls, Vec<Option<u64>>), Wrong> {
    meaning(statement)?;
    let calls = Calls::new(statement);
    let distances = distances(&calls.from, [statement.root]);
    match (0..statement.ranks()).find(|&rank| distances[rank as usize].is_none()) {
        Some(rank) => {
            Err(Wrong::new(format_args!("rank {rank} is not reached: there is no schedule at all, and no bound")))
        }
        None => Ok((calls, distances)),
    }
}

/// Checks that calls mean something for the collective.
fn meaning(statement: &Statement<'_>) -> Result<(), Wrong> {
    statement.arcs()?;
    let collective = statement.collective;
    if collective.has_blocks_of_root() {
        Ok(())
    } else {
        Err(Wrong::new(format_args!("calls say nothing about {collective}; node times do")))
    }
}

/// The arcs that calls are made over.
struct Calls {
    ranks: u32,
    arcs: Vec<Arc>,
    /// The arcs from each vertex.
    from: Vec<Vec<Arc>>,
}

impl Calls {
    fn new(statement: &Statement<'_>) -> Self {
        let arcs: Vec<Arc> = statement.spreading().collect();
        let from = by_start(statement.graph.vertices(), arcs.iter().copied());
        Self { ranks: statement.ranks(), arcs, from }
    }

    /// The steps that each vertex needs from the step on in which it has the block.
    fn needs(&self, root: u32, distances: &[Option<u64>]) -> Vec<u64> {
        let reached = |vertex: &u32| distances[*vertex as usize].is_some();
        let others = || (0u32..).take(self.from.len()).filter(|vertex| *vertex != root && reached(vertex));
        let few = self.from.len() as u64 * (self.arcs.len() as u64 + 1) <= MOST_PAIRS;
        let mut behind: Vec<(u32, Vec<u32>)> = others()
            .filter(|_| few)
            .map(|vertex| (vertex, self.behind(root, vertex, distances)))
            .filter(|(_, behind)| !behind.is_empty())
            .collect();
        // Those behind w, if w is behind v, are fewer than those behind v: their needs are known then.
        behind.sort_by_key(|(_, behind)| behind.len());
        behind.push((root, others().collect()));
        let mut needs = vec![0; self.from.len()];
        for (vertex, behind) in &behind {
            needs[*vertex as usize] = self.need(*vertex, behind, &needs);
        }
        needs
    }

    /// The least number of steps for one block.
    fn least(&self, needs: &[u64], distances: &[Option<u64>]) -> u64 {
        let of_vertex = |(vertex, need): (usize, &u64)| {
            let counts = *need > 0 || vertex < self.ranks as usize;
            distances[vertex].filter(|_| counts).map(|distance| distance + need)
        };
        needs.iter().enumerate().filter_map(of_vertex).max().unwrap_or(0)
    }

    /// The vertices that `root` reaches by way of `vertex` only.
    fn behind(&self, root: u32, vertex: u32, distances: &[Option<u64>]) -> Vec<u32> {
        let mut seen = vec![false; self.from.len()];
        (seen[root as usize], seen[vertex as usize]) = (true, true);
        let mut stack = vec![root];
        while let Some(at) = stack.pop() {
            for arc in &self.from[at as usize] {
                if !std::mem::replace(&mut seen[arc.to as usize], true) {
                    stack.push(arc.to);
                }
            }
        }
        (0u32..)
            .zip(&seen)
            .filter(|&(other, seen)| !seen && distances[other as usize].is_some())
            .map(|(v, _)| v)
            .collect()
    }

    /// The steps that a vertex needs for those behind it.
    fn need(&self, vertex: u32, behind: &[u32], needs: &[u64]) -> u64 {
        let distances = distances(&self.from, [vertex]);
        let mut parts = self.parts(behind);
        let mut delays: Vec<u64> = Vec::new();
        // The ranks of a part are next to each other.
        parts.retain(|&(_, member)| member < self.ranks);
        parts.sort_unstable();
        for part in parts.chunk_by(|one, other| one.0 == other.0) {
            let late = part.iter().map(|&(_, w)| distances[w as usize].unwrap_or(0) + needs[w as usize]).max();
            delays.push(late.unwrap_or(0).max(doublings(part.len())));
        }
        delays.sort_unstable();
        let calls = (0u64..).zip(delays.iter().rev()).map(|(call, delay)| call + delay).max().unwrap_or(0);
        calls.max(doublings(parts.len()))
    }

    /// Each of these vertices with the smallest of those that arcs among them join it to.
    fn parts(&self, members: &[u32]) -> Vec<(u32, u32)> {
        let mut leader: Vec<u32> = vec![u32::MAX; self.from.len()];
        for &member in members {
            leader[member as usize] = member;
        }
        for arc in &self.arcs {
            if leader[arc.from as usize] != u32::MAX && leader[arc.to as usize] != u32::MAX {
                let (one, other) = (first(&mut leader, arc.from), first(&mut leader, arc.to));
                leader[one.max(other) as usize] = one.min(other);
            }
        }
        members.iter().map(|&member| (first(&mut leader, member), member)).collect()
    }
}

/// The vertex that leads those that a vertex is joined to.
fn first(leader: &mut [u32], mut of: u32) -> u32 {
    while leader[of as usize] != of {
        leader[of as usize] = leader[leader[of as usize] as usize];
        of = leader[of as usize];
    }
    of
}

/// The steps until one is at least `others` + 1, if those who know double in each.
fn doublings(others: usize) -> u64 {
    u64::from((others as u64 + 1).next_power_of_two().trailing_zeros())
}
