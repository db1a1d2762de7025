//! `logpine list`: machines, models, families, networks, the schema.

use super::args::Format;
use super::colour::reported;
use super::outcome::Outcome;
use crate::answer::NON_UNIFORM;
use crate::report::json::{self, SCHEMA};
use crate::report::text::{Page, Table};
use crate::request::{ModelName, MpiCollective, Word};
use clap::{Args, ValueEnum};
use logpine_collectives::collective::{self, AlgorithmFamily};
use logpine_models::machine::Machine;
use logpine_models::model::Accuracy;
use logpine_netfiles::network::{built_in, built_in_names};
use logpine_network::Class;
use logpine_text::units::Clock;
use logpine_trees::tree::families;
use serde::Serialize;

/// Lists machines, models, families, networks, or the schema of answers.
#[derive(Debug, Args)]
pub struct List {
    /// Subject of the list.
    #[arg(value_enum)]
    what: What,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum What {
    /// Built-in machine profiles.
    Machines,
    /// Cost models.
    Models,
    /// Families of trees and of algorithms that are enumerated and timed.
    Families,
    /// Classes of networks with their parameters, and built-in networks.
    Networks,
    /// The JSON Schema of answers.
    Schema,
}

/// The subject of a model or a family.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(into = "String")]
enum Of {
    OverlayTrees,
    CollectivesAmongRanks,
    InStages(MpiCollective),
    ClassesOfNetworks,
    BuiltInNetworks,
}

impl Of {
    fn name(self) -> String {
        match self {
            Self::OverlayTrees => "overlay trees".to_owned(),
            Self::CollectivesAmongRanks => "collectives among ranks".to_owned(),
            Self::InStages(collective) => format!("{} in stages", collective.name()),
            Self::ClassesOfNetworks => "classes of networks".to_owned(),
            Self::BuiltInNetworks => "built-in networks".to_owned(),
        }
    }

    fn heading(self) -> String {
        let how = match self {
            Self::OverlayTrees => "`logpine tree`".to_owned(),
            Self::CollectivesAmongRanks => "`logpine collective`".to_owned(),
            Self::InStages(collective @ (MpiCollective::Bcast | MpiCollective::Reduce)) => {
                let models = ModelName::words_of_channels(" or ");
                format!("`logpine collective {}` with --model {models}", collective.name())
            }
            Self::InStages(collective) => format!("`logpine collective {}`", collective.name()),
            Self::ClassesOfNetworks => "logpine network show SPEC".to_owned(),
            Self::BuiltInNetworks => "logpine network show NAME".to_owned(),
        };
        format!("{} ({how})", self.name())
    }
}

impl From<Of> for String {
    fn from(of: Of) -> Self {
        of.name()
    }
}

/// One line of a list.
#[derive(Serialize)]
struct Entry {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<Of>,
    #[serde(skip_serializing_if = "Option::is_none")]
    accuracy: Option<Accuracy>,
    description: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sections: Vec<&'static str>,
    #[serde(skip_serializing_if = "String::is_empty")]
    source: String,
}

impl Entry {
    fn new(name: impl Into<String>, of: Option<Of>, description: impl Into<String>) -> Self {
        let (name, description) = (name.into(), description.into());
        Self { name, of, accuracy: None, description, sections: Vec::new(), source: String::new() }
    }
}

/// The description of `logp` for overlay trees.
const LOGP_OF_TREES: &str =
    "tan with a constant overhead, whatever the fanout, for comparison: what LogP would have said";

impl List {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Outcome {
        let entries = match self.what {
            What::Machines => machines(),
            What::Models => models(),
            What::Families => families(),
            What::Networks => networks(),
            What::Schema => return Outcome::Done(json::schema()),
        };
        reported(
            format,
            || page(&entries),
            || json::document(&json::object!(schema = SCHEMA, entries = &entries), Clock::Second),
        )
    }
}

fn machines() -> Vec<Entry> {
    let machines = Machine::built_in_names().into_iter().filter_map(Machine::built_in);
    let entry = |machine: Machine| {
        let sections = machine.sections();
        Entry { sections, source: machine.source, ..Entry::new(machine.name, None, machine.description) }
    };
    machines.map(entry).collect()
}

fn models() -> Vec<Entry> {
    let entry = |of: Of, (model, word, meaning): (ModelName, &'static str, &'static str)| {
        let description = if (of, model) == (Of::OverlayTrees, ModelName::Logp) { LOGP_OF_TREES } else { meaning };
        Entry { accuracy: Some(accuracy(model)), ..Entry::new(word, Some(of), description) }
    };
    let overlay = ModelName::described().filter(|(model, ..)| model.is_of_nodes());
    let ranks = ModelName::described().filter(|(model, ..)| !model.is_of_nodes() || model.port_model().is_some());
    let overlay = overlay.map(|model| entry(Of::OverlayTrees, model));
    overlay.chain(ranks.map(|model| entry(Of::CollectivesAmongRanks, model))).collect()
}

/// The accuracy of a model by the hierarchy of Hoefler et al. (2010); of bgp the least exact that has absolute times
/// for every placement: each answer says its own.
const fn accuracy(model: ModelName) -> Accuracy {
    match model {
        ModelName::Bgp => Accuracy::Bounded,
        _ => Accuracy::Exact,
    }
}

fn families() -> Vec<Entry> {
    let overlay = |name, description| Entry::new(name, Some(Of::OverlayTrees), description);
    let found = overlay(NON_UNIFORM, "any fanout on any level: what the search itself finds");
    let trees = families::ALL.iter().map(|family| overlay(family.name(), family.description()));
    let entry = |of: Of, family: &AlgorithmFamily| Entry::new(family.name(), Some(of), family.description());
    let algorithms = collective::among_ranks().map(|family| entry(Of::CollectivesAmongRanks, family));
    let in_stages = MpiCollective::ALL.into_iter().flat_map(|collective| {
        let families = collective::families(collective).iter().filter(|family| family.is_in_stages());
        families.map(move |family| entry(Of::InStages(collective), family))
    });
    trees.chain([found]).chain(algorithms).chain(in_stages).collect()
}

fn networks() -> Vec<Entry> {
    let class = |class: Class| {
        let description = format!("{}: {}", class.description(), class.form());
        Entry::new(class.name(), Some(Of::ClassesOfNetworks), description)
    };
    let built_in = |name| {
        let network = built_in(name)?;
        let description = format!("{} nodes, {} links", network.nodes(), network.links().len());
        Some(Entry::new(name, Some(Of::BuiltInNetworks), description))
    };
    Class::ALL.into_iter().map(class).chain(built_in_names().into_iter().filter_map(built_in)).collect()
}

/// A table for each kind of entries, under its heading, after the words for the accuracy of models, if entries have any.
fn page(entries: &[Entry]) -> Page {
    let is_rated = entries.iter().any(|entry| entry.accuracy.is_some());
    let mut page = Page::default();
    if is_rated {
        let mut table = Table::plain();
        for accuracy in Accuracy::ALL {
            table.row([accuracy.name().to_owned(), accuracy.meaning().to_owned()]);
        }
        page.line("How much a model says (Hoefler, Gropp, Thakur and Träff 2010)");
        page.table(table.left_column(1));
    }
    for of_kind in entries.chunk_by(|entry, next| entry.of == next.of) {
        let mut table = Table::plain();
        for entry in of_kind {
            let sections =
                if entry.sections.is_empty() { String::new() } else { format!(" [{}]", entry.sections.join(", ")) };
            let accuracy = is_rated.then(|| entry.accuracy.map_or_else(String::new, |rated| rated.name().to_owned()));
            let description = format!("{}{sections}", entry.description);
            table.row([entry.name.clone()].into_iter().chain(accuracy).chain([description]));
            if !entry.source.is_empty() {
                table.row([String::new(), format!("source: {}", entry.source)]);
            }
        }
        page.line(of_kind.first().and_then(|entry| entry.of).map_or_else(String::new, Of::heading));
        page.table(table.left_columns(&[1, 2]));
    }
    page
}
