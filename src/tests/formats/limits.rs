//! No input, however odd, is answered with more than a few lines, or takes time or memory out of proportion to its length.

use logpine::answer::{Grid, Shard};
use logpine::format::Fault;
use logpine::format::Severity;
use logpine::format::faults::{MOST_LISTED, Report};
use logpine::format::goal::{self, GoalTick, packed};
use logpine::format::mrnet;
use logpine::format::network::{Described, NetworkFormat};
use logpine::format::settings;
use logpine::format::synthesis::certificate::Certificate;
use logpine::format::synthesis::msccl::MscclFile;
use logpine::format::synthesis::msccl_xml;
use logpine::format::synthesis::sends::SendsFile;
use logpine::format::synthesis::trees::TreesFile;
use logpine::format::tuning::observed::{self, ObservedFile};
use logpine::format::tuning::{self, Manifest};
use logpine::format::{mapping, parse_host_table, parse_slurm, read_hosts};
use logpine::library::Library;
use logpine::network::{MappingRule, RoutingRule, Scheme, Spec};
use logpine::request::{MpiCollective, Request, Tolerance};
use logpine::tree;
use logpine_causal::{ReadOptions as TableOptions, Table};
use logpine_fit::measurements::{
    Experiment, ReadOptions, read_experiment, read_imb, read_microbench, read_netgauge, read_osu, read_plogp,
    read_rates, read_trees,
};
use logpine_fit::port::SizeRange;
use logpine_fit::synth::RelativeNoise;
use logpine_models::machine::Machine;
use logpine_text::units::{Bytes, Clock, Factor, Rate, Time, count};
use std::fmt::Display;
use std::path::Path;

/// A reader's message on a text; `None` if it takes the text.
type Reader = (&'static str, fn(&str) -> Option<String>);

fn said<T>(result: Result<T, impl Display>) -> Option<String> {
    result.err().map(|error| error.to_string())
}

fn network(format: NetworkFormat, text: &str) -> Option<String> {
    said(format.read(text, "n").map_err(|error| error.render(text, Path::new("n"))))
}

/// The first of several faults.
fn first<F>(faults: Vec<F>) -> F {
    faults.into_iter().next().expect("a fault")
}

fn faults_of_mrnet(text: &str) -> Option<String> {
    let report = mrnet::check(text.as_bytes());
    report.faults.iter().map(|fault| fault.render(text.as_bytes(), Path::new("t"))).max_by_key(String::len)
}

fn faults_of_goal(text: &str) -> Option<String> {
    let report = goal::check(text.as_bytes(), GoalTick::default());
    let render = |fault: &Fault| fault.render(text.as_bytes(), Path::new("g"));
    report.faults.iter().map(render).max_by_key(String::len)
}

fn faults_of_setting<T>(report: &Report<T>, text: &str) -> Option<String> {
    report.faults.iter().map(|fault| fault.render(text.as_bytes(), Path::new("s"))).max_by_key(String::len)
}

fn faults_of_tuning(text: &str, library: Library) -> Option<String> {
    faults_of_setting(&tuning::check(text.as_bytes(), library), text)
}

/// Every reader of texts.
const READERS: &[Reader] = &[
    ("profile", |text| said(Machine::from_toml(text, "m.toml"))),
    ("job", |text| said(Request::from_toml(text, "j.toml"))),
    ("hosts", |text| {
        let path = Path::new("h");
        said(read_hosts(text, path).map_err(|error| error.render(text, path)))
    }),
    ("table of hosts", |text| said(parse_host_table(text).map_err(|error| error.render(text, Path::new("h.csv"))))),
    ("nodes of Slurm", |text| said(parse_slurm(text, None))),
    ("tasks of Slurm", |text| said(parse_slurm("n[1-2]", Some(text)))),
    ("mapping", |text| said(mapping(text, 4))),
    ("ClusterShell", |text| faults_of_setting(&settings::clustershell(text.as_bytes()), text)),
    ("Flux", |text| faults_of_setting(&settings::flux(text.as_bytes()), text)),
    ("Open MPI's tuning", |text| faults_of_tuning(text, Library::OpenMpi41)),
    ("Open MPI's tuning as JSON", |text| faults_of_tuning(text, Library::OpenMpi6)),
    ("MPICH's tuning", |text| faults_of_tuning(text, Library::Mpich43)),
    ("UCC's tuning", |text| faults_of_tuning(text, Library::Ucc)),
    ("Intel MPI's tuning", |text| faults_of_tuning(text, Library::Impi)),
    ("a shim", |text| faults_of_tuning(text, Library::Shim)),
    ("manifest", |text| said(Manifest::read(text.as_bytes()))),
    ("messages of a run", |text| {
        let files = [ObservedFile { path: "p", bytes: text.as_bytes() }];
        said(observed::read(&files, MpiCollective::Bcast, observed::Sender::Library))
    }),
    ("mrnet", faults_of_mrnet),
    ("goal", faults_of_goal),
    ("packed goal", |text| said(packed::read(text.as_bytes(), GoalTick::default()))),
    ("edges", |text| network(NetworkFormat::Edges, text)),
    ("GraphML", |text| network(NetworkFormat::GraphMl, text)),
    ("DOT", |text| network(NetworkFormat::Dot, text)),
    ("network in TOML", |text| network(NetworkFormat::Toml, text)),
    ("matrix of GPUs", |text| said(Described::NvidiaSmi.read_any(text, "n"))),
    ("NCCL's dump", |text| said(Described::Nccl.read_any(text, "n"))),
    ("topology of MSCCL", |text| said(Described::Msccl.read_any(text, "n"))),
    ("sends", |text| said(SendsFile::read(text).map_err(first))),
    ("trees of a plan", |text| said(TreesFile::read(text).map_err(first))),
    ("algorithm of MSCCL", |text| said(MscclFile::read(text))),
    ("program of MSCCL", |text| said(msccl_xml::read(text))),
    ("certificate", |text| said(Certificate::read(text))),
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

/// The names of `count` columns, with a comma behind each.
fn columns(count: usize) -> String {
    (0..count).map(|column| format!("c{column},")).collect::<Vec<_>>().concat()
}

/// Texts of long lines and of many lines, some of which each reader begins to take.
fn long_texts() -> Vec<String> {
    const LENGTH: usize = 8_000;
    let word = "x".repeat(LENGTH);
    let words = "x ".repeat(LENGTH);
    let columns = columns(LENGTH / 8);
    let mut texts = vec![word.clone(), words.clone(), columns.clone() + "end", format!("{columns}c1\n1\n")];
    texts.extend(
        ["\"", "[", "{", "<", "(", "#", "=", ":", "-", "0", "9", "\u{0}", "\u{10ffff}", "\u{301}", "\\"]
            .map(|one| one.repeat(LENGTH)),
    );
    let begun = [
        "name = \"",
        "name = ",
        "[",
        "[tan]\nlatency = \"",
        "leaves = ",
        "collective = \"",
        "hosts = [",
        "n[1-",
        "n[",
        "a:",
        "host,",
        "host,slots\na,",
        "host,class,factor\na,",
        "host,rack\na,1\na,",
        "host,class,factor\na,x,1\nb,x,2\na,",
        "2(x",
        "0 ",
        "rank 0=h ",
        "[routes]\n",
        "[routes]\na: ",
        "[routes]\na: b\nb: ",
        "[bootstrap]\nhosts = [{ host = \"",
        "[bootstrap]\nhosts = [{ ",
        "fe:0 => ",
        "fe:0 => a:",
        "num_ranks 1\nrank 0 {\n",
        "num_ranks 1\nrank 0 {\nl requires ",
        "num_ranks 1\nrank 0 {\nl: calc 1\n",
        "num_ranks ",
        "a b ",
        "a a",
        "from to latency\na b ",
        "#! ",
        "graph {",
        "graph {a [kind=",
        "graph {a -- b [latency=\"",
        "<graphml><graph><node id=\"a\"/><node id=\"",
        "<",
        "<graphml><graph><",
        "nodes = [{ name = \"",
        "nodes = [{ ",
        "b:",
        "g:",
        "k:2@",
        "torus:",
        "torus:4x4,",
        "torus:4x4,latency=",
        "random:",
        "shift:1,",
        "1/",
        "1..",
        "2..8:",
        "1-",
        "5",
        "1.",
        "1e",
        "000",
        "bytes,time_us\n",
        "bytes,time_us\n1,",
        "bytes,",
        "time_us\n",
        "depth,time_us\n",
        "depth,",
        "tree,time_us\n",
        "tree,time_us\nb:",
        "a,b\n1,",
        "class,b\n",
        "# OSU MPI Latency Test\n# Size ",
        "# OSU MPI Latency Test\n# Size Latency (us)\n",
        "# Benchmarking ",
        "# OSU MPI ",
        "# Benchmarking PingPong\n#bytes #repetitions t[usec] Mbytes/sec\n",
    ];
    for begin in begun {
        for rest in [&word, &words, &columns] {
            texts.push(format!("{begin}{rest}"));
            texts.push(format!("{begin}{rest}\"\n]}}"));
        }
        let lines: Vec<String> = (0..LENGTH / 8).map(|line| format!("{begin}x{line}\n")).collect();
        texts.push(lines.concat());
    }
    texts
}

#[test]
fn every_message_is_short_however_long_the_text() {
    let texts = long_texts();
    for (name, read) in READERS {
        let mut refused = 0;
        for text in &texts {
            if let Some(message) = read(text) {
                refused += 1;
                let begin: String = text.chars().take(60).collect();
                assert!(message.len() < 4_000, "{name}: {} bytes about {begin:?}", message.len());
            }
        }
        assert!(refused > texts.len() / 4, "{name} takes nearly everything");
    }
}

/// A text for each of our formats that may have a byte order mark before it.
const GOOD: &[(&str, &str)] = &[
    ("profile", "name = \"m\"\n"),
    ("job", "leaves = 3\n"),
    ("hosts", "a:2\nb\n"),
    ("table of hosts", "host,slots\na,2\n"),
    ("mapping", "0 a\n1 a\n2 b\n3 b\n"),
    ("edges", "a b\nb c\n"),
    ("GraphML", "<graphml><graph><node id=\"a\"/><node id=\"b\"/><edge source=\"a\" target=\"b\"/></graph></graphml>"),
    ("DOT", "graph { a -- b }\n"),
    ("network in TOML", "links = [{ from = \"a\", to = \"b\" }]\n"),
    ("chain", "depth,time_us\n1,2\n"),
    ("latency", "time_us\n1\n"),
    ("trees", "tree,time_us\nb:2,2\n"),
    ("column", "class,b\nx,1\n"),
    ("osu", "# OSU MPI Latency Test v5.6.2\n# Size          Latency (us)\n1 1.5\n2 1.6\n"),
];

#[test]
fn a_byte_order_mark_and_carriage_returns_do_no_harm() {
    for (name, text) in GOOD {
        let (_, read) = READERS.iter().find(|(reader, _)| reader == name).expect("a reader of that name");
        for marked in [(*text).to_owned(), format!("\u{feff}{text}"), format!("\u{feff}{}", text.replace('\n', "\r\n"))]
        {
            assert_eq!(read(&marked), None, "{name}: {marked:?}");
        }
    }
}

#[test]
fn a_topology_with_a_mark_and_carriage_returns_is_loaded_with_warnings() {
    let report = mrnet::check("\u{feff}fe:0 => a:0 b:0 ;\r\na:0 => c:0 ;\r\n".as_bytes());
    let codes: Vec<_> = report.faults.iter().map(|fault| (fault.code(), fault.severity())).collect();
    assert_eq!(codes, [("byte-order-mark", Severity::Warning), ("carriage-return", Severity::Warning)]);
    assert_eq!(report.topology.map(|topology| topology.tree.len()), Some(4));
}

#[test]
fn faults_of_a_topology_are_counted_and_a_few_of_each_kind_listed() {
    let source = "a:0 => b:0 b:0 ;\n".repeat(1_000) + &"* , @ @x:01 //\n".repeat(1_000);
    let report = mrnet::check(source.as_bytes());
    let listed = |code: &str| report.faults.iter().filter(|fault| fault.code() == code).count() as u64;
    for code in ["repeated-child", "repeated-parent", "asterisk", "wrong-comment", "stray-character"] {
        assert_eq!(listed(code), MOST_LISTED, "{code}");
    }
    let all = report.faults.errors() + report.faults.warnings();
    assert_eq!(all - report.faults.not_listed(), report.faults.len() as u64);
    // One child each is no repetition, the first time.
    assert!(report.faults.warnings() == 999 && report.faults.errors() > 5_000);
    assert!(report.topology.is_none());
}

#[test]
fn links_between_sets_are_counted_before_they_are_made() {
    let names = |letter: char| (0..5_000).map(|number| format!("{letter}{number} ")).collect::<Vec<_>>().concat();
    let text = format!("graph {{\n{{{}}} -- {{{}}}\n}}", names('a'), names('b'));
    let message = network(NetworkFormat::Dot, &text).expect("25 million links");
    assert!(message.starts_with("n:2:1: error: more than 1048576 links between sets of nodes"), "{message}");
    assert_eq!(network(NetworkFormat::Dot, "graph { {a b} -- {c d}; a -- b }"), None);
}

/// Every node of a set has its attributes, and every element of a graph its defaults.
#[test]
fn what_many_nodes_are_given_is_short_and_read_once() {
    let names = (0..80_000).map(|number| format!("n{number} ")).collect::<Vec<_>>().concat();
    let of_set = |attributes: &str| {
        network(NetworkFormat::Dot, &format!("graph {{ {{{names}}} [{attributes}]; hub -- {{{names}}} }}"))
    };
    assert_eq!(of_set(&"kind=host ".repeat(50_000)), None);
    assert_eq!(of_set("label=\"a name\" pos=\"1,2\""), None);
    let message = of_set(&format!("label=\"{}\"", "x".repeat(500_000))).expect("40 GB");
    assert!(message.contains("a label of more than 1024 bytes for several nodes"), "{message}");
    for (of, key) in [("node", "label"), ("node", "x"), ("edge", "latency")] {
        let default = "0".repeat(500_000);
        let text = format!(
            "<graphml><key id='k' for='{of}' attr.name='{key}'><default>{default}</default></key><graph><node id='a'/>\
            <node id='b'/><edge source='a' target='b'/></graph></graphml>"
        );
        let message = network(NetworkFormat::GraphMl, &text).expect("a long default");
        assert!(message.contains("a default of more than 1024 bytes"), "{message}");
    }
}

#[test]
fn a_long_network_in_toml_is_not_parsed() {
    let message = network(NetworkFormat::Toml, &"a=[".repeat(3 << 20)).expect("9 MiB");
    assert!(message.starts_with("n:1:1: error: more than 8 MiB of TOML"), "{message}");
}

#[test]
fn a_column_name_twice_among_many_is_found() {
    let columns = columns(40_000);
    let message = said(Table::names_in_csv(format!("{columns}c7\n").as_bytes(), "t.csv")).expect("a name twice");
    assert!(message.contains("columns 8 and 40001 are both named `c7`"), "{message}");
}
