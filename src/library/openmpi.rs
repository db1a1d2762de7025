//! The algorithms of Open MPI's component coll/tuned, with their numbers.

use super::native::{Counting, Fanout, Form, Knobs, Native};
use super::trees::{Tree, WIDEST_CHAIN};
use super::version::Library;
use crate::request::MpiCollective::{
    self, Allgather, Allreduce, Alltoall, Barrier, Bcast, Gather, Reduce, ReduceScatter, Scatter,
};

/// The variable of the radix of k-nomial broadcasts, which rules files do not have.
pub const BCAST_RADIX: &str = "coll_tuned_bcast_algorithm_knomial_radix";

const fn native(collective: MpiCollective, number: u64, name: &'static str, knobs: Knobs, form: Form) -> Native {
    Native { collective, number, name, knobs, form }
}

const fn of(collective: MpiCollective, number: u64, name: &'static str, family: &'static str) -> Native {
    native(collective, number, name, Knobs::NONE, Form::Family(family, &[]))
}

const fn other(collective: MpiCollective, number: u64, name: &'static str) -> Native {
    native(collective, number, name, Knobs::NONE, Form::Uncosted)
}

const CHAINS: Knobs = Knobs::of(1, WIDEST_CHAIN, 1);
const RADIX: Knobs = Knobs { fanout: Some(Fanout { least: 2, most: 64, variable: None, default: 4 }), segment: true };
const RECURSIVE_DOUBLING: Form = Form::Family("scatter-allgather", &[("allgather", "recursive-doubling")]);
const RING: Form = Form::Family("scatter-allgather", &[("allgather", "ring")]);
const HALVING: Form = Form::Family("reduce-scatter-gather", &[("reduce-scatter", "recursive-halving")]);

/// All algorithms; [`is_of`] says of which release line.
pub static OPEN_MPI: [Native; 53] = [
    native(Bcast, 1, "basic_linear", Knobs::NONE, Form::Tree(Tree::Flat)),
    native(Bcast, 2, "chain", CHAINS, Form::Tree(Tree::Chains)),
    native(Bcast, 3, "pipeline", Knobs::SEGMENT, Form::Tree(Tree::Pipeline)),
    native(Bcast, 4, "split_binary_tree", Knobs::SEGMENT, Form::Uncosted),
    native(Bcast, 5, "binary_tree", Knobs::SEGMENT, Form::Tree(Tree::Levels)),
    native(Bcast, 6, "binomial", Knobs::SEGMENT, Form::Tree(Tree::Doubling)),
    native(Bcast, 7, "knomial", Knobs::by(BCAST_RADIX, 4, true), Form::Tree(Tree::KNomial)),
    native(Bcast, 8, "scatter_allgather", Knobs::NONE, RECURSIVE_DOUBLING),
    native(Bcast, 9, "scatter_allgather_ring", Knobs::NONE, RING),
    native(Reduce, 1, "linear", Knobs::NONE, Form::Tree(Tree::Flat)),
    native(Reduce, 2, "chain", CHAINS, Form::Tree(Tree::Chains)),
    native(Reduce, 3, "pipeline", Knobs::SEGMENT, Form::Tree(Tree::Pipeline)),
    native(Reduce, 4, "binary", Knobs::SEGMENT, Form::Tree(Tree::Levels)),
    native(Reduce, 5, "binomial", Knobs::SEGMENT, Form::Tree(Tree::SmallFirst)),
    native(Reduce, 6, "in-order_binary", Knobs::SEGMENT, Form::Tree(Tree::InOrder)),
    native(Reduce, 7, "rabenseifner", Knobs::NONE, HALVING),
    native(Reduce, 8, "knomial", RADIX, Form::Tree(Tree::KNomial)),
    other(Allreduce, 1, "basic_linear"),
    other(Allreduce, 2, "nonoverlapping"),
    of(Allreduce, 3, "recursive_doubling", "recursive-doubling"),
    of(Allreduce, 4, "ring", "ring"),
    native(Allreduce, 5, "segmented_ring", Knobs::SEGMENT, Form::Uncosted),
    of(Allreduce, 6, "rabenseifner", "rabenseifner"),
    other(Allreduce, 7, "allgather_reduce"),
    other(Allgather, 1, "linear"),
    of(Allgather, 2, "bruck-k-fanout", "bruck"),
    of(Allgather, 3, "recursive_doubling", "recursive-doubling"),
    of(Allgather, 4, "ring", "ring"),
    of(Allgather, 5, "neighbor", "neighbour-exchange"),
    other(Allgather, 6, "two_proc"),
    other(Allgather, 7, "sparbit"),
    other(Allgather, 8, "direct-messaging"),
    of(Alltoall, 1, "linear", "linear"),
    of(Alltoall, 2, "pairwise", "pairwise"),
    of(Alltoall, 3, "modified_bruck", "bruck"),
    other(Alltoall, 4, "linear_sync"),
    other(Alltoall, 5, "two_proc"),
    of(Barrier, 1, "linear", "linear"),
    other(Barrier, 2, "double_ring"),
    of(Barrier, 3, "recursive_doubling", "recursive-doubling"),
    of(Barrier, 4, "bruck", "dissemination"),
    other(Barrier, 5, "two_proc"),
    of(Barrier, 6, "tree", "binomial"),
    of(Gather, 1, "basic_linear", "linear"),
    of(Gather, 2, "binomial", "binomial"),
    of(Scatter, 1, "basic_linear", "linear"),
    of(Scatter, 2, "binomial", "binomial"),
    other(ReduceScatter, 1, "non-overlapping"),
    of(ReduceScatter, 2, "recursive_halving", "recursive-halving"),
    of(ReduceScatter, 3, "ring", "ring"),
    native(Gather, 3, "linear_sync", Knobs::SEGMENT, Form::Uncosted),
    other(Scatter, 3, "linear_nb"),
    other(ReduceScatter, 4, "butterfly"),
];

/// True if a release line has the algorithm.
pub fn is_of(library: Library, native: &Native) -> bool {
    let since = match (native.collective, native.number) {
        (Reduce | Allgather, 8) | (Allreduce, 7) => Library::OpenMpi6,
        (Allgather, 7) => Library::OpenMpi5,
        _ => Library::OpenMpi41,
    };
    library as u8 >= since as u8
}

/// True if results are right for operators that do not commute too, as tried with 4.1.4 on 5 and 8 ranks. Rules do not look at
/// operators, and other algorithms combine in another order than that of the ranks.
#[must_use]
pub const fn keeps_order(native: &Native) -> bool {
    match native.collective {
        Reduce => matches!(native.number, 1 | 6 | 7),
        Allreduce => matches!(native.number, 3 | 6),
        ReduceScatter => false,
        _ => true,
    }
}

/// The bytes by which rules are chosen: those of the whole buffer of a rank that has most.
#[must_use]
pub const fn counting(collective: MpiCollective) -> Counting {
    match collective {
        Allgather | Alltoall | Gather | Scatter => Counting::TimesRanks,
        Barrier => Counting::Ignored,
        Bcast | Reduce | Allreduce | ReduceScatter => Counting::AsAsked,
    }
}
