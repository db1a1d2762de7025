//! Predictions compared with measured times of whole trees, as in Groves, Gutierrez and Arnold (A LogP Extension for
//! Modeling Tree Aggregation Networks, 2015), section V, Figures 7 and 8.

use logpine_models::machine::Machine;
use logpine_models::model::{LevelCost, ModelError, Tan};
use logpine_text::units::{Clock, Time};
use logpine_trees::tree::{ScoreError, Shape, Spec, even_split, score};

/// A tree and the measured times of waves through it.
#[derive(Clone, Debug)]
pub struct MeasuredTree {
    /// The name: a spec string.
    pub name: String,
    /// The tree.
    pub shape: Shape,
    /// The times of single waves, in the unit of the machine's clock; at least one, all above 0.
    pub times: Vec<f64>,
}

/// A model with predictions to compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ComparedModel {
    /// The overhead grows with the fanout: equation (1).
    Tan,
    /// The overhead is constant.
    Logp,
}

impl ComparedModel {
    /// All models: TAN first.
    pub const ALL: [Self; 2] = [Self::Tan, Self::Logp];

    /// The name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tan => "tan",
            Self::Logp => "logp",
        }
    }
}

/// The prediction of a model for a tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// The model.
    pub model: ComparedModel,
    /// The predicted time of one wave.
    pub time: Time,
    /// The error, in percent of the mean of the measured times; negative if the prediction is shorter.
    pub error_percent: f64,
}

/// A tree with its predictions.
#[derive(Clone, Debug)]
pub struct ValidatedTree {
    /// The name.
    pub name: String,
    /// The number of leaves.
    pub leaves: u64,
    /// The number of measurements.
    pub samples: usize,
    /// The mean of the measured times, in the unit of the clock.
    pub mean: f64,
    /// The standard deviation of the measured times; 0 for a single one.
    pub deviation: f64,
    /// The predictions in the order of [`ComparedModel::ALL`], without the models that have none.
    pub predictions: Vec<Prediction>,
}

impl ValidatedTree {
    /// The prediction that is nearest to the mean of the measured times; ties go to the first.
    #[must_use]
    pub fn nearest(&self) -> Option<&Prediction> {
        let nearer = |a: &&Prediction, b: &&Prediction| a.error_percent.abs().total_cmp(&b.error_percent.abs());
        self.predictions.iter().min_by(nearer)
    }
}

/// The errors of a model over all trees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelErrors {
    /// The model.
    pub model: ComparedModel,
    /// The mean absolute error, in percent.
    pub mean_percent: f64,
    /// The largest absolute error, in percent.
    pub worst_percent: f64,
    /// The number of trees for which the model is the nearest.
    pub nearest_for: usize,
}

/// Predicted against measured times of whole trees.
#[derive(Clone, Debug)]
pub struct Validation {
    /// The trees, in the given order.
    pub trees: Vec<ValidatedTree>,
    /// The errors in the order of [`ComparedModel::ALL`], without the models that predict nothing.
    pub models: Vec<ModelErrors>,
}

/// The reason why predictions cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ValidationError {
    /// The machine has no TAN model.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A tree has no cost.
    #[error("the tree `{name}`: {cause}")]
    Tree {
        /// The name of the tree.
        name: String,
        /// The cause.
        #[source]
        cause: ScoreError,
    },
}

impl Validation {
    /// Compares the predictions of the TAN model and of LogP for reductions on a machine with measured times. A
    /// machine whose overhead has no constant term has no LogP.
    ///
    /// # Errors
    /// [`ValidationError`] for a machine without `[tan]`, and for a tree with no representable time.
    pub fn new(machine: &Machine, measured: &[MeasuredTree]) -> Result<Self, ValidationError> {
        let models = models(machine)?;
        let trees = measured.iter().map(|tree| validated(tree, &models, machine.clock));
        let trees = trees.collect::<Result<Vec<_>, ValidationError>>()?;
        let models = ComparedModel::ALL.into_iter().filter_map(|model| errors(model, &trees)).collect();
        Ok(Self { trees, models })
    }
}

/// A model with its costs on a machine.
type Costed = (ComparedModel, Box<dyn LevelCost>);

fn models(machine: &Machine) -> Result<Vec<Costed>, ModelError> {
    let mut models: Vec<Costed> = vec![(ComparedModel::Tan, Box::new(Tan::reduction(machine)?))];
    match Tan::logp_reduction(machine) {
        Ok(cost) => models.push((ComparedModel::Logp, Box::new(cost))),
        Err(ModelError::NoConstantOverhead { .. }) => {}
        Err(error) => return Err(error),
    }
    Ok(models)
}

fn validated(tree: &MeasuredTree, models: &[Costed], clock: Clock) -> Result<ValidatedTree, ValidationError> {
    let (mean, deviation) = mean_and_deviation(&tree.times);
    let predictions = models.iter().map(|(model, cost)| {
        let cause = |cause| ValidationError::Tree { name: tree.name.clone(), cause };
        let time = score(&tree.shape, cost.as_ref()).map_err(cause)?.time;
        let predicted = time.ticks() as f64 / clock.ticks_per_unit() as f64;
        Ok(Prediction { model: *model, time, error_percent: 100.0 * (predicted - mean) / mean })
    });
    Ok(ValidatedTree {
        name: tree.name.clone(),
        leaves: tree.shape.leaves(),
        samples: tree.times.len(),
        mean,
        deviation,
        predictions: predictions.collect::<Result<_, ValidationError>>()?,
    })
}

fn mean_and_deviation(times: &[f64]) -> (f64, f64) {
    let count = times.len() as f64;
    let mean = times.iter().sum::<f64>() / count;
    let squares: f64 = times.iter().map(|time| (time - mean).powi(2)).sum();
    (mean, if times.len() > 1 { (squares / (count - 1.0)).sqrt() } else { 0.0 })
}

fn errors(model: ComparedModel, trees: &[ValidatedTree]) -> Option<ModelErrors> {
    let found = |tree: &ValidatedTree| {
        let prediction = tree.predictions.iter().find(|prediction| prediction.model == model)?;
        Some(prediction.error_percent.abs())
    };
    let sizes: Vec<f64> = trees.iter().filter_map(found).collect();
    let is_nearest = |tree: &&ValidatedTree| tree.nearest().is_some_and(|nearest| nearest.model == model);
    (!sizes.is_empty()).then(|| ModelErrors {
        model,
        mean_percent: sizes.iter().sum::<f64>() / sizes.len() as f64,
        worst_percent: sizes.iter().copied().fold(0.0, f64::max),
        nearest_for: trees.iter().filter(is_nearest).count(),
    })
}

/// The topologies of Figures 7 and 8: with 32 and with 128 leaves the two-level tree of even splits, the binary, the
/// binomial and the flat tree.
#[must_use]
pub fn compared_trees() -> Vec<Spec> {
    let of = |leaves: u64, root: u64, below: u64, height: usize| {
        let two_level = even_split(leaves, &[root, below]).and_then(|shape| Spec::generic(&shape).ok());
        let others = [Spec::balanced(vec![2; height]), Spec::k_nomial(2, 2 * leaves), Spec::balanced(vec![leaves])];
        two_level.into_iter().chain(others.into_iter().flatten())
    };
    of(32, 6, 6, 5).chain(of(128, 11, 12, 7)).collect()
}

/// The time of a wave from the leaves of each tree to its root, by the TAN model.
///
/// # Errors
/// As for [`Validation::new`].
pub fn wave_times(machine: &Machine, trees: &[Spec]) -> Result<Vec<(String, Time)>, ValidationError> {
    let cost = Tan::reduction(machine)?;
    let time = |spec: &Spec| {
        let tree = spec.to_string();
        match score(&spec.shape(), &cost) {
            Ok(score) => Ok((tree, score.time)),
            Err(cause) => Err(ValidationError::Tree { name: tree, cause }),
        }
    };
    trees.iter().map(time).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(spec: &str, times: &[f64]) -> MeasuredTree {
        let spec: Spec = spec.parse().expect("a spec");
        MeasuredTree { name: spec.to_string(), shape: spec.shape(), times: times.to_vec() }
    }

    #[test]
    fn errors_are_relative_to_the_mean_of_what_was_measured() {
        let cab = Machine::built_in("cab").expect("built in");
        // Flat trees: 344.112 and 147.3 us.
        let trees = [measured("b:32", &[100e-6, 300e-6]), measured("b:32", &[344.112e-6])];
        let validation = Validation::new(&cab, &trees).expect("it has [tan]");
        let [first, second] = validation.trees.as_slice() else { panic!("two trees") };
        assert_eq!((first.samples, first.leaves), (2, 32));
        assert!((first.mean - 200e-6).abs() < 1e-15 && (first.deviation - 2f64.sqrt() * 100e-6).abs() < 1e-15);
        assert_eq!((second.samples, second.deviation), (1, 0.0));
        let errors: Vec<String> = first.predictions.iter().map(|found| format!("{:.3}", found.error_percent)).collect();
        assert_eq!(errors, ["72.056", "-26.350"]);
        let nearest = |tree: &ValidatedTree| tree.nearest().map(|found| found.model);
        assert_eq!(nearest(first), Some(ComparedModel::Logp));
        assert_eq!(nearest(second), Some(ComparedModel::Tan));
        let of = |index: usize| {
            let ModelErrors { mean_percent, worst_percent, nearest_for, .. } = validation.models[index];
            (format!("{mean_percent:.3} {worst_percent:.3}"), nearest_for)
        };
        assert_eq!([of(0), of(1)], [("36.028 72.056".to_owned(), 1), ("41.772 57.194".to_owned(), 1)]);
    }

    #[test]
    fn a_machine_without_constant_overhead_has_no_logp() {
        let text = "name = \"m\"\n[tan]\nlatency = \"98us\"\noverhead = { table = [[1, \"50us\"], [3, \"60us\"]] }";
        let machine = Machine::from_toml(text, "m.toml").expect("valid");
        let validation = Validation::new(&machine, &[measured("b:2^2", &[300e-6])]).expect("it has [tan]");
        assert_eq!(validation.models.iter().map(|found| found.model).collect::<Vec<_>>(), [ComparedModel::Tan]);
        let error = Validation::new(&machine, &[measured("b:32", &[300e-6])]).expect_err("beyond the table");
        assert!(error.to_string().starts_with("the tree `b:32`: the model gives no cost for fanout 32"), "{error}");
        let lecture = Machine::built_in("lecture").expect("built in");
        assert!(matches!(Validation::new(&lecture, &[]), Err(ValidationError::Model(_))));
    }
}
