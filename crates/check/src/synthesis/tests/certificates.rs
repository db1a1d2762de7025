//! Certificates.

use crate::synthesis::tests::examples::{Example, below, end, random_graph};
use crate::synthesis::{COLLECTIVES, Evidence, Proof, Statement, Wrong};
use logpine_models::job::MpiCollective;
use logpine_network::digraph::Arc;
use logpine_text::random::Generator;

/// The bound of node times, if they prove it.
fn check_times(statement: &Statement<'_>, bound: u32, times: &[u32]) -> Result<Evidence, Wrong> {
    Proof::Times { bound, times: times.to_vec() }.check(statement)
}

/// The bound of a cut, if it proves it.
fn check_cut(statement: &Statement<'_>, p: u64, q: u64, set: &[u32]) -> Result<Evidence, Wrong> {
    Proof::Cut { p, q, set: set.to_vec() }.check(statement)
}

/// The inequality of node times, block by block and start by start.
fn is_proof(statement: &Statement<'_>, bound: u32, times: &[u32]) -> bool {
    let Statement { graph, collective, root, blocks } = *statement;
    let ranks = graph.compute();
    let flipped = matches!(collective, MpiCollective::Reduce | MpiCollective::ReduceScatter);
    let all = if matches!(collective, MpiCollective::Bcast | MpiCollective::Reduce) { blocks } else { blocks * ranks };
    let goes = |from: u32, to: u32, block: u32| match collective {
        MpiCollective::Bcast | MpiCollective::Reduce => from == root,
        MpiCollective::Scatter => from == root && to == block / blocks,
        MpiCollective::Gather => from == block / blocks && to == root,
        MpiCollective::Allgather | MpiCollective::ReduceScatter => from == block / blocks,
        // An allreduce; there are no others.
        _ => true,
    };
    let crosses = |block| {
        let pairs = (0..ranks).flat_map(|from| (0..ranks).map(move |to| (from, to)));
        pairs.into_iter().any(|(a, b)| goes(a, b, block) && times[a as usize] == 0 && times[b as usize] >= bound)
    };
    let mut starts = 0;
    for arc in graph.arcs() {
        let (from, to) = if flipped { (arc.to, arc.from) } else { (arc.from, arc.to) };
        let (from, to) = (times[from as usize], times[to as usize]);
        starts += arc.capacity * (0..60).filter(|&t| t >= from && t + arc.latency < to).count() as u64;
    }
    starts < (0..all).filter(|&block| crosses(block)).count() as u64
}

#[test]
fn proofs_are_accepted_and_no_bound_is_above_a_schedule() {
    let (mut proved, mut refused, mut tight) = (0, 0, 0);
    for seed in 0..210 {
        let mut generator = Generator::new(seed);
        let collective = COLLECTIVES[usize::try_from(seed % 7).expect("small")];
        let example = Example::random(collective, &mut generator);
        let steps = example.sends.iter().map(|&sent| end(&example.graph, sent)).max().unwrap_or(0);
        let statement = example.statement();
        for _ in 0..60 {
            let bound = 1 + below(&mut generator, steps + 2);
            let mut times: Vec<u32> = (0..example.graph.vertices()).map(|_| below(&mut generator, bound + 2)).collect();
            times[below(&mut generator, example.graph.compute()) as usize] = 0;
            times[below(&mut generator, example.graph.compute()) as usize] = bound;
            // The one as it is, and all that differ in one number.
            let mut tries = vec![(bound, times.clone()), (bound + 1, times.clone())];
            for (vertex, change) in (0..times.len()).flat_map(|vertex| [(vertex, -1), (vertex, 1), (vertex, 3)]) {
                let mut other = times.clone();
                other[vertex] = other[vertex].saturating_add_signed(change);
                tries.push((bound, other));
            }
            for (bound, times) in tries {
                let expected = is_proof(&statement, bound, &times);
                assert_eq!(check_times(&statement, bound, &times).is_ok(), expected, "{seed}: {bound} {times:?}");
                assert!(!expected || bound <= steps, "{seed}: {bound} is above {steps}: {times:?}");
                *(if expected { &mut proved } else { &mut refused }) += 1;
                tight += u32::from(expected && bound == steps);
            }
        }
    }
    assert!(proved > 5_000 && refused > 5_000 && tight > 20, "{proved} {refused} {tight}");
}

#[test]
fn cuts_are_counted() {
    let (mut proved, mut refused) = (0, 0);
    for seed in 0..300 {
        let mut generator = Generator::new(seed);
        let graph = random_graph(&mut generator);
        let root = below(&mut generator, graph.compute());
        let which =
            [MpiCollective::Bcast, MpiCollective::Reduce, MpiCollective::Allgather, MpiCollective::ReduceScatter];
        for collective in which {
            let set: Vec<u32> = (0..graph.vertices()).filter(|_| generator.below(2) == 0).collect();
            let has = |vertex: u32| set.contains(&vertex);
            let flipped = matches!(collective, MpiCollective::Reduce | MpiCollective::ReduceScatter);
            let out = |arc: &&Arc| {
                if flipped { has(arc.to) && !has(arc.from) } else { has(arc.from) && !has(arc.to) }
            };
            let capacity: u64 = graph.arcs().iter().filter(out).map(|arc| arc.capacity).sum();
            let inside = set.iter().filter(|&&vertex| vertex < graph.compute()).count() as u64;
            let rooted = matches!(collective, MpiCollective::Bcast | MpiCollective::Reduce);
            let need = if rooted { u64::from(has(root)) } else { inside };
            let misses = inside < u64::from(graph.compute());
            let statement = Statement { graph: &graph, collective, root, blocks: 1 };
            let fits = misses && (need > 0 || !rooted) && capacity > 0;
            for (p, q) in [(need, capacity), (need + 1, capacity), (need, capacity + 1), (2 * need, 2 * capacity)] {
                let expected = fits && p * capacity == q * need && q > 0;
                assert_eq!(check_cut(&statement, p, q, &set).is_ok(), expected, "{seed}: {collective} {p}/{q} {set:?}");
                *(if expected { &mut proved } else { &mut refused }) += 1;
            }
        }
    }
    assert!(proved > 500 && refused > 500, "{proved} {refused}");
}
