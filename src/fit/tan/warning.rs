//! What to look at before trusting a fit.

use super::Form;
use crate::fit::error::place;
use crate::fit::{Sample, shown};
use crate::units::Clock;
use std::fmt;

/// An experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Experiment {
    /// Between two hosts.
    Latency,
    /// Through chains.
    Chain,
    /// From leaves to one node.
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

/// Something that makes a fit doubtful: what was seen, what it means, what to try.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FitWarning {
    /// Latencies in two groups.
    Bimodal {
        /// The mean of the shorter.
        lower: f64,
        /// The mean of the longer.
        upper: f64,
        /// The share of the longer.
        upper_share: f64,
    },
    /// C came out negative.
    NegativeStartup {
        /// How much.
        estimate: f64,
    },
    /// b came out negative: a level of a chain costs less than the latency.
    NegativeOverhead {
        /// How much.
        estimate: f64,
    },
    /// Waves do not take longer with the fan-in, so o is a constant.
    Constant {
        /// The form that was asked for and would have to fall.
        asked: Option<Form>,
    },
    /// A coefficient of the chosen form came out negative, and is 0 instead.
    NegativeCoefficient {
        /// The form.
        form: Form,
    },
    /// More samples than can be outliers are far from the fit, so none of them was dropped.
    ManyOutliers {
        /// Where.
        experiment: Experiment,
        /// How many.
        found: usize,
        /// Of how many.
        samples: usize,
    },
    /// Samples that count are as far from the others as outliers are.
    LikelyOutliers {
        /// Where.
        experiment: Experiment,
        /// How many.
        found: usize,
        /// Of how many.
        samples: usize,
        /// Where the samples come from.
        origin: String,
        /// The farthest of them, in standard deviations.
        farthest: Sample,
    },
    /// The chosen form leaves out more than half of how the waves differ.
    PoorForm {
        /// The form.
        form: Form,
        /// Adjusted R^2.
        adjusted_r_squared: f64,
    },
    /// Another form describes the waves nearly as well.
    CloseForms {
        /// The chosen form.
        chosen: Form,
        /// The other.
        rival: Form,
    },
}

impl FitWarning {
    /// In words, with times in a unit of the clock that suits them.
    #[must_use]
    pub fn words(&self, clock: Clock) -> String {
        let time = |time: f64| shown(time, clock, 4);
        match *self {
            Self::Bimodal { lower, upper, upper_share } => format!(
                "latencies fall in two groups, around {} and {} ({:.0} % of them); one L stands for neither: find out what \
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
            Self::CloseForms { chosen, rival } => format!(
                "the {rival} form describes the waves nearly as well as the {chosen}; measure larger fan-ins to tell them \
                 apart"
            ),
        }
    }
}
