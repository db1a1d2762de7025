//! Barriers: tokens without content, so that every rank hears of every other, directly or not.

use super::Cut;
use super::family::{Family, Request, one};
use super::fold::{folded, plain, swaps};
use super::nomial::Nomial;
use super::rule::{Load, Rule};
use super::staged::Steps;
use crate::model::stage::{Pattern, Stage};
use crate::request::MpiCollective;
use crate::schedule::log_ranks;

const fn family(name: &'static str, description: &'static str, steps: fn(&Request) -> Option<Steps>) -> Family {
    Family { collective: MpiCollective::Barrier, name, description, steps, members: one }
}

pub(super) static BARRIER: [Family; 4] = [
    family(
        "dissemination",
        "in stage k every rank tells the one 2^k behind it (Hensgen, Finkel, Manber 1988)",
        |request| {
            let ranks = request.ranks;
            let stages = (0..log_ranks(ranks)).map(|k| 1 << k);
            Some(stages.fold(Steps::new(ranks, TOKEN), |steps, distance| {
                steps.with(Stage::new(Pattern::Shift { distance }, 1), Rule::Around { distance })
            }))
        },
    ),
    family(
        "recursive-doubling",
        "ranks at distance 1, 2, 4, ... tell each other; those beyond a power of two fold in",
        |request| Some(folded(swaps(request.ranks, TOKEN, plain), plain)),
    ),
    family("binomial", "tokens are gathered at rank 0 along a binomial tree, then sent back", |request| {
        there_and_back(request.ranks, &Nomial::binomial(request.ranks)?)
    }),
    family("linear", "all tell rank 0, which then tells all", |request| {
        there_and_back(request.ranks, &Nomial::linear(request.ranks)?)
    }),
];

/// The shortest message that models know.
const TOKEN: Cut = Cut::whole(1);

fn there_and_back(ranks: u64, tree: &Nomial) -> Option<Steps> {
    let bcast = tree.down(ranks, TOKEN, Load::Whole)?;
    Some(bcast.clone().backward(plain).then(bcast))
}
