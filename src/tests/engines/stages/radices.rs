//! The best list of radices against every list, and its time against executions.

use crate::tests::engines::stages::ending::{LONG_GAP, LONG_MESSAGES, built_in, loggp, predicted, replayed, timing};
use crate::tests::engines::stages::{factorisations, maybe};
use logpine::answer::MpiPlan;
use logpine::model::stage::{PortStages, StageCost, stages_time};
use logpine::model::{Loggph, TauLop};
use logpine::request::{Layout, Mapping, MpiCollective, MpiJob};
use logpine::schedule::stages::Staged;
use logpine::tree::families::Parameters;
use logpine::units::Time;
use logpine_models::machine::Machine;

fn with_radices(ranks: u64, bytes: u64, radices: Vec<u64>) -> Staged {
    let parameters = Parameters::new().list("radices", radices);
    maybe(MpiCollective::Allgather, "recursive-multiplying", ranks, bytes, parameters).expect("a list")
}

/// The time of the plan's candidate.
fn found(cost: &dyn StageCost, layout: &Layout, bytes: u64, family: &str) -> Option<Time> {
    let job = MpiJob::new(MpiCollective::Allgather, layout.clone(), Some(bytes)).expect("a job");
    let plan = MpiPlan::new(cost, job).expect("an answer");
    plan.candidates().iter().find(|candidate| candidate.family == family).map(|candidate| candidate.time)
}

fn assert_best(cost: &dyn StageCost, layout: &Layout, bytes: u64) {
    let ranks = layout.ranks();
    let time = |radices| stages_time(cost, &with_radices(ranks, bytes, radices).stages, layout);
    let least = factorisations(ranks).into_iter().filter_map(time).min();
    let found = found(cost, layout, bytes, "recursive-multiplying");
    assert_eq!(found, least, "{ranks} ranks of {bytes} B, {} on {layout:?}", cost.name());
}

#[test]
fn no_list_is_faster_under_models_of_messages() {
    let machines =
        [timing(LONG_GAP), timing(LONG_MESSAGES), built_in("lecture"), built_in("loggopsim"), loggp("tukey")];
    for timing in &machines {
        for ranks in (2..=36).chain([48, 60, 64, 72, 96]) {
            for bytes in [1, 300, 20_000] {
                assert_best(&PortStages(timing.as_ref()), &Layout::one_host(ranks).expect("ranks"), bytes);
            }
        }
    }
}

#[test]
fn no_list_is_faster_under_models_of_channels() {
    let machine = Machine::load("two-channel").expect("built in");
    let (tau_lop, loggph) = (TauLop::new(&machine).expect("[tau_lop]"), Loggph::new(&machine).expect("[loggph]"));
    let costs: [&dyn StageCost; 2] = [&tau_lop, &loggph];
    for (ranks, per_host) in [(2, 1), (12, 4), (16, 3), (24, 8), (36, 5), (48, 8), (60, 7), (64, 16)] {
        for mapping in [Mapping::Sequential, Mapping::RoundRobin] {
            let layout = Layout::new(ranks, per_host, mapping).expect("a layout");
            for (cost, bytes) in itertools::iproduct!(costs, [1, 3000]) {
                assert_best(cost, &layout, bytes);
            }
        }
    }
}

/// All ranks do the same, so a list takes exactly the time of its execution.
#[test]
fn lists_take_what_an_execution_takes() {
    for timing in [timing(LONG_GAP), timing(LONG_MESSAGES), built_in("lecture"), built_in("loggopsim"), loggp("tukey")]
    {
        for ranks in [2, 3, 12, 24, 30] {
            for (radices, bytes) in itertools::iproduct!(factorisations(ranks), [1, 300]) {
                let staged = with_radices(ranks, bytes, radices);
                let times = [predicted, replayed].map(|time| time(timing.as_ref(), &staged));
                assert_eq!(times[0], times[1], "{} ({}), {ranks} ranks", timing.name(), staged.parameters);
            }
        }
    }
}

/// L = 11, o = 1, g = 5, G = 0.5 cycles: a stage takes p(s m) + (r - 2) (g + (s m - 1) G) for messages of s m bytes, unless the
/// processor has to send when a message comes.
#[test]
fn a_stage_is_a_stream() {
    let text = "name = \"l\"\nunit = \"cycle\"\n[loggp]\nlatency = \"11 cycles\"\noverhead = \"1 cycle\"\ngap = \"5 cycles\"\n\
                gap_per_byte = \"0.5 cycle/B\"\n";
    let time = |radices| predicted(timing(text).as_ref(), &with_radices(48, 1, radices));
    // 13 + 6 x 5 for 8 ranks, then 13 + 3.5 + 4 x 8.5 for 6.
    assert_eq!(time(vec![8, 6]), 93_500);
    // 13 for 2 ranks, then 13 + 0.5 + 22 x 5.5 for 24.
    assert_eq!(time(vec![2, 24]), 147_500);
    assert_eq!(time(vec![48]), 13_000 + 46 * 5_000);
}

/// 96 ranks have six single radices that leave none over; lists do better.
#[test]
fn one_radix_costs_what_lists_save() {
    let timing = built_in("loggopsim");
    let (cost, layout) = (PortStages(timing.as_ref()), Layout::one_host(96).expect("ranks"));
    let [any, single] = ["recursive-multiplying", "k-nomial"].map(|family| found(&cost, &layout, 64, family));
    let of_12 = maybe(MpiCollective::Allgather, "k-nomial", 96, 64, Parameters::new().number("k", 12)).expect("12 x 8");
    assert_eq!(of_12.stages, with_radices(96, 64, vec![12, 8]).stages);
    assert!(any < single && single.is_some_and(|time| time.ticks() <= predicted(timing.as_ref(), &of_12)));
}
