//! A lower bound that accounts for the number of ranks of each group: weights of ranks.
//!
//! For any weights `w_g`, the relaxation informs any number of ranks of every group within T, and counts each by its weight.
//! A broadcast that ends at T informs exactly the existing ranks, so
//!
//! ```text
//! sum over g of w_g ranks_g <= S(root, T)
//! S(s, r) = max(0, max over groups t of w_t + S(t, r - delivery(s, t)) + S(s, r - gap(s, t)))
//! ```
//!
//! where S(s, r) is the maximum worth of the sends that start from a sender of group s in the time r; a rank never gains by
//! waiting. S is computed on a grid, with times left rounded up and so gaps and deliveries rounded down: both inform more
//! ranks. The least T that no weights exclude is a lower bound. `S(root, T) - sum` is convex in the weights, so the
//! ellipsoid method finds the best ones: the numbers of ranks in the schedule of most worth determine the half-space of
//! better weights. Rounding errors may affect that search, but the bound rests on whole weights alone.

use super::merged::{Merged, Takes};
use super::times::RankTimes;
use super::worth::{Grid, RANK, Worth};
use crate::search::unequal::ellipsoid::{Cut, Ellipsoid};
use logpine_text::watch::Watch;

/// The maximum number of groups. Any more are joined with similar ones.
pub const MOST_GROUPS: usize = 8;
/// The maximum number of evaluations of weights for a bound.
const MOST_EVALUATIONS: usize = 400;
/// The largest absolute value of a weight.
const HEAVIEST: f64 = 1e4;

/// Weights, and the bound that they prove.
pub struct Weights {
    /// A time in ticks that no broadcast beats.
    pub bound: u64,
    /// The weights of each joined group that were best at some point, the best last.
    pub history: Vec<Vec<i64>>,
}

/// The bound from the best weights found until `watch` ends the work; `None` if no grid is fine enough. `enough` is a time in ticks that some
/// broadcast reaches.
pub fn by_weights(times: &RankTimes, enough: u64, watch: &dyn Watch) -> Option<Weights> {
    let merged = Merged::new(times, MOST_GROUPS, Takes::Least);
    let times = &merged.times;
    let grid = Grid::new(times, enough)?;
    let counts = times.all_receivers();
    let mut ellipsoid = Ellipsoid::new(vec![1.0; counts.len()], &vec![1.0; counts.len()]);
    let (mut least, mut history) = (0, Vec::new());
    for _ in (0..MOST_EVALUATIONS).take_while(|_| !watch.is_over()) {
        let weights = whole(&ellipsoid.center);
        let sum = weights.iter().zip(&counts).fold(0i64, |sum, (&weight, &count)| sum + weight * count.cast_signed());
        let worth = Worth::new(&grid, weights.clone());
        let open = worth.steps_for(times.root(), sum).unwrap_or(grid.steps);
        if open > least || history.is_empty() {
            least = open.max(least);
            history.push(weights);
        }
        let above = (worth.at(times.root(), least) - sum) as f64 / RANK as f64;
        let informed = worth.ranks(times.root(), least);
        let normal: Vec<f64> = informed.iter().zip(&counts).map(|(informed, &there)| informed - there as f64).collect();
        if ellipsoid.cut(&normal, above.max(0.0)) == Cut::Empty {
            break;
        }
    }
    let ticks = match least.checked_sub(1) {
        None => 0,
        // Every time is a whole number of steps.
        Some(_) if grid.is_exact => least as u64 * grid.step,
        Some(before) => before as u64 * grid.step + 1,
    };
    Some(Weights { bound: ticks.min(enough), history })
}

#[expect(clippy::cast_possible_truncation, reason = "any whole weights will do")]
fn whole(weights: &[f64]) -> Vec<i64> {
    weights.iter().map(|weight| (weight.clamp(-HEAVIEST, HEAVIEST) * RANK as f64) as i64).collect()
}
