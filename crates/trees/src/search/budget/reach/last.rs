//! Last nodes: those whose internal children are flat.

use super::super::costs::Costs;
use super::{Largest, Room};

/// Fanouts of last nodes up to `most` and the width of their flat children: for each width the largest fanout. The flat
/// node, whose children have width 1, comes last and is as wide as the time allows.
pub(super) fn last_nodes(costs: &Costs, room: Room, most: u64) -> Vec<(u64, u64)> {
    let widest = costs.widest_within(room.units);
    let mut nodes = Vec::new();
    if room.levels == 0 || widest < 2 {
        return nodes;
    }
    let mut fanout = 2;
    while room.levels >= 2 && fanout <= widest.min(most) {
        let width = costs.widest_within(room.units - costs.of(fanout));
        if width < 2 {
            break;
        }
        let largest = costs.widest_within(room.units - costs.of(width));
        nodes.push((largest.min(most), width));
        fanout = largest + 1;
    }
    nodes.push((widest, 1));
    nodes
}

/// The largest last node with `least` children or more, or the widest flat one. Halves ranges of fanouts; the bound of a
/// range takes the fanout from its end and the width from its beginning, and ranges below the best known are dropped.
pub(super) fn wide_last(costs: &Costs, room: Room, internal: u64, least: u64) -> Largest {
    let widest = costs.widest_within(room.units);
    if room.levels == 0 || widest < 2 {
        return Largest::LEAF;
    }
    let mut best = Largest::LEAF.or_last((widest, 1), internal);
    let width = |fanout: u64| if room.levels < 2 { 1 } else { costs.widest_within(room.units - costs.of(fanout)) };
    let least = least.max(2);
    let mut ranges = if least > widest { Vec::new() } else { vec![(least, width(least), widest)] };
    while let Some((first, width_of_first, last)) = ranges.pop() {
        if best.or_last((last, width_of_first), internal).leaves == best.leaves {
            continue;
        }
        best = best.or_last((first, width_of_first), internal);
        if first < last {
            let middle = first + (last - first).div_ceil(2);
            ranges.push((middle, width(middle), last));
            ranges.push((first, width_of_first, middle - 1));
        }
    }
    best
}
