//! Schedules in steps.

use crate::synthesis::tests::examples::{Example, arc, end};
use crate::synthesis::{COLLECTIVES, Fault, Limits, Sent, Statement, Wrong, check_sends};
use logpine_models::job::MpiCollective;
use logpine_network::digraph::{Arc, Digraph};
use logpine_text::random::Generator;
use std::collections::BTreeSet;

fn sent(step: u32, from: u32, to: u32, block: u32) -> Sent {
    Sent { step, from, to, block }
}

#[test]
fn capacities_count_what_begins_in_a_step() {
    let graph = Digraph::new(2, 2, vec![Arc { from: 0, to: 1, capacity: 2, latency: 3 }]);
    let statement = Statement { graph: &graph, collective: MpiCollective::Bcast, root: 0, blocks: 3 };
    let three = [sent(1, 0, 1, 0), sent(1, 0, 1, 1), sent(1, 0, 1, 2)];
    let wrong = Wrong::new("3 blocks begin in step 1 on the arc from 0 to 1, which has a capacity of 2");
    assert_eq!(check_sends(&statement, &three, &Limits::default()), Err(vec![Fault { row: Some(2), wrong }]));
    let two = [sent(1, 0, 1, 0), sent(1, 0, 1, 1), sent(2, 0, 1, 2)];
    assert_eq!(check_sends(&statement, &two, &Limits::default()).map(|done| done.steps), Ok(4));
}

#[test]
fn statements_and_memory_are_checked_first() {
    let graph = Digraph::new(2, 2, vec![arc(0, 1), arc(0, 1)]);
    let statement = Statement { graph: &graph, collective: MpiCollective::Reduce, root: 1, blocks: 1 };
    let fault = |statement: &Statement<'_>, limits: &Limits| {
        check_sends(statement, &[sent(1, 0, 1, 0)], limits).map_err(|faults| faults[0].wrong.clone())
    };
    let repeated = Wrong::new("there are two arcs from 0 to 1; add their capacities up");
    assert_eq!(fault(&statement, &Limits::default()), Err(repeated));
    let graph = Digraph::new(2, 2, vec![arc(0, 1)]);
    let statement = Statement { graph: &graph, ..statement };
    // A word for each of two vertices, and one for the send.
    assert!(fault(&statement, &Limits { contributions: 24, faults: 1 }).is_ok());
    let wrong = Wrong::new("the contributions to a block need 24 bytes, more than the 23 that the check may take");
    assert_eq!(fault(&statement, &Limits { contributions: 23, faults: 1 }), Err(wrong));
    let no_root = Statement { root: 2, ..statement };
    let wrong = Wrong::new("there is no root 2; the ranks are 0 to 1");
    assert_eq!(fault(&no_root, &Limits::default()), Err(wrong));
    let many = Statement { blocks: 1 << 31, collective: MpiCollective::Allgather, ..statement };
    let wrong = Wrong::new("2147483648 blocks of each of 2 ranks are too many to be numbered");
    assert_eq!(fault(&many, &Limits::default()), Err(wrong));
}

/// Whether a schedule is correct: time goes on by one step, and everything is a set of contributions.
fn is_correct(example: &Example) -> bool {
    let Example { graph, collective, root, blocks, sends } = example;
    let ranks = graph.compute();
    let combines =
        matches!(collective, MpiCollective::Reduce | MpiCollective::ReduceScatter | MpiCollective::Allreduce);
    let of_root = matches!(collective, MpiCollective::Bcast | MpiCollective::Reduce);
    let all = if of_root { *blocks } else { ranks * blocks };
    let arc_of = |sent: &Sent| graph.arcs().iter().find(|arc| (arc.from, arc.to) == (sent.from, sent.to));
    let fits = |sent: &Sent| {
        let same = |other: &&Sent| (other.step, other.from, other.to) == (sent.step, sent.from, sent.to);
        arc_of(sent).is_some_and(|arc| sends.iter().filter(same).count() as u64 <= arc.capacity)
    };
    if !sends.iter().all(|sent| fits(sent) && sent.block < all && sent.step > 0) {
        return false;
    }
    let starts = |vertex: u32, block: u32| match collective {
        MpiCollective::Bcast | MpiCollective::Scatter => vertex == *root,
        MpiCollective::Gather | MpiCollective::Allgather => vertex == block / blocks,
        _ => vertex < ranks,
    };
    let full: BTreeSet<u32> = (0..if combines { ranks } else { 1 }).collect();
    let set = |vertex, block| {
        let own = if combines { vertex } else { 0 };
        BTreeSet::from_iter(starts(vertex, block).then_some(own))
    };
    let mut state: Vec<Vec<BTreeSet<u32>>> =
        (0..graph.vertices()).map(|vertex| (0..all).map(|block| set(vertex, block)).collect()).collect();
    let last = sends.iter().map(|&sent| end(graph, sent)).max().unwrap_or(0);
    let mut under_way: Vec<(u32, &Sent, BTreeSet<u32>)> = Vec::new();
    for step in 1..=last {
        for sent in sends.iter().filter(|sent| sent.step == step) {
            let carried = state[sent.from as usize][sent.block as usize].clone();
            if carried.is_empty() {
                return false;
            }
            under_way.push((end(graph, *sent), sent, carried));
        }
        for complete in [false, true] {
            for (_, sent, carried) in under_way.iter().filter(|(end, ..)| *end == step) {
                let there = &mut state[sent.to as usize][sent.block as usize];
                if (*carried == full) != complete {
                    continue;
                }
                if complete {
                    there.clone_from(&full);
                } else if !there.is_disjoint(carried) {
                    return false;
                }
                there.extend(carried);
            }
        }
    }
    let needs = |rank: u32, block: u32| match collective {
        MpiCollective::Scatter | MpiCollective::ReduceScatter => rank == block / blocks,
        MpiCollective::Gather | MpiCollective::Reduce => rank == *root,
        _ => true,
    };
    (0..ranks).all(|rank| (0..all).all(|block| !needs(rank, block) || state[rank as usize][block as usize] == full))
}

fn is_accepted(example: &Example) -> bool {
    check_sends(&example.statement(), &example.sends, &Limits::default()).is_ok()
}

/// All schedules that differ from a send in one field, and by the whole arc.
fn mutants(example: &Example, index: usize) -> Vec<Example> {
    let sent = example.sends[index];
    let vertices = example.graph.vertices();
    let mut changed: Vec<Sent> = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|step| Sent { step, ..sent }).to_vec();
    changed.extend((0..vertices).flat_map(|v| [Sent { from: v, ..sent }, Sent { to: v, ..sent }]));
    changed.extend(example.graph.arcs().iter().map(|arc| Sent { from: arc.from, to: arc.to, ..sent }));
    changed.extend((0..11).map(|block| Sent { block, ..sent }));
    let mutant = |sent| {
        let mut mutant = example.clone();
        mutant.sends[index] = sent;
        mutant
    };
    changed.into_iter().filter(|&other| other != sent).map(mutant).collect()
}

#[test]
fn correct_schedules_are_accepted_and_their_mutants_are_refused() {
    let (mut refused, mut accepted) = (0, 0);
    for seed in 0..140 {
        let mut generator = Generator::new(seed);
        let collective = COLLECTIVES[usize::try_from(seed % 7).expect("small")];
        let example = Example::random(collective, &mut generator);
        let steps = example.sends.iter().map(|&sent| end(&example.graph, sent)).max().unwrap_or(0);
        let done = check_sends(&example.statement(), &example.sends, &Limits::default());
        assert_eq!(done.map(|done| (done.steps, done.sends)), Ok((steps.into(), example.sends.len() as u64)), "{seed}");
        for index in 0..example.sends.len() {
            let mut without = example.clone();
            without.sends.remove(index);
            assert!(!is_accepted(&without), "{seed}: {:?} can be left out", example.sends[index]);
            for mutant in mutants(&example, index) {
                let correct = is_correct(&mutant);
                assert_eq!(is_accepted(&mutant), correct, "{seed}: {:?}", mutant.sends[index]);
                *(if correct { &mut accepted } else { &mut refused }) += 1;
            }
        }
    }
    // Most mutants are wrong; some are late but correct.
    assert!(refused > 30_000 && accepted > 500, "{refused} refused, {accepted} accepted");
}

#[test]
fn the_order_of_rows_has_no_meaning() {
    for seed in 0..70 {
        let mut generator = Generator::new(seed);
        let mut example = Example::random(COLLECTIVES[usize::try_from(seed % 7).expect("small")], &mut generator);
        example.sends.reverse();
        assert!(is_accepted(&example));
        example.sends.pop();
        assert!(!is_accepted(&example) || example.sends.is_empty());
    }
}

#[test]
fn faults_are_listed_up_to_a_limit() {
    let graph = Digraph::new(2, 2, vec![arc(0, 1), arc(1, 0)]);
    let statement = Statement { graph: &graph, collective: MpiCollective::Scatter, root: 0, blocks: 1 << 30 };
    let limits = Limits { faults: 3, ..Limits::default() };
    let faults = check_sends(&statement, &[], &limits).expect_err("nothing is sent");
    let first = Wrong::new("block 1073741824 is never sent");
    assert_eq!((faults.len(), faults[0].wrong.clone()), (3, first));
    let rows = [sent(0, 0, 1, 0), sent(1, 0, 0, 0)];
    let faults = check_sends(&statement, &rows, &limits).expect_err("both are wrong");
    assert_eq!(faults.iter().map(|fault| fault.row).collect::<Vec<_>>(), [Some(0), Some(1)]);
    assert_eq!(faults[1].wrong.to_string(), "there is no arc from 0 to 0");
}

/// The blocks of many sends are followed in parallel, with the same faults in the same order.
#[test]
fn faults_do_not_depend_on_the_number_of_threads() {
    let blocks = 40_000;
    let arc = |from, to| Arc { from, to, capacity: u64::from(blocks), latency: 1 };
    let graph = Digraph::new(3, 3, vec![arc(0, 1), arc(1, 0), arc(1, 2), arc(2, 1)]);
    let pools = [1, 4].map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads"));
    for (collective, hops) in
        [(MpiCollective::Bcast, [(1, 0, 1), (2, 1, 2)]), (MpiCollective::Reduce, [(1, 2, 1), (2, 1, 0)])]
    {
        let statement = Statement { graph: &graph, collective, root: 0, blocks };
        let of_hop = |(step, from, to)| (0..blocks).map(move |block| sent(step, from, to, block));
        let right: Vec<Sent> = hops.into_iter().flat_map(of_hop).collect();
        // Five blocks are never sent, and six others not in the second step.
        let is_left = |sent: &&Sent| sent.block % 9_000 != 7 && (sent.step == 1 || sent.block % 7_000 != 3);
        let wrong: Vec<Sent> = right.iter().filter(is_left).copied().collect();
        // The last limit is that of the sets of one block of a reduction: there is no memory for several at a time.
        for (faults, contributions) in [(1, 1 << 30), (8, 1 << 30), (20, 1 << 30), (20, 40)] {
            let limits = Limits { faults, contributions };
            let check = |sends: &[Sent]| {
                let [one, four] = pools.each_ref().map(|pool| pool.install(|| check_sends(&statement, sends, &limits)));
                assert_eq!(one, four);
                one.map(|done| done.steps).map_err(|faults| faults.len())
            };
            assert_eq!((check(&right), check(&wrong)), (Ok(2), Err(faults.min(11))), "{collective}");
        }
    }
}
