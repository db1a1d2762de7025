//! The integer program of a network: is there a tree with a given number of leaves within the time limit?
//!
//! ```text
//! maximise z
//!   for every state s:    sum of y[s, choice] <= (or =) z start[s] + sum over choices that open s of places x y
//!   for every class c:    sum of y[., choice of c] <= hosts of c
//!   wanted z <= (or =) sum of yields x y
//!   z in {0, 1};  y[s, choice] >= 0, integer where the choice uses a host
//! ```
//!
//! The empty selection is a solution with z = 0, so a working solver never says "infeasible", which floating-point solvers
//! also say if they fail. An optimum of 0 means that there is no tree; a tree is a solution with z = 1. In the relaxation,
//! an optimum below 1 is already a proof. All coefficients are whole numbers.

use super::network::{Network, Opens, State};
use super::{ModelSize, UnknownReason};
use good_lp::solvers::microlp::{MicroLpProblem, microlp};
use good_lp::solvers::{SolutionStatus, WithTimeLimit};
use good_lp::{Expression, ProblemVariables, ResolutionError, Solution, SolverModel, Variable, constraint, variable};
use std::time::Instant;

/// The maximum error of an optimum of a linear program, by which optima are rounded outward. The solver keeps to 1e-7.
const TOLERANCE: f64 = 1e-6;

/// The rule for filling open places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filling {
    /// Places may stay open: a tree that has more than is wanted can be cut down without getting slower.
    AtMost,
    /// All places must be filled, with exactly the number wanted.
    Exact,
}

/// The program that decides whether a start yields a wanted number.
pub struct Program<'a> {
    pub network: &'a Network,
    /// The places that are open at first.
    pub start: Opens,
    /// The number of leaves or informed ranks that are wanted.
    pub wanted: u64,
    /// The number of hosts of each class.
    pub hosts: &'a [u64],
    pub filling: Filling,
}

/// The number of times that each choice of a state is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    pub state: State,
    pub times: Vec<u64>,
}

/// The feasibility of a program, as a solver finds it.
#[derive(Clone, Debug)]
pub enum Feasibility {
    /// There is no tree.
    No,
    /// There may be a tree: the relaxation has a solution, which says no more.
    Perhaps,
    /// These choices make a tree. To be checked: they are rounded from floating point.
    Yes(Vec<Taken>),
    /// The solver gave no answer.
    Unknown(UnknownReason),
}

/// The variables that must be whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Domain {
    Relaxed,
    Integer,
}

/// A program in the solver's form.
struct Built {
    model: MicroLpProblem,
    success: Variable,
    taken: Vec<Vec<Variable>>,
    size: ModelSize,
}

impl Program<'_> {
    /// The linear relaxation: no, or perhaps.
    pub fn relaxation(&self, deadline: Instant, size: &mut ModelSize) -> Feasibility {
        let states = self.network.reachable(self.start.state);
        let built = self.build(&states, Domain::Relaxed);
        size.include(built.size);
        match solve(built.model, deadline) {
            // A relaxation that the solver leaves early gives no bound.
            Ok(solution) if !matches!(solution.status(), SolutionStatus::Optimal) => {
                Feasibility::Unknown(UnknownReason::TimeLimit)
            }
            Ok(solution) if solution.value(built.success) < 1.0 - TOLERANCE => Feasibility::No,
            Ok(_) => Feasibility::Perhaps,
            Err(reason) => Feasibility::Unknown(reason),
        }
    }

    /// The integer program: no, or the choices that make a tree.
    pub fn integral(&self, deadline: Instant, size: &mut ModelSize) -> Feasibility {
        let states = self.network.reachable(self.start.state);
        let built = self.build(&states, Domain::Integer);
        size.include(built.size);
        let solution = match solve(built.model, deadline) {
            Ok(solution) => solution,
            Err(reason) => return Feasibility::Unknown(reason),
        };
        let status = solution.status();
        let found = solution.value(built.success) > 0.5;
        let times = |variables: &Vec<Variable>| variables.iter().map(|&one| whole(solution.value(one))).collect();
        let taken = states.iter().zip(&built.taken).map(|(&state, row)| Taken { state, times: times(row) }).collect();
        size.nodes = size.nodes.saturating_add(solution.into_inner().stats().nodes_solved);
        match (found, status) {
            (true, _) => Feasibility::Yes(taken),
            (false, SolutionStatus::Optimal) => Feasibility::No,
            (false, _) => Feasibility::Unknown(UnknownReason::TimeLimit),
        }
    }

    fn build(&self, states: &[State], domain: Domain) -> Built {
        let mut variables = ProblemVariables::new();
        let whole_in_integer = |definition: good_lp::VariableDefinition| match domain {
            Domain::Relaxed => definition,
            Domain::Integer => definition.integer(),
        };
        let success = variables.add(whole_in_integer(variable().clamp(0, 1)));
        let mut filled = Vec::with_capacity(states.len());
        let mut taken = Vec::with_capacity(states.len());
        let mut opened = vec![Expression::default(); self.start.state.0 as usize + 1];
        let mut used = vec![Expression::default(); self.hosts.len()];
        let mut yielded = Expression::default();
        opened[self.start.state.0 as usize].add_mul(real(self.start.places), success);
        for &state in states {
            let mut sum = Expression::default();
            let mut row = Vec::new();
            for choice in self.network.choices(state) {
                let definition = match choice.class {
                    Some(class) => whole_in_integer(variable().clamp(0, real(self.hosts[usize::from(class)]))),
                    None => variable().min(0),
                };
                let times = variables.add(definition);
                sum += times;
                for opens in choice.opens.into_iter().flatten() {
                    opened[opens.state.0 as usize].add_mul(real(opens.places), times);
                }
                if let Some(class) = choice.class {
                    used[usize::from(class)] += times;
                }
                yielded.add_mul(real(choice.yields), times);
                row.push(times);
            }
            filled.push(sum);
            taken.push(row);
        }
        let columns = variables.len();
        let mut rows = 1;
        let mut model = variables.maximise(success).using(microlp);
        for (sum, &state) in filled.into_iter().zip(states) {
            let opened = std::mem::take(&mut opened[state.0 as usize]);
            model.add_constraint(match self.filling {
                Filling::AtMost => constraint!(sum <= opened),
                Filling::Exact => constraint!(sum == opened),
            });
            rows += 1;
        }
        for (used, &hosts) in used.into_iter().zip(self.hosts).filter(|(used, _)| *used != Expression::default()) {
            model.add_constraint(constraint!(used <= real(hosts)));
            rows += 1;
        }
        let wanted = real(self.wanted) * success;
        model.add_constraint(match self.filling {
            Filling::AtMost => constraint!(wanted <= yielded),
            Filling::Exact => constraint!(wanted == yielded),
        });
        Built { model, success, taken, size: ModelSize { variables: columns, constraints: rows, nodes: 0 } }
    }
}

fn solve(model: MicroLpProblem, deadline: Instant) -> Result<<MicroLpProblem as SolverModel>::Solution, UnknownReason> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(UnknownReason::TimeLimit);
    }
    model.with_time_limit(left.as_secs_f64()).solve().map_err(|error| match error {
        ResolutionError::Other(_) => UnknownReason::TimeLimit,
        error => UnknownReason::Solver(error.to_string()),
    })
}

/// A count as a floating-point number; counts of a network are far below 2^53.
fn real(count: u64) -> f64 {
    count as f64
}

/// The whole number nearest to the solver's value.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts saturate, and answers are checked")]
fn whole(value: f64) -> u64 {
    value.round() as u64
}
