#![expect(clippy::cast_possible_truncation, reason = "numbers of tests are small")]

use super::*;
use crate::Task;
use crate::exact::sat::{SatLimits, Verdict, schedule};
use good_lp::solvers::microlp::microlp;
use good_lp::{Expression, ProblemVariables, Solution, SolverModel, Variable, variable};
use logpine_network::digraph::Arc;
use logpine_text::random::Generator;

/// The optimum of the program over amounts and step lengths, to which the dual is dual; `None` if there is no solution.
fn primal(graph: &Digraph, steps: u32) -> Option<f64> {
    let mut variables = ProblemVariables::new();
    let lengths: Vec<Variable> = (0..steps).map(|_| variables.add(variable().min(0))).collect();
    let arcs = graph.arcs();
    let amounts: Vec<Vec<Vec<Variable>>> = (0..graph.compute())
        .map(|_| (0..steps).map(|_| arcs.iter().map(|_| variables.add(variable().min(0))).collect()).collect())
        .collect();
    let objective: Expression = lengths.iter().copied().sum();
    let mut model = variables.minimise(objective).using(microlp);
    let zero = || Expression::from(0.0);
    for rank in 0..graph.compute() {
        let amount = |step: u32, arc: usize| amounts[rank as usize][step as usize - 1][arc];
        // What vertex has received by the end of a step.
        let received = |vertex: u32, end: u32| {
            let mut sum = zero();
            for (index, arc) in arcs.iter().enumerate().filter(|(_, arc)| arc.to == vertex) {
                (1..=steps).filter(|step| step + arc.latency - 1 <= end).for_each(|step| sum += amount(step, index));
            }
            sum
        };
        for (index, arc) in arcs.iter().enumerate() {
            for step in 1..=steps {
                let sent: Expression = (1..=step).map(|step| amount(step, index)).sum();
                if arc.to == rank || step + arc.latency - 1 > steps {
                    model.add_constraint(Expression::from(amount(step, index)).leq(0.0));
                } else if arc.from != rank {
                    model.add_constraint((sent - received(arc.from, step - 1)).leq(0.0));
                }
            }
        }
        for vertex in (0..graph.vertices()).filter(|&vertex| vertex != rank) {
            if vertex < graph.compute() {
                model.add_constraint(received(vertex, steps).eq(1.0));
            } else {
                model.add_constraint(received(vertex, steps).leq(1.0));
            }
        }
    }
    for step in 1..=steps {
        for (index, arc) in arcs.iter().enumerate() {
            let load: Expression = amounts.iter().map(|amounts| amounts[step as usize - 1][index]).sum();
            model.add_constraint((load - arc.capacity as f64 * lengths[step as usize - 1]).leq(0.0));
        }
    }
    let solution = model.solve().ok()?;
    Some(lengths.iter().map(|&length| solution.value(length)).sum())
}

#[test]
fn proofs_attain_the_optimum_of_the_primal_program() {
    let mut random = Generator::new(2);
    let mut compared = 0;
    for case in 0..120 {
        let vertices = 3 + random.below(3) as u32;
        let compute = vertices - u32::from(random.below(3) == 0);
        let mut arcs = Vec::new();
        for from in 0..vertices {
            for to in 0..vertices {
                if from != to && (to == (from + 1) % vertices || random.below(3) == 0) {
                    arcs.push(Arc {
                        from,
                        to,
                        capacity: 1 + random.below(3),
                        latency: 1 + u32::from(random.below(4) == 0),
                    });
                }
            }
        }
        let graph = Digraph::new(vertices, compute, arcs);
        let steps = 2 + random.below(3) as u32;
        // Without a solution, the dual has no optimum.
        let Some(expected) = primal(&graph, steps) else { continue };
        let dual = solve(&graph, steps, 10_000_000).expect("there is an optimum");
        let (p, q) = dual.ratio(&graph).expect("the proof holds");
        assert!((p as f64 / q as f64 - expected).abs() < 1e-5, "case {case}: {p}/{q}, not {expected}");
        compared += 1;
        // No schedule undercuts it.
        for (rounds, blocks) in (steps..=steps + 2).flat_map(|rounds| (1..4).map(move |blocks| (rounds, blocks))) {
            if u64::from(rounds) * q < p * u64::from(blocks) {
                let mut composition = vec![1; steps as usize];
                composition[random.below(steps.into()) as usize] += rounds - steps;
                let verdict = schedule(&graph, &Task::allgather(compute, blocks), &composition, &SatLimits::default());
                assert_eq!(verdict, Verdict::Refuted, "case {case}");
            }
        }
    }
    assert!(compared > 40, "{compared}");
}

#[test]
fn numbers_that_prove_nothing_are_rejected() {
    // A ring of three: one step, with each arc carrying one block. Two blocks arrive at each vertex over two arcs.
    let arcs =
        [(0, 1), (1, 2), (2, 0), (1, 0), (2, 1), (0, 2)].map(|(from, to)| Arc { from, to, capacity: 1, latency: 1 });
    let graph = Digraph::new(3, 3, arcs.to_vec());
    let dual = Dual { steps: 1, scale: 6, prices: vec![1; 6], values: vec![0, 1, 1, 1, 0, 1, 1, 1, 0] };
    assert_eq!(dual.ratio(&graph), Some((6, 6)));
    for index in [1, 2, 3, 5, 6, 7] {
        let mut mutant = dual.clone();
        mutant.values[index] += 1;
        assert_eq!(mutant.ratio(&graph), None);
    }
    for mutant in [
        Dual { scale: 5, ..dual.clone() },
        Dual { scale: 0, ..dual.clone() },
        Dual { steps: 2, ..dual.clone() },
        Dual { values: vec![1; 9], ..dual.clone() },
        Dual { prices: vec![u64::MAX; 6], ..dual.clone() },
    ] {
        assert_eq!(mutant.ratio(&graph), None);
    }
    for index in 0..6 {
        let mut mutant = dual.clone();
        mutant.prices[index] = 0;
        assert_eq!(mutant.ratio(&graph), None);
    }
}
