//! k-ary: every rank has k children, except at most one and the leaves.

use super::{
    Family, Member, MembersOf, OperandOrder, Outline, Question, Recipe, Setting, all_below, backwards, of_tree,
    too_few, values_of_k,
};
use crate::collective::offered::trees_and_segments;
use crate::request::MpiCollective;
use crate::schedule::stages::{Steps, pipeline};
use crate::tree::families::Parameters;
use crate::tree::rank_trees;
use crate::units::Time;
use std::cell::Cell;
use std::iter::once;

pub(super) const BCAST: Family = Family::new(
    MpiCollective::Bcast,
    "k-ary",
    "every rank sends to k others; complete (subtrees are intervals of ranks, split evenly) or in heap order (r to kr + 1 … kr + k)",
)
.in_stages(steps, trees_and_segments)
.among_ranks(members, too_few);

pub(super) const REDUCE: Family =
    Family::new(MpiCollective::Reduce, "k-ary", "segments go up a complete k-ary tree, one behind the other")
        .in_stages(|setting| backwards(steps(setting)), trees_and_segments);

/// Segments go down a complete tree, one behind the other.
fn steps(setting: &Setting) -> Option<Steps> {
    pipeline(setting.ranks, setting.number("k")?, setting.segments()?)
}

/// Every k below the number of other ranks, with which the tree is linear.
fn members<'q>(question: Question<'q>, _limit: &'q Cell<Time>) -> MembersOf<'q> {
    let ranks = question.ranks;
    let of = move |k: u64| {
        let member = |order, form, operand_order| {
            let parameters = Parameters::new().number("k", k).word("order", order);
            let recipe = Recipe::Tree { form, k, outline: Some(Outline::k_ary(ranks, k)) };
            Member { listed: all_below(k), ..of_tree(parameters, recipe, operand_order, k) }
        };
        let complete = member("complete", rank_trees::k_ary, OperandOrder::Kept);
        // In heap order 2 is the binary family.
        let heap = (k > 2).then(|| member("heap", rank_trees::k_ary_heap, OperandOrder::Lost));
        once(complete).chain(heap)
    };
    Box::new(values_of_k(2, ranks - 1).flat_map(of))
}
