//! The formats of files, and their marks.

use super::columns::{columns, is_decision_map, is_number};
use super::decision_map::decision_map;
use super::inputs::judged;
use super::judgement::Judgement;
use super::measurements::Measurements;
use super::written::{picture, written};
use super::{Check, goal, inputs, mrnet, planned};
use crate::cli::outcome::Step;
use crate::request::Request;
use clap::ValueEnum;
use logpine_goal::{INPUT_LIMIT, is_text, packed};
use logpine_netfiles::foreign::foreign;
use logpine_netfiles::network::{Described, is_list_of_links};
use logpine_netfiles::plans::FileKind;
use logpine_text::input::InputLimit;
use std::path::Path;

/// Formats that can be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InputFormat {
    /// MRNet's topology file (.top).
    Mrnet,
    /// GOAL schedule, the text that LogGOPSim's converter reads (.goal).
    Goal,
    /// Packed GOAL schedule, the input of LogGOPSim and ATLAHS (.bin).
    GoalBin,
    /// Profile of a machine (TOML).
    Machine,
    /// Request, the file of `logpine answer` (TOML); its machine and hosts must exist.
    Request,
    /// Expected answers of `logpine regress` (TOML).
    Expected,
    /// Hosts: a list, a node file, or CSV.
    Hosts,
    /// Hosts of ranks, a line each.
    Mapping,
    /// Network: list of links, .graphml, .dot or TOML.
    Network,
    /// Measurements of `logpine fit`: CSV, or tables of OSU, IMB, Netgauge or LogP/MPI.
    Measurements,
    /// Observations of `logpine study learn` (CSV).
    Table,
    /// Decision map of `logpine map`, or a shard of one, for its --join (CSV).
    Map,
    /// ClusterShell's topology (topology.conf).
    Clustershell,
    /// Flux' table of hosts, [bootstrap] (TOML).
    Flux,
    /// Slurm's TreeWidth (slurm.conf); other keys are not checked.
    Slurm,
    /// Schedule in steps for a network, of `logpine network plan --emit sends` (CSV).
    Sends,
    /// Trees on a network, of `logpine network plan --emit trees` (CSV).
    Trees,
    /// Algorithm of msccl-tools, of `logpine network plan --emit msccl-json` (JSON).
    MscclJson,
    /// Program of MSCCL's runtime, of `logpine network plan --emit msccl-xml` (XML).
    MscclXml,
    /// Proof of a bound, of `logpine network plan --emit certificate` (JSON).
    Certificate,
}

/// The facts of a format, in addition to its word and its meaning.
pub struct Reads {
    /// The most that is read of a file.
    pub limit: InputLimit,
    /// The extensions that decide the format.
    pub extensions: &'static [&'static str],
    /// The beginning of a command that uses a valid file; empty if none reads it alone.
    pub next: &'static str,
    /// Judges a file.
    pub check: Judge,
}

/// Judges a file with the options of the subcommand.
type Judge = fn(&Check, &[u8], &Path) -> Step<Judgement>;

const fn reads(limit: InputLimit, extensions: &'static [&'static str], next: &'static str, check: Judge) -> Reads {
    Reads { limit, extensions, next, check }
}

/// The most that is read of a file whose format is recognised later.
const ANY: InputLimit = InputLimit {
    what: "text or schedule",
    can_begin: |head| packed::is_packed(head) || !head.contains(&0),
    ..InputLimit::TOPOLOGY
};

impl InputFormat {
    /// The facts of the format, in addition to its word and its meaning.
    pub fn reads(self) -> Reads {
        use InputLimit as Most;
        match self {
            Self::Mrnet => reads(Most::TOPOLOGY, &["top"], "logpine score -m cab --tree", |check, s, f| {
                Ok(mrnet::judgement(check, s, f))
            }),
            Self::Goal => {
                reads(INPUT_LIMIT, &["goal"], "logpine simulate -m loggopsim", |_, s, f| Ok(goal::text(s, f)))
            }
            Self::GoalBin => {
                reads(INPUT_LIMIT, &["bin"], "logpine simulate -m loggopsim", |_, s, f| Ok(goal::packed(s, f)))
            }
            Self::Machine => {
                reads(Most::PROFILE, &[], "", |_, s, f| Ok(judged("machine profile", inputs::machine, s, f)))
            }
            Self::Request => {
                reads(Most::JOB, &[], "logpine answer", |_, s, f| Ok(judged("request", inputs::request, s, f)))
            }
            Self::Expected => reads(Most::REGRESSION, &[], "logpine regress", |_, s, f| {
                Ok(judged("file of expected answers", inputs::expected, s, f))
            }),
            Self::Hosts => reads(Most::HOSTS, &[], "", |_, s, f| Ok(judged("host list", inputs::hosts, s, f))),
            Self::Mapping => {
                reads(Most::MAPPING, &[], "", |_, s, f| Ok(judged("mapping of ranks to hosts", inputs::mapping, s, f)))
            }
            Self::Network => {
                let extensions = &["graphml", "xml", "dot", "gv", "edges"];
                reads(Most::NETWORK, extensions, "logpine network show", |_, s, f| {
                    Ok(judged("network", inputs::network, s, f))
                })
            }
            Self::Measurements => reads(Most::MEASUREMENTS, &[], "", |_, s, f| {
                Ok(judged("file of measurements", inputs::measurements, s, f))
            }),
            Self::Table => reads(Most::TABLE, &[], "logpine study learn", |_, s, f| {
                Ok(judged("table of observations", inputs::table, s, f))
            }),
            Self::Map => reads(Most::MEASUREMENTS, &[], "", |_, s, f| Ok(judged("decision map", decision_map, s, f))),
            Self::Clustershell => {
                let next = "logpine score -m cab --clustershell";
                reads(Most::ROUTES, &[], next, |check, s, f| check.setting.clustershell(s, f))
            }
            Self::Flux => {
                reads(Most::BOOTSTRAP, &[], "logpine score -m cab --flux", |check, s, f| check.setting.flux(s, f))
            }
            Self::Slurm => reads(Most::SLURM, &[], "", |check, s, f| check.setting.slurm(s, f)),
            Self::Sends => reads(Most::PLANNED, &[], "", |_, s, f| Ok(planned::sends(s, f))),
            Self::Trees => reads(Most::PLANNED, &[], "", |_, s, f| Ok(planned::trees(s, f))),
            Self::MscclJson => reads(Most::PLANNED, &[], "", |_, s, f| Ok(planned::msccl(s, f))),
            Self::MscclXml => reads(Most::PLANNED, &[], "", |_, s, f| Ok(planned::program(s, f))),
            Self::Certificate => reads(Most::PLANNED, &[], "", |_, s, f| Ok(planned::certificate(s, f))),
        }
    }

    /// The most that is read of a file, given or recognised later.
    pub fn limit(named: Option<Self>) -> InputLimit {
        named.map_or(ANY, |format| format.reads().limit)
    }

    /// The name of the format, on the command line and in JSON.
    pub fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// The format that the extension of a name decides.
    pub fn of_extension(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        Self::value_variants().iter().copied().find(|format| format.reads().extensions.contains(&extension))
    }

    /// The format of a file: by the extension, or else by the marks of its content, which are the tables of a TOML, the columns of a
    /// CSV and the words of a line. Files that are [`written`] and not read have none.
    pub fn of(source: &[u8], path: &Path) -> Option<Self> {
        let named = Self::of_extension(path);
        // Long schedules are not searched for marks of other formats.
        if packed::is_packed(source) {
            return named.or(Some(Self::GoalBin));
        }
        if is_text(source) {
            return named.or(Some(Self::Goal));
        }
        let text = &*String::from_utf8_lossy(source);
        let (kind, is_foreign) = (FileKind::of(text), foreign(text).is_some());
        // A picture, a file of another program, or a program in XML may have the ending of networks.
        let is_other = is_foreign || picture(text).is_some() || kind == Some(FileKind::MscclXml);
        if named.is_some() && !is_other {
            return named;
        }
        // First the files that contain a network: algorithms of msccl-tools have its links.
        match kind {
            Some(FileKind::Sends) => return Some(Self::Sends),
            Some(FileKind::Trees) => return Some(Self::Trees),
            Some(FileKind::Certificate) => return Some(Self::Certificate),
            Some(FileKind::Msccl) => return Some(Self::MscclJson),
            Some(FileKind::MscclXml) => return Some(Self::MscclXml),
            None => {}
        }
        if is_foreign {
            return None;
        }
        if Described::of(text).is_some() {
            return Some(Self::Network);
        }
        // No text has such bytes: what they stand for, nobody can say.
        let is_binary = source.iter().any(|&byte| byte < 9 || (14..27).contains(&byte));
        if is_binary || written(source).is_some() {
            return None;
        }
        Some(match path.extension().and_then(|extension| extension.to_str()) {
            Some("toml") => Self::of_toml(text).unwrap_or(Self::Request),
            Some("csv") => Self::of_columns(text).unwrap_or(Self::Table),
            _ => return Self::of_lines(text),
        })
    }

    /// The format of a TOML, if a table or a key tells.
    fn of_toml(text: &str) -> Option<Self> {
        let has = |mark: fn(&str) -> bool| text.lines().any(|line| mark(line.trim()));
        Some(if has(|line| line == "[[case]]") {
            Self::Expected
        } else if has(|line| table(line) == "bootstrap" || table(line) == "bootstrap.hosts") {
            Self::Flux
        } else if has(|line| [key(line), table(line)].iter().any(|&name| name == "nodes" || name == "links")) {
            Self::Network
        } else if has(|line| key(line) == "name" || key(line) == "unit" || line.starts_with('[')) {
            Self::Machine
        } else if has(|line| line.contains('=') && Request::KEYS.contains(&key(line))) {
            Self::Request
        } else {
            return None;
        })
    }

    /// The format of comma-separated values, if a column tells.
    fn of_columns(text: &str) -> Option<Self> {
        let columns = columns(text);
        if is_decision_map(&columns) {
            return Some(Self::Map);
        }
        let has = |names: &[&str]| columns.iter().any(|column| names.contains(column));
        let is_timed = columns.iter().any(|column| {
            ["time_", "round_trip_", "overhead_send_", "gap_"].iter().any(|name| column.starts_with(name))
        });
        if has(&["host"]) {
            Some(Self::Hosts)
        } else if has(&["depth", "fanout", "bytes", "tree"]) || is_timed && columns.len() == 1 {
            Some(Self::Measurements)
        } else {
            None
        }
    }

    fn of_lines(text: &str) -> Option<Self> {
        if Measurements::of_tool(text).is_some() {
            return Some(Self::Measurements);
        }
        if let Some(format) = Self::of_columns(text) {
            return Some(format);
        }
        let lines = text.trim_start_matches('\u{feff}').lines();
        let lines = lines.map(|line| line.split('#').next().unwrap_or_default().trim());
        let line = lines.into_iter().find(|line| !line.is_empty())?;
        if line == "[routes]" || line == "[Main]" {
            return Some(Self::Clustershell);
        }
        if text.lines().any(is_of_slurm) {
            return Some(Self::Slurm);
        }
        if line.starts_with('[') || line.contains('=') && !line.contains("=>") && is_bare(key(line)) {
            return Self::of_toml(text);
        }
        if text.contains("=>") || text.contains(';') && line.contains(':') {
            return is_of_mrnet(text, line).then_some(Self::Mrnet);
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        Some(match *words.as_slice() {
            _ if line.starts_with('<') || ["graph", "digraph", "strict"].contains(&words[0]) => Self::Network,
            ["rank", ..] => Self::Mapping,
            [first, second] if is_number(first) && second.parse::<f64>().is_err() => Self::Mapping,
            [first, second] if !is_number(first) && is_number(second) && is_host_list(text) => Self::Hosts,
            ["from", "to", ..] => Self::Network,
            // A line of Netgauge has eleven numbers.
            [first, ..] if words.len() > MOST_OF_A_LINK && is_number(first) => {
                let are_numbers = words.iter().all(|word| word.parse::<f64>().is_ok());
                return are_numbers.then_some(Self::Measurements);
            }
            [first, second]
                if [first, second].iter().any(|word| word.contains([':', '[', ','])) && is_host_list(text) =>
            {
                Self::Hosts
            }
            _ if is_list_of_links(text) => Self::Network,
            // A link without its second node, further down.
            [_, _] if is_list_of_links(line) && !is_host_list(text) => Self::Network,
            _ if is_host_list(text) => Self::Hosts,
            _ => return None,
        })
    }
}

/// The most words of a line of a list of links that are all numbers: two nodes, and a few figures.
const MOST_OF_A_LINK: usize = 6;

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
            let is_slots = was_name && is_number(word);
            was_name = !is_slots && is_word(word);
            is_slots || was_name
        })
    };
    text.trim_start_matches('\u{feff}').lines().all(|line| is_line(line.split('#').next().unwrap_or_default()))
}

/// True for a topology of MRNet: its first line names a process, `fe:0`, and a statement has an arrow or an end.
fn is_of_mrnet(text: &str, line: &str) -> bool {
    let is_process = |word: &str| {
        word.rsplit_once(':').is_some_and(|(host, rank)| !host.is_empty() && !rank.is_empty() && is_number(rank))
    };
    let mut words = line.split([' ', '\t', ';', '=', '>']).filter(|word| !word.is_empty());
    let is_first = words.clone().next().is_some_and(is_process);
    is_first && (text.contains("=>") || text.contains(';')) || line.contains("=>") && words.any(is_process)
}

/// True for a line that only Slurm's configuration has.
fn is_of_slurm(line: &str) -> bool {
    let key = key(line.trim_start());
    ["TreeWidth", "NodeName", "ClusterName", "SlurmctldHost"].iter().any(|of_slurm| key.eq_ignore_ascii_case(of_slurm))
}

/// True for a key of TOML without quotes.
fn is_bare(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-.".contains(letter))
}

/// The text before an equals sign, or the line without one.
fn key(line: &str) -> &str {
    line.split_once('=').map_or(line, |(key, _)| key.trim_end())
}

/// The name of the table that a line of TOML opens, or the line.
fn table(line: &str) -> &str {
    line.trim_matches(['[', ']'])
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str = "ranks,bytes,family,parameters,time_s,lower_bound_s,status,gap_percent,runner_up,runner_up_parameters,\
                       runner_up_time_s,margin_percent\n";

    fn of(text: &str, path: &str) -> Option<InputFormat> {
        InputFormat::of(text.as_bytes(), Path::new(path))
    }

    #[test]
    fn content_tells_the_format() {
        for (text, format) in [
            ("fe:0 => a:0 ;\n", InputFormat::Mrnet),
            ("num_ranks 1\nrank 0 {\n}\n", InputFormat::Goal),
            ("n[1-4]:2\n", InputFormat::Hosts),
            ("a 2 b 1\n", InputFormat::Hosts),
            ("a:2 b:1\n", InputFormat::Hosts),
            ("n1 4\n", InputFormat::Hosts),
            ("host,slots\nn1,2\n", InputFormat::Hosts),
            ("0 n1\n", InputFormat::Mapping),
            ("rank 0=n1 slot=0\n", InputFormat::Mapping),
            ("# links\na b\n", InputFormat::Network),
            ("0 1\n1 2\n", InputFormat::Network),
            ("0 1 0.5\n1 2 0.5\n", InputFormat::Network),
            ("0 1\n2\n", InputFormat::Network),
            ("n1\nn2\n", InputFormat::Hosts),
            ("n1 n2 n3\nn4\n", InputFormat::Hosts),
            ("from to latency\na b 1us\n", InputFormat::Network),
            ("<graphml/>", InputFormat::Network),
            ("graph g { a -- b }", InputFormat::Network),
            ("depth,time_us\n1,2\n", InputFormat::Measurements),
            ("time_us\n2\n", InputFormat::Measurements),
            ("# OSU MPI Latency Test v7.0\n", InputFormat::Measurements),
            ("64 10 11.0 20.0 120.0 5.5 1.25 1.0 nan nan nan\n", InputFormat::Measurements),
            ("machine = \"cab\"\nleaves = 8\n", InputFormat::Request),
            ("name = \"a\"\n[tan]\n", InputFormat::Machine),
            ("name = \"a\"\n[[links]]\n", InputFormat::Network),
            ("name = \"a\"\n[[case]]\n", InputFormat::Expected),
            ("# of 2013; see below\nname = \"a\"\n[tan]\n", InputFormat::Machine),
            ("# a chain; measured\ndepth,time_us\n1,2\n", InputFormat::Measurements),
            ("# a tree\nfe:0 =>\n a:0 ;\n", InputFormat::Mrnet),
            ("a:0 b:0 ;\n", InputFormat::Mrnet),
            (MAP, InputFormat::Map),
            ("8,1024,chain,segment=64,1.5,1.5,optimal,0,linear,,2,33\n", InputFormat::Map),
            ("# gateways\n[routes]\na: n[1-4]\n", InputFormat::Clustershell),
            ("# of 2026\nClusterName=c\nTreeWidth = 30\n", InputFormat::Slurm),
            ("treewidth=30\n", InputFormat::Slurm),
            ("[bootstrap]\nhosts = []\n", InputFormat::Flux),
            ("#! logpine sends\n", InputFormat::Sends),
            ("#! logpine trees\n", InputFormat::Trees),
            ("{\"msccl_type\": \"algorithm\", \"topology\": {\"links\": []}}", InputFormat::MscclJson),
            ("<?xml version=\"1.0\"?><algo ngpus=\"2\">", InputFormat::MscclXml),
            ("{\"schema\": 1, \"kind\": \"times\"}", InputFormat::Certificate),
            ("[[bootstrap.hosts]]\nhost = \"a\"\n", InputFormat::Flux),
        ] {
            assert_eq!(of(text, "-"), Some(format), "{text}");
        }
        for text in [
            "",
            "# all defaults\n",
            "ttime\n0.16\n0.28\n",
            "0.5\n0.25\n",
            "DbdHost=h\n",
            "a = 1\n",
            "export I_MPI_DEBUG=5\n",
            "n1 slots=4\n",
            "topology: [ Switch ]\nnpus_count: [ 6 ]\n",
            "a b: c\n",
            "# logpine\nFinds the best tree: see below.\n\n    fe:0 => a:0 ;\n",
            "let f = a => b;\n",
            "11\n",
            "4_32\n",
            "g:11:7x12,4x11\n",
            "b:16^2",
            "k:2@6",
            "# leaf\tprocess\n0\tn1:0\n",
            "{ \"schema\": 2 }",
            "<svg/>",
            "a\u{1}=> b\n",
            "# of PRRTE\nrml_base_radix = 16\n",
            "digraph topology {\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n}\n",
            "digraph \"runs\" {\n  node [shape=ellipse, fontname=\"sans-serif\"];\n}\n",
            "along,ranks,bytes,from,to,exact\n",
            "collective,bytes,from,to,messages,bytes_sent\n",
        ] {
            assert_eq!(of(text, "-"), None, "{text}");
        }
    }

    #[test]
    fn an_extension_decides_between_tables() {
        assert_eq!(of("nodes,time\n8,1\n", "runs.csv"), Some(InputFormat::Table));
        assert_eq!(of("bytes,time_us\n8,1\n", "runs.csv"), Some(InputFormat::Measurements));
        assert_eq!(of("leaves = 8\n", "job.toml"), Some(InputFormat::Request));
    }
}
