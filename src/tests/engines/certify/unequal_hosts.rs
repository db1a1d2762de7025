//! Eight unequal hosts: too many for brute force.

use super::slower::{cab, serial, textbook};
use logpine::units::Time;
use logpine_models::model::HostClass;
use logpine_trees::search::milp::{Chains, OverlayHosts, OverlayQuestion, RankQuestion, Verdict};
use std::time::Duration;

const NO_LIMIT: Duration = Duration::MAX;
/// The factors of the front end and of eight hosts, all different.
const FACTORS: [&str; 9] = ["1", "1.05", "1.13", "1.2", "1.31", "1.47", "1.62", "1.8", "2"];

/// 421.1834 us for 128 leaves: a root over all eight hosts, with 10 to 21 leaves each.
#[test]
fn a_tree_on_eight_hosts_is_proved() {
    let cost = cab(&FACTORS);
    let hosts = OverlayHosts { root: HostClass(0), leaf: HostClass(0), slots: vec![0, 1, 1, 1, 1, 1, 1, 1, 1] };
    let question = OverlayQuestion { cost: &cost, hosts, leaves: 128, chains: Chains::Excluded, max_height: None };
    let time = Time::from_ticks(421_183_400);
    assert_eq!(question.certify(time, NO_LIMIT).verdict, Verdict::Proved { lower_bound: time });
    let slower = Time::from_ticks(time.ticks() + 1);
    let Verdict::Refuted { tree, time: faster } = question.certify(slower, NO_LIMIT).verdict else {
        panic!("there is a tree that takes {time:?}");
    };
    assert_eq!((faster, tree.nodes.len()), (time, 9));
    assert_eq!(tree.nodes[0].leaves, 0);
}

#[test]
fn a_broadcast_to_eight_hosts_is_proved() {
    let timing = textbook(&FACTORS[..8]);
    let question = RankQuestion { timing: &timing, bytes: 1, classes: (0..8).map(HostClass).collect(), root: 0 };
    let [time, slower] = [24_920, 24_921].map(Time::from_ticks);
    assert_eq!(question.certify(time, NO_LIMIT).verdict, Verdict::Proved { lower_bound: time });
    let Verdict::Refuted { tree, time: faster } = question.certify(slower, NO_LIMIT).verdict else {
        panic!("there is a tree that takes {time:?}");
    };
    assert_eq!((faster, question.time_of(&tree)), (time, Some(time)));
}

/// On a machine that serializes messages, 32 leaves run below six of the eight hosts; the other two are not worth a turn of
/// the root.
#[test]
fn trees_of_a_serial_machine_are_proved() {
    let cost = serial(&FACTORS);
    for (leaves, ticks, processes) in [(16, 12_310_000, 5), (32, 16_440_000, 7)] {
        let hosts = OverlayHosts { root: HostClass(0), leaf: HostClass(0), slots: vec![0, 1, 1, 1, 1, 1, 1, 1, 1] };
        let question = OverlayQuestion { cost: &cost, hosts, leaves, chains: Chains::Excluded, max_height: None };
        let [time, slower] = [ticks, ticks + 1].map(Time::from_ticks);
        assert_eq!(question.certify(time, NO_LIMIT).verdict, Verdict::Proved { lower_bound: time });
        let Verdict::Refuted { tree, time: faster } = question.certify(slower, NO_LIMIT).verdict else {
            panic!("there is a tree that takes {time:?}");
        };
        assert_eq!((faster, question.time_of(&tree), tree.nodes.len()), (time, Some(time), processes));
    }
}
