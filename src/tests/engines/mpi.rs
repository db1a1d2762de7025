//! MPI's collectives, stage by stage: the best of all families, bounds, mappings.

use crate::tests::engines::stages::along_hosts::along_hosts;
use logpine::answer::{MpiPlan, MpiPlanError};
use logpine::request::{Layout, Mapping, MpiCollective, MpiJob, Status};
use logpine::units::Time;
use logpine_collectives::collective::{by_name, members};
use logpine_collectives::search::stages::best_mapping;
use logpine_models::machine::Machine;
use logpine_models::model::stage::{Pattern, PortStages, Sight, Stage, StageCost, stages_time};
use logpine_models::model::{Loggph, TauLop, port_timing};
use logpine_trees::tree::families::Parameters;
use proptest::prelude::*;

fn machine(text: &str) -> Machine {
    Machine::from_toml(text, "m.toml").expect("a valid profile")
}

fn alpha_beta(alpha: u64, beta: u64, gamma: &str) -> Machine {
    machine(&format!(
        "name = \"m\"\nunit = \"cycle\"\ncombine = \"{gamma} cycles/B\"\n[alpha_beta]\nalpha = \"{alpha} cycles\"\nbeta = \"{beta} cycles/B\"\n"
    ))
}

fn plan(machine: &Machine, collective: MpiCollective, ranks: u64, bytes: Option<u64>) -> MpiPlan {
    let timing = port_timing(machine, None).expect("a port model");
    let layout = Layout::one_host(ranks).expect("ranks");
    let job = MpiJob::new(collective, layout, bytes).expect("a job");
    MpiPlan::new(&PortStages(timing.as_ref()), job).expect("an answer")
}

/// In thousandths of a cycle.
fn ticks(plan: &MpiPlan) -> u64 {
    plan.best().time.ticks()
}

#[test]
fn a_rank_alone_has_nothing_to_do() {
    for collective in MpiCollective::ALL {
        let bytes = collective.bytes_of().map(|_| 64);
        let plan = plan(&alpha_beta(10, 1, "0"), collective, 1, bytes);
        assert_eq!((ticks(&plan), plan.claim.status), (0, Status::Optimal), "{}", collective.name());
    }
}

#[test]
fn sizes_are_asked_for_and_logp_has_one() {
    let logp = Machine::load("logp-textbook").expect("built in");
    let timing = port_timing(&logp, None).expect("a port model");
    let ask = |collective, bytes| {
        let job = MpiJob::new(collective, Layout::one_host(8).expect("ranks"), bytes).expect("a job");
        MpiPlan::new(&PortStages(timing.as_ref()), job).map(|plan| plan.best().time)
    };
    for bytes in [None, Some(8)] {
        assert!(matches!(ask(MpiCollective::Allgather, bytes), Err(MpiPlanError::OneSize { model: "logp", .. })));
    }
    let lecture = port_timing(&alpha_beta(1, 1, "0"), None).expect("a port model");
    let job = MpiJob::new(MpiCollective::Allgather, Layout::one_host(8).expect("ranks"), None).expect("a job");
    let no_bytes = MpiPlan::new(&PortStages(lecture.as_ref()), job).expect_err("no size");
    assert_eq!(no_bytes.to_string(), "allgather needs the size of its block; give --bytes, like --bytes 64KiB");
    // q (L + 2o) = 3 x 10.
    assert_eq!(ask(MpiCollective::Barrier, None), Ok(Time::from_ticks(30_000)));
}

/// The largest numbers: an answer or an error, and no overflow.
#[test]
fn the_largest_jobs_are_answered_or_refused() {
    let machine = alpha_beta(1, 1, "0");
    let timing = port_timing(&machine, None).expect("a port model");
    for collective in MpiCollective::ALL {
        for ranks in [1 << 20, 1 << 62, (1 << 63) - 1, 1 << 63] {
            let layout = Layout::one_host(ranks).expect("ranks");
            let bytes = collective.bytes_of().map(|_| 1);
            let job = MpiJob::new(collective, layout, bytes).expect("a job");
            if let Ok(plan) = MpiPlan::new(&PortStages(timing.as_ref()), job) {
                assert!(plan.claim.bound.value <= plan.best().time, "{}, {ranks} ranks", collective.name());
            }
        }
    }
}

/// A random machine by any model of messages.
fn machines() -> impl Strategy<Value = Machine> {
    let alpha_beta = (0u64..50, 0u64..9, 0u64..9).prop_filter("something costs", |&(alpha, beta, _)| alpha + beta > 0);
    let alpha_beta = alpha_beta.prop_map(|(a, b, gamma)| self::alpha_beta(a, b, &gamma.to_string()));
    let loggp = ((0u64..50, 1u64..20, 0u64..9), (0u64..20, 0u64..50, 0u64..9));
    let loggp = loggp.prop_map(|((latency, send, receive), (gap, per_byte, combine))| {
        machine(&format!(
            "name = \"m\"\nunit = \"cycle\"\ncombine_per_value = \"{combine} cycles\"\n[loggp]\nlatency = \"{latency} cycles\"\n\
             overhead_send = \"{send} cycles\"\noverhead_receive = \"{receive} cycles\"\ngap = \"{gap} cycles\"\n\
             gap_per_byte = \"{per_byte} cycles/B\"\n"
        ))
    });
    // A longer message may take less.
    let piecewise = (1u64..100, (0u64..1000, 0u64..9), (1u64..1000, 0u64..9));
    let piecewise = piecewise.prop_map(|(up_to, (alpha, beta), (further, rate))| {
        machine(&format!(
            "name = \"m\"\nunit = \"cycle\"\n[piecewise]\npieces = [{{ up_to = \"{up_to}B\", alpha = \"{alpha} cycles\", \
             beta = \"{beta} cycles/B\" }}, {{ alpha = \"{further} cycles\", beta = \"{rate} cycles/B\" }}]\n"
        ))
    });
    prop_oneof![alpha_beta, loggp, piecewise]
}

proptest! {
    #[test]
    fn no_algorithm_beats_the_bound_and_the_best_is_the_best_of_all(
        machine in machines(), collective in 0usize..9, ranks in 1u64..70, bytes in 1u64..3000,
    ) {
        let collective = MpiCollective::ALL[collective];
        let bytes = collective.bytes_of().map(|_| bytes);
        let timing = port_timing(&machine, None).expect("a port model");
        let cost = PortStages(timing.as_ref());
        let layout = Layout::one_host(ranks).expect("ranks");
        let plan = plan(&machine, collective, ranks, bytes);
        prop_assert!(plan.claim.bound.value <= plan.best().time);
        prop_assert!(plan.candidates().is_sorted_by_key(|candidate| candidate.time));
        for member in members(collective, ranks, bytes.unwrap_or(1)) {
            let time = stages_time(&cost, &member.stages, &layout);
            prop_assert!(time.is_some_and(|time| plan.best().time <= time), "{} is faster", member.family);
        }
        prop_assert!(plan.candidates().iter().all(|candidate| plan.claim.bound.value <= candidate.time));
        for candidate in plan.candidates() {
            prop_assert_eq!(stages_time(&cost, &candidate.construction.stages, &layout), Some(candidate.time));
        }
    }
}

/// L(m, tau) by a formula, or by a table.
fn transfer(latency: u64, per_byte: u64, contention: u64, table: bool) -> String {
    if table {
        let time = |bytes: u64, tau: u64| latency + bytes * per_byte * (10 + contention * (tau - 1)) / 10;
        let point = |(bytes, tau)| format!("[{bytes}, {tau}, \"{} cycles\"]", time(bytes, tau));
        format!("[{}]", [(1, 1), (1, 3), (40, 1), (40, 3), (200, 1), (200, 3)].map(point).join(", "))
    } else {
        let contention = format!("{}.{}", contention / 10, contention % 10);
        let per_byte = format!("{}.{}", per_byte / 2, per_byte % 2 * 5);
        format!("{{ latency = \"{latency} cycles\", per_byte = \"{per_byte} cycles/B\", contention = {contention} }}")
    }
}

/// The paths of messages under tau-Lop: transfers inside and between hosts, and the segment, 0 for none.
fn paths() -> impl Strategy<Value = (u64, u64, u64)> {
    (1u64..3, prop_oneof![Just(1u64), Just(3)], prop_oneof![Just(0u64), 1u64..80])
}

fn channels() -> impl Strategy<Value = Machine> {
    let channel = (0u64..30, 0u64..9, 0u64..20, 0u64..5);
    (channel.clone(), channel, paths(), any::<[bool; 2]>()).prop_map(|(shared, network, paths, tables)| {
        let of = |name: &str, (latency, overhead, gap, per_byte): (u64, u64, u64, u64), transfers: u64, table: bool| {
            let transfer = transfer(latency, per_byte, gap, table);
            format!(
                "[loggph.{name}]\nlatency = \"{latency} cycles\"\noverhead = \"{overhead} cycles\"\n\
                 gap = \"{gap} cycles\"\ngap_per_byte = \"{per_byte} cycles/B\"\n[tau_lop.{name}]\n\
                 overhead = \"{overhead} cycles\"\ntransfer = {transfer}\ntransfers = {transfers}\n"
            )
        };
        let (copies, transfers, segment) = paths;
        let segment = if segment > 0 && (copies, transfers) == (2, 3) {
            format!("segment = \"{segment}B\"\n")
        } else {
            String::new()
        };
        let (shared, network) = (of("shared", shared, copies, tables[0]), of("network", network, transfers, tables[1]));
        machine(&format!("name = \"m\"\nunit = \"cycle\"\n[tau_lop]\n{segment}{shared}{network}"))
    })
}

proptest! {
    #[test]
    fn no_algorithm_on_channels_beats_the_bound(
        machine in channels(), collective in 0usize..9, ranks in 1u64..40, ranks_per_host in 1u64..9, bytes in 1u64..999,
        in_turn: bool,
    ) {
        let collective = MpiCollective::ALL[collective];
        let bytes = collective.bytes_of().map(|_| bytes);
        let mapping = if in_turn { Mapping::RoundRobin } else { Mapping::Sequential };
        let job = MpiJob::new(collective, Layout::new(ranks, ranks_per_host, mapping).expect("ranks"), bytes);
        let job = job.expect("a job");
        let models: [&dyn StageCost; 2] = [&TauLop::new(&machine).expect("it"), &Loggph::new(&machine).expect("it")];
        for cost in models {
            let plan = MpiPlan::new(cost, job.clone()).expect("an answer");
            let (bound, best) = (plan.claim.bound.value, plan.best().time);
            prop_assert!(bound <= best, "{}: {bound:?} > {best:?}", cost.name());
            for member in members(collective, ranks, bytes.unwrap_or(1)) {
                let time = stages_time(cost, &member.stages, &job.layout);
                prop_assert!(time.is_some_and(|time| best <= time), "{}: {} is faster", cost.name(), member.family);
            }
        }
    }
}

/// Two segments of 4,096 B and 1 B: L0(4096), then the second is copied while the first is on the wire, then the first is
/// copied at the other end while the second is on the wire, then L0(1).
#[test]
fn the_second_of_two_segments_is_copied_beside_the_first_on_the_wire() {
    let machine = machine(
        "name = \"m\"\n[tau_lop]\nsegment = \"4096B\"\n[tau_lop.shared]\noverhead = \"0s\"\n\
         transfer = { latency = \"0s\", per_byte = \"1ns/B\", contention = 0 }\n[tau_lop.network]\n\
         overhead = \"0s\"\ntransfer = { latency = \"0s\", per_byte = \"1ps/B\", contention = 0 }\n",
    );
    let model = TauLop::new(&machine).expect("it");
    let message = Stage::new(Pattern::Block { first: 0, count: 1, distance: 1 }, 4097);
    let time = model.time(&message, &Layout::new(2, 1, Mapping::Sequential).expect("ranks"));
    assert_eq!(time, Some(Time::from_ticks(4_096_000 + 4_096 + 4_096_000 + 1_000)));
}

/// A stage takes one cycle more than the number of transmissions that leave the fullest host.
struct Crowded;

impl StageCost for Crowded {
    fn name(&self) -> &'static str {
        "crowded"
    }

    fn sight(&self) -> Sight {
        Sight::Hosts
    }

    fn time(&self, stage: &Stage, layout: &Layout) -> Option<Time> {
        let mut time = 0;
        stage.pattern.loads(layout, &mut |count, loads| time += count * (1 + loads.out.max(loads.into)));
        Some(Time::from_ticks(time * stage.repeat))
    }

    fn at_least(&self, _bytes: u64, _layout: &Layout) -> Option<Time> {
        Some(Time::from_ticks(1))
    }
}

/// A ring needs one transmission out of each host; ranks in turn need them all.
#[test]
fn the_best_mapping_of_a_ring_keeps_neighbours_together() {
    let layout = |mapping| Layout::new(12, 4, mapping).expect("ranks");
    let ring = by_name(MpiCollective::Allgather, "ring").and_then(|family| family.build(12, 1, Parameters::new()));
    let ring = ring.expect("a ring");
    let time = |mapping| stages_time(&Crowded, &ring.stages, &layout(mapping)).map(Time::ticks);
    assert_eq!((time(Mapping::Sequential), time(Mapping::RoundRobin)), (Some(22), Some(55)));
    let best = best_mapping(&Crowded, &ring.stages, &layout(Mapping::RoundRobin));
    assert_eq!(best.map(|best| best.time.ticks()), Some(22));
}

/// If there are too many mappings to try them all, exchanges of two ranks never end worse than they begin. The answer with the
/// best mapping is the answer for that mapping, and no lower than its bound, also if hosts have unlike numbers of ranks.
#[test]
fn the_best_mapping_is_answered_for_as_if_it_were_given() {
    let machine = Machine::load("two-channel").expect("built in");
    let cost = TauLop::new(&machine).expect("tau-Lop");
    for (collective, (ranks, per_host), bytes) in itertools::iproduct!(
        [MpiCollective::Bcast, MpiCollective::Allgather, MpiCollective::ReduceScatter, MpiCollective::Alltoall],
        [(4, 3), (5, 2), (8, 7), (9, 4), (13, 6), (22, 10)],
        [1, 7, 65_536]
    ) {
        let layout = Layout::new(ranks, per_host, Mapping::Sequential).expect("a layout");
        let job = MpiJob::new(collective, layout, Some(bytes)).expect("a job");
        let best = MpiPlan::with_best_mapping(&cost, &job).expect("an answer");
        let given = MpiPlan::new(&cost, best.job.clone()).expect("an answer");
        let of = format!("{collective:?}, {ranks} ranks, {per_host} a host, {bytes} bytes");
        assert_eq!((best.best().family, best.best().time), (given.best().family, given.best().time), "{of}");
        assert!(best.claim.bound.value <= best.best().time, "{of}");
    }
}

/// Members that a search passes over cannot be the best: none is faster than its family's choice.
#[test]
fn no_member_is_faster_than_the_choice_of_its_family() {
    let machine = Machine::load("two-channel").expect("built in");
    let (tau_lop, loggph) = (TauLop::new(&machine).expect("in it"), Loggph::new(&machine).expect("in it"));
    let costs: [&dyn StageCost; 2] = [&tau_lop, &loggph];
    for (collective, (ranks, bytes)) in
        itertools::iproduct!(MpiCollective::ALL, [(3, 1), (7, 5000), (12, 1 << 9), (33, 1 << 14)])
    {
        for (cost, mapping) in itertools::iproduct!(costs, [Mapping::Sequential, Mapping::RoundRobin]) {
            let layout = Layout::new(ranks, 4, mapping).expect("a layout");
            let job = MpiJob::new(collective, layout.clone(), collective.bytes_of().map(|_| bytes)).expect("a job");
            let plan = MpiPlan::new(cost, job).expect("an answer");
            for staged in members(collective, ranks, bytes).into_iter().chain(along_hosts(collective, &layout, bytes)) {
                let time = stages_time(cost, &staged.stages, &layout).expect("short");
                let choice = plan.candidates().iter().find(|candidate| candidate.family == staged.family);
                let of = || format!("{collective:?} {} ({}), {layout:?}", staged.family, staged.parameters);
                assert!(choice.is_some_and(|choice| choice.time <= time), "{}", of());
            }
        }
    }
}
