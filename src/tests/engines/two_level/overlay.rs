//! Overlay trees over hosts with several leaves each.

use logpine::request::{Job, Limits};
use logpine_models::machine::{Locality, Machine};
use logpine_models::model::Tan;
use logpine_text::watch::OverAfter;
use logpine_trees::search::two_level::{TwoLevelTrees, overlay};
use logpine_trees::tree::{NodeId, Shape};
use proptest::prelude::*;
use std::collections::HashMap;

/// Costs of fanouts 1 and more, each at least the one before.
#[derive(Clone, Debug)]
struct Costs {
    startup: u64,
    among: Vec<u64>,
    within: Vec<u64>,
}

fn machine(costs: &Costs) -> Machine {
    let table = |costs: &[u64]| {
        let points: Vec<String> =
            (1..).zip(costs).map(|(fanout, cost): (u64, _)| format!("[{fanout}, \"{cost}ps\"]")).collect();
        format!("latency = \"0s\"\noverhead_argument = \"children\"\noverhead.table = [{}]\n", points.join(", "))
    };
    let text = format!(
        "name = \"m\"\n[tan]\nstartup = \"{}ps\"\n{}[within.host.tan]\nstartup = \"{}ps\"\n{}",
        costs.startup,
        table(&costs.among),
        costs.startup,
        table(&costs.within)
    );
    Machine::from_toml(&text, "m.toml").expect("valid")
}

/// All trees over the leaves of hosts, each a count by host.
struct Exhaustive<'a> {
    costs: &'a Costs,
    lanes: usize,
    /// Least time of a tree over these leaves in which every path stays inside a host once it is there.
    in_class: HashMap<Vec<u64>, u64>,
    /// The least time of any tree, with the root on that host.
    of_all: HashMap<(Vec<u64>, usize), u64>,
}

/// All ways to divide counts among at least two nonempty parts, in falling order.
fn divisions(counts: &[u64], largest: &[u64]) -> Vec<Vec<Vec<u64>>> {
    if counts.iter().all(|&count| count == 0) {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for part in parts(counts).into_iter().filter(|part| part.as_slice() <= largest) {
        let rest: Vec<u64> = counts.iter().zip(&part).map(|(count, part)| count - part).collect();
        for mut division in divisions(&rest, &part) {
            division.insert(0, part.clone());
            all.push(division);
        }
    }
    all
}

/// All parts of counts but the empty one.
fn parts(counts: &[u64]) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for &count in counts {
        all = all
            .into_iter()
            .flat_map(|part| (0..=count).map(move |here| part.iter().copied().chain([here]).collect()))
            .collect();
    }
    all.retain(|part| part.iter().any(|&count| count > 0));
    all
}

impl Exhaustive<'_> {
    fn cost(costs: &[u64], fanout: usize) -> Option<u64> {
        costs.get(fanout.checked_sub(1)?).copied()
    }

    fn in_class(&mut self, leaves: &[u64]) -> u64 {
        if leaves.iter().sum::<u64>() == 1 {
            return self.costs.startup;
        }
        if let Some(&known) = self.in_class.get(leaves) {
            return known;
        }
        let mut best = u64::MAX;
        if leaves.iter().filter(|&&count| count > 0).count() == 1 {
            best = self.inside(leaves.iter().sum());
        }
        let most = self.lanes;
        for lanes in divisions(leaves, leaves).into_iter().filter(|lanes| lanes.len() <= most) {
            let above = self.inside(u64::try_from(lanes.len()).expect("few")) - self.costs.startup;
            let single = lanes.len() > 1;
            let slowest = lanes.iter().map(|lane| self.process(lane, single)).max().expect("lanes");
            best = best.min(slowest.saturating_add(above));
        }
        self.in_class.insert(leaves.to_vec(), best);
        best
    }

    /// A process with children on any hosts, perhaps with a single one, over these leaves.
    fn process(&mut self, leaves: &[u64], single: bool) -> u64 {
        let divisions = divisions(leaves, leaves).into_iter().filter(|division| single || division.len() > 1);
        let mut best = u64::MAX;
        for division in divisions {
            let Some(cost) = Self::cost(&self.costs.among, division.len()) else { continue };
            let slowest = division.iter().map(|part| self.in_class(part)).max().expect("parts");
            best = best.min(cost.saturating_add(slowest));
        }
        best
    }

    /// A tree of nodes that all are inside one host.
    fn inside(&self, leaves: u64) -> u64 {
        if leaves == 1 {
            return self.costs.startup;
        }
        let divisions = divisions(&[leaves], &[leaves]).into_iter().filter(|division| division.len() > 1);
        let times = divisions.filter_map(|division| {
            let slowest = division.iter().map(|part| self.inside(part[0])).max()?;
            Some(Self::cost(&self.costs.within, division.len())?.saturating_add(slowest))
        });
        times.min().unwrap_or(u64::MAX)
    }

    fn of_all(&mut self, leaves: &[u64], host: usize) -> u64 {
        if leaves.iter().sum::<u64>() == 1 {
            return if leaves[host] == 1 { self.costs.startup } else { u64::MAX };
        }
        if let Some(&known) = self.of_all.get(&(leaves.to_vec(), host)) {
            return known;
        }
        let mut best = u64::MAX;
        for division in divisions(leaves, leaves).into_iter().filter(|division| division.len() > 1) {
            let fanout = division.len();
            let (mut here, mut anywhere) = (0, 0);
            for part in &division {
                here = here.max(self.of_all(part, host));
                anywhere = anywhere.max((0..leaves.len()).map(|host| self.of_all(part, host)).min().expect("hosts"));
            }
            let times = [
                Self::cost(&self.costs.within, fanout).map(|cost| cost.saturating_add(here)),
                Self::cost(&self.costs.among, fanout).map(|cost| cost.saturating_add(anywhere)),
            ];
            best = times.into_iter().flatten().fold(best, u64::min);
        }
        self.of_all.insert((leaves.to_vec(), host), best);
        best
    }
}

/// The time of a tree with every node inside a host if possible: if its children are processes, which then run there too, or
/// if all its leaves are of one host.
fn labelled(costs: &Costs, shape: &Shape, per_host: u64) -> u64 {
    fn of(costs: &Costs, shape: &Shape, node: NodeId, per_host: u64, next: &mut u64) -> u64 {
        if node == NodeId::LEAF {
            *next += 1;
            return costs.startup;
        }
        let children: Vec<NodeId> =
            shape.children(node).iter().flat_map(|group| (0..group.count).map(|_| group.node)).collect();
        let first = *next;
        let slowest = children.iter().map(|&child| of(costs, shape, child, per_host, next)).max().expect("children");
        let leaves = children.iter().filter(|&&child| child == NodeId::LEAF).count();
        let inside = leaves == 0 || first / per_host == (*next - 1) / per_host;
        let of_kind = |costs: &[u64]| costs[children.len() - 1];
        slowest + if inside { of_kind(&costs.within).min(of_kind(&costs.among)) } else { of_kind(&costs.among) }
    }
    of(costs, shape, shape.root(), per_host, &mut 0)
}

fn rising(most: u64) -> impl Strategy<Value = Vec<u64>> {
    (0..most, prop::collection::vec(0..most / 3, 8)).prop_map(|(first, steps)| {
        steps
            .into_iter()
            .scan(first, |cost, step| {
                *cost += step;
                Some(*cost)
            })
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn against_all_trees(
        among in rising(60), within in rising(30), startup in 0u64..5, per_host in 1u64..5, leaves in 2u64..7,
        lanes in 1u64..4, most in prop::option::of(2usize..5),
    ) {
        let mut costs = Costs { startup, among, within };
        let machine = machine(&costs);
        // A limit on the children of a process is as good as an end of the tables.
        for costs in [&mut costs.among, &mut costs.within] {
            costs.truncate(most.unwrap_or(usize::MAX));
        }
        let limits = Limits { max_fanout: most.map(|most| most as u64), ..Limits::default() };
        let job = Job::new(leaves).expect("a job").with_limits(limits);
        let (far, near) = (Tan::reduction(&machine), Tan::reduction(machine.at(Locality::Host)));
        let (far, near) = (far.expect("[tan]"), near.expect("[within.host.tan]"));
        let trees = TwoLevelTrees { among: &far, within: &near, leaves_per_host: per_host, lanes };
        let found = overlay(trees, &job, &()).expect("small fanouts have a cost");
        let counts: Vec<u64> = (0..leaves.div_ceil(per_host))
            .map(|host| per_host.min(leaves - host * per_host))
            .collect();
        let mut exhaustive = Exhaustive { costs: &costs, lanes: usize::try_from(lanes).expect("few"), in_class: HashMap::new(), of_all: HashMap::new() };
        let in_class = exhaustive.in_class(&counts);
        let of_all = (0..counts.len()).map(|host| exhaustive.of_all(&counts, host)).min().expect("hosts");
        prop_assert!(found.class_bound.ticks() <= in_class);
        for questions in [0, 1, 3] {
            let stopped = overlay(trees, &job, &OverAfter::new(questions)).expect("small fanouts have a cost");
            prop_assert!(stopped.class_bound <= found.class_bound && stopped.all[0].time >= found.all[0].time);
        }
        prop_assert!(found.bound.ticks() <= of_all && found.bound <= found.class_bound);
        prop_assert!(found.all[0].time.ticks() >= in_class);
        for composition in &found.all {
            let shape = composition.shape(leaves, per_host).expect("few leaves");
            prop_assert_eq!(shape.leaves(), leaves);
            prop_assert_eq!(shape.internal_nodes(), composition.internal_nodes());
            prop_assert_eq!(shape.height(), composition.height());
            prop_assert!(labelled(&costs, &shape, per_host) <= composition.time.ticks());
        }
    }
}
