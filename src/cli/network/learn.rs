//! `logpine network learn`: causal models from observations.

use crate::cli::args::Format;
use crate::cli::input;
use crate::cli::outcome::{Outcome, Step, bad_input, harmless};
use crate::cli::output::OutputArgs;
use clap::{Args, ValueEnum};
use logpine::causal::{
    Arrow, ColumnChoice, Constants, DeterministicOptions, Knowledge, LearnOptions, PcOptions, ReadOptions, Table,
    Transform, learn,
};
use logpine::network::{Variable, knowledge};
use logpine::report::causal::{CausalReport, dot, svg};
use logpine::report::{json, text};
use std::path::PathBuf;

/// Learns from observations which variable is a direct cause of which, and which are functions of others.
#[derive(Debug, Args)]
#[command(after_help = "\
The file is comma-separated values: the first line names the columns, every
further line is an observation. Columns of numbers are continuous, those of at
most 5 different integers and those of text discrete.

Of the columns of `logpine network study` those of the models of Lemeire, Dirkx
and Colitti (2008) are taken, with their inputs and their causal order, unless
--columns, --leave-out, --inputs or --order says otherwise.

Examples:
  logpine network study --network random --scheme random --emit csv -o data.csv
  logpine network learn data.csv --emit svg -o model.svg
  logpine network learn runs.csv --inputs nodes,size --order 'time;cost,energy'
  logpine network learn runs.csv --leave-out run --require nodes:time")]
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

    /// Columns that are left out.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', help_heading = "Columns")]
    leave_out: Vec<String>,

    /// Leaves out columns that have the same value in every row, which are an error otherwise.
    #[arg(long, help_heading = "Columns")]
    leave_out_constants: bool,

    /// Columns whose values are categories.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', help_heading = "Columns")]
    discrete: Vec<String>,

    /// Columns whose values are numbers, however few differ.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', help_heading = "Columns")]
    continuous: Vec<String>,

    /// Compares values as they are, not their logarithms.
    #[arg(long, help_heading = "Columns")]
    raw: bool,

    /// Variables that were set, not measured: they only have outgoing edges.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', help_heading = "What is known")]
    inputs: Vec<String>,

    /// Groups of variables in causal order: none of a group causes one of an earlier group.
    #[arg(long, value_name = "NAME,...;...", value_delimiter = ';', help_heading = "What is known")]
    order: Vec<String>,

    /// An edge that is there, whatever the observations say; may be repeated.
    #[arg(long, value_name = "CAUSE:EFFECT", value_parser = arrow, help_heading = "What is known")]
    require: Vec<Arrow>,

    /// An edge that is not; may be repeated.
    #[arg(long, value_name = "CAUSE:EFFECT", value_parser = arrow, help_heading = "What is known")]
    forbid: Vec<Arrow>,

    /// Variables that share no more information than this, in nats, are independent.
    #[arg(long, value_name = "NATS", default_value_t = PcOptions::default().threshold, allow_negative_numbers = true)]
    threshold: f64,

    /// The most variables that are conditioned on.
    #[arg(long, value_name = "N", default_value_t = PcOptions::default().max_conditions, allow_negative_numbers = true)]
    conditions: usize,

    /// Does not seek variables that are functions of others, which the PC algorithm alone gets wrong.
    #[arg(long)]
    no_functions: bool,

    /// Writes the model in a format to the --output that follows; may be repeated.
    #[arg(long, value_enum, value_name = "FORMAT", requires = "output", help_heading = "Files")]
    emit: Vec<LearnFormat>,

    #[command(flatten)]
    output: OutputArgs,
}

/// Formats of a causal model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LearnFormat {
    /// One document, with every test.
    Json,
    /// Graphviz.
    Dot,
    /// A picture: functions with a double border.
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
        let bytes = if name == "-" {
            input::read_from(std::io::stdin().lock(), "standard input", input::LARGEST)?
        } else {
            input::read(&self.data, "")?
        };
        let (choice, known) = self.known(&Table::names_in_csv(&bytes, &name).map_err(bad_input)?);
        let table = Table::from_csv(&bytes, &name, &self.read_options(choice)).map_err(bad_input)?;
        let known = if self.is_told() { known } else { of_columns(&table, known) };
        let model = learn(&table, &known, &self.learn_options()).map_err(bad_input)?;
        let report = CausalReport { name: &name, model: &model };
        let written = |format| match format {
            LearnFormat::Json => json::causal(&report),
            LearnFormat::Dot => dot(&report),
            LearnFormat::Svg => svg(&report),
        };
        self.output.write(requests.into_iter().map(|(format, path)| (path, written(format))))?;
        Ok(Outcome::Done(match format {
            Format::Text => harmless(&text::causal(&report)).into_owned(),
            Format::Json => json::causal(&report),
        }))
    }

    /// Whether anything is said of the columns, so that nothing is taken from their names.
    fn is_told(&self) -> bool {
        !(self.columns.is_empty() && self.leave_out.is_empty() && self.inputs.is_empty() && self.order.is_empty())
    }

    /// Which columns are read, and what is known of them.
    fn known(&self, names: &[String]) -> (ColumnChoice, Knowledge) {
        let split = |group: &String| group.split(',').map(|name| name.trim().to_owned()).collect();
        let given = Knowledge {
            inputs: self.inputs.clone(),
            order: self.order.iter().map(split).collect(),
            required: self.require.clone(),
            forbidden: self.forbid.clone(),
        };
        if self.is_told() {
            let choice = if self.columns.is_empty() {
                ColumnChoice::AllBut(self.leave_out.clone())
            } else {
                ColumnChoice::Only(self.columns.clone())
            };
            return (choice, given);
        }
        let is_of_study =
            |name: &&String| Variable::named(name).is_some() || matches!(name.as_str(), "network" | "scheme");
        if names.iter().filter(is_of_study).count() < names.len() {
            return (ColumnChoice::All, given);
        }
        let variables: Vec<Variable> = names.iter().filter_map(|name| Variable::named(name)).collect();
        let of_models: Vec<Variable> = variables.into_iter().filter(|of| Variable::OF_MODELS.contains(of)).collect();
        let Knowledge { inputs, order, .. } = knowledge(&of_models);
        let columns = of_models.iter().map(|variable| variable.name().to_owned()).collect();
        (ColumnChoice::Only(columns), Knowledge { inputs, order, ..given })
    }

    fn read_options(&self, columns: ColumnChoice) -> ReadOptions {
        let constants = if self.leave_out_constants { Constants::LeaveOut } else { Constants::Refuse };
        let (continuous, discrete) = (self.continuous.clone(), self.discrete.clone());
        ReadOptions { columns, continuous, discrete, constants }
    }

    fn learn_options(&self) -> LearnOptions {
        LearnOptions {
            transform: if self.raw { Transform::Raw } else { Transform::Log },
            pc: PcOptions { threshold: self.threshold, max_conditions: self.conditions },
            deterministic: (!self.no_functions).then(DeterministicOptions::default),
        }
    }
}

/// What is known of the columns of a study, without those that are constant and left out.
fn of_columns(table: &Table, known: Knowledge) -> Knowledge {
    let is_there = |name: &String| table.index_of(name).is_ok();
    let kept = |names: Vec<String>| names.into_iter().filter(is_there).collect::<Vec<_>>();
    let order = known.order.into_iter().map(kept).filter(|group| !group.is_empty()).collect();
    Knowledge { inputs: kept(known.inputs), order, ..known }
}
