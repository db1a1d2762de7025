//! The parameters with which algorithms in stages are offered: those that are listed for any machine, and those that a
//! search chooses for one.

use crate::schedule::stages::Order;
use logpine_trees::tree::families::Parameters;

/// The parameters that a search chooses for a machine, beyond the listed members.
#[derive(Clone, Copy, Debug)]
pub enum Chosen {
    /// None: the listed members are all there are.
    None,
    /// The size of the segments (`segment`), besides the listed sizes.
    Segments,
    /// The size of the segments along each of several trees, given by their parameters, instead of the listed sizes.
    SegmentsAlong(fn(ranks: u64) -> Vec<Parameters>),
    /// The fanout of every level of a tree (`fanouts`), its `order` and, for a vector, the size of its segments (`segment`).
    Fanouts,
    /// The radix of every stage (`radices`).
    Radices,
}

/// A single member.
pub(super) fn one(_ranks: u64, _bytes: u64) -> Vec<Parameters> {
    vec![Parameters::new()]
}

/// Members only by request.
pub(super) fn none(_ranks: u64, _bytes: u64) -> Vec<Parameters> {
    Vec::new()
}

/// Both orders.
pub(super) fn orders(_ranks: u64, _bytes: u64) -> Vec<Parameters> {
    [Order::FarFirst, Order::NearFirst].map(|order| Parameters::new().word("order", order.name())).into()
}

/// The values of k that are offered.
pub(super) fn fanouts(ranks: u64, _bytes: u64) -> Vec<Parameters> {
    let fanouts = [3, 4, 5, 6, 7, 8, 16, 32, 64].into_iter().filter(|&k| k < ranks);
    fanouts.map(|k| Parameters::new().number("k", k)).collect()
}

/// The values of k that are offered, in both orders.
pub(super) fn fanouts_and_orders(ranks: u64, bytes: u64) -> Vec<Parameters> {
    let ordered = |order: Order| move |k: Parameters| k.word("order", order.name());
    let of = |order| fanouts(ranks, bytes).into_iter().map(ordered(order));
    of(Order::FarFirst).chain(of(Order::NearFirst)).collect()
}

/// The segment sizes that are offered, in bytes.
fn cuts(bytes: u64) -> impl Iterator<Item = u64> {
    (0..u64::BITS).map(|i| 1 << i).take_while(move |&segment| segment < bytes).chain([bytes])
}

/// The segments that are offered.
pub(super) fn segments(_ranks: u64, bytes: u64) -> Vec<Parameters> {
    cuts(bytes).map(|segment| Parameters::new().number("segment", segment)).collect()
}

/// The trees along which segments are offered: the values of their k.
pub(super) fn pipelined_fanouts(ranks: u64) -> Vec<Parameters> {
    [2, 3, 4].into_iter().filter(|&k| k + 1 < ranks).map(|k| Parameters::new().number("k", k)).collect()
}

/// The values of k and the segments that are offered.
pub(super) fn trees_and_segments(ranks: u64, bytes: u64) -> Vec<Parameters> {
    let cut = |tree: Parameters| cuts(bytes).map(move |segment| tree.clone().number("segment", segment));
    pipelined_fanouts(ranks).into_iter().flat_map(cut).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collective::families;
    use logpine_models::job::MpiCollective;

    #[test]
    fn every_family_lists_members_or_has_them_for_the_parameters_that_it_leaves_to_a_search() {
        let cut = |parameters: Parameters| parameters.number("segment", 7);
        for family in MpiCollective::ALL.into_iter().flat_map(families).filter(|family| family.is_in_stages()) {
            let chosen = match family.chosen() {
                Chosen::None => Vec::new(),
                Chosen::Segments => vec![cut(Parameters::new())],
                Chosen::SegmentsAlong(trees) => trees(8).into_iter().map(cut).collect(),
                Chosen::Fanouts => vec![Parameters::new().list("fanouts", vec![4, 2])],
                Chosen::Radices => vec![Parameters::new().list("radices", vec![4, 2])],
            };
            let (name, listed) = (family.name(), family.members(8, 100));
            assert!(!chosen.is_empty() || !listed.is_empty(), "{name}");
            assert!(chosen.into_iter().all(|parameters| family.build(8, 100, parameters).is_some()), "{name}");
        }
    }
}
