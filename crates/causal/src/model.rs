//! The learnt model with its evidence.

use super::deterministic::FunctionOf;
use super::options::LearnOptions;
use super::pc::{Equivalence, Pattern, Separation, TestResult};
use super::sample::Scale;

/// A variable of a causal model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name.
    pub name: String,
    /// The scale on which its values were compared.
    pub scale: Scale,
    /// True if it was declared to have only outgoing edges.
    pub is_input: bool,
}

/// The kind of a connection between two variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeKind {
    /// The first is a direct cause of the second.
    Directed,
    /// The second is a function of the first, alone or together with others.
    Deterministic,
    /// One is a direct cause of the other, but the observations do not show which.
    Undirected,
}

/// A direct relation of two variables.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    /// The cause, or the first of the two.
    pub from: usize,
    /// The effect, or the second of the two.
    pub to: usize,
    /// The kind of the connection.
    pub kind: EdgeKind,
    /// The information they share, in nats.
    pub information: f64,
    /// True if the edge was required, not learnt.
    pub is_required: bool,
}

/// A causal model: variables, direct causes, functions, and all evidence.
///
/// Variables are numbered as the columns of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct CausalModel {
    /// The variables.
    pub variables: Vec<Variable>,
    /// The number of rows in the table.
    pub rows: usize,
    /// The options used.
    pub options: LearnOptions,
    /// The edges, by the numbers of their ends.
    pub edges: Vec<Edge>,
    /// The variables that are functions of others.
    pub functions: Vec<FunctionOf>,
    /// The pairs that are not connected, with the reasons.
    pub separations: Vec<Separation>,
    /// Information equivalent variables, with the decisions between them.
    pub equivalences: Vec<Equivalence>,
    /// All tests of independence.
    pub tests: Vec<TestResult>,
    /// Warnings about the model, without the one about few rows.
    pub warnings: Vec<String>,
}

impl CausalModel {
    /// The name of a variable.
    #[must_use]
    pub fn name(&self, variable: usize) -> &str {
        &self.variables[variable].name
    }

    /// The names of variables.
    #[must_use]
    pub fn names(&self, variables: &[usize]) -> Vec<&str> {
        variables.iter().map(|&variable| self.name(variable)).collect()
    }

    /// An edge as text: `a -> b` for a cause, `a => b` for a function, `a - b` if the direction is unknown.
    #[must_use]
    pub fn named(&self, edge: &Edge) -> String {
        let arrow = match edge.kind {
            EdgeKind::Directed => "->",
            EdgeKind::Deterministic => "=>",
            EdgeKind::Undirected => "-",
        };
        format!("{} {arrow} {}", self.name(edge.from), self.name(edge.to))
    }

    /// The function that determines a variable, if any.
    #[must_use]
    pub fn function(&self, variable: usize) -> Option<&FunctionOf> {
        self.functions.iter().find(|function| function.variable == variable)
    }

    /// The warning about a small number of rows, which is the same for all models of a table.
    #[must_use]
    pub fn few_rows(&self) -> Option<String> {
        const FEW_ROWS: usize = 100;
        let rows = self.rows;
        (rows < FEW_ROWS).then(|| {
            format!("{rows} rows are few: weak relations are missed; measure some 200, or lower the threshold")
        })
    }

    /// All warnings.
    #[must_use]
    pub fn all_warnings(&self) -> Vec<String> {
        self.few_rows().into_iter().chain(self.warnings.iter().cloned()).collect()
    }

    /// The test with the least information among the tests of a pair given at least one variable.
    #[must_use]
    pub fn closest_test(&self, a: usize, b: usize) -> Option<&TestResult> {
        let pair = [a.min(b), a.max(b)];
        let tests = self.tests.iter().filter(|test| test.pair == pair && !test.given.is_empty());
        tests.min_by(|a, b| a.information.total_cmp(&b.information))
    }
}

/// The edges of a pattern, by the numbers of their ends.
pub(super) fn edges(
    pattern: &Pattern,
    functions: &[FunctionOf],
    is_required: impl Fn(usize, usize) -> bool,
    information: impl Fn(usize, usize) -> f64,
) -> Vec<Edge> {
    let is_function = |from: usize, to: usize| {
        functions.iter().any(|function| function.variable == to && function.parents.contains(&from))
    };
    let directed = pattern.directed().into_iter().map(|(from, to)| {
        let kind = if is_function(from, to) { EdgeKind::Deterministic } else { EdgeKind::Directed };
        (from, to, kind)
    });
    let undirected = pattern.undirected().into_iter().map(|(a, b)| (a, b, EdgeKind::Undirected));
    let mut edges: Vec<Edge> = directed
        .chain(undirected)
        .map(|(from, to, kind)| {
            let information = information(from, to);
            Edge { from, to, kind, information, is_required: is_required(from, to) }
        })
        .collect();
    edges.sort_by_key(|edge| (edge.from, edge.to));
    edges
}
