//! The competing forms of the overhead, each fitted with physical coefficients.

use super::{Criterion, Form, Growth, TanOptions};
use crate::Estimate;
use crate::error::regression;
use crate::regression::{Coarse, Point, Regression, Scales, Term, exponential, likeliest, not_finite, settle};
use logpine_text::reason::Reason;

/// A form fitted to the waves.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct FittedForm {
    /// The form.
    pub form: Form,
    /// The physical plausibility of the coefficients.
    pub physical: Physical,
    /// The fit with coefficients of at least 0, on which the comparison is based; its errors are those of the waves alone.
    /// [`Regression::at`] is the time of a wave.
    #[serde(flatten)]
    pub regression: Regression,
    /// The fit with coefficients of any sign.
    #[serde(skip)]
    pub free: Regression,
}

/// Physical plausibility of coefficients: an overhead is not negative and does not fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Physical {
    /// Plausible as fitted.
    Free,
    /// A coefficient came out negative, so it is set to 0 and the others are fitted without it.
    Constrained,
    /// The overhead does not grow, because all coefficients came out negative or the rate is 0; the form cannot be chosen.
    Impossible,
}

impl FittedForm {
    /// Fits the form to the times of the waves less `offset`.
    fn new(points: &[Point], offset: f64, form: Form, scales: &Scales) -> Result<Self, Reason> {
        let fit = |terms: &[Term]| Regression::scaled(points, terms, offset, scales);
        let free = match form {
            // Written as e^0, not as an intercept, so that R^2 of all forms is about the offset.
            Form::Constant => fit(&[Term::Exponential { rate: 0.0 }]),
            Form::Linear => fit(&[Term::LINEAR]),
            Form::Logarithmic => fit(&[Term::Logarithm]),
            Form::Quadratic => fit(&[Term::LINEAR, Term::QUADRATIC]),
            Form::Exponential => exponential(points, offset, scales),
        }?;
        let negative = |regression: &Regression| regression.coefficients.iter().any(|factor| factor.value < 0.0);
        let (regression, physical) = match form {
            // A rate of 0, the lower end of the search, makes it a constant, which is a separate form.
            Form::Exponential if free.coefficients[1].value <= 0.0 => (free.clone(), Physical::Impossible),
            Form::Quadratic if negative(&free) => {
                // With b1 >= 0 and c >= 0, one of them is 0 at the optimum.
                let [linear, quadratic] = [fit(&[Term::LINEAR])?, fit(&[Term::QUADRATIC])?];
                let linear_is_better = linear.log_likelihood >= quadratic.log_likelihood;
                let best =
                    if negative(&quadratic) || linear_is_better && !negative(&linear) { linear } else { quadratic };
                let physical = if negative(&best) { Physical::Impossible } else { Physical::Constrained };
                (best, physical)
            }
            _ if negative(&free) || free.coefficients[0].value <= 0.0 => (free.clone(), Physical::Impossible),
            _ => (free.clone(), Physical::Free),
        };
        Ok(Self { form, physical, regression, free })
    }

    /// The value of the criterion, which is to be minimised.
    #[must_use]
    pub fn loss(&self, criterion: Criterion) -> f64 {
        match criterion {
            Criterion::Aicc => self.regression.aicc.unwrap_or(f64::INFINITY),
            Criterion::AdjustedRSquared => 1.0 - self.regression.adjusted_r_squared,
        }
    }

    /// The growth with the errors of the unconstrained coefficients.
    pub(super) fn growth(&self, errors: &[Estimate]) -> Growth {
        let value = |term: Term| {
            let place = self.regression.terms.iter().position(|&own| own == term);
            place.map_or(0.0, |place| self.regression.coefficients[place].value)
        };
        match self.form {
            Form::Constant => Growth::Constant {},
            Form::Linear => Growth::Linear { linear: errors[0].physical(value(Term::LINEAR)) },
            Form::Logarithmic => Growth::Logarithmic { logarithmic: errors[0].physical(value(Term::Logarithm)) },
            Form::Quadratic => Growth::Quadratic {
                linear: errors[0].physical(value(Term::LINEAR)),
                quadratic: errors[1].physical(value(Term::QUADRATIC)),
            },
            Form::Exponential => {
                let [scale, rate] = [errors[0], errors[1]].map(|estimate| estimate.physical(estimate.value));
                Growth::Exponential { scale, rate }
            }
        }
    }
}

/// All forms, with the same weights.
pub fn candidates(points: &[Point], offset: f64, scales: &Scales) -> Result<Vec<FittedForm>, Reason> {
    Form::ALL.into_iter().map(|form| FittedForm::new(points, offset, form, scales)).collect()
}

/// The common weights for comparing all forms, and the fit from which they come.
pub struct Scaled {
    pub scales: Scales,
    pub regression: Regression,
}

/// The weights of the most likely form under the more likely noise. All forms share the weights of one fit, because R^2,
/// adjusted R^2 and `AICc` cannot be compared between different weights.
///
/// If there are many points, a summary of them is used here; the error is far smaller than the noise.
pub fn scales(points: &[Point], offset: f64, options: TanOptions, origin: &str) -> Result<Scaled, Reason> {
    let even = Scales::even(points);
    let few = &Coarse::new(points, &even).points;
    let best_form = |noise| {
        let forms = Form::ALL.into_iter().filter(|&form| options.form.is_none_or(|asked| asked == form));
        let mut best: Option<Regression> = None;
        for form in forms {
            let possible = |scales: &Scales| FittedForm::new(few, offset, form, scales).map(|fit| fit.regression);
            let fit = settle(few, noise, possible)?;
            if best.as_ref().is_none_or(|best| fit.log_likelihood > best.log_likelihood) {
                best = Some(fit);
            }
        }
        best.ok_or_else(not_finite)
    };
    let regression = likeliest(options.noise, best_form).map_err(regression(origin))?;
    let scales = Scales::of(points, &regression);
    Ok(Scaled { scales, regression })
}
