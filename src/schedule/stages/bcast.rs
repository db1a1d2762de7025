//! Broadcasts, and, run backwards with combination, the reductions along the same trees.

use super::allgather;
use super::family::{Family, Request, fanouts_and_orders, none, one, orders, segments, trees_and_segments};
use super::fold::plain;
use super::k_ary::pipeline;
use super::nomial::Nomial;
use super::rule::{Load, Rule};
use super::staged::Steps;
use super::{Cut, reduce_scatter};
use crate::model::stage::{Pattern, Stage};
use crate::request::MpiCollective;
use crate::tree::families::Parameters;

const fn bcast(
    name: &'static str,
    description: &'static str,
    steps: fn(&Request) -> Option<Steps>,
    members: fn(u64, u64) -> Vec<Parameters>,
) -> Family {
    Family { collective: MpiCollective::Bcast, name, description, steps, members }
}

const fn reduce(
    name: &'static str,
    description: &'static str,
    steps: fn(&Request) -> Option<Steps>,
    members: fn(u64, u64) -> Vec<Parameters>,
) -> Family {
    Family { collective: MpiCollective::Reduce, name, description, steps, members }
}

pub(super) static BCAST: [Family; 7] = [
    bcast("linear", "the root sends to all others, one after the other (flat, star)", linear, one),
    bcast("chain", "segments go from rank to rank, one behind the other (pipeline)", chain, segments),
    bcast("k-ary", "segments go down a complete k-ary tree, one behind the other", k_ary, trees_and_segments),
    bcast("binomial", "in every stage the ranks that have it each send to one more", binomial, orders),
    bcast("k-nomial", "in every level the ranks that have it each send to k - 1 more", k_nomial, fanouts_and_orders),
    bcast("nomial", "a k-nomial tree with a fanout of its own for every level (mixed radix)", nomial, none),
    bcast(
        "scatter-allgather",
        "binomial scatter of P blocks, then allgather (Barnett et al. 1994; Thakur, Rabenseifner, Gropp 2005)",
        scatter_allgather,
        allgathers,
    ),
];

pub(super) static REDUCE: [Family; 7] = [
    reduce("linear", "the root receives from all others, one after the other (flat, star)", back::linear, one),
    reduce("chain", "segments go from rank to rank, one behind the other (pipeline)", back::chain, segments),
    reduce("k-ary", "segments go up a complete k-ary tree, one behind the other", back::k_ary, trees_and_segments),
    reduce("binomial", "in every stage half of the ranks left send to the others", back::binomial, orders),
    reduce(
        "k-nomial",
        "in every level the ranks left each receive from k - 1 others",
        back::k_nomial,
        fanouts_and_orders,
    ),
    reduce("nomial", "a k-nomial tree with a fanout of its own for every level (mixed radix)", back::nomial, none),
    reduce(
        "reduce-scatter-gather",
        "reduce-scatter of P blocks, then binomial gather (Rabenseifner 1997; Thakur, Rabenseifner, Gropp 2005)",
        reduce_scatter_gather,
        reduce_scatters,
    ),
];

/// A vector from rank 0 to all, whole or in the segments that are asked for.
fn along(tree: Option<Nomial>, request: &Request) -> Option<Steps> {
    let Request { ranks, bytes, parameters } = *request;
    match parameters.get("segment") {
        None => tree?.down(ranks, Cut::whole(bytes), Load::Whole),
        Some(_) => Some(tree?.down_in_segments(ranks, request.segments()?)),
    }
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

/// k = ceil(s / z) segments in P + k - 2 stages, the last of them with the last segment alone.
fn chain(request: &Request) -> Option<Steps> {
    let ranks = request.ranks;
    let cut = request.segments()?;
    let steps = Steps::new(ranks, cut);
    let Some(first) = ranks.checked_sub(2) else { return Some(steps) };
    let segments = cut.count();
    segments.checked_add(ranks)?;
    let last = Stage::new(Pattern::Block { first, count: 1, distance: 1 }, cut.bytes(&(segments - 1..segments)));
    let before = Stage::new(Pattern::Chain { segments }, cut.bytes(&(0..1)));
    let steps = steps.with(before, Rule::Pipeline).with(last, Rule::LastSegment);
    Some(steps.numbered(request.numbering()?))
}

/// Of k children of every rank.
fn k_ary(request: &Request) -> Option<Steps> {
    pipeline(request.ranks, request.number("k")?, request.segments()?)
}

fn scatter_allgather(request: &Request) -> Option<Steps> {
    let Request { ranks, bytes, .. } = *request;
    let cut = Cut::Even { bytes, count: ranks };
    let allgather = match request.word("allgather", "ring")? {
        "ring" => allgather::ring(ranks, cut).numbered(request.numbering()?),
        "recursive-doubling" if ranks.is_power_of_two() => allgather::recursive_doubling(ranks, ranks, cut),
        "bruck" => allgather::bruck(ranks, cut),
        _ => return None,
    };
    let scatter = Nomial::binomial(ranks)?.down(ranks, cut, Load::Subtree)?;
    Some(scatter.then(allgather))
}

fn allgathers(_ranks: u64, _bytes: u64) -> Vec<Parameters> {
    ["ring", "recursive-doubling", "bruck"].map(|name| Parameters::new().word("allgather", name)).into()
}

fn reduce_scatter_gather(request: &Request) -> Option<Steps> {
    let Request { ranks, bytes, .. } = *request;
    let cut = Cut::Even { bytes, count: ranks };
    let reduce_scatter = match request.word("reduce-scatter", "ring")? {
        "ring" => reduce_scatter::ring(ranks, cut).numbered(request.numbering()?),
        "pairwise" => reduce_scatter::pairwise(ranks, cut).numbered(request.numbering()?),
        "recursive-halving" if ranks.is_power_of_two() => reduce_scatter::recursive_halving(ranks, ranks, cut),
        "circulant" => reduce_scatter::circulant(ranks, cut),
        _ => return None,
    };
    let gather = Nomial::binomial(ranks)?.down(ranks, cut, Load::Subtree)?.backward(plain);
    Some(reduce_scatter.then(gather))
}

fn reduce_scatters(_ranks: u64, _bytes: u64) -> Vec<Parameters> {
    let names = ["ring", "pairwise", "recursive-halving", "circulant"];
    names.map(|name| Parameters::new().word("reduce-scatter", name)).into()
}

/// The broadcasts backwards.
mod back {
    use super::{Request, Stage, Steps};

    pub(super) fn linear(request: &Request) -> Option<Steps> {
        Some(super::linear(request)?.backward(Stage::combining))
    }

    pub(super) fn chain(request: &Request) -> Option<Steps> {
        Some(super::chain(request)?.backward(Stage::combining))
    }

    pub(super) fn k_ary(request: &Request) -> Option<Steps> {
        Some(super::k_ary(request)?.backward(Stage::combining))
    }

    pub(super) fn binomial(request: &Request) -> Option<Steps> {
        Some(super::binomial(request)?.backward(Stage::combining))
    }

    pub(super) fn k_nomial(request: &Request) -> Option<Steps> {
        Some(super::k_nomial(request)?.backward(Stage::combining))
    }

    pub(super) fn nomial(request: &Request) -> Option<Steps> {
        Some(super::nomial(request)?.backward(Stage::combining))
    }
}
