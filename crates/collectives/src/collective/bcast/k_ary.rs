//! k-ary: every rank has k children, except at most one and the leaves.

use super::{
    AlgorithmFamily, Blocks, Member, MembersOf, OperandOrder, Outline, Question, Recipe, Setting, all_below, backwards,
    of_tree, too_few, values_of_k,
};
use crate::collective::Chosen;
use crate::collective::offered::{pipelined_fanouts, trees_and_segments};
use crate::schedule::stages::{Rule, Steps};
use logpine_models::job::MpiCollective;
use logpine_models::model::stage::{Pattern, Stage};
use logpine_text::units::Time;
use logpine_trees::tree::families::Parameters;
use logpine_trees::tree::rank_trees;
use std::cell::Cell;
use std::iter::once;

pub(super) const BCAST: AlgorithmFamily = AlgorithmFamily::new(
    MpiCollective::Bcast,
    "k-ary",
    "every rank sends to k others; complete (subtrees are intervals of ranks, split evenly) or in heap order (r to kr + 1 … kr + k)",
).drawn('K', [18, 188, 250], 38)
.in_stages(steps, trees_and_segments).choosing(CHOSEN)
.among_ranks(members, too_few);

pub(crate) const REDUCE: AlgorithmFamily = AlgorithmFamily::new(
    MpiCollective::Reduce,
    "k-ary",
    "segments go up a k-ary tree in heap order, one behind the other",
)
.in_stages(|setting| backwards(steps(setting)), trees_and_segments)
.choosing(CHOSEN);

const CHOSEN: Chosen = Chosen::SegmentsAlong(pipelined_fanouts);

/// Segments go down the tree in heap order, one behind the other; `None` for any other order.
fn steps(setting: &Setting) -> Option<Steps> {
    setting.word("order", "heap").filter(|&order| order == "heap")?;
    pipeline(setting.ranks, setting.number("k")?, setting.segments()?)
}

/// From rank 0 to all. A rank sends a segment to its k children one after the other, all ranks of a depth at once, while
/// those of the next depth send the segment before. `None` if k is below 2, and if there are too many stages to count.
fn pipeline(ranks: u64, fanout: u64, cut: Blocks) -> Option<Steps> {
    if fanout < 2 {
        return None;
    }
    let steps = Steps::new(ranks, cut);
    if ranks < 2 {
        return Some(steps);
    }
    let segments = cut.count();
    segments.checked_add(u64::from(u64::BITS))?.checked_mul(fanout.min(ranks))?;
    let of = |segment: u64| cut.bytes(&(segment..segment + 1));
    let before = Stage::new(Pattern::KAry { fanout, segments }, of(0));
    let last = Stage::new(Pattern::KAryEnd { fanout }, of(segments - 1));
    Some(steps.with(before, Rule::TreePipeline { fanout }).with(last, Rule::LastInTree))
}

/// Every k below the number of other ranks; with that k the tree would be linear.
fn members<'q>(question: Question<'q>, _limit: &'q Cell<Time>) -> MembersOf<'q> {
    let ranks = question.ranks;
    let of = move |k: u64| {
        let member = |order, form, operand_order| {
            let parameters = Parameters::new().number("k", k).word("order", order);
            let recipe = Recipe::Tree { form, k, outline: Some(Outline::k_ary(ranks, k)) };
            Member { listed: all_below(k), ..of_tree(parameters, recipe, operand_order, k) }
        };
        let complete = member("complete", rank_trees::k_ary, OperandOrder::Kept);
        // In heap order, k = 2 is the binary family.
        let heap = (k > 2).then(|| member("heap", rank_trees::k_ary_heap, OperandOrder::Lost));
        once(complete).chain(heap)
    };
    Box::new(values_of_k(2, ranks - 1).flat_map(of))
}
