//! Work that is over before it begins: the best found is sound and has the bound of the whole search, or there is a refusal that says
//! how far it came.

use crate::watch::{Over, Watch};
use logpine::answer::{Answer, Simulation, answer_watched};
use logpine::machine::Machine;
use logpine::request::{MpiCollective, ObjectiveName, Operation, Refusal, Request, Semantics, Status};
use logpine::units::Clock;

/// The answer, whose schedules and bounds are checked by code that no search uses.
fn planned(network: &str, collective: MpiCollective, objective: Option<ObjectiveName>, watch: &dyn Watch) -> Answer {
    let collective = Some(Operation::Mpi(collective));
    let request = Request { network: Some(network.into()), collective, objective, ..Request::default() };
    let answer = answer_watched(&Machine::without_parameters(network, Clock::Cycle), &request, watch);
    answer.unwrap_or_else(|refusal| panic!("{network}: {refusal:?}"))
}

#[test]
fn plans_of_streams_have_trees_and_the_bound_of_the_search() {
    let mut best_found = 0;
    for network in ["fat-tree:4", "dragonfly:1,3,1", "star:5", "torus:3x3", "two-level"] {
        for collective in [MpiCollective::Bcast, MpiCollective::ReduceScatter, MpiCollective::Allreduce] {
            let of = |watch| {
                let answer = planned(network, collective, Some(ObjectiveName::Throughput), watch);
                answer.ranking().expect("a ranking").claim
            };
            let (whole, stopped) = (of(&()), of(&Over));
            assert!(stopped.value >= whole.value && stopped.bound.value <= stopped.value, "{network} {collective:?}");
            if whole.status == Status::Optimal && stopped.status != Status::Optimal {
                // The bound is below the value by what is not held, even where it is attained.
                assert!(
                    stopped.bound.value.ticks().abs_diff(whole.bound.value.ticks()) <= 1,
                    "{network} {collective:?}"
                );
                best_found += 1;
            }
        }
    }
    assert!(best_found > 0);
}

#[test]
fn plans_in_steps_are_those_of_the_first_run() {
    for network in ["fat-tree:4", "dragonfly:1,3,1", "hypercube:4", "dgx-1v"] {
        let of = |watch| planned(network, MpiCollective::Allgather, None, watch).ranking().expect("a ranking").claim;
        let (whole, stopped) = (of(&()), of(&Over));
        assert!(stopped.value >= whole.value && stopped.bound.value <= whole.value, "{network}");
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
            (ranking.candidates().len(), ranking.claim)
        };
        let ((all, whole), (some, stopped)) = (of(&()), of(&Over));
        assert!(some >= 1 && some < all, "{some} of {all}");
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
        assert!(no.message.starts_with("the execution was stopped after "), "{}", no.message);
        let time = simulation.predicted().expect("of an answer").display(machine.clock);
        assert!(no.message.contains(&format!("takes {time}, and nothing takes less than ")), "{}", no.message);
    }
}
