//! The algorithms of MPICH, by the names of its selection files.

use super::native::{Counting, Fanout, Form, Knobs, Native};
use super::rounds::{Halving, Program};
use super::trees::Tree;
use super::version::Library;
use logpine_models::job::MpiCollective::{
    self, Allgather, Allreduce, Alltoall, Barrier, Bcast, Gather, Reduce, ReduceScatter, Scatter,
};

const fn native(collective: MpiCollective, name: &'static str, knobs: Knobs, form: Form) -> Native {
    Native { collective, number: 0, name, knobs, form }
}

const fn of(collective: MpiCollective, name: &'static str, program: Program) -> Native {
    native(collective, name, Knobs::NONE, Form::Rounds(program))
}

const fn other(collective: MpiCollective, name: &'static str, knobs: Knobs, reason: &'static str) -> Native {
    native(collective, name, knobs, Form::Uncosted(reason))
}

const fn up_and_down(name: &'static str, knobs: Knobs, tree: Tree) -> Native {
    native(Allreduce, name, knobs, Form::Rounds(Program::UpDown(tree)))
}

/// A k-ary tree with k = 1 is a chain.
const KARY: Knobs = Knobs::of(1, 64, 2);
const TREE: Knobs = Knobs::of(2, 64, 2);
/// A radix without segments.
const RADIX: Knobs = Knobs { fanout: Some(Fanout { least: 2, most: 64, variable: None, default: 2 }), segment: false };
/// A radix of 3 and more: with 2 MPICH's `k_dissemination` is `dissemination`.
const ABOVE_TWO: Knobs =
    Knobs { fanout: Some(Fanout { least: 3, most: 64, variable: None, default: 4 }), segment: false };
/// It runs other collectives inside and between nodes, for which the library chooses by the placement of the ranks.
const BY_NODES: &str = "it depends on the nodes of the ranks, and on other choices of the library";
/// Several messages of a rank are under way at a time, and the library does not fix the order of their ends.
const NO_ORDER: &str = "the order of its concurrent messages is not fixed";

/// All algorithms; [`is_of`] says of which release line. Trees go by their `tree_type`, those of an allreduce behind `tree_`;
/// the others are `MPIR_<Collective>_intra_<name>`.
pub static MPICH: [Native; 45] = [
    native(Bcast, "binomial", Knobs::NONE, Form::Tree(Tree::KNomial)),
    native(Bcast, "kary", KARY, Form::Tree(Tree::Heap)),
    native(Bcast, "knomial_1", TREE, Form::Tree(Tree::KNomialRuns)),
    native(Bcast, "knomial_2", TREE, Form::Tree(Tree::KNomial)),
    of(Bcast, "scatter_recursive_doubling_allgather", Program::ScatterDoubling),
    of(Bcast, "scatter_ring_allgather", Program::ScatterRing),
    other(Bcast, "smp", Knobs::NONE, BY_NODES),
    native(Reduce, "binomial", Knobs::NONE, Form::Tree(Tree::SmallFirst)),
    native(Reduce, "kary", KARY, Form::Tree(Tree::Heap)),
    native(Reduce, "knomial_1", TREE, Form::Tree(Tree::KNomialRuns)),
    native(Reduce, "knomial_2", TREE, Form::Tree(Tree::KNomial)),
    of(Reduce, "reduce_scatter_gather", Program::HalvingGather(Halving::Even)),
    other(Reduce, "smp", Knobs::NONE, BY_NODES),
    of(Allreduce, "recursive_doubling", Program::Doubling),
    of(Allreduce, "reduce_scatter_allgather", Program::HalvingDoubling(Halving::Even)),
    of(Allreduce, "ring", Program::CeilingRing),
    other(Allreduce, "smp", Knobs::NONE, BY_NODES),
    up_and_down("tree_kary", KARY, Tree::Heap),
    up_and_down("tree_knomial_1", TREE, Tree::KNomialRuns),
    up_and_down("tree_knomial_2", TREE, Tree::KNomial),
    other(Allreduce, "recexch", RADIX, NO_ORDER),
    other(Allreduce, "recursive_multiplying", RADIX, NO_ORDER),
    other(Allreduce, "k_reduce_scatter_allgather", RADIX, NO_ORDER),
    other(Allreduce, "ccl", Knobs::NONE, "another library runs it"),
    of(Allgather, "brucks", Program::BruckAllgather),
    of(Allgather, "recursive_doubling", Program::DoublingAllgather),
    of(Allgather, "ring", Program::RingAllgather),
    other(Allgather, "k_brucks", RADIX, NO_ORDER),
    other(Allgather, "recexch_doubling", RADIX, NO_ORDER),
    other(Allgather, "recexch_halving", RADIX, NO_ORDER),
    of(Alltoall, "brucks", Program::BruckAlltoall),
    of(Alltoall, "pairwise", Program::Pairwise),
    other(Alltoall, "k_brucks", RADIX, NO_ORDER),
    of(Alltoall, "scattered", Program::Batches),
    other(Alltoall, "pairwise_sendrecv_replace", Knobs::NONE, "it is only for calls in place"),
    of(Scatter, "binomial", Program::BinomialScatter),
    of(Gather, "binomial", Program::BinomialGather),
    of(ReduceScatter, "pairwise", Program::PairwiseScatter),
    of(ReduceScatter, "recursive_halving", Program::Halves),
    other(ReduceScatter, "recursive_doubling", Knobs::NONE, "its derived types are not modelled"),
    other(
        ReduceScatter,
        "noncommutative",
        Knobs::NONE,
        "it is only for powers of two and equal blocks, and is not modelled",
    ),
    of(Barrier, "dissemination", Program::Dissemination),
    other(Barrier, "k_dissemination", ABOVE_TWO, NO_ORDER),
    other(Barrier, "recexch", RADIX, NO_ORDER),
    other(Barrier, "smp", Knobs::NONE, BY_NODES),
];

/// True if a release line has the algorithm.
pub fn is_of(library: Library, native: &Native) -> bool {
    let (is_first, is_newest) = (library == Library::Mpich40, library == Library::Mpich5);
    match (native.collective, native.name) {
        (Allreduce, "ccl") => is_newest,
        (Allreduce, "recursive_doubling" | "reduce_scatter_allgather" | "smp")
        | (Allgather, "brucks" | "recursive_doubling" | "ring")
        | (Barrier, "dissemination" | "smp") => true,
        (Allreduce | Allgather | Barrier, _) | (Alltoall, "k_brucks") => !is_first,
        _ => true,
    }
}

/// The bytes by which selection files choose: `avg_msg_size`, or `total_msg_size` where only that is defined. Of a scatter and
/// a gather MPICH counts elements, whatever their size, and of a barrier nothing: rules for these look at no size.
#[must_use]
pub const fn counting(collective: MpiCollective) -> Counting {
    match collective {
        Allgather => Counting::TimesRanks,
        Scatter | Gather | Barrier => Counting::Ignored,
        Bcast | Reduce | ReduceScatter | Allreduce | Alltoall => Counting::AsAsked,
    }
}
