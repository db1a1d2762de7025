//! What was learnt, with its evidence.

use super::deterministic::FunctionOf;
use super::options::LearnOptions;
use super::pc::{Equivalence, Pattern, Separation, TestResult};
use super::sample::Scale;
use super::table::Table;
use petgraph::graph::{DiGraph, NodeIndex};
use std::fmt;

/// A variable of a causal model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// How its values were compared.
    pub scale: Scale,
    /// Whether it was said to have only outgoing edges.
    pub is_input: bool,
}

/// How two variables are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeKind {
    /// The first is a direct cause of the second.
    Directed,
    /// The second is a function of the first, alone or together with others.
    Deterministic,
    /// One is a direct cause of the other; the observations do not say which.
    Undirected,
}

/// A direct relation of two variables.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    /// The cause, or the first of the two.
    pub from: usize,
    /// The effect, or the second.
    pub to: usize,
    /// How they are connected.
    pub kind: EdgeKind,
    /// The information they share, in nats.
    pub information: f64,
    /// Whether it was required, not learnt.
    pub is_required: bool,
}

/// What makes a model doubtful.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LearnWarning {
    /// Few rows.
    FewRows {
        /// How many there are.
        rows: usize,
    },
    /// Constant columns that were left out.
    LeftOut {
        /// Their names.
        columns: Vec<String>,
    },
    /// Functions among variables whose causal order is not given.
    ColumnOrder {
        /// The determined variables.
        variables: Vec<String>,
    },
    /// A variable that is as simple a function of others.
    Ambiguous {
        /// The variable.
        variable: String,
        /// What it was taken as a function of.
        parents: Vec<String>,
        /// What it might be a function of as well.
        alternatives: Vec<Vec<String>>,
    },
    /// Information equivalent variables that nothing decides between.
    Undecided {
        /// The variables.
        variables: Vec<String>,
        /// What they say the same about.
        reference: String,
    },
    /// An edge for which independences demand both directions.
    Conflict {
        /// One end.
        a: String,
        /// The other.
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

/// A causal model: variables, what is a direct cause of what, which are functions of others, and all evidence.
///
/// Variables are numbered as the columns of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct CausalModel {
    /// The variables.
    pub variables: Vec<Variable>,
    /// How many rows it was learnt from.
    pub rows: usize,
    /// How it was learnt.
    pub options: LearnOptions,
    /// The edges, by the numbers of their ends.
    pub edges: Vec<Edge>,
    /// The variables that are functions of others.
    pub functions: Vec<FunctionOf>,
    /// Why the other pairs are not connected.
    pub separations: Vec<Separation>,
    /// Information equivalent variables, and what decided between them.
    pub equivalences: Vec<Equivalence>,
    /// Every test of independence that was made.
    pub tests: Vec<TestResult>,
    /// What makes it doubtful.
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

    /// An edge in words: `a -> b` for a cause, `a => b` for a function, `a - b` where the direction is not known.
    #[must_use]
    pub fn named(&self, edge: &Edge) -> String {
        let arrow = match edge.kind {
            EdgeKind::Directed => "->",
            EdgeKind::Deterministic => "=>",
            EdgeKind::Undirected => "-",
        };
        format!("{} {arrow} {}", self.name(edge.from), self.name(edge.to))
    }

    /// What a variable is a function of, if it is one.
    #[must_use]
    pub fn function(&self, variable: usize) -> Option<&FunctionOf> {
        self.functions.iter().find(|function| function.variable == variable)
    }

    /// The test of a pair that shows the least information, among those given at least one variable.
    #[must_use]
    pub fn closest_test(&self, a: usize, b: usize) -> Option<&TestResult> {
        let pair = [a.min(b), a.max(b)];
        let tests = self.tests.iter().filter(|test| test.pair == pair && !test.given.is_empty());
        tests.min_by(|a, b| a.information.total_cmp(&b.information))
    }

    /// The model as a graph whose nodes are the variables, in their order. Edges without a direction are there both ways.
    #[must_use]
    pub fn graph(&self) -> DiGraph<&str, EdgeKind> {
        let mut graph = DiGraph::new();
        for variable in &self.variables {
            graph.add_node(variable.name.as_str());
        }
        for edge in &self.edges {
            let (from, to) = (NodeIndex::new(edge.from), NodeIndex::new(edge.to));
            graph.add_edge(from, to, edge.kind);
            if edge.kind == EdgeKind::Undirected {
                graph.add_edge(to, from, edge.kind);
            }
        }
        graph
    }
}

/// What a table makes doubtful before anything is learnt.
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
