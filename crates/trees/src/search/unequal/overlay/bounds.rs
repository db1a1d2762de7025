//! A lower bound from counting: every host is as wide as the time allows.

use super::costs::Costs;
use logpine_text::integer::first;

/// The least time in ticks in which the hosts could serve `count` targets if every process hung directly below the root.
///
/// A tree has `x_0 + sum of (x_i - 1)` leaves and `1 + x_0 + sum of x_i` members over its internal nodes. Within T the root
/// has some fanout `x_0`, and the rest of T, `T - c_0(x_0)`, bounds the fanout of every other node. The count never falls as
/// T grows, so bisection finds the least T that does not exclude the targets; `enough` is a time that does not exclude them.
pub fn by_capacity(costs: &Costs, count: u64, enough: u64) -> u64 {
    first(0..=enough, |time| most_targets(costs, time) >= count)
}

/// The number of fanouts of the root above which the other nodes are bounded by its cheapest fanout.
const MOST_ROOT_FANOUTS: u64 = 2048;

fn most_targets(costs: &Costs, time: u64) -> u64 {
    let own = costs.own();
    let others = |within: u64| {
        costs.classes.iter().fold(own, |sum, class| {
            // A host without a fanout in time is a leaf.
            let more = (class.widest(within) + own).saturating_sub(1);
            sum.saturating_add(class.processes.saturating_mul(more))
        })
    };
    let fanouts = || costs.root_fanouts().take_while(|&(_, level)| level <= time);
    let widest = costs.root.widest(time);
    if widest > MOST_ROOT_FANOUTS {
        let cheapest = fanouts().next().map_or(0, |(_, level)| level);
        return others(time - cheapest).saturating_add(widest);
    }
    fanouts().map(|(fanout, level)| others(time - level).saturating_add(fanout)).max().unwrap_or(0)
}
