//! The algorithms of UCC and of Intel MPI, by their documentation. Intel MPI's sources are not public: its algorithms are taken to send
//! the messages of those of MPICH that have the same names.

use super::native::{Form, Knobs, Native};
use super::rounds::{Halving, Program};
use super::trees::Tree;
use logpine_models::job::MpiCollective::{
    self, Allgather, Allreduce, Alltoall, Barrier, Bcast, Gather, Reduce, ReduceScatter, Scatter,
};

const fn of(collective: MpiCollective, number: u64, name: &'static str, program: Program) -> Native {
    Native { collective, number, name, knobs: Knobs::NONE, form: Form::Rounds(program) }
}

const fn tree(collective: MpiCollective, number: u64, name: &'static str, knobs: Knobs, tree: Tree) -> Native {
    Native { collective, number, name, knobs, form: Form::Tree(tree) }
}

/// UCC's component tl/ucp: the algorithms that `UCC_TL_UCP_TUNE` names.
pub static UCC: [Native; 8] = [
    tree(Bcast, 0, "knomial", Knobs::by("UCC_TL_UCP_BCAST_KN_RADIX", 4, false), Tree::KNomial),
    tree(Reduce, 0, "knomial", Knobs::by("UCC_TL_UCP_REDUCE_KN_RADIX", 4, false), Tree::KNomial),
    of(Allgather, 0, "ring", Program::RingAllgather),
    of(Allgather, 0, "neighbor", Program::Neighbours),
    of(Allgather, 0, "bruck", Program::BruckAllgather),
    of(Alltoall, 0, "pairwise", Program::Pairwise),
    of(Alltoall, 0, "bruck", Program::BruckAlltoall),
    of(ReduceScatter, 0, "ring", Program::RingScatter),
];

/// Intel MPI's presets of `I_MPI_ADJUST_<COLLECTIVE>`.
pub static IMPI: [Native; 18] = [
    tree(Bcast, 1, "binomial", Knobs::NONE, Tree::KNomial),
    of(Bcast, 2, "recursive doubling", Program::ScatterDoubling),
    of(Bcast, 3, "ring", Program::ScatterRing),
    tree(Reduce, 2, "binomial", Knobs::NONE, Tree::SmallFirst),
    of(Allreduce, 1, "recursive doubling", Program::Doubling),
    of(Allreduce, 2, "rabenseifner", Program::HalvingDoubling(Halving::Even)),
    of(Allreduce, 8, "ring", Program::CeilingRing),
    of(Allgather, 1, "recursive doubling", Program::DoublingAllgather),
    of(Allgather, 2, "bruck", Program::BruckAllgather),
    of(Allgather, 3, "ring", Program::RingAllgather),
    of(Alltoall, 1, "bruck", Program::BruckAlltoall),
    of(Alltoall, 3, "pairwise", Program::Pairwise),
    of(Barrier, 1, "dissemination", Program::Dissemination),
    of(Barrier, 2, "recursive doubling", Program::DoublingBarrier),
    of(Gather, 1, "binomial", Program::BinomialGather),
    of(Scatter, 1, "binomial", Program::BinomialScatter),
    of(ReduceScatter, 1, "recursive halving", Program::Halves),
    of(ReduceScatter, 2, "pairwise", Program::PairwiseScatter),
];
