//! A lower bound on any fanout list of a given height, from one supporting line.
//!
//! For every slope s >= 0 and `charge = min over x of c(x) - s ln x`, a list of h fanouts with product >= n costs
//!
//! ```text
//! sum c(x_i)  >=  s sum ln x_i + h charge  >=  s ln n + h charge,
//! ```
//!
//! and c(x) - s ln x - charge >= 0 is the loss of one fanout x against that bound. The best slope makes the line support the
//! lower convex hull of (ln x, c(x)) at ln(n)/h. With charge = 0 it is the bound rho ln n for all heights at once.

use super::effort::Effort;
use super::node_cost::NodeCost;

/// The number of intervals of fanouts examined for one supporting line before it is placed less exactly.
const MOST_INTERVALS: u32 = 1 << 14;
/// The effort of an interval of fanouts, in examined fanouts.
const INTERVAL_LOOKS: usize = 16;

/// A fanout on the curve (ln x, c(x)).
#[derive(Clone, Copy, Debug)]
struct Point {
    fanout: u64,
    ln: f64,
    ticks: u64,
}

impl Point {
    fn slope_to(self, right: Self) -> f64 {
        if self.fanout == right.fanout { 0.0 } else { (right.ticks as f64 - self.ticks as f64) / (right.ln - self.ln) }
    }

    /// c(x) - slope ln x.
    fn above(self, slope: f64) -> f64 {
        self.ticks as f64 - slope * self.ln
    }
}

/// The curve (ln x, c(x)) of a cost. The first points are cached, because they are needed again and again.
pub struct Curve<'a> {
    cost: NodeCost<'a>,
    first: Vec<Point>,
}

impl<'a> Curve<'a> {
    const KEPT: u64 = 64;

    /// The curve of a cost that has a value for fanout 2 at least.
    pub fn new(cost: NodeCost<'a>) -> Self {
        let point = |fanout| Some(Point { fanout, ln: libm::log(fanout as f64), ticks: cost.ticks(fanout)? });
        Self { cost, first: (2..=cost.widest().min(Self::KEPT)).map_while(point).collect() }
    }

    /// The cost of the curve.
    pub fn cost(&self) -> NodeCost<'a> {
        self.cost
    }

    fn point(&self, fanout: u64) -> Option<Point> {
        match usize::try_from(fanout - 2).ok().and_then(|index| self.first.get(index)) {
            Some(&point) => Some(point),
            None => Some(Point { fanout, ln: libm::log(fanout as f64), ticks: self.cost.ticks(fanout)? }),
        }
    }
}

/// Consecutive fanouts of equal cost, and the loss of the widest of them against the bound.
#[derive(Clone, Copy, Debug)]
pub struct FanoutClass {
    pub narrowest: u64,
    pub widest: u64,
    pub ticks: u64,
    pub slack: f64,
}

/// The supporting line at one height, with the bound in ticks. Real numbers only narrow the search; whatever they exclude,
/// they exclude by at least [`Relaxation::margin`].
#[derive(Clone, Copy, Debug)]
pub struct Relaxation {
    pub slope: f64,
    charge: f64,
    /// A lower bound in ticks on the cost of every list of this height.
    pub bound: f64,
    /// A margin in ticks; rounding errors of the line are well below it.
    pub margin: f64,
}

impl Relaxation {
    /// The best supporting line for lists of `height` fanouts (2..=`widest` each) with product >= `leaves`.
    pub fn new(curve: &Curve, leaves: u64, height: u32, effort: &mut Effort) -> Option<Self> {
        let total = libm::log(leaves as f64);
        let target = total / f64::from(height);
        let widest = curve.cost.widest();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "any starting point is right")]
        let middle = (libm::exp(target) as u64).min(widest - 1).max(2);
        let mut left = curve.point(middle)?;
        let mut right = curve.point((middle + 1).min(widest))?;
        loop {
            let slope = left.slope_to(right);
            let (lowest, tolerance) = lowest_above_line(curve, slope, left, effort)?;
            let supports = lowest.above(slope) >= left.above(slope) - tolerance;
            if supports || lowest.fanout == left.fanout || lowest.fanout == right.fanout {
                let charge = lowest.above(slope) - tolerance;
                let bound = slope * total + f64::from(height) * charge;
                let margin = 1.0 + 1e-12 * (slope * total + f64::from(height) * charge.abs());
                return Some(Self { slope, charge, bound, margin });
            }
            if lowest.ln < target {
                left = lowest;
            } else {
                right = lowest;
            }
        }
    }

    /// A lower bound in ticks on `levels` fanouts whose logarithms have at least this sum, which is not negative.
    pub fn least(&self, ln: f64, levels: u32) -> f64 {
        self.slope * ln + f64::from(levels) * self.charge
    }

    /// The loss of one node of this fanout and cost against the bound, in ticks; negative only by rounding.
    pub fn slack(&self, fanout: u64, ticks: u64) -> f64 {
        ticks as f64 - self.slope * libm::log(fanout as f64) - self.charge
    }

    /// All classes of fanouts with a loss of at most `radius`, widest first; `None` if there are more than `limit`, or if
    /// the effort is spent before all are found.
    pub fn window(&self, curve: &Curve, radius: f64, limit: usize, effort: &mut Effort) -> Option<Vec<FanoutClass>> {
        let mut window: Vec<FanoutClass> = Vec::new();
        let mut open = vec![(curve.point(2)?, curve.point(curve.cost.widest())?)];
        while let Some((low, high)) = open.pop() {
            if !effort.spend(INTERVAL_LOOKS) {
                return None;
            }
            let slack = low.ticks as f64 - self.slope * high.ln - self.charge;
            if slack > radius + self.margin {
                continue;
            }
            if low.ticks != high.ticks {
                let middle = low.fanout + (high.fanout - low.fanout) / 2;
                open.extend([(low, curve.point(middle)?), (curve.point(middle + 1)?, high)]);
                continue;
            }
            match window.last_mut() {
                Some(last) if last.ticks == low.ticks => last.narrowest = low.fanout,
                _ => {
                    let class = FanoutClass { narrowest: low.fanout, widest: high.fanout, ticks: low.ticks, slack };
                    window.push(class);
                }
            }
            if window.len() > limit {
                return None;
            }
        }
        Some(window)
    }
}

/// The fanout with the least c(x) - slope ln x, and the precision of that value in ticks: a few ticks, unless the curve
/// follows the line so closely that too many fanouts would have to be examined.
fn lowest_above_line(curve: &Curve, slope: f64, start: Point, effort: &mut Effort) -> Option<(Point, f64)> {
    let first = 1e-9 * start.ticks as f64 + 1e-3;
    let tolerances = std::iter::successors(Some(first), |tolerance| Some(32.0 * tolerance));
    let mut finite = tolerances.take_while(|tolerance| tolerance.is_finite());
    finite.find_map(|tolerance| Some((lowest_within(curve, slope, start, tolerance, effort)?, tolerance)))
}

/// The fanout with the least c(x) - slope ln x to within `tolerance`; `None` if that takes too long. An interval of fanouts
/// is split only while its least cost and its largest logarithm leave room for a better one.
fn lowest_within(curve: &Curve, slope: f64, start: Point, tolerance: f64, effort: &mut Effort) -> Option<Point> {
    let mut best = start;
    let mut open = vec![(curve.point(2)?, curve.point(curve.cost.widest())?)];
    for _ in 0..MOST_INTERVALS {
        let Some((low, high)) = open.pop() else { return Some(best) };
        // The effort is only counted: without a line there would be no bound at all.
        effort.spend(INTERVAL_LOOKS);
        for end in [low, high] {
            if end.above(slope) < best.above(slope) {
                best = end;
            }
        }
        let floor = low.ticks as f64 - slope * high.ln;
        if high.fanout - low.fanout > 1 && floor < best.above(slope) - tolerance {
            let middle = low.fanout + (high.fanout - low.fanout) / 2;
            open.extend([(curve.point(middle + 1)?, high), (low, curve.point(middle)?)]);
        }
    }
    None
}
