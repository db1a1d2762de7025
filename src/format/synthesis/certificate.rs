//! Certificates of lower bounds, in JSON.
//!
//! All have `schema` (1), `kind`, `collective`, `root` (if the collective has one), `blocks`, `ranks`, and `arcs`: a list of
//! `[from, to, capacity, latency]`. Further keys are those of the kind:
//!
//! | kind | keys | what it proves |
//! |---|---|---|
//! | `times` | `bound`, `times` (one for each vertex) | at least `bound` steps |
//! | `cut` | `p`, `q`, `set` (vertices) | a time per unit of at least p/q |
//! | `parts` | `parts` (the part of each vertex), and `bound`, or `p` and `q` | at least `bound` steps, or a time per unit of at least p/q, of an allreduce |
//! | `dual` | `duals`: a list of `steps`, `p`, `q`, `scale`, `prices` (of each arc, step by step), `values` (at each vertex, rank by rank) | at least p/q rounds for a block of each rank in schedules of so many steps |
//! | `calls` | `bound`; perhaps `dimacs` (a formula) | at least `bound` steps with one port; with a formula, *if a solver refutes it* |
//! | `sat` | `steps`, `dimacs` (a formula) | no schedule of so many steps, *if a solver refutes the formula* |
//!
//! The inequalities and their proofs stand beside their checks, in `check::synthesis`.

use super::fault::{FileFault, WrongFile};
use super::place::{Place, shown};
use super::preamble::graph;
pub use crate::check::synthesis::Proof;
use crate::check::synthesis::{
    COLLECTIVES, Dual, Evidence, Least, RoundsBound, Statement, WrongCertificate, planned_collective,
};
use crate::network::synthesis::{Arc, Digraph};
use crate::request::MpiCollective;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A certificate with all that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The graph.
    pub graph: Digraph,
    /// The collective.
    pub collective: MpiCollective,
    /// The root; 0 if the collective has none.
    pub root: u32,
    /// The number of blocks of the root or of each rank.
    pub blocks: u32,
    /// The proof.
    pub proof: Proof,
}

/// The keys of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    schema: u32,
    kind: String,
    collective: String,
    root: Option<u32>,
    blocks: u32,
    ranks: u32,
    arcs: Vec<(u32, u32, u64, u32)>,
    bound: Option<u32>,
    times: Option<Vec<u32>>,
    p: Option<u64>,
    q: Option<u64>,
    set: Option<Vec<u32>>,
    parts: Option<Vec<u32>>,
    duals: Option<Vec<DualDocument>>,
    steps: Option<u32>,
    dimacs: Option<String>,
}

/// The keys of a dual.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DualDocument {
    steps: u32,
    p: u64,
    q: u64,
    scale: u64,
    prices: Vec<u64>,
    values: Vec<i64>,
}

impl Certificate {
    /// The certificate of a bound for a statement.
    #[must_use]
    pub fn new(statement: &Statement<'_>, proof: Proof) -> Self {
        let Statement { graph, collective, root, blocks } = *statement;
        let root = if collective.is_rooted() { root } else { 0 };
        Self { graph: graph.clone(), collective, root, blocks, proof }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The first [`FileFault`].
    pub fn read(text: &str) -> Result<Self, FileFault> {
        let text = text.trim_start_matches('\u{feff}');
        let document: Document = serde_json::from_str(text).map_err(|error| FileFault::of_json(&error))?;
        let at = |key: &str, wrong| FileFault { place: place_of(text, key), wrong };
        if document.schema != 1 {
            let found = document.schema.to_string();
            return Err(at(
                "schema",
                WrongFile::Number { what: "schema that is known here", found, least: 1, most: 1 },
            ));
        }
        let collective = planned_collective(&document.collective).ok_or_else(|| {
            let all = COLLECTIVES.map(MpiCollective::name).join(", ");
            at("collective", WrongFile::Collective { found: shown(&document.collective), all })
        })?;
        let root = match document.root {
            Some(root) if collective.is_rooted() => root,
            None if collective.is_rooted() => return Err(at("root", WrongFile::Missing { key: "root" })),
            _ => 0,
        };
        let graph = read_graph(&document).map_err(|wrong| at("arcs", wrong))?;
        let blocks = document.blocks;
        let proof = read_proof(document).map_err(|(key, wrong)| at(key, wrong))?;
        Ok(Self { graph, collective, root, blocks, proof })
    }

    /// The subject of the certificate.
    #[must_use]
    pub fn statement(&self) -> Statement<'_> {
        Statement { graph: &self.graph, collective: self.collective, root: self.root, blocks: self.blocks }
    }

    /// Checks the proof.
    ///
    /// # Errors
    /// The first fault of the certificate or of the form of its formula.
    pub fn check(&self) -> Result<Evidence, WrongCertificate> {
        self.proof.check(&self.statement())
    }

    /// Writes the file, a key a line, which [`Certificate::read`] reads back. Last vertices without arcs that are no ranks
    /// are left out, with their times.
    #[must_use]
    pub fn write(&self) -> String {
        let Self { graph, collective, root, blocks, proof } = self;
        let mut text = String::from("{\n  \"schema\": 1");
        let mut key = |key: &str, value: String| {
            let _ = write!(text, ",\n  \"{key}\": {value}");
        };
        key("kind", format!("\"{}\"", proof.kind()));
        key("collective", format!("\"{collective}\""));
        if collective.is_rooted() {
            key("root", root.to_string());
        }
        key("blocks", blocks.to_string());
        key("ranks", graph.compute().to_string());
        let arcs =
            graph.arcs().iter().map(|arc| format!("[{}, {}, {}, {}]", arc.from, arc.to, arc.capacity, arc.latency));
        key("arcs", format!("[{}]", arcs.collect::<Vec<_>>().join(", ")));
        let last = graph.arcs().iter().map(|arc| arc.from.max(arc.to) + 1).max().unwrap_or(0);
        let kept = last.max(graph.compute());
        let formula = |dimacs: &str| serde_json::Value::from(dimacs).to_string();
        match proof {
            Proof::Times { bound, times } => {
                key("bound", bound.to_string());
                key("times", format!("{:?}", first(times, kept)));
            }
            Proof::Cut { p, q, set } => {
                key("p", p.to_string());
                key("q", q.to_string());
                let set: Vec<u32> = set.iter().copied().filter(|&vertex| vertex < kept).collect();
                key("set", format!("{set:?}"));
            }
            Proof::Parts { least, parts } => {
                match least {
                    Least::Steps(bound) => key("bound", bound.to_string()),
                    Least::TimePerUnit { p, q } => {
                        key("p", p.to_string());
                        key("q", q.to_string());
                    }
                }
                key("parts", format!("{:?}", first(parts, kept)));
            }
            Proof::Duals(duals) => {
                let written: Vec<String> = duals.iter().map(|dual| written(dual, graph.vertices(), kept)).collect();
                key("duals", format!("[\n    {}\n  ]", written.join(",\n    ")));
            }
            Proof::Calls { bound, dimacs } => {
                key("bound", bound.to_string());
                if let Some(dimacs) = dimacs {
                    key("dimacs", formula(dimacs));
                }
            }
            Proof::Sat { steps, dimacs } => {
                key("steps", steps.to_string());
                key("dimacs", formula(dimacs));
            }
        }
        text + "\n}\n"
    }
}

/// The numbers of the first vertices.
fn first<T>(numbers: &[T], vertices: u32) -> &[T] {
    &numbers[..numbers.len().min(vertices as usize)]
}

/// A dual, on a line.
fn written(dual: &Dual, vertices: u32, kept: u32) -> String {
    let Dual { bound: RoundsBound { steps, p, q }, scale, prices, values } = dual;
    let of_ranks = values.chunks(vertices.max(1) as usize).flat_map(|values| first(values, kept));
    let values: Vec<i64> = of_ranks.copied().collect();
    format!(
        "{{\"steps\": {steps}, \"p\": {p}, \"q\": {q}, \"scale\": {scale}, \"prices\": {prices:?}, \"values\": {values:?}}}"
    )
}

fn read_graph(document: &Document) -> Result<Digraph, WrongFile> {
    let mut pairs = BTreeSet::new();
    let mut arcs = Vec::with_capacity(document.arcs.len());
    for &(from, to, capacity, latency) in &document.arcs {
        let number = |what, found: u64, most| WrongFile::Number { what, found: found.to_string(), least: 1, most };
        match () {
            () if from == to => return Err(WrongFile::Loop { vertex: from }),
            () if from.max(to) == u32::MAX => return Err(WrongFile::TooManyVertices { vertices: 1 << 32 }),
            () if capacity == 0 => return Err(number("capacity", 0, u64::MAX)),
            () if latency == 0 => return Err(number("latency", 0, u32::MAX.into())),
            () if !pairs.insert((from, to)) => return Err(WrongFile::RepeatedArc { from, to }),
            () => arcs.push(Arc { from, to, capacity, latency }),
        }
    }
    graph(document.ranks, None, 0, arcs).map_err(|fault| fault.wrong)
}

/// The proof of a file, or the key at which it is wrong.
fn read_proof(mut document: Document) -> Result<Proof, (&'static str, WrongFile)> {
    const KINDS: [&str; 6] = ["times", "cut", "parts", "dual", "calls", "sat"];
    let Some(kind) = KINDS.into_iter().find(|kind| *kind == document.kind) else {
        let (expected, found) = ("times, cut, parts, dual, calls or sat", shown(&document.kind));
        return Err(("kind", WrongFile::Expected { expected, found }));
    };
    let of = &mut document;
    let proof = match kind {
        "times" => {
            Proof::Times { bound: taken(&mut of.bound, "bound", kind)?, times: taken(&mut of.times, "times", kind)? }
        }
        "cut" => {
            let (p, q) = (taken(&mut of.p, "p", kind)?, taken(&mut of.q, "q", kind)?);
            Proof::Cut { p, q, set: taken(&mut of.set, "set", kind)? }
        }
        "parts" => {
            let least = match of.bound.take() {
                Some(bound) => Least::Steps(bound),
                None => Least::TimePerUnit { p: taken(&mut of.p, "p", kind)?, q: taken(&mut of.q, "q", kind)? },
            };
            Proof::Parts { least, parts: taken(&mut of.parts, "parts", kind)? }
        }
        "dual" => Proof::Duals(taken(&mut of.duals, "duals", kind)?.into_iter().map(DualDocument::dual).collect()),
        "calls" => Proof::Calls { bound: taken(&mut of.bound, "bound", kind)?, dimacs: of.dimacs.take() },
        _ => Proof::Sat { steps: taken(&mut of.steps, "steps", kind)?, dimacs: taken(&mut of.dimacs, "dimacs", kind)? },
    };
    let left = [
        ("bound", of.bound.is_some()),
        ("times", of.times.is_some()),
        ("p", of.p.is_some()),
        ("q", of.q.is_some()),
        ("set", of.set.is_some()),
        ("parts", of.parts.is_some()),
        ("duals", of.duals.is_some()),
        ("steps", of.steps.is_some()),
        ("dimacs", of.dimacs.is_some()),
    ];
    match left.into_iter().find(|(_, is_left)| *is_left) {
        Some((key, _)) => Err((key, WrongFile::ForeignKey { key, kind })),
        None => Ok(proof),
    }
}

/// The value of a key of a kind, which must be there.
fn taken<T>(of: &mut Option<T>, key: &'static str, kind: &'static str) -> Result<T, (&'static str, WrongFile)> {
    of.take().ok_or(("kind", WrongFile::MissingKey { key, kind }))
}

impl DualDocument {
    fn dual(self) -> Dual {
        let Self { steps, p, q, scale, prices, values } = self;
        Dual { bound: RoundsBound { steps, p, q }, scale, prices, values }
    }
}

/// The place of a key in a file that was read: only a key in quotes is followed by a colon.
fn place_of(text: &str, key: &str) -> Option<Place> {
    let quoted = format!("\"{key}\"");
    let mut places = text.match_indices(&quoted).map(|(at, _)| at);
    let at = places.find(|at| text[at + quoted.len()..].trim_start().starts_with(':'))?;
    let before = &text[..at];
    let start = before.rfind('\n').map_or(0, |feed| feed + 1);
    Some(Place { line: before.matches('\n').count() + 1, column: before[start..].chars().count() + 1 })
}
