//! Allgathers: for each number of steps, the fewest rounds for a block.

use super::dual::{self, Dual};
use super::question::{Known, Question};
use super::{Cell, Point, RatioBound, below};

/// The cells of an allgather, and whether each attains its bound, the last one for any number of steps.
pub fn cells(question: &Question<'_>) -> (Vec<Cell>, bool) {
    let mut cells: Vec<Cell> = Vec::new();
    let Some(first) = diameter(question) else { return (cells, false) };
    let Some((vertex, least)) = indegree(question) else { return (cells, false) };
    let mut best: Option<Point> = None;
    let mut are_tight = true;
    for steps in first.max(1)..=question.limits.steps {
        let bound = (RatioBound::Indegree { vertex }, least);
        let (cell, bound) = cell(question, steps, bound, best.as_ref());
        best = cell.best.clone().or(best);
        cells.push(cell);
        are_tight &= best.as_ref().is_some_and(|point| !below(bound, point.ratio()));
        if best.as_ref().is_some_and(|point| !below(least, point.ratio())) {
            return (cells, are_tight);
        }
    }
    (cells, false)
}

/// The greatest distance between ranks; `None` if one does not reach another.
fn diameter(question: &Question<'_>) -> Option<u32> {
    let graph = question.graph;
    let mut most = 0;
    for rank in 0..graph.compute() {
        let distances = graph.distances(rank, |arc| u64::from(arc.latency));
        for distance in &distances[..graph.compute() as usize] {
            most = most.max((*distance)?);
        }
    }
    u32::try_from(most).ok()
}

/// The rank with the least capacity into it, and the rounds for a block that follow; `None` if there are not two ranks.
fn indegree(question: &Question<'_>) -> Option<(u32, (u64, u64))> {
    let graph = question.graph;
    // What does not fit is beyond all limits of rounds and blocks.
    let (capacity, rank) = (0..graph.compute()).map(|rank| (graph.capacity_into(rank), rank)).min()?;
    (graph.compute() > 1).then(|| (rank, (u64::from(graph.compute()) - 1, capacity)))
}

/// The best of a number of steps, if it is faster than `before`, and the bound on its rounds for a block.
fn cell(
    question: &Question<'_>,
    steps: u32,
    bound: (RatioBound, (u64, u64)),
    before: Option<&Point>,
) -> (Cell, (u64, u64)) {
    let (ratio, mut least) = bound;
    let mut cell =
        Cell { steps, rounds: None, best: None, complete: true, ratio: Some(ratio), refutations: Vec::new() };
    let limit = before.map(Point::ratio);
    let all = fractions(question, steps, limit);
    let mut refuted: Vec<(u32, u32)> = Vec::new();
    let mut solved = false;
    for (rounds, blocks) in all {
        let fraction = (u64::from(rounds), u64::from(blocks));
        // What is refuted for more rounds, or fewer blocks, is refuted.
        if below(fraction, least) || refuted.iter().any(|&(more, fewer)| rounds <= more && blocks >= fewer) {
            continue;
        }
        // The bound of any number of steps may be attained; otherwise the program is worth its time.
        if below(least, fraction) && !solved && !question.is_over() {
            solved = true;
            let proof = dual::solve(question.graph, steps, question.limits.tableau);
            let proof = proof.and_then(|proof: Dual| proof.ratio(question.graph).map(|bound| (proof, bound)));
            if let Some((proof, bound)) = proof.filter(|&(_, bound)| below(least, bound)) {
                least = bound;
                cell.ratio = Some(RatioBound::Dual(proof));
            }
            if below(fraction, least) {
                continue;
            }
        }
        match question.answer(steps, rounds, blocks) {
            Known::Exists(point) => {
                cell.best = Some(point);
                break;
            }
            Known::Refuted(proofs) => {
                refuted.push((rounds, blocks));
                cell.refutations.extend(proofs);
            }
            Known::Open => cell.complete = false,
        }
    }
    (cell, least)
}

/// The rounds and blocks within the limits, and below a fraction, in ascending order of rounds for a block.
fn fractions(question: &Question<'_>, steps: u32, limit: Option<(u64, u64)>) -> Vec<(u32, u32)> {
    let limits = question.limits;
    let mut all: Vec<(u32, u32)> =
        (steps..=limits.rounds).flat_map(|rounds| (1..=limits.blocks).map(move |blocks| (rounds, blocks))).collect();
    all.retain(|&(rounds, blocks)| limit.is_none_or(|limit| below((rounds.into(), blocks.into()), limit)));
    all.sort_by(|one, other| {
        let cross = |rounds: u32, blocks: u32| u64::from(rounds) * u64::from(blocks);
        cross(one.0, other.1).cmp(&cross(other.0, one.1)).then(one.cmp(other))
    });
    all
}
