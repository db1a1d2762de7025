//! The other subcommands that take requests: each of their options for every subject under every kind of models. Requests that
//! the tables allow are executed, others are refused in the tables' words.

use super::request::{ALIKE, UNLIKE, asked, bare, machine, profile, with};
use logpine::answer::Simulation;
use logpine::internals::answer::relations::{Feature, Features, ModelKind, Subject, Task, check_use};
use logpine::request::{
    FileFormat, HostsChoice, InternalHosts, Mapping, MappingChoice, Mode, Policy, Refusal, Request,
};
use logpine_models::job::Word;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The features that a subcommand has an option for, or a value of one.
fn options(task: Task) -> Vec<Feature> {
    // Features that only programs and files of requests can state.
    let unasked = [
        Feature::NonCommutative,
        Feature::Objective,
        Feature::LatencyObjective,
        Feature::PeriodObjective,
        Feature::TotalObjective,
        Feature::Throughput,
        Feature::Within,
        Feature::MaxFanout,
        Feature::MaxHeight,
        Feature::MaxInternal,
        Feature::Hosts,
        Feature::UnequalHosts,
    ];
    let has_option = |feature: &Feature| task != Task::Simulate || !unasked.contains(feature);
    let taken = task.own().into_iter().flat_map(|own| own.features.iter().copied()).filter(has_option);
    // An option that no given tree has.
    taken.chain((task == Task::Score).then_some(Feature::File(FileFormat::Mapping))).collect()
}

fn subjects(task: Task) -> Vec<(Subject, ModelKind)> {
    let on_network = |subject: &Subject| subject.models().contains(&ModelKind::Blocks);
    let has = |subject: &Subject| match task {
        // A network is an option of neither.
        Task::Map | Task::Simulate if on_network(subject) => false,
        Task::Map => ![Subject::Tree, Subject::MemberTree].contains(subject),
        Task::Score => *subject == Subject::Tree,
        Task::Simulate => *subject != Subject::MemberTree,
        Task::Answer => true,
    };
    let subjects = Subject::ALL.into_iter().filter(has);
    subjects.flat_map(|subject| subject.models().iter().map(move |&model| (subject, model))).collect()
}

/// The request as the options of the subcommand, the files that it names in a folder.
fn arguments(task: Task, request: &Request, profile: &Path, folder: &Path) -> Vec<String> {
    let mut words = vec![task.name().to_owned(), format!("--machine={}", profile.display())];
    let mut option = |name: &str, value: Option<String>| words.extend(value.map(|value| format!("--{name}={value}")));
    let number = |value: Option<u64>| value.map(|value| value.to_string());
    option("model", request.model.map(|model| model.word().to_owned()));
    let collective = request.collective.map(|collective| collective.word().to_owned());
    option("collective", collective.clone().filter(|_| task != Task::Map));
    option("ranks", number(request.ranks));
    if task == Task::Score {
        option("tree", Some("b:2^3".to_owned()));
    } else {
        option("leaves", number(request.leaves));
    }
    option("bytes", number(request.bytes));
    option("ranks-per-host", number(request.ranks_per_host));
    option("family", request.family.clone());
    option("waves", number(request.waves));
    option(
        "mapping",
        request.mapping.as_ref().map(|mapping| match mapping {
            MappingChoice::Known(Mapping::Sequential) => "sequential".to_owned(),
            MappingChoice::Known(Mapping::RoundRobin) => "round-robin".to_owned(),
            MappingChoice::Best => "best".to_owned(),
            _ => "ranks.txt".to_owned(),
        }),
    );
    option("semantics", request.semantics.map(|semantics| semantics.word().to_owned()));
    option("goal-tick", request.goal_tick.as_ref().map(|_| "1us".to_owned()));
    option(
        "hosts",
        request.hosts.as_ref().map(|hosts| {
            let alike = matches!(hosts, HostsChoice::Known(hosts, _) if hosts.is_alike());
            folder.join(if alike { "alike.csv" } else { "unlike.csv" }).display().to_string()
        }),
    );
    option("fe", request.front_end.clone());
    option("place", request.placement.map(|policy: Policy| policy.word().to_owned()));
    option("internal-hosts", request.internal_hosts.map(|which: InternalHosts| which.word().to_owned()));
    for format in &request.formats {
        option("emit", Some(format.word().to_owned()));
        option("output", Some("-".to_owned()));
    }
    // A map takes it without the option's name.
    words.extend(collective.filter(|_| task == Task::Map));
    words.extend(request.non_commutative.then(|| "--non-commutative".to_owned()));
    words.extend(request.mode.map(|mode| match mode {
        Mode::Attach => "--attach".to_owned(),
        Mode::Launch => "--launch".to_owned(),
    }));
    words
}

/// A program, or a file of a request, may specify more of an execution than options do.
#[test]
fn what_the_tables_allow_is_executed_and_nothing_else() {
    let own = Task::Simulate.own().expect("a task of its own");
    let cells = subjects(Task::Simulate).into_par_iter().map(|(subject, model)| {
        let bare = bare(subject, model);
        let mut done = 0;
        for feature in asked().filter(|feature| own.features.contains(feature) && !is_other(*feature, subject)) {
            let request = with(feature, bare.clone(), (subject, model));
            let machine = machine(model, false);
            let simulation = Simulation::new(&machine, &request, false);
            match (Task::Simulate.admit(&machine, &request), simulation) {
                (Ok(()), Ok(simulation)) => {
                    simulation.execute(&()).unwrap_or_else(|error| panic!("{feature:?} of {subject:?}: {error}"));
                    done += 1;
                }
                (Err(expected), Err(refusal)) => assert_eq!(refusal.to_string(), expected.to_string()),
                (expected, found) => {
                    panic!("{feature:?} of {subject:?} under {model:?}: {expected:?}, {:?}", found.err())
                }
            }
        }
        done
    });
    assert!(cells.sum::<usize>() > 60);
}

/// A round trip among ranks is another subject.
fn is_other(feature: Feature, subject: Subject) -> bool {
    feature == Feature::Roundtrip && ![Subject::Tree, Subject::MemberTree].contains(&subject)
}

/// The tables' verdict on a request.
fn expected(task: Task, model: ModelKind, request: &Request) -> Result<(), Refusal> {
    task.admit(&machine(model, false), request)?;
    // The options of hosts are all of the request.
    if task == Task::Score { check_use(&Features::of(request), &Features::of(request)) } else { Ok(()) }
}

/// Checks the refusals by the table of tasks or of features; true if the request is not refused.
fn is_done(task: Task, model: ModelKind, request: &Request, folder: &Path) -> bool {
    let words = arguments(task, request, &folder.join(format!("{model:?}.toml")), folder);
    let output = crate::logpine().args(&words).output().expect("the binary runs");
    let said = String::from_utf8_lossy(&output.stderr);
    match expected(task, model, request) {
        // No file holds every tree.
        Ok(()) => assert!(matches!(output.status.code(), Some(0 | 1)), "{words:?}: {said}"),
        Err(refusal) => {
            assert_eq!((output.status.code(), said.trim_end()), (Some(2), &*format!("error: {refusal}")), "{words:?}");
            return false;
        }
    }
    true
}

#[test]
fn what_the_tables_allow_is_done_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    for model in ModelKind::ALL {
        fs::write(folder.path().join(format!("{model:?}.toml")), profile(model, false)).expect("it is written");
    }
    for (name, hosts) in [("alike.csv", ALIKE), ("unlike.csv", UNLIKE)] {
        fs::write(folder.path().join(name), hosts).expect("it is written");
    }
    let at = |task| subjects(task).into_iter().map(move |(subject, model)| (task, subject, model));
    let cells: Vec<_> = Task::ALL.into_iter().filter(|task| *task != Task::Answer).flat_map(at).collect();
    let done = cells.into_par_iter().map(|(task, subject, model)| {
        let bare = bare(subject, model);
        let bytes = bare.bytes.filter(|_| task != Task::Score);
        let bare = Request { values: None, fft_size: None, bytes, ..bare };
        let requests = options(task)
            .into_iter()
            .filter(|feature| !is_other(*feature, subject))
            .map(|feature| with(feature, bare.clone(), (subject, model)));
        let requests: Vec<Request> = [bare.clone()].into_iter().chain(requests).collect();
        let done = requests.iter().filter(|request| is_done(task, model, request, folder.path())).count();
        (task, done, requests.len() - done)
    });
    let done: Vec<(Task, usize, usize)> = done.collect();
    let tasks: BTreeSet<&str> =
        done.iter().filter(|(_, done, no)| *done > 2 && *no > 2).map(|of| of.0.name()).collect();
    assert_eq!(tasks.len(), 3, "{done:?}");
}
