//! Prices, partitions, and calls.

use crate::synthesis::tests::examples::{Example, arc, below, end, random_graph};
use crate::synthesis::{Dual, Evidence, Least, Proof, RoundsBound, Statement};
use logpine_models::job::MpiCollective;
use logpine_network::digraph::{Arc, Digraph};
use logpine_text::random::Generator;
use std::collections::{BTreeMap, BTreeSet};

/// The prices of one vertex: all that enters it.
fn entering(graph: &Digraph, vertex: u32, steps: u32) -> Dual {
    let of_arc = |arc: &Arc| u64::from(arc.to == vertex);
    let pairs = (0..graph.compute()).flat_map(|rank| (0..graph.vertices()).map(move |at| (rank, at)));
    let bound = RoundsBound { steps, p: (graph.compute() - 1).into(), q: graph.capacity_into(vertex) };
    Dual {
        bound,
        scale: bound.q,
        prices: (0..steps).flat_map(|_| graph.arcs().iter().map(of_arc)).collect(),
        values: pairs.map(|(rank, at)| i64::from(at == vertex && rank != at)).collect(),
    }
}

/// The inequalities of prices and values, by their definition.
struct Definition<'a> {
    arcs: &'a [Arc],
    dual: &'a Dual,
    rank: u32,
    vertices: u32,
}

impl Definition<'_> {
    fn price(&self, arc: usize, step: u32) -> i128 {
        self.dual.prices[(step as usize - 1) * self.arcs.len() + arc].into()
    }

    fn gain(&self, arc: usize, step: u32) -> i128 {
        let Arc { to, latency, .. } = self.arcs[arc];
        let value = self.dual.values[(self.rank * self.vertices + to) as usize];
        let onward = (0..self.arcs.len()).filter(|&next| self.arcs[next].from == to && self.arcs[next].to != self.rank);
        i128::from(value) + onward.map(|next| self.best(next, step + latency)).sum::<i128>()
    }

    fn best(&self, arc: usize, from: u32) -> i128 {
        let last = (self.dual.bound.steps + 1).saturating_sub(self.arcs[arc].latency);
        (from..=last).map(|step| self.gain(arc, step) - self.price(arc, step)).max().unwrap_or(0).max(0)
    }

    fn holds(&self) -> bool {
        (0..self.arcs.len()).filter(|&arc| self.arcs[arc].from == self.rank).all(|arc| {
            let last = (self.dual.bound.steps + 1).saturating_sub(self.arcs[arc].latency);
            (1..=last).all(|step| self.gain(arc, step) <= self.price(arc, step))
        })
    }
}

fn is_proof(graph: &Digraph, dual: &Dual) -> bool {
    let (arcs, vertices) = (graph.arcs(), graph.vertices());
    let sum = |prices: &[u64]| prices.iter().zip(arcs).map(|(price, arc)| price * arc.capacity).sum::<u64>();
    let total: i64 = dual.values.iter().sum();
    let of_value = |(at, value): (usize, &i64)| {
        let (rank, vertex) = (at / vertices as usize, at % vertices as usize);
        if vertex == rank { *value == 0 } else { vertex < graph.compute() as usize || *value <= 0 }
    };
    dual.scale > 0
        && dual.bound.q > 0
        && dual.prices.chunks(arcs.len()).all(|prices| sum(prices) <= dual.scale)
        && dual.values.iter().enumerate().all(of_value)
        && (0..graph.compute()).all(|rank| Definition { arcs, dual, rank, vertices }.holds())
        && i128::from(total) * i128::from(dual.bound.q) == i128::from(dual.scale) * i128::from(dual.bound.p)
}

/// All that differ in one number, with the claim that follows from the values.
fn mutants(dual: &Dual) -> Vec<Dual> {
    let mut all = Vec::new();
    for change in [-1i64, 1, 2] {
        for index in 0..dual.prices.len() {
            let mut mutant = dual.clone();
            mutant.prices[index] = mutant.prices[index].saturating_add_signed(change);
            all.push(mutant);
        }
        for index in 0..dual.values.len() {
            let mut mutant = dual.clone();
            mutant.values[index] += change;
            mutant.bound.q = mutant.scale;
            mutant.bound.p = u64::try_from(mutant.values.iter().sum::<i64>()).unwrap_or(0);
            all.push(mutant);
        }
    }
    all.push(Dual { scale: dual.scale.saturating_sub(1), ..dual.clone() });
    all.push(Dual { bound: RoundsBound { p: dual.bound.p + 1, ..dual.bound }, ..dual.clone() });
    all
}

#[test]
fn prices_are_judged_by_their_definition_and_no_bound_is_above_a_schedule() {
    let (mut proved, mut refused) = (0, 0);
    for seed in 0..80 {
        let mut generator = Generator::new(seed);
        let example = Example::random(MpiCollective::Allgather, &mut generator);
        let graph = &example.graph;
        let rounds = example.sends.iter().map(|&sent| end(graph, sent)).max().unwrap_or(0);
        // Longer schedules make the recursion of the definition long.
        let steps = rounds.min(4);
        let first = entering(graph, below(&mut generator, graph.compute()), steps);
        let mut tries = mutants(&first);
        // Two numbers away, by chance.
        for _ in 0..4 {
            let at = below(&mut generator, u32::try_from(tries.len()).expect("few")) as usize;
            let next = mutants(&tries[at]);
            tries.extend(next);
        }
        tries.push(first);
        for dual in tries {
            let expected = is_proof(graph, &dual);
            let found = Proof::Duals(vec![dual.clone()]).check(&example.statement());
            assert_eq!(found.is_ok(), expected, "{seed}: {found:?} for {dual:?}");
            if expected {
                assert_eq!(found, Ok(Evidence::Rounds(vec![dual.bound])));
                let RoundsBound { p, q, .. } = dual.bound;
                let above = p * u64::from(example.blocks) > q * u64::from(rounds);
                assert!(steps < rounds || !above, "{seed}: {p}/{q} is above {rounds}/{}", example.blocks);
                proved += 1;
            } else {
                refused += 1;
            }
        }
    }
    assert!(proved > 500 && refused > 5_000, "{proved} {refused}");
}

#[test]
fn huge_numbers_of_prices_and_values_are_refused_without_overflow() {
    let graph = Digraph::new(3, 3, (0..3).map(|from| arc(from, (from + 1) % 3)).collect());
    let statement = Statement { graph: &graph, collective: MpiCollective::Allgather, root: 0, blocks: 1 };
    let mut dual = entering(&graph, 0, 200);
    dual.values.iter_mut().for_each(|value| *value = i64::MAX);
    for rank in 0..3 {
        dual.values[rank * 4] = 0;
    }
    assert!(Proof::Duals(vec![dual.clone()]).check(&statement).is_err());
    dual.prices.iter_mut().for_each(|price| *price = u64::MAX);
    assert!(Proof::Duals(vec![dual.clone()]).check(&statement).is_err());
    dual.scale = u64::MAX;
    dual.values.iter_mut().for_each(|value| *value = i64::MIN);
    assert!(Proof::Duals(vec![dual]).check(&statement).is_err());
}

/// Twice as many messages for a block between parts as there are parts besides one, or one into or out of each part, counted from
/// scratch.
#[test]
fn partitions_are_counted() {
    let (mut proved, mut refused, mut by_border, mut forwarding) = (0, 0, 0, 0);
    for seed in 0..500 {
        let mut generator = Generator::new(seed);
        let graph = random_graph(&mut generator);
        let (ranks, blocks) = (graph.compute(), 1 + below(&mut generator, 3));
        let most = 1 + below(&mut generator, ranks);
        let parts: Vec<u32> =
            (0..graph.vertices()).map(|vertex| below(&mut generator, most + u32::from(vertex >= ranks))).collect();
        let of_ranks: BTreeSet<u32> = parts[..ranks as usize].iter().copied().collect();
        let count = of_ranks.len() as u64;
        let is_partition = parts.iter().all(|part| u64::from(*part) < count && of_ranks.contains(part));
        // In a stream, switches with the number after the last part are in no part.
        let is_stream = parts.iter().all(|part| u64::from(*part) <= count)
            && of_ranks.iter().zip(0u32..).all(|(&part, number)| part == number);
        let statement = Statement { graph: &graph, collective: MpiCollective::Allreduce, root: 0, blocks };
        let messages = 2 * (count - 1);
        let capacity = |part: u32, is_into: bool| -> u64 {
            let ends = |arc: &Arc| if is_into { (arc.to, arc.from) } else { (arc.from, arc.to) };
            let crosses = |arc: &&Arc| parts[ends(arc).0 as usize] == part && parts[ends(arc).1 as usize] != part;
            graph.arcs().iter().filter(crosses).map(|arc| arc.capacity).sum()
        };
        let of_parts = |is_into| of_ranks.iter().map(|&part| capacity(part, is_into)).sum::<u64>();
        let between = of_parts(true).min(of_parts(false));
        forwarding += u32::from(is_stream && !is_partition);
        let of_borders = of_ranks.iter().flat_map(|&part| [capacity(part, true), capacity(part, false)]);
        let narrowest = of_borders.min().filter(|_| count > 1);
        let ratios = std::iter::once((messages, between)).chain(narrowest.map(|capacity| (1, capacity)));
        let (need, capacity) = ratios.reduce(|a, b| if b.0 * a.1 > a.0 * b.1 { b } else { a }).expect("there is one");
        by_border += u32::from(is_partition && (need, capacity) != (messages, between));
        for (p, q) in [(need * u64::from(ranks), capacity), (need * u64::from(ranks) + 1, capacity)] {
            let least = Least::TimePerUnit { p, q };
            let expected = is_stream && capacity > 0 && p == need * u64::from(ranks);
            let found = Proof::Parts { least, parts: parts.clone() }.check(&statement);
            assert_eq!(found.is_ok(), expected, "{seed}: {found:?} {parts:?}");
        }
        for bound in 1..40u32 {
            // The messages of all blocks do not fit the steps before.
            let fits = u64::from(bound - 1) * between >= messages * u64::from(blocks * ranks);
            let expected = is_partition && !fits;
            let found = Proof::Parts { least: Least::Steps(bound), parts: parts.clone() }.check(&statement);
            assert_eq!(found.is_ok(), expected, "{seed}: {bound} {found:?} {parts:?}");
            if expected { proved += 1 } else { refused += 1 }
        }
    }
    let seen = [proved, refused, by_border, forwarding];
    assert!(proved > 300 && refused > 500 && by_border > 50 && forwarding > 20, "{seen:?}");
}

/// The fewest steps of a broadcast by calls, by all sets of vertices that can know in each step.
fn fewest_calls(graph: &Digraph, root: u32) -> u32 {
    let everyone = (1u32 << graph.compute()) - 1;
    let mut sets = BTreeSet::from([1u32 << root]);
    for step in 0.. {
        if sets.iter().any(|set| set & everyone == everyone) {
            return step;
        }
        let mut next = BTreeSet::new();
        for &set in &sets {
            let mut reached = BTreeSet::from([set]);
            for caller in (0..graph.vertices()).filter(|vertex| set & 1 << vertex != 0) {
                let calls = graph.leaving(caller).iter().map(|&arc| 1u32 << graph.arcs()[arc as usize].to);
                let calls: Vec<u32> = calls.collect();
                let more: Vec<u32> = reached.iter().flat_map(|&all| calls.iter().map(move |call| all | call)).collect();
                reached.extend(more);
            }
            next.extend(reached);
        }
        sets = next;
    }
    unreachable!()
}

#[test]
fn calls_are_never_bounded_above_what_exhaustive_search_finds() {
    let mut gaps: BTreeMap<u32, u32> = BTreeMap::new();
    for seed in 0..300 {
        let mut generator = Generator::new(seed);
        let graph = random_graph(&mut generator);
        let arcs = graph.arcs().iter().map(|arc| Arc { capacity: 1, latency: 1, ..*arc }).collect();
        let graph = Digraph::new(graph.vertices(), graph.compute(), arcs);
        let root = below(&mut generator, graph.compute());
        let fewest = fewest_calls(&graph, root);
        let statement = Statement { graph: &graph, collective: MpiCollective::Bcast, root, blocks: 1 };
        let proves = |bound| Proof::Calls { bound, dimacs: None }.check(&statement).is_ok();
        let proved = (0..20).filter(|&bound| proves(bound)).max().unwrap_or(0);
        assert!(proved <= fewest, "{seed}: {proved} is above {fewest}");
        assert!((0..=proved).all(proves));
        *gaps.entry(fewest - proved).or_default() += 1;
        // A reduction is the same turned around, and each block more takes a step more.
        let reversed = graph.reversed();
        let reduce = Statement { graph: &reversed, collective: MpiCollective::Reduce, root, blocks: 5 };
        let proves = |bound| Proof::Calls { bound, dimacs: None }.check(&reduce).is_ok();
        assert!(proves(proved + 4) && !proves(proved + 5), "{seed}");
    }
    // Small graphs are nearly trees.
    assert!(gaps[&0] > 250, "{gaps:?}");
}
