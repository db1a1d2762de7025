//! A lower bound that accounts for the number of hosts of each class: prices on internal processes.
//!
//! For any prices `p_c >= 0`, the relaxation lets a tree use any number of processes of every class at that price, and
//! refunds `p_c` for each available process. A tree within T that respects the available numbers pays no more than the
//! refund, so
//!
//! ```text
//! targets(T) <= max over x of own + x W(T - c_root(x)) + sum over c of p_c processes_c
//! W(r) = max(1, max over c, x of own + x W(r - c_c(x)) - p_c)
//! ```
//!
//! where an internal node is `own` targets itself: none of leaves, one of members.
//! W is computed on a grid, with times left rounded up and so costs rounded down: both make trees larger. For each fanout x
//! of the root separately, a time is excluded if some prices give fewer targets than required. The least time that no prices
//! exclude for some x is a lower bound. The right-hand side is convex in the prices, so the ellipsoid method finds the best
//! ones: if prices do not exclude a time, the processes of the tree of most worth determine the half-space of better prices.
//! Rounding errors may affect that search, but the bound rests on whole prices alone.

use super::costs::{Class, Costs};
use super::priced::{Grid, TARGET, Worth};
use crate::search::unequal::ellipsoid::{Cut, Ellipsoid};
use logpine_text::watch::Watch;

/// The maximum number of classes. Any more are joined with the next faster class, which keeps the bound valid.
const MOST_CLASSES: usize = 8;
/// The maximum number of evaluations of prices for a bound, and of entries that they may examine in total.
const MOST_EVALUATIONS: usize = 600;
const MOST_WORK: usize = 1 << 30;

/// Prices, and the bound that they prove.
pub struct Priced {
    /// A time in ticks, without C, that no tree beats.
    pub bound: u64,
    /// The prices of each class that were best at some point, the best last.
    pub history: Vec<Vec<i64>>,
    /// The least time at which each fanout of the root is not excluded, in ticks.
    pub by_root: Vec<(u64, u64)>,
}

/// The classes, reduced to few enough to price: those in between count as the next faster one.
struct Joined<'a> {
    classes: Vec<&'a Class>,
    processes: Vec<u64>,
    /// The joined class of each class.
    of: Vec<usize>,
}

impl<'a> Joined<'a> {
    fn new(costs: &'a Costs) -> Self {
        let total: u64 = costs.classes.iter().map(|class| class.processes).fold(0, u64::saturating_add);
        let share = if costs.classes.len() <= MOST_CLASSES { 1 } else { total / MOST_CLASSES as u64 + 1 };
        let mut joined = Self { classes: Vec::new(), processes: Vec::new(), of: Vec::new() };
        for class in &costs.classes {
            match joined.processes.last_mut() {
                Some(processes) if *processes < share && costs.classes.len() > MOST_CLASSES => {
                    *processes = processes.saturating_add(class.processes);
                }
                _ => {
                    joined.classes.push(class);
                    joined.processes.push(class.processes);
                }
            }
            joined.of.push(joined.classes.len() - 1);
        }
        joined
    }
}

/// The bound from the best prices found; `None` if there is nothing to price, or if no grid is fine enough. `enough` is a
/// time in ticks that some tree reaches. The prices are the best of those that are tried until `watch` ends the work.
pub fn bound(costs: &Costs, count: u64, enough: u64, watch: &dyn Watch) -> Option<Priced> {
    let joined = Joined::new(costs);
    if joined.classes.is_empty() {
        return None;
    }
    let grid = Grid::new(costs, &joined.classes, enough)?;
    let roots: Vec<(i64, u64, usize)> = costs
        .root_fanouts()
        .map(|(fanout, level)| (fanout.cast_signed(), fanout, grid.floor(level)))
        .filter(|&(_, _, steps)| steps <= grid.steps)
        .collect();
    let mut search = Search {
        least: vec![0; roots.len()],
        roots,
        below_root: i64::try_from(count - costs.own()).ok()?.checked_mul(TARGET)?,
        grid: &grid,
        processes: &joined.processes,
        history: Vec::new(),
        evaluations: 0,
        most: (MOST_WORK / grid.work()).clamp(40, MOST_EVALUATIONS),
        watch,
    };
    let start: Vec<f64> = joined.classes.iter().map(|class| class.widest(enough) as f64 / 2.0).collect();
    search.run(&start);
    let least = search.least.iter().copied().min()?;
    let ticks = |steps: usize| (steps as u64).checked_sub(1).map_or(0, |before| before * grid.step + 1);
    let by_root = search.roots.iter().zip(&search.least).map(|(root, &least)| (root.1, ticks(least))).collect();
    let spread = |prices: &Vec<i64>| joined.of.iter().map(|&class| prices[class]).collect();
    let history = search.history.iter().map(spread).collect();
    Some(Priced { bound: ticks(least), history, by_root })
}

/// The search for prices.
struct Search<'a> {
    /// The fanouts of the root, with the steps they cost.
    roots: Vec<(i64, u64, usize)>,
    /// For each fanout, the fewest steps that no prices tried exclude.
    least: Vec<usize>,
    /// The value of all targets but the root, if it is one.
    below_root: i64,
    grid: &'a Grid,
    processes: &'a [u64],
    history: Vec<Vec<i64>>,
    evaluations: usize,
    most: usize,
    watch: &'a dyn Watch,
}

impl Search<'_> {
    fn may_go_on(&self) -> bool {
        self.evaluations < self.most && !self.watch.is_over()
    }

    /// Searches for prices that exclude more, always for the fanout of the root that is least excluded.
    fn run(&mut self, start: &[f64]) {
        let mut center = start.to_vec();
        let mut radius: Vec<f64> = start.iter().map(|&price| price.max(1.0)).collect();
        while self.may_go_on() {
            let Some(root) = (0..self.roots.len()).min_by_key(|&root| (self.least[root], root)) else { return };
            let before = self.least[root];
            center = self.raise(root, center, &radius);
            let next = self.least.iter().copied().min().unwrap_or(before);
            if next == before {
                return;
            }
            // The next fanout has its best prices nearby.
            radius = start.iter().map(|&price| (price / 3.0).max(1.0)).collect();
        }
    }

    /// Runs the ellipsoid method for one fanout of the root until another is less excluded; returns the best prices.
    fn raise(&mut self, root: usize, center: Vec<f64>, radius: &[f64]) -> Vec<f64> {
        let mut ellipsoid = Ellipsoid::new(center, radius);
        let mut best = ellipsoid.center.clone();
        while self.may_go_on() {
            let negative = (0..best.len()).find(|&class| ellipsoid.center[class] < 0.0);
            let cut = if let Some(class) = negative {
                let mut normal = vec![0.0; best.len()];
                normal[class] = -1.0;
                ellipsoid.cut(&normal, -ellipsoid.center[class])
            } else {
                let before = self.least[root];
                let (normal, depth) = self.evaluate(root, &ellipsoid.center);
                if self.least[root] > before {
                    best.clone_from(&ellipsoid.center);
                }
                ellipsoid.cut(&normal, depth)
            };
            if cut == Cut::Empty || self.least.iter().any(|&least| least < self.least[root]) {
                break;
            }
        }
        best
    }

    /// Tries prices on all fanouts of the root; returns the half-space of better prices for one of them and the depth of its
    /// cut.
    fn evaluate(&mut self, root: usize, center: &[f64]) -> (Vec<f64>, f64) {
        self.evaluations += 1;
        #[expect(clippy::cast_possible_truncation, reason = "any whole price will do")]
        let prices: Vec<i64> = center.iter().map(|&price| (price * TARGET as f64).clamp(0.0, 1e12) as i64).collect();
        let worth = Worth::new(self.grid, &prices);
        let back = prices.iter().zip(self.processes).fold(0i64, |sum, (&price, &processes)| {
            sum.saturating_add(price.saturating_mul(i64::try_from(processes).unwrap_or(i64::MAX)))
        });
        let needed = self.below_root.saturating_sub(back);
        let mut better = false;
        for (&(fanout, _, steps), least) in self.roots.iter().zip(&mut self.least) {
            // The share of the needed targets that each place has to be worth.
            let of_a_place = needed.max(0).div_euclid(fanout) + i64::from(needed.max(0).rem_euclid(fanout) > 0);
            let left = worth.steps_for(of_a_place).unwrap_or(self.grid.steps + 1);
            let open = (steps + left).min(self.grid.steps + 1);
            better |= open > *least;
            *least = open.max(*least);
        }
        if better {
            self.history.push(prices);
        }
        let (fanout, _, steps) = self.roots[root];
        let left = (self.least[root] - steps).min(self.grid.steps);
        let mut used = vec![0.0; center.len()];
        worth.processes(left, fanout, &mut used);
        // The number of targets rises by at least normal x (change of prices).
        let normal: Vec<f64> = self.processes.iter().zip(&used).map(|(&there, &used)| there as f64 - used).collect();
        let above = fanout.saturating_mul(worth.at(left)).saturating_sub(needed) as f64 / TARGET as f64;
        (normal, above.max(0.0))
    }
}
