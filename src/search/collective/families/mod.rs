//! Families of broadcast algorithms among ranks, which backwards are algorithms of reduction.
//!
//! A family is one implementor of [`RankFamily`] and one line in [`ALL`].

mod blocks;
mod greedy;
mod member;
mod trees;

pub use blocks::{NBlock, ScatterAllgather, TwoTree};
pub use greedy::{Fibonacci, LogpOptimal};
pub use member::{Member, Outline, Recipe};
pub use trees::{Binary, Binomial, Chain, KAry, KNomial, Linear};

use super::cutting::Exhaustive;
use super::question::Question;
use crate::tree::families::LeftOutReason;
use crate::units::Time;
use std::cell::Cell;

/// Whether a reduction along a schedule combines the operands in the order of the ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandOrder {
    /// It can: every subtree is an interval of ranks.
    Kept,
    /// It cannot.
    Lost,
}

/// A kind of broadcast algorithm.
pub trait RankFamily: Sync {
    /// The name in reports, options and JSON.
    fn name(&self) -> &'static str;

    /// What it is and where it comes from, in one line.
    fn description(&self) -> &'static str;

    /// The members, those that send each byte fewest times first. There may be none for a number of ranks. Those for a part
    /// of the segment sizes may be left out where all take longer than `limit` at the time.
    fn members<'q>(&self, question: Question<'q>, limit: &'q Cell<Time>) -> Box<dyn Iterator<Item = Member> + 'q>;

    /// Why there are none, where there are none.
    fn why_none(&self, _question: Question) -> LeftOutReason {
        LeftOutReason::TooFewRanks
    }
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

/// All families, in the order in which lists show them.
pub const ALL: [&dyn RankFamily; 11] = [
    &Linear,
    &Chain,
    &Binary,
    &KAry,
    &Binomial,
    &KNomial,
    &LogpOptimal,
    &Fibonacci,
    &TwoTree,
    &ScatterAllgather,
    &NBlock,
];

/// The family of that name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static dyn RankFamily> {
    ALL.into_iter().find(|family| family.name() == name)
}
