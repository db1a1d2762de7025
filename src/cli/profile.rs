//! `machine new` and `machine show`: a profile to begin with, and what a machine says and answers.

use super::args::Format;
use super::colour::reported;
use super::named::Named;
use super::outcome::{Outcome, Step, bad_input};
use super::output::OutputArgs;
use crate::answer::relations::Task;
use crate::report::json;
use crate::report::text::{CommandLine, Page, Table};
use crate::request::{ModelName, Operation, Request, Word as _};
use clap::{Args, Subcommand, ValueEnum};
use logpine_models::machine::{LogpParameters, Machine, MachineParameters, Scope, Way};
use logpine_models::model::PortModel;
use logpine_text::units::Clock;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Machine profiles: a template for your own, and the contents of one.
#[derive(Debug, Args)]
pub struct Profile {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    New(New),
    Show(Show),
}

/// Prints a commented profile that loads as it is. Replace its numbers by yours.
#[derive(Debug, Args)]
struct New {
    /// Models whose parameters you have, joined by commas [default: `tan,alpha_beta`].
    #[arg(long, value_parser = Named::<ModelName>::new(), value_delimiter = ',', value_name = "MODELS")]
    model: Vec<ModelName>,

    /// File to write in place of standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Replaces an existing file.
    #[arg(long, requires = "output")]
    force: bool,
}

/// The format of a profile.
#[derive(Clone, Copy, ValueEnum)]
enum ProfileFormat {
    /// A profile, whose numbers are to be replaced.
    Toml,
}

/// Shows the numbers of a machine with their ranges and sources, and the questions that it answers.
#[derive(Debug, Args)]
struct Show {
    /// A built-in machine (see `logpine list machines`), a profile's path, or parameters such as logp:L=6us,o=2us,g=4us.
    #[arg(value_name = "MACHINE")]
    machine: PathBuf,
}

impl Profile {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        match self.command {
            Command::New(new) => new.run(),
            Command::Show(show) => show.run(format),
        }
    }
}

impl New {
    fn run(self) -> Step<Outcome> {
        let models = if self.model.is_empty() { &[ModelName::Tan, ModelName::AlphaBeta] } else { &*self.model };
        let words: Vec<&str> = models.iter().map(|model| model.word()).collect();
        let text = Machine::template(&words).unwrap_or_default();
        let Some(path) = self.output else { return Ok(Outcome::Done(text)) };
        let output = OutputArgs::new(vec![path], self.force);
        let requests = output.requests(&[ProfileFormat::Toml])?;
        output.write(requests.into_iter().map(|(format, path)| (format, path, text.clone())))?;
        Ok(Outcome::Done(String::new()))
    }
}

/// A number of a profile.
#[derive(Serialize)]
struct Number {
    section: &'static str,
    name: String,
    value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    low: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    high: Option<String>,
}

/// The numbers of a section that models of nodes or messages read; none of sections with tables of channels.
fn numbers(machine: &Machine, section: &'static str) -> Vec<Number> {
    let is_of_section = |model: &PortModel| model.name() == section;
    let scope = match section {
        "tan" | "overlay" => Scope::Waves(Way::Both),
        _ => match PortModel::ALL.into_iter().find(is_of_section) {
            Some(model) => Scope::Combined(model),
            None => return Vec::new(),
        },
    };
    // Of two sections of nodes, the numbers are those of [tan].
    let mut alone = machine.clone();
    alone.tan = alone.tan.filter(|_| section != "overlay");
    let parameters = MachineParameters::of(&alone, scope);
    let number = |parameter: &logpine_models::machine::Parameter| {
        let shown = |value| parameter.display(value, machine.clock);
        Number {
            section,
            name: parameter.name.clone(),
            value: shown(parameter.value),
            low: parameter.range.map(|range| shown(range.low)),
            high: parameter.range.map(|range| shown(range.high)),
        }
    };
    parameters.list().iter().map(number).chain(without_range(machine, section)).collect()
}

/// The counts and sizes of a section, which have no range.
fn without_range(machine: &Machine, section: &'static str) -> Vec<Number> {
    let of_logp = |parameters: &LogpParameters| parameters.ranks;
    let ranks = match section {
        "logp" => machine.logp.as_ref().and_then(of_logp),
        "loggp" => machine.loggp.as_ref().and_then(|of| of_logp(&of.logp)),
        "loggops" => machine.loggops.as_ref().and_then(|of| of_logp(&of.loggp.logp)),
        "plogp" => machine.plogp.as_ref().and_then(|of| of.ranks),
        _ => None,
    };
    let threads = machine.overlay.filter(|_| section == "overlay").map(|of| of.threads.to_string());
    let above = machine.loggops.filter(|_| section == "loggops").and_then(|of| of.rendezvous_above);
    let found = [
        ("threads", threads),
        ("rendezvous_above", above.map(|bytes| bytes.to_string())),
        ("ranks", ranks.map(|ranks| ranks.to_string())),
    ];
    let number = |(name, value): (&str, Option<String>)| {
        Some(Number { section, name: name.to_owned(), value: value?, low: None, high: None })
    };
    found.into_iter().filter_map(number).collect()
}

/// The commands that a machine answers.
pub fn answered(machine: &Machine, name: &str) -> Vec<CommandLine> {
    let bcast = Request { collective: Some(Operation::BCAST), ranks: Some(64), ..Request::default() };
    let questions = [
        (Request { leaves: Some(128), ..Request::default() }, &["tree", "-n", "128"][..]),
        (Request { bytes: Some(1 << 16), ..bcast.clone() }, &["collective", "bcast", "-n", "64", "-s", "64KiB"]),
        (bcast, &["collective", "bcast", "-n", "64"]),
    ];
    let is_answered = |(request, _): &(Request, _)| Task::Answer.admit(machine, request).is_ok();
    let command = |(_, words): (Request, &[&str])| {
        let (subcommand, options) = words.split_at(words.iter().position(|word| word.starts_with('-')).unwrap_or(0));
        CommandLine::new(["logpine"].iter().chain(subcommand).chain(&["-m", name]).chain(options).copied())
    };
    questions.into_iter().filter(is_answered).filter_map(command).collect()
}

impl Show {
    fn run(self, format: Format) -> Step<Outcome> {
        let machine = Machine::load(&self.machine).map_err(bad_input)?;
        let numbers: Vec<Number> =
            machine.sections().into_iter().flat_map(|section| numbers(&machine, section)).collect();
        let document = || {
            let Machine { name, description, source, clock, data, .. } = &machine;
            let object = json::object!(
                schema = json::SCHEMA,
                unit = clock.symbol(),
                name = name,
                description = description,
                source = source,
                sections = machine.sections(),
                measured_fanouts = data.measured.fanouts,
                measured_bytes = data.measured.bytes,
                measured_ranks = data.measured.ranks,
                numbers = &numbers
            );
            json::document(&object, Clock::Second)
        };
        Ok(reported(format, || page(&machine, &numbers, &self.machine), document))
    }
}

/// The numbers, with their ranges if some have one; those of a long table of sizes or fanouts in one row.
fn table(numbers: &[&Number]) -> Table {
    let has_ranges = numbers.iter().any(|number| number.low.is_some());
    let mut table = Table::new(
        ["parameter", "value"].into_iter().chain(if has_ranges { &["from", "to"][..] } else { &[] }.iter().copied()),
    );
    let quantity = |number: &Number| number.name.split('(').next().unwrap_or_default().to_owned();
    for alike in numbers.chunk_by(|one, next| quantity(one) == quantity(next)) {
        if let [first, .., last] = alike
            && alike.len() > MOST_POINTS
        {
            let name = format!("{} ({} points)", quantity(first), alike.len());
            table.row([name, format!("{} to {}", first.value, last.value)]);
            continue;
        }
        for Number { name, value, low, high, .. } in alike {
            let range = [low, high].map(|end| end.clone().unwrap_or_default());
            table.row([name.clone(), value.clone()].into_iter().chain(range.into_iter().take(if has_ranges {
                2
            } else {
                0
            })));
        }
    }
    table
}

/// The most points of a table that are listed one by one; JSON and CSV have all.
const MOST_POINTS: usize = 4;

fn page(machine: &Machine, numbers: &[Number], path: &Path) -> Page {
    let mut page = Page::warned(&machine.data.warnings);
    page.headline(
        &machine.name,
        if machine.description.is_empty() { "no description" } else { &machine.description },
        "",
    );
    page.facts(
        [&machine.source].into_iter().filter(|source| !source.is_empty()).map(|source| format!("source: {source}")),
    );
    let ranges = machine.data.measured;
    let measured = [("fanouts", ranges.fanouts), ("bytes", ranges.bytes), ("ranks", ranges.ranks)];
    page.facts(
        measured
            .into_iter()
            .filter_map(|(what, range)| range.map(|[low, high]| format!("measured: {what} {low} to {high}"))),
    );
    for section in machine.sections() {
        page.headed(
            "",
            format!(
                "[{section}] {}",
                Machine::charge(section).unwrap_or_else(|| "The machine's own collectives.".to_owned())
            ),
        );
        let of_section = || numbers.iter().filter(|number| number.section == section);
        page.table(table(&of_section().collect::<Vec<_>>()));
        if of_section().next().is_none() {
            page.note("its numbers are in the profile");
        }
    }
    let commands = answered(machine, &path.to_string_lossy());
    if commands.is_empty() {
        page.line("Its sections do not answer `logpine tree` or `logpine collective` by themselves.");
    }
    page.next(commands.into_iter().map(Some));
    page
}
