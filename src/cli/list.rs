//! `logpine list`: what there is.

use super::args::Format;
use super::machine::ModelName;
use super::outcome::{Outcome, Step};
use anyhow::Context;
use clap::{Args, ValueEnum};
use logpine::machine::Machine;
use logpine::plan::NON_UNIFORM;
use logpine::report::json::SCHEMA;
use logpine::tree::families;
use serde::Serialize;

/// The built-in machines, the cost models or the families of trees.
#[derive(Debug, Args)]
pub struct List {
    /// What to list.
    #[arg(value_enum)]
    what: What,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum What {
    /// Built-in machine profiles.
    Machines,
    /// Cost models.
    Models,
    /// Families of trees that are enumerated and scored.
    Families,
}

/// One line of a list.
#[derive(Serialize)]
struct Entry {
    name: String,
    description: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sections: Vec<&'static str>,
    #[serde(skip_serializing_if = "String::is_empty")]
    source: String,
}

impl Entry {
    fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self { name: name.into(), description: description.into(), sections: Vec::new(), source: String::new() }
    }
}

#[derive(Serialize)]
struct ListJson {
    schema: u32,
    entries: Vec<Entry>,
}

impl List {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        let entries = match self.what {
            What::Machines => machines(),
            What::Models => models(),
            What::Families => families(),
        };
        Ok(Outcome::Done(match format {
            Format::Text => text(&entries),
            Format::Json => {
                let list = ListJson { schema: SCHEMA, entries };
                serde_json::to_string_pretty(&list).context("cannot write JSON")? + "\n"
            }
        }))
    }
}

fn machines() -> Vec<Entry> {
    let machines = Machine::built_in_names().into_iter().filter_map(Machine::built_in);
    let entry = |machine: Machine| {
        let sections = machine.sections();
        Entry { sections, source: machine.source, ..Entry::new(machine.name, machine.description) }
    };
    machines.map(entry).collect()
}

fn models() -> Vec<Entry> {
    let described = ModelName::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    described
        .map(|value| Entry::new(value.get_name(), value.get_help().map(ToString::to_string).unwrap_or_default()))
        .collect()
}

fn families() -> Vec<Entry> {
    let found = Entry::new(NON_UNIFORM, "any fanout on any level: what the search itself finds");
    let families = families::ALL.iter().map(|family| Entry::new(family.name(), family.description()));
    families.chain([found]).collect()
}

fn text(entries: &[Entry]) -> String {
    let width = entries.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    let lines = entries.iter().map(|entry| {
        let sections =
            if entry.sections.is_empty() { String::new() } else { format!(" [{}]", entry.sections.join(", ")) };
        let source =
            if entry.source.is_empty() { String::new() } else { format!("\n{:width$}   source: {}", "", entry.source) };
        format!("{:width$}   {}{sections}{source}\n", entry.name, entry.description)
    });
    lines.collect()
}
