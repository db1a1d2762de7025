//! The learnt model with its evidence.

use super::deterministic::FunctionOf;
use super::options::LearnOptions;
use super::pc::{Equivalence, Pattern, Separation, TestResult};
use super::sample::Scale;
use super::table::Table;
use std::fmt;

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

/// A warning about a learnt model.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LearnWarning {
    /// A small number of rows.
    FewRows {
        /// The number of rows.
        rows: usize,
    },
    /// Constant columns that were left out.
    LeftOut {
        /// The names of the columns.
        columns: Vec<String>,
    },
    /// Functions among variables whose causal order is not given.
    ColumnOrder {
        /// The determined variables.
        variables: Vec<String>,
    },
    /// A variable with several equally simple functions.
    Ambiguous {
        /// The variable.
        variable: String,
        /// The chosen arguments of the function.
        parents: Vec<String>,
        /// The alternative arguments.
        alternatives: Vec<Vec<String>>,
    },
    /// Information equivalent variables between which no decision was possible.
    Undecided {
        /// The variables.
        variables: Vec<String>,
        /// The variable about which they contain the same information.
        reference: String,
    },
    /// An edge for which the independences demand both directions.
    Conflict {
        /// One end of the edge.
        a: String,
        /// The other end of the edge.
        b: String,
    },
}

impl fmt::Display for LearnWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FewRows { rows } => {
                write!(f, "{rows} rows are few: weak relations are missed; measure some 200, or lower the threshold")
            }
            Self::LeftOut { columns } => write!(f, "left out, the same in every row: {}", columns.join(", ")),
            Self::ColumnOrder { variables } => write!(
                f,
                "a function can be read in every direction; that {} is determined by others follows from the order of the \
                 columns alone: give the causal order",
                variables.join(", ")
            ),
            Self::Ambiguous { variable, parents, alternatives } => {
                let others: Vec<String> = alternatives.iter().map(|names| names.join(" and ")).collect();
                let parents = parents.join(" and ");
                write!(
                    f,
                    "{variable} is taken as a function of {parents}, but might be one of {}",
                    others.join(", or of ")
                )
            }
            Self::Undecided { variables, reference } => write!(
                f,
                "{} say the same about {reference}, and as simply; which of them is connected with it must be decided by \
                 who knows the system: require its edge",
                variables.join(" and ")
            ),
            Self::Conflict { a, b } => write!(
                f,
                "the independences demand both directions of the edge between {a} and {b}; it is left without one: a common \
                 cause may be missing, or the threshold is too near to what was measured"
            ),
        }
    }
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
    /// Warnings about the model.
    pub warnings: Vec<LearnWarning>,
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

    /// The test with the least information among the tests of a pair given at least one variable.
    #[must_use]
    pub fn closest_test(&self, a: usize, b: usize) -> Option<&TestResult> {
        let pair = [a.min(b), a.max(b)];
        let tests = self.tests.iter().filter(|test| test.pair == pair && !test.given.is_empty());
        tests.min_by(|a, b| a.information.total_cmp(&b.information))
    }
}

/// Warnings about a table.
pub(super) fn of_table(table: &Table) -> Vec<LearnWarning> {
    const FEW_ROWS: usize = 100;
    let mut warnings = Vec::new();
    if table.rows() < FEW_ROWS {
        warnings.push(LearnWarning::FewRows { rows: table.rows() });
    }
    if !table.left_out().is_empty() {
        warnings.push(LearnWarning::LeftOut { columns: table.left_out().to_vec() });
    }
    warnings
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
