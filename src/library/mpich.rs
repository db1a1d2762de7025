//! The algorithms of MPICH, by the names of its selection files.

use super::native::{Counting, Fanout, Form, Knobs, Native};
use super::trees::Tree;
use super::version::Library;
use crate::request::MpiCollective::{
    self, Allgather, Allreduce, Alltoall, Barrier, Bcast, Gather, Reduce, ReduceScatter, Scatter,
};

const fn native(collective: MpiCollective, name: &'static str, knobs: Knobs, form: Form) -> Native {
    Native { collective, number: 0, name, knobs, form }
}

const fn of(collective: MpiCollective, name: &'static str, family: &'static str) -> Native {
    native(collective, name, Knobs::NONE, Form::Family(family, &[]))
}

const fn other(collective: MpiCollective, name: &'static str, knobs: Knobs) -> Native {
    native(collective, name, knobs, Form::Uncosted)
}

/// A k-ary tree with k = 1 is a chain.
const KARY: Knobs = Knobs::of(1, 64, 2);
const TREE: Knobs = Knobs::of(2, 64, 2);
/// A radix without segments.
const RADIX: Knobs = Knobs { fanout: Some(Fanout { least: 2, most: 64, variable: None, default: 2 }), segment: false };
/// A radix of 3 and more: with 2 MPICH's `k_dissemination` is `dissemination`.
const ABOVE_TWO: Knobs =
    Knobs { fanout: Some(Fanout { least: 3, most: 64, variable: None, default: 4 }), segment: false };
const RECURSIVE_DOUBLING: Form = Form::Family("scatter-allgather", &[("allgather", "recursive-doubling")]);
const RING: Form = Form::Family("scatter-allgather", &[("allgather", "ring")]);
const HALVING: Form = Form::Family("reduce-scatter-gather", &[("reduce-scatter", "recursive-halving")]);

/// All algorithms; [`is_of`] says of which release line. Trees go by their `tree_type`, those of an allreduce behind `tree_`;
/// the others are `MPIR_<Collective>_intra_<name>`.
pub static MPICH: [Native; 45] = [
    native(Bcast, "binomial", Knobs::NONE, Form::Tree(Tree::KNomial)),
    native(Bcast, "kary", KARY, Form::Tree(Tree::Heap)),
    native(Bcast, "knomial_1", TREE, Form::Tree(Tree::KNomialRuns)),
    native(Bcast, "knomial_2", TREE, Form::Tree(Tree::KNomial)),
    native(Bcast, "scatter_recursive_doubling_allgather", Knobs::NONE, RECURSIVE_DOUBLING),
    native(Bcast, "scatter_ring_allgather", Knobs::NONE, RING),
    other(Bcast, "smp", Knobs::NONE),
    native(Reduce, "binomial", Knobs::NONE, Form::Tree(Tree::SmallFirst)),
    native(Reduce, "kary", KARY, Form::Tree(Tree::Heap)),
    native(Reduce, "knomial_1", TREE, Form::Tree(Tree::KNomialRuns)),
    native(Reduce, "knomial_2", TREE, Form::Tree(Tree::KNomial)),
    native(Reduce, "reduce_scatter_gather", Knobs::NONE, HALVING),
    other(Reduce, "smp", Knobs::NONE),
    of(Allreduce, "recursive_doubling", "recursive-doubling"),
    of(Allreduce, "reduce_scatter_allgather", "rabenseifner"),
    of(Allreduce, "ring", "ring"),
    other(Allreduce, "smp", Knobs::NONE),
    other(Allreduce, "tree_kary", KARY),
    other(Allreduce, "tree_knomial_1", TREE),
    other(Allreduce, "tree_knomial_2", TREE),
    other(Allreduce, "recexch", RADIX),
    other(Allreduce, "recursive_multiplying", RADIX),
    other(Allreduce, "k_reduce_scatter_allgather", RADIX),
    other(Allreduce, "ccl", Knobs::NONE),
    of(Allgather, "brucks", "bruck"),
    of(Allgather, "recursive_doubling", "recursive-doubling"),
    of(Allgather, "ring", "ring"),
    other(Allgather, "k_brucks", RADIX),
    other(Allgather, "recexch_doubling", RADIX),
    other(Allgather, "recexch_halving", RADIX),
    of(Alltoall, "brucks", "bruck"),
    of(Alltoall, "pairwise", "pairwise"),
    other(Alltoall, "k_brucks", RADIX),
    other(Alltoall, "scattered", Knobs::NONE),
    other(Alltoall, "pairwise_sendrecv_replace", Knobs::NONE),
    of(Scatter, "binomial", "binomial"),
    of(Gather, "binomial", "binomial"),
    of(ReduceScatter, "pairwise", "pairwise"),
    of(ReduceScatter, "recursive_halving", "recursive-halving"),
    other(ReduceScatter, "recursive_doubling", Knobs::NONE),
    other(ReduceScatter, "noncommutative", Knobs::NONE),
    of(Barrier, "dissemination", "dissemination"),
    other(Barrier, "k_dissemination", ABOVE_TWO),
    other(Barrier, "recexch", RADIX),
    other(Barrier, "smp", Knobs::NONE),
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
