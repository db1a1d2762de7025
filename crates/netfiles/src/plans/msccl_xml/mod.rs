//! Programs for the runtime of MSCCL: what `mscclGetAlgoFromXmlFile` of RCCL and of msccl-executor-nccl loads.
//!
//! ```text
//! <algo name nchannels nchunksperloop proto ngpus coll inplace outofplace minBytes maxBytes>
//!   <gpu id i_chunks o_chunks s_chunks>                      chunks of the input, of the output and of scratch
//!     <tb id send recv chan>                                 a thread block and its peers; -1 for none
//!       <step s type srcbuf srcoff dstbuf dstoff cnt depid deps hasdep/>
//! ```
//!
//! [`write()`] makes a program of a schedule in steps or of a packing of trees; [`read`] reads one, whoever wrote it, and
//! [`Program::check`](logpine_check::synthesis::Program::check) executes it. A step that waits for several others has a `nop` in front
//! for each further one. The attribute `root` is our own: MSCCL's files do not name the root of a collective, and readers skip it.

mod lower;
mod read;
mod transfers;
mod write;

pub use read::read;
pub(super) use transfers::only_relays;
pub use transfers::{Transfers, in_steps, of_trees};
pub use write::write;

use logpine_models::job::MpiCollective;

/// The most messages on the way in a channel that the runtime has room for: with the protocol `Simple`, a chunk takes half of the
/// slots.
pub const IN_FLIGHT: usize = 2;

/// The most instructions of a thread block; RCCL's limit, and the lowest.
const MOST_INSTRUCTIONS: usize = 64;

/// The most thread blocks of a GPU: the runtime names them with 8 bits and a sign.
const MOST_BLOCKS: usize = 128;

/// The most channels, and the most thread blocks of a channel that send, and that receive.
const MOST_CHANNELS: u32 = 32;
const MOST_OF_A_CHANNEL: usize = 32;

/// The collectives by their words. The first word of each is written.
const COLLECTIVES: [(MpiCollective, &str); 9] = [
    (MpiCollective::Bcast, "broadcast"),
    (MpiCollective::Reduce, "reduce"),
    (MpiCollective::Scatter, "scatter"),
    (MpiCollective::Gather, "gather"),
    (MpiCollective::Allgather, "allgather"),
    (MpiCollective::ReduceScatter, "reducescatter"),
    (MpiCollective::ReduceScatter, "reduce_scatter"),
    (MpiCollective::Allreduce, "allreduce"),
    (MpiCollective::Alltoall, "alltoall"),
];
