//! The chunks of collectives.

use logpine_check::synthesis::Statement;
use logpine_models::job::MpiCollective;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A collective as a list of chunks.
#[derive(Serialize)]
pub(super) struct CollectiveOfChunks {
    msccl_type: &'static str,
    pub name: String,
    nodes: u32,
    pub chunks: Vec<Chunk>,
    triggers: BTreeMap<u32, u32>,
    runtime_name: &'static str,
}

/// A chunk.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Chunk {
    #[serde(skip_deserializing, default = "chunk_type")]
    msccl_type: &'static str,
    /// The ranks that have it at first.
    pub pre: Vec<u32>,
    /// The ranks that have it at last.
    pub post: Vec<u32>,
    /// Chunks with the same address are combined.
    pub addr: u32,
}

const fn chunk_type() -> &'static str {
    "chunk"
}

/// The number of parts of a chunk: an allreduce has one buffer, whose parts are the blocks of all ranks.
pub(super) fn parts(statement: &Statement<'_>) -> u32 {
    let ranks = if statement.collective == MpiCollective::Allreduce { statement.graph.compute() } else { 1 };
    statement.blocks.saturating_mul(ranks)
}

/// The collective as msccl-tools itself defines it (`msccl/collectives.py`).
pub(super) fn chunks_of(statement: &Statement<'_>) -> CollectiveOfChunks {
    let (nodes, root) = (statement.graph.compute(), statement.root);
    let chunk = |pre, post, addr| Chunk { msccl_type: chunk_type(), pre, post, addr };
    let all = || (0..nodes).collect::<Vec<u32>>();
    let each = |of: &dyn Fn(u32) -> Chunk| (0..nodes).map(of).collect::<Vec<_>>();
    let (name, runtime_name, chunks) = match statement.collective {
        MpiCollective::Bcast => ("Broadcast", "custom", vec![chunk(vec![root], all(), 0)]),
        MpiCollective::Scatter => ("Scatter", "custom", each(&|rank| chunk(vec![root], vec![rank], rank))),
        MpiCollective::Gather => ("Gather", "custom", each(&|rank| chunk(vec![rank], vec![root], rank))),
        MpiCollective::Allgather => ("Allgather", "allgather", each(&|rank| chunk(vec![rank], all(), rank))),
        MpiCollective::Reduce => ("Reduce", "custom", each(&|rank| chunk(vec![rank], vec![root], 0))),
        MpiCollective::Allreduce => ("Allreduce", "allreduce", each(&|rank| chunk(vec![rank], all(), 0))),
        // A reduce-scatter; the others are refused.
        _ => {
            let pairs = (0..nodes).flat_map(|to| (0..nodes).map(move |from| (from, to)));
            let chunks = pairs.map(|(from, to)| chunk(vec![from], vec![to], to)).collect();
            ("ReduceScatter", "reduce_scatter", chunks)
        }
    };
    let root = if statement.collective.is_rooted() { format!(",root={root}") } else { String::new() };
    let name = format!("{name}(n={nodes}{root})");
    CollectiveOfChunks { msccl_type: "collective", name, nodes, chunks, triggers: BTreeMap::new(), runtime_name }
}

/// The addresses of the parts of chunks at each rank.
///
/// *Requires* ranks of chunks below `ranks`.
pub(super) fn addresses(
    ranks: u32,
    parts: u32,
    chunks: &[Chunk],
    at: impl Fn(&Chunk) -> &[u32],
) -> BTreeMap<u32, Vec<u32>> {
    let mut whole = vec![Vec::new(); ranks as usize];
    for chunk in chunks {
        for &rank in at(chunk) {
            // The addresses of chunks rise.
            if whole[rank as usize].last() != Some(&chunk.addr) {
                whole[rank as usize].push(chunk.addr);
            }
        }
    }
    let parts_of = |address: u32| (0..parts).map(move |part| address.saturating_mul(parts).saturating_add(part));
    let listed = (0..ranks).zip(whole).filter(|(_, addresses)| !addresses.is_empty());
    listed.map(|(rank, addresses)| (rank, addresses.into_iter().flat_map(parts_of).collect())).collect()
}
