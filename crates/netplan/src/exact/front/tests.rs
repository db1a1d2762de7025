#![expect(clippy::cast_possible_truncation, reason = "numbers of tests are small")]

use super::*;
use crate::Task;
use crate::exact::sat::{Verdict, schedule};
use crate::tests::networks::{connected, dgx1};
use crate::tests::replay_in;
use logpine_text::random::Generator;

fn shape(points: &[Point]) -> Vec<(u32, u32, u32)> {
    points.iter().map(|point| (point.steps, point.rounds, point.blocks)).collect()
}

fn task(graph: &Digraph, roots: Roots, blocks: u32) -> Task {
    match roots {
        Roots::One(root) => Task::bcast(root, blocks),
        Roots::All => Task::allgather(graph.compute(), blocks),
    }
}

/// Replays every schedule and recounts every proof of a front.
fn check(graph: &Digraph, roots: Roots, front: &Front) {
    for point in front.cells.iter().filter_map(|cell| cell.best.as_ref()) {
        assert_eq!(point.composition.len(), point.steps as usize);
        assert_eq!(point.composition.iter().sum::<u32>(), point.rounds);
        replay_in(graph, &task(graph, roots, point.blocks), &point.composition, &point.schedule);
    }
    for cell in &front.cells {
        for refutation in &cell.refutations {
            let Refutation::Cut { rounds, blocks, times } = refutation else { continue };
            let steps = rounds.len() as u32;
            assert!(times[..graph.compute() as usize].iter().any(|&time| time > steps));
            let late =
                task(graph, roots, *blocks).blocks.iter().filter(|(origin, _)| times[*origin as usize] == 0).count();
            let crossing = graph.arcs().iter().map(|arc| {
                let open = (1..=steps)
                    .filter(|step| times[arc.from as usize] < *step && step + arc.latency <= times[arc.to as usize]);
                arc.capacity * open.map(|step| u64::from(rounds[step as usize - 1])).sum::<u64>()
            });
            assert!(late as u64 > crossing.sum());
        }
        if let (Some(RatioBound::Dual(dual)), Some(point)) = (&cell.ratio, &cell.best) {
            let (p, q) = dual.ratio(graph).expect("the proof holds");
            assert!(u64::from(point.rounds) * q >= p * u64::from(point.blocks));
        }
    }
    // Nothing is left beyond the limits if each cell attains its bound, or is beaten by one before it that does.
    if front.closed {
        let mut best = None;
        for cell in &front.cells {
            best = cell.best.as_ref().or(best);
            let (p, q) = match cell.ratio.as_ref().expect("of allgathers") {
                RatioBound::Dual(dual) => dual.ratio(graph).expect("the proof holds"),
                RatioBound::Indegree { vertex } => (u64::from(graph.compute()) - 1, graph.capacity_into(*vertex)),
            };
            let point = best.expect("a point");
            assert!(u64::from(point.rounds) * q <= p * u64::from(point.blocks), "{cell:?}");
        }
    }
}

#[test]
fn the_front_of_allgather_on_dgx1_is_complete() {
    let graph = dgx1();
    let front = front(&graph, Roots::All, &FrontLimits::default()).expect("small");
    assert_eq!(shape(&front.points), [(2, 3, 2), (3, 7, 6)]);
    assert!(front.complete && front.closed);
    check(&graph, Roots::All, &front);
    let Some(RatioBound::Dual(dual)) = &front.cells[0].ratio else { panic!("two steps need the program") };
    let (p, q) = dual.ratio(&graph).expect("the proof holds");
    assert_eq!(2 * p, 3 * q);
    assert_eq!(front.cells[1].ratio, Some(RatioBound::Indegree { vertex: 0 }));
    for rounds in [[1, 3], [2, 2], [3, 1]] {
        assert_eq!(schedule(&graph, &Task::allgather(8, 3), &rounds, &SatLimits::default()), Verdict::Refuted);
    }
}

#[test]
fn fronts_are_what_all_questions_one_by_one_yield() {
    let mut random = Generator::new(11);
    for case in 0..60 {
        let graph = connected(&mut random, 4, 2, 2);
        let roots = if case % 2 == 0 { Roots::All } else { Roots::One(0) };
        let limits = FrontLimits { steps: 5, rounds: 5, blocks: 4, seeds: 3, ..FrontLimits::default() };
        let front = front(&graph, roots, &limits).expect("small");
        check(&graph, roots, &front);
        assert!(front.complete);
        let exists = |steps, rounds, blocks| {
            let task = task(&graph, roots, blocks);
            let all = compositions::compositions(steps, rounds, 1_000).expect("few");
            all.iter().any(|rounds| matches!(schedule(&graph, &task, rounds, &limits.sat), Verdict::Schedule(_)))
        };
        let mut expected: Vec<(u32, u32, u32)> = Vec::new();
        for steps in 1..=limits.steps {
            let all =
                (steps..=limits.rounds).flat_map(|rounds| (1..=limits.blocks).map(move |blocks| (rounds, blocks)));
            let all = all.filter(|&(rounds, blocks)| exists(steps, rounds, blocks));
            // The fewest rounds for a block, then the fewest rounds.
            let best = all.min_by(|one, other| (one.0 * other.1).cmp(&(other.0 * one.1)).then(one.0.cmp(&other.0)));
            expected.extend(
                best.filter(|best| expected.last().is_none_or(|last| best.0 * last.2 < last.1 * best.1))
                    .map(|(rounds, blocks)| (steps, rounds, blocks)),
            );
        }
        // A closed front ends where nothing can be faster.
        assert_eq!(shape(&front.points), expected, "case {case}: {graph:?}");
    }
}

#[test]
fn extents_are_limited() {
    let graph = dgx1();
    let limits = FrontLimits { blocks: 1 << 20, ..FrontLimits::default() };
    assert!(front(&graph, Roots::All, &limits).unwrap_err().says("at most 256"));
    assert!(front(&graph, Roots::One(8), &FrontLimits::default()).unwrap_err().says("vertex 8 is no rank"));
    let apart = Digraph::new(2, 2, Vec::new());
    let none = front(&apart, Roots::All, &FrontLimits::default()).expect("small");
    assert!(none.cells.is_empty() && none.complete);
}
