//! k-nomial: in every round each rank that has the message sends it to k - 1 ranks without it.

use super::{
    AlgorithmFamily, Member, MembersOf, OperandOrder, Question, Recipe, Setting, all_below, along, backwards, of_tree,
    too_few, values_of_k,
};
use crate::collective::offered::fanouts_and_orders;
use crate::schedule::stages::Steps;
use logpine_models::job::MpiCollective;
use logpine_text::units::Time;
use logpine_trees::tree::families::Parameters;
use logpine_trees::tree::rank_trees;
use std::cell::Cell;

pub(super) const BCAST: AlgorithmFamily = AlgorithmFamily::new(
    MpiCollective::Bcast,
    "k-nomial",
    "in every round each rank that has the message sends it to k - 1 that have not",
)
.drawn('M', [233, 191, 3], 178)
.in_stages(steps, fanouts_and_orders)
.among_ranks(members, too_few);

pub(crate) const REDUCE: AlgorithmFamily = AlgorithmFamily::new(
    MpiCollective::Reduce,
    "k-nomial",
    "in every level the ranks left each receive from k - 1 others",
)
.in_stages(|setting| backwards(steps(setting)), fanouts_and_orders);

fn steps(setting: &Setting) -> Option<Steps> {
    along(setting.k_nomial(), setting)
}

/// Every k from 3 below the number of ranks; with that k the tree would be linear.
fn members<'q>(question: Question<'q>, _limit: &'q Cell<Time>) -> MembersOf<'q> {
    let of = |k: u64| {
        let (parameters, recipe) = (Parameters::new().number("k", k), Recipe::tree(rank_trees::k_nomial, k));
        Member { listed: all_below(k), ..of_tree(parameters, recipe, OperandOrder::Kept, k - 1) }
    };
    Box::new(values_of_k(3, question.ranks).map(of))
}
