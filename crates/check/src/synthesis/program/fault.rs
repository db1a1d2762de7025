//! Faults of programs.

use super::{Buffer, Cell};
use logpine_models::job::MpiCollective;

/// A fault of a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum WrongProgram {
    /// A collective whose result is not known here.
    #[error("what a program of {0} is to do is not known here")]
    Collective(MpiCollective),
    /// No GPUs, or no way to run.
    #[error("the program runs {0}")]
    Empty(&'static str),
    /// A root that is no GPU.
    #[error("there is no root {root}; the GPUs are 0 to {last}")]
    NoSuchRoot { root: u32, last: u32 },
    /// Buffers that do not suit the collective.
    #[error(
        "GPU {gpu} has an input of {inputs} and an output of {outputs} chunks, which are not those of {collective} among {gpus} GPUs"
    )]
    Chunks { gpu: u32, inputs: u32, outputs: u32, collective: MpiCollective, gpus: u32 },
    /// More work than a check may spend.
    #[error("the program has {count} {what}, and at most {most} are executed")]
    TooLarge { what: &'static str, count: u64, most: u64 },
    /// A thread block with itself or nobody at the other end.
    #[error("thread block {block} of GPU {gpu} {what}")]
    Peer { gpu: u32, block: u32, what: &'static str },
    /// Two thread blocks for one end of a channel.
    #[error("thread blocks {first} and {second} of GPU {gpu} both {what} GPU {peer} over channel {channel}")]
    SharedEnd { gpu: u32, first: u32, second: u32, what: &'static str, peer: u32, channel: u32 },
    /// A chunk outside its buffer.
    #[error("{place}: there is no chunk {at} in the {buffer} of {chunks} chunks", buffer = buffer.name())]
    Bounds { place: Place, buffer: Buffer, at: u64, chunks: u32 },
    /// A wait for what does not exist, or does not signal.
    #[error("{place}: it waits for instruction {instruction} of thread block {block}, which {what}")]
    Wait { place: Place, block: u32, instruction: u32, what: &'static str },
    /// A chunk that is read before anything is in it.
    #[error("{place}: {cell} has no data yet")]
    NoData { place: Place, cell: Cell },
    /// A contribution that would count twice.
    #[error("{place}: the contribution of rank {rank} counts twice in {cell}")]
    Twice { place: Place, rank: u32, cell: Cell },
    /// A message of another length than is expected.
    #[error("{place}: {sent} chunks arrive, and {expected} are expected")]
    Length { place: Place, sent: usize, expected: u32 },
    /// Two uses of a chunk in no order.
    #[error(
        "{place}: {cell} is used by instruction {instruction} of thread block {block}, too, and nothing says which comes first"
    )]
    Race { place: Place, cell: Cell, block: u32, instruction: u32 },
    /// An execution that does not end.
    #[error("{place}: it waits without end")]
    Deadlock { place: Place },
    /// A message that nobody takes.
    #[error("{count} messages from GPU {from} to GPU {to} over channel {channel} are never received")]
    LeftOver { from: u32, to: u32, channel: u32, count: usize },
    /// A chunk of the output that is not what it should be.
    #[error("chunk {at} of the output of GPU {gpu} {what}")]
    Output { gpu: u32, at: u32, what: String },
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
