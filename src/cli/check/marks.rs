//! Evidence of the format of a text. Each format looks for marks of its own.

use super::columns::{columns, is_decision_map, is_number};
use super::measurements::Measurements;
use super::written::{picture, written};
use crate::request::Request;
use logpine_models::machine::Machine;
use logpine_netfiles::foreign::foreign;
use logpine_netfiles::network::{Described, Dialect, is_list_of_links};
use logpine_netfiles::plans::FileKind;
use logpine_overlays::host_list;
use logpine_text::xml;
use std::cell::OnceCell;
use std::path::Path;

/// The strength of the evidence that a text is of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Claim {
    /// No evidence.
    No,
    /// Lines of words that the format could have.
    Shape,
    /// Such lines, in a file with the usual ending.
    Ending,
    /// Names of the format: keys, columns or tables.
    Names,
    /// A mark that none of the other formats has.
    Mark,
}

/// The claim if something is shown.
const fn claim_if(is_shown: bool, claim: Claim) -> Claim {
    if is_shown { claim } else { Claim::No }
}

/// A text with the parts that tell its format.
pub struct Marks<'a> {
    text: &'a str,
    /// The kind of a file of a plan.
    plan: Option<FileKind>,
    /// The first line that is neither blank nor a comment.
    line: &'a str,
    /// The fields of that line, divided by commas.
    columns: Vec<&'a str>,
    /// The keys and the tables of a text that could be TOML.
    toml: Vec<&'a str>,
    /// The extension of its name; empty if there is none.
    extension: &'a str,
    /// True if all its lines are those of a list of links; looked at once.
    is_list_of_links: OnceCell<bool>,
}

/// The most words of a line of a list of links that are all numbers: two nodes, and a few figures.
const MOST_OF_A_LINK: usize = 6;

impl<'a> Marks<'a> {
    /// The marks of a text in a file of this name.
    pub fn of(text: &'a str, path: &'a Path) -> Self {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let lines = text.trim_start_matches('\u{feff}').lines();
        let mut lines = lines.map(|line| line.split('#').next().unwrap_or_default().trim());
        let line = lines.find(|line| !line.is_empty()).unwrap_or_default();
        let is_setting = line.contains('=') && !line.contains("=>") && is_bare(key(line));
        let is_toml = extension == "toml" || line.starts_with('[') || is_setting;
        let names = text.lines().map(str::trim).filter(|line| line.starts_with('[') || line.contains('='));
        let toml = if is_toml { names.map(name).collect() } else { Vec::new() };
        Self {
            text,
            plan: FileKind::of(text),
            line,
            columns: columns(text),
            toml,
            extension,
            is_list_of_links: OnceCell::new(),
        }
    }

    /// True if an extension does not decide: pictures, files of other programs and programs in XML have the endings of networks.
    pub fn is_never_by_extension(&self) -> bool {
        self.is_foreign() || picture(self.text).is_some() || self.plan == Some(FileKind::MscclXml)
    }

    /// True for a text that no format has: a file of another program, one that is only written, or bytes that no text has.
    pub fn is_unread(&self) -> bool {
        let is_binary = || self.text.bytes().any(|byte| byte < 9 || (14..27).contains(&byte));
        let is_not_text = || is_binary() || written(self.text.as_bytes()).is_some();
        self.plan.is_none() && (self.is_foreign() || Described::of(self.text).is_none() && is_not_text())
    }

    fn is_foreign(&self) -> bool {
        foreign(self.text).is_some()
    }

    /// True for a key above all tables; a key in a table belongs to that table.
    fn has_key(&self, keys: &[&str]) -> bool {
        self.toml.iter().take_while(|name| !name.starts_with('[')).any(|name| keys.contains(name))
    }

    /// True for a table, or the first part of its name.
    fn has_table(&self, tables: &[&str]) -> bool {
        let tabled = self.toml.iter().filter(|name| name.starts_with('['));
        tabled.map(|name| bare(name)).any(|name| tables.contains(&name.split('.').next().unwrap_or_default()))
    }

    fn has_column(&self, names: &[&str]) -> bool {
        self.columns.iter().any(|column| names.contains(column))
    }

    fn words(&self) -> Vec<&'a str> {
        self.line.split_whitespace().collect()
    }

    fn is_list_of_links(&self) -> bool {
        *self.is_list_of_links.get_or_init(|| is_list_of_links(self.text))
    }

    /// True for more numbers in a line than a link has.
    fn is_long(&self) -> bool {
        let words = self.words();
        words.len() > MOST_OF_A_LINK && words.iter().all(|word| word.parse::<f64>().is_ok())
    }

    /// A file of a plan for a network.
    pub fn of_plan(&self, kind: FileKind) -> Claim {
        claim_if(self.plan == Some(kind), Claim::Mark)
    }

    /// The first line names a process, `fe:0`, and a statement has an arrow or an end.
    pub fn of_mrnet(&self) -> Claim {
        let is_process = |word: &str| {
            word.rsplit_once(':').is_some_and(|(host, rank)| !host.is_empty() && !rank.is_empty() && is_number(rank))
        };
        let mut words = self.line.split([' ', '\t', ';', '=', '>']).filter(|word| !word.is_empty());
        let is_first = words.clone().next().is_some_and(is_process);
        let is_statement = is_first && (self.text.contains("=>") || self.text.contains(';'));
        claim_if(is_statement || self.line.contains("=>") && words.any(is_process), Claim::Names)
    }

    /// A profile has a name, a unit, or a section of a model.
    pub fn of_machine(&self) -> Claim {
        claim_if(self.has_table(Machine::KEYS) || self.has_key(&["name", "unit"]), Claim::Names)
    }

    /// A request has keys of requests, and no section.
    pub fn of_request(&self) -> Claim {
        let is_profile = self.toml.iter().any(|name| name.starts_with('[')) || self.has_key(&["name", "unit"]);
        claim_if(!is_profile && self.has_key(Request::KEYS), Claim::Names)
    }

    /// Expected answers are cases.
    pub fn of_expected(&self) -> Claim {
        claim_if(self.has_table(&["case"]), Claim::Mark)
    }

    /// Flux' table has hosts in `[bootstrap]`.
    pub fn of_flux(&self) -> Claim {
        claim_if(self.has_table(&["bootstrap"]), Claim::Mark)
    }

    /// ClusterShell's topology has one section.
    pub fn of_clustershell(&self) -> Claim {
        claim_if(self.text.lines().any(|line| ["[routes]", "[Main]"].contains(&line.trim())), Claim::Mark)
    }

    /// Slurm's configuration has names of its own.
    pub fn of_slurm(&self) -> Claim {
        let is_of_slurm = |line: &str| {
            let names = ["TreeWidth", "NodeName", "ClusterName", "SlurmctldHost"];
            names.iter().any(|name| key(line.trim_start()).eq_ignore_ascii_case(name))
        };
        claim_if(self.text.lines().any(is_of_slurm), Claim::Mark)
    }

    /// A map has its columns, or is a line of a shard.
    pub fn of_map(&self) -> Claim {
        claim_if(is_decision_map(&self.columns), Claim::Mark)
    }

    /// Measurements name the tool or have columns of times; lines of Netgauge have eleven numbers.
    pub fn of_measurements(&self) -> Claim {
        let is_timed = self.columns.iter().any(|column| {
            ["time_", "round_trip_", "overhead_send_", "gap_"].iter().any(|name| column.starts_with(name))
        });
        if Measurements::of_tool(self.text).is_some() {
            Claim::Mark
        } else if self.has_column(&["depth", "fanout", "bytes", "tree"]) || is_timed && self.columns.len() == 1 {
            Claim::Names
        } else {
            claim_if(self.is_long(), Claim::Shape)
        }
    }

    /// A table of observations: names of columns, and a row with as many values, of which one is a number. In a file of
    /// comma-separated values a number is enough: its reader says what is missing.
    pub fn of_table(&self) -> Claim {
        let rows = self.text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let mut rows = rows.map(|row| row.split(',').map(str::trim).collect::<Vec<_>>());
        let has_number = |row: &Vec<&str>| row.iter().any(|value| value.parse::<f64>().is_ok());
        if self.extension == "csv" {
            return claim_if(rows.take(2).any(|row| has_number(&row)), Claim::Ending);
        }
        let is_head = rows.next().is_some_and(|head| head.len() > 1 && !has_number(&head));
        let is_row = |row: Vec<&str>| row.len() == self.columns.len() && has_number(&row);
        claim_if(is_head && rows.next().is_some_and(is_row), Claim::Shape)
    }

    /// True for an ending of files whose lines are more than words.
    fn has_no_words(&self) -> bool {
        ["csv", "toml", "json"].contains(&self.extension)
    }

    /// A network has tables of its links or nodes, is GraphML or DOT, is described by a tool, or is a list of links.
    pub fn of_network(&self) -> Claim {
        let words = self.words();
        let begins = |starts: &[&str]| words.first().is_some_and(|first| starts.contains(first));
        let is_tabled = self.has_table(&["nodes", "links"]) || self.has_key(&["nodes", "links"]);
        let is_dot = begins(&["graph", "digraph", "strict"]) && self.text.contains('{');
        let is_of_a_tool = Described::of(self.text).is_some() || Dialect::of(self.text).is_some();
        // An algorithm of msccl-tools has the links of its network.
        if self.plan.is_some() {
            Claim::No
        } else if is_tabled || is_dot || xml::root(self.text) == Some("graphml") || is_of_a_tool {
            Claim::Mark
        } else if words.starts_with(&["from", "to"]) || self.columns.starts_with(&["from", "to"]) {
            Claim::Names
        } else {
            // A link without its second node may follow.
            let is_cut = words.len() == 2 && is_list_of_links(self.line) && !is_host_list(self.text);
            let is_list = !self.has_no_words() && !self.is_long() && (self.is_list_of_links() || is_cut);
            claim_if(is_list, Claim::Shape)
        }
    }

    /// Ranks are numbers in front of hosts.
    pub fn of_mapping(&self) -> Claim {
        let is_pair = match *self.words().as_slice() {
            ["rank", ..] => true,
            [rank, host] => is_number(rank) && host.parse::<f64>().is_err(),
            _ => false,
        };
        claim_if(is_pair, Claim::Names)
    }

    /// Hosts have slots, or are words that are no links.
    pub fn of_hosts(&self) -> Claim {
        if self.has_column(&["host"]) {
            return Claim::Names;
        }
        let has_slots = match *self.words().as_slice() {
            [host, slots] if is_number(slots) => !is_number(host),
            [_, ref attributes @ ..] if attributes.iter().copied().any(is_attribute) => true,
            [first, second] => [first, second].iter().any(|word| word.contains([':', '[', ','])),
            _ => false,
        };
        let is_list = !self.line.is_empty() && !self.has_no_words() && is_host_list(self.text);
        if is_list && has_slots { Claim::Names } else { claim_if(is_list && !self.is_list_of_links(), Claim::Shape) }
    }
}

/// True for an attribute of a host in a hostfile, such as `slots=4`.
fn is_attribute(word: &str) -> bool {
    word.split_once('=').is_some_and(|(key, value)| !value.is_empty() && host_list::is_attribute(key))
}

/// True for words that only hosts and their slots are: `n1`, `n1:4`, `n[1-4,9]`, `n1 4`; numbers alone are none.
fn is_host_list(text: &str) -> bool {
    let is_word = |word: &str| {
        let (name, slots) = word.rsplit_once(':').map_or((word, None), |(name, slots)| (name, Some(slots)));
        let is_name = name.chars().all(|letter| letter.is_ascii_alphanumeric() || "-._[],:".contains(letter))
            && name.starts_with(|letter: char| letter.is_ascii_alphanumeric())
            && name.parse::<f64>().is_err();
        is_name && slots.is_none_or(|slots| !slots.is_empty() && is_number(slots))
    };
    let is_line = |line: &str| {
        let mut was_name = false;
        line.split_whitespace().all(|word| {
            let is_slots = was_name && (is_number(word) || is_attribute(word));
            let is_attribute = is_slots && !is_number(word);
            was_name = is_attribute || !is_slots && is_word(word);
            is_slots || was_name
        })
    };
    text.trim_start_matches('\u{feff}').lines().all(|line| is_line(line.split('#').next().unwrap_or_default()))
}

/// True for a key of TOML without quotes.
fn is_bare(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-.".contains(letter))
}

/// The text before an equals sign, or the line without one.
fn key(line: &str) -> &str {
    line.split_once('=').map_or(line, |(key, _)| key.trim_end())
}

/// The table that a line of TOML opens, with its brackets, or the key that it sets.
fn name(line: &str) -> &str {
    if line.starts_with('[') { line.split('#').next().unwrap_or_default().trim_end() } else { key(line) }
}

/// A table without its brackets.
fn bare(name: &str) -> &str {
    name.trim_matches(['[', ']'])
}
