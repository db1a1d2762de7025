//! Factors and errors of prediction, over all benchmarks.

use super::FactorQuestion;
use super::benchmark::Set;
use logpine_network::{Class, SchemeClass};
use statrs::statistics::Statistics;
use std::ops::Range;

/// The tables of the paper's section 6.
#[derive(Clone, Debug, PartialEq)]
pub struct FactorTable {
    /// The mean time of a benchmark, in units of a hop.
    pub ref_t: Spread,
    /// The factors of the networks, in the order of the question.
    pub classes: Vec<ClassFactor<Class>>,
    /// The factors of the schemes.
    pub schemes: Vec<ClassFactor<SchemeClass>>,
    /// The errors of predictions: for each kind of schemes, for each class of networks.
    pub errors: Vec<Vec<CellError>>,
    /// The correlation of predicted and real times of random schemes on random networks; `None` if one of them was not
    /// asked for, and if one of the two times does not vary.
    pub correlation: Option<Spread>,
    /// The predictions of the first benchmark for random schemes on random networks.
    pub predictions: Vec<Predicted>,
}

/// The mean of a number over benchmarks, and its variation between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The standard deviation; 0 for one benchmark.
    pub deviation: f64,
}

/// The factor of a class.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClassFactor<C> {
    /// The class.
    pub class: C,
    /// The mean time of its instances on the benchmark.
    pub benchmark_t: Spread,
    /// The mean factor of its instances.
    pub factor: Spread,
    /// The variation of the factor among the instances of a set: the standard deviation, as its mean over the sets;
    /// `None` if there is one instance.
    pub among_instances: Option<f64>,
}

/// The errors of predictions for a class of networks and a kind of schemes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellError {
    /// Equation (8): the root mean squared difference over the mean real time.
    pub relative: Spread,
    /// The mean of real less predicted times, over the mean real time: below 0 where predictions are too high.
    pub bias: Spread,
}

/// A predicted time and the real one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Predicted {
    /// Equation (7).
    pub predicted: f64,
    /// The simulated time.
    pub real: f64,
}

impl FactorTable {
    pub(super) fn of(question: &FactorQuestion, sets: &[Set]) -> Self {
        let sets: Vec<Factors> = sets.iter().map(|set| Factors::new(set, question.benchmark as usize)).collect();
        let cell = |kind: usize, class: usize| {
            let errors: Vec<[f64; 2]> = sets
                .iter()
                .map(|set| errors(&set.predictions(&set.set.classes[class], &set.set.schemes[kind])))
                .collect();
            CellError {
                relative: Spread::of(errors.iter().map(|error| error[0])),
                bias: Spread::of(errors.iter().map(|error| error[1])),
            }
        };
        let random = |set: &Factors| -> Option<Vec<Predicted>> {
            let class = question.classes.iter().position(|&class| class == Class::Random)?;
            let kind = question.schemes.iter().position(|&kind| kind == SchemeClass::Random)?;
            Some(set.predictions(&set.set.classes[class], &set.set.schemes[kind]))
        };
        let correlations: Option<Vec<f64>> = sets.iter().map(|set| correlation(&random(set)?)).collect();
        let class_factor = |index: usize, &class: &Class| {
            let of = |set: &Factors| (set.networks[set.set.classes[index].clone()].to_vec(), set.ref_t);
            ClassFactor::of(class, sets.iter().map(of))
        };
        let kind_factor = |index: usize, &class: &SchemeClass| {
            let of = |set: &Factors| (set.schemes[set.set.schemes[index].clone()].to_vec(), set.ref_t);
            ClassFactor::of(class, sets.iter().map(of))
        };
        Self {
            ref_t: Spread::of(sets.iter().map(|set| set.ref_t)),
            classes: question.classes.iter().enumerate().map(|(index, class)| class_factor(index, class)).collect(),
            schemes: question.schemes.iter().enumerate().map(|(index, kind)| kind_factor(index, kind)).collect(),
            errors: (0..question.schemes.len())
                .map(|kind| (0..question.classes.len()).map(|class| cell(kind, class)).collect())
                .collect(),
            correlation: correlations.map(|correlations| Spread::of(correlations.into_iter())),
            predictions: sets.first().and_then(random).unwrap_or_default(),
        }
    }
}

/// A set with the factors of all its networks and schemes.
struct Factors<'a> {
    set: &'a Set,
    ref_t: f64,
    /// NTPF, equation (5).
    networks: Vec<f64>,
    /// CSPF, equation (6).
    schemes: Vec<f64>,
}

impl<'a> Factors<'a> {
    fn new(set: &'a Set, benchmark: usize) -> Self {
        let on_benchmark: Vec<f64> = set.times.iter().map(|times| (&times[..benchmark]).mean()).collect();
        let ref_t = (&on_benchmark[..benchmark]).mean();
        let of_scheme = |scheme: usize| set.times[..benchmark].iter().map(|times| times[scheme]).mean() / ref_t;
        let schemes = (0..set.times[0].len()).map(of_scheme).collect();
        Self { set, ref_t, networks: on_benchmark.iter().map(|time| time / ref_t).collect(), schemes }
    }

    /// Predictions by equation (7), with the real times, of some schemes on some networks.
    fn predictions(&self, networks: &Range<usize>, schemes: &Range<usize>) -> Vec<Predicted> {
        let predict = |network: usize, scheme: usize| Predicted {
            predicted: self.ref_t * self.schemes[scheme] * self.networks[network],
            real: self.set.times[network][scheme],
        };
        networks.clone().flat_map(|network| schemes.clone().map(move |scheme| predict(network, scheme))).collect()
    }
}

/// Equation (8), and the bias.
fn errors(predictions: &[Predicted]) -> [f64; 2] {
    let real = predictions.iter().map(|pair| pair.real).mean();
    let squared = predictions.iter().map(|pair| (pair.predicted - pair.real).powi(2)).mean();
    [squared.sqrt() / real, predictions.iter().map(|pair| pair.real - pair.predicted).mean() / real]
}

/// Pearson's correlation; `None` if one of the two does not vary.
fn correlation(predictions: &[Predicted]) -> Option<f64> {
    let (predicted, real): (Vec<f64>, Vec<f64>) = predictions.iter().map(|pair| (pair.predicted, pair.real)).unzip();
    let correlation = (&predicted).covariance(&real) / ((&predicted).std_dev() * (&real).std_dev());
    correlation.is_finite().then_some(correlation)
}

impl Spread {
    fn of(numbers: impl Iterator<Item = f64> + Clone) -> Self {
        let deviation = if numbers.clone().nth(1).is_some() { numbers.clone().std_dev() } else { 0.0 };
        Self { mean: numbers.mean(), deviation }
    }
}

impl<C> ClassFactor<C> {
    /// From the factors of the class's instances in each set, with the set's refT.
    fn of(class: C, sets: impl Iterator<Item = (Vec<f64>, f64)>) -> Self {
        let sets: Vec<(Vec<f64>, f64)> = sets.collect();
        let deviations = sets.iter().map(|(factors, _)| (factors.len() > 1).then(|| factors.iter().std_dev()));
        Self {
            class,
            benchmark_t: Spread::of(sets.iter().map(|(factors, ref_t)| factors.iter().mean() * ref_t)),
            factor: Spread::of(sets.iter().map(|(factors, _)| factors.iter().mean())),
            among_instances: deviations.collect::<Option<Vec<f64>>>().map(Statistics::mean),
        }
    }
}
