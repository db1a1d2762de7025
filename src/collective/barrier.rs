//! Barriers: tokens without content, so that every rank hears of every other, directly or not.

use super::Family;
use super::fold::{folded, plain, swaps};
use super::offered::one;
use super::setting::Setting;
use crate::model::stage::{Pattern, Stage};
use crate::request::MpiCollective;
use crate::schedule::log_ranks;
use crate::schedule::stages::{Cut, Load, Nomial, Rule, Steps};

const fn family(name: &'static str, description: &'static str, steps: fn(&Setting) -> Option<Steps>) -> Family {
    Family::new(MpiCollective::Barrier, name, description).in_stages(steps, one)
}

pub(super) static BARRIER: [Family; 4] = [
    family(
        "dissemination",
        "in stage k every rank tells the one 2^k behind it (Hensgen, Finkel, Manber 1988)",
        |setting| {
            let ranks = setting.ranks;
            let stages = (0..log_ranks(ranks)).map(|k| 1 << k);
            Some(stages.fold(Steps::new(ranks, TOKEN), |steps, distance| {
                steps.with(Stage::new(Pattern::Shift { distance }, 1), Rule::Around { distance })
            }))
        },
    ),
    family(
        "recursive-doubling",
        "ranks at distance 1, 2, 4, ... tell each other; those beyond a power of two fold in",
        |setting| Some(folded(swaps(setting.ranks, TOKEN, plain), plain)),
    ),
    family("binomial", "tokens are gathered at rank 0 along a binomial tree, then sent back", |setting| {
        there_and_back(setting.ranks, &Nomial::binomial(setting.ranks)?)
    }),
    family("linear", "all tell rank 0, which then tells all", |setting| {
        there_and_back(setting.ranks, &Nomial::linear(setting.ranks)?)
    }),
];

/// The shortest message that models know.
const TOKEN: Cut = Cut::whole(1);

fn there_and_back(ranks: u64, tree: &Nomial) -> Option<Steps> {
    let bcast = tree.down(ranks, TOKEN, Load::Whole)?;
    Some(bcast.clone().backward(plain).then(bcast))
}
