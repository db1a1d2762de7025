//! The cost c(x) of a node as a table, in the largest unit of which all its values are multiples.

use logpine_text::integer::gcd;

/// c(x) from x = 2 on, non-decreasing. Times of trees are sums of these values, so counting in their greatest common divisor
/// shortens every search for a time.
#[derive(Clone, Debug)]
pub struct Costs {
    /// c(x) in units at index x - 2.
    units: Vec<u64>,
    unit: Unit,
}

/// The duration of one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    /// A number of ticks.
    Ticks(u64),
    /// A fraction of a tick, given by its denominator. Nodes that take no time are given one such part each; no path has
    /// enough of them to make a tick.
    Part(u64),
}

impl Costs {
    /// The table of c(x) in ticks, x = 2, 3, ...; paths have at most `longest_path` nodes. `None` if the table is empty, or
    /// if the parts of a tick that it needs for nodes that take no time exceed 64 bits.
    pub fn new(ticks: Vec<u64>, longest_path: u64) -> Option<Self> {
        if *ticks.first()? == 0 {
            let parts = longest_path.checked_add(1)?;
            let in_parts = |ticks: u64| ticks.checked_mul(parts)?.checked_add(1);
            let units = ticks.into_iter().map(in_parts).collect::<Option<_>>()?;
            return Some(Self { units, unit: Unit::Part(parts) });
        }
        let divisor = ticks.iter().copied().fold(0, gcd);
        let units = ticks.into_iter().map(|ticks| ticks / divisor).collect();
        Some(Self { units, unit: Unit::Ticks(divisor) })
    }

    /// c(2), the least time that a level takes; at least one unit.
    pub fn cheapest(&self) -> u64 {
        self.units[0]
    }

    /// c(x) in units, for x from 2 to the end of the table.
    pub fn of(&self, fanout: u64) -> u64 {
        self.units[usize::try_from(fanout - 2).expect("no more than the table has")]
    }

    /// X(r): the largest fanout with c(x) <= r, which is also the number of leaves that fit below one node; 1 if no fanout
    /// fits.
    pub fn widest_within(&self, units: u64) -> u64 {
        self.units.partition_point(|&cost| cost <= units) as u64 + 1
    }

    /// The ticks of a time, rounded down.
    pub fn ticks(&self, units: u64) -> u64 {
        match self.unit {
            Unit::Ticks(ticks) => units.saturating_mul(ticks),
            Unit::Part(parts) => units / parts,
        }
    }

    /// The longest time in units that is at most `ticks`.
    pub fn units(&self, ticks: u64) -> u64 {
        match self.unit {
            Unit::Ticks(unit) => ticks / unit,
            Unit::Part(parts) => ticks.saturating_mul(parts).saturating_add(parts - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_the_greatest_common_divisor() {
        let costs = Costs::new(vec![600, 900, 1500], 10).expect("a table");
        assert_eq!((costs.cheapest(), costs.of(4)), (2, 5));
        assert_eq!([1, 2, 3, 4, 5, 9].map(|units| costs.widest_within(units)), [1, 2, 3, 3, 4, 4]);
        assert_eq!((costs.ticks(5), costs.units(1499), costs.units(1500)), (1500, 4, 5));
    }

    #[test]
    fn levels_without_a_cost_are_counted_in_parts_of_a_tick() {
        let costs = Costs::new(vec![0, 0, 7], 3).expect("a table");
        assert_eq!((costs.cheapest(), costs.of(4)), (1, 29));
        assert_eq!([0, 3, 4, 31, 32].map(|units| costs.ticks(units)), [0, 0, 1, 7, 8]);
        assert_eq!(costs.widest_within(costs.units(0)), 3);
        assert!(Costs::new(vec![0, u64::MAX], 3).is_none());
        assert!(Costs::new(Vec::new(), 3).is_none());
    }
}
