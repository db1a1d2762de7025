//! Random questions about ranks, with all orders of sends tried.

use super::random::{Numbers, Ports};
use super::rank_brute_force::least_time;
use logpine::units::Time;
use logpine_models::model::{HostClass, PortTiming, Reversed};
use logpine_trees::search::milp::{RankQuestion, Verdict};
use std::time::Duration;

const NO_LIMIT: Duration = Duration::MAX;

#[test]
fn as_by_brute_force() {
    let numbers = &mut Numbers(3);
    for case in 0..300 {
        let ranks = usize::try_from(numbers.pick(1..=if case % 10 == 0 { 6 } else { 5 })).expect("small");
        let hosts = usize::try_from(numbers.pick(1..=ranks as u64)).expect("small");
        let ports = Ports::random(numbers, hosts);
        let classes = (0..ranks).map(|_| HostClass(u16::try_from(numbers.pick(1..=hosts as u64) - 1).expect("small")));
        let classes = classes.collect();
        let root = usize::try_from(numbers.pick(1..=ranks as u64)).expect("small") - 1;
        let backwards = Reversed(&ports);
        let timing = if numbers.one_in(4) { &backwards as &dyn PortTiming } else { &ports };
        let question = RankQuestion { timing, bytes: 1, classes, root };
        let shown = || format!("case {case}: {:?}, root {root}, {ports:?}", question.classes);
        let least = least_time(&question);
        let time = Time::from_ticks(least);
        let proof = question.certify(time, NO_LIMIT);
        assert_eq!(proof.verdict, Verdict::Proved { lower_bound: time }, "{}", shown());
        let slower = Time::from_ticks(least + numbers.pick(1..=30));
        let Verdict::Refuted { tree, time } = question.certify(slower, NO_LIMIT).verdict else {
            panic!("{}", shown());
        };
        assert!((least..slower.ticks()).contains(&time.ticks()), "{}", shown());
        assert_eq!(question.time_of(&tree), Some(time), "{}", shown());
    }
}
