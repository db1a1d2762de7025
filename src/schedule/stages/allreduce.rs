//! Allreduces: the vectors of all ranks combined, the whole result at every rank.

use super::family::{Family, Request, one};
use super::fold::{folded, highest_power, swaps};
use super::nomial::Nomial;
use super::rule::Load;
use super::staged::Steps;
use super::{Cut, allgather, reduce_scatter};
use crate::model::stage::Stage;
use crate::request::MpiCollective;

const fn family(name: &'static str, description: &'static str, steps: fn(&Request) -> Option<Steps>) -> Family {
    Family { collective: MpiCollective::Allreduce, name, description, steps, members: one }
}

pub(super) static ALLREDUCE: [Family; 5] = [
    family("ring", "ring reduce-scatter, then ring allgather (Patarasuk, Yuan 2009)", |request| {
        let (ranks, cut) = (request.ranks, Cut::Even { bytes: request.bytes, count: request.ranks });
        Some(reduce_scatter::ring(ranks, cut).then(allgather::ring(ranks, cut)).numbered(request.numbering()?))
    }),
    family(
        "recursive-doubling",
        "ranks at distance 1, 2, 4, ... exchange vectors; those beyond a power of two fold in (Thakur, Rabenseifner, \
         Gropp 2005)",
        |request| Some(folded(swaps(request.ranks, Cut::whole(request.bytes), Stage::combining), Stage::combining)),
    ),
    family(
        "rabenseifner",
        "recursive halving, then doubling; those beyond a power of two fold in (Rabenseifner 1997)",
        |request| {
            let (ranks, among) = (request.ranks, highest_power(request.ranks));
            let cut = Cut::Even { bytes: request.bytes, count: among };
            let halving = reduce_scatter::recursive_halving(ranks, among, cut);
            let doubling = allgather::recursive_doubling(ranks, among, cut);
            Some(folded(halving.then(doubling), Stage::combining))
        },
    ),
    family("circulant", "2 ceil(log2 P) stages and 2 (P - 1) blocks for any P (Traeff 2024)", |request| {
        let (ranks, cut) = (request.ranks, Cut::Even { bytes: request.bytes, count: request.ranks });
        Some(reduce_scatter::circulant(ranks, cut).then(allgather::circulant(ranks, cut)))
    }),
    family("reduce-then-bcast", "binomial reduce, then binomial bcast of the result", |request| {
        let (ranks, cut) = (request.ranks, Cut::whole(request.bytes));
        let bcast = Nomial::binomial(ranks)?.down(ranks, cut, Load::Whole)?;
        Some(bcast.clone().backward(Stage::combining).then(bcast))
    }),
];
