//! Allgathers by translation, beside all their transmissions.

use crate::synthesis::tests::examples::below;
use crate::synthesis::{Hop, Limits, Sent, Statement, check_sends, check_translated};
use logpine_models::job::MpiCollective;
use logpine_netplan::translated;
use logpine_network::digraph::{Arc, Digraph};
use logpine_text::random::Generator;

const SIDES: [&[u32]; 7] = [&[5], &[2, 2], &[3, 2], &[3, 3], &[2, 2, 2], &[4, 3], &[1, 4]];

fn torus(sides: &[u32], capacity: u64) -> Digraph {
    let count: u32 = sides.iter().product();
    let mut arcs = Vec::new();
    for vertex in 0..count {
        let mut stride = count;
        for &side in sides {
            stride /= side;
            let at = vertex / stride % side;
            let mut next: Vec<u32> =
                [1, side - 1].map(|step| vertex - at * stride + (at + step) % side * stride).to_vec();
            next.dedup();
            next.retain(|&to| to != vertex);
            arcs.extend(next.into_iter().map(|to| Arc { from: vertex, to, capacity, latency: 1 }));
        }
    }
    Digraph::new(count, count, arcs)
}

/// The tree that grows on a torus.
fn grown(sides: &[u32], blocks: u32) -> Vec<Hop> {
    let grown = translated(&torus(sides, 1), sides, blocks).expect("a torus");
    grown.tree().map(|(step, from)| Hop { step, from }).collect()
}

/// The coordinates of a vertex, added by hand.
fn add(sides: &[u32], one: u32, other: u32) -> u32 {
    let digits = |mut vertex: u32| {
        let mut digits: Vec<u32> = sides
            .iter()
            .rev()
            .map(|&side| {
                let digit = vertex % side;
                vertex /= side;
                digit
            })
            .collect();
        digits.reverse();
        digits
    };
    let both = digits(one).into_iter().zip(digits(other)).zip(sides);
    both.fold(0, |vertex, ((one, other), &side)| vertex * side + (one + other) % side)
}

/// All transmissions, in the steps of the collective.
fn all(statement: &Statement<'_>, sides: &[u32], tree: &[Hop]) -> Vec<Sent> {
    let ranks = statement.graph.compute();
    let last = tree.iter().map(|of| of.step).max().unwrap_or(0);
    let mut sends = Vec::new();
    for (index, of) in (0u32..).zip(tree).filter(|(_, of)| of.step > 0) {
        let (vertex, block) = (index / statement.blocks, index % statement.blocks);
        for rank in 0..ranks {
            let (from, to) = (add(sides, rank, of.from), add(sides, rank, vertex));
            let block = rank * statement.blocks + block;
            sends.push(if statement.collective == MpiCollective::Allgather {
                Sent { step: of.step, from, to, block }
            } else {
                Sent { step: last + 1 - of.step, from: to, to: from, block }
            });
        }
    }
    sends
}

#[test]
fn trees_are_judged_as_their_transmissions_are() {
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..400 {
        let mut generator = Generator::stream(seed, 7);
        let sides = SIDES[below(&mut generator, 7) as usize];
        let blocks = 1 + below(&mut generator, 2);
        let tree = grown(sides, blocks);
        let graph = torus(sides, 1 + u64::from(below(&mut generator, 2)));
        let collective = if seed % 2 == 0 { MpiCollective::Allgather } else { MpiCollective::ReduceScatter };
        let statement = Statement { graph: &graph, collective, root: 0, blocks };
        let mut mutants = vec![tree.clone()];
        for _ in 0..20 {
            let mut mutant = tree.clone();
            for _ in 0..=below(&mut generator, 2) {
                let at = below(&mut generator, u32::try_from(tree.len()).expect("small")) as usize;
                // Rank 0 has its blocks.
                if mutant[at].step > 0 {
                    match below(&mut generator, 3) {
                        0 => mutant[at].step += 1,
                        1 => mutant[at].step = (mutant[at].step - 1).max(1),
                        _ => mutant[at].from = below(&mut generator, graph.vertices()),
                    }
                }
            }
            mutants.push(mutant);
        }
        for tree in mutants {
            let expected = check_sends(&statement, &all(&statement, sides, &tree), &Limits::default());
            let found = check_translated(&statement, sides, &tree);
            assert_eq!(found.is_ok(), expected.is_ok(), "{seed}: {found:?} {expected:?} {sides:?} {tree:?}");
            if let (Ok(found), Ok(expected)) = (found, expected) {
                // Turned around, a schedule that begins late ends early.
                assert!(found == expected || collective == MpiCollective::ReduceScatter);
                assert_eq!(found.sends, expected.sends);
                accepted += 1;
            } else {
                refused += 1;
            }
        }
    }
    assert!(accepted > 500 && refused > 3_000, "{accepted} {refused}");
}

#[test]
fn what_is_no_translation_is_refused() {
    let graph = torus(&[3, 3], 1);
    let tree = grown(&[3, 3], 1);
    let allgather = Statement { graph: &graph, collective: MpiCollective::Allgather, root: 0, blocks: 1 };
    let result = |statement: &Statement<'_>, sides: &[u32], tree: &[Hop]| {
        check_translated(statement, sides, tree).map_err(|wrong| wrong.to_string())
    };
    assert_eq!(result(&allgather, &[3, 3], &tree).map(|executed| executed.steps), Ok(2));
    let bcast = Statement { collective: MpiCollective::Bcast, ..allgather };
    let only = "only allgathers and reduce-scatters among all vertices are translations";
    assert_eq!(result(&bcast, &[3, 3], &tree), Err(only.to_owned()));
    let sides = "there are 12 vertices of the sides; 9 are needed";
    assert_eq!(result(&allgather, &[4, 3], &tree), Err(sides.to_owned()));
    let short = "there are 8 entries of the tree; 9 are needed";
    assert_eq!(result(&allgather, &[3, 3], &tree[1..]), Err(short.to_owned()));
    // The same nine vertices in a ring have other neighbours.
    assert!(result(&allgather, &[9], &tree).is_err());
    let mut arcs = graph.arcs().to_vec();
    arcs[5].latency = 2;
    let uneven = Digraph::new(9, 9, arcs);
    let found = result(&Statement { graph: &uneven, ..allgather }, &[3, 3], &tree).expect_err("not alike");
    assert!(found.ends_with("has another latency than the arc from 0 that it is translated from"), "{found}");
}
