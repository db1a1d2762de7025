//! The parameters with which algorithms in stages are offered.

use crate::schedule::stages::Order;
use crate::tree::families::Parameters;

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

/// The values of k that are offered for trees with segments.
pub(crate) fn pipelined_fanouts(ranks: u64) -> impl Iterator<Item = u64> {
    [2, 3, 4].into_iter().filter(move |&k| k + 1 < ranks)
}

/// The values of k and the segments that are offered.
pub(super) fn trees_and_segments(ranks: u64, bytes: u64) -> Vec<Parameters> {
    let trees = pipelined_fanouts(ranks).map(|k| Parameters::new().number("k", k));
    let cut =
        |tree: &Parameters| cuts(bytes).map(|segment| tree.clone().number("segment", segment)).collect::<Vec<_>>();
    trees.flat_map(|tree| cut(&tree)).collect()
}
