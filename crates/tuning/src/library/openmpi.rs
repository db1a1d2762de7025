//! The algorithms of Open MPI's component coll/tuned, with their numbers.

use super::native::{Counting, Fanout, Form, Knobs, Native};
use super::rounds::{Halving, Program};
use super::trees::{Tree, WIDEST_CHAIN};
use super::version::Library;
use logpine_models::job::MpiCollective::{
    self, Allgather, Allreduce, Alltoall, Barrier, Bcast, Gather, Reduce, ReduceScatter, Scatter,
};

/// The variable of the radix of k-nomial broadcasts, which rules files do not have.
pub const BCAST_RADIX: &str = "coll_tuned_bcast_algorithm_knomial_radix";

const fn native(collective: MpiCollective, number: u64, name: &'static str, knobs: Knobs, form: Form) -> Native {
    Native { collective, number, name, knobs, form }
}

const fn of(collective: MpiCollective, number: u64, name: &'static str, program: Program) -> Native {
    native(collective, number, name, Knobs::NONE, Form::Rounds(program))
}

const fn other(collective: MpiCollective, number: u64, name: &'static str, reason: &'static str) -> Native {
    native(collective, number, name, Knobs::NONE, Form::Uncosted(reason))
}

const CHAINS: Knobs = Knobs::of(1, WIDEST_CHAIN, 1);
const RADIX: Knobs = Knobs { fanout: Some(Fanout { least: 2, most: 64, variable: None, default: 4 }), segment: true };
/// It calls other collectives of the communicator, for which the library, or another rule, chooses.
const BY_OTHERS: &str = "it calls other collectives, whose algorithms other rules choose";
/// Several messages of a rank are under way at a time, and the library does not fix the order of their ends.
const NO_ORDER: &str = "the order of its concurrent messages is not fixed";
const LINEAR: Form = Form::Family("linear", &[]);

/// All algorithms; [`is_of`] says of which release line.
pub static OPEN_MPI: [Native; 53] = [
    native(Bcast, 1, "basic_linear", Knobs::NONE, Form::Tree(Tree::Flat)),
    native(Bcast, 2, "chain", CHAINS, Form::Tree(Tree::Chains)),
    native(Bcast, 3, "pipeline", Knobs::SEGMENT, Form::Tree(Tree::Pipeline)),
    native(Bcast, 4, "split_binary_tree", Knobs::SEGMENT, Form::Rounds(Program::SplitBinary)),
    native(Bcast, 5, "binary_tree", Knobs::SEGMENT, Form::Tree(Tree::Levels)),
    native(Bcast, 6, "binomial", Knobs::SEGMENT, Form::Tree(Tree::Doubling)),
    native(Bcast, 7, "knomial", Knobs::by(BCAST_RADIX, 4, true), Form::Tree(Tree::KNomial)),
    of(Bcast, 8, "scatter_allgather", Program::ScatterDoubling),
    of(Bcast, 9, "scatter_allgather_ring", Program::ScatterRing),
    native(Reduce, 1, "linear", Knobs::NONE, Form::Tree(Tree::Flat)),
    native(Reduce, 2, "chain", CHAINS, Form::Tree(Tree::Chains)),
    native(Reduce, 3, "pipeline", Knobs::SEGMENT, Form::Tree(Tree::Pipeline)),
    native(Reduce, 4, "binary", Knobs::SEGMENT, Form::Tree(Tree::Levels)),
    native(Reduce, 5, "binomial", Knobs::SEGMENT, Form::Tree(Tree::SmallFirst)),
    native(Reduce, 6, "in-order_binary", Knobs::SEGMENT, Form::Tree(Tree::InOrder)),
    of(Reduce, 7, "rabenseifner", Program::HalvingGather(Halving::Floor)),
    native(Reduce, 8, "knomial", RADIX, Form::Tree(Tree::KNomial)),
    of(Allreduce, 1, "basic_linear", Program::UpDown(Tree::Flat)),
    other(Allreduce, 2, "nonoverlapping", BY_OTHERS),
    of(Allreduce, 3, "recursive_doubling", Program::Doubling),
    of(Allreduce, 4, "ring", Program::Ring),
    native(Allreduce, 5, "segmented_ring", Knobs::SEGMENT, Form::Uncosted("its phases are not modelled")),
    of(Allreduce, 6, "rabenseifner", Program::HalvingDoubling(Halving::Floor)),
    other(Allreduce, 7, "allgather_reduce", BY_OTHERS),
    other(Allgather, 1, "linear", BY_OTHERS),
    of(Allgather, 2, "bruck-k-fanout", Program::BruckAllgather),
    of(Allgather, 3, "recursive_doubling", Program::DoublingOrBruck),
    of(Allgather, 4, "ring", Program::RingAllgather),
    of(Allgather, 5, "neighbor", Program::Neighbours),
    of(Allgather, 6, "two_proc", Program::TwoRanks),
    other(Allgather, 7, "sparbit", NO_ORDER),
    other(Allgather, 8, "direct-messaging", NO_ORDER),
    native(Alltoall, 1, "linear", Knobs::NONE, LINEAR),
    of(Alltoall, 2, "pairwise", Program::Pairwise),
    of(Alltoall, 3, "modified_bruck", Program::BruckAlltoall),
    native(Alltoall, 4, "linear_sync", Knobs::NONE, LINEAR),
    of(Alltoall, 5, "two_proc", Program::TwoRanks),
    of(Barrier, 1, "linear", Program::LinearBarrier),
    of(Barrier, 2, "double_ring", Program::DoubleRing),
    of(Barrier, 3, "recursive_doubling", Program::DoublingBarrier),
    of(Barrier, 4, "bruck", Program::Dissemination),
    of(Barrier, 5, "two_proc", Program::TwoRanks),
    of(Barrier, 6, "tree", Program::TreeBarrier),
    native(Gather, 1, "basic_linear", Knobs::NONE, LINEAR),
    of(Gather, 2, "binomial", Program::BinomialGather),
    native(Scatter, 1, "basic_linear", Knobs::NONE, LINEAR),
    of(Scatter, 2, "binomial", Program::BinomialScatter),
    other(ReduceScatter, 1, "non-overlapping", BY_OTHERS),
    of(ReduceScatter, 2, "recursive_halving", Program::Halves),
    of(ReduceScatter, 3, "ring", Program::RingScatter),
    native(Gather, 3, "linear_sync", Knobs::SEGMENT, Form::Rounds(Program::SynchronizedGather)),
    native(Scatter, 3, "linear_nb", Knobs::NONE, LINEAR),
    of(ReduceScatter, 4, "butterfly", Program::Butterfly),
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

/// True if results are right for operators that do not commute too, as tried with 4.1.4 on 5 and 8 ranks, by the algorithm itself. Rules do
/// not look at operators. Other algorithms combine in another order than that of the ranks, or run `linear` for such operators, which may
/// be slower than what the library would choose for them: Rabenseifner's of a reduce (7) and of an allreduce (6).
#[must_use]
pub const fn keeps_order(native: &Native) -> bool {
    match native.collective {
        Reduce => matches!(native.number, 1 | 6),
        Allreduce => native.number == 3,
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
