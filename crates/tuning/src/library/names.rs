//! Names of collectives.

use logpine_models::job::MpiCollective::{
    self, Allgather, Allreduce, Alltoall, Barrier, Bcast, Gather, Reduce, ReduceScatter, Scatter,
};

/// The name of a collective in files and variables of libraries, such as `reduce_scatter`.
#[must_use]
pub const fn name_in_files(collective: MpiCollective) -> &'static str {
    match collective {
        Bcast => "bcast",
        Reduce => "reduce",
        Scatter => "scatter",
        Gather => "gather",
        Allgather => "allgather",
        ReduceScatter => "reduce_scatter",
        Allreduce => "allreduce",
        Alltoall => "alltoall",
        Barrier => "barrier",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_other_marks_than_ours() {
        for collective in MpiCollective::ALL {
            assert_eq!(name_in_files(collective), collective.name().replace('-', "_"));
        }
    }
}
