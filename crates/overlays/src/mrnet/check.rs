//! Construction of a tree from statements, with the faults that prevent it.

use super::graph::{BackEdge, Edge, Graph, Walk, walk};
use super::names::{Names, Resolve};
use super::parse::{Form, Parsed, parse};
use super::{MAX_STATEMENTS, Process, Report, Topology};
use logpine_text::fault::{Diagnostic, Faults};
use logpine_trees::tree::Tree;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::fmt;

pub(super) fn check(source: &[u8], resolve: Option<Resolve>) -> Report {
    let (parsed, found) = parse(source);
    let names = Names::resolve(source, &parsed);
    let mut checker = Checker { names: &names, parsed: &parsed, found };
    names.check(&mut checker.found);
    if let Some(resolve) = resolve {
        names.look_up(resolve, &mut checker.found);
    }
    checker.statements();
    let edges = checker.edges();
    let graph = Graph::new(names.len(), &edges);
    let walk = walk(&graph);
    checker.parents(&edges, &walk);
    checker.cycles(&walk);
    checker.roots(&walk);

    let found = checker.found;
    let topology = if found.has_errors() { None } else { topology(&names, &parsed, &graph) };
    Report { faults: found.listed(), statements: parsed.statements.len(), processes: names.len(), topology }
}

/// The processes of a cycle from parent to child; the last is the parent of the first.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cycle {
    /// The first few processes.
    processes: Vec<String>,
    /// The number of processes.
    length: usize,
}

impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.processes.first().map_or("", String::as_str);
        let left_out = self.length - self.processes.len().min(self.length);
        write!(f, "{}", self.processes.join(" => "))?;
        if left_out > 0 {
            write!(f, " => ({left_out} more)")?;
        }
        write!(f, " => {first}")
    }
}

struct Checker<'a> {
    names: &'a Names<'a>,
    parsed: &'a Parsed,
    found: Faults<'a>,
}

impl Checker<'_> {
    /// Adds a fault at a mention.
    fn fault(&mut self, mention: usize, kind: Diagnostic) {
        self.found.add(self.names.span(mention), kind);
    }

    fn line(&self, mention: usize) -> usize {
        self.names.line(&self.found, mention)
    }

    /// Reports too many statements and redundant statements.
    fn statements(&mut self) {
        let statements = &self.parsed.statements;
        if let Some(first_above) = statements.get(MAX_STATEMENTS) {
            self.found.error(
                self.names.span(first_above.parent),
                "too-many-statements",
                format!(
                    "{statements} statements; MRNet fails without a message above {MAX_STATEMENTS}",
                    statements = statements.len()
                ),
                "every process with children takes a statement: use a tree with larger fanouts",
            );
        }
        let mut parents: FxHashMap<usize, usize> = FxHashMap::default();
        let mut elsewhere: Vec<Option<usize>> = vec![None; self.names.len()];
        for statement in statements.iter().filter(|statement| statement.form == Form::Parent) {
            let mentions = std::iter::once(statement.parent).chain(statement.children.clone());
            for mention in mentions {
                if let Some(process) = self.names.process(mention) {
                    elsewhere[process].get_or_insert(mention);
                }
            }
            let Some(parent) = self.names.process(statement.parent) else { continue };
            match parents.entry(parent) {
                Entry::Vacant(entry) => _ = entry.insert(statement.parent),
                Entry::Occupied(first) => {
                    let (parent, line) = (self.names.name(parent), self.line(*first.get()));
                    self.found.warning(
                        self.names.span(statement.parent),
                        "repeated-parent",
                        format!("{parent} has children in line {line} already; MRNet adds these to them"),
                        "list all children of a process in one statement",
                    );
                }
            }
        }
        for statement in statements.iter().filter(|statement| statement.form == Form::Declaration) {
            let Some(process) = self.names.process(statement.parent) else { continue };
            match elsewhere[process] {
                None => elsewhere[process] = Some(statement.parent),
                Some(other) => {
                    let (process, line) = (self.names.name(process), self.line(other));
                    self.found.warning(
                        self.names.span(statement.parent),
                        "redundant-statement",
                        format!("{process} is declared by itself, but is also in line {line}"),
                        "remove the statement",
                    );
                }
            }
        }
    }

    /// Returns the edges in the file's order, and reports self-loops and repetitions, which are left out.
    fn edges(&mut self) -> Vec<Edge> {
        let mut edges = Vec::with_capacity(self.parsed.mentions.len());
        // A valid file has one edge to each child; only further edges need a lookup.
        let mut first_edge: Vec<Option<Edge>> = vec![None; self.names.len()];
        let mut further: FxHashMap<(usize, usize), usize> = FxHashMap::default();
        for statement in &self.parsed.statements {
            let Some(parent) = self.names.process(statement.parent) else { continue };
            for mention in statement.children.clone() {
                let Some(child) = self.names.process(mention) else { continue };
                if child == parent {
                    self.found.error(
                        self.names.span(mention),
                        "self-loop",
                        format!("{process} is its own child", process = self.names.name(child)),
                        "remove it from its own list of children, or give the child another rank",
                    );
                    continue;
                }
                let edge = Edge { parent, child, mention };
                let first = *first_edge[child].get_or_insert(edge);
                let listed = if first.parent == parent {
                    first.mention
                } else {
                    *further.entry((parent, child)).or_insert(mention)
                };
                if listed == mention {
                    edges.push(edge);
                } else {
                    let line = self.line(listed);
                    let (child, parent) = (self.names.name(child), self.names.name(parent));
                    self.found.error(
                        self.names.span(mention),
                        "repeated-child",
                        format!("{child} is listed twice as a child of {parent}; the first time in line {line}"),
                        "remove one, or give the second process a rank of its own",
                    );
                }
            }
        }
        edges
    }

    /// Reports processes with several parents; an edge that closes a cycle is a fault of its own kind.
    fn parents(&mut self, edges: &[Edge], walk: &Walk) {
        let backward: FxHashSet<usize> = walk.back_edges.iter().map(|back| back.edge.mention).collect();
        let mut first_edge: Vec<Option<Edge>> = vec![None; self.names.len()];
        for edge in edges.iter().filter(|edge| !backward.contains(&edge.mention)) {
            let first = *first_edge[edge.child].get_or_insert(*edge);
            if first.mention != edge.mention {
                let kind = Diagnostic::error(
                    "second-parent",
                    format!(
                        "{child} has a second parent, {parent}; it is a child of {first} already (line {line})",
                        child = self.names.name(edge.child),
                        parent = self.names.name(edge.parent),
                        first = self.names.name(first.parent),
                        line = self.line(first.mention)
                    ),
                    "a process has one parent: remove it here or there, or use another rank",
                );
                self.fault(edge.mention, kind);
            }
        }
    }

    fn cycles(&mut self, walk: &Walk) {
        let mut has_root = !walk.roots.is_empty() || !self.parsed.complete;
        for back in &walk.back_edges {
            let cycle = self.cycle(back);
            let kind = if back.below_root {
                Diagnostic::error(
                    "cycle-below-root",
                    format!("a cycle below the root, which MRNet does not report: {cycle}"),
                    "no process may be below itself: remove one of these from the other's children",
                )
            } else if has_root {
                Diagnostic::error(
                    "separate-cycle",
                    format!("a cycle beside the tree, which MRNet does not report: {cycle}"),
                    "no process may be below itself: remove one of these from the other's children",
                )
            } else {
                Diagnostic::error(
                    "no-root",
                    format!("there is no root, every process is the child of another: {cycle}"),
                    "take the front end out of the list of children that it is in",
                )
            };
            // The first cycle is reported as the missing root; it counts as the tree for the others.
            has_root = true;
            self.fault(back.edge.mention, kind);
        }
    }

    fn cycle(&self, back: &BackEdge) -> Cycle {
        let processes = back.nodes.iter().map(|&process| self.names.name(process)).collect();
        Cycle { processes, length: back.length }
    }

    /// Reports all roots except the one with the largest tree. If a parent could not be read, its children would appear as
    /// roots, so nothing is reported.
    fn roots(&mut self, walk: &Walk) {
        let root = walk.roots.iter().min_by_key(|&&(_, reached)| Reverse(reached));
        let Some(&(root, _)) = root.filter(|_| self.parsed.complete) else {
            return;
        };
        let (name, line) = (self.names.name(root), self.line(self.names.first(root)));
        for &(other, _) in walk.roots.iter().filter(|&&(other, _)| other != root) {
            let kind = Diagnostic::error(
                "second-root",
                format!(
                    "{process} is the child of no process, but {root} (line {line}) is the root already",
                    process = self.names.name(other),
                    root = name.clone()
                ),
                "list it as a child of the process it belongs to, or remove it",
            );
            self.fault(self.names.first(other), kind);
        }
    }
}

/// Returns the tree of a file without errors.
fn topology(names: &Names, parsed: &Parsed, graph: &Graph) -> Option<Topology> {
    let mut order: Vec<usize> = graph.roots().collect();
    let mut fanouts = Vec::with_capacity(names.len());
    let mut processes = Vec::with_capacity(names.len());
    let mut next = 0;
    while let Some(&process) = order.get(next) {
        let children = graph.children(process);
        order.extend(children.iter().map(|edge| edge.child));
        fanouts.push(u32::try_from(children.len()).ok()?);
        let mention = names.first(process);
        let host = std::str::from_utf8(names.host(mention)).ok()?.to_owned();
        let rank = u32::try_from(parsed.mentions[mention].rank?).ok()?;
        processes.push(Process { host, rank });
        next += 1;
    }
    Some(Topology { tree: Tree::from_fanouts(fanouts)?, processes })
}
