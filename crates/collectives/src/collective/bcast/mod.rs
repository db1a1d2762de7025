//! Broadcasts along trees and of blocks. Run backwards, with combination, they are [reductions](super::reduce), which stand beside them.

mod binary;
pub(super) mod binomial;
pub(super) mod chain;
mod earliest;
mod fibonacci;
mod in_rounds;
pub(super) mod k_ary;
pub(super) mod k_nomial;
pub(super) mod linear;
mod logp_optimal;
pub mod n_block;
pub(super) mod nomial;
pub mod scatter_allgather;
pub mod two_tree;

use super::family::MembersOf;
use super::setting::Setting;
use super::{
    Algorithm, AlgorithmFamily, Assignment, Cutting, Exhaustive, Member, OperandOrder, Outline, Question, Recipe,
    Sizes, Timed,
};
use crate::schedule::stages::{Cut as Blocks, Load, Nomial, Steps};
use logpine_models::model::MessageSize;
use logpine_models::model::stage::Stage;
use logpine_trees::tree::families::{LeftOutReason, Parameters};

/// Simple families first: ties in rankings go to the earlier family, except that one that is built as the optimum comes before all.
pub(super) static BCAST: &[AlgorithmFamily] = &[
    linear::BCAST,
    chain::BCAST,
    binary::BCAST,
    k_ary::BCAST,
    binomial::BCAST,
    k_nomial::BCAST,
    nomial::BCAST,
    logp_optimal::BCAST,
    fibonacci::BCAST,
    two_tree::BCAST,
    scatter_allgather::BCAST,
    n_block::BCAST,
];

/// A vector from rank 0 to all, whole or in the given segments.
fn along(tree: Option<Nomial>, setting: &Setting) -> Option<Steps> {
    let Setting { ranks, bytes, parameters } = *setting;
    match parameters.get("segment") {
        None => tree?.down(ranks, Blocks::whole(bytes), Load::Whole),
        Some(_) => Some(tree?.down_in_segments(ranks, setting.segments()?)),
    }
}

/// The reduction that is a broadcast run backwards.
fn backwards(bcast: Option<Steps>) -> Option<Steps> {
    Some(bcast?.backward(Stage::combining))
}

/// A member along a tree in which some rank has at least `least_sends` children, as the root of every later tree does.
fn of_tree(parameters: Parameters, recipe: Recipe, operand_order: OperandOrder, least_sends: u64) -> Member {
    Member { least_sends, ..Member::new(parameters, recipe, operand_order) }
}

/// The reason for having no members, if it depends only on the number of ranks.
fn too_few(_question: Question) -> LeftOutReason {
    LeftOutReason::TooFewRanks
}

/// True if messages can be cut at all.
fn can_cut(question: Question) -> bool {
    question.timing.message_size() == MessageSize::Bytes
}

/// The reason for having no members of blocks.
fn no_blocks(question: Question) -> LeftOutReason {
    if can_cut(question) { LeftOutReason::TooFewRanks } else { LeftOutReason::Indivisible }
}

/// The bound up to which every k is a member; beyond it, each is a sixteenth larger than the one before.
const EVERY_K: u64 = 1024;

/// The values of a family's k: every one up to 1,024, then in growing steps.
fn values_of_k(least: u64, end: u64) -> impl Iterator<Item = u64> {
    let next = move |k: &u64| Some(if *k < EVERY_K { k + 1 } else { k + k / 16 });
    std::iter::successors(Some(least), next).take_while(move |&k| k < end)
}

/// Exhaustive if [`values_of_k`] leaves out no value below k.
const fn all_below(k: u64) -> Exhaustive {
    if k <= EVERY_K { Exhaustive::Yes } else { Exhaustive::No }
}
