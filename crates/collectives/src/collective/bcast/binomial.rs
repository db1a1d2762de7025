//! Binomial: 2-nomial.

use super::earliest::Target;
use super::{
    AlgorithmFamily, MembersOf, OperandOrder, Question, Recipe, Setting, Sizes, along, backwards, of_tree, too_few,
};
use crate::collective::offered::orders;
use crate::schedule::stages::Steps;
use logpine_models::job::MpiCollective;
use logpine_text::units::Time;
use logpine_trees::tree::families::Parameters;
use logpine_trees::tree::rank_trees;
use std::cell::Cell;
use std::iter::once;

pub(super) const BCAST: AlgorithmFamily = AlgorithmFamily::new(
    MpiCollective::Bcast,
    "binomial",
    "in every round each rank that has the message sends it to one that has not",
)
.drawn('B', [158, 0, 1], 124)
.in_stages(steps, orders)
.among_ranks(members, too_few)
.optimum_if(|question| Target::new(question, Sizes::only(question.bytes)).is_some_and(|target| target.is_binomial()));

pub(crate) const REDUCE: AlgorithmFamily =
    AlgorithmFamily::new(MpiCollective::Reduce, "binomial", "in every stage half of the ranks left send to the others")
        .in_stages(|setting| backwards(steps(setting)), orders);

fn steps(setting: &Setting) -> Option<Steps> {
    along(setting.binomial(), setting)
}

fn members<'q>(_question: Question<'q>, _limit: &'q Cell<Time>) -> MembersOf<'q> {
    let recipe = Recipe::tree(rank_trees::k_nomial, 2);
    Box::new(once(of_tree(Parameters::new(), recipe, OperandOrder::Kept, 1)))
}
