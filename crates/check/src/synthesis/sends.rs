//! Checks of schedules in steps.
//!
//! A block sent in step t (t = 1, 2, ..) over an arc of latency l is held by its sender at the end of step t - 1, and by its
//! receiver at the end of step t + l - 1. At most as many blocks begin on an arc in a step as it has capacity. What the sender
//! has it keeps. Blocks do not interact but for the capacities, so that each is followed by itself.

use super::fault::{Fault, Faults, Limits, Wrong};
use super::groups::Groups;
use super::sent::{Followed, Sent};
use super::statement::{Arcs, Statement};
use super::{movement, reduction};
use logpine_network::digraph::{Arc, Digraph};
use rayon::prelude::*;
use std::ops::Range;

/// The cost of a correct schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Executed {
    /// The number of steps: at the end of the last, everything has arrived.
    pub steps: u64,
    /// The number of transmissions.
    pub sends: u64,
}

/// Sends with what is known about each.
struct Sends<'a> {
    sends: &'a [Sent],
    /// The arc of each.
    arcs: Vec<u32>,
    graph: &'a Digraph,
    /// The latency of all arcs, if it is the same.
    latency: Option<u32>,
}

impl Sends<'_> {
    /// A send with the step at whose end it arrives.
    fn follow(&self, row: u32) -> Followed {
        let sent = self.sends[row as usize];
        let latency = self.latency.unwrap_or_else(|| self.graph.arcs()[self.arcs[row as usize] as usize].latency);
        Followed { row: row as usize, sent, end: u64::from(sent.step) + u64::from(latency) - 1 }
    }
}

/// Checks that a schedule in steps brings about a collective: sends in any order.
///
/// If contributions are combined, every rank begins with its own to every block. A send carries the contributions that the
/// sender has at the end of the step before. On arrival, disjoint sets of contributions are united, and the complete set takes
/// the place of a partial one; all other sets that meet are a fault, because a contribution would count twice.
///
/// # Errors
/// The first faults, at most [`Limits::faults`]: those of single rows if there are any, else those of capacity and meaning.
///
/// **Complexity** O(n + m log m) time for n sends in the order of steps, else O(n log n + m log m), for m arcs, and 8 bytes a send; if contributions are combined, P/64
/// words for each send, and P/8 bytes for each vertex and each send of one block, which are refused beyond
/// [`Limits::contributions`] before they are spent.
pub fn check_sends(statement: &Statement<'_>, sends: &[Sent], limits: &Limits) -> Result<Executed, Vec<Fault>> {
    check_rounds(statement, &[], sends, limits)
}

/// Checks a schedule in steps that have several rounds each, in which every arc carries its capacity: what begins in a step is held
/// before its first round. Steps beyond the list have one round.
///
/// # Errors
/// As [`check_sends`].
pub fn check_rounds(
    statement: &Statement<'_>,
    rounds: &[u32],
    sends: &[Sent],
    limits: &Limits,
) -> Result<Executed, Vec<Fault>> {
    let mut faults = Faults::new(limits);
    let fatal = |wrong: Wrong| vec![Fault { row: None, wrong }];
    let arcs = statement.arcs().map_err(fatal)?;
    let rows = u32::try_from(sends.len()).map_err(|_| {
        fatal(Wrong::new(format_args!("there are {sends} sends, more than 2^32 - 1", sends = sends.len())))
    })?;
    let of_rows = check_rows(statement, &arcs, sends, &mut faults);
    let mut steps = 0;
    if faults.is_empty() {
        let graph = statement.graph;
        let mut latencies = graph.arcs().iter().map(|arc| arc.latency);
        let latency = latencies.next().filter(|&first| latencies.all(|latency| latency == first));
        let sends = Sends { sends, arcs: of_rows, graph, latency };
        steps = (0..rows).map(|row| sends.follow(row).end).max().unwrap_or(0);
        let check_blocks = || check_blocks(statement, &sends, rows, limits);
        let ((), of_blocks) = rayon::join(|| check_capacities(&sends, rounds, rows, &mut faults), check_blocks);
        faults.extend(of_blocks);
    }
    faults.or(Executed { steps, sends: u64::from(rows) })
}

/// Checks what can be seen of a row by itself, and returns the arc of each.
fn check_rows(statement: &Statement<'_>, arcs: &Arcs, sends: &[Sent], faults: &mut Faults) -> Vec<u32> {
    let blocks = statement.all_blocks();
    let mut of_rows = Vec::with_capacity(sends.len());
    for (row, &Sent { step, from, to, block }) in sends.iter().enumerate() {
        if step == 0 {
            faults.add(Some(row), Wrong::new("the step is 0; steps are numbered from 1"));
        }
        match arcs.find(from, to) {
            Some(arc) => of_rows.push(arc),
            None => faults.add(Some(row), Wrong::new(format_args!("there is no arc from {from} to {to}"))),
        }
        if block >= blocks {
            faults.add(
                Some(row),
                Wrong::new(format_args!("there is no block {block}; the blocks are 0 to {last}", last = blocks - 1)),
            );
        }
        if faults.are_enough() {
            break;
        }
    }
    of_rows
}

/// Checks that no arc carries more blocks in a step than its capacity in all rounds.
fn check_capacities(sends: &Sends<'_>, rounds: &[u32], rows: u32, faults: &mut Faults) {
    let arcs = u32::try_from(sends.graph.arcs().len()).expect("arcs have 32 bits");
    let mut steps: Vec<(u32, u32)> = Vec::new();
    for (arc, of_arc) in Groups::new(arcs, rows, |row| sends.arcs[row as usize]).iter() {
        let Arc { from, to, capacity, .. } = sends.graph.arcs()[arc as usize];
        steps.clear();
        steps.extend(of_arc.iter().map(|&row| (sends.sends[row as usize].step, row)));
        steps.sort_unstable();
        for together in steps.chunk_by(|a, b| a.0 == b.0) {
            let sent = together.len() as u64;
            let rounds = rounds.get(together[0].0 as usize - 1).copied().unwrap_or(1);
            let capacity = capacity.saturating_mul(rounds.into());
            if sent > capacity {
                let first = usize::try_from(capacity).unwrap_or(usize::MAX);
                let row = together.get(first).map(|&(_, row)| row as usize);
                faults.add(row, Wrong::new(format_args!("{sent} blocks begin in step {step} on the arc from {from} to {to}, which has a capacity of {capacity}", step = together[0].0)));
            }
        }
    }
}

/// Follows blocks as the collective treats them.
enum Follower<'a> {
    Movement(movement::Follower<'a>),
    Reduction(reduction::Follower<'a>),
}

impl<'a> Follower<'a> {
    /// Provides for blocks of at most `most` sends.
    fn new(statement: &Statement<'a>, most: usize, limits: &Limits) -> Result<Self, Wrong> {
        if statement.collective.combines() {
            reduction::Follower::new(statement, most, limits).map(Self::Reduction)
        } else {
            Ok(Self::Movement(movement::Follower::new(statement)))
        }
    }
}

/// The number of sends from which on blocks are followed in parallel.
const MANY: u32 = 1 << 16;

/// Follows every block by itself.
fn check_blocks(statement: &Statement<'_>, sends: &Sends<'_>, rows: u32, limits: &Limits) -> Faults {
    let mut faults = Faults::new(limits);
    let groups = Groups::new(statement.all_blocks(), rows, |row| sends.sends[row as usize].block);
    let (blocks, largest): (Vec<(u32, &[u32])>, usize) = (groups.iter().collect(), groups.largest());
    let parts = if rows < MANY { 1 } else { rayon::current_num_threads() };
    let share = Limits { contributions: limits.contributions / parts as u64, ..*limits };
    let followers: Result<Vec<_>, _> = (0..parts).map(|_| Follower::new(statement, largest, &share)).collect();
    // One after the other, if the memory is not enough for more.
    let followers = match followers.or_else(|_| Ok(vec![Follower::new(statement, largest, limits)?])) {
        Ok(followers) => followers,
        Err(wrong) => {
            faults.add(None, wrong);
            return faults;
        }
    };
    let size = blocks.len().div_ceil(followers.len());
    let after = |before: &[(u32, _)]| before.last().map_or(0, |&(block, _)| block + 1);
    let check = |(part, mut follower): (usize, Follower<'_>)| {
        let mut faults = Faults::new(limits);
        let (begin, end) = ((part * size).min(blocks.len()), ((part + 1) * size).min(blocks.len()));
        let mut next = after(&blocks[..begin]);
        let mut followed: Vec<Followed> = Vec::new();
        for &(block, of_block) in &blocks[begin..end] {
            never_sent(statement, next..block, &mut faults);
            if faults.are_enough() {
                break;
            }
            followed.clear();
            followed.extend(of_block.iter().map(|&row| sends.follow(row)));
            followed.sort_by_key(|followed| followed.sent.step);
            match &mut follower {
                Follower::Movement(follower) => follower.follow(block, &followed, &mut faults),
                Follower::Reduction(follower) => follower.follow(block, &followed, &mut faults),
            }
            next = block + 1;
        }
        faults
    };
    let found: Vec<Faults> = followers.into_par_iter().enumerate().map(check).collect();
    for of_part in found {
        faults.extend(of_part);
    }
    never_sent(statement, after(&blocks)..statement.all_blocks(), &mut faults);
    faults
}

/// Reports the blocks of a range without sends that are needed where they are not. Ends with the limit of faults.
fn never_sent(statement: &Statement<'_>, blocks: Range<u32>, faults: &mut Faults) {
    let home = statement.at_home();
    for range in [blocks.start..blocks.end.min(home.start), blocks.start.max(home.end)..blocks.end] {
        for block in range {
            if faults.are_enough() {
                return;
            }
            faults.add(None, Wrong::new(format_args!("block {block} is never sent")));
        }
    }
}
