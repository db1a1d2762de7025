//! On equal hosts, the integer programs and the exact engines find the same times.

use super::random::Numbers;
use logpine::request::Job;
use logpine::units::Time;
use logpine_models::machine::Machine;
use logpine_models::model::{HostClass, Logp, Tan};
use logpine_trees::search::milp::{Chains, OverlayHosts, OverlayQuestion, RankQuestion, Verdict};
use logpine_trees::search::optimum;
use logpine_trees::tree::earliest::broadcast_time;
use std::time::Duration;

const NO_LIMIT: Duration = Duration::MAX;

fn question(cost: &Tan, leaves: u64) -> OverlayQuestion<'_> {
    let hosts = OverlayHosts { root: HostClass(0), leaf: HostClass(0), slots: vec![leaves - 1] };
    OverlayQuestion { cost, hosts, leaves, chains: Chains::Excluded, max_height: None }
}

fn optimal_time(cost: &Tan, leaves: u64) -> Time {
    let optimum = optimum(cost, &Job::new(leaves).expect("a job"), &()).expect("a tree");
    assert_eq!(optimum.bound, optimum.score.time);
    optimum.score.time
}

#[test]
fn trees_of_random_machines() {
    let numbers = &mut Numbers(4);
    for _ in 0..60 {
        let (latency, constant) = (numbers.pick(0..=20), numbers.pick(0..=20));
        let (linear, quadratic) = (numbers.pick(1..=10), numbers.pick(0..=2));
        let text = format!(
            "name = \"m\"\n[tan]\nlatency = \"{latency}ps\"\nstartup = \"3ps\"\noverhead.constant = \"{constant}ps\"\n\
             overhead.linear = \"{linear}ps\"\noverhead.quadratic = \"{quadratic}ps\""
        );
        let machine = Machine::from_toml(&text, "m.toml").expect(&text);
        let cost = Tan::reduction(&machine).expect("it has [tan]");
        let leaves = numbers.pick(2..=20);
        let time = optimal_time(&cost, leaves);
        let question = question(&cost, leaves);
        let slower = Time::from_ticks(time.ticks() + 1);
        let results = [time, slower].map(|claimed| question.certify(claimed, NO_LIMIT).result());
        assert_eq!(results, ["proved", "refuted"], "{leaves} leaves, {text}");
    }
}

/// Groves, Gutierrez and Arnold (2015): the fastest trees on Cab, of which that for 128 leaves has the fanouts 11 and 12.
#[test]
fn trees_on_cab_are_proved() {
    let cost = Tan::reduction(&Machine::load("cab").expect("built in")).expect("it has [tan]");
    for leaves in [2, 16, 32, 64, 128, 200] {
        let time = optimal_time(&cost, leaves);
        let question = question(&cost, leaves);
        assert_eq!(question.certify(time, NO_LIMIT).verdict, Verdict::Proved { lower_bound: time }, "{leaves} leaves");
        let slower = Time::from_ticks(time.ticks() + 1);
        assert_eq!(question.certify(slower, NO_LIMIT).result(), "refuted", "{leaves} leaves");
    }
}

#[test]
fn broadcasts_of_random_machines() {
    let numbers = &mut Numbers(5);
    for _ in 0..100 {
        let [latency, overhead, gap] = [numbers.pick(0..=20), numbers.pick(1..=10), numbers.pick(1..=20)];
        let text = format!(
            "name = \"m\"\nunit = \"cycle\"\n[logp]\nlatency = \"{latency} cycles\"\noverhead = \"{overhead} cycles\"\n\
             gap = \"{gap} cycles\""
        );
        let machine = Machine::from_toml(&text, "m.toml").expect(&text);
        let logp = Logp::new(&machine).expect("it has [logp]");
        let ranks = usize::try_from(numbers.pick(2..=40)).expect("small");
        let question = RankQuestion { timing: &logp, bytes: 1, classes: vec![HostClass(0); ranks], root: 0 };
        let [gap, delivery] =
            [gap.max(overhead), latency + 2 * overhead].map(|cycles| Time::from_ticks(1_000 * cycles));
        let time = broadcast_time(gap, delivery, ranks as u64).expect("a time");
        let slower = Time::from_ticks(time.ticks() + 1);
        let results = [time, slower].map(|claimed| question.certify(claimed, NO_LIMIT).result());
        assert_eq!(results, ["proved", "refuted"], "{ranks} ranks, {text}");
    }
}
