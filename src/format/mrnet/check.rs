//! Construction of a tree from statements, with the faults that prevent it.

use super::fault::{Cycle, FaultKind};
use super::faults::Faults;
use super::graph::{BackEdge, Edge, Graph, Walk, walk};
use super::names::{Lines, Names, Resolve};
use super::parse::{Form, Parsed, parse};
use super::{MAX_STATEMENTS, Process, Report, Topology};
use crate::tree::Tree;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::hash_map::Entry;

pub(super) fn check(source: &[u8], resolve: Option<Resolve>) -> Report {
    let mut parsed = parse(source);
    let found = std::mem::take(&mut parsed.faults);
    let names = Names::resolve(source, &parsed);
    let mut checker = Checker { names: &names, parsed: &parsed, lines: Lines::new(source), found };
    names.check(&checker.lines, &mut checker.found);
    if let Some(resolve) = resolve {
        names.look_up(resolve, &checker.lines, &mut checker.found);
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
    let (faults, tallies) = found.located(source);
    Report { faults, statements: parsed.statements.len(), processes: names.len(), topology, tallies }
}

struct Checker<'a> {
    names: &'a Names<'a>,
    parsed: &'a Parsed,
    lines: Lines,
    found: Faults,
}

impl Checker<'_> {
    /// Adds a fault at a mention.
    fn fault(&mut self, mention: usize, kind: FaultKind) {
        self.found.add(self.names.span(mention), kind);
    }

    fn line(&self, mention: usize) -> usize {
        self.names.line(&self.lines, mention)
    }

    /// Reports too many statements and redundant statements.
    fn statements(&mut self) {
        let statements = &self.parsed.statements;
        if let Some(first_above) = statements.get(MAX_STATEMENTS) {
            self.fault(first_above.parent, FaultKind::TooManyStatements { statements: statements.len() });
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
                    self.fault(statement.parent, FaultKind::RepeatedParent { parent, line });
                }
            }
        }
        for statement in statements.iter().filter(|statement| statement.form == Form::Declaration) {
            let Some(process) = self.names.process(statement.parent) else { continue };
            match elsewhere[process] {
                None => elsewhere[process] = Some(statement.parent),
                Some(other) => {
                    let (process, line) = (self.names.name(process), self.line(other));
                    self.fault(statement.parent, FaultKind::RedundantStatement { process, line });
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
                    self.fault(mention, FaultKind::SelfLoop { process: self.names.name(child) });
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
                    self.fault(mention, FaultKind::RepeatedChild { child, parent, line });
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
                let kind = FaultKind::SecondParent {
                    child: self.names.name(edge.child),
                    parent: self.names.name(edge.parent),
                    first: self.names.name(first.parent),
                    line: self.line(first.mention),
                };
                self.fault(edge.mention, kind);
            }
        }
    }

    fn cycles(&mut self, walk: &Walk) {
        let mut has_root = !walk.roots.is_empty() || !self.parsed.complete;
        for back in &walk.back_edges {
            let cycle = self.cycle(back);
            let kind = if back.below_root {
                FaultKind::CycleBelowRoot { cycle }
            } else if has_root {
                FaultKind::SeparateCycle { cycle }
            } else {
                FaultKind::NoRoot { cycle }
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
            let kind = FaultKind::SecondRoot { process: self.names.name(other), root: name.clone(), line };
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
