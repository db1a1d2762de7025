//! The maximum worth of a place in a tree if every internal process has a price.

use super::costs::{Class, Costs};

/// The value of one target, in the units of prices.
pub const TARGET: i64 = 1 << 10;
/// The cap of sums: more than any number of targets of a job.
const PLENTY: i64 = 1 << 50;

/// A fanout that is the widest of its cost on the grid.
#[derive(Clone, Copy)]
struct Fanout {
    fanout: i64,
    steps: usize,
}

/// Times in steps of a grid, and the fanouts worth examining.
pub struct Grid {
    /// The number of ticks in a step.
    pub step: u64,
    /// The number of steps of the longest time.
    pub steps: usize,
    /// The value of an internal node itself, without its children.
    own: i64,
    classes: Vec<Vec<Fanout>>,
}

/// The maximum number of entries examined for a table of values.
const MOST_WORK: usize = 6 << 20;
const MOST_STEPS: usize = 2048;

impl Grid {
    /// A grid for times up to `longest` ticks; `None` if it would have to be too fine, because the cheapest node must take
    /// at least a step.
    pub fn new(costs: &Costs, classes: &[&Class], longest: u64) -> Option<Self> {
        let cheapest = classes.iter().filter_map(|class| class.level(costs.least_fanout())).min();
        let cheapest = Some(cheapest.unwrap_or(longest.max(1))).filter(|&cheapest| cheapest > 0)?;
        let widest: usize = classes.iter().map(|class| usize::try_from(class.widest(longest)).unwrap_or(0)).sum();
        let fanouts = costs.root_fanouts().count().max(widest).max(1);
        let wanted = (MOST_WORK / fanouts).clamp(256, MOST_STEPS);
        let step = (longest / wanted as u64 + 1).min(cheapest);
        let steps = usize::try_from(longest.div_ceil(step)).ok().filter(|&steps| steps <= 2 * MOST_STEPS)?;
        let classes = classes.iter().map(|class| widest_by_steps(class, step)).collect();
        Some(Self { step, steps, own: costs.own().cast_signed() * TARGET, classes })
    }

    /// The number of entries that a table of worths examines.
    pub fn work(&self) -> usize {
        let fanouts: usize = self.classes.iter().map(Vec::len).sum();
        (self.steps + 1).saturating_mul(fanouts.max(1)) / 2 + 1
    }

    /// The number of whole steps in a cost, rounded down.
    pub fn floor(&self, ticks: u64) -> usize {
        usize::try_from(ticks / self.step).unwrap_or(usize::MAX)
    }
}

/// The widest of the fanouts that take the same number of whole steps.
fn widest_by_steps(class: &Class, step: u64) -> Vec<Fanout> {
    let mut fanouts: Vec<Fanout> = Vec::new();
    for (fanout, level) in class.fanouts() {
        let steps = usize::try_from(level / step).unwrap_or(usize::MAX);
        let fanout = Fanout { fanout: fanout.cast_signed(), steps };
        match fanouts.last_mut() {
            Some(last) if last.steps == steps => *last = fanout,
            _ => fanouts.push(fanout),
        }
    }
    fanouts
}

/// The best use of a place with a number of steps left.
#[derive(Clone, Copy)]
struct Use {
    class: u16,
    fanout: i64,
    steps: usize,
}

/// W(r): the worth of a place with r steps left.
pub struct Worth {
    worth: Vec<i64>,
    uses: Vec<Option<Use>>,
}

impl Worth {
    /// `W(r) = max(1, max over classes c and fanouts x with c_c(x) <= r of own + x W(r - c_c(x)) - price_c)`, every cost
    /// rounded down to steps.
    pub fn new(grid: &Grid, prices: &[i64]) -> Self {
        let mut worth = Vec::with_capacity(grid.steps + 1);
        let mut uses = Vec::with_capacity(grid.steps + 1);
        for steps in 0..=grid.steps {
            let (mut most, mut best) = (TARGET, None);
            for (class, (fanouts, &price)) in (0u16..).zip(grid.classes.iter().zip(prices)) {
                for fanout in fanouts {
                    let Some(left) = steps.checked_sub(fanout.steps) else { break };
                    let value = fanout.fanout.saturating_mul(worth[left]) + grid.own - price;
                    if value > most {
                        (most, best) = (value, Some(Use { class, fanout: fanout.fanout, steps: fanout.steps }));
                    }
                }
            }
            worth.push(most.min(PLENTY));
            uses.push(best);
        }
        Self { worth, uses }
    }

    /// W(r).
    pub fn at(&self, steps: usize) -> i64 {
        self.worth[steps]
    }

    /// The fewest steps left with which a place has at least this worth; `None` if the grid has too few steps.
    pub fn steps_for(&self, worth: i64) -> Option<usize> {
        let steps = self.worth.partition_point(|&value| value < worth);
        (steps < self.worth.len()).then_some(steps)
    }

    /// Adds the processes of each class in the subtree that gives a place the worth W(r), times `places`.
    pub fn processes(&self, mut steps: usize, places: i64, counts: &mut [f64]) {
        let mut places = places as f64;
        while let Some(used) = self.uses[steps] {
            counts[usize::from(used.class)] += places;
            places *= used.fanout as f64;
            steps -= used.steps;
        }
    }

    /// The best use of a place by a class, with the steps left: the fanout and the worth.
    pub fn by_class(&self, grid: &Grid, prices: &[i64], class: usize, steps: usize) -> Option<(u64, i64)> {
        let fanouts = grid.classes[class].iter().take_while(|fanout| fanout.steps <= steps);
        let value =
            |fanout: &Fanout| fanout.fanout.saturating_mul(self.worth[steps - fanout.steps]) + grid.own - prices[class];
        let best = fanouts.map(|fanout| (value(fanout), fanout.fanout)).max()?;
        Some((best.1.cast_unsigned(), best.0))
    }
}
