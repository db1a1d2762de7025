//! o(N) from waves of N leaves to one node.

use super::chain::Offset;
use super::fitted_form::{FittedForm, Physical, candidates, scales};
use super::outliers::{Cleaned, clean};
use super::{Criterion, Form, Growth, TanOptions};
use crate::error::{FAN_INS, SAMPLES, at_zero, place, regression, too_few};
use crate::estimate::Variance;
use crate::regression::{Point, Scales};
use crate::shown;
use crate::{Estimate, Sample, Samples};
use logpine_text::reason::{Reason, reason};
use std::ops::RangeInclusive;

/// The overhead as a function of the fan-in.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct FanInFit {
    /// The form of the growth.
    #[serde(skip)]
    pub form: Form,
    /// o(N), with intervals that include the errors of L and b.
    #[serde(flatten)]
    pub terms: OverheadTerms,
    /// L + b, which is part of the time of every wave.
    pub offset: Estimate,
    /// The range of fan-ins measured, beyond which the fit is extrapolated.
    #[serde(flatten, serialize_with = "least_and_most")]
    pub range: RangeInclusive<u64>,
    /// The source of the samples.
    pub origin: String,
    /// The samples in use, by fan-in.
    #[serde(rename = "samples", serialize_with = "super::chain::counted")]
    pub points: Vec<Point>,
    /// Outliers that were left out, in the order of the file.
    pub dropped: Vec<Sample>,
    /// The number of samples with reduced weight.
    pub weighed_down: usize,
    /// All forms, in the order of [`Form::ALL`], fitted with the same weights.
    pub candidates: Vec<FittedForm>,
}

/// The ends of a range, for JSON.
fn least_and_most<S: serde::Serializer>(range: &RangeInclusive<u64>, to: S) -> Result<S::Ok, S::Error> {
    to.collect_map([("least", range.start()), ("most", range.end())])
}

/// o(N) = `constant` + `growth`(N).
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct OverheadTerms {
    /// b from the chains; if the overhead does not grow, the mean time of the waves less L.
    pub constant: Estimate,
    /// The part that depends on the fan-in.
    pub growth: Growth,
}

impl OverheadTerms {
    /// o(N).
    #[must_use]
    pub fn at(&self, fan_in: f64) -> f64 {
        self.constant.value + self.growth.at(fan_in)
    }
}

impl FanInFit {
    /// The fit of the chosen form.
    #[must_use]
    pub fn chosen(&self) -> Option<&FittedForm> {
        self.candidates.iter().find(|candidate| candidate.form == self.form)
    }
}

/// Fits o(N) = `constant` + growth(N) to waves of L + o(N), where L + b is `offset`; adds doubts to `warnings`.
pub fn fan_in(
    measured: &Samples,
    constant: Estimate,
    offset: Offset,
    options: TanOptions,
    warnings: &mut Vec<String>,
) -> Result<FanInFit, Reason> {
    let range = check(measured)?;
    let (origin, known) = (&measured.origin, offset.estimate.value);
    // Outliers are found with the best form and noise, so that a poor choice of either does not create outliers.
    let any = TanOptions { form: None, noise: None, ..options };
    let smooth = |points: &[Point]| scales(points, known, any, origin).map(|scaled| scaled.regression);
    let Cleaned { points, dropped, weighed_down, warning } = clean(measured, "fan-in", options.outliers, smooth)?;
    warnings.extend(warning);
    enough_fan_ins(points.len(), measured)?;
    let scales = scales(&points, known, options, origin)?.scales;
    let mut candidates = candidates(&points, known, &scales).map_err(regression(origin))?;
    let errors = |candidate: &FittedForm| errors(candidate, &points, &scales, offset).map_err(regression(origin));
    if choose(&candidates, options).is_none() && flat(&candidates, errors)? {
        let constant = candidates.iter_mut().filter(|candidate| candidate.form == Form::Constant);
        constant.for_each(|constant| constant.physical = constant.physical.min(Physical::Constrained));
    }
    let constant_alone = TanOptions { form: Some(Form::Constant), ..options };
    let chosen = choose(&candidates, options).or_else(|| choose(&candidates, constant_alone));
    let Some(chosen) = chosen else {
        let (widest, line) = measured.farthest();
        return Err(reason!(
            "{}: waves take less than L + b = {}, up to {widest} leaves here, so nothing is left for the fan-in; measure \
         latencies, chains and fan-ins by the same method, one way, and larger fan-ins",
            place(origin, line),
            shown(known, measured.clock, 4)
        ));
    };
    warnings.extend(doubts(&candidates, chosen, options));
    let constant = if chosen.form == Form::Constant { alone(chosen, constant, offset) } else { constant };
    let terms = OverheadTerms { constant, growth: chosen.growth(&errors(chosen)?) };
    let (form, offset, origin) = (chosen.form, offset.estimate, origin.clone());
    Ok(FanInFit { form, terms, offset, range, origin, points, dropped, weighed_down, candidates })
}

/// True if the mean time of the waves is at least L + b within its error.
fn flat<'a>(
    candidates: &'a [FittedForm],
    errors: impl Fn(&'a FittedForm) -> Result<Vec<Estimate>, Reason>,
) -> Result<bool, Reason> {
    let constant = candidates.iter().find(|candidate| candidate.form == Form::Constant);
    let errors = constant.map(errors).transpose()?;
    Ok(errors.and_then(|errors| errors.first().map(|more| more.high)).is_some_and(|high| high >= 0.0))
}

/// The mean time of the waves less L, or b if that is larger.
fn alone(fit: &FittedForm, b: Estimate, offset: Offset) -> Estimate {
    let more = fit.regression.coefficients[0].value;
    if more < 0.0 {
        return b;
    }
    let own = Variance { value: fit.free.covariance[0][0], freedom: fit.free.degrees_of_freedom as f64 };
    let value = offset.estimate.value + more - offset.latency;
    own.plus(offset.latency_variance).of(value).physical(value)
}

/// The difference in `AICc` below which models are about equally well supported (Burnham and Anderson 2002).
const CLOSE: f64 = 2.0;

/// Returns the form that is asked for, or the best of the possible forms. By adjusted R^2 that is the form with the largest
/// value. By `AICc` it is the form with the fewest coefficients among those about as well supported as the best; a constant
/// counts as having none. Of equal forms, the first is chosen.
///
/// The smallest `AICc` alone would accept a meaningless second coefficient in 16 of 100 cases (chi^2 above 2).
fn choose(candidates: &[FittedForm], options: TanOptions) -> Option<&FittedForm> {
    let possible = candidates.iter().filter(|candidate| candidate.physical != Physical::Impossible);
    let asked: Vec<&FittedForm> =
        possible.filter(|candidate| options.form.is_none_or(|form| form == candidate.form)).collect();
    let loss = |candidate: &FittedForm| candidate.loss(options.criterion);
    let least = asked.iter().map(|candidate| loss(candidate)).fold(f64::INFINITY, f64::min);
    let close = if options.criterion == Criterion::Aicc { CLOSE } else { 0.0 };
    let coefficients = |candidate: &FittedForm| match candidate.form {
        Form::Constant => 0,
        _ => candidate.regression.coefficients.len(),
    };
    let supported = asked.into_iter().filter(|candidate| loss(candidate) <= least + close);
    supported.min_by(|one, other| coefficients(one).cmp(&coefficients(other)).then(loss(one).total_cmp(&loss(other))))
}

/// The minimum share of the variation of the waves that a form should describe.
const POOR: f64 = 0.5;

/// Warnings about the choice.
fn doubts(candidates: &[FittedForm], chosen: &FittedForm, options: TanOptions) -> Vec<String> {
    let mut warnings = Vec::new();
    if chosen.form == Form::Constant {
        if options.form != Some(Form::Constant) {
            let asked =
                options.form.map_or_else(String::new, |form| format!(", and the {form} form would have to fall"));
            warnings.push(format!(
                "waves do not take longer with more leaves, as far as was measured{asked}: o(x) is taken as a constant; \
                 measure larger fan-ins to see it grow"
            ));
        }
        return warnings;
    }
    let form = chosen.form;
    if chosen.physical == Physical::Constrained {
        warnings.push(format!(
            "a coefficient of the {form} form came out negative; it is taken as 0, and the rest fitted without it"
        ));
    }
    let adjusted_r_squared = chosen.regression.adjusted_r_squared;
    if adjusted_r_squared < POOR {
        warnings.push(format!(
            "the waves do not grow as the {form} form has it (adjusted R^2 {adjusted_r_squared:.2}): look at the picture, and \
             measure more fan-ins"
        ));
    }
    if options.form.is_none() && options.criterion == Criterion::Aicc {
        let rivals = candidates.iter().filter(|other| other.form != chosen.form && other.physical == Physical::Free);
        let close = |other: &&FittedForm| other.loss(Criterion::Aicc) - chosen.loss(Criterion::Aicc) < CLOSE;
        warnings.extend(rivals.filter(close).map(|rival| {
            format!(
                "the {} form describes the waves nearly as well as the {form}; measure larger fan-ins to tell them apart",
                rival.form
            )
        }));
    }
    warnings
}

/// The coefficients of the unconstrained fit, with errors that include the error of L + b: an error d of the offset changes
/// the coefficients by -(X'WX)^-1 X'W 1 d.
fn errors(candidate: &FittedForm, points: &[Point], scales: &Scales, offset: Offset) -> Result<Vec<Estimate>, Reason> {
    let free = &candidate.free;
    let moved = free.per_offset(points, scales)?;
    let estimate = |(index, (coefficient, moved)): (usize, (&Estimate, f64))| {
        let own = Variance { value: free.covariance[index][index], freedom: free.degrees_of_freedom as f64 };
        own.plus(offset.variance.scaled(moved)).of(coefficient.value)
    };
    Ok(free.coefficients.iter().zip(moved).enumerate().map(estimate).collect())
}

fn check(measured: &Samples) -> Result<RangeInclusive<u64>, Reason> {
    // `AICc` needs five samples for two coefficients and a variance.
    const LEAST: usize = 5;
    let fan_ins = || measured.samples.iter().map(|sample| sample.at);
    if let Some(sample) = measured.samples.iter().find(|sample| sample.at == 0) {
        return Err(at_zero(measured, sample.line, &FAN_INS));
    }
    let found = measured.samples.len();
    let (Some(least), Some(most), true) = (fan_ins().min(), fan_ins().max(), found >= LEAST) else {
        return Err(too_few(measured, &SAMPLES, found, LEAST));
    };
    let mut distinct: Vec<u64> = Vec::new();
    for at in fan_ins() {
        if !distinct.contains(&at) {
            distinct.push(at);
        }
        if distinct.len() == LEAST_FAN_INS {
            break;
        }
    }
    enough_fan_ins(distinct.len(), measured)?;
    Ok(least..=most)
}

/// Three points are the minimum at which the quadratic form does not fit every data set exactly.
const LEAST_FAN_INS: usize = 3;

fn enough_fan_ins(found: usize, measured: &Samples) -> Result<(), Reason> {
    let enough = found >= LEAST_FAN_INS;
    if enough { Ok(()) } else { Err(too_few(measured, &FAN_INS, found, LEAST_FAN_INS)) }
}
