//! The steps in which a block can be somewhere, and be of use there, with a variable each.
//!
//! A vertex cannot have a block earlier than its distance from the origin says. At the end of the steps after its deadline a rank has it,
//! and another vertex is of no use with it.

use super::Question;
use crate::synthesis::distances::{by_start, distances};
use logpine_network::digraph::Arc;
use std::ops::Range;

/// Steps with a variable each.
#[derive(Clone, Debug)]
pub(super) struct Window {
    pub steps: Range<u64>,
    /// The variables of the block before those of the window.
    before: u64,
}

impl Window {
    /// The number of the variable of a step among those of the block, from 0; `None` outside the window.
    pub fn variable(&self, step: u64) -> Option<u64> {
        self.steps.contains(&step).then(|| self.before + step - self.steps.start)
    }
}

/// The windows of the blocks of one origin.
#[derive(Debug)]
pub(super) struct Windows {
    pub origin: u32,
    /// Of each vertex.
    pub held: Vec<Window>,
    /// Of each arc.
    pub sent: Vec<Window>,
    /// The number of variables of a block.
    pub variables: u64,
}

impl Windows {
    pub fn new(question: &Question, origin: u32) -> Self {
        let Question { vertices, ranks, ref arcs, .. } = *question;
        let ahead = distances(&by_start(vertices, arcs.iter().copied()), [origin]);
        let turned = |arc: &Arc| Arc { from: arc.to, to: arc.from, ..*arc };
        let remaining = distances(&by_start(vertices, arcs.iter().map(turned)), 0..ranks);
        // The end of the steps up to the deadline, if the vertex is not the origin.
        let end = |vertex: u32| {
            let deadline = if vertex < ranks { question.deadline(vertex) } else { question.steps.into() };
            let remaining = remaining[vertex as usize].filter(|_| vertex != origin)?;
            Some((deadline + 1).saturating_sub(remaining))
        };
        let of_vertex = |vertex: u32| Some(ahead[vertex as usize]?..end(vertex)?);
        let of_arc =
            |arc: &Arc| Some(ahead[arc.from as usize]? + 1..(end(arc.to)? + 1).saturating_sub(arc.latency.into()));
        let mut variables = 0;
        let mut window = |steps: Option<Range<u64>>| {
            let steps = steps.unwrap_or(0..0);
            let before = variables;
            variables += steps.end.saturating_sub(steps.start);
            Window { steps, before }
        };
        let held = (0..vertices).map(|vertex| window(of_vertex(vertex))).collect();
        let sent = arcs.iter().map(|arc| window(of_arc(arc))).collect();
        Self { origin, held, sent, variables }
    }
}
