//! Binary: the complete binary tree in heap order.

use super::{AlgorithmFamily, MembersOf, OperandOrder, Outline, Question, Recipe, of_tree, too_few};
use logpine_models::job::MpiCollective;
use logpine_text::units::Time;
use logpine_trees::tree::families::Parameters;
use logpine_trees::tree::rank_trees;
use std::cell::Cell;
use std::iter::once;

pub(super) const BCAST: AlgorithmFamily =
    AlgorithmFamily::new(MpiCollective::Bcast, "binary", "rank r sends to 2r + 1 and 2r + 2")
        .drawn('Y', [186, 45, 81], 161)
        .among_ranks(members, too_few);

fn members<'q>(question: Question<'q>, _limit: &'q Cell<Time>) -> MembersOf<'q> {
    let recipe = Recipe::Tree { form: rank_trees::k_ary_heap, k: 2, outline: Some(Outline::k_ary(question.ranks, 2)) };
    Box::new(once(of_tree(Parameters::new(), recipe, OperandOrder::Lost, 1)))
}
