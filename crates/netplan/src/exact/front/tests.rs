#![expect(clippy::cast_possible_truncation, reason = "numbers of tests are small")]

use super::*;
use crate::Task;
use crate::exact::sat::{Verdict, schedule};
use logpine_network::digraph::Arc;
use logpine_text::random::Generator;
use std::collections::HashMap;

/// Links in both directions.
fn links(vertices: u32, links: &[(u32, u32, u64)]) -> Digraph {
    let arcs = links.iter().flat_map(|&(from, to, capacity)| {
        [(from, to), (to, from)].map(|(from, to)| Arc { from, to, capacity, latency: 1 })
    });
    Digraph::new(vertices, vertices, arcs.collect())
}

/// NVIDIA DGX-1 with V100, capacities in links.
fn dgx1() -> Digraph {
    let mut pairs = vec![(0, 1, 2), (0, 2, 1), (0, 3, 1), (0, 4, 2), (1, 2, 1), (1, 3, 2), (1, 5, 1), (2, 3, 2)];
    pairs.extend([(2, 6, 2), (3, 7, 1), (4, 5, 2), (4, 6, 1), (4, 7, 1), (5, 6, 1), (5, 7, 2), (6, 7, 2)]);
    links(8, &pairs)
}

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
        replay(graph, roots, point);
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

fn replay(graph: &Digraph, roots: Roots, point: &Point) {
    assert_eq!(point.composition.len(), point.steps as usize);
    assert_eq!(point.composition.iter().sum::<u32>(), point.rounds);
    let task = task(graph, roots, point.blocks);
    let mut ends: HashMap<(u32, u32), u32> =
        task.blocks.iter().zip(0..).map(|(&(origin, _), block)| ((block, origin), 0)).collect();
    let mut load: HashMap<(u32, u32), u64> = HashMap::new();
    for send in &point.schedule.sends {
        let arc = &graph.arcs()[send.arc as usize];
        assert!(ends[&(send.block, arc.from)] < send.step);
        assert!(ends.insert((send.block, arc.to), send.step + arc.latency - 1).is_none());
        let load = load.entry((send.step, send.arc)).or_default();
        *load += 1;
        assert!(*load <= arc.capacity * u64::from(point.composition[send.step as usize - 1]));
    }
    for block in 0..task.blocks.len() as u32 {
        assert!((0..graph.compute()).all(|vertex| ends[&(block, vertex)] <= point.steps));
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

/// A random graph whose ranks reach each other, with a relay now and then.
fn random_graph(random: &mut Generator) -> Digraph {
    let vertices = 3 + random.below(2) as u32;
    let compute = vertices - u32::from(random.below(3) == 0);
    let mut arcs: Vec<Arc> = Vec::new();
    for from in 0..vertices {
        for to in 0..vertices {
            if from != to && (to == (from + 1) % vertices || random.below(3) == 0) {
                arcs.push(Arc {
                    from,
                    to,
                    capacity: 1 + random.below(2),
                    latency: 1 + u32::from(random.below(5) == 0),
                });
            }
        }
    }
    Digraph::new(vertices, compute, arcs)
}

#[test]
fn fronts_are_what_all_questions_one_by_one_yield() {
    let mut random = Generator::new(11);
    for case in 0..60 {
        let graph = random_graph(&mut random);
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
