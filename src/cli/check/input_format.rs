//! The formats of files that `check` reads, and their facts.

use super::decision_map::decision_map;
use super::inputs::judged;
use super::judgement::Judgement;
use super::marks::{Claim, Marks};
use super::{Check, goal, inputs, mrnet, planned};
use crate::cli::outcome::Step;
use clap::ValueEnum;
use logpine_goal::{INPUT_LIMIT, is_text, packed};
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
    /// The strength of the evidence that a text is of the format.
    claim: fn(&Marks<'_>) -> Claim,
    /// The beginning of a command that uses a valid file; empty if none reads it alone.
    pub next: &'static str,
    /// Judges a file.
    pub check: Judge,
}

/// Judges a file with the options of the subcommand.
type Judge = fn(&Check, &[u8], &Path) -> Step<Judgement>;

const fn reads(limit: InputLimit, claim: fn(&Marks<'_>) -> Claim, check: Judge) -> Reads {
    Reads { limit, extensions: &[], claim, next: "", check }
}

impl Reads {
    const fn extensions(self, extensions: &'static [&'static str]) -> Self {
        Self { extensions, ..self }
    }

    const fn next(self, next: &'static str) -> Self {
        Self { next, ..self }
    }
}

/// The most that is read of a file whose format is recognised later.
const ANY: InputLimit = InputLimit {
    what: "text or schedule",
    can_begin: |head| packed::is_packed(head) || !head.contains(&0),
    ..InputLimit::TOPOLOGY
};

impl InputFormat {
    /// The facts of the format, in addition to its word and its meaning.
    #[expect(clippy::redundant_closure_for_method_calls, reason = "methods of marks are for marks of one lifetime")]
    pub fn reads(self) -> Reads {
        use InputLimit as Most;
        match self {
            Self::Mrnet => {
                reads(Most::TOPOLOGY, |marks| marks.of_mrnet(), |check, s, f| Ok(mrnet::judgement(check, s, f)))
                    .extensions(&["top"])
                    .next("logpine score -m cab --tree")
            }
            Self::Goal => reads(INPUT_LIMIT, |_| Claim::No, |_, s, f| Ok(goal::text(s, f)))
                .extensions(&["goal"])
                .next("logpine simulate -m loggopsim"),
            Self::GoalBin => reads(INPUT_LIMIT, |_| Claim::No, |_, s, f| Ok(goal::packed(s, f)))
                .extensions(&["bin"])
                .next("logpine simulate -m loggopsim"),
            Self::Machine => reads(
                Most::PROFILE,
                |marks| marks.of_machine(),
                |_, s, f| Ok(judged("machine profile", inputs::machine, s, f)),
            ),
            Self::Request => {
                reads(Most::JOB, |marks| marks.of_request(), |_, s, f| Ok(judged("request", inputs::request, s, f)))
                    .next("logpine answer")
            }
            Self::Expected => reads(
                Most::REGRESSION,
                |marks| marks.of_expected(),
                |_, s, f| Ok(judged("file of expected answers", inputs::expected, s, f)),
            )
            .next("logpine regress"),
            Self::Hosts => {
                reads(Most::HOSTS, |marks| marks.of_hosts(), |_, s, f| Ok(judged("host list", inputs::hosts, s, f)))
            }
            Self::Mapping => reads(
                Most::MAPPING,
                |marks| marks.of_mapping(),
                |_, s, f| Ok(judged("mapping of ranks to hosts", inputs::mapping, s, f)),
            ),
            Self::Network => {
                reads(Most::NETWORK, |marks| marks.of_network(), |_, s, f| Ok(judged("network", inputs::network, s, f)))
                    .extensions(&["graphml", "xml", "dot", "gv", "edges"])
                    .next("logpine network show")
            }
            Self::Measurements => reads(
                Most::MEASUREMENTS,
                |marks| marks.of_measurements(),
                |_, s, f| Ok(judged("file of measurements", inputs::measurements, s, f)),
            ),
            Self::Table => reads(
                Most::TABLE,
                |marks| marks.of_table(),
                |_, s, f| Ok(judged("table of observations", inputs::table, s, f)),
            )
            .next("logpine study learn"),
            Self::Map => reads(
                Most::MEASUREMENTS,
                |marks| marks.of_map(),
                |_, s, f| Ok(judged("decision map", decision_map, s, f)),
            ),
            Self::Clustershell => {
                reads(Most::ROUTES, |marks| marks.of_clustershell(), |check, s, f| check.setting.clustershell(s, f))
                    .next("logpine score -m cab --clustershell")
            }
            Self::Flux => reads(Most::BOOTSTRAP, |marks| marks.of_flux(), |check, s, f| check.setting.flux(s, f))
                .next("logpine score -m cab --flux"),
            Self::Slurm => reads(Most::SLURM, |marks| marks.of_slurm(), |check, s, f| check.setting.slurm(s, f)),
            Self::Sends => {
                reads(Most::PLANNED, |marks| marks.of_plan(FileKind::Sends), |_, s, f| Ok(planned::sends(s, f)))
            }
            Self::Trees => {
                reads(Most::PLANNED, |marks| marks.of_plan(FileKind::Trees), |_, s, f| Ok(planned::trees(s, f)))
            }
            Self::MscclJson => {
                reads(Most::PLANNED, |marks| marks.of_plan(FileKind::Msccl), |_, s, f| Ok(planned::msccl(s, f)))
            }
            Self::MscclXml => {
                reads(Most::PLANNED, |marks| marks.of_plan(FileKind::MscclXml), |_, s, f| Ok(planned::program(s, f)))
            }
            Self::Certificate => reads(
                Most::PLANNED,
                |marks| marks.of_plan(FileKind::Certificate),
                |_, s, f| Ok(planned::certificate(s, f)),
            ),
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

    /// The formats that a file can have: that of the extension, or else those that claim the content most surely. None if none claims it,
    /// or if it is known as a file that logpine does not read.
    pub fn of(source: &[u8], path: &Path) -> Vec<Self> {
        let named = Self::of_extension(path);
        // Long schedules are not searched for marks of other formats.
        if packed::is_packed(source) {
            return vec![named.unwrap_or(Self::GoalBin)];
        }
        if is_text(source) {
            return vec![named.unwrap_or(Self::Goal)];
        }
        let text = &*String::from_utf8_lossy(source);
        let marks = Marks::of(text, path);
        if let Some(named) = named.filter(|_| !marks.is_never_by_extension()) {
            return vec![named];
        }
        if marks.is_unread() {
            return Vec::new();
        }
        let claims = Self::value_variants().iter().map(|&format| ((format.reads().claim)(&marks), format));
        let claims: Vec<(Claim, Self)> = claims.filter(|(claim, _)| *claim > Claim::No).collect();
        let surest = claims.iter().map(|(claim, _)| *claim).max();
        claims.into_iter().filter(|(claim, _)| Some(*claim) == surest).map(|(_, format)| format).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str = "ranks,bytes,family,parameters,time_s,lower_bound_s,status,gap_percent,runner_up,runner_up_parameters,\
                       runner_up_time_s,margin_percent\n";

    fn of(text: &str, path: &str) -> Option<InputFormat> {
        match InputFormat::of(text.as_bytes(), Path::new(path))[..] {
            [format] => Some(format),
            [] => None,
            ref several => panic!("{text}: {several:?}"),
        }
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
            ("n1 slots=4\n", InputFormat::Hosts),
            ("n1:4 ifname=ib0\n", InputFormat::Hosts),
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
        assert_eq!(of("from,to,latency\na,b,1us\n", "links.csv"), Some(InputFormat::Network));
        for (text, path) in [
            ("[package]\nname = \"a\"\n", "Cargo.toml"),
            ("a = 1\n", "a.toml"),
            ("a,b\nx,y\n", "runs.csv"),
            ("ma", "a.toml"),
        ] {
            assert_eq!(of(text, path), None, "{text}");
        }
        let either = InputFormat::of(b"nodes,time\n8,1\n", Path::new("-"));
        assert_eq!(either, [InputFormat::Network, InputFormat::Table]);
    }
}
