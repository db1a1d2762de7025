//! The collectives of selection files.

use super::release::Release;
use crate::library::{Range, name_in_files};
use logpine_models::job::MpiCollective::{
    self, Allgather, Allreduce, Alltoall, Barrier, Bcast, Gather, Reduce, ReduceScatter, Scatter,
};

/// All collectives: a file must have each of them.
pub const ALL: [&str; 44] = [
    "bcast",
    "allreduce",
    "allgather",
    "allgatherv",
    "reduce",
    "reduce_scatter",
    "reduce_scatter_block",
    "gather",
    "scatter",
    "gatherv",
    "scatterv",
    "scan",
    "exscan",
    "barrier",
    "alltoall",
    "alltoallv",
    "alltoallw",
    "neighbor_allgather",
    "neighbor_allgatherv",
    "neighbor_alltoall",
    "neighbor_alltoallv",
    "neighbor_alltoallw",
    "ibarrier",
    "iallreduce",
    "iallgather",
    "iallgatherv",
    "ibcast",
    "ireduce",
    "ireduce_scatter",
    "igather",
    "iscatter",
    "igatherv",
    "iscatterv",
    "iexscan",
    "ialltoall",
    "ialltoallv",
    "ialltoallw",
    "ireduce_scatter_block",
    "iscan",
    "ineighbor_allgather",
    "ineighbor_allgatherv",
    "ineighbor_alltoall",
    "ineighbor_alltoallv",
    "ineighbor_alltoallw",
];

/// True if `MPI_Init` itself calls the collective, on one node at least. That of 4.0 asks all ranks for their network
/// interfaces.
pub fn is_of_init(collective: &str, release: Release) -> bool {
    match collective {
        "bcast" | "allgather" => release >= Release::R43,
        "allreduce" => release != Release::R43,
        _ => false,
    }
}

/// The name of its non-blocking variant.
pub fn non_blocking(collective: MpiCollective) -> &'static str {
    let is_it = |name: &&str| name.strip_prefix('i') == Some(name_in_files(collective));
    ALL.into_iter().find(is_it).unwrap_or_default()
}

/// A property of calls that some collectives do not have; a condition on it ends MPICH with an assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The bytes that a rank holds for one other.
    Average,
    /// The bytes of all ranks.
    Total,
    /// The elements.
    Count,
    /// The operator commutes.
    Commutative,
    /// The operator is one of MPI's.
    BuiltIn,
    /// The buffer is `MPI_IN_PLACE`.
    InPlace,
    /// All blocks are alike.
    Regular,
}

/// True if MPICH can answer the question for a collective; the answers for non-blocking variants are the same.
pub fn answers(collective: &str, question: Question) -> bool {
    let blocking = collective.strip_prefix('i').filter(|rest| ALL.contains(rest)).unwrap_or(collective);
    match question {
        Question::Average => matches!(blocking, "allreduce" | "bcast" | "reduce" | "alltoall"),
        Question::Total => matches!(
            blocking,
            "allreduce"
                | "bcast"
                | "reduce"
                | "alltoall"
                | "alltoallv"
                | "alltoallw"
                | "allgather"
                | "allgatherv"
                | "gather"
                | "scatter"
                | "reduce_scatter"
                | "reduce_scatter_block"
        ),
        Question::Count => {
            collective != "ibcast"
                && matches!(
                    blocking,
                    "bcast"
                        | "allreduce"
                        | "reduce"
                        | "allgather"
                        | "allgatherv"
                        | "reduce_scatter"
                        | "reduce_scatter_block"
                )
        }
        Question::Commutative => {
            matches!(blocking, "allreduce" | "reduce" | "reduce_scatter" | "reduce_scatter_block")
        }
        Question::BuiltIn => matches!(blocking, "allreduce" | "reduce"),
        Question::InPlace => matches!(blocking, "alltoall" | "alltoallv" | "alltoallw"),
        Question::Regular => blocking == "reduce_scatter",
    }
}

/// The condition by which rules for sizes are written; `None` if MPICH counts no bytes there.
pub const fn size_condition(collective: MpiCollective) -> Option<&'static str> {
    match collective {
        Bcast | Reduce | Allreduce | Alltoall => Some("avg_msg_size"),
        Allgather | ReduceScatter => Some("total_msg_size"),
        // Of gathers and scatters it counts elements, and a barrier has none.
        Gather | Scatter | Barrier => None,
    }
}

/// The largest number that conditions take.
pub const LARGEST: u64 = 2_147_483_647;

/// The numbers of a range up to and with one; `None` if there are none.
pub fn up_to(range: Range, most: u64) -> Option<Range> {
    (range.least <= most)
        .then(|| Range { least: range.least, most: Some(range.most.map_or(most, |end| end.min(most))) })
}

/// The numbers of a range above one; `None` if there are none.
pub fn above(range: Range, most: u64) -> Option<Range> {
    let least = range.least.max(most.checked_add(1)?);
    range.most.is_none_or(|end| least <= end).then_some(Range { least, most: range.most })
}
