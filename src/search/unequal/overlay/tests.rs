//! Compares the search with all trees and all placements.

use super::*;
use crate::machine::Machine;
use crate::model::Tan;
use crate::request::Job;
use crate::search::overlay;
use crate::units::Factor;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Times, with the hosts of each class that are taken.
type Ways = BTreeSet<(u64, Vec<u64>)>;

/// Every way to make a subtree of `leaves` leaves: its time, and the hosts of each class that it takes.
fn subtrees(cost: &UnequalLevel, leaves: u64, free: &[u64]) -> Ways {
    let mut found = Ways::new();
    if leaves == 1 {
        found.insert((cost.startup().ticks(), vec![0; free.len()]));
        return found;
    }
    for class in 0..free.len() {
        let mut rest = free.to_vec();
        if rest[class] == 0 {
            continue;
        }
        rest[class] -= 1;
        for mut tree in nodes(cost, HostClass(u16::try_from(class + 1).expect("few")), leaves, &rest, 2) {
            tree.1[class] += 1;
            found.insert(tree);
        }
    }
    found
}

/// Every way to make the subtree below a node on a given host.
fn nodes(cost: &UnequalLevel, host: HostClass, leaves: u64, free: &[u64], least_fanout: u64) -> Ways {
    let mut found = Ways::new();
    for fanout in least_fanout..=leaves {
        let Some(level) = cost.level_on(host, fanout).map(Time::ticks) else { continue };
        for (time, used) in children(cost, fanout, leaves, leaves, free) {
            found.insert((time + level, used));
        }
    }
    found
}

/// Every way to share leaves and hosts among `count` children, none with more than `most` leaves.
fn children(cost: &UnequalLevel, count: u64, leaves: u64, most: u64, free: &[u64]) -> Ways {
    if count == 0 {
        return if leaves == 0 { Ways::from([(0, vec![0; free.len()])]) } else { Ways::new() };
    }
    let mut found = Ways::new();
    for first in 1..=most.min(leaves) {
        for (time, used) in subtrees(cost, first, free) {
            let rest: Vec<u64> = free.iter().zip(&used).map(|(free, used)| free - used).collect();
            for (others, more) in children(cost, count - 1, leaves - first, first, &rest) {
                let tree = (time.max(others), used.iter().zip(&more).map(|(a, b)| a + b).collect());
                found.insert(tree);
            }
        }
    }
    found
}

fn machine(parameters: [u64; 6]) -> Machine {
    let [latency, constant, linear, quadratic, gap, filter] = parameters;
    let text = format!(
        "name = \"m\"\n[tan]\nlatency = \"{latency}us\"\ngap = \"{gap}ns\"\nfilter = \"{filter}us\"\nstartup = \"3us\"\n\
         overhead = {{ constant = \"{constant}us\", linear = \"{linear}ns\", quadratic = \"{quadratic}ns\" }}\n"
    );
    Machine::from_toml(&text, "m.toml").expect("valid")
}

fn factors(tenths: &[u64]) -> Vec<Factor> {
    tenths.iter().map(|&tenths| Factor::from_millionths(tenths * 100_000)).collect()
}

fn groups(counts: &[u64]) -> Vec<HostGroup> {
    (1u16..).zip(counts).map(|(class, &processes)| HostGroup { class: HostClass(class), processes }).collect()
}

/// The result of the search if exact search would take too long.
fn heuristic(cost: &UnequalLevel, hosts: &OverlayHosts, leaves: u64) -> (Time, Time) {
    let least = fastest::Fastest::of(cost, hosts).optimum(leaves).expect("representable");
    let reach = upper::reach(cost, hosts, leaves, least.time).expect("representable");
    let (tree, limit) = beyond(&reach, &least, leaves);
    assert_eq!(tree.tree.leaves().count() as u64, leaves);
    let used = |class| tree.classes.iter().skip(1).filter(|&&other| other == class).count() as u64;
    assert!(hosts.groups.iter().all(|group| used(group.class) <= group.processes));
    (tree.time(cost).expect("representable"), Time::from_ticks(limit.ticks + cost.startup().ticks()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Tests every tree and every placement, with the root on a host of its own that may be the slowest.
    #[test]
    fn exact_search_is_brute_force_and_lies_between_bound_and_heuristic(
        parameters in prop::array::uniform6(0u64..30),
        latency in 1u64..60,
        tenths in prop::collection::vec(10u64..31, 3),
        counts in prop::collection::vec(0u64..3, 3),
        root in 0u16..4,
        leaves in 2u64..7,
    ) {
        let [_, constant, linear, quadratic, gap, filter] = parameters;
        let machine = machine([latency, constant, 100 * linear, 100 * quadratic, gap, filter]);
        let base = Tan::reduction(&machine).expect("it has [tan]");
        let mut tenths = tenths;
        tenths.sort_unstable();
        tenths.dedup();
        // There are too many trees of five leaves on many hosts to list.
        let most = if leaves >= 5 { 1 } else { 2 };
        let counts: Vec<u64> = counts.iter().take(tenths.len()).map(|&count| count.min(most)).collect();
        let counts = counts.as_slice();
        let cost = UnequalLevel::new(&base, factors(&tenths));
        let root = HostClass(root.min(u16::try_from(tenths.len()).expect("few")));
        let hosts = OverlayHosts { root, groups: groups(counts) };
        let expected = nodes(&cost, root, leaves, counts, 1).into_iter().map(|tree| tree.0).min();
        let found = best(&cost, &hosts, leaves).expect("a tree");
        prop_assert_eq!(Some(found.time.ticks()), expected);
        prop_assert_eq!((found.bound, found.proof), (found.time, OverlayProof::Exhaustive));
        prop_assert_eq!(found.tree.time(&cost), Some(found.time));
        let (time, bound) = heuristic(&cost, &hosts, leaves);
        prop_assert!(bound <= found.time && found.time <= time, "{bound:?} {:?} {time:?}", found.time);
    }

    /// Up to 40 leaves on up to 6 hosts: too many trees to list, but not for the dynamic program.
    #[test]
    fn bounds_and_heuristics_keep_to_the_optimum(
        latency in 1u64..100,
        constant in 0u64..100,
        linear in 0u64..2000,
        quadratic in 0u64..300,
        slower in prop::array::uniform3(1u64..8),
        counts in prop::array::uniform3(0u64..3),
        leaves in 7u64..40,
    ) {
        let tenths = [9 + slower[0], 9 + slower[0] + slower[1], 9 + slower[0] + slower[1] + slower[2]];
        let machine = machine([latency, constant, linear, quadratic, 0, 0]);
        let base = Tan::reduction(&machine).expect("it has [tan]");
        let cost = UnequalLevel::new(&base, factors(&tenths));
        let hosts = OverlayHosts { root: HostClass(0), groups: groups(&counts) };
        let found = best(&cost, &hosts, leaves).expect("a tree");
        prop_assert_eq!(found.proof, OverlayProof::Exhaustive);
        let (time, bound) = heuristic(&cost, &hosts, leaves);
        prop_assert!(bound <= found.time && found.time <= time, "{bound:?} {:?} {time:?}", found.time);
    }

    /// With enough hosts, all equally fast: the optimum over all trees, proved.
    #[test]
    fn equal_hosts_are_the_homogeneous_case(leaves in 2u64..1200, tenths in 10u64..25) {
        let cab = Machine::load("cab").expect("built in");
        let base = Tan::reduction(&cab).expect("it has [tan]");
        let cost = UnequalLevel::new(&base, factors(&[tenths]));
        let hosts = OverlayHosts { root: HostClass(1), groups: groups(&[leaves]) };
        let found = best(&cost, &hosts, leaves).expect("a tree");
        let alone = fastest::Fastest::of(&cost, &hosts);
        let optimum = overlay::without_budget(&alone, &Job::new(leaves).expect("a job")).expect("a tree");
        prop_assert_eq!((found.time, found.bound), (optimum.score.time, optimum.score.time));
    }
}

#[test]
fn more_hosts_never_hurt_and_slower_ones_never_help() {
    let cab = Machine::load("cab").expect("built in");
    let base = Tan::reduction(&cab).expect("it has [tan]");
    let time = |tenths: &[u64], counts: &[u64]| {
        let cost = UnequalLevel::new(&base, factors(tenths));
        best(&cost, &OverlayHosts { root: HostClass(0), groups: groups(counts) }, 60).expect("a tree").time
    };
    assert!(time(&[10, 20], &[2, 2]) <= time(&[10, 20], &[2, 1]));
    assert!(time(&[10, 20], &[2, 2]) <= time(&[12, 20], &[2, 2]));
    // Without other hosts: flat, 147.3 + 0.783 x 61 + 0.157 x 61^2 us.
    assert_eq!(time(&[10], &[0]).ticks(), 147_300_000 + 61 * 783_000 + 61 * 61 * 157_000);
}

#[test]
fn jobs_without_an_answer_say_why() {
    let text = "name = \"m\"\n[tan]\nlatency = \"1us\"\noverhead = { table = [[2, \"50us\"], [4, \"52us\"]] }\n";
    let machine = Machine::from_toml(text, "m.toml").expect("valid");
    let base = Tan::reduction(&machine).expect("it has [tan]");
    let cost = UnequalLevel::new(&base, factors(&[10]));
    let hosts =
        |processes| OverlayHosts { root: HostClass(0), groups: vec![HostGroup { class: HostClass(1), processes }] };
    // Fanouts up to 3: the root and two more processes serve 7 leaves.
    let error = best(&cost, &hosts(2), 8).expect_err("too few hosts");
    assert_eq!(error, UnequalOverlayError::TooFewHosts { widest: 3, served: 7, leaves: 8 });
    assert!(best(&cost, &hosts(3), 8).is_ok());
    let error = best(&cost, &hosts(3), MOST_LEAVES + 1).expect_err("too many");
    assert!(matches!(error, UnequalOverlayError::TooManyLeaves { .. }));
    let falls = "name = \"m\"\n[tan]\nlatency = \"1us\"\noverhead = { table = [[2, \"50us\"], [4, \"2us\"]] }\n";
    let machine = Machine::from_toml(falls, "m.toml").expect("valid");
    let base = Tan::reduction(&machine).expect("it has [tan]");
    let cost = UnequalLevel::new(&base, factors(&[10]));
    assert_eq!(best(&cost, &hosts(3), 3).expect_err("it falls"), UnequalOverlayError::NotMonotone);
    assert_eq!(best(&cost, &hosts(3), 1).map(|found| found.time), Ok(Time::ZERO));
}

/// 1,000 hosts with overhead factors 1, 1.2, 1.5 and 2, 250 of each: all of them are used, and the time is at most 5 % above
/// the bound.
#[test]
fn a_thousand_hosts_of_four_speeds() {
    let cab = Machine::load("cab").expect("built in");
    let base = Tan::reduction(&cab).expect("it has [tan]");
    let cost = UnequalLevel::new(&base, factors(&[10, 12, 15, 20]));
    let hosts = OverlayHosts { root: HostClass(0), groups: groups(&[250; 4]) };
    let found = best(&cost, &hosts, 20_000).expect("a tree");
    assert_eq!(found.proof, OverlayProof::Prices);
    assert_eq!(found.tree.classes.len(), 1001);
    let (time, bound) = (found.time.ticks(), found.bound.ticks());
    assert!(bound <= time && time * 100 <= bound * 105, "{time} {bound}");
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let again = one_thread.install(|| best(&cost, &hosts, 20_000)).expect("a tree");
    assert_eq!((again.tree, again.time), (found.tree, found.time));
}
