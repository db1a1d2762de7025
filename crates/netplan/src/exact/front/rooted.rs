//! Broadcasts: for each number of steps and rounds, the most blocks.

use super::Cell;
use super::question::{Known, Question};
use rayon::prelude::*;

/// The cells of a broadcast.
pub fn cells(question: &Question<'_>, root: u32) -> Vec<Cell> {
    let limits = question.limits;
    let distances = question.graph.distances(root, |arc| u64::from(arc.latency));
    // With fewer steps than the distance of the farthest rank, or if one is not reached, there is nothing.
    let mut ranks = distances[..question.graph.compute() as usize].iter();
    let reached = ranks.try_fold(0, |most, distance| Some(most.max((*distance)?)));
    let Some(first) = reached.and_then(|most| u32::try_from(most).ok()) else { return Vec::new() };
    let all: Vec<_> = (first.max(1)..=limits.steps)
        .flat_map(|steps| (steps..=limits.rounds).map(move |rounds| (steps, rounds)))
        .collect();
    all.into_par_iter().map(|(steps, rounds)| cell(question, steps, rounds)).collect()
}

/// The most blocks of a number of steps and rounds.
fn cell(question: &Question<'_>, steps: u32, rounds: u32) -> Cell {
    let mut cell =
        Cell { steps, rounds: Some(rounds), best: None, complete: false, ratio: None, refutations: Vec::new() };
    let Some(compositions) = question.compositions(steps, rounds).filter(|_| !question.is_over()) else { return cell };
    let most = question.most(&compositions);
    // What the limit leaves out needs no proof.
    cell.complete = true;
    if most < question.limits.blocks {
        match question.answer(steps, rounds, most + 1) {
            Known::Refuted(refutations) => cell.refutations = refutations,
            _ => cell.complete = false,
        }
    }
    for blocks in (1..=most).rev() {
        match question.answer(steps, rounds, blocks) {
            Known::Exists(point) => {
                cell.best = Some(point);
                return cell;
            }
            // A proof against fewer blocks is one against more.
            Known::Refuted(refutations) => {
                cell.refutations = refutations;
                cell.complete = true;
            }
            Known::Open => cell.complete = false,
        }
    }
    cell
}
