//! Linear (flat, star): the root sends to every other rank.

use super::{AlgorithmFamily, MembersOf, OperandOrder, Question, Recipe, Setting, along, backwards, of_tree, too_few};
use crate::collective::offered::one;
use crate::schedule::stages::{Nomial, Steps};
use logpine_models::job::MpiCollective;
use logpine_text::units::Time;
use logpine_trees::tree::families::Parameters;
use logpine_trees::tree::rank_trees;
use std::cell::Cell;
use std::iter::once;

pub(super) const BCAST: AlgorithmFamily =
    AlgorithmFamily::new(MpiCollective::Bcast, "linear", "the root sends to every other rank")
        .drawn('L', [38, 222, 174], 43)
        .in_stages(steps, one)
        .among_ranks(members, too_few);

pub(crate) const REDUCE: AlgorithmFamily = AlgorithmFamily::new(
    MpiCollective::Reduce,
    "linear",
    "the root receives from all others, one after the other (flat, star)",
)
.in_stages(|setting| backwards(steps(setting)), one);

fn steps(setting: &Setting) -> Option<Steps> {
    along(Nomial::linear(setting.ranks), setting)
}

fn members<'q>(question: Question<'q>, _limit: &'q Cell<Time>) -> MembersOf<'q> {
    let recipe = Recipe::tree(|ranks, _| rank_trees::linear(ranks), 1);
    Box::new(once(of_tree(Parameters::new(), recipe, OperandOrder::Kept, question.ranks - 1)))
}
