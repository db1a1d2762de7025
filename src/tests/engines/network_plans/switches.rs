//! Networks whose switches pass blocks on within the step: the load of every physical link, counted again from the routes.

use super::networks::{Extent, SmallNetwork, below, plan, request};
use logpine::answer::NetworkPlan;
use logpine::request::{MpiCollective, ObjectiveName, Request, Status, Switches};
use logpine::units::Clock;
use logpine_check::synthesis::{Limits, Sent, check_sends};
use logpine_network::digraph::{Arc, Digraph};
use logpine_text::random::Generator;
use std::collections::HashMap;
use std::io::Write as _;

/// The parts of physical links that a route uses: their ends, and the steps after its start in which each begins.
fn hops(physical: &HashMap<(u32, u32), Arc>, path: &[u32]) -> Vec<((u32, u32), u32)> {
    let mut after = 0;
    let hop = |ends: &[u32]| {
        let ends = (ends[0], ends[1]);
        let begins = after;
        // A switch passes a block on in the step in which it arrives.
        after += physical[&ends].latency - 1;
        (ends, begins)
    };
    path.windows(2).map(hop).collect()
}

/// Counts what each physical link carries in each step, every block over one of the routes of its arc, and asserts that it fits.
fn recount(plan: &NetworkPlan) -> u32 {
    let contracted = plan.extra.contracted.as_ref().expect("switches are contracted");
    let graph: &Digraph = &plan.extra.links.digraph;
    let physical: HashMap<(u32, u32), Arc> =
        contracted.physical.arcs().iter().map(|arc| ((arc.from, arc.to), *arc)).collect();
    let mut amounts: HashMap<(u32, u32), u64> = HashMap::new();
    let mut through_switches = 0;
    for (arc, routes) in graph.arcs().iter().zip(&contracted.routes) {
        assert_eq!(routes.iter().map(|route| route.amount).sum::<u64>(), arc.capacity);
        for route in routes {
            let path = &route.path;
            assert_eq!((path.first(), path.last()), (Some(&arc.from), Some(&arc.to)));
            assert!(path[1..path.len() - 1].iter().all(|&vertex| vertex >= contracted.physical.compute()));
            let arrives = hops(&physical, path).last().map(|&(ends, begins)| begins + physical[&ends].latency);
            assert!(arrives.is_some_and(|arrives| arrives <= arc.latency), "a route slower than its arc");
            for (ends, _) in hops(&physical, path) {
                *amounts.entry(ends).or_default() += route.amount;
            }
            through_switches += u32::from(path.len() > 2);
        }
    }
    for (ends, amount) in amounts {
        assert!(amount <= physical[&ends].capacity, "the link {ends:?} is divided into {amount}");
    }
    let arcs: HashMap<(u32, u32), usize> =
        graph.arcs().iter().enumerate().map(|(index, arc)| ((arc.from, arc.to), index)).collect();
    let mut begun: HashMap<(u32, usize), usize> = HashMap::new();
    let mut loads: HashMap<((u32, u32), u32), u64> = HashMap::new();
    for Sent { step, from, to, .. } in plan.written().expect("in steps").sent() {
        let arc = arcs[&(from, to)];
        let lanes = contracted.routes[arc].iter().flat_map(|route| (0..route.amount).map(move |_| route));
        let number = begun.entry((step, arc)).or_default();
        let route = lanes.clone().nth(*number).expect("as many lanes as the arc has capacity");
        *number += 1;
        for (ends, begins) in hops(&physical, &route.path) {
            *loads.entry((ends, step + begins)).or_default() += 1;
        }
    }
    for ((ends, step), load) in loads {
        assert!(load <= physical[&ends].capacity, "{load} blocks begin on the link {ends:?} in step {step}");
    }
    through_switches
}

fn contracted(collective: MpiCollective, root: u32, blocks: u64) -> Request {
    Request { blocks: Some(blocks), switches: Some(Switches::Contract), ..request(collective, root) }
}

#[test]
fn contracted_switches_load_no_link_beyond_its_capacity() {
    const COLLECTIVES: [MpiCollective; 5] = [
        MpiCollective::Bcast,
        MpiCollective::Scatter,
        MpiCollective::Gather,
        MpiCollective::Allgather,
        MpiCollective::ReduceScatter,
    ];
    let mut through_switches = 0;
    for seed in 0..100 {
        let mut generator = Generator::stream(seed, 26);
        let extent = Extent { most_ranks: 5, most_switches: 3, most_capacity: 3, most_latency: 3, directed: false };
        let network = SmallNetwork::random(extent, &mut generator);
        let root = below(&mut generator, network.ranks);
        let collective = COLLECTIVES[usize::try_from(seed % 5).expect("small")];
        let request = contracted(collective, root, 1 + seed % 3);
        let plan = network.plan(request).unwrap_or_else(|refusal| panic!("{refusal:?} {network:?}"));
        let given = plan.extra.contracted.as_ref().map(|contracted| &contracted.physical);
        // Without switches nothing is joined.
        let graph = network.graph();
        assert_eq!(given, Some(&graph).filter(|graph| graph.vertices() > graph.compute()), "seed {seed}");
        let sends: Vec<Sent> = plan.written().expect("in steps").sent().collect();
        assert!(check_sends(&plan.statement(), &sends, &Limits::default()).is_ok(), "seed {seed}");
        through_switches += if given.is_some() { recount(&plan) } else { 0 };
    }
    assert!(through_switches > 100, "{through_switches}");
}

#[test]
fn clusters_are_contracted_to_what_their_links_carry() {
    for (network, collective, blocks) in [
        ("a100x2", MpiCollective::Allgather, 1),
        ("mi250x2", MpiCollective::Bcast, 8),
        ("two-level", MpiCollective::Allgather, 1),
        ("fat-tree:4", MpiCollective::Scatter, 1),
    ] {
        let plan = plan(network, contracted(collective, 0, blocks)).expect("a plan");
        assert!(recount(&plan) > 0, "{network}");
    }
}

#[test]
fn switches_that_store_take_a_step_more_for_each() {
    // A star of three hosts: over the switch in two steps if it stores, in one if it does not.
    let arc = |from| Arc { from, to: 3, capacity: 1, latency: 1 };
    let star = SmallNetwork { ranks: 3, vertices: 4, directed: false, links: (0..3).map(arc).collect() };
    let value = |switches| {
        let request = Request { blocks: Some(1), switches, ..request(MpiCollective::Gather, 0) };
        plan_steps(&star.plan(request).expect("a plan"))
    };
    // Two blocks enter the root, one after the other.
    assert_eq!([None, Some(Switches::Store), Some(Switches::Contract)].map(value), [3, 3, 2]);
}

#[test]
fn switches_of_msccl_tools_are_limits() {
    // Each of four ranks sends at most three blocks in a step, and receives at most three.
    let hub = |ranks: u32, most: u32| {
        let port = |rank: u32| {
            let others: Vec<u32> = (0..ranks).filter(|&other| other != rank).collect();
            format!("[[{rank}], {others:?}, {most}, \"out{rank}\"], [{others:?}, [{rank}], {most}, \"in{rank}\"]")
        };
        let row = |to| (0..ranks).map(|from| if from == to { 0 } else { most }).collect();
        let rows: Vec<Vec<u32>> = (0..ranks).map(row).collect();
        let ports: Vec<String> = (0..ranks).map(port).collect();
        let mut file = tempfile::Builder::new().suffix(".json").tempfile().expect("a temporary file");
        let text = format!(
            "{{\"msccl_type\": \"topology\", \"name\": \"ports\", \"links\": {rows:?}, \"switches\": [{}]}}",
            ports.join(", ")
        );
        file.write_all(text.as_bytes()).expect("it is written");
        file
    };
    let file = hub(4, 3);
    let steps = |switches| {
        let request = Request { blocks: Some(3), switches, ..request(MpiCollective::Bcast, 0) };
        plan(file.path(), request).map(|plan| plan_steps(&plan)).map_err(|refusal| refusal.to_string())
    };
    // Block i goes to rank i, which gives it to the two others while the root is idle.
    assert_eq!([None, Some(Switches::Contract)].map(steps), [Ok(2), Ok(2)]);
    let stored = steps(Some(Switches::Store)).expect_err("limits store nothing");
    assert!(stored.contains("are limits on what links carry together"), "{stored}");
    // One block for two others cannot be divided; the advice is not to take what was refused.
    let undivided = plan(hub(3, 1).path(), request(MpiCollective::Allgather, 0)).expect_err("too little").to_string();
    assert!(undivided.contains("multiply all capacities") && !undivided.contains("--switches"), "{undivided}");
}

#[test]
fn a_switch_that_cannot_be_divided_is_told() {
    // One block a step from the root to the switch, which leads to three ranks.
    let arc = |from, to| Arc { from, to, capacity: 1, latency: 1 };
    let links = vec![arc(0, 4), arc(4, 1), arc(4, 2), arc(4, 3), arc(1, 0), arc(2, 0), arc(3, 0)];
    let star = SmallNetwork { ranks: 4, vertices: 5, directed: true, links };
    for collective in [MpiCollective::Bcast, MpiCollective::Allgather] {
        let refusal = star.plan(contracted(collective, 0, 1)).expect_err("no way for all");
        let (text, advice) = (refusal.to_string(), "leave out --switches contract");
        assert!(text.contains("not divided among pairs of ranks") && text.contains(advice), "{text}");
        assert!(star.plan(Request { switches: None, ..contracted(collective, 0, 1) }).is_ok());
        // With three times the capacities, there is a unit for each of the three.
        let links = star.links.iter().map(|link| Arc { capacity: 3, ..*link }).collect();
        let plan = SmallNetwork { links, ..star.clone() }.plan(contracted(collective, 0, 1)).expect("even shares");
        assert!(recount(&plan) > 0, "{collective}");
    }
}

#[test]
fn ranks_without_data_are_no_switches() {
    // A line of three hosts; the one in the middle has no data, and stores a block.
    for switches in [Switches::Store, Switches::Contract] {
        let request = Request {
            blocks: Some(1),
            switches: Some(switches),
            nodes: Some("0,2".to_owned()),
            ..request(MpiCollective::Bcast, 0)
        };
        let plan = plan("mesh:1x3", request).expect("a plan");
        assert_eq!((plan_steps(&plan), plan.claim.status), (2, Status::Optimal), "{switches:?}");
    }
}

fn streamed(collective: MpiCollective, switches: Option<Switches>) -> Request {
    Request { objective: Some(ObjectiveName::Throughput), switches, ..request(collective, 0) }
}

#[test]
fn a_switch_that_combines_takes_each_contribution_once() {
    // Of three units each host sends its own to the switch, and gets the sums; a switch that forwards brings it two of each unit.
    let arc = |from| Arc { from, to: 3, capacity: 1, latency: 1 };
    let star = SmallNetwork { ranks: 3, vertices: 4, directed: false, links: (0..3).map(arc).collect() };
    let value = |switches| {
        let plan = star.plan(streamed(MpiCollective::Allreduce, switches)).expect("a plan");
        assert_eq!(plan.claim.status, Status::Optimal);
        plan.claim.value.ticks() / Clock::Second.ticks_per_unit()
    };
    assert_eq!([None, Some(Switches::Combine)].map(value), [4, 3]);
    let others = [streamed(MpiCollective::Allgather, Some(Switches::Combine)), request(MpiCollective::Allreduce, 0)];
    for other in others {
        let refusal = star.plan(Request { switches: Some(Switches::Combine), ..other }).expect_err("nothing combines");
        assert!(refusal.to_string().contains("--switches combine"), "{refusal}");
    }
}

/// The greatest time of a unit that a partition of all vertices proves, each part with a rank: 2 (k - 1) messages between k parts, or
/// one into a part.
fn greatest_of_partitions(network: &SmallNetwork) -> f64 {
    let (ranks, arcs) = (network.ranks as usize, network.arcs());
    let mut greatest = 0.0f64;
    for number in 0..ranks.pow(network.vertices) {
        let part = |vertex: u32| number / ranks.pow(vertex) % ranks;
        let has_rank = |wanted: usize| (0..network.ranks).any(|rank| part(rank) == wanted);
        if !(0..network.vertices).all(|vertex| has_rank(part(vertex))) {
            continue;
        }
        let crossing = || arcs.iter().filter(|arc| part(arc.from) != part(arc.to));
        let into = |wanted: usize| crossing().filter(|arc| part(arc.to) == wanted).map(|arc| arc.capacity).sum::<u64>();
        let parts: Vec<usize> = (0..ranks).filter(|&wanted| has_rank(wanted)).collect();
        if let Some(least) = parts.iter().map(|&part| into(part)).min().filter(|_| parts.len() > 1) {
            let capacity: u64 = crossing().map(|arc| arc.capacity).sum();
            let messages = 2.0 * (parts.len() - 1) as f64 / capacity as f64;
            greatest = greatest.max(messages.max(1.0 / least as f64) * ranks as f64);
        }
    }
    greatest
}

#[test]
fn switches_that_combine_cost_nothing_and_beat_no_partition() {
    let (mut faster, mut optimal) = (0, 0);
    for seed in 0..100 {
        let mut generator = Generator::stream(seed, 27);
        let extent = Extent { most_ranks: 4, most_switches: 2, most_capacity: 3, most_latency: 1, directed: false };
        let network = SmallNetwork::random(extent, &mut generator);
        let of = |switches| network.plan(streamed(MpiCollective::Allreduce, switches)).expect("a plan").claim;
        let (forward, combine) = (of(None), of(Some(Switches::Combine)));
        assert!(combine.value <= forward.value, "seed {seed}");
        faster += u32::from(combine.value < forward.value);
        optimal += u32::from(combine.status == Status::Optimal);
        let greatest = greatest_of_partitions(&network) * Clock::Second.ticks_per_unit() as f64;
        assert!(combine.value.ticks() as f64 >= greatest - 1.0, "seed {seed}: a partition proves {greatest}");
        assert!(combine.bound.value.ticks() as f64 <= greatest + 1.0, "seed {seed}: no partition proves the bound");
    }
    assert!(faster > 5 && optimal > 50, "{faster} faster, {optimal} optimal");
}

fn plan_steps(plan: &NetworkPlan) -> u64 {
    let sends: Vec<Sent> = plan.written().expect("in steps").sent().collect();
    check_sends(&plan.statement(), &sends, &Limits::default()).expect("a valid schedule").steps
}
