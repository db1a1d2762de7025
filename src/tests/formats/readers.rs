//! Every reader of texts, for the tests that give all of them the same.

use logpine::answer::{Grid, Shard};
use logpine::request::{MpiCollective, Request, Tolerance};
use logpine_causal::{ReadOptions as TableOptions, Table};
use logpine_check::synthesis::Limits;
use logpine_fit::measurements::{
    Experiment, ReadOptions, read_experiment, read_imb, read_microbench, read_netgauge, read_osu, read_plogp,
    read_rates, read_trees,
};
use logpine_fit::port::SizeRange;
use logpine_fit::synth::RelativeNoise;
use logpine_goal::{self as goal, GoalTick, packed};
use logpine_models::machine::Machine;
use logpine_netfiles::network::{DIALECTS, Described, NetworkFormat};
use logpine_netfiles::plans::certificate::Certificate;
use logpine_netfiles::plans::msccl::MscclFile;
use logpine_netfiles::plans::sends::SendsFile;
use logpine_netfiles::plans::trees::TreesFile;
use logpine_netfiles::plans::{FileFault, msccl_xml};
use logpine_network::{MappingRule, RoutingRule, Scheme, Spec};
use logpine_overlays::allocation_environment::parse_slurm;
use logpine_overlays::csv_hosts::parse_host_table;
use logpine_overlays::host_list::read_hosts;
use logpine_overlays::mapping::mapping;
use logpine_overlays::{mrnet, settings};
use logpine_text::fault::{Fault, FaultList};
use logpine_text::units::{Bytes, Clock, Factor, Rate, Time, count};
use logpine_trees::tree;
use logpine_tuning::files::observed::{self, ObservedFile};
use logpine_tuning::files::{self as tuning, Manifest};
use logpine_tuning::library::Library;
use std::fmt::Display;
use std::path::Path;

/// A reader's messages on a text: none if it takes the text.
type Reader = (&'static str, fn(&str) -> Vec<String>);

fn said<T>(result: Result<T, impl Display>) -> Vec<String> {
    result.err().map(|error| error.to_string()).into_iter().collect()
}

/// All faults of a file of a plan, when it is read and checked.
fn checked<T>(found: Result<T, Vec<FileFault>>) -> Vec<String> {
    found.err().into_iter().flatten().map(|fault| fault.to_string()).collect()
}

/// What is said of a description of a network.
pub fn network(format: NetworkFormat, text: &str) -> Vec<String> {
    said(format.read(text, "n").map_err(|error| error.render(text, Path::new("n"))))
}

/// Each fault with its code.
fn listed(faults: &FaultList, text: &str) -> Vec<String> {
    let shown = |fault: &Fault| format!("{}: {}", fault.code(), fault.render(text.as_bytes(), Path::new("f")));
    faults.iter().map(shown).collect()
}

fn tuning(text: &str, library: Library) -> Vec<String> {
    listed(&tuning::check(text.as_bytes(), library).faults, text)
}

fn messages(text: &str, sender: observed::Sender) -> Vec<String> {
    let files = [ObservedFile { path: "p", bytes: text.as_bytes() }];
    said(observed::read(&files, MpiCollective::Bcast, sender))
}

/// Every reader of texts.
pub const READERS: &[Reader] = &[
    ("profile", |text| said(Machine::from_toml(text, "m.toml"))),
    ("job", |text| said(Request::from_toml(text, "j.toml"))),
    ("hosts", |text| {
        let path = Path::new("h");
        said(read_hosts(text, path).map_err(|error| error.render(text, path)))
    }),
    ("table of hosts", |text| said(parse_host_table(text).map_err(|error| error.render(text, Path::new("h.csv"))))),
    ("nodes of Slurm", |text| said(parse_slurm(text, None))),
    ("tasks of Slurm", |text| said(parse_slurm("n[1-2]", Some(text)))),
    ("mapping", |text| said(mapping(text, "m", 4))),
    ("settings of Slurm", |text| listed(&settings::slurm(text.as_bytes()).faults, text)),
    ("ClusterShell", |text| listed(&settings::clustershell(text.as_bytes()).faults, text)),
    ("Flux", |text| listed(&settings::flux(text.as_bytes()).faults, text)),
    ("Open MPI's tuning", |text| tuning(text, Library::OpenMpi41)),
    ("Open MPI 5's tuning", |text| tuning(text, Library::OpenMpi5)),
    ("Open MPI's tuning as JSON", |text| tuning(text, Library::OpenMpi6)),
    ("MPICH 5's tuning", |text| tuning(text, Library::Mpich5)),
    ("MPICH's tuning", |text| tuning(text, Library::Mpich43)),
    ("UCC's tuning", |text| tuning(text, Library::Ucc)),
    ("Intel MPI's tuning", |text| tuning(text, Library::Impi)),
    ("a shim", |text| tuning(text, Library::Shim)),
    ("manifest", |text| said(Manifest::read(text.as_bytes()))),
    ("messages of a run", |text| messages(text, observed::Sender::Library)),
    ("messages of a program", |text| messages(text, observed::Sender::Program)),
    ("mrnet", |text| listed(&mrnet::check(text.as_bytes()).faults, text)),
    ("goal", |text| listed(&goal::check(text.as_bytes(), GoalTick::default()).faults, text)),
    ("packed goal", |text| said(packed::read(text.as_bytes(), GoalTick::default()))),
    ("edges", |text| network(NetworkFormat::Edges, text)),
    ("GraphML", |text| network(NetworkFormat::GraphMl, text)),
    ("DOT", |text| network(NetworkFormat::Dot, text)),
    ("network in TOML", |text| network(NetworkFormat::Toml, text)),
    ("network of another program", |text| {
        DIALECTS.iter().flat_map(|dialect| network(NetworkFormat::Dialect(dialect), text)).collect()
    }),
    ("matrix of GPUs", |text| said(Described::NvidiaSmi.read_any(text, "n"))),
    ("NCCL's dump", |text| said(Described::Nccl.read_any(text, "n"))),
    ("topology of MSCCL", |text| said(Described::Msccl.read_any(text, "n"))),
    ("sends", |text| checked(SendsFile::read(text).and_then(|file| file.check(&Limits::default())))),
    ("trees of a plan", |text| checked(TreesFile::read(text).and_then(|file| file.check(&Limits::default())))),
    ("algorithm of MSCCL", |text| match MscclFile::read(text) {
        Ok(file) => checked(file.check(&Limits::default())),
        Err(fault) => vec![fault.to_string()],
    }),
    ("program of MSCCL", |text| said(msccl_xml::read(text))),
    ("certificate", |text| match Certificate::read(text) {
        Ok(certificate) => said(certificate.check()),
        Err(fault) => vec![fault.to_string()],
    }),
    ("tree", |text| said(text.parse::<tree::Spec>())),
    ("network", |text| said(text.parse::<Spec>())),
    ("scheme", |text| said(text.parse::<Scheme>())),
    ("routing", |text| said(text.parse::<RoutingRule>())),
    ("mapping rule", |text| said(text.parse::<MappingRule>())),
    ("shard", |text| said(text.parse::<Shard>())),
    ("grid", |text| said(Grid::parse(text, count))),
    ("range", |text| said(text.parse::<SizeRange>())),
    ("noise", |text| said(text.parse::<RelativeNoise>())),
    ("tolerance", |text| said(text.parse::<Tolerance>())),
    ("count", |text| said(count(text))),
    ("size", |text| said(text.parse::<Bytes>())),
    ("factor", |text| said(text.parse::<Factor>())),
    ("time", |text| said(Time::parse(text, Clock::Second))),
    ("rate", |text| said(Rate::parse(text, Clock::Cycle))),
    ("osu", |text| said(read_osu(text.as_bytes(), "f"))),
    ("imb", |text| said(read_imb(text.as_bytes(), "f"))),
    ("microbench", |text| said(read_microbench(text.as_bytes(), "f"))),
    ("netgauge", |text| said(read_netgauge(text.as_bytes(), "f"))),
    ("rates", |text| said(read_rates(text.as_bytes(), "f"))),
    ("plogp", |text| said(read_plogp(text.as_bytes(), "f"))),
    ("latency", |text| said(read_experiment(text.as_bytes(), "f", Experiment::Latency, ReadOptions::default()))),
    ("chain", |text| said(read_experiment(text.as_bytes(), "f", Experiment::Chain, ReadOptions::default()))),
    ("trees", |text| {
        let spec = |text: &str| text.parse::<tree::Spec>().map_err(|error| error.to_string());
        said(read_trees(text.as_bytes(), "f", ReadOptions::default(), spec))
    }),
    ("observations", |text| said(Table::from_csv(text.as_bytes(), "f", &TableOptions::default()))),
    ("column", |text| said(Table::texts_in_csv(text.as_bytes(), "f", "class"))),
];
