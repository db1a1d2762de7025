//! Barriers: tokens without content, so that every rank hears of every other, directly or not.

mod binomial;
mod dissemination;
mod linear;
mod recursive_doubling;

use super::AlgorithmFamily;
use super::fold::plain;
use super::offered::one;
use super::setting::Setting;
use crate::schedule::stages::{Cut, Load, Nomial, Steps};
use logpine_models::job::MpiCollective;

pub(super) static BARRIER: &[AlgorithmFamily] =
    &[dissemination::BARRIER, recursive_doubling::BARRIER, binomial::BARRIER, linear::BARRIER];

const fn family(
    name: &'static str,
    description: &'static str,
    steps: fn(&Setting) -> Option<Steps>,
) -> AlgorithmFamily {
    AlgorithmFamily::new(MpiCollective::Barrier, name, description).in_stages(steps, one)
}

/// The shortest message that models know.
const TOKEN: Cut = Cut::whole(1);

/// Tokens up a tree to rank 0, then down again.
fn there_and_back(ranks: u64, tree: &Nomial) -> Option<Steps> {
    let bcast = tree.down(ranks, TOKEN, Load::Whole)?;
    Some(bcast.clone().backward(plain).then(bcast))
}
