//! Upper parts that are built from the root down with prices of hosts.

use super::{Place, Scratch, Timed, Upper};
use crate::search::unequal::overlay::costs::{Class, Costs};
use crate::search::unequal::overlay::priced::{Grid, TARGET, Worth};
use crate::search::unequal::overlay::prices::Priced;
use logpine_text::watch::Watch;
use rayon::prelude::*;
use std::collections::BinaryHeap;

/// The uses of places by classes at given prices.
struct Actions<'a> {
    grid: &'a Grid,
    worth: Worth,
    /// The fanout and the worth by class, then steps left.
    uses: Vec<Vec<Option<(u64, i64)>>>,
}

impl<'a> Actions<'a> {
    fn new(grid: &'a Grid, prices: &[i64]) -> Self {
        let worth = Worth::new(grid, prices);
        let of = |class| (0..=grid.steps).map(|steps| worth.by_class(grid, prices, class, steps)).collect();
        let uses = (0..prices.len()).map(of).collect();
        Self { grid, worth, uses }
    }

    /// The upper part that the prices give within a time, built from the root down as long as there are hosts.
    fn build(&self, costs: &Costs, time: u64, root: u64) -> Option<Upper> {
        let mut upper = Upper::root(root);
        let mut free: Vec<u64> = costs.classes.iter().map(|class| class.processes).collect();
        let mut places = BinaryHeap::new();
        places.push(Place { left: time.checked_sub(costs.root.level(root)?)?, count: root, node: 0 });
        while let Some(Place { left, count, node }) = places.pop() {
            let steps = self.grid.floor(left).min(self.grid.steps);
            for _ in 0..count {
                let uses = self.uses.iter().zip(&free).enumerate().filter(|&(_, (_, &free))| free > 0);
                let uses = uses.filter_map(|(class, (uses, _))| Some((class, uses[steps]?)));
                let best = uses.filter(|&(_, (_, value))| value > TARGET).max_by_key(|&(class, use_)| (use_.1, !class));
                let Some((class, (fanout, _))) = best else { break };
                let below = costs.classes[class].level(fanout).and_then(|level| left.checked_sub(level));
                // If the children are leaves, hosts are assigned at the end.
                let Some(below) = below.filter(|&below| self.worth.at(self.grid.floor(below)) > TARGET) else { break };
                free[class] -= 1;
                places.push(Place { left: below, count: fanout, node: upper.nodes.len() });
                upper.push(node, class, fanout);
            }
        }
        Some(upper)
    }
}

/// The maximum number of prices to build with.
const MOST_PRICES: usize = 6;

/// The number of times tried between the bound and the best time.
const TRIED_TIMES: u64 = 24;

/// The best of the upper parts built with the prices until `watch` ends the work, or `best`. The result does not depend on the number of
/// threads.
pub fn to_prices(costs: &Costs, (count, bound): (u64, u64), best: Timed, priced: &Priced, watch: &dyn Watch) -> Timed {
    let classes: Vec<&Class> = costs.classes.iter().collect();
    let Some(grid) = Grid::new(costs, &classes, best.time) else { return best };
    let roots: Vec<u64> = priced.by_root.iter().filter(|root| root.1 < best.time).map(|root| root.0).collect();
    let late = best.time;
    let prices = tried_prices(priced);
    let prices = prices.par_iter().filter(|_| !watch.is_over());
    let found = prices.flat_map_iter(|prices| {
        let actions = Actions::new(&grid, prices);
        let mut scratch = Scratch::default();
        let mut found: Option<Timed> = None;
        for &root in &roots {
            for part in (0..TRIED_TIMES).take_while(|_| !watch.is_over()) {
                let until = found.as_ref().map_or(late, |found| found.time);
                let time = bound + (late - bound) / TRIED_TIMES * part;
                let Some(upper) = actions.build(costs, time, root).filter(|_| time < until) else { break };
                if let Some(time) = upper.least_time(costs, count, until, &mut scratch)
                    && time < until
                {
                    found = Some(Timed { time, upper });
                }
            }
        }
        found
    });
    let found: Vec<Timed> = found.collect();
    found.into_iter().fold(best, |best, found| if found.time < best.time { found } else { best })
}

/// The prices that proved most, and free hosts.
fn tried_prices(priced: &Priced) -> Vec<Vec<i64>> {
    let last = priced.history.last().cloned().unwrap_or_default();
    let scaled = |percent: i64| last.iter().map(|price| price / 100 * percent).collect();
    let mut prices: Vec<Vec<i64>> = priced.history.iter().rev().take(MOST_PRICES).cloned().collect();
    prices.extend([scaled(0), scaled(70), scaled(130)]);
    prices
}
