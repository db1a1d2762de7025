//! The algorithms of UCC and of Intel MPI, by their documentation.

use super::native::{Form, Knobs, Native};
use super::trees::Tree;
use crate::request::MpiCollective::{
    self, Allgather, Allreduce, Alltoall, Barrier, Bcast, Gather, Reduce, ReduceScatter, Scatter,
};

const fn of(collective: MpiCollective, number: u64, name: &'static str, family: &'static str) -> Native {
    Native { collective, number, name, knobs: Knobs::NONE, form: Form::Family(family, &[]) }
}

const fn tree(collective: MpiCollective, number: u64, name: &'static str, knobs: Knobs, tree: Tree) -> Native {
    Native { collective, number, name, knobs, form: Form::Tree(tree) }
}

/// UCC's component tl/ucp: the algorithms that `UCC_TL_UCP_TUNE` names.
pub static UCC: [Native; 8] = [
    tree(Bcast, 0, "knomial", Knobs::by("UCC_TL_UCP_BCAST_KN_RADIX", 4, false), Tree::KNomial),
    tree(Reduce, 0, "knomial", Knobs::by("UCC_TL_UCP_REDUCE_KN_RADIX", 4, false), Tree::KNomial),
    of(Allgather, 0, "ring", "ring"),
    of(Allgather, 0, "neighbor", "neighbour-exchange"),
    of(Allgather, 0, "bruck", "bruck"),
    of(Alltoall, 0, "pairwise", "pairwise"),
    of(Alltoall, 0, "bruck", "bruck"),
    of(ReduceScatter, 0, "ring", "ring"),
];

/// Intel MPI's presets of `I_MPI_ADJUST_<COLLECTIVE>`.
pub static IMPI: [Native; 18] = [
    tree(Bcast, 1, "binomial", Knobs::NONE, Tree::KNomial),
    Native {
        collective: Bcast,
        number: 2,
        name: "recursive doubling",
        knobs: Knobs::NONE,
        form: Form::Family("scatter-allgather", &[("allgather", "recursive-doubling")]),
    },
    Native {
        collective: Bcast,
        number: 3,
        name: "ring",
        knobs: Knobs::NONE,
        form: Form::Family("scatter-allgather", &[("allgather", "ring")]),
    },
    tree(Reduce, 2, "binomial", Knobs::NONE, Tree::SmallFirst),
    of(Allreduce, 1, "recursive doubling", "recursive-doubling"),
    of(Allreduce, 2, "rabenseifner", "rabenseifner"),
    of(Allreduce, 8, "ring", "ring"),
    of(Allgather, 1, "recursive doubling", "recursive-doubling"),
    of(Allgather, 2, "bruck", "bruck"),
    of(Allgather, 3, "ring", "ring"),
    of(Alltoall, 1, "bruck", "bruck"),
    of(Alltoall, 3, "pairwise", "pairwise"),
    of(Barrier, 1, "dissemination", "dissemination"),
    of(Barrier, 2, "recursive doubling", "recursive-doubling"),
    of(Gather, 1, "binomial", "binomial"),
    of(Scatter, 1, "binomial", "binomial"),
    of(ReduceScatter, 1, "recursive halving", "recursive-halving"),
    of(ReduceScatter, 2, "pairwise", "pairwise"),
];
