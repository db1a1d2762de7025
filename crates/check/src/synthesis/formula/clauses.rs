//! The clauses that say how blocks spread.

use super::super::fault::Wrong;
use super::dimacs::Comparison;
use super::windows::Windows;
use super::{Question, at_most};

/// A block.
pub(super) struct Block<'a> {
    pub windows: &'a Windows,
    /// Its first variable.
    pub first: i32,
}

impl Block<'_> {
    /// A variable of the block, from 0.
    pub fn literal(&self, variable: u64) -> i32 {
        // All variables of the block exist, so that the sum fits.
        i32::try_from(variable).map_or(i32::MAX, |variable| self.first.saturating_add(variable))
    }

    /// h(v, t).
    fn held(&self, vertex: u32, step: u64) -> Option<i32> {
        Some(self.literal(self.windows.held[vertex as usize].variable(step)?))
    }

    /// x(a, t).
    fn sent(&self, arc: usize, step: u64) -> Option<i32> {
        Some(self.literal(self.windows.sent[arc].variable(step)?))
    }
}

/// Compares the clauses of all blocks.
pub(super) fn compare(question: &Question, blocks: &[Block<'_>], to: &mut Comparison<'_>) -> Result<(), Wrong> {
    let mut entering: Vec<Vec<usize>> = vec![Vec::new(); question.vertices as usize];
    for (index, arc) in question.arcs.iter().enumerate() {
        entering[arc.to as usize].push(index);
    }
    for block in blocks {
        for vertex in (0..question.vertices).filter(|&vertex| vertex != block.windows.origin) {
            compare_vertex(question, block, vertex, &entering[vertex as usize], to)?;
        }
    }
    compare_capacities(question, blocks, to)
}

/// Compares the clauses of a block at a vertex.
fn compare_vertex(
    question: &Question,
    block: &Block<'_>,
    vertex: u32,
    entering: &[usize],
    to: &mut Comparison<'_>,
) -> Result<(), Wrong> {
    let window = &block.windows.held[vertex as usize];
    let mut last = None;
    for step in window.steps.clone() {
        let Some(now) = block.held(vertex, step) else { continue };
        let before = step.checked_sub(1).and_then(|before| block.held(vertex, before));
        let mut arriving = Vec::new();
        for &index in entering {
            let arc = &question.arcs[index];
            let Some(left) = step.checked_sub(arc.latency.into()) else { continue };
            let Some(sent) = block.sent(index, left + 1) else { continue };
            arriving.push(sent);
            to.clause(&[-sent, now])?;
            if let Some(before) = before {
                to.clause(&[-sent, -before])?;
            }
            if let Some(has) = block.held(arc.from, left) {
                to.clause(&[-sent, has])?;
            }
        }
        if let Some(before) = before {
            to.clause(&[-before, now])?;
        }
        let causes: Vec<i32> = [-now].into_iter().chain(before).chain(arriving.iter().copied()).collect();
        to.clause(&causes)?;
        at_most::compare(&arriving, 1, to)?;
        last = Some(now);
    }
    match last {
        _ if vertex >= question.ranks => Ok(()),
        Some(last) => to.clause(&[last]),
        None => {
            to.clause(&[block.first])?;
            to.clause(&[-block.first])
        }
    }
}

/// Compares the clauses about what is sent in each step.
fn compare_capacities(question: &Question, blocks: &[Block<'_>], to: &mut Comparison<'_>) -> Result<(), Wrong> {
    let mut sent = Vec::new();
    for block in blocks {
        for (arc, window) in block.windows.sent.iter().enumerate() {
            sent.extend(window.steps.clone().filter_map(|step| Some((step, arc, block.sent(arc, step)?))));
        }
    }
    sent.sort_unstable();
    let literals = |of: &[(u64, usize, i32)]| of.iter().map(|&(_, _, literal)| literal).collect::<Vec<_>>();
    for in_step in sent.chunk_by_mut(|one, other| one.0 == other.0) {
        for over_arc in in_step.chunk_by(|one, other| one.1 == other.1) {
            at_most::compare(&literals(over_arc), question.arcs[over_arc[0].1].capacity, to)?;
        }
        if question.deadlines.is_some() {
            let from = |&(_, arc, _): &(u64, usize, i32)| question.arcs[arc].from;
            // In the order of the arcs of a vertex.
            in_step.sort_by_key(from);
            for by_sender in in_step.chunk_by(|one, other| from(one) == from(other)) {
                at_most::compare(&literals(by_sender), 1, to)?;
            }
        }
    }
    Ok(())
}
