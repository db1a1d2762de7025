//! Work that is over before it begins: the best found is sound and has the bound of the whole search, or there is a refusal that says
//! how far it came.

use crate::report::text::{CommandLine, answer_to};
use logpine::answer::{Answer, Found, Grid, Optimum, Simulation, Tuning, TuningQuestion, answer_watched};
use logpine::report::file::Files;
use logpine::report::text::{self, Detail};
use logpine::request::{
    FileFormat, Front, MpiCollective, ObjectiveName, Operation, Refusal, Request, Semantics, Status,
};
use logpine::units::Clock;
use logpine_models::machine::Machine;
use logpine_text::watch::{Over, Watch};
use logpine_tuning::library::Library;
use std::io::Write as _;

/// The answer, whose schedules and bounds are checked by code that no search uses.
fn planned(network: &str, collective: MpiCollective, objective: Option<ObjectiveName>, watch: &dyn Watch) -> Answer {
    let collective = Some(Operation::Mpi(collective));
    let request = Request { network: Some(network.into()), collective, objective, ..Request::default() };
    let answer = answer_watched(&Machine::without_parameters(network, Clock::Cycle), &request, watch);
    answer.unwrap_or_else(|refusal| panic!("{network}: {refusal:?}"))
}

/// A machine whose cost falls with the fanout here and there.
fn with_gaps() -> Machine {
    let rows: Vec<String> = (2..100).map(|x| format!("[{x}, \"{}us\"]", 60 + x * x / 20 + (x * 7) % 5)).collect();
    let table = rows.join(", ");
    let text = format!("name = \"m\"\n[tan]\nlatency = \"98us\"\noverhead = {{ table = [{table}] }}");
    Machine::from_toml(&text, "m.toml").expect("valid")
}

#[test]
fn trees_with_few_processes_are_the_best_found_with_a_bound_that_holds() {
    let mut best_found = 0;
    for machine in [Machine::load("cab").expect("built in"), with_gaps()] {
        for (leaves, internal) in [(40, 5), (500, 40), (2_000, 60), (5_000, 300)] {
            let request = Request { leaves: Some(leaves), max_internal: Some(internal), ..Request::default() };
            let of = |watch| {
                let answer = answer_watched(&machine, &request, watch).expect("an answer");
                answer.ranking().expect("a ranking").claim
            };
            let (whole, stopped) = (of(&()), of(&Over));
            assert!(stopped.value >= whole.value && stopped.bound.value <= whole.value, "{leaves} {internal}");
            best_found += u32::from(whole.status == Status::Optimal && stopped.status == Status::BestFound);
        }
    }
    assert!(best_found > 0);
}

/// Trees that a stopped search found are no file if an algorithm of the catalogue is faster: on four hosts to two uplinks, a ring.
#[test]
fn a_slower_schedule_than_the_answer_is_not_written() {
    let mut text = "#! endpoints 32\n".to_owned();
    for switch in 32..40 {
        let ends = (0..4).map(|host| 4 * (switch - 32) + host).chain([40, 41]);
        text.extend(ends.map(|end| format!("{switch} {end}\n")));
    }
    let mut file = tempfile::Builder::new().suffix(".edges").tempfile().expect("a temporary file");
    file.write_all(text.as_bytes()).expect("it is written");
    let network = file.path().to_string_lossy();
    let of = |watch| planned(&network, MpiCollective::Allgather, Some(ObjectiveName::Throughput), watch);
    let (whole, stopped) = (of(&()), of(&Over));
    assert_eq!(whole.ranking().map(|ranking| ranking.best().family), Some("planned"));
    assert!(Files::new(&whole, "here").file(FileFormat::Trees).is_ok());
    assert_eq!(stopped.ranking().map(|ranking| ranking.best().family), Some("ring"));
    for format in [FileFormat::Trees, FileFormat::Dot, FileFormat::Svg] {
        let Err(Refusal::No(no)) = Files::new(&stopped, "here").file(format) else {
            panic!("{format:?} is another schedule")
        };
        assert!(no.message.contains("the fastest schedule that was found is ring"), "{}", no.message);
        assert!(no.message.contains("--time-limit") && no.message.contains("--emit certificate"), "{}", no.message);
    }
    let advice = |answer: &Answer| {
        let command = CommandLine::new(["logpine", "network", "plan", "file"]).expect("no NUL");
        let report = answer_to(Some(&command), answer, Detail::Brief).text();
        ["svg", "trees", "certificate"].map(|format| report.contains(&format!("--emit {format} ")))
    };
    assert_eq!((advice(&whole), advice(&stopped)), ([false, true, false], [false, false, true]));
    assert!(Files::new(&stopped, "here").file(FileFormat::Certificate).is_ok(), "the bound holds for all");
}

/// If the bound is met, a longer search finds nothing better.
#[test]
fn answers_are_proven_or_the_search_was_stopped() {
    let mut counts = [0, 0];
    for network in ["fat-tree:4", "dragonfly:1,3,1", "star:5", "torus:3x3", "two-level"] {
        for collective in [MpiCollective::Bcast, MpiCollective::Allgather, MpiCollective::Allreduce] {
            let answer = planned(network, collective, Some(ObjectiveName::Throughput), &Over);
            let is_optimal = answer.ranking().expect("a ranking").claim.status == Status::Optimal;
            assert_eq!(answer.is_proven(), is_optimal, "{network} {collective:?}");
            let report = text::answer(&answer, Detail::Brief);
            assert!(!is_optimal || !report.contains("search was stopped"), "{report}");
            counts[usize::from(is_optimal)] += 1;
        }
    }
    assert!(counts[0] > 0 && counts[1] > 0, "{counts:?}");
    let front = |watch| {
        let (network, collective) = (Some("dgx-1v".into()), Some(Operation::Mpi(MpiCollective::Allgather)));
        let request = Request { network, collective, pareto: Some(Front::Steps), ..Request::default() };
        let answer = answer_watched(&Machine::without_parameters("dgx-1v", Clock::Cycle), &request, watch);
        answer.expect("a front").is_proven()
    };
    assert_eq!((front(&()), front(&Over)), (true, false));
}

#[test]
fn fronts_have_what_was_found_and_say_that_there_may_be_more() {
    let cab = Machine::load("cab").expect("built in");
    for pareto in [Front::Internals, Front::Period] {
        let request = Request { leaves: Some(1_000), pareto: Some(pareto), ..Request::default() };
        let of = |watch| match answer_watched(&cab, &request, watch).expect("an answer").found {
            Found::Front { trees, is_whole, .. } => (trees, is_whole),
            _ => panic!("no front"),
        };
        let ((all, is_whole), (some, is_stopped_whole)) = (of(&()), of(&Over));
        assert!(is_whole && !is_stopped_whole && !some.is_empty());
        for tree in &some {
            let is_beaten = |other: &&Optimum| {
                let (time, least) = (other.score.time, tree.bound);
                let other = match pareto {
                    Front::Period => other.score.period <= tree.score.period,
                    _ => other.shape.internal_nodes() <= tree.shape.internal_nodes(),
                };
                other && time < least
            };
            assert!(!all.iter().any(|other| is_beaten(&other)));
        }
    }
    // Where the cost falls with the fanout, nothing is known of the front before it is searched.
    let request = Request { leaves: Some(1_000), pareto: Some(Front::Period), ..Request::default() };
    let Err(Refusal::No(no)) = answer_watched(&with_gaps(), &request, &Over) else { panic!("it did not stop") };
    assert!(no.is_stopped && no.message.contains("--time-limit"), "{}", no.message);
}

#[test]
fn explanations_name_the_parameters_that_were_not_examined() {
    let cab = Machine::load("cab").expect("built in");
    let request = Request { leaves: Some(128), explain: true, ..Request::default() };
    let of = |watch| match answer_watched(&cab, &request, watch).expect("an answer").found {
        Found::Tree { plan, study, .. } => {
            let sensitivity = study.sensitivity.expect("it was asked for");
            (plan.claim.value, sensitivity.parameters.len(), sensitivity.unexamined.len())
        }
        _ => panic!("no tree"),
    };
    let ((time, all, none), (stopped, no_more, names)) = (of(&()), of(&Over));
    assert!(all > 0 && none == 0 && no_more == 0 && names == all && stopped == time);
}

#[test]
fn tables_of_tuning_are_refused_unless_all_settings_are_compared() {
    let machine = Machine::load("tukey").expect("built in");
    let grid = |text: &str| Grid::parse(text, str::parse::<u64>).expect("a grid");
    let question = TuningQuestion {
        machine: &machine,
        request: Request::default(),
        library: Library::OpenMpi5,
        ranks: grid("2..8"),
        bytes: grid("8..1024"),
        all_commute: true,
        replaces_unpriced: false,
    };
    let tolerance = "2%".parse().expect("a tolerance");
    for collective in [MpiCollective::Bcast, MpiCollective::Allgather] {
        assert!(Tuning::chosen(&question, collective, tolerance, &()).is_ok());
        let Err(Refusal::No(no)) = Tuning::chosen(&question, collective, tolerance, &Over) else {
            panic!("it did not stop");
        };
        assert!(no.is_stopped, "{}", no.message);
    }
}

#[test]
fn rankings_by_execution_have_what_was_executed_first() {
    let machine = Machine::load("loggopsim").expect("built in");
    for collective in [Operation::BCAST, Operation::Mpi(MpiCollective::Allgather)] {
        let request = Request {
            ranks: Some(8),
            bytes: Some(4096),
            collective: Some(collective),
            semantics: Some(Semantics::Loggopsim),
            ..Request::default()
        };
        let of = |watch| {
            let answer = answer_watched(&machine, &request, watch).expect("an answer");
            let ranking = answer.ranking().expect("a ranking");
            (ranking.candidates().len(), ranking.claim, ranking.executions.expect("executions"))
        };
        let ((all, whole, _), (some, stopped, executions)) = (of(&()), of(&Over));
        assert!(some == 1 && some < all, "{some} of {all}");
        assert!(executions.executed == 1 && executions.left_out > 0, "only the first is executed: {executions:?}");
        assert!(stopped.value >= whole.value && stopped.bound.value == whole.bound.value);
    }
}

#[test]
fn executions_have_no_time_but_say_how_far_they_came_and_what_the_model_tells() {
    let machine = Machine::load("lecture").expect("built in");
    for semantics in [None, Some(Semantics::Loggopsim)] {
        let machine = if semantics.is_some() { Machine::load("loggopsim").expect("built in") } else { machine.clone() };
        let request = Request { ranks: Some(4), bytes: Some(1 << 20), semantics, ..Request::default() };
        let simulation = Simulation::new(&machine, &request, false).expect("a simulation");
        assert!(simulation.execute(&()).is_ok());
        let Err(Refusal::No(no)) = simulation.execute(&Over) else { panic!("it did not stop") };
        assert!(no.is_stopped);
        assert!(no.message.starts_with("the execution was stopped after "), "{}", no.message);
        let time = simulation.predicted().expect("of an answer").display(machine.clock);
        assert!(no.message.contains(&format!("takes {time}, and nothing takes less than ")), "{}", no.message);
    }
}
