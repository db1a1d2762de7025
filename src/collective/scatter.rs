//! Scatters, in which rank r gets block r, and, run backwards, gathers.

use super::Family;
use super::fold::plain;
use super::offered::{fanouts, none, one};
use super::setting::Setting;
use crate::request::MpiCollective;
use crate::schedule::stages::{Cut, Load, Nomial, Steps};
use crate::tree::families::Parameters;

const fn scatter(
    name: &'static str,
    description: &'static str,
    steps: fn(&Setting) -> Option<Steps>,
    members: fn(u64, u64) -> Vec<Parameters>,
) -> Family {
    Family::new(MpiCollective::Scatter, name, description).in_stages(steps, members)
}

const fn gather(
    name: &'static str,
    description: &'static str,
    steps: fn(&Setting) -> Option<Steps>,
    members: fn(u64, u64) -> Vec<Parameters>,
) -> Family {
    Family::new(MpiCollective::Gather, name, description).in_stages(steps, members)
}

pub(super) static SCATTER: [Family; 4] = [
    scatter("linear", "the root sends every rank its block (flat, star)", linear, one),
    scatter("binomial", "whoever has blocks sends on those of half of its ranks", binomial, one),
    scatter("k-nomial", "whoever has blocks sends on those of k - 1 of k equal parts of its ranks", k_nomial, fanouts),
    scatter("nomial", "a k-nomial tree with a fanout of its own for every level (mixed radix)", nomial, none),
];

pub(super) static GATHER: [Family; 4] = [
    gather("linear", "every rank sends its block to the root (flat, star)", |setting| back(linear(setting)), one),
    gather("binomial", "the binomial scatter backwards", |setting| back(binomial(setting)), one),
    gather("k-nomial", "the k-nomial scatter backwards", |setting| back(k_nomial(setting)), fanouts),
    gather("nomial", "the scatter along a tree of mixed radix backwards", |setting| back(nomial(setting)), none),
];

/// From rank 0 to all, in far-first order only.
fn along(tree: Option<Nomial>, setting: &Setting) -> Option<Steps> {
    tree?.down(setting.ranks, blocks(setting)?, Load::Subtree)
}

/// A block for every rank. `None` past 2^64 - 1 bytes.
pub(super) fn blocks(setting: &Setting) -> Option<Cut> {
    setting.bytes.checked_mul(setting.ranks)?;
    Some(Cut::Equal { block: setting.bytes, count: setting.ranks })
}

fn linear(setting: &Setting) -> Option<Steps> {
    along(Nomial::linear(setting.ranks), setting)
}

fn binomial(setting: &Setting) -> Option<Steps> {
    along(setting.binomial(), setting)
}

fn k_nomial(setting: &Setting) -> Option<Steps> {
    along(setting.k_nomial(), setting)
}

fn nomial(setting: &Setting) -> Option<Steps> {
    along(setting.nomial(), setting)
}

fn back(scatter: Option<Steps>) -> Option<Steps> {
    Some(scatter?.backward(plain))
}
