//! Programs of GPUs: thread blocks that send, receive, copy and combine chunks of buffers, as MSCCL runs them.
//!
//! A GPU has an input, an output and scratch, each of so many chunks. A thread block runs its instructions one after the other; it
//! sends to at most one GPU and receives from at most one, each over a channel. What a thread block sends over a channel arrives
//! in order. An instruction may wait for another thread block of its GPU to finish one of its instructions.
//!
//! [`Program::check`] executes a program chunk by chunk. It also sees that no two instructions that use the same chunk, one of
//! which writes it, are without an order: then every execution ends like the one that was tried.

mod execute;
mod fault;
mod meaning;
mod order;

pub use fault::WrongProgram;

use logpine_models::job::MpiCollective;

/// A program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The collective.
    pub collective: MpiCollective,
    /// The root; without meaning if the collective has none.
    pub root: u32,
    /// True if it may run with the output in the place of the input.
    pub in_place: bool,
    /// True if it may run with an output apart from the input.
    pub out_of_place: bool,
    /// The GPUs, by rank.
    pub gpus: Vec<Gpu>,
}

/// The part of a GPU.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gpu {
    /// The chunks of the input.
    pub inputs: u32,
    /// The chunks of the output.
    pub outputs: u32,
    /// The chunks of scratch.
    pub scratch: u32,
    /// The thread blocks, by number.
    pub blocks: Vec<ThreadBlock>,
}

/// A thread block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadBlock {
    /// The GPU to which it sends.
    pub send: Option<u32>,
    /// The GPU from which it receives.
    pub receive: Option<u32>,
    /// The channel of both.
    pub channel: u32,
    /// What it does.
    pub instructions: Vec<Instruction>,
}

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// What is done.
    pub kind: Kind,
    /// The first chunk that is read.
    pub source: Cell,
    /// The first chunk that is written.
    pub target: Cell,
    /// The number of chunks.
    pub count: u32,
    /// The thread block and the instruction that has to be finished first.
    pub waits: Option<(u32, u32)>,
    /// True if another thread block may wait for it.
    pub signals: bool,
}

/// A chunk of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The buffer.
    pub buffer: Buffer,
    /// The number of the chunk.
    pub at: u32,
}

/// A buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Buffer {
    /// The data at first.
    Input,
    /// The data at last.
    Output,
    /// Room for data in between.
    Scratch,
}

/// A kind of instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Sends the source.
    Send,
    /// Receives into the target.
    Receive,
    /// Receives into the target, and sends it on.
    ReceiveCopySend,
    /// Receives, combines with the source, and sends the result.
    ReceiveReduceSend,
    /// Receives, combines with the source, and writes the result to the target.
    ReceiveReduceCopy,
    /// The last two in one.
    ReceiveReduceCopySend,
    /// Copies the source to the target.
    Copy,
    /// Combines the source into the target.
    Reduce,
    /// Does nothing but wait.
    Nothing,
}

impl Kind {
    /// True if it sends.
    #[must_use]
    pub const fn sends(self) -> bool {
        matches!(self, Self::Send | Self::ReceiveCopySend | Self::ReceiveReduceSend | Self::ReceiveReduceCopySend)
    }

    /// True if it receives.
    #[must_use]
    pub const fn receives(self) -> bool {
        !matches!(self, Self::Send | Self::Copy | Self::Reduce | Self::Nothing)
    }

    /// True if it reads the source.
    #[must_use]
    pub const fn reads(self) -> bool {
        !matches!(self, Self::Receive | Self::ReceiveCopySend | Self::Nothing)
    }

    /// True if it writes the target.
    #[must_use]
    pub const fn writes(self) -> bool {
        !matches!(self, Self::Send | Self::ReceiveReduceSend | Self::Nothing)
    }
}
