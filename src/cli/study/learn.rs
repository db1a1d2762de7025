//! `logpine study learn`: causal models from observations.

use crate::cli::args::{DetailArgs, Format, narrow_count};
use crate::cli::colour::reported;
use crate::cli::input;
use crate::cli::outcome::{Outcome, Step, bad_input};
use crate::cli::output::OutputArgs;
use crate::cli::progress::spinning;
use crate::cli::steps;
use crate::report::causal::{CausalReport, dot, svg};
use crate::report::{json, text};
use clap::{Args, ValueEnum};
use logpine_causal::{
    Arrow, ColumnChoice, Constants, DeterministicOptions, Knowledge, LearnOptions, PcOptions, ReadOptions, Table,
    Transform, learn,
};
use logpine_network::SchemeClass;
use logpine_study::{Variable, knowledge};
use logpine_text::input::InputLimit;
use std::path::PathBuf;

/// The columns of a study that are no variables.
const NETWORK: &str = "network";
const SCHEME: &str = "scheme";

/// Learns from observations which variables cause which others directly, and which are functions of others.
#[derive(Debug, Args)]
#[command(after_help = "\
The file is comma-separated values: the first line names the columns, every
further line is an observation. Columns of numbers are continuous, those of at
most 5 different integers and those of text discrete.

A file of `logpine study couples` is read with the columns of the models of
Lemeire, Dirkx and Colitti (2008) that are not constant, and with the inputs and
the causal order of those models; --columns, --inputs and --order replace them.

Examples:
  logpine study couples --network random --scheme random -o data.csv
  logpine study learn data.csv --emit svg -o model.svg
  logpine study learn runs.csv --inputs nodes,size --order 'time;cost,energy'
  logpine study learn runs.csv --leave-out run --require nodes:time")]
pub struct Learn {
    /// The observations, or - for standard input.
    #[arg(value_name = "FILE")]
    data: PathBuf,

    /// The columns to relate [default: all].
    #[arg(
        long,
        value_name = "NAME,...",
        value_delimiter = ',',
        conflicts_with = "leave_out",
        help_heading = "Columns"
    )]
    columns: Vec<String>,

    /// Columns to leave out.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', help_heading = "Columns")]
    leave_out: Vec<String>,

    /// Leaves out columns that have the same value in every row; otherwise they are an error.
    #[arg(long, help_heading = "Columns")]
    #[arg(hide_short_help = true)]
    leave_out_constants: bool,

    /// Columns whose values are categories.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', help_heading = "Columns")]
    #[arg(hide_short_help = true)]
    discrete: Vec<String>,

    /// Columns whose values are numbers, even if few of them differ.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', help_heading = "Columns")]
    #[arg(hide_short_help = true)]
    continuous: Vec<String>,

    /// Compares values as they are, not their logarithms.
    #[arg(long, help_heading = "Columns")]
    #[arg(hide_short_help = true)]
    raw: bool,

    /// Variables that were set, not measured: nothing causes them.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', help_heading = "What is known")]
    inputs: Vec<String>,

    /// Groups of variables in causal order: none of a group causes one of an earlier group.
    #[arg(long, value_name = "NAME,...;...", value_delimiter = ';', help_heading = "What is known")]
    order: Vec<String>,

    /// An edge to keep, whatever the observations say; may be repeated.
    #[arg(long, value_name = "CAUSE:EFFECT", value_parser = arrow, help_heading = "What is known")]
    require: Vec<Arrow>,

    /// An edge to rule out; may be repeated.
    #[arg(long, value_name = "CAUSE:EFFECT", value_parser = arrow, help_heading = "What is known")]
    #[arg(hide_short_help = true)]
    forbid: Vec<Arrow>,

    /// Variables that share no more information than this, in nats, are independent.
    #[arg(long, value_name = "NATS", default_value_t = PcOptions::default().threshold, allow_negative_numbers = true)]
    threshold: f64,

    /// Largest number of variables to condition on.
    #[arg(long, value_parser = narrow_count::<usize>, value_name = "N", default_value_t = PcOptions::default().max_conditions, allow_negative_numbers = true)]
    #[arg(hide_short_help = true)]
    conditions: usize,

    /// Skips the search for variables that are functions of others, which mislead the PC algorithm.
    #[arg(long)]
    #[arg(hide_short_help = true)]
    no_functions: bool,

    #[command(flatten)]
    detail: DetailArgs,

    /// Writes the model in a format to the -o that follows; may be repeated.
    #[arg(long, value_enum, value_name = "FORMAT", requires = "output", help_heading = "Files")]
    emit: Vec<LearnFormat>,

    #[command(flatten)]
    output: OutputArgs,
}

/// Formats of a causal model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LearnFormat {
    /// The model as JSON, with every test.
    Json,
    /// A Graphviz graph, for `dot -Tsvg`.
    Dot,
    /// A picture of the model, for a browser; functions have a double border.
    Svg,
}

/// An edge such as `nodes:time`.
fn arrow(text: &str) -> Result<Arrow, String> {
    match text.split_once(':') {
        Some((from, to)) if !from.is_empty() && !to.is_empty() => Ok(Arrow::new(from, to)),
        _ => Err(format!("`{text}` is no edge; write it CAUSE:EFFECT, such as nodes:time")),
    }
}

impl Learn {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        let requests = self.output.requests(&self.emit)?;
        let name = self.data.display().to_string();
        let bytes = input::read_any(&self.data, InputLimit::TABLE)?;
        let names = Table::names_in_csv(&bytes, &name).map_err(bad_input)?;
        let (table, known) = if is_of_study(&names) {
            let table = Table::from_csv(&bytes, &name, &self.options_of_study(&names)).map_err(bad_input)?;
            let schemes = if names.iter().any(|name| name == SCHEME) {
                Table::texts_in_csv(&bytes, &name, SCHEME).map_err(bad_input)?
            } else {
                Vec::new()
            };
            let known = self.known_of_study(&table, &schemes);
            (table, known)
        } else {
            (Table::from_csv(&bytes, &name, &self.read_options()).map_err(bad_input)?, self.given())
        };
        let model = spinning("learning", || learn(&table, &known, &self.learn_options())).map_err(bad_input)?;
        let report = CausalReport { name: &name, model: &model };
        let written = |format| match format {
            LearnFormat::Json => json::causal(&report),
            LearnFormat::Dot => dot(&report),
            LearnFormat::Svg => svg(&report),
        };
        self.output.write(requests.into_iter().map(|(format, path)| (format, path, written(format))))?;
        let picture = || steps::again_if(!self.emit.contains(&LearnFormat::Svg), "--emit svg -o model.svg");
        let shown = || {
            let detail = self.detail.detail();
            let all = steps::again_if(!detail.is_full() && !model.separations.is_empty(), "--verbose");
            let mut page = text::causal(&report, detail);
            page.next([picture(), all]);
            page
        };
        Ok(reported(format, shown, || json::causal(&report)))
    }

    /// The knowledge that options give.
    fn given(&self) -> Knowledge {
        let split = |group: &String| group.split(',').map(|name| name.trim().to_owned()).collect();
        Knowledge {
            inputs: self.inputs.clone(),
            order: self.order.iter().map(split).collect(),
            required: self.require.clone(),
            forbidden: self.forbid.clone(),
        }
    }

    fn read_options(&self) -> ReadOptions {
        let columns = if self.columns.is_empty() {
            ColumnChoice::AllBut(self.leave_out.clone())
        } else {
            ColumnChoice::Only(self.columns.clone())
        };
        let constants = if self.leave_out_constants { Constants::LeaveOut } else { Constants::Refuse };
        ReadOptions { columns, continuous: self.continuous.clone(), discrete: self.discrete.clone(), constants }
    }

    /// The options for reading a study: the columns of models unless others are named, without those that do not vary.
    fn options_of_study(&self, names: &[String]) -> ReadOptions {
        let options = ReadOptions { constants: Constants::LeaveOut, ..self.read_options() };
        if !self.columns.is_empty() {
            return options;
        }
        let others = self.leave_out.iter().chain(other_columns(names)).cloned();
        ReadOptions { columns: ColumnChoice::AllBut(others.collect()), ..options }
    }

    /// The knowledge about a study; options replace parts of it.
    fn known_of_study(&self, table: &Table, schemes: &[String]) -> Knowledge {
        let columns = table.columns().iter();
        let variables: Vec<Variable> = columns.filter_map(|column| Variable::named(&column.name)).collect();
        let of_study = knowledge(scheme_of(schemes), &variables);
        let given = self.given();
        let is_ordered = |name: &String| given.order.iter().any(|group| group.contains(name));
        // What does not vary is not in the table, and nothing need be known of it.
        let varies = |name: &String| !table.left_out().contains(name);
        let kept = |names: &[String], keep: &dyn Fn(&String) -> bool| -> Vec<String> {
            names.iter().filter(|&name| keep(name)).cloned().collect()
        };
        let groups = |order: &[Vec<String>], keep: &dyn Fn(&String) -> bool| -> Vec<Vec<String>> {
            order.iter().map(|group| kept(group, keep)).filter(|group| !group.is_empty()).collect()
        };
        let inputs = if given.inputs.is_empty() {
            kept(&of_study.inputs, &|name| !is_ordered(name))
        } else {
            kept(&given.inputs, &varies)
        };
        let order = if given.order.is_empty() {
            groups(&of_study.order, &|name| !given.inputs.contains(name))
        } else {
            groups(&given.order, &varies)
        };
        Knowledge { inputs, order, ..given }
    }

    fn learn_options(&self) -> LearnOptions {
        LearnOptions {
            transform: if self.raw { Transform::Raw } else { Transform::Log },
            pc: PcOptions { threshold: self.threshold, max_conditions: self.conditions },
            deterministic: (!self.no_functions).then(DeterministicOptions::default),
        }
    }
}

/// The columns that the models of studies do not have.
pub fn other_columns(names: &[String]) -> impl Iterator<Item = &String> {
    let is_of_models = |name: &str| Variable::named(name).is_some_and(|of| Variable::OF_MODELS.contains(&of));
    names.iter().filter(move |name| !is_of_models(name))
}

/// True if all columns are those of a study.
pub fn is_of_study(names: &[String]) -> bool {
    names.iter().all(|name| Variable::named(name).is_some() || matches!(name.as_str(), NETWORK | SCHEME))
}

/// The kind of schemes that all rows of a study have, if it is one.
fn scheme_of(schemes: &[String]) -> Option<SchemeClass> {
    let class = |scheme: &String| {
        let name = scheme.split(':').next();
        SchemeClass::ALL.into_iter().find(|class| name == Some(class.name()))
    };
    let first = schemes.first().and_then(class)?;
    schemes.iter().all(|scheme| class(scheme) == Some(first)).then_some(first)
}
