//! Faults of programs.

use super::{Buffer, Cell};
use crate::synthesis::fault::Wrong;

/// A fault of a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongProgram {
    /// It does not do what its collective is to do.
    #[error(transparent)]
    Wrong(#[from] Wrong),
    /// More work than a check may spend.
    #[error("the program has {count} {what}, and at most {most} are executed")]
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// How much there is.
        count: u64,
        /// How much is executed.
        most: u64,
    },
}

impl WrongProgram {
    /// A fault in these words.
    pub(super) fn new(words: impl std::fmt::Display) -> Self {
        Self::Wrong(Wrong::new(words))
    }
}

/// An instruction of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The GPU.
    pub gpu: u32,
    /// The thread block.
    pub block: u32,
    /// The instruction.
    pub instruction: u32,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "instruction {} of thread block {} of GPU {}", self.instruction, self.block, self.gpu)
    }
}

impl Buffer {
    /// The word for the buffer.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Output => "output",
            Self::Scratch => "scratch",
        }
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "chunk {} of the {}", self.at, self.buffer.name())
    }
}
