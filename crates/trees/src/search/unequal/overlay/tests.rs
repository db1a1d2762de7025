//! Compares the search with all trees and all placements.

use super::*;
use crate::search::overlay;
use logpine_models::job::{Job, Targets};
use logpine_models::machine::Machine;
use logpine_models::model::Tan;
use logpine_text::units::Factor;
use logpine_text::watch::OverAfter;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Times, with the hosts of each class that are taken.
type Ways = BTreeSet<(u64, Vec<u64>)>;

/// All trees with these targets, placed in all ways. Every member takes a host, and of other trees the internal nodes.
#[derive(Clone, Copy)]
struct Trees<'a> {
    cost: &'a UnequalLevel<'a>,
    targets: Targets,
}

impl Trees<'_> {
    /// Every way to make a subtree of that many targets: its time, and the hosts of each class that it takes.
    fn subtrees(self, count: u64, free: &[u64]) -> Ways {
        let mut found = Ways::new();
        let startup = self.cost.startup().ticks();
        if count == 1 && self.targets == Targets::Leaves {
            found.insert((startup, vec![0; free.len()]));
            return found;
        }
        for class in (0..free.len()).filter(|&class| free[class] > 0) {
            let mut rest = free.to_vec();
            rest[class] -= 1;
            let host = HostClass(u16::try_from(class + 1).expect("few"));
            let trees = match (count, self.targets) {
                (1, _) => Ways::from([(startup, vec![0; free.len()])]),
                (_, Targets::Leaves) => self.nodes(host, count, &rest, 2),
                (_, Targets::Members) => self.nodes(host, count, &rest, 1),
            };
            for mut tree in trees {
                tree.1[class] += 1;
                found.insert(tree);
            }
        }
        found
    }

    /// Every way to make the subtree below a node on a given host.
    fn nodes(self, host: HostClass, count: u64, free: &[u64], least_fanout: u64) -> Ways {
        let mut found = Ways::new();
        let below = if self.targets == Targets::Members { count - 1 } else { count };
        for fanout in least_fanout..=below {
            let Some(level) = self.cost.level_on(host, fanout).map(Time::ticks) else { continue };
            for (time, used) in self.children(fanout, below, below, free) {
                found.insert((time + level, used));
            }
        }
        found
    }

    /// Every way to share targets and hosts among `children` children, none with more than `most` targets.
    fn children(self, children: u64, count: u64, most: u64, free: &[u64]) -> Ways {
        if children == 0 {
            return if count == 0 { Ways::from([(0, vec![0; free.len()])]) } else { Ways::new() };
        }
        let mut found = Ways::new();
        for first in 1..=most.min(count) {
            for (time, used) in self.subtrees(first, free) {
                let rest: Vec<u64> = free.iter().zip(&used).map(|(free, used)| free - used).collect();
                for (others, more) in self.children(children - 1, count - first, first, &rest) {
                    let tree = (time.max(others), used.iter().zip(&more).map(|(a, b)| a + b).collect());
                    found.insert(tree);
                }
            }
        }
        found
    }
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
fn heuristic(cost: &UnequalLevel, hosts: &OverlayHosts, (targets, count): (Targets, u64)) -> (Time, Time) {
    let least = fastest::Fastest::of(cost, hosts).optimum(targets, count).expect("representable");
    let reach = upper::reach(cost, hosts, (targets, count), least.time).expect("representable");
    let (tree, limit) = beyond(&reach, &least, count, &());
    assert_eq!(targets_of(&tree, targets), count);
    let used = |class| tree.classes.iter().skip(1).filter(|&&other| other == class).count() as u64;
    assert!(hosts.groups.iter().all(|group| used(group.class) <= group.processes));
    (tree.time(cost).expect("representable"), Time::from_ticks(limit.ticks + cost.startup().ticks()))
}

fn targets_of(tree: &HostedTree, targets: Targets) -> u64 {
    match targets {
        Targets::Leaves => tree.tree.leaves().count() as u64,
        Targets::Members => tree.tree.len() as u64,
    }
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
        count in 2u64..7,
        targets in prop::sample::select(vec![Targets::Leaves, Targets::Members]),
    ) {
        let [_, constant, linear, quadratic, gap, filter] = parameters;
        let machine = machine([latency, constant, 100 * linear, 100 * quadratic, gap, filter]);
        let base = Tan::reduction(&machine).expect("it has [tan]");
        let mut tenths = tenths;
        tenths.sort_unstable();
        tenths.dedup();
        // There are too many trees of five leaves on many hosts to list.
        let most = if count >= 5 && targets == Targets::Leaves { 1 } else { 2 };
        let counts: Vec<u64> = counts.iter().take(tenths.len()).map(|&count| count.min(most)).collect();
        let counts = counts.as_slice();
        // Every member but the root needs a host.
        let hosts_there = counts.iter().sum::<u64>();
        prop_assume!(targets == Targets::Leaves || hosts_there > 0);
        let count = if targets == Targets::Members { count.min(hosts_there + 1) } else { count };
        let cost = UnequalLevel::new(&base, factors(&tenths));
        let root = HostClass(root.min(u16::try_from(tenths.len()).expect("few")));
        let hosts = OverlayHosts { root, groups: groups(counts) };
        let all = Trees { cost: &cost, targets };
        let expected = all.nodes(root, count, counts, 1).into_iter().map(|tree| tree.0).min();
        let found = best(&cost, &hosts, (targets, count), &()).expect("a tree");
        prop_assert_eq!(Some(found.time.ticks()), expected);
        prop_assert_eq!((found.bound, found.proof), (found.time, OverlayProof::Exhaustive));
        prop_assert_eq!(found.tree.time(&cost), Some(found.time));
        prop_assert_eq!(targets_of(&found.tree, targets), count);
        let (time, bound) = heuristic(&cost, &hosts, (targets, count));
        prop_assert!(bound <= found.time && found.time <= time, "{bound:?} {:?} {time:?}", found.time);
    }

    /// Up to 40 targets on up to 6 hosts: too many trees to list, but not for the dynamic program.
    #[test]
    fn bounds_and_heuristics_keep_to_the_optimum(
        latency in 1u64..100,
        constant in 0u64..100,
        linear in 0u64..2000,
        quadratic in 0u64..300,
        slower in prop::array::uniform3(1u64..8),
        counts in prop::array::uniform3(0u64..3),
        count in 7u64..40,
        targets in prop::sample::select(vec![Targets::Leaves, Targets::Members]),
    ) {
        let tenths = [9 + slower[0], 9 + slower[0] + slower[1], 9 + slower[0] + slower[1] + slower[2]];
        let machine = machine([latency, constant, linear, quadratic, 0, 0]);
        let base = Tan::reduction(&machine).expect("it has [tan]");
        let cost = UnequalLevel::new(&base, factors(&tenths));
        let hosts = OverlayHosts { root: HostClass(0), groups: groups(&counts) };
        let found = best(&cost, &hosts, (targets, count), &()).expect("a tree");
        prop_assert_eq!(found.proof, OverlayProof::Exhaustive);
        let (time, bound) = heuristic(&cost, &hosts, (targets, count));
        prop_assert!(bound <= found.time && found.time <= time, "{bound:?} {:?} {time:?}", found.time);
    }

    /// With enough hosts, all equally fast: the optimum over all trees, proved.
    #[test]
    fn equal_hosts_are_the_homogeneous_case(
        count in 2u64..1200,
        tenths in 10u64..25,
        targets in prop::sample::select(vec![Targets::Leaves, Targets::Members]),
    ) {
        let cab = Machine::load("cab").expect("built in");
        let base = Tan::reduction(&cab).expect("it has [tan]");
        let cost = UnequalLevel::new(&base, factors(&[tenths]));
        let hosts = OverlayHosts { root: HostClass(1), groups: groups(&[count]) };
        let found = best(&cost, &hosts, (targets, count), &()).expect("a tree");
        let alone = fastest::Fastest::of(&cost, &hosts);
        let job = Job::of(targets, count);
        let optimum = overlay::without_budget(&alone, &job.expect("a job"), &()).expect("a tree");
        prop_assert_eq!((found.time, found.bound), (optimum.score.time, optimum.score.time));
    }
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
    let leaves = |count| (Targets::Leaves, count);
    let error = best(&cost, &hosts(2), leaves(8), &()).expect_err("too few hosts");
    let short = UnequalOverlayError::TooFewHosts { targets: Targets::Leaves, widest: 3, served: 7, count: 8 };
    assert_eq!(error, short);
    assert!(best(&cost, &hosts(3), leaves(8), &()).is_ok());
    // The root with 3 children, and these with 3 each.
    let error = best(&cost, &hosts(2), (Targets::Members, 11), &()).expect_err("too few hosts");
    assert_eq!(error.to_string(), "the hosts are too few: with fanouts up to 3 they serve 10 members, not 11");
    assert!(best(&cost, &hosts(3), (Targets::Members, 11), &()).is_ok());
    let error = best(&cost, &hosts(3), leaves(MOST_TARGETS + 1), &()).expect_err("too many");
    assert!(matches!(error, UnequalOverlayError::TooMany { .. }));
    let falls = "name = \"m\"\n[tan]\nlatency = \"1us\"\noverhead = { table = [[2, \"50us\"], [4, \"2us\"]] }\n";
    let machine = Machine::from_toml(falls, "m.toml").expect("valid");
    let base = Tan::reduction(&machine).expect("it has [tan]");
    let cost = UnequalLevel::new(&base, factors(&[10]));
    assert_eq!(best(&cost, &hosts(3), leaves(3), &()).expect_err("it falls"), UnequalOverlayError::NotMonotone);
    assert_eq!(
        best(&cost, &hosts(3), (Targets::Members, 3), &()).expect_err("it falls"),
        UnequalOverlayError::NotMonotone
    );
    assert_eq!(best(&cost, &hosts(3), leaves(1), &()).map(|found| found.time), Ok(Time::ZERO));
}

/// 1,000 hosts with overhead factors 1, 1.2, 1.5 and 2, 250 of each: all of them are used, and the time is at most 5 % above
/// the bound.
#[test]
fn a_thousand_hosts_of_four_speeds() {
    let cab = Machine::load("cab").expect("built in");
    let base = Tan::reduction(&cab).expect("it has [tan]");
    let cost = UnequalLevel::new(&base, factors(&[10, 12, 15, 20]));
    let hosts = OverlayHosts { root: HostClass(0), groups: groups(&[250; 4]) };
    let found = best(&cost, &hosts, (Targets::Leaves, 20_000), &()).expect("a tree");
    assert_eq!(found.proof, OverlayProof::Prices);
    assert_eq!(found.tree.classes.len(), 1001);
    let (time, bound) = (found.time.ticks(), found.bound.ticks());
    assert!(bound <= time && time * 100 <= bound * 105, "{time} {bound}");
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let again = one_thread.install(|| best(&cost, &hosts, (Targets::Leaves, 20_000), &())).expect("a tree");
    assert_eq!((again.tree, again.time), (found.tree.clone(), found.time));
    for questions in [0, 1, 20, 300] {
        let watch = OverAfter::new(questions);
        let stopped = best(&cost, &hosts, (Targets::Leaves, 20_000), &watch).expect("a tree");
        assert_eq!(stopped.tree.time(&cost), Some(stopped.time));
        assert!(stopped.bound <= found.time && found.time <= stopped.time, "{questions}");
    }
}
