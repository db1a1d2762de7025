//! Collectives stage by stage: robust choices and break points against replays of all algorithms.

use crate::tests::engines::stages::factorisations;
use crate::tests::engines::uncertain::machine;
use logpine::answer::{Criterion, MpiPlan, Over};
use logpine::request::{Layout, MpiCollective, MpiJob};
use logpine::units::{Rate, Time};
use logpine_collectives::collective::{by_name, members};
use logpine_collectives::schedule::build;
use logpine_collectives::schedule::replay::program_order;
use logpine_collectives::schedule::stages::Staged;
use logpine_models::machine::{Machine, MachineParameters, Scope};
use logpine_models::model::PortModel;
use logpine_models::model::stage::PortStages;
use logpine_trees::tree::families::Parameters;

const PROFILE: &str = "name = \"u\"\nunit = \"s\"\ncombine = \"0.01 us/B\"\n[loggp]\n\
                       latency = { value = \"5us\", low = \"1us\", high = \"30us\" }\noverhead = \"1us\"\ngap = \"2us\"\n\
                       gap_per_byte = { value = \"0.001us/B\", low = \"0.0005us/B\", high = \"0.01us/B\" }\n";

/// Collectives, ranks and bytes without algorithms that cut messages into segments.
fn jobs() -> impl Iterator<Item = MpiJob> {
    use MpiCollective::{Allgather, Allreduce, Alltoall, Barrier, ReduceScatter};
    let collectives = [Allgather, Allreduce, Alltoall, Barrier, ReduceScatter].into_iter();
    collectives.flat_map(|collective| {
        [(5, 100), (8, 4096), (12, 7), (24, 60_000)].map(|(ranks, bytes)| {
            let bytes = (collective != Barrier).then_some(bytes);
            MpiJob::new(collective, Layout::one_host(ranks).expect("ranks"), bytes).expect("a job")
        })
    })
}

fn plan(machine: &Machine, job: &MpiJob) -> MpiPlan {
    let timing = PortModel::Loggp.timing(machine).expect("the section");
    MpiPlan::new(&PortStages(timing.as_ref()), job.clone()).expect("short times")
}

fn algorithms(job: &MpiJob) -> Vec<Staged> {
    members(job.collective, job.layout.ranks(), job.bytes().unwrap_or(1))
}

/// The same, with every list of radices of an allgather.
fn algorithms_and_lists(job: &MpiJob) -> Vec<Staged> {
    let (ranks, bytes) = (job.layout.ranks(), job.bytes().unwrap_or(1));
    let lists = if job.collective == MpiCollective::Allgather { factorisations(ranks) } else { Vec::new() };
    let family = by_name(MpiCollective::Allgather, "recursive-multiplying").expect("a family");
    let with = |radices| family.build(ranks, bytes, Parameters::new().list("radices", radices));
    algorithms(job).into_iter().chain(lists.into_iter().filter_map(with)).collect()
}

/// The time of a replay, in ticks.
fn replayed(staged: &Staged, machine: &Machine) -> u64 {
    let timing = PortModel::Loggp.timing(machine).expect("the section");
    let schedule = build::stages(staged, timing.as_ref()).expect("few operations");
    program_order(&schedule, timing.as_ref(), &mut ()).expect("it ends").finish.ticks()
}

fn parameters<'a>(machine: &'a Machine, job: &MpiJob) -> MachineParameters<'a> {
    use MpiCollective::{Allreduce, ReduceScatter};
    let combines = matches!(job.collective, Allreduce | ReduceScatter);
    let model = PortModel::Loggp;
    MachineParameters::of(machine, if combines { Scope::Combined(model) } else { Scope::Messages(model) })
}

/// No algorithm has a lesser worst case over the four corners of the ranges.
#[test]
fn the_worst_case_is_the_least_of_all_algorithms() {
    let machine = machine(PROFILE);
    let mut differ = 0;
    for job in jobs() {
        let parameters = parameters(&machine, &job);
        let corners: Vec<Machine> = (0..4)
            .map(|corner| {
                parameters.machine_where(|index, parameter| {
                    let bit = if index == 0 { corner & 1 } else { corner >> 1 };
                    parameter.range.map_or(parameter.value, |range| if bit == 1 { range.high } else { range.low })
                })
            })
            .collect();
        let worst = |staged: &Staged| corners.iter().map(|machine| replayed(staged, machine)).max();
        let least = algorithms(&job).iter().filter_map(worst).min();
        let robust = plan(&machine, &job).robust(&machine, PortModel::Loggp, Criterion::Worst).expect("short times");
        assert_eq!(robust.worst_over, Over::One);
        assert_eq!(robust.chosen.worst.map(Time::ticks), least, "{job:?}");
        differ += u32::from(robust.chosen.choice.family != robust.nominal.choice.family);
    }
    assert!(differ > 0, "in some job another algorithm than the nominal one is robust");
}

/// Another algorithm wins at a break point, and none wins a step before it.
#[test]
fn break_points_are_where_another_algorithm_wins() {
    let machine = machine(PROFILE);
    let mut points = 0;
    for job in jobs() {
        let (plan, parameters) = (plan(&machine, &job), parameters(&machine, &job));
        let all = algorithms_and_lists(&job);
        let best = plan.best();
        let today = all.iter().find(|staged| (staged.family, &staged.parameters) == (best.family, &best.parameters));
        let today = today.expect("a member");
        let wins = |index: usize, value: Rate| {
            let there = parameters.machine_with(index, value);
            let least = all.iter().map(|staged| replayed(staged, &there)).min();
            Some(replayed(today, &there)) > least
        };
        let sensitivity = plan.sensitivity(&machine, PortModel::Loggp, &());
        assert_eq!(sensitivity.parameters.len(), parameters.list().len());
        for (index, of) in sensitivity.parameters.iter().enumerate() {
            for point in of.low.iter().chain(&of.high) {
                let (at, own) = (of.parameter.steps(point.value), of.parameter.steps(of.parameter.value));
                let before = if at < own { at + 1 } else { at - 1 };
                assert!(wins(index, point.value), "{} of {job:?}", of.parameter.name);
                assert!(!wins(index, of.parameter.at(before)), "before, {} of {job:?}", of.parameter.name);
                points += 1;
            }
        }
    }
    assert!(points > 10, "{points} break points");
}
