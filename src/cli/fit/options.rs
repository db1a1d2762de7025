//! Options for reading and fitting measurements.

use crate::cli::args::narrow_count;
use crate::cli::mpi::refuse_given;
use crate::cli::outcome::Step;
use clap::{Args, ValueEnum};
use logpine_fit::measurements::{Journey, ReadOptions};
use logpine_fit::regression::Noise;
use logpine_fit::tan::{Center, Criterion, Form, Outliers, TanOptions};
use logpine_models::machine::OverheadArgument;

/// Options for reading and fitting measurements.
#[derive(Debug, Args)]
#[command(next_help_heading = "Fitting")]
pub struct FitOptions {
    /// Leaves out the first N rows of each point: the first waves are slower than the others.
    #[arg(long, value_parser = narrow_count::<usize>, value_name = "N", default_value_t = 0)]
    #[arg(hide_short_help = true)]
    discard: usize,

    /// Halves times: they are round trips.
    #[arg(long)]
    #[arg(hide_short_help = true)]
    round_trip: bool,

    /// Center of the latencies.
    #[arg(long, value_enum, default_value_t = CenterName::Mean)]
    #[arg(hide_short_help = true)]
    center: CenterName,

    /// Treatment of times far from the others.
    #[arg(long, value_enum, default_value_t = OutliersName::Keep)]
    #[arg(hide_short_help = true)]
    outliers: OutliersName,

    /// Form of the overhead as a function of the fan-in; auto chooses.
    #[arg(long, value_enum, default_value_t = FormName::Auto)]
    #[arg(hide_short_help = true)]
    form: FormName,

    /// Criterion by which the form is chosen.
    #[arg(long, value_enum, default_value_t = CriterionName::Aicc)]
    #[arg(hide_short_help = true)]
    criterion: CriterionName,

    /// Scatter of the times; auto finds out.
    #[arg(long, value_enum, default_value_t = NoiseName::Auto)]
    #[arg(hide_short_help = true)]
    noise: NoiseName,

    /// Argument of the overhead of a node: its children and its parent, or its children alone.
    #[arg(long, value_enum, default_value_t = ArgumentName::ChildrenAndParent)]
    #[arg(hide_short_help = true)]
    overhead_argument: ArgumentName,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CenterName {
    /// The mean of all latencies.
    Mean,
    /// The median of all latencies.
    Median,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OutliersName {
    /// Keeps outliers.
    Keep,
    /// Leaves them out, and lists them.
    Drop,
    /// Gives less weight to times far from the others.
    Weigh,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormName {
    /// Whichever the criterion prefers.
    Auto,
    /// No growth: o is a constant.
    Constant,
    /// b1 x.
    Linear,
    /// b1 x + c x^2.
    Quadratic,
    /// b1 ln x.
    Logarithmic,
    /// a e^(r x).
    Exponential,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CriterionName {
    /// Akaike's criterion, corrected for few samples: of the forms that are about as likely as the likeliest, the one with
    /// the fewest coefficients.
    Aicc,
    /// The greatest adjusted R^2.
    #[value(name = "adjusted-r2")]
    AdjustedRSquared,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum NoiseName {
    /// Whichever is likelier.
    Auto,
    /// In proportion to the time.
    Relative,
    /// The same amount everywhere.
    Absolute,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ArgumentName {
    /// x + 1, as in equation (1) of Groves, Gutierrez and Arnold (2015).
    #[value(name = "children+1")]
    ChildrenAndParent,
    /// x, as fan-ins are fitted.
    Children,
}

impl FitOptions {
    /// The options for reading files.
    pub const fn read(&self) -> ReadOptions {
        let journey = if self.round_trip { Journey::RoundTrip } else { Journey::OneWay };
        ReadOptions { discard: self.discard, journey }
    }

    /// Refuses what makes no difference to times of messages; of tables that others made rows are not left out or halved.
    pub fn refuse_for_messages(&self, has_rows: bool) -> Step<()> {
        let of_waves = [
            ("--discard", self.discard > 0 && !has_rows),
            ("--round-trip", self.round_trip && !has_rows),
            ("--center", self.center != CenterName::Mean),
            ("--outliers", self.outliers != OutliersName::Keep),
        ];
        refuse_given(
            of_waves.into_iter().chain(self.of_overheads()),
            "the experiments of a tree aggregation network, not with tables of messages",
        )
    }

    /// The options about the overhead of `[tan]`, and whether they are given.
    pub fn of_overheads(&self) -> [(&'static str, bool); 3] {
        [
            ("--form", self.form != FormName::Auto),
            ("--criterion", self.criterion != CriterionName::Aicc),
            ("--overhead-argument", self.overhead_argument != ArgumentName::ChildrenAndParent),
        ]
    }

    /// The options for fitting the three experiments.
    pub fn tan(&self) -> TanOptions {
        TanOptions {
            center: match self.center {
                CenterName::Mean => Center::Mean,
                CenterName::Median => Center::Median,
            },
            outliers: match self.outliers {
                OutliersName::Keep => Outliers::Keep,
                OutliersName::Drop => Outliers::Drop,
                OutliersName::Weigh => Outliers::Weigh,
            },
            criterion: self.criterion().unwrap_or_default(),
            form: match self.form {
                FormName::Auto => None,
                FormName::Constant => Some(Form::Constant),
                FormName::Linear => Some(Form::Linear),
                FormName::Quadratic => Some(Form::Quadratic),
                FormName::Logarithmic => Some(Form::Logarithmic),
                FormName::Exponential => Some(Form::Exponential),
            },
            noise: self.noise(),
        }
    }

    /// The model of the noise, if one is given.
    pub const fn noise(&self) -> Option<Noise> {
        match self.noise {
            NoiseName::Auto => None,
            NoiseName::Relative => Some(Noise::Relative),
            NoiseName::Absolute => Some(Noise::Absolute),
        }
    }

    /// The criterion that chooses the form; `None` if the form is given.
    pub const fn criterion(&self) -> Option<Criterion> {
        match (self.form, self.criterion) {
            (FormName::Auto, CriterionName::Aicc) => Some(Criterion::Aicc),
            (FormName::Auto, CriterionName::AdjustedRSquared) => Some(Criterion::AdjustedRSquared),
            _ => None,
        }
    }

    /// The argument of the overhead of a node.
    pub const fn overhead_argument(&self) -> OverheadArgument {
        match self.overhead_argument {
            ArgumentName::ChildrenAndParent => OverheadArgument::ChildrenAndParent,
            ArgumentName::Children => OverheadArgument::Children,
        }
    }
}
