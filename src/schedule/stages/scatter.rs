//! Scatters, and backwards gathers: rank r has, or gets, block r.

use super::Cut;
use super::family::{Family, Request, fanouts, none, one};
use super::fold::plain;
use super::nomial::Nomial;
use super::rule::Load;
use super::staged::Steps;
use crate::request::MpiCollective;
use crate::tree::families::Parameters;

const fn scatter(
    name: &'static str,
    description: &'static str,
    steps: fn(&Request) -> Option<Steps>,
    members: fn(u64, u64) -> Vec<Parameters>,
) -> Family {
    Family { collective: MpiCollective::Scatter, name, description, steps, members }
}

const fn gather(
    name: &'static str,
    description: &'static str,
    steps: fn(&Request) -> Option<Steps>,
    members: fn(u64, u64) -> Vec<Parameters>,
) -> Family {
    Family { collective: MpiCollective::Gather, name, description, steps, members }
}

pub(super) static SCATTER: [Family; 4] = [
    scatter("linear", "the root sends every rank its block (flat, star)", linear, one),
    scatter("binomial", "whoever has blocks sends on those of half of its ranks", binomial, one),
    scatter("k-nomial", "whoever has blocks sends on those of k - 1 of k equal parts of its ranks", k_nomial, fanouts),
    scatter("nomial", "a k-nomial tree with a fanout of its own for every level (mixed radix)", nomial, none),
];

pub(super) static GATHER: [Family; 4] = [
    gather("linear", "every rank sends its block to the root (flat, star)", |request| back(linear(request)), one),
    gather("binomial", "the binomial scatter backwards", |request| back(binomial(request)), one),
    gather("k-nomial", "the k-nomial scatter backwards", |request| back(k_nomial(request)), fanouts),
    gather("nomial", "the scatter along a tree of mixed radix backwards", |request| back(nomial(request)), none),
];

/// From rank 0 to all; of another order than far-first there is none.
fn along(tree: Option<Nomial>, request: &Request) -> Option<Steps> {
    tree?.down(request.ranks, blocks(request)?, Load::Subtree)
}

/// A block for every rank. `None` past 2^64 - 1 bytes.
pub(super) fn blocks(request: &Request) -> Option<Cut> {
    request.bytes.checked_mul(request.ranks)?;
    Some(Cut::Equal { block: request.bytes, count: request.ranks })
}

fn linear(request: &Request) -> Option<Steps> {
    along(Nomial::linear(request.ranks), request)
}

fn binomial(request: &Request) -> Option<Steps> {
    along(request.binomial(), request)
}

fn k_nomial(request: &Request) -> Option<Steps> {
    along(request.k_nomial(), request)
}

fn nomial(request: &Request) -> Option<Steps> {
    along(request.nomial(), request)
}

fn back(scatter: Option<Steps>) -> Option<Steps> {
    Some(scatter?.backward(plain))
}
