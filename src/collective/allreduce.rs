//! Allreduces: the vectors of all ranks combined, the whole result at every rank.

use super::Family;
use super::fold::{folded, highest_power, swaps};
use super::offered::one;
use super::setting::Setting;
use super::{allgather, reduce_scatter};
use crate::model::stage::Stage;
use crate::request::MpiCollective;
use crate::schedule::stages::{Cut, Load, Nomial, Steps};

const fn family(name: &'static str, description: &'static str, steps: fn(&Setting) -> Option<Steps>) -> Family {
    Family::new(MpiCollective::Allreduce, name, description).in_stages(steps, one)
}

pub(super) static ALLREDUCE: [Family; 5] = [
    family("ring", "ring reduce-scatter, then ring allgather (Patarasuk, Yuan 2009)", |setting| {
        let (ranks, cut) = (setting.ranks, Cut::Even { bytes: setting.bytes, count: setting.ranks });
        Some(reduce_scatter::ring(ranks, cut).then(allgather::ring(ranks, cut)).numbered(setting.numbering()?))
    }),
    family(
        "recursive-doubling",
        "ranks at distance 1, 2, 4, ... exchange vectors; those beyond a power of two fold in (Thakur, Rabenseifner, \
         Gropp 2005)",
        |setting| Some(folded(swaps(setting.ranks, Cut::whole(setting.bytes), Stage::combining), Stage::combining)),
    ),
    family(
        "rabenseifner",
        "recursive halving, then doubling; those beyond a power of two fold in (Rabenseifner 1997)",
        |setting| {
            let (ranks, among) = (setting.ranks, highest_power(setting.ranks));
            let cut = Cut::Even { bytes: setting.bytes, count: among };
            let halving = reduce_scatter::recursive_halving(ranks, among, cut);
            let doubling = allgather::recursive_doubling(ranks, among, cut);
            Some(folded(halving.then(doubling), Stage::combining))
        },
    ),
    family("circulant", "2 ceil(log2 P) stages and 2 (P - 1) blocks for any P (Traeff 2024)", |setting| {
        let (ranks, cut) = (setting.ranks, Cut::Even { bytes: setting.bytes, count: setting.ranks });
        Some(reduce_scatter::circulant(ranks, cut).then(allgather::circulant(ranks, cut)))
    }),
    family("reduce-then-bcast", "binomial reduce, then binomial bcast of the result", |setting| {
        let (ranks, cut) = (setting.ranks, Cut::whole(setting.bytes));
        let bcast = Nomial::binomial(ranks)?.down(ranks, cut, Load::Whole)?;
        Some(bcast.clone().backward(Stage::combining).then(bcast))
    }),
];
