//! Broadcasts, and backwards, with combination, reductions: those along the same trees, and of blocks.

mod binary;
mod binomial;
mod chain;
mod earliest;
mod fibonacci;
mod in_rounds;
mod k_ary;
mod k_nomial;
mod linear;
mod logp_optimal;
pub mod n_block;
mod nomial;
mod reduce_scatter_gather;
pub mod scatter_allgather;
pub mod two_tree;

pub(super) use logp_optimal::UnknownTree;

use super::family::MembersOf;
use super::setting::Setting;
use super::{
    Algorithm, Assignment, Cutting, Exhaustive, Family, Member, OperandOrder, Outline, Question, Recipe, Sizes, Timed,
};
use crate::model::MessageSize;
use crate::model::stage::Stage;
use crate::schedule::stages::{Cut as Blocks, Load, Nomial, Steps};
use crate::tree::families::{LeftOutReason, Parameters};

/// Simple families first, which is how ties among ranks go.
pub(super) static BCAST: [Family; 12] = [
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

/// In stages; among ranks a reduction is a broadcast on the machine run backwards.
pub(super) static REDUCE: [Family; 7] = [
    linear::REDUCE,
    chain::REDUCE,
    k_ary::REDUCE,
    binomial::REDUCE,
    k_nomial::REDUCE,
    nomial::REDUCE,
    reduce_scatter_gather::REDUCE,
];

/// A vector from rank 0 to all, whole or in the segments that are asked for.
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

/// A member along a tree of which some rank has at least so many children, as the root of every later one has.
fn of_tree(parameters: Parameters, recipe: Recipe, operand_order: OperandOrder, least_sends: u64) -> Member {
    Member { least_sends, ..Member::new(parameters, recipe, operand_order) }
}

/// Why there are no members, if nothing but the number of ranks decides.
fn too_few(_question: Question) -> LeftOutReason {
    LeftOutReason::TooFewRanks
}

/// Whether messages can be cut at all.
fn can_cut(question: Question) -> bool {
    question.timing.message_size() == MessageSize::Bytes
}

/// Why there are no members of blocks.
fn no_blocks(question: Question) -> LeftOutReason {
    if can_cut(question) { LeftOutReason::TooFewRanks } else { LeftOutReason::Indivisible }
}

/// Up to this every k is a member; beyond, each is a sixteenth larger than the one before.
const EVERY_K: u64 = 1024;

/// The values of a family's k: every one up to 1,024, then in growing steps.
fn values_of_k(least: u64, end: u64) -> impl Iterator<Item = u64> {
    let next = move |k: &u64| Some(if *k < EVERY_K { k + 1 } else { k + k / 16 });
    std::iter::successors(Some(least), next).take_while(move |&k| k < end)
}

/// Whether [`values_of_k`] left out none below k.
const fn all_below(k: u64) -> Exhaustive {
    if k <= EVERY_K { Exhaustive::Yes } else { Exhaustive::No }
}
