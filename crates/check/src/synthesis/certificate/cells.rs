//! Cuts in time.
//!
//! In a schedule of S steps with R rounds, an arc carries its capacity times `r_s` blocks in step s, and `r_1 + .. + r_S = R`.
//! Let every vertex x have a time theta(x) >= 0, the root 0 and some rank more than S. If
//!
//! ```text
//! sum over arcs e = (x, y) of c(e) * sum of r_s over theta(x) < s <= theta(y) - l(e) < B
//! ```
//!
//! then no broadcast of B blocks has these rounds: the proof is that of [`super::times`], with up to c(e) `r_s` sends in step s. With
//! such times for each way to divide R rounds among S steps, so that each has one at least, there is no broadcast of B blocks at
//! all with S steps and R rounds. *Reductions* over arcs of one step are broadcasts turned around, with the rounds of the last step first.

use super::super::fault::Wrong;
use super::rounds_turn_around;
use super::times::crossing;
use crate::synthesis::statement::Statement;
use logpine_models::job::MpiCollective;
use logpine_network::digraph::Arc;
use std::collections::BTreeSet;

/// A bound on blocks: no broadcast of so many steps and rounds has `blocks` blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlocksBound {
    /// The number of steps.
    pub steps: u32,
    /// The number of rounds of all steps.
    pub rounds: u32,
    /// The number of blocks that is too great.
    pub blocks: u64,
}

/// A cut for one way to divide rounds among steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutInTime {
    /// The rounds of each step.
    pub rounds: Vec<u32>,
    /// The time of each vertex.
    pub times: Vec<u32>,
}

/// Cuts for a number of steps and rounds, which are a cell of a front.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellCuts {
    /// The claim.
    pub bound: BlocksBound,
    /// A cut for each way to divide the rounds.
    pub cuts: Vec<CutInTime>,
}

/// The most pairs of a cut and an arc.
const MOST: u64 = 1 << 32;

/// Checks all cuts, and returns what is claimed.
///
/// # Errors
/// The first [`Wrong`].
///
/// **Complexity** O(m + S) time for each cut, for m arcs and S steps.
pub(super) fn check(statement: &Statement<'_>, cells: &[CellCuts]) -> Result<Vec<BlocksBound>, Wrong> {
    statement.arcs()?;
    if !matches!(statement.collective, MpiCollective::Bcast | MpiCollective::Reduce) {
        let (what, instead) = ("cuts in time say", "node times do");
        return Err(Wrong::new(format_args!(
            "{what} nothing about {collective}; {instead}",
            collective = statement.collective
        )));
    }
    rounds_turn_around(statement)?;
    if cells.is_empty() {
        return Err(Wrong::new("the list is empty, and proves nothing"));
    }
    let arcs: Vec<Arc> = statement.spreading().collect();
    let mut work = 0u64;
    for CellCuts { bound, cuts } in cells {
        work = work.saturating_add((cuts.len() as u64).saturating_mul(arcs.len() as u64));
        if work > MOST {
            return Err(Wrong::new(format_args!("a check of {steps} steps would take too long", steps = bound.steps)));
        }
        let ways: BTreeSet<&[u32]> = cuts.iter().map(|cut| cut.rounds.as_slice()).collect();
        for cut in cuts {
            check_one(statement, &arcs, *bound, cut)?;
        }
        let (found, expected) = (ways.len(), ways_to_divide(*bound));
        if expected != Some(found as u64) || found == 0 {
            let BlocksBound { steps, rounds, .. } = *bound;
            let expected = expected.map_or_else(|| "more than 2^64".to_owned(), |ways| ways.to_string());
            return Err(Wrong::new(format_args!(
                "there are cuts for {found} of the {expected} ways to divide {rounds} rounds among {steps} steps"
            )));
        }
    }
    Ok(cells.iter().map(|cell| cell.bound).collect())
}

/// The number of ways to write the rounds as an ordered sum of as many positive numbers as there are steps; `None` if it is beyond 64
/// bits.
fn ways_to_divide(BlocksBound { steps, rounds, .. }: BlocksBound) -> Option<u64> {
    let (Some(gaps), Some(chosen)) = (rounds.checked_sub(1), steps.checked_sub(1)) else { return Some(0) };
    let Some(rest) = gaps.checked_sub(chosen) else { return Some(0) };
    let mut ways = 1u128;
    for index in 0..chosen.min(rest) {
        if ways > u128::from(u64::MAX) {
            return None;
        }
        ways = ways * u128::from(gaps - index) / u128::from(index + 1);
    }
    u64::try_from(ways).ok()
}

fn check_one(statement: &Statement<'_>, arcs: &[Arc], bound: BlocksBound, cut: &CutInTime) -> Result<(), Wrong> {
    let BlocksBound { steps, rounds, blocks } = bound;
    let CutInTime { rounds: of_steps, times } = cut;
    let sum: u64 = of_steps.iter().map(|&rounds| u64::from(rounds)).sum();
    if of_steps.len() != steps as usize || sum != u64::from(rounds) || of_steps.contains(&0) {
        return Err(Wrong::new(format_args!(
            "the rounds of a cut are not {rounds} in {steps} steps, at least one in each"
        )));
    }
    let vertices = statement.graph.vertices();
    if times.len() != vertices as usize {
        return Err(Wrong::new(format_args!("there are {found} times, but {vertices} vertices", found = times.len())));
    }
    if times[statement.root as usize] != 0 {
        return Err(Wrong::new(format_args!(
            "the root {root} has its blocks from time 0 on, and has another time",
            root = statement.root
        )));
    }
    if times[..statement.ranks() as usize].iter().all(|&time| time <= steps) {
        return Err(Wrong::new(format_args!(
            "no rank has a time of more than {steps}, so that the times say nothing about {steps} steps"
        )));
    }
    // The rounds up to each step.
    let mut until = vec![0u64];
    until.extend(of_steps.iter().scan(0, |sum, &rounds| {
        *sum += u64::from(rounds);
        Some(*sum)
    }));
    let crossing = crossing(arcs.iter().copied(), times, |step| until[(step as usize).min(of_steps.len())]);
    if crossing < u128::from(blocks) {
        Ok(())
    } else {
        Err(Wrong::new(format_args!(
            "{crossing} transmissions can cross in {steps} steps with {rounds} rounds, which is enough for {blocks} blocks"
        )))
    }
}
