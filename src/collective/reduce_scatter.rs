//! Reduce-scatters: the vectors of all ranks combined, of P blocks the result of block r at rank r.

use super::Family;
use super::offered::one;
use super::setting::Setting;
use crate::model::stage::{Pattern, Stage};
use crate::request::MpiCollective;
use crate::schedule::stages::{Cut, Load, Nomial, Owner, Rule, Steps, Whose};

const fn family(name: &'static str, description: &'static str, steps: fn(&Setting) -> Option<Steps>) -> Family {
    Family::new(MpiCollective::ReduceScatter, name, description).in_stages(steps, one)
}

pub(super) static REDUCE_SCATTER: [Family; 5] = [
    family("ring", "partial results go around the ring, every rank adding its own", |setting| {
        Some(ring(setting.ranks, blocks(setting)).numbered(setting.numbering()?))
    }),
    family("pairwise", "every rank sends every other its block, one rank after the other", |setting| {
        Some(pairwise(setting.ranks, blocks(setting)).numbered(setting.numbering()?))
    }),
    family(
        "recursive-halving",
        "ranks at distance P/2, P/4, ... exchange half of what they collect (P = 2^q; Thakur, Rabenseifner, Gropp 2005)",
        |setting| {
            let ranks = setting.ranks;
            ranks.is_power_of_two().then(|| recursive_halving(ranks, ranks, blocks(setting)))
        },
    ),
    family("circulant", "ceil(log2 P) stages and P - 1 blocks for any P (Traeff 2024)", |setting| {
        Some(circulant(setting.ranks, blocks(setting)))
    }),
    family("reduce-then-scatter", "binomial reduce, then binomial scatter of the result", |setting| {
        let (ranks, cut) = (setting.ranks, blocks(setting));
        let tree = Nomial::binomial(ranks)?;
        let reduce = tree.down(ranks, cut, Load::Whole)?.backward(Stage::combining);
        Some(reduce.then(tree.down(ranks, cut, Load::Subtree)?))
    }),
];

/// The vector in P blocks.
const fn blocks(setting: &Setting) -> Cut {
    Cut::Even { bytes: setting.bytes, count: setting.ranks }
}

/// P - 1 stages of one block.
pub(super) fn ring(ranks: u64, cut: Cut) -> Steps {
    let stage = Stage::new(Pattern::Shift { distance: 1 }, cut.bytes(&(0..1))).repeated(ranks - 1);
    Steps::new(ranks, cut).with(stage.combining(), Rule::Ring { lag: 1 })
}

/// P - 1 stages of one block.
pub(super) fn pairwise(ranks: u64, cut: Cut) -> Steps {
    let stage = Stage::new(Pattern::Shifts { from: 1, to: ranks }, cut.bytes(&(0..1)));
    Steps::new(ranks, cut).with(stage.combining(), Rule::Direct(Owner::Receiver))
}

/// Among the first 2^q ranks, with one block each.
pub(super) fn recursive_halving(ranks: u64, among: u64, cut: Cut) -> Steps {
    (0..among.ilog2()).rev().fold(Steps::new(ranks, cut), |steps, k| {
        let distance = 1 << k;
        let stage = Stage::new(Pattern::Pairs { distance, ranks: among }, cut.bytes(&(0..distance)));
        steps.with(stage.combining(), Rule::Group { distance, among, whose: Whose::Partner })
    })
}

/// A rank still collects a number of blocks. In a stage the farther half of them goes to the rank at which that half
/// begins, which collects them.
pub(super) fn circulant(ranks: u64, cut: Cut) -> Steps {
    skips(ranks).into_iter().fold(Steps::new(ranks, cut), |steps, (distance, count)| {
        let stage = Stage::new(Pattern::Shift { distance }, cut.bytes(&(0..count)));
        steps.with(stage.combining(), Rule::Up { distance, count })
    })
}

/// The skips of the circulant graph: ceil(P / 2), half of that rounded up, and so on to 1. Each comes with the number of
/// blocks that it carries, the difference to the skip before, P - 1 in all.
pub(super) fn skips(ranks: u64) -> Vec<(u64, u64)> {
    let halved = |&(skip, _): &(u64, u64)| (skip > 1).then(|| (skip.div_ceil(2), skip / 2));
    std::iter::successors(Some((ranks, 0)), halved).skip(1).collect()
}
