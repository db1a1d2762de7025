//! The algorithms of logpine's own functions, which stand before those of an MPI library.

use super::native::{Form, Knobs, Native};
use super::trees::Tree;
use logpine_models::job::MpiCollective::{
    self, Allgather, Allreduce, Alltoall, Barrier, Bcast, Gather, Reduce, ReduceScatter, Scatter,
};

const fn native(collective: MpiCollective, name: &'static str, knobs: Knobs, form: Form) -> Native {
    Native { collective, number: 0, name, knobs, form }
}

const fn tree(collective: MpiCollective, name: &'static str, knobs: Knobs, tree: Tree) -> Native {
    native(collective, name, knobs, Form::Tree(tree))
}

/// An algorithm of the catalogue under its own name.
const fn of(collective: MpiCollective, name: &'static str) -> Native {
    native(collective, name, Knobs::NONE, Form::Family(name, &[]))
}

/// An algorithm of the catalogue in blocks of a size.
const fn blocks(collective: MpiCollective, name: &'static str) -> Native {
    native(collective, name, Knobs::SEGMENT, Form::Family(name, &[]))
}

/// A scatter and an allgather, or a reduce-scatter and a gather.
const fn parts(
    collective: MpiCollective,
    name: &'static str,
    family: &'static str,
    words: &'static [(&'static str, &'static str)],
) -> Native {
    native(collective, name, Knobs::NONE, Form::Family(family, words))
}

/// The radix of k-nomial trees for whole messages; segments go along earliest trees.
const WHOLE: Knobs = Knobs { segment: false, ..Knobs::of(2, 64, 2) };

/// All algorithms.
pub static SHIM: [Native; 43] = [
    tree(Bcast, "linear", Knobs::NONE, Tree::Flat),
    tree(Bcast, "chain", Knobs::SEGMENT, Tree::Pipeline),
    tree(Bcast, "k-nomial", WHOLE, Tree::KNomial),
    tree(Bcast, "earliest", Knobs::SEGMENT, Tree::Earliest),
    blocks(Bcast, "n-block"),
    blocks(Bcast, "two-tree"),
    parts(Bcast, "scatter-ring", "scatter-allgather", &[("allgather", "ring")]),
    parts(Bcast, "scatter-doubling", "scatter-allgather", &[("allgather", "recursive-doubling")]),
    parts(Bcast, "scatter-bruck", "scatter-allgather", &[("allgather", "bruck")]),
    tree(Reduce, "linear", Knobs::NONE, Tree::Flat),
    tree(Reduce, "chain", Knobs::SEGMENT, Tree::Pipeline),
    tree(Reduce, "k-nomial", WHOLE, Tree::KNomial),
    tree(Reduce, "earliest", Knobs::SEGMENT, Tree::Earliest),
    blocks(Reduce, "n-block"),
    blocks(Reduce, "two-tree"),
    parts(Reduce, "ring-gather", "reduce-scatter-gather", &[("reduce-scatter", "ring")]),
    parts(Reduce, "halving-gather", "reduce-scatter-gather", &[("reduce-scatter", "recursive-halving")]),
    parts(Reduce, "circulant-gather", "reduce-scatter-gather", &[("reduce-scatter", "circulant")]),
    tree(Scatter, "linear", Knobs::NONE, Tree::Flat),
    tree(Scatter, "k-nomial", WHOLE, Tree::KNomial),
    tree(Gather, "linear", Knobs::NONE, Tree::Flat),
    tree(Gather, "k-nomial", WHOLE, Tree::KNomial),
    of(Allgather, "ring"),
    of(Allgather, "recursive-doubling"),
    of(Allgather, "bruck"),
    native(Allgather, "k-nomial", WHOLE, Form::Family("k-nomial", &[])),
    of(Allgather, "gather-then-bcast"),
    of(ReduceScatter, "ring"),
    of(ReduceScatter, "pairwise"),
    of(ReduceScatter, "recursive-halving"),
    of(ReduceScatter, "circulant"),
    of(ReduceScatter, "reduce-then-scatter"),
    of(Allreduce, "ring"),
    of(Allreduce, "recursive-doubling"),
    of(Allreduce, "rabenseifner"),
    of(Allreduce, "circulant"),
    of(Allreduce, "reduce-then-bcast"),
    of(Alltoall, "linear"),
    of(Alltoall, "pairwise"),
    of(Alltoall, "bruck"),
    of(Barrier, "dissemination"),
    of(Barrier, "binomial"),
    of(Barrier, "linear"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use logpine_collectives::collective::{among_ranks, by_name};

    #[test]
    fn families_are_those_of_the_catalogue() {
        for native in &SHIM {
            if let Form::Family(name, _) = native.form {
                let is_known =
                    by_name(native.collective, name).is_some() || among_ranks().any(|family| family.name() == name);
                assert!(is_known, "{} of {}", native.name, native.collective.name());
            }
        }
    }
}
