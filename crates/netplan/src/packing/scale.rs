//! Whole units of weight and capacity.

use crate::PlanError;
use crate::error::at_most;
use logpine_network::digraph::Digraph;
use logpine_text::integer::gcd;

/// The smallest whole units in which a throughput q/p of each root can be packed: weights that sum to `share` for each root,
/// and loads of at most `capacities` on the arcs.
///
/// With weights that sum to K an arc carries c p K / q; that is whole for all arcs iff K is a multiple of q / gcd(q, all c).
pub struct Scale {
    pub share: u64,
    pub capacities: Vec<u64>,
}

/// The largest capacity in these units.
const UNITS: u64 = 1 << 56;

impl Scale {
    pub fn new(graph: &Digraph, p: u64, q: u64) -> Result<Self, PlanError> {
        let divisor = graph.arcs().iter().fold(q, |divisor, arc| gcd(divisor, arc.capacity)).max(1);
        let scaled = |capacity: u64| u128::from(capacity / divisor) * u128::from(p);
        let total: u128 = graph.arcs().iter().map(|arc| scaled(arc.capacity)).sum();
        at_most("units of capacity", total, UNITS)?;
        let share = q / divisor;
        at_most("units of weight", u128::from(share) * u128::from(graph.compute()), UNITS)?;
        let whole = |capacity| u64::try_from(scaled(capacity)).expect("at most the limit");
        Ok(Self { share, capacities: graph.arcs().iter().map(|arc| whole(arc.capacity)).collect() })
    }
}
