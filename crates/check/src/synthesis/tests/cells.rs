//! Cuts in time.

use crate::synthesis::tests::examples::{Example, below, end, random_graph};
use crate::synthesis::{BlocksBound, CellCuts, CutInTime, Evidence, Proof, Statement};
use logpine_models::job::MpiCollective;
use logpine_network::digraph::{Arc, Digraph};
use logpine_text::random::Generator;

/// The ways to write a number as an ordered sum of positive numbers.
fn ways(steps: u32, rounds: u32) -> Vec<Vec<u32>> {
    if steps == 0 {
        return if rounds == 0 { vec![Vec::new()] } else { Vec::new() };
    }
    let begun =
        (1..=rounds).flat_map(|first| ways(steps - 1, rounds - first).into_iter().map(move |rest| (first, rest)));
    begun.map(|(first, rest)| [vec![first], rest].concat()).collect()
}

/// The number of sends that can cross, counted one by one.
fn crossing(graph: &Digraph, cut: &CutInTime) -> u64 {
    let mut sum = 0;
    for Arc { from, to, capacity, latency } in graph.arcs().iter().copied() {
        for (step, &rounds) in (1u32..).zip(&cut.rounds) {
            // The sender is late at the end of the step before, and the receiver not when the block arrives.
            if step > cut.times[from as usize] && step + latency - 1 < cut.times[to as usize] {
                sum += capacity * u64::from(rounds);
            }
        }
    }
    sum
}

/// Random times; the root, which is vertex 0, nearly always 0.
fn times(graph: &Digraph, steps: u32, generator: &mut Generator) -> Vec<u32> {
    let mut times: Vec<u32> = (0..graph.vertices()).map(|_| below(generator, steps + 2)).collect();
    times[0] *= u32::from(below(generator, 10) == 0);
    times
}

#[test]
fn cuts_in_time_are_judged_by_their_definition() {
    let (mut proved, mut refused) = (0, 0);
    for seed in 0..3_000 {
        let mut generator = Generator::stream(seed, 41);
        let graph = random_graph(&mut generator);
        let statement = Statement { graph: &graph, collective: MpiCollective::Bcast, root: 0, blocks: 1 };
        let steps = 1 + below(&mut generator, 3);
        let rounds = steps + below(&mut generator, 3);
        let cut = |rounds: Vec<u32>| CutInTime { rounds, times: times(&graph, steps, &mut generator) };
        let mut cuts: Vec<CutInTime> = ways(steps, rounds).into_iter().map(cut).collect();
        match below(&mut generator, 8) {
            0 => _ = cuts.pop(),
            1 => cuts.push(cuts[0].clone()),
            2 => cuts[0].rounds[0] += 1,
            3 => cuts[0].rounds.push(1),
            _ => {}
        }
        let is_late = |cut: &CutInTime| cut.times[..graph.compute() as usize].iter().any(|&time| time > steps);
        let most = cuts.iter().map(|cut| crossing(&graph, cut)).max().unwrap_or(0);
        let mut found: Vec<Vec<u32>> = cuts.iter().map(|cut| cut.rounds.clone()).collect();
        found.sort_unstable();
        found.dedup();
        let is_whole = found == ways(steps, rounds) && cuts.iter().all(|cut| is_late(cut) && cut.times[0] == 0);
        for blocks in [most, most + 1] {
            let bound = BlocksBound { steps, rounds, blocks };
            let checked = Proof::Cells(vec![CellCuts { bound, cuts: cuts.clone() }]).check(&statement);
            let expected = is_whole && blocks > most;
            assert_eq!(checked.is_ok(), expected, "{seed}: {checked:?} for {cuts:?} of {graph:?}");
            if expected {
                assert_eq!(checked, Ok(Evidence::Blocks(vec![bound])));
                proved += 1;
            } else {
                refused += 1;
            }
        }
    }
    assert!(proved > 200 && refused > 2_000, "{proved} {refused}");
}

#[test]
fn no_schedule_that_exists_is_excluded() {
    for seed in 0..2_000 {
        let mut generator = Generator::stream(seed, 42);
        let collective = if seed % 2 == 0 { MpiCollective::Bcast } else { MpiCollective::Reduce };
        let example = Example::random(collective, &mut generator);
        let graph = &example.graph;
        let steps = example.sends.iter().map(|&sent| end(graph, sent)).max().unwrap_or(0);
        let rounds = steps + below(&mut generator, 2);
        if steps == 0 || steps > 5 {
            continue;
        }
        for _ in 0..20 {
            let cut = |rounds: Vec<u32>| {
                let mut times: Vec<u32> = (0..graph.vertices()).map(|_| below(&mut generator, steps + 2)).collect();
                times[example.root as usize] = 0;
                CutInTime { rounds, times }
            };
            let cuts = ways(steps, rounds).into_iter().map(cut).collect();
            let bound = BlocksBound { steps, rounds, blocks: example.blocks.into() };
            let checked = Proof::Cells(vec![CellCuts { bound, cuts }]).check(&example.statement());
            assert!(checked.is_err(), "{seed}: {example:?}");
        }
    }
}

#[test]
fn huge_numbers_of_cuts_in_time_are_refused_without_overflow() {
    let arc = |from: u32, to: u32| Arc { from, to, capacity: u64::MAX, latency: 1 };
    let graph = Digraph::new(2, 2, vec![arc(0, 1), arc(1, 0)]);
    let statement = Statement { graph: &graph, collective: MpiCollective::Bcast, root: 0, blocks: 1 };
    let check = |steps, rounds, cuts: Vec<CutInTime>| {
        let bound = BlocksBound { steps, rounds, blocks: u64::MAX };
        Proof::Cells(vec![CellCuts { bound, cuts }]).check(&statement)
    };
    let cut = |rounds: &[u32], times: [u32; 2]| CutInTime { rounds: rounds.to_vec(), times: times.to_vec() };
    assert!(check(1, u32::MAX, vec![cut(&[u32::MAX], [0, u32::MAX])]).is_err());
    assert!(check(u32::MAX, u32::MAX, vec![cut(&[1], [0, 2])]).is_err());
    for (steps, rounds) in [(1 << 31, u32::MAX), (3, 2), (0, 0), (0, 1)] {
        assert!(check(steps, rounds, Vec::new()).is_err(), "{steps} {rounds}");
    }
}
