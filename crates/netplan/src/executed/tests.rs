//! Tests of executions block by block.

use super::*;
use logpine_collectives::schedule::{Operation, ScheduleBuilder};
use logpine_network::digraph::Arc;
use logpine_text::random::Generator;
use logpine_text::watch::Over;

fn path(capacity: u64, latency: u32) -> Digraph {
    let arc = |from, to| Arc { from, to, capacity, latency };
    Digraph::new(3, 3, vec![arc(0, 1), arc(1, 0), arc(1, 2), arc(2, 1)])
}

/// Rank 0 sends rank 2 a message of some blocks, over rank 1, which has nothing to do.
fn message(bytes: u64) -> Schedule {
    let mut builder = ScheduleBuilder::new();
    builder.begin_rank().expect("a rank");
    builder.push(Operation::Send { to: 2, bytes, tag: 0 }).expect("a send");
    builder.begin_rank().expect("a rank");
    builder.begin_rank().expect("a rank");
    builder.push(Operation::Receive { from: 0, bytes, tag: 0 }).expect("a reception");
    builder.finish().expect("a schedule")
}

const ALL_PORTS: Conditions = Conditions { root: 0, one_port: false, is_recorded: false };

#[test]
fn ranks_are_counted_from_the_root_and_ports_serve_one_block() {
    // Rank 0 is vertex 1 and rank 2 vertex 0: one link away.
    let conditions = Conditions { root: 1, one_port: false, is_recorded: false };
    assert_eq!(executed(&message(5), &path(5, 1), conditions, &()).map(|executed| executed.steps), Some(1));
    let one_port = Conditions { root: 0, one_port: true, is_recorded: false };
    assert_eq!(executed(&message(5), &path(5, 1), one_port, &()).map(|executed| executed.steps), Some(6));
}

/// In each round of a ring every rank sends a block to the next: the loads are those of a round, as often as there are rounds.
#[test]
fn a_ring_loads_arcs_alike_in_every_round() {
    let mut generator = Generator::new(11);
    let mut below = |limit: u32| u32::try_from(generator.below(limit.into())).expect("small");
    let mut compared = 0;
    for _ in 0..100 {
        let (ranks, relays, rounds) = (2 + below(6), below(3), 1 + below(9));
        let vertices = ranks + relays;
        let pairs = (0..vertices).flat_map(|from| (0..vertices).map(move |to| (from, to)));
        let linked = pairs.filter(|&(from, to)| from != to && below(2) == 0).collect::<Vec<_>>();
        let arcs = linked.iter().map(|&(from, to)| Arc { from, to, capacity: 1 + u64::from(from % 2), latency: 1 });
        let digraph = Digraph::new(vertices, ranks, arcs.collect());
        let mut builder = ScheduleBuilder::new();
        for rank in 0..ranks {
            builder.begin_rank().expect("a rank");
            for _ in 0..rounds {
                builder.push(Operation::Send { to: (rank + 1) % ranks, bytes: 1, tag: 0 }).expect("a send");
                let from = (rank + ranks - 1) % ranks;
                builder.push(Operation::Receive { from, bytes: 1, tag: 0 }).expect("a reception");
            }
        }
        let schedule = builder.finish().expect("a schedule");
        let executed = executed(&schedule, &digraph, ALL_PORTS, &()).map(|executed| executed.loads);
        let of_round = ring_loads(&digraph, &[(0..ranks).collect()]);
        let all = of_round.map(|loads| loads.into_iter().map(|load| load * u64::from(rounds)).collect::<Vec<_>>());
        assert_eq!(executed, all, "{linked:?}");
        compared += u32::from(all.is_some());
    }
    assert!(compared > 20, "{compared} networks");
}

#[test]
fn the_next_arcs_are_the_lowest_on_shortest_paths_in_whatever_order_vertices_ask() {
    let mut generator = Generator::new(7);
    let mut below = |limit: u32| u32::try_from(generator.below(limit.into())).expect("small");
    for _ in 0..60 {
        let vertices = 2 + below(9);
        let mut arcs = Vec::new();
        for (from, to) in (0..vertices).flat_map(|from| (0..vertices).map(move |to| (from, to))) {
            if from != to && below(3) == 0 {
                arcs.push(Arc { from, to, capacity: 1, latency: 1 + below(4) });
            }
        }
        // The distances of all pairs, relaxed until nothing changes.
        let mut distances = vec![vec![u32::MAX; vertices as usize]; vertices as usize];
        (0..vertices as usize).for_each(|vertex| distances[vertex][vertex] = 0);
        for _ in 0..vertices {
            for (arc, to) in arcs.iter().flat_map(|arc| (0..vertices as usize).map(move |to| (arc, to))) {
                let over = distances[arc.to as usize][to].saturating_add(arc.latency);
                distances[arc.from as usize][to] = distances[arc.from as usize][to].min(over);
            }
        }
        let digraph = Digraph::new(vertices, vertices, arcs.clone());
        for to in 0..vertices {
            let mut towards = Towards::new(&digraph, to);
            for _ in 0..2 * vertices {
                let vertex = below(vertices);
                let of = |vertex: u32| distances[vertex as usize][to as usize];
                let expected = arcs.iter().zip(0u32..).find(|(arc, _)| {
                    arc.from == vertex
                        && of(vertex) != u32::MAX
                        && of(arc.to).checked_add(arc.latency) == Some(of(vertex))
                });
                assert_eq!(
                    towards.arc(&digraph, vertex),
                    expected.map(|(_, index)| index),
                    "{arcs:?} {vertex} to {to}"
                );
            }
        }
    }
}

#[test]
fn a_watch_ends_all_but_little_work() {
    assert!(executed(&message(1_000), &path(1, 1), ALL_PORTS, &Over).is_some(), "it is little");
    let (schedule, path) = (message(1_000), path(1, 1));
    for (watch, goes_on) in [(&() as &dyn Watch, true), (&Over, false)] {
        let mut run = Run::new(&schedule, &path, ALL_PORTS, watch).expect("a run");
        run.advance_all().expect("a message");
        run.step().expect("it is little");
        run.look = run.work;
        assert_eq!(run.step().is_some(), goes_on);
    }
}
