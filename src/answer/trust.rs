//! The trust in a profile that was fitted to measurements.

use super::{Candidate, Criterion, OverlayTree, Plan, Robust};
use crate::request::Job;
use logpine_models::machine::Machine;
use logpine_models::model::{LevelCost, ModelError, Tan};
use logpine_text::units::{Clock, Time};

/// The leaves of the tree that is chosen as an example.
pub const EXAMPLE_LEAVES: u64 = 128;

/// The predictions of a profile's model for the measurements that it was fitted to, and the firmness of its choices.
///
/// Equation (1) of Groves, Gutierrez and Arnold (2015) charges a level L + o(x + 1), with x children. Chains are fitted as
/// L + 2b a level, so for a chain the equation leaves out about one b a level. Fan-ins are fitted as L + o(N), so for these
/// it adds the cost of one more child.
#[derive(Clone, Debug)]
pub struct Trust {
    /// Chains, by depth.
    pub chain: Vec<Foretold>,
    /// Waves from N leaves to one node, by N.
    pub fan_in: Vec<Foretold>,
    /// The best tree for [`EXAMPLE_LEAVES`] leaves; `None` if none has a representable time.
    pub choice: Option<Choice>,
}

/// A point of an experiment with the prediction of the profile's model.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Foretold {
    /// The depth of a chain or the number of leaves.
    pub at: f64,
    /// The mean of the times that count, in the unit of the clock.
    #[serde(rename = "measured")]
    pub mean: f64,
    /// The predicted time, in the same unit.
    pub predicted: f64,
    /// The error of the prediction, in percent of the mean.
    pub error_percent: f64,
}

/// The best tree by the profile, and its standing within the intervals of the parameters.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The answer at the profile's values.
    pub plan: Plan,
    /// The tree's time over the ranges of all parameters, and the tree that is best with all at their upper ends; `None` if
    /// no parameter has a range.
    pub robust: Option<Robust<Candidate<OverlayTree>>>,
    /// The largest loss of the tree with one parameter at an end of its range, in percent of the best there.
    pub most_lost_percent: f64,
}

impl Trust {
    /// Checks a fitted profile against its own data: the means of the times that count, in the unit of the machine's clock,
    /// by the depth of chains and by the leaves of fan-ins.
    ///
    /// # Errors
    /// [`ModelError`] for a machine without `[tan]`.
    pub fn new(
        machine: &Machine,
        chain: impl IntoIterator<Item = (f64, f64)>,
        fan_in: impl IntoIterator<Item = (f64, f64)>,
    ) -> Result<Self, ModelError> {
        let cost = Tan::reduction(machine)?;
        let clock = machine.clock;
        let of_chain = |depth: u64| cost.level(1)?.checked_mul(depth)?.checked_add(cost.startup());
        let of_fan_in = |leaves: u64| cost.level(leaves)?.checked_add(cost.startup());
        Ok(Self {
            chain: chain.into_iter().filter_map(|point| foretold(point, &of_chain, clock)).collect(),
            fan_in: fan_in.into_iter().filter_map(|point| foretold(point, &of_fan_in, clock)).collect(),
            choice: Choice::new(machine, &cost),
        })
    }
}

/// A point with its prediction; `None` if that is not representable or the mean is not positive.
fn foretold((at, mean): (f64, f64), predict: &dyn Fn(u64) -> Option<Time>, clock: Clock) -> Option<Foretold> {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "points are counts")]
    let predicted = predict(at as u64)?.ticks() as f64 / clock.ticks_per_unit() as f64;
    (mean > 0.0).then(|| Foretold { at, mean, predicted, error_percent: 100.0 * (predicted - mean) / mean })
}

impl Foretold {
    /// The mean of the signed errors, and the point with the largest error; `None` if there are no points.
    #[must_use]
    pub fn summary(points: &[Self]) -> Option<(f64, Self)> {
        let mean = points.iter().map(|point| point.error_percent).sum::<f64>() / points.len() as f64;
        let worst = points.iter().max_by(|a, b| a.error_percent.abs().total_cmp(&b.error_percent.abs()))?;
        Some((mean, *worst))
    }
}

impl Choice {
    fn new(machine: &Machine, cost: &Tan) -> Option<Self> {
        let plan = Plan::new(cost, Job::new(EXAMPLE_LEAVES).ok()?, &()).ok()?;
        let robust = plan.robust(machine, Criterion::Worst, &()).ok();
        let lost = |end: &super::End| end.best?.checked_add(end.regret?)?.percent_above(end.best?);
        let sensitivity = plan.sensitivity(machine, &());
        let uncertain = sensitivity.parameters.iter().filter(|of| of.parameter.range.is_some());
        let most_lost_percent = uncertain.flat_map(|of| &of.ends).filter_map(lost).fold(0.0, f64::max);
        Some(Self { plan, robust, most_lost_percent })
    }
}
