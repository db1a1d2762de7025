//! The variables of a block.

use super::formula::Literal;
use super::windows::Windows;
use crate::Sink;
use std::rc::Rc;

/// A block, the windows of its class, and its first variable.
#[derive(Clone, Debug)]
pub struct Block {
    pub windows: Rc<Windows>,
    pub origin: u32,
    pub sink: Sink,
    pub first: u32,
}

impl Block {
    /// x(i, e, t), if the block may be sent over the arc in the step.
    pub fn sent(&self, arc: u32, step: u32) -> Option<Literal> {
        self.windows.sent[arc as usize].variable(step).map(|variable| Literal::of_variable(self.first + variable))
    }

    /// h(i, v, t), if it is open.
    pub fn held(&self, vertex: u32, step: u32) -> Option<Literal> {
        self.windows.held[vertex as usize].variable(step).map(|variable| Literal::of_variable(self.first + variable))
    }
}
