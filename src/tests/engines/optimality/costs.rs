//! Random costs, objectives and limits.

use crate::tests::engines::optimality::table_cost::TableCost;
use logpine::request::{Limits, Objective};
use proptest::prelude::*;

/// The cost that a wider node adds: often nothing, now and then a lot.
fn steps(count: usize) -> impl Strategy<Value = Vec<u64>> {
    let step = prop_oneof![3 => Just(0u64), 4 => 1u64..4, 2 => 1u64..50, 1 => 100u64..10_000];
    prop::collection::vec(step, count)
}

/// A table that never falls.
fn rising(base: u64, steps: &[u64]) -> Vec<Option<u64>> {
    let mut value = base;
    let mut table = vec![None, Some(base)];
    table.extend(steps.iter().map(|step| {
        value += step;
        Some(value)
    }));
    table
}

prop_compose! {
    /// Costs that never fall with the fanout. The period of a node is its cost, as in equation (2), or anything else
    /// that does not fall.
    pub(super) fn monotone_cost(widest: usize)(
        widest in 1..=widest,
        busy in steps(widest - 1),
        base in prop_oneof![Just(0u64), 1u64..30, 100u64..1000],
        period in prop::option::of((0u64..100, steps(widest - 1))),
        latency in prop_oneof![Just(0u64), 0u64..200],
        startup in 0u64..20,
    ) -> TableCost {
        let busy = rising(base, &busy[..widest - 1]);
        let period = match period {
            Some((base, steps)) => rising(base, &steps[..widest - 1]),
            None => busy.iter().map(|busy| busy.map(|busy| busy + latency)).collect(),
        };
        TableCost { busy, period, latency, startup }
    }
}

prop_compose! {
    /// Costs of any kind; some fanouts have none.
    pub(super) fn any_cost(widest: usize)(
        mut busy in prop::collection::vec(prop::option::weighted(0.85, prop_oneof![0u64..6, 0u64..60]), 1..=widest),
        periods in prop::option::of(prop::collection::vec(0u64..20, widest + 1)),
        latency in prop_oneof![Just(0u64), 0u64..40],
        startup in 0u64..20,
    ) -> TableCost {
        busy.insert(0, None);
        let own = |(fanout, busy): (usize, &Option<u64>)| {
            busy.map(|busy| periods.as_ref().map_or(busy + latency, |periods| periods[fanout]))
        };
        TableCost { period: busy.iter().enumerate().map(own).collect(), busy, latency, startup }
    }
}

pub(super) fn objective() -> impl Strategy<Value = Objective> {
    let waves = prop_oneof![1u64..4, 1u64..100, Just(1_000_000)];
    let total = waves.prop_map(|waves| Objective::Total { waves });
    prop_oneof![Just(Objective::Latency), Just(Objective::Period), total]
}

pub(super) fn limits() -> impl Strategy<Value = Limits> {
    (prop::option::of(0u64..9), prop::option::of(0u32..6)).prop_map(|(max_fanout, max_height)| Limits {
        max_fanout,
        max_height,
        max_internal: None,
    })
}

/// Costs of 1 to 4 ticks for up to `widest` children.
pub(super) fn small_cost(widest: usize) -> impl Strategy<Value = TableCost> {
    prop::collection::vec(prop::option::weighted(0.9, 1u64..5), 1..widest).prop_map(|costs| {
        let busy: Vec<Option<u64>> = [None, Some(1)].into_iter().chain(costs).collect();
        TableCost { period: busy.clone(), busy, latency: 0, startup: 0 }
    })
}
