//! Warnings about doubtful fits.

use super::Form;
use crate::error::place;
use crate::samples::warnings_of;
use crate::{Sample, Samples, shown};
use logpine_text::units::Clock;
use std::fmt;

/// An experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Experiment {
    /// Messages between two hosts.
    Latency,
    /// Waves through chains.
    Chain,
    /// Waves from leaves to one node.
    FanIn,
}

impl fmt::Display for Experiment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Latency => "latency",
            Self::Chain => "chain",
            Self::FanIn => "fan-in",
        })
    }
}

/// A warning about a doubtful fit: the observation, its meaning and a remedy.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FitWarning {
    /// Latencies in two groups.
    Bimodal {
        /// The mean of the shorter latencies.
        lower: f64,
        /// The mean of the longer latencies.
        upper: f64,
        /// The share of the longer latencies.
        upper_share: f64,
    },
    /// C came out negative.
    NegativeStartup {
        /// The negative estimate.
        estimate: f64,
    },
    /// b came out negative: a level of a chain costs less than the latency.
    NegativeOverhead {
        /// The negative estimate.
        estimate: f64,
    },
    /// Waves do not take longer with the fan-in, so o is a constant.
    Constant {
        /// The form asked for, which would have to fall.
        asked: Option<Form>,
    },
    /// A coefficient of the chosen form came out negative and was set to 0.
    NegativeCoefficient {
        /// The form.
        form: Form,
    },
    /// Too many samples are far from the fit to be outliers, so none was dropped.
    ManyOutliers {
        /// The experiment.
        experiment: Experiment,
        /// The number of samples far from the fit.
        found: usize,
        /// The number of samples in all.
        samples: usize,
    },
    /// Samples in use are as far from the others as outliers.
    LikelyOutliers {
        /// The experiment.
        experiment: Experiment,
        /// The number of likely outliers.
        found: usize,
        /// The number of samples in all.
        samples: usize,
        /// The source of the samples.
        origin: String,
        /// The sample farthest from the others, in standard deviations.
        farthest: Sample,
    },
    /// The chosen form describes less than half of the variation of the waves.
    PoorForm {
        /// The form.
        form: Form,
        /// Adjusted R^2.
        adjusted_r_squared: f64,
    },
    /// What a file of measurements says about itself.
    Measured {
        /// The warning.
        words: String,
    },
    /// Measured times are far from those that the fit predicts.
    FarOff {
        /// The smallest ratio of a measured to the predicted time.
        least: f64,
        /// The largest ratio.
        greatest: f64,
    },
    /// Another form describes the waves nearly as well.
    CloseForms {
        /// The chosen form.
        chosen: Form,
        /// The other.
        rival: Form,
    },
}

/// The ratio of a measured to the predicted time, or its inverse, from which on a fit is poor.
const POOR: f64 = 1.5;

impl FitWarning {
    /// The warnings of files, each once.
    pub(crate) fn of_files<'a>(files: impl IntoIterator<Item = &'a Samples>) -> Vec<Self> {
        warnings_of(files).into_iter().map(|words| Self::Measured { words }).collect()
    }

    /// A warning if the extreme ratios of measured to predicted times are far from 1.
    pub(crate) fn of_ratios([least, greatest]: [f64; 2]) -> Option<Self> {
        (greatest > POOR || least * POOR < 1.0).then_some(Self::FarOff { least, greatest })
    }

    /// The warning as text, with times in suitable units of the clock.
    #[must_use]
    pub fn words(&self, clock: Clock) -> String {
        let time = |time: f64| shown(time, clock, 4);
        match *self {
            Self::Bimodal { lower, upper, upper_share } => format!(
                "latencies fall in two groups, around {} and {} ({:.0} % of them); one L fits neither: find out what \
                 tells them apart, and measure what the tree will use",
                time(lower),
                time(upper),
                100.0 * upper_share
            ),
            Self::NegativeStartup { estimate } => format!(
                "the startup C came out negative (-{}); it is taken as 0, and the chain fitted without it",
                time(-estimate)
            ),
            Self::NegativeOverhead { estimate } => format!(
                "the overhead b came out negative (-{}): a level of the chain takes less than the latency; it is taken as 0: \
                 measure both by the same method",
                time(-estimate)
            ),
            Self::Constant { asked } => {
                let asked = asked.map_or_else(String::new, |form| format!(", and the {form} form would have to fall"));
                format!(
                    "waves do not take longer with more leaves, as far as was measured{asked}: o(x) is taken as a constant; \
                     measure larger fan-ins to see it grow"
                )
            }
            Self::NegativeCoefficient { form } => format!(
                "a coefficient of the {form} form came out negative; it is taken as 0, and the rest fitted without it"
            ),
            Self::ManyOutliers { experiment, found, samples } => format!(
                "{found} of {samples} samples of the {experiment} experiment are far from the fit, too many for outliers; \
                 none was dropped: look at the data, or weigh them"
            ),
            Self::LikelyOutliers { experiment, found, samples, ref origin, farthest } => {
                let (are, counted, them) = if found == 1 { ("is", "it is", "it") } else { ("are", "they are", "them") };
                format!(
                    "{found} of {samples} samples of the {experiment} experiment {are} far from the others, the farthest {} \
                     ({}); {counted} counted: --outliers drop leaves {them} out, --outliers weigh makes {them} count less",
                    time(farthest.time),
                    place(origin, farthest.line)
                )
            }
            Self::PoorForm { form, adjusted_r_squared } => format!(
                "the waves do not grow as the {form} form has it (adjusted R^2 {adjusted_r_squared:.2}): look at the picture, and \
                 measure more fan-ins"
            ),
            Self::Measured { ref words } => words.clone(),
            Self::FarOff { least, greatest } => {
                let [least, greatest] = [least, greatest].map(|ratio| (ratio - 1.0) * 100.0);
                format!(
                    "the fit is poor: measured times are {least:+.0}% to {greatest:+.0}% of those predicted; look for what else changed \
                     between the measurements, and measure more fanouts"
                )
            }
            Self::CloseForms { chosen, rival } => format!(
                "the {rival} form describes the waves nearly as well as the {chosen}; measure larger fan-ins to tell them \
                 apart"
            ),
        }
    }
}
