//! Allgathers: rank r has block r, and all ranks get all.

use super::Family;
use super::fold::plain;
use super::offered::one;
use super::reduce_scatter::skips;
use super::scatter::blocks;
use super::setting::Setting;
use crate::model::stage::{Pattern, Stage};
use crate::request::MpiCollective;
use crate::schedule::log_ranks;
use crate::schedule::stages::{Cut, Load, Nomial, Rule, Steps, Whose};

const fn family(name: &'static str, description: &'static str, steps: fn(&Setting) -> Option<Steps>) -> Family {
    Family::new(MpiCollective::Allgather, name, description).in_stages(steps, one)
}

pub(super) static ALLGATHER: [Family; 5] = [
    family("ring", "every rank passes on to the next what it received last", |setting| {
        Some(ring(setting.ranks, blocks(setting)?).numbered(setting.numbering()?))
    }),
    family(
        "recursive-doubling",
        "ranks at distance 1, 2, 4, ... exchange all that they have (P = 2^q; Thakur, Rabenseifner, Gropp 2005)",
        |setting| {
            let ranks = setting.ranks;
            let cut = blocks(setting).filter(|_| ranks.is_power_of_two())?;
            Some(recursive_doubling(ranks, ranks, cut))
        },
    ),
    family(
        "bruck",
        "in ceil(log2 P) stages for any P, ranks send what they have around (Bruck et al. 1997)",
        |setting| Some(bruck(setting.ranks, blocks(setting)?)),
    ),
    family(
        "neighbour-exchange",
        "neighbours exchange what they received last, one way and the other (even P; Chen et al. 2005)",
        |setting| {
            let ranks = setting.ranks;
            let cut = blocks(setting).filter(|_| ranks == 1 || ranks.is_multiple_of(2))?;
            Some(neighbour_exchange(ranks, cut).numbered(setting.numbering()?))
        },
    ),
    family("gather-then-bcast", "binomial gather, then binomial bcast of all blocks", |setting| {
        let (ranks, cut) = (setting.ranks, blocks(setting)?);
        let tree = Nomial::binomial(ranks)?;
        let gather = tree.down(ranks, cut, Load::Subtree)?.backward(plain);
        Some(gather.then(tree.down(ranks, cut, Load::Whole)?))
    }),
];

/// P - 1 stages of one block.
pub(super) fn ring(ranks: u64, cut: Cut) -> Steps {
    let stage = Stage::new(Pattern::Shift { distance: 1 }, cut.bytes(&(0..1))).repeated(ranks - 1);
    Steps::new(ranks, cut).with(stage, Rule::Ring { lag: 0 })
}

/// One stage of one block, then P / 2 - 1 stages of two.
fn neighbour_exchange(ranks: u64, cut: Cut) -> Steps {
    let rounds = |steps: Steps, from, to, blocks| {
        steps.with(Stage::new(Pattern::Neighbours { from, to }, cut.bytes(&blocks)), Rule::Neighbours { from, to })
    };
    let steps = rounds(Steps::new(ranks, cut), 0, 1, 0..1);
    if ranks > 2 { rounds(steps, 1, ranks / 2, 0..2) } else { steps }
}

/// Among the first 2^q ranks, with one block each.
pub(super) fn recursive_doubling(ranks: u64, among: u64, cut: Cut) -> Steps {
    (0..among.ilog2()).fold(Steps::new(ranks, cut), |steps, k| {
        let distance = 1 << k;
        let stage = Stage::new(Pattern::Pairs { distance, ranks: among }, cut.bytes(&(0..distance)));
        steps.with(stage, Rule::Group { distance, among, whose: Whose::Own })
    })
}

/// In stage k every rank sends the first of its 2^k blocks, at most P - 2^k.
pub(super) fn bruck(ranks: u64, cut: Cut) -> Steps {
    let held = (0..log_ranks(ranks)).map(|k| 1 << k);
    down(ranks, cut, held.map(|held: u64| (held, held.min(ranks - held))))
}

/// The circulant reduce-scatter backwards.
pub(super) fn circulant(ranks: u64, cut: Cut) -> Steps {
    down(ranks, cut, skips(ranks).into_iter().rev())
}

/// Stages in which every rank sends a number of blocks, starting with its own, to the rank at a distance before it.
fn down(ranks: u64, cut: Cut, stages: impl Iterator<Item = (u64, u64)>) -> Steps {
    stages.fold(Steps::new(ranks, cut), |steps, (distance, count)| {
        let stage = Stage::new(Pattern::Shift { distance: ranks - distance }, cut.bytes(&(0..count)));
        steps.with(stage, Rule::Down { distance, count })
    })
}
