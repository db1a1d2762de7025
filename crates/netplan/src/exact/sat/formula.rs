//! Propositional formulas in conjunctive normal form, and a solver whose limit is a count.

use super::limits::{Obstacle, SatLimits};
use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};
use logpine_text::watch::Watch;
use std::cell::Cell;
use std::ops::Not;

/// A variable or its negation, numbered as in DIMACS: from 1 on, negative for a negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Literal(i32);

impl Literal {
    /// The variable with an index, counted from 0.
    pub fn of_variable(index: u32) -> Self {
        Self(i32::try_from(index + 1).expect("formulas are limited to fewer variables"))
    }

    /// The value of the literal in an assignment.
    pub fn value(self, values: &[bool]) -> bool {
        values[self.0.unsigned_abs() as usize - 1] == (self.0 > 0)
    }
}

impl Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self(-self.0)
    }
}

/// The answer of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// An assignment that satisfies all clauses: the value of each variable.
    Satisfied(Vec<bool>),
    /// There is no such assignment.
    Unsatisfiable,
    /// The solver reached its limit, or its time was over.
    Unknown,
}

/// A formula of limited size.
#[derive(Clone, Debug)]
pub struct Formula {
    variables: u32,
    clauses: u32,
    /// The clauses one after the other, each with a 0 at its end.
    literals: Vec<i32>,
    /// The variables and clauses that may still be added.
    left: u32,
}

impl Formula {
    /// The longest list of which at most one literal may hold that is written pair by pair.
    const PAIRWISE: usize = 5;

    /// The formula without clauses, which holds.
    pub fn new(limits: &SatLimits) -> Self {
        Self { variables: 0, clauses: 0, literals: Vec::new(), left: limits.size.min(SatLimits::LARGEST) }
    }

    /// The number of clauses.
    pub const fn clauses(&self) -> u32 {
        self.clauses
    }

    /// Takes variables or clauses from what may still be added.
    fn take(&mut self, count: u32) -> Result<(), Obstacle> {
        self.left = self.left.checked_sub(count).ok_or(Obstacle::Size)?;
        Ok(())
    }

    /// Adds variables, and returns the index of the first.
    pub fn add_variables(&mut self, count: u32) -> Result<u32, Obstacle> {
        self.take(count)?;
        let first = self.variables;
        self.variables += count;
        Ok(first)
    }

    /// Adds the clause that one of the literals holds.
    pub fn add(&mut self, clause: impl IntoIterator<Item = Literal>) -> Result<(), Obstacle> {
        self.take(1)?;
        self.clauses += 1;
        self.literals.extend(clause.into_iter().map(|literal| literal.0));
        self.literals.push(0);
        Ok(())
    }

    /// Adds that at most `most` of the literals hold: pair by pair if they are few, else by a sequential counter (Sinz, Towards
    /// an Optimal CNF Encoding of Boolean Cardinality Constraints, 2005), whose variable (i, j) says that more than j of the
    /// literals up to i hold.
    pub fn add_at_most(&mut self, literals: &[Literal], most: u64) -> Result<(), Obstacle> {
        if literals.len() as u64 <= most {
            return Ok(());
        }
        if literals.len() as u64 == most + 1 {
            return self.add(literals.iter().map(|&literal| !literal));
        }
        if most == 0 {
            return literals.iter().try_for_each(|&literal| self.add([!literal]));
        }
        if most == 1 && literals.len() <= Self::PAIRWISE {
            for (index, &one) in literals.iter().enumerate() {
                literals[..index].iter().try_for_each(|&other| self.add([!one, !other]))?;
            }
            return Ok(());
        }
        let most = u32::try_from(most).map_err(|_| Obstacle::Size)?;
        let count = u32::try_from(literals.len()).map_err(|_| Obstacle::Size)?;
        let first = self.add_variables((count - 1).checked_mul(most).ok_or(Obstacle::Size)?)?;
        let counter = |index: u32, more: u32| Literal::of_variable(first + index * most + more);
        for (index, &literal) in (0u32..).zip(literals) {
            if index > 0 {
                self.add([!literal, !counter(index - 1, most - 1)])?;
            }
            if index + 1 == count {
                break;
            }
            self.add([!literal, counter(index, 0)])?;
            for more in (0..most).take_while(|_| index > 0) {
                self.add([!counter(index - 1, more), counter(index, more)])?;
                if more > 0 {
                    self.add([!literal, !counter(index - 1, more - 1), counter(index, more)])?;
                }
            }
        }
        Ok(())
    }

    /// The formula as text in the DIMACS format.
    pub fn dimacs(&self) -> String {
        use std::fmt::Write as _;
        let mut text = format!("p cnf {} {}\n", self.variables, self.clauses);
        for &literal in &self.literals {
            let end = if literal == 0 { '\n' } else { ' ' };
            write!(text, "{literal}{end}").expect("a string can be written to");
        }
        text
    }

    /// Solves the formula, and returns the answer and what is left of the effort. The effort counts decisions and conflicts, so the
    /// answer depends on nothing else, unless `watch` ends the work.
    pub fn solve(&self, effort: u64, watch: &dyn Watch) -> (Answer, u64) {
        let mut solver = Solver::new(SolverOpts::default(), Counter { left: Cell::new(effort), watch });
        for _ in 0..self.variables {
            solver.new_var_default();
        }
        let mut clause = Vec::new();
        for literals in self.literals.split(|&literal| literal == 0).take(self.clauses as usize) {
            clause.clear();
            clause.extend(literals.iter().map(|&literal| {
                let index = literal.unsigned_abs() - 1;
                Lit::new(Var::unsafe_from_idx(index), literal > 0)
            }));
            if !solver.add_clause_reuse(&mut clause) {
                return (Answer::Unsatisfiable, effort);
            }
        }
        let found = solver.solve_limited(&[]);
        let answer = if found == lbool::TRUE {
            Answer::Satisfied(solver.get_model().iter().map(|&value| value == lbool::TRUE).collect())
        } else if found == lbool::FALSE {
            Answer::Unsatisfiable
        } else {
            Answer::Unknown
        };
        (answer, solver.cb().left.get())
    }
}

/// Stops a solver after a number of decisions and conflicts.
struct Counter<'a> {
    left: Cell<u64>,
    watch: &'a dyn Watch,
}

impl Callbacks for Counter<'_> {
    fn on_new_clause(&mut self, _: &[Lit], _: ClauseKind) {
        self.left.set(self.left.get().saturating_sub(1));
    }

    // The solver asks before each decision.
    fn stop(&self) -> bool {
        self.left.set(self.left.get().saturating_sub(1));
        self.left.get() == 0 || self.watch.is_over()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logpine_text::watch::Over;

    /// All assignments of a formula's first variables that can be extended to a model.
    fn models(formula: &Formula, count: u32) -> Vec<u32> {
        let holds = |&bits: &u32| {
            let mut fixed = formula.clone();
            for index in 0..count {
                let literal = Literal::of_variable(index);
                fixed.add([if bits >> index & 1 == 1 { literal } else { !literal }]).expect("small");
            }
            matches!(fixed.solve(1 << 20, &()).0, Answer::Satisfied(_))
        };
        (0..1 << count).filter(holds).collect()
    }

    #[test]
    fn a_counter_allows_exactly_the_assignments_with_few_true_literals() {
        for count in 1..=7 {
            for most in 0..=count {
                let mut formula = Formula::new(&SatLimits::default());
                formula.add_variables(count).expect("small");
                let literals: Vec<_> = (0..count).map(Literal::of_variable).collect();
                formula.add_at_most(&literals, most.into()).expect("small");
                let expected: Vec<u32> = (0..1 << count).filter(|bits: &u32| bits.count_ones() <= most).collect();
                assert_eq!(models(&formula, count), expected, "at most {most} of {count}");
            }
        }
    }

    #[test]
    fn sizes_and_efforts_are_limited() {
        let mut formula = Formula::new(&SatLimits { size: 5, ..SatLimits::default() });
        assert_eq!(formula.add_variables(4), Ok(0));
        let literals: Vec<_> = (0..4).map(Literal::of_variable).collect();
        assert_eq!(formula.add_at_most(&literals, 1), Err(Obstacle::Size));
        // Seven pigeons in six holes.
        let mut formula = Formula::new(&SatLimits::default());
        formula.add_variables(42).expect("small");
        let sits = |pigeon: u32, hole: u32| Literal::of_variable(pigeon * 6 + hole);
        for pigeon in 0..7 {
            formula.add((0..6).map(|hole| sits(pigeon, hole))).expect("small");
        }
        for hole in 0..6 {
            let pigeons: Vec<_> = (0..7).map(|pigeon| sits(pigeon, hole)).collect();
            formula.add_at_most(&pigeons, 1).expect("small");
        }
        assert_eq!(formula.solve(10, &()).0, Answer::Unknown);
        assert_eq!(formula.solve(1 << 20, &Over).0, Answer::Unknown);
        assert_eq!(formula.solve(1 << 20, &()).0, Answer::Unsatisfiable);
    }
}
