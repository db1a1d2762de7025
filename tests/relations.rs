//! What goes with what: every feature, and every two of them, is asked for of every subject under every kind of models. What
//! the tables allow has an answer, with its files; what they do not is refused in their words.

use logpine::answer::answer;
use logpine::answer::relations::{EXCLUSIONS, Feature, Features, ModelKind, NEEDS, ROWS, Subject, check};
use logpine::format::parse_host_table;
use logpine::machine::Machine;
use logpine::report::file::Files;
use logpine::request::{
    Allocation, Criterion, Duplex, FileFormat, Front, HostsChoice, InternalHosts, LogpReading, Mapping, MappingChoice,
    Mode, ModelName, MpiCollective, ObjectiveName, Operation, Policy, Ports, Refusal, Request, Semantics,
    TorusAllocation, Word,
};
use logpine::units::Time;
use rayon::prelude::*;
use std::path::Path;

/// Ranks and leaves: few enough for integer programs, and a power of two for every family.
const COUNT: u64 = 8;

const TREES: &str = "name = \"trees\"\n[tan]\nlatency = { value = \"10us\", stderr = \"1us\" }\noverhead = { constant = \"3us\", linear = \"1us\" }\n\
                     [within.host.tan]\nlatency = \"1us\"\noverhead = { constant = \"1us\", linear = \"1us\" }\n";
const MESSAGES: &str = "name = \"messages\"\n[loggops]\nlatency = { value = \"2us\", stderr = \"1us\" }\noverhead = \"1us\"\ngap = \"1us\"\n\
                        gap_per_byte = \"1ns/B\"\noverhead_per_byte = \"0ns/B\"\n";
const LOGP: &str = "name = \"logp\"\n[logp]\nlatency = { value = \"6us\", stderr = \"1us\" }\noverhead = \"2us\"\ngap = \"4us\"\n\
                    combine_per_value = \"1us\"\n";

const LIBRARY: &str = include_str!("../instances/machines/bgp.toml");
const OF_LIBRARY: &str = "\n[bgp.models]\nreduce = { alpha = \"1us\", beta = \"1ns/B\" }\n\
                          gather = { alpha = \"1us\", beta = \"1ns/B\" }\n";

/// The profile for a subject under a kind of models. Messages inside a host have costs of their own if hosts run several ranks.
fn machine(model: ModelKind, several_on_a_host: bool) -> Machine {
    let within = |text: &str, section: &str| {
        let inside = text.split_once(&format!("[{section}]\n")).expect("the section").1.replace("us\"", "00ns\"");
        format!("{text}[within.host.{section}]\n{inside}")
    };
    let text = match model {
        ModelKind::Tan | ModelKind::LogpOfTrees => TREES.to_owned(),
        ModelKind::Messages if several_on_a_host => within(MESSAGES, "loggops"),
        ModelKind::Messages => MESSAGES.to_owned(),
        ModelKind::Logp if several_on_a_host => within(LOGP, "logp"),
        ModelKind::Logp => LOGP.to_owned(),
        ModelKind::Channels => return Machine::load("two-channel").expect("built in"),
        ModelKind::Library => LIBRARY.to_owned() + OF_LIBRARY,
    };
    Machine::from_toml(&text, "m.toml").unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A request with nothing but what it cannot do without.
fn bare(subject: Subject, model: ModelKind) -> Request {
    let sized = matches!(model, ModelKind::Messages | ModelKind::Channels | ModelKind::Library);
    let collective = match subject {
        Subject::Tree => None,
        Subject::Bcast => Some(Operation::BCAST),
        Subject::Reduce => Some(Operation::REDUCE),
        Subject::Rooted => Some(Operation::Mpi(MpiCollective::Gather)),
        Subject::Symmetric => Some(Operation::Mpi(MpiCollective::Alltoall)),
        Subject::Barrier => Some(Operation::Mpi(MpiCollective::Barrier)),
        Subject::Sum => Some(Operation::Sum),
        Subject::PointToPoint => Some(Operation::PointToPoint),
        Subject::Fft => Some(Operation::Fft),
    };
    let count = Some(if subject == Subject::Fft || model == ModelKind::Library { 64 } else { COUNT });
    Request {
        model: match model {
            ModelKind::Tan => None,
            ModelKind::LogpOfTrees | ModelKind::Logp => Some(ModelName::Logp),
            ModelKind::Messages => Some(ModelName::Loggops),
            ModelKind::Channels => Some(ModelName::TauLop),
            ModelKind::Library => Some(ModelName::Bgp),
        },
        collective,
        leaves: count.filter(|_| subject == Subject::Tree),
        ranks: count.filter(|_| subject != Subject::Tree),
        bytes: (sized && ![Subject::Fft, Subject::Barrier].contains(&subject)).then_some(64),
        values: (subject == Subject::Sum).then_some(20),
        fft_size: (subject == Subject::Fft).then_some(64),
        ..Request::default()
    }
}

fn hosts(table: &str) -> HostsChoice {
    let hosts: Allocation = parse_host_table(table).expect("a table of hosts");
    HostsChoice::Known(hosts, "--hosts".to_owned())
}

/// The request with a feature, and with what that needs.
fn with(feature: Feature, mut request: Request, (subject, model): (Subject, ModelKind)) -> Request {
    match feature {
        Feature::LogpReading => request.logp_reading = Some(LogpReading::B),
        Feature::Bytes => request.bytes = Some(128),
        Feature::Values => request.values = Some(30),
        Feature::Root => request.root = Some(1),
        Feature::NonCommutative => request.non_commutative = true,
        Feature::LeavesPerHost => request.leaves_per_host = Some(4),
        Feature::Lanes => request.lanes = Some(2),
        Feature::RanksPerHost => request.ranks_per_host = Some(4),
        Feature::Mapping => {
            request.mapping = request.mapping.or(Some(MappingChoice::Known(Mapping::RoundRobin)));
        }
        Feature::ListedMapping => {
            let hosts: Vec<u32> = (0..8).map(|rank| rank / 2).collect();
            request.mapping = Some(MappingChoice::Known(Mapping::Listed(hosts.into())));
        }
        Feature::BestMapping => request.mapping = Some(MappingChoice::Best),
        Feature::FftSize => request.fft_size = Some(128),
        Feature::ElementBytes => request.element_bytes = Some(8),
        Feature::Allocation => request.allocation = request.allocation.or(Some(TorusAllocation::Cubic)),
        Feature::NonCubic => request.allocation = Some(TorusAllocation::NonCubic),
        Feature::Queue => request.queue = Some(2),
        Feature::Hops => request.hops = Some(2),
        Feature::Streams => request.streams = Some(2),
        Feature::Strided => request.strided = true,
        Feature::Objective | Feature::Throughput if request.waves.is_some() => {
            request.objective = Some(ObjectiveName::Total);
        }
        Feature::Objective => request.objective = request.objective.or(Some(ObjectiveName::Latency)),
        Feature::Throughput => request.objective = Some(ObjectiveName::Period),
        Feature::Waves => {
            request.waves = Some(3);
            request.objective = request.objective.map(|_| ObjectiveName::Total);
        }
        Feature::PeriodFront => request.pareto = Some(Front::Period),
        Feature::InternalsFront => request.pareto = Some(Front::Internals),
        Feature::Within => request.within = "5%".parse().ok(),
        Feature::MaxFanout => request.max_fanout = Some(4),
        Feature::MaxHeight => request.max_height = Some(5),
        Feature::MaxInternal => request.max_internal = Some(5),
        Feature::Robust => request.robust = Some(Criterion::Worst),
        Feature::Explain => request.explain = true,
        Feature::Certify => request.certify = Some(60),
        Feature::Semantics => request.semantics = request.semantics.or(Some(Semantics::ProgramOrder)),
        Feature::Simulator => request.semantics = Some(Semantics::Loggopsim),
        Feature::Network => request.network = Some("torus:6x6,latency=1us,per_byte=0.1ns/B".into()),
        Feature::Duplex => request.duplex = Some(Duplex::Full),
        Feature::Ports => request.ports = Some(Ports::One),
        Feature::Routing => request.routing = Some("insertion".to_owned()),
        Feature::MappingSeed => request.mapping_seed = Some(7),
        Feature::Hosts => request.hosts = request.hosts.or(Some(hosts("host,slots\nn[1-9],8\n"))),
        Feature::UnequalHosts => request.hosts = Some(hosts("host,slots,factor\na[1-9],1,1\nb[1-9],2,2\n")),
        Feature::FrontEnd => request.front_end = Some("login".to_owned()),
        Feature::Place => request.placement = Some(Policy::Spread),
        Feature::InternalHosts => request.internal_hosts = Some(InternalHosts::Shared),
        Feature::Attach => request.mode = Some(Mode::Attach),
        Feature::Launch => request.mode = Some(Mode::Launch),
        Feature::GoalTick => request.goal_tick = Some(Time::from_ticks(1_000)),
        Feature::File(format) => {
            request.formats.push(format);
            if format.shows_hosts() && request.hosts.is_none() && request.leaves.is_some() {
                request.hosts = Some(hosts("host,slots\nn[1-9],8\n"));
            }
        }
    }
    let need = NEEDS.iter().find(|need| need.feature == feature && need.applies_to(model));
    let missing = need.filter(|need| !need.of.iter().any(|other| features(&request).has(*other)));
    match missing {
        Some(need) => match need.of.iter().find(|other| has(**other, subject, model)) {
            Some(&other) => with(other, request, (subject, model)),
            None => request,
        },
        None => request,
    }
}

fn has(feature: Feature, subject: Subject, model: ModelKind) -> bool {
    ROWS.iter().any(|row| row.feature == feature && row.has(subject, model))
}

fn features(request: &Request) -> Features {
    let unequal = matches!(&request.hosts, Some(HostsChoice::Known(hosts, _)) if !hosts.is_alike());
    Features::new(request, unequal)
}

/// Asks, and compares with the tables: true if there is an answer.
fn is_answered(subject: Subject, model: ModelKind, request: &Request) -> bool {
    let asked = || format!("{subject:?} under {model:?}: {:?}", features(request));
    let several = request.ranks_per_host.is_some();
    let found = answer(&machine(model, several), request);
    match (check(subject, model, &features(request)), found) {
        (Ok(()), Ok(answer)) => {
            let files = Files::new(&answer, "fe");
            for &format in &request.formats {
                let written = files.file(format).and_then(|file| file.write(&mut Vec::new()).map_err(Refusal::invalid));
                // No file holds every tree.
                let goes = matches!(&written, Ok(()) | Err(Refusal::No(_)));
                assert!(goes, "{}: {}: {written:?}", asked(), format.word());
            }
            true
        }
        (Err(expected), Err(refusal)) => {
            assert_eq!(refusal.to_string(), expected.to_string(), "{}", asked());
            false
        }
        (Ok(()), Err(refusal)) => panic!("{}: not refused by the tables, but: {refusal}", asked()),
        (Err(expected), Ok(_)) => panic!("{}: answered, though {expected}", asked()),
    }
}

fn subjects() -> Vec<(Subject, ModelKind)> {
    Subject::ALL.into_iter().flat_map(|subject| subject.models().iter().map(move |&model| (subject, model))).collect()
}

#[test]
fn features_have_a_row_each() {
    assert!(ROWS.iter().all(|row| ROWS.iter().filter(|other| other.feature == row.feature).count() == 1));
    let rows = |feature| ROWS.iter().filter(|row| row.feature == feature).count();
    assert!(FileFormat::ALL.iter().all(|format| rows(Feature::File(*format)) == 1));
    let excluded = EXCLUSIONS.iter().flat_map(|exclusion| [exclusion.feature, exclusion.other]);
    let needed = NEEDS.iter().flat_map(|need| need.of.iter().copied().chain([need.feature]));
    assert!(excluded.chain(needed).all(|feature| rows(feature) == 1));
}

#[test]
fn what_the_tables_allow_is_answered_and_nothing_else() {
    let answered = subjects().into_par_iter().map(|(subject, model)| {
        assert!(is_answered(subject, model, &bare(subject, model)), "{subject:?} under {model:?}");
        let mut answered = 0;
        for feature in ROWS.iter().map(|row| row.feature) {
            // A reading makes another model of `logp`.
            if (feature, model) == (Feature::LogpReading, ModelKind::Logp) {
                continue;
            }
            let request = with(feature, bare(subject, model), (subject, model));
            let goes = is_answered(subject, model, &request);
            assert_eq!(goes, has(feature, subject, model), "{feature:?} of {subject:?} under {model:?}");
            answered += usize::from(goes);
        }
        answered
    });
    let answered: Vec<usize> = answered.collect();
    assert!(answered.iter().all(|&answered| answered > 0) && answered.iter().sum::<usize>() > 200, "{answered:?}");
}

#[test]
fn every_two_features_go_together_unless_the_tables_exclude_them() {
    let answered = subjects().into_par_iter().flat_map_iter(|(subject, model)| {
        let goes = |feature: &Feature| has(*feature, subject, model);
        let features: Vec<Feature> = ROWS.iter().map(|row| row.feature).filter(goes).collect();
        let pairs = features.iter().flat_map(|&one| features.iter().map(move |&other| (one, other)));
        let pairs: Vec<_> = pairs.filter(|(one, other)| one != other).collect();
        pairs.into_iter().map(move |(one, other)| {
            let request = with(other, with(one, bare(subject, model), (subject, model)), (subject, model));
            usize::from(is_answered(subject, model, &request))
        })
    });
    assert!(answered.sum::<usize>() > 2_000);
}

#[test]
fn options_refuse_no_combination() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli");
    for name in ["tree.rs", "collective.rs", "fft.rs", "more.rs"] {
        let text = std::fs::read_to_string(root.join(name)).expect("a source file");
        assert!(!text.contains("conflicts_with") && !text.contains("bad_input"), "{name}");
    }
}

/// `TRYCMD=overwrite cargo test --test relations` writes the page.
#[test]
fn the_guide_is_made_of_the_tables() {
    let mut list = std::process::Command::new(env!("CARGO_BIN_EXE_logpine"));
    let list = list.args(["list", "features"]).output().expect("the binary runs").stdout;
    let page = format!("{PAGE}\n```text\n{}```\n", String::from_utf8(list).expect("UTF-8"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/guide/features.md");
    if std::env::var_os("TRYCMD").is_some_and(|how| how == "overwrite") {
        std::fs::write(&path, &page).expect("it is written");
    }
    assert!(std::fs::read_to_string(path).is_ok_and(|found| found == page), "src/guide/features.md is another");
}

const PAGE: &str = "# What goes with what

What a question may ask for beside its subject, its machine and its model: the subjects that have it, each with the kinds of
models under which they do, and what it does not go with. `logpine list features` prints this list, and refusals are made of
the same tables.
";
