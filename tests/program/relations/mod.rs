//! Combinations of features: every feature, and every pair of them, is requested for every subject under every kind of models.
//! Requests that the tables allow have an answer, with its files; others are refused in the tables' words.

mod request;
mod tasks;

use logpine::answer::{Simulation, answer};
use logpine::internals::answer::relations::{
    EXCLUSIONS, Feature, Features, ModelKind, NEEDS, REQUIREMENTS, Subject, Task, USES, check, check_use, rows,
};
use logpine::machine::Machine;
use logpine::report::file::Files;
use logpine::request::{FileFormat, ModelName, Refusal, Request, Semantics};
use logpine_goal::{self as goal, GoalTick};
use logpine_models::job::Word;
use rayon::prelude::*;
use request::{asked, bare, has, machine, with};
use std::path::Path;

/// Asks, and compares with the tables: true if there is an answer.
fn is_answered(subject: Subject, model: ModelKind, request: &Request) -> bool {
    let asked = || format!("{subject:?} under {model:?}: {:?}", Features::of(request));
    let several = request.ranks_per_host.is_some();
    let found = answer(&machine(model, several), request);
    match (check(Task::Answer, subject, model, &Features::of(request)), found) {
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

/// The tables' refusal of two features.
fn refused(feature: Feature, other: Feature) -> String {
    let both = Features::default().and(feature, true).and(other, true);
    check_use(&both, &both).expect_err("they exclude each other").to_string()
}

fn subjects() -> Vec<(Subject, ModelKind)> {
    Subject::ALL.into_iter().flat_map(|subject| subject.models().iter().map(move |&model| (subject, model))).collect()
}

#[test]
fn features_have_a_row_each() {
    assert!(rows().all(|row| rows().filter(|other| other.feature == row.feature).count() == 1));
    let with = |feature| rows().filter(|row| row.feature == feature).count();
    assert!(FileFormat::WORDS.iter().all(|word| with(Feature::File(word.0)) == 1));
    let excluded = EXCLUSIONS.iter().flat_map(|of| of.features.iter().chain(of.others).copied());
    let needed = NEEDS.iter().flat_map(|need| need.of.iter().copied().chain([need.feature]));
    assert!(excluded.chain(needed).all(|feature| with(feature) == 1));
}

#[test]
fn what_the_tables_allow_is_answered_and_nothing_else() {
    let answered = subjects().into_par_iter().map(|(subject, model)| {
        assert!(is_answered(subject, model, &bare(subject, model)), "{subject:?} under {model:?}");
        let mut answered = 0;
        for feature in asked() {
            // A round trip among ranks is another subject.
            let is_other = |feature| match feature {
                Feature::Roundtrip => ![Subject::Tree, Subject::MemberTree].contains(&subject),
                // On a network the objective tells blocks from streams.
                Feature::ThroughputObjective => model == ModelKind::Blocks,
                Feature::LatencyObjective => model == ModelKind::Streams,
                _ => false,
            };
            if is_other(feature) {
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
        let features: Vec<Feature> = asked().filter(goes).collect();
        let pairs = features.iter().flat_map(|&one| features.iter().map(move |&other| (one, other)));
        let pairs: Vec<_> = pairs.filter(|(one, other)| one != other).collect();
        pairs.into_iter().map(move |(one, other)| {
            let request = with(other, with(one, bare(subject, model), (subject, model)), (subject, model));
            usize::from(is_answered(subject, model, &request))
        })
    });
    assert!(answered.sum::<usize>() > 2_000);
}

/// Two features that exclude each other on a third: every two of the three go together.
#[test]
fn a_third_feature_is_needed_where_the_tables_name_it() {
    let conditions: Vec<_> = EXCLUSIONS.iter().filter_map(|of| Some((of, of.on?))).collect();
    assert!(!conditions.is_empty());
    for (exclusion, third) in conditions {
        let (one, other) = (exclusion.features[0], exclusion.others[0]);
        let at = |&(subject, model): &(Subject, ModelKind)| {
            [one, other, third].iter().all(|feature| has(*feature, subject, model))
        };
        let (subject, model) = subjects().into_iter().find(at).expect("a subject with all three");
        let pair = |one, other| with(other, with(one, bare(subject, model), (subject, model)), (subject, model));
        for request in [pair(one, other), pair(one, third), pair(other, third)] {
            assert!(is_answered(subject, model, &request), "{exclusion:?}");
        }
        let all = with(third, pair(one, other), (subject, model));
        assert!(!is_answered(subject, model, &all), "{exclusion:?}");
    }
}

/// Models unknown to simulators are refused in the words of the tables, for answers and for executions.
#[test]
fn simulators_are_asked_of_models_that_they_know() {
    let piecewise = "pieces = [{ alpha = \"1us\", beta = \"1ns/B\" }]\n";
    let unlike = "latency = \"2us\"\noverhead_send = \"1us\"\noverhead_receive = \"2us\"\ngap = \"1us\"\n";
    let known = "[loggp]\nlatency = \"2us\"\noverhead = \"1us\"\ngap = \"1us\"\ngap_per_byte = \"1ns/B\"\n";
    let cases = [
        (format!("[piecewise]\n{piecewise}"), None, [false, false]),
        (format!("[loggp]\n{unlike}gap_per_byte = \"1ns/B\"\n"), None, [false, false]),
        // An execution takes the first model that the simulators know.
        (
            format!("[loggp]\n{unlike}gap_per_byte = \"1ns/B\"\n[alpha_beta]\nalpha = \"1us\"\nbeta = \"1ns/B\"\n"),
            Some(ModelName::AlphaBeta),
            [true, true],
        ),
        (format!("[piecewise]\n{piecewise}{known}"), Some(ModelName::Piecewise), [false, false]),
        (format!("[piecewise]\n{piecewise}{known}"), Some(ModelName::Loggp), [true, true]),
    ];
    let excluded = refused(Feature::Simulator, Feature::BeyondLoggops);
    for (sections, model, goes) in cases {
        let machine = Machine::from_toml(&format!("name = \"m\"\n{sections}"), "m.toml").expect(&sections);
        let bare = bare(Subject::Bcast, ModelKind::Messages);
        let request = Request { model, semantics: Some(Semantics::Loggopsim), ..bare };
        let said = [answer(&machine, &request).map(|_| ()), Simulation::new(&machine, &request, false).map(|_| ())];
        for (said, goes) in said.into_iter().zip(goes) {
            let expected = if goes { None } else { Some(excluded.clone()) };
            assert_eq!(said.err().map(|refusal| refusal.to_string()), expected, "{sections} {model:?}");
        }
    }
}

/// A schedule is that of the model by which it is executed.
#[test]
fn a_simulator_executes_what_its_own_model_says_is_best() {
    let plogp = include_str!("../../../instances/machines/tukey.toml").split("[loggp]").next().expect("a profile");
    let loggp = "[loggp]\nlatency = \"2us\"\noverhead = \"1us\"\ngap = \"1us\"\ngap_per_byte = \"1ns/B\"\n";
    let machine = Machine::from_toml(&format!("{plogp}{loggp}"), "m.toml").expect("valid");
    let request =
        Request { ranks: Some(8), bytes: Some(65_536), semantics: Some(Semantics::Loggopsim), ..Request::default() };
    let named = Request { model: Some(ModelName::Loggp), ..request.clone() };
    let [of, named] = [request, named].map(|request| {
        let simulation = Simulation::new(&machine, &request, false).expect("a schedule");
        let finish = simulation.execute(&()).expect("it ends").replayed.finish;
        (simulation.model, simulation.predicted(), finish)
    });
    assert_eq!((of.0, of), ("loggp", named));
}

/// The schedule of a file is complete: other statements on it in a request are refused.
#[test]
fn a_schedule_from_a_file_has_nothing_else_said_of_it() {
    let excluded: Vec<_> = EXCLUSIONS.iter().filter(|of| of.others == [Feature::ScheduleFile]).collect();
    assert!(excluded.iter().any(|of| of.features.len() == 4));
    let (subject, model) = (Subject::Tree, ModelKind::Tan);
    let schedule = || goal::read(b"num_ranks 1\nrank 0 {\nl1: calc 1\n}\n", GoalTick::default()).expect("a schedule");
    for &feature in excluded.into_iter().flat_map(|of| of.features) {
        let request = with(feature, Request::default(), (subject, model));
        let refused = Simulation::of_schedule(&machine(ModelKind::Messages, false), &request, "s.goal", schedule());
        assert_eq!(
            refused.err().map(|refusal| refusal.to_string()),
            Some(self::refused(feature, Feature::ScheduleFile))
        );
    }
}

/// Every two of the features that have the most conditions, on hosts that are not alike.
#[test]
fn every_two_features_go_together_on_unequal_hosts_unless_the_tables_exclude_them() {
    let unequal = |(subject, model)| has(Feature::UnequalHosts, subject, model);
    let answered = subjects().into_par_iter().filter(|at| unequal(*at)).flat_map_iter(|(subject, model)| {
        let bare = with(Feature::UnequalHosts, bare(subject, model), (subject, model));
        let goes = |feature: &Feature| {
            has(*feature, subject, model) && is_allowed(subject, model, &with(*feature, bare.clone(), (subject, model)))
        };
        let features: Vec<Feature> = asked().filter(goes).collect();
        let pairs = features.iter().flat_map(|&one| features.iter().map(move |&other| (one, other)));
        let requests = pairs
            .filter(|(one, other)| one != other)
            .map(|(one, other)| with(other, with(one, bare.clone(), (subject, model)), (subject, model)));
        let requests: Vec<Request> = requests.collect();
        requests.into_iter().map(move |request| usize::from(is_answered(subject, model, &request)))
    });
    assert!(answered.sum::<usize>() > 300);
}

fn is_allowed(subject: Subject, model: ModelKind, request: &Request) -> bool {
    check(Task::Answer, subject, model, &Features::of(request)).is_ok()
}

/// Anything that a subject needs is reported as missing, as the tables say.
#[test]
fn what_is_missing_is_named() {
    let mut missing = 0;
    for requirement in REQUIREMENTS {
        for (subject, model) in subjects().into_iter().filter(|at| requirement.applies_to(at.0, at.1)) {
            let whole = bare(subject, model);
            let request = match requirement.feature {
                Feature::Bytes => Request { bytes: None, ..whole },
                Feature::Values => Request { values: None, ..whole },
                Feature::FftSize => Request { fft_size: None, ..whole },
                other => panic!("{other:?}: how is it left out?"),
            };
            let refusal = answer(&machine(model, false), &request).err().map(|refusal| refusal.to_string());
            assert_eq!(refusal, Some(requirement.refusal().to_string()), "{subject:?} under {model:?}");
            missing += 1;
        }
    }
    assert!(missing > 10);
}

/// An option that changes nothing alone changes something with each feature that the tables name.
#[test]
fn options_change_nothing_but_beside_what_the_tables_name() {
    let at = (Subject::Tree, ModelKind::Tan);
    for need in USES {
        let option = Features::of(&with(need.feature, bare(at.0, at.1), at));
        let refusal = check_use(&option, &option).err().map(|refusal| refusal.to_string());
        assert_eq!(refusal, Some(need.refusal().to_string()));
        for &other in need.of {
            let request = with(other, with(need.feature, bare(at.0, at.1), at), at);
            assert!(check_use(&option, &Features::of(&request)).is_ok(), "{need:?}: {other:?}");
        }
    }
}

/// Neither options nor engines: their files have no word that refuses a combination.
#[test]
fn options_refuse_no_combination() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let subcommands = ["tree", "collective", "fft", "options", "score", "emit", "hosts", "question"];
    let mut files: Vec<_> = subcommands.iter().map(|name| root.join(format!("cli/{name}.rs"))).collect();
    for folder in ["cli/map", "cli/simulate", "answer/serve", "answer/simulation"] {
        files.extend(std::fs::read_dir(root.join(folder)).expect("a folder").map(|file| file.expect("a file").path()));
    }
    assert!(files.len() > 20);
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a source file");
        let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        for word in ["goes with", "go with", "cannot be combined", "applies only to", "conflicts_with_all"] {
            assert!(!code.iter().any(|line| line.contains(word)), "{}: {word}", file.display());
        }
    }
}
